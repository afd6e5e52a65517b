//! A game whose moves are functions of a file.

use crate::boardgame::NO_INFO;
use crate::cycle::Ended;
use crate::heaps::{Coded, LISTED, sizes};
use crate::held::{self, datum, datum_of_move, held, held_move, led_to};
use crate::numbers::{Line, MOST_LINES, NumberRules, all_differ};
use crate::results::{Ending, Results};
use crate::script::{Datum, Functions, Limits, Script};
use crate::stated::{Nimbers, Statements, Values};
use crate::{Mistake, Place, graph};
use grundy_budget::{Budget, Exhausted, pulse};
use grundy_draw::{Heap, Heaps, Picture};
use grundy_game::{
    Draws, Game, Held, HeldMove, ImpartialHints, Info, Input, Kind, Known, Outcome, Page, ParseError, PartisanHints,
    Play, Player, Refusal, Rules, Text, Theorem, picture_of_buttons,
};
use grundy_graph::parse_graph_argument;
use grundy_value::{Store, Value, ValueError};
use num_bigint::Sign;
use std::cell::{Cell, RefCell};
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// The functions of a file that is a game.
#[derive(Debug)]
pub(crate) struct FunctionRules {
    /// Numbers of files, by which a thread finds its interpreter.
    pub id: u64,
    pub script: Script,
    pub limits: Limits,
    pub page: Page<'static>,
    /// The arguments in brackets, as they were given.
    pub arguments: Option<String>,
    pub small: Vec<String>,
    /// The functions that list moves of Left and of Right.
    pub moves: [String; 2],
    /// Where the rules about numbers stand in the file, for Left and for Right.
    pub places: [Vec<Place>; 2],
    /// Whether a position is a collection of heaps, of which a move changes one.
    pub heaps: bool,
    /// Whether a position is a graph.
    pub graph: bool,
    /// How many players move in turn. With more than two a position is a pair: who is about to move, counted from 1, and what
    /// the functions of the file call a position.
    pub players: usize,
    /// How many numbers a position or a heap has, where rules are about numbers.
    pub width: usize,
    /// Rules about numbers, where they could be compiled.
    pub numbers: Option<NumberRules>,
    /// Whether the numbers of a position may stand in any order.
    pub symmetric: bool,
    /// Where each number of a position or a heap goes so that the players exchange their rules, twice so to where it was.
    pub exchange: Option<Box<[usize]>>,
    /// Rules about heaps of several numbers, which the interpreter lists; compiled they tell the heaps in which nobody can move.
    pub heap_rules: Option<NumberRules>,
    /// Heaps in which nobody can move, once they were asked for.
    pub dead: OnceLock<u64>,
    /// The code that heaps are played by, once it was asked for.
    pub coded: OnceLock<Option<Coded>>,
    pub hooks: Hooks,
    pub results: Results,
    pub failed: Failed,
    pub ended: Ended<Datum>,
    /// What the file states about nimbers, or about values, as far as it was compared with the moves.
    pub nimbers: Statements<Nimbers>,
    pub values: Statements<Values>,
}

/// What went wrong in the functions `split`, `images` and `nimber`, which have no other way to tell: whoever asked them next
/// lists the moves of the same position, and is told then.
#[derive(Debug, Default)]
pub(crate) struct Failed {
    count: AtomicU64,
    positions: Mutex<Vec<(Datum, Mistake)>>,
}

/// Positions that are remembered for having failed.
const MOST_FAILED: usize = 64;

impl Failed {
    fn note(&self, position: &Datum, mistake: Mistake) {
        let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        if positions.iter().all(|(known, _)| known != position) {
            if positions.len() >= MOST_FAILED {
                positions.remove(0);
            }
            positions.push((position.clone(), mistake));
            self.count.fetch_add(1, Relaxed);
        }
    }

    fn any(&self) -> bool {
        self.count.load(Relaxed) > 0
    }

    fn at(&self, position: &Datum) -> Option<Mistake> {
        if !self.any() {
            return None;
        }
        let positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        positions.iter().find(|(known, _)| known == position).map(|(_, mistake)| mistake.clone())
    }
}

/// Which of the optional functions a file has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hooks {
    pub split: bool,
    pub images: bool,
    pub nimber: bool,
    pub value: bool,
    pub read: bool,
    pub write: bool,
    pub label: bool,
    pub result: bool,
}

/// A number that no other file of this program has.
pub(crate) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

/// Instructions that are one step of a budget.
const STEPS_A_PULSE: u64 = 16;

/// Interpreters that a thread keeps ready.
const MOST_KEPT: usize = 8;

thread_local! {
    static LOADED: RefCell<Vec<(u64, Functions)>> = const { RefCell::new(Vec::new()) };
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Instructions that this thread has run so far.
pub(crate) fn spent_steps() -> u64 {
    SPENT.get()
}

/// Drops the interpreters that this thread keeps ready.
pub fn forget_functions() {
    LOADED.with_borrow_mut(Vec::clear);
}

/// Longest play that is followed to see whether it ends at zero, and how far below it.
const LONGEST_PLAY: usize = 5_000;
const MOST_BELOW_ZERO: usize = 1_000;

/// Longest play that is followed to see whether it ends at all, and what its positions may take together.
const FOLLOWED: usize = 300_000;
const MOST_FOLLOWED_BYTES: usize = 200_000_000;

/// Options that are listed for that.
const MOST_OPTIONS: usize = 1_000_000;

/// Heaps that are drawn as stacks have at most so many objects.
const MOST_DRAWN: u64 = 100;

/// Options that `write` and `label` are tried on.
const MOST_TRIED: usize = 200;

/// What the players are called in files.
static WORDS: LazyLock<[Datum; 2]> = LazyLock::new(|| ["left", "right"].map(|word| Datum::Text(word.into())));

impl FunctionRules {
    /// Asks this thread's interpreter, which is made ready where there is none; its steps count for the budget that the thread
    /// works for.
    fn with<T>(&self, ask: impl FnOnce(&mut Functions) -> Result<T, Mistake>) -> Result<T, Mistake> {
        let mut steps = 1;
        let answer = self.with_functions(|functions| {
            let answer = ask(functions);
            steps += functions.steps() / STEPS_A_PULSE;
            SPENT.set(SPENT.get() + functions.steps());
            answer
        });
        pulse(steps);
        answer
    }

    fn with_functions<T>(&self, ask: impl FnOnce(&mut Functions) -> Result<T, Mistake>) -> Result<T, Mistake> {
        LOADED.with_borrow_mut(|loaded| {
            let known = loaded.iter().position(|(id, _)| *id == self.id);
            if known.is_none() {
                let functions = Functions::load(&self.script, self.limits)?;
                if loaded.len() >= MOST_KEPT {
                    loaded.remove(0);
                }
                loaded.push((self.id, functions));
            }
            let at = known.unwrap_or(loaded.len() - 1);
            ask(&mut loaded[at].1)
        })
    }

    /// What a name of the file means.
    pub(crate) fn global(&self, name: &str) -> Option<Datum> {
        // why: the file was run when it was read; it runs again as it did.
        self.with(|functions| Ok(functions.global(name))).unwrap_or_default()
    }

    /// The options of a position as they are kept; what goes wrong is told with the position at hand.
    fn held_options(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        let first = moves.len();
        if self.few_options(position, player, moves).is_some() {
            return Ok(());
        }
        moves.truncate(first);
        let position = datum(position);
        let mut options = Vec::new();
        match self.options(&position, player, &mut options) {
            Ok(()) => {
                moves.extend(options.into_iter().map(held_move));
                Ok(())
            }
            Err(mistake) => Err(self.refusal(&position, mistake)),
        }
    }

    #[cold]
    fn refusal(&self, position: &Datum, mistake: Mistake) -> Refusal {
        let mistake = mistake.at_position(self.written(position));
        Refusal::failed(
            Text::new("{file}:{place}: {problem}")
                .with("file", self.page.name)
                .with("place", mistake.place)
                .with_text("problem", mistake.text()),
        )
    }

    /// Options of few numbers by the compiled rules, each once; `None` when the longer way must be gone, on which mistakes
    /// are told too.
    fn few_options(&self, position: &Held, player: Player, out: &mut Vec<HeldMove>) -> Option<()> {
        let numbers = self.numbers.as_ref()?;
        if self.players > 2 || self.hooks.result || self.failed.any() {
            return None;
        }
        let (first, side) = (out.len(), usize::from(player == Player::Right));
        let alone = !self.heaps && self.width == 1;
        let few = if alone { held::alone(position)? } else { held::tuple(position)? };
        let mut values = [0; held::MOST];
        for (value, &number) in values.iter_mut().zip(few.iter()) {
            *value = number.into();
        }
        let values = &values[..few.len()];
        let width = if self.heaps { 1 } else { self.width };
        if values.len() == width && self.along_lines(numbers, side, values, alone, out).is_some() {
            return Some(());
        }
        // Whether every option can be kept in place, and is another position.
        let mut fits = true;
        if self.heaps {
            for at in (0..values.len()).filter(|&at| at == 0 || values[at - 1] != values[at]) {
                numbers.options(side, &values[at..=at], &mut |parts| match replaced(values, at, parts) {
                    Some((next, count)) if next[..count] != *values => {
                        let option = held::move_to(&next[..count], false);
                        fits &= option.is_some();
                        out.extend(option);
                    }
                    _ => fits = false,
                })?;
            }
        } else if values.len() == self.width {
            numbers.options(side, values, &mut |made| {
                let option = held::move_to(if alone { &made[..made.len().min(1)] } else { made }, alone);
                fits &= option.is_some() && made != values;
                out.extend(option);
            })?;
        } else {
            return None;
        }
        if !fits {
            return None;
        }
        held::keep_first(out, first);
        Some(())
    }

    /// Options of few numbers that lie on lines, each once; `None`, and none of them, where the rules are not so, or a line may come
    /// back to the position itself. That is found out by comparing the bounds of lines, which takes as long as one option.
    fn along_lines(
        &self,
        numbers: &NumberRules,
        side: usize,
        values: &[i64],
        alone: bool,
        out: &mut Vec<HeldMove>,
    ) -> Option<()> {
        let width = values.len();
        // An option that puts two heaps in the place of one is not kept as it is made, but in order.
        if numbers.side(side).iter().any(|rule| rule.result.len() != width) {
            return None;
        }
        let mut lines = [Line::default(); MOST_LINES];
        let count = numbers.lines(side, values, &mut lines)?;
        let lines = &lines[..count];
        let mut here = Line { count: 1, ..Line::default() };
        here.first[..width].copy_from_slice(values);
        if lines.iter().any(|line| !line.is_apart(&here) || (self.heaps && line.bounds(0).0 < 0)) {
            return None;
        }
        let first = out.len();
        for line in lines {
            if held::moves_along(line, width, alone, out).is_none() {
                out.truncate(first);
                return None;
            }
        }
        if !all_differ(lines) {
            held::keep_first(out, first);
        }
        Some(())
    }

    /// The heaps, or what the file's `split` says. Where that fails the position stays whole, and its moves tell why.
    fn split(&self, position: &Held, parts: &mut Vec<Held>) {
        if self.heaps && !self.results.declared {
            let dead = self.dead_heaps();
            if let Some(heaps) = held::tuple(position) {
                let alive = heaps.iter().filter(|&&heap| !(0..64).contains(&heap) || dead >> heap & 1 == 0);
                parts.extend(alive.filter_map(|&heap| held::tuple_of_one(heap)));
                return;
            }
            if let Datum::Tuple(heaps) = &*datum(position) {
                let alive = |heap: &&Datum| match heap {
                    Datum::Int(heap @ 0..64) => dead >> heap & 1 == 0,
                    Datum::Tuple(numbers) => !self.is_dead(numbers),
                    _ => true,
                };
                parts.extend(heaps.iter().filter(alive).map(|heap| held(one_heap(heap))));
                return;
            }
        }
        if !self.hooks.split {
            // Made where it stays: a copy that is put there is read again before it is written.
            parts.extend_from_slice(std::slice::from_ref(position));
            return;
        }
        let whole = datum(position);
        match self.parts(&whole) {
            Ok(found) if found.len() > 1 && found.contains(&whole) => {
                // why: a place is only missing where the file has no such function, and it was just called.
                let place = self.place("split").unwrap_or_default();
                self.failed.note(&whole, Mistake::new(place, "a part is the whole position"));
                parts.push(position.clone());
            }
            Ok(found) => parts.extend(found.into_iter().map(held)),
            Err(mistake) => {
                self.failed.note(&whole, mistake);
                parts.push(position.clone());
            }
        }
    }

    /// Whether neither player has a move in a heap of several numbers, as far as the compiled rules tell.
    fn is_dead(&self, heap: &[Datum]) -> bool {
        let Some(rules) = self.heap_rules.as_ref().filter(|_| heap.len() == self.width) else { return false };
        let number = |item: &Datum| if let Datum::Int(number) = item { Some(*number) } else { None };
        let Some(numbers) = heap.iter().map(number).collect::<Option<Vec<i64>>>() else { return false };
        (0..2).all(|side| {
            let mut moves = false;
            rules.options(side, &numbers, &mut |_| moves = true).is_some() && !moves
        })
    }

    /// The heaps below 64 in which neither player has a move, a bit for each: such a heap is no part of a sum.
    fn dead_heaps(&self) -> u64 {
        *self.dead.get_or_init(|| {
            let Some(numbers) = self.numbers.as_ref().filter(|_| self.width == 1 && !self.hooks.result) else {
                return 0;
            };
            let dead = |heap: &i64| {
                (0..2).all(|side| {
                    let mut moves = false;
                    numbers.options(side, &[*heap], &mut |_| moves = true).is_some() && !moves
                })
            };
            (0..64).filter(dead).fold(0, |all, heap| all | 1 << heap)
        })
    }

    fn canonicalise(&self, position: &mut Held) {
        if self.symmetric
            && !held::sort(position)
            && let Datum::Tuple(numbers) = &*datum(position)
            && !numbers.is_sorted()
        {
            let mut numbers = numbers.to_vec();
            numbers.sort_unstable();
            *position = held(Datum::Tuple(numbers.into()));
        }
        if !self.hooks.images {
            return;
        }
        let whole = datum(position);
        match self.images(&whole) {
            Ok(images) => {
                if let Some(least) = images.into_iter().min().filter(|least| *least < *whole) {
                    *position = held(least);
                }
            }
            Err(mistake) => self.failed.note(&whole, mistake),
        }
    }

    /// The position in which the players have exchanged their moves, where exchanging numbers exchanges the rules.
    fn exchanged(&self, position: &Held) -> Option<Held> {
        let places = self.exchange.as_ref()?;
        let one = |position: &Datum| match position {
            Datum::Tuple(numbers) if numbers.len() == places.len() => {
                Some(Datum::Tuple(places.iter().map(|&place| numbers[place].clone()).collect()))
            }
            _ => None,
        };
        let position = datum(position);
        if !self.heaps {
            return one(&position).map(held);
        }
        let Datum::Tuple(heaps) = &*position else { return None };
        let mut heaps = heaps.iter().map(one).collect::<Option<Vec<_>>>()?;
        heaps.sort_unstable();
        Some(held(Datum::Tuple(heaps.into())))
    }

    pub(crate) fn options(&self, position: &Datum, player: Player, out: &mut Vec<Datum>) -> Result<(), Mistake> {
        if let Some((turn, inner)) = self.seated(position) {
            let mut found = Vec::new();
            self.options_of(inner, 0, &Datum::Int(turn), &mut found)?;
            let next = turn % self.players as i64 + 1;
            out.extend(found.into_iter().map(|option| seat(next, option)));
            return Ok(());
        }
        let side = usize::from(player == Player::Right);
        self.options_of(position, side, &WORDS[side], out)
    }

    /// Who is about to move, counted from 1, and the position that the file speaks of, where there are more than two players.
    pub(crate) fn seated<'a>(&self, position: &'a Datum) -> Option<(i64, &'a Datum)> {
        match position {
            Datum::Tuple(pair) if self.players > 2 => match &pair[..] {
                [Datum::Int(turn), inner] => Some((*turn, inner)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The options of the player of a side whom the file calls `word`.
    fn options_of(&self, position: &Datum, side: usize, word: &Datum, out: &mut Vec<Datum>) -> Result<(), Mistake> {
        let name = self.moves[side].as_str();
        let first = out.len();
        if let Some(mistake) = self.failed.at(position) {
            return Err(mistake);
        }
        let over =
            if self.players > 2 { self.won(position, word)?.is_some() } else { self.result(position, word)?.is_some() };
        if over {
            return Ok(());
        }
        if !self.heaps {
            if !self.number_options(side, position, out) {
                self.with(|functions| functions.list(name, &[position.clone(), word.clone()], out))?;
            }
            return self.tidy(position, out, first, side);
        }
        let Datum::Tuple(heaps) = position else { return Ok(()) };
        // Two moves in different heaps lead to the same position only where one leaves the heap it was made in.
        let mut stays = false;
        for (at, heap) in heaps.iter().enumerate() {
            if at > 0 && heaps[at - 1] == *heap {
                continue;
            }
            if let Some(stayed) = self.quick_heap(side, heaps, at, out) {
                stays |= stayed;
                continue;
            }
            let place = |new: &[Datum]| {
                let mut next: Vec<Datum> = Vec::with_capacity(heaps.len() - 1 + new.len());
                next.extend(heaps[..at].iter().chain(&heaps[at + 1..]).chain(new).cloned());
                next.sort_unstable();
                Datum::Tuple(next.into())
            };
            let mut made = Vec::new();
            self.heap_options(side, heap, word, &mut made)?;
            for new in &made {
                stays |= new.contains(heap);
                out.push(place(new));
            }
        }
        if stays { self.tidy(position, out, first, side) } else { Ok(()) }
    }

    /// Options of one of several heaps by the compiled rules, each made at once; whether one of them leaves a heap as large. `None`
    /// when the longer way must be gone.
    fn quick_heap(&self, side: usize, heaps: &[Datum], at: usize, out: &mut Vec<Datum>) -> Option<bool> {
        let numbers = self.numbers.as_ref().filter(|_| self.width == 1)?;
        let Datum::Int(size) = heaps[at] else { return None };
        // The heaps that options put in the place of this one, one option after the other, and where each ends.
        let (mut flat, mut ends) = (Vec::new(), Vec::new());
        numbers.options(side, &[size], &mut |parts| {
            let start = flat.len();
            flat.extend_from_slice(parts);
            flat[start..].sort_unstable();
            ends.push(flat.len());
        })?;
        if flat.iter().any(|&part| part < 0) {
            return None;
        }
        let option = |number: usize| &flat[if number == 0 { 0 } else { ends[number - 1] }..ends[number]];
        let rising = (1..ends.len()).all(|number| option(number - 1) < option(number));
        let falling = || (1..ends.len()).all(|number| option(number - 1) > option(number));
        let mut repeated = Vec::new();
        if !rising && !falling() {
            let mut order: Vec<usize> = (0..ends.len()).collect();
            order.sort_unstable_by(|&a, &b| option(a).cmp(option(b)).then(a.cmp(&b)));
            repeated = vec![false; ends.len()];
            for pair in order.windows(2) {
                repeated[pair[1]] = option(pair[0]) == option(pair[1]);
            }
        }
        for number in 0..ends.len() {
            if repeated.get(number).is_some_and(|&repeated| repeated) {
                continue;
            }
            let parts = option(number).iter().map(|&part| Datum::Int(part));
            out.push(Datum::Tuple(if heaps.len() == 1 {
                parts.collect()
            } else {
                let mut next: Vec<Datum> = Vec::with_capacity(heaps.len() - 1 + parts.len());
                next.extend(heaps[..at].iter().chain(&heaps[at + 1..]).cloned().chain(parts));
                next.sort_unstable();
                next.into()
            }));
        }
        Some(flat.contains(&size))
    }

    /// What the file's `result` says, when the player of this name is about to move; `None` in the words of the file while the
    /// game goes on.
    fn told_result(&self, position: &Datum, word: &Datum) -> Result<Datum, Mistake> {
        if !self.hooks.result {
            return Ok(Datum::None);
        }
        Ok(match position {
            // A rule about one heap says of all heaps together that the game has ended when it holds for each.
            Datum::Tuple(heaps) if self.heaps => {
                let mut told = Datum::None;
                for heap in heaps.iter() {
                    told = self.hook("result", &[heap.clone(), word.clone()])?;
                    if told == Datum::None {
                        break;
                    }
                }
                told
            }
            _ => self.hook("result", &[position.clone(), word.clone()])?,
        })
    }

    /// Who has won by the file's `result` in a game of more than two players: bit k is player k, counted from 0.
    fn won(&self, position: &Datum, word: &Datum) -> Result<Option<u32>, Mistake> {
        let told = self.told_result(position, word)?;
        let all = (1u32 << self.players) - 1;
        let one = |datum: &Datum| match datum {
            Datum::Int(player) => {
                // why: what is no player is told as a mistake below
                u32::try_from(player.wrapping_sub(1)).ok().filter(|&k| k < self.players as u32).map(|k| 1 << k)
            }
            _ => None,
        };
        let found = match &told {
            Datum::None => return Ok(None),
            Datum::Text(result) => match (Ending::named(result), one(word)) {
                (Some(Ending::Draw), _) => Some(0),
                (Some(Ending::First), mover) => mover,
                (Some(Ending::Second), mover) => mover.map(|mover| all & !mover),
                _ => None,
            },
            Datum::Tuple(players) | Datum::List(players) | Datum::Set(players) => {
                players.iter().map(one).try_fold(0, |all, player| Some(all | player?))
            }
            player => one(player),
        };
        let expected =
            || Text::new("expected None, the number of a player, a list of numbers, \"draw\", \"win\" or \"lose\"");
        found.map(Some).ok_or_else(|| self.unexpected("result", &told, expected(), position))
    }

    /// Who has won a game of more than two players in a position without moves: whom the file names, else whoever moved last.
    pub(crate) fn winners(&self, position: &Datum) -> u32 {
        let Some((turn, inner)) = self.seated(position) else { return 0 };
        // What fails here has failed when the moves were listed, which is told.
        if let Ok(Some(won)) = self.won(inner, &Datum::Int(turn)) {
            return won;
        }
        let before = |turn: i64| (turn - 2).rem_euclid(self.players as i64);
        match self.results.stuck {
            None => 1 << before(turn),
            Some(Ending::First) => 1 << (turn - 1),
            Some(_) => 0,
        }
    }

    /// How the game has ended by the file's `result`, when the player of this name is about to move.
    fn result(&self, position: &Datum, word: &Datum) -> Result<Option<Ending>, Mistake> {
        let told = self.told_result(position, word)?;
        let ending = match &told {
            Datum::None => return Ok(None),
            Datum::Int(score) => Some(Ending::of_score(*score)),
            Datum::Text(word) => Ending::named(word),
            _ => None,
        };
        let expected = || Text::new("expected None, \"left\", \"right\", \"draw\", \"win\", \"lose\" or a score");
        ending.map(Some).ok_or_else(|| self.unexpected("result", &told, expected(), position))
    }

    /// How the game has ended for a player, where the file says so.
    pub(crate) fn ending(&self, position: &Datum, player: Player) -> Option<Ending> {
        let side = usize::from(player == Player::Right);
        let word = &WORDS[side];
        // What fails here has failed when the moves were listed, which is told.
        let Ok(told) = self.result(position, word) else { return None };
        let stuck = || {
            let mut options = Vec::new();
            let listed = self.options(position, player, &mut options);
            self.results.stuck.filter(|_| listed.is_ok() && options.is_empty())
        };
        told.or_else(stuck)
    }

    /// What a move may put in the place of one heap, each once, in increasing order.
    fn heap_options(&self, side: usize, heap: &Datum, word: &Datum, made: &mut Vec<Vec<Datum>>) -> Result<(), Mistake> {
        let whole = heap;
        if let (Some(numbers), Datum::Int(size)) = (&self.numbers, heap) {
            let compiled = numbers.options(side, &[*size], &mut |parts| {
                made.push(parts.iter().map(|&part| Datum::Int(part)).collect());
            });
            if compiled.is_none() {
                made.clear();
                self.interpreted(side, heap, word, made)?;
            }
        } else {
            self.interpreted(side, heap, word, made)?;
        }
        for new in made.iter_mut() {
            new.sort_unstable();
        }
        if let Some(heap) = made.iter().flatten().find(|part| matches!(part, Datum::Int(size) if *size < 0)) {
            let size = if let Datum::Int(size) = whole { vec![*size] } else { Vec::new() };
            let place = self.place_of(side, &size, |made| made.iter().any(|part| *part < 0))?;
            let problem = Text::new("a move leaves a heap of {heap}").with("heap", heap);
            return Err(Mistake::new(place, problem).help("add a condition with `where`"));
        }
        let mut order: Vec<usize> = (0..made.len()).collect();
        order.sort_unstable_by(|&a, &b| made[a].cmp(&made[b]).then(a.cmp(&b)));
        if order.windows(2).any(|pair| made[pair[0]] == made[pair[1]]) {
            let mut repeated = vec![false; made.len()];
            for pair in order.windows(2) {
                repeated[pair[1]] = made[pair[0]] == made[pair[1]];
            }
            let mut at = 0;
            made.retain(|_| {
                at += 1;
                !repeated[at - 1]
            });
        }
        Ok(())
    }

    fn interpreted(&self, side: usize, heap: &Datum, word: &Datum, made: &mut Vec<Vec<Datum>>) -> Result<(), Mistake> {
        let mut found = Vec::new();
        let name = self.moves[side].as_str();
        self.with(|functions| functions.list(name, &[heap.clone(), word.clone()], &mut found))?;
        made.extend(
            found.into_iter().filter_map(|new| if let Datum::Tuple(new) = new { Some(new.to_vec()) } else { None }),
        );
        Ok(())
    }

    /// Options of a position of some numbers by the compiled rules; `false` when the interpreter must be asked.
    fn number_options(&self, side: usize, position: &Datum, out: &mut Vec<Datum>) -> bool {
        let Some(numbers) = &self.numbers else { return false };
        let first = out.len();
        let listed = match position {
            Datum::Int(number) => {
                numbers.options(side, &[*number], &mut |made| out.extend(made.first().map(|&made| Datum::Int(made))))
            }
            Datum::Tuple(items) if items.len() == self.width => {
                let mut values = [0i64; 20];
                for (value, item) in values.iter_mut().zip(items.iter()) {
                    let Datum::Int(item) = item else { return false };
                    *value = *item;
                }
                numbers.options(side, &values[..items.len()], &mut |made| {
                    out.push(Datum::Tuple(made.iter().map(|&made| Datum::Int(made)).collect()));
                })
            }
            _ => None,
        };
        if listed.is_none() {
            out.truncate(first);
        }
        listed.is_some()
    }

    /// The code that heaps are played by, if it is one.
    pub(crate) fn coded(&self) -> Option<&Coded> {
        let plain = self.width == 1 && !self.results.declared && !self.results.endless;
        self.coded.get_or_init(|| self.numbers.as_ref().filter(|_| plain).and_then(Coded::of)).as_ref()
    }

    /// Where the rule stands that has an option of these numbers, else where the moves of a player are told.
    fn place_of(&self, side: usize, numbers: &[i64], wanted: impl Fn(&[i64]) -> bool) -> Result<Place, Mistake> {
        for (rule, place) in self.numbers.iter().flat_map(|rules| rules.side(side)).zip(&self.places[side]) {
            let mut found = false;
            // why: what the compiled rule cannot list is not looked for
            let _ = rule.options(numbers, &mut 0, &mut |made| found |= wanted(made));
            if found {
                return Ok(*place);
            }
        }
        self.place(&self.moves[side])
    }

    /// Options that are listed twice count once; one that is the position itself is a mistake.
    fn tidy(&self, position: &Datum, out: &mut Vec<Datum>, first: usize, side: usize) -> Result<(), Mistake> {
        if out[first..].contains(position) {
            let numbers: Vec<i64> = match position {
                Datum::Int(number) => vec![*number],
                Datum::Tuple(items) if !self.heaps => {
                    items.iter().filter_map(|item| if let Datum::Int(n) = item { Some(*n) } else { None }).collect()
                }
                _ => Vec::new(),
            };
            let place = if numbers.len() == self.width && self.width > 0 {
                self.place_of(side, &numbers, |made| made == numbers)?
            } else {
                self.place(&self.moves[side])?
            };
            return Err(Mistake::new(place, "a move leads back to the position it is made in"));
        }
        if out.len() - first <= 16 {
            let mut kept = first;
            for at in first..out.len() {
                if !out[first..kept].contains(&out[at]) {
                    out.swap(kept, at);
                    kept += 1;
                }
            }
            out.truncate(kept);
        } else {
            let hash = |option: &Datum| rustc_hash::FxBuildHasher.hash_one(option);
            let mut order: Vec<(u64, usize)> = (first..out.len()).map(|at| (hash(&out[at]), at)).collect();
            order.sort_unstable();
            let mut repeated = Vec::new();
            for (number, &(hash, at)) in order.iter().enumerate() {
                let alike = order[..number].iter().rev().take_while(|(other, _)| *other == hash);
                if alike.into_iter().any(|&(_, other)| out[other] == out[at]) {
                    repeated.push(at);
                }
            }
            if !repeated.is_empty() {
                repeated.sort_unstable();
                let mut at = 0;
                out.retain(|_| {
                    at += 1;
                    repeated.binary_search(&(at - 1)).is_err()
                });
            }
        }
        Ok(())
    }

    /// A play that comes back to where it was, as far as one is found.
    pub(crate) fn cycle(&self, start: &Datum, partisan: bool) -> Option<Vec<String>> {
        if self.results.endless {
            return None;
        }
        let sides = if partisan { &Player::BOTH[..] } else { &[Player::Left] };
        let below = |position: &Datum| -> Vec<Datum> {
            let mut options = Vec::new();
            for &player in sides {
                let first = options.len();
                // What cannot be listed is told when it is asked for; here it has no options.
                if self.options(position, player, &mut options).is_err() {
                    options.truncate(first);
                }
            }
            options
        };
        if let Some(play) = self.below_zero(start, below) {
            return Some(play.iter().map(|position| self.written(position)).collect());
        }
        let cycle = match start {
            // Plays with many heaps end exactly where those with one do; of a heap one follows each part it leaves.
            Datum::Tuple(heaps) if self.heaps && self.players == 2 => heaps.iter().find_map(|heap| {
                self.ended.cycle(&one_heap(heap), &|heap| {
                    let parts = below(heap).into_iter().flat_map(|option| match option {
                        Datum::Tuple(parts) => parts.to_vec(),
                        _ => Vec::new(),
                    });
                    parts.map(|part| one_heap(&part)).collect()
                })
            }),
            _ => self.ended.cycle(start, &below),
        };
        cycle.map(|cycle| cycle.iter().map(|position| self.written(position)).collect())
    }

    /// How long a play is that was followed and has not ended, where it is longer than any that could be searched. Nothing is said
    /// of rules that state their values, since nobody plays those to the end.
    pub(crate) fn without_end(&self, start: &Datum, partisan: bool) -> Option<usize> {
        if self.results.endless || self.hooks.nimber || self.hooks.value {
            return None;
        }
        let sides = if partisan { &Player::BOTH[..] } else { &[Player::Left] };
        // Of several heaps, all of which end where each does, the largest is followed.
        let alone = |position: Datum| match &position {
            Datum::Tuple(heaps) if self.heaps && self.players == 2 => {
                heaps.iter().max().map_or(position.clone(), one_heap)
            }
            _ => position,
        };
        let mut position = alone(start.clone());
        let (mut bytes, mut listed) = (0, 0);
        for count in 1..=FOLLOWED {
            // What cannot be listed is told when it is asked for.
            let next = sides.iter().find_map(|&player| {
                let mut options = Vec::new();
                let found = self.options(&position, player, &mut options);
                listed += options.len();
                options.into_iter().next().filter(|_| found.is_ok())
            });
            position = alone(next?);
            bytes += position.bytes();
            if bytes > MOST_FOLLOWED_BYTES {
                return Some(count);
            }
            // Nothing is said of plays that take too long to follow.
            if listed > MOST_OPTIONS {
                return None;
            }
        }
        Some(FOLLOWED)
    }

    /// The beginning of a play of rules about numbers that goes down for ever, because no condition stops it at zero.
    fn below_zero(&self, start: &Datum, below: impl Fn(&Datum) -> Vec<Datum>) -> Option<Vec<Datum>> {
        let least = |position: &Datum| match position {
            Datum::Int(number) => Some(*number),
            Datum::Tuple(numbers) => {
                numbers.iter().filter_map(|n| if let Datum::Int(n) = n { Some(*n) } else { None }).min()
            }
            _ => None,
        };
        if self.numbers.is_none() || self.heaps || least(start)? < 0 {
            return None;
        }
        let mut position = start.clone();
        let mut shown = vec![start.clone()];
        let mut deep = 0;
        for _ in 0..LONGEST_PLAY {
            position = below(&position).into_iter().min_by_key(|option| least(option))?;
            if least(&position)? < 0 {
                deep += 1;
            }
            if shown.len() < 4 || (1..4).contains(&deep) {
                shown.push(position.clone());
            }
            if deep > MOST_BELOW_ZERO {
                return Some(shown);
            }
        }
        None
    }

    fn hook(&self, name: &str, arguments: &[Datum]) -> Result<Datum, Mistake> {
        self.with(|functions| functions.call(name, arguments)).map_err(|mistake| match arguments.first() {
            Some(position) => mistake.at_position(position),
            None => mistake,
        })
    }

    fn listed(&self, name: &str, position: &Datum) -> Result<Vec<Datum>, Mistake> {
        let mut found = Vec::new();
        self.with(|functions| functions.list(name, std::slice::from_ref(position), &mut found))
            .map_err(|mistake| mistake.at_position(position))?;
        Ok(found)
    }

    /// The parts by the file's own `split`.
    pub(crate) fn parts(&self, position: &Datum) -> Result<Vec<Datum>, Mistake> {
        self.listed("split", position)
    }

    pub(crate) fn images(&self, position: &Datum) -> Result<Vec<Datum>, Mistake> {
        self.listed("images", position)
    }

    /// What the file states about a position, `None` where it says nothing.
    pub(crate) fn stated_nimber(&self, position: &Datum) -> Result<Option<u64>, Mistake> {
        let stated = self.hook("nimber", std::slice::from_ref(position))?;
        let number = match &stated {
            Datum::None => return Ok(None),
            Datum::Int(number) => u64::try_from(*number),
            _ => u64::try_from(-1i64),
        };
        match number {
            Ok(number) => Ok(Some(number)),
            Err(_) => {
                Err(self.unexpected("nimber", &stated, Text::new("expected a nimber such as 0, or None"), position))
            }
        }
    }

    /// The value that the file states, as it is written; `None` where it says nothing.
    pub(crate) fn stated_value(&self, position: &Datum) -> Result<Option<String>, Mistake> {
        match self.hook("value", std::slice::from_ref(position))? {
            Datum::None => Ok(None),
            stated => Ok(Some(stated.to_string())),
        }
    }

    /// The mistake of a text that the file states as a value and that is not one.
    pub(crate) fn not_a_value(&self, text: String, position: &Datum) -> Mistake {
        let expected = Text::new("expected a value such as 1/2, or None");
        self.unexpected("value", &Datum::Text(text.into()), expected, position)
    }

    /// Compares what the file states about a position, or about its parts, with the moves.
    pub(crate) fn compare_statements(&self, position: &Datum, partisan: bool) -> Result<(), Mistake> {
        let stating = if partisan { self.hooks.value } else { self.hooks.nimber };
        if !stating || self.results.declared || self.results.endless {
            return Ok(());
        }
        let mut parts = vec![position.clone()];
        match position {
            Datum::Tuple(heaps) if self.heaps => parts.extend(heaps.iter().map(one_heap)),
            _ if self.hooks.split => parts.extend(self.parts(position)?),
            _ => {}
        }
        for part in &parts {
            if partisan {
                self.values.compare(self, part)?;
            } else {
                self.nimbers.compare(self, part)?;
            }
        }
        Ok(())
    }

    /// Where the file tells the moves.
    pub(crate) fn told_at(&self) -> Result<Place, Mistake> {
        let rule = self.places.iter().flatten().next();
        rule.map_or_else(|| self.place(&self.moves[0]), |place| Ok(*place))
    }

    /// Where a function of the file stands.
    pub(crate) fn place(&self, name: &str) -> Result<Place, Mistake> {
        self.with(|functions| Ok(functions.place(name)))
    }

    /// A function of the file that gave something else than it should.
    fn unexpected(&self, name: &str, found: &Datum, expected: Text, position: &Datum) -> Mistake {
        // why: a place is only missing where the file has no such function, and it was just called.
        let place = self.place(name).unwrap_or_default();
        let shown: String = found.to_string().chars().take(60).collect();
        let problem = Text::new("`{name}` gave {found}").with("name", name).with("found", shown);
        Mistake::new(place, problem).help(expected).at_position(self.plainly(position))
    }

    /// A text that a function of the file gives.
    fn told(&self, name: &str, arguments: &[Datum]) -> Result<String, Mistake> {
        match self.hook(name, arguments)? {
            Datum::Text(text) => Ok(text.to_string()),
            other => Err(self.unexpected(name, &other, Text::new("expected a string"), &arguments[0])),
        }
    }

    /// Lists the moves of a position, and asks `write` and `label` about it and its options, which cannot tell later that they
    /// fail.
    pub(crate) fn try_out(&self, position: &Datum, partisan: bool) -> Result<(), Mistake> {
        let own = |position: &Datum| self.seated(position).map_or_else(|| position.clone(), |(_, inner)| inner.clone());
        if self.hooks.write {
            self.told("write", &[own(position)])?;
        }
        for player in Player::BOTH.into_iter().take(if partisan { 2 } else { 1 }) {
            let mut options = Vec::new();
            self.options(position, player, &mut options)
                .map_err(|mistake| mistake.at_position(self.plainly(position)))?;
            for option in options.iter().take(MOST_TRIED) {
                if self.hooks.label {
                    self.told("label", &[own(position), own(option)])?;
                }
                if self.hooks.write {
                    self.told("write", &[own(option)])?;
                }
            }
        }
        Ok(())
    }

    /// Whether these are heaps too large to list their moves, whose code is known: every play with them ends.
    pub(crate) fn large_by_code(&self, position: &Datum) -> bool {
        let heaps = match position {
            Datum::Tuple(heaps) if self.heaps => sizes(heaps),
            Datum::Int(_) if !self.heaps => sizes(std::slice::from_ref(position)),
            _ => None,
        };
        heaps.is_some_and(|heaps| heaps.iter().any(|&heap| heap > LISTED)) && self.coded().is_some()
    }

    /// A mistake that was found while a position was read.
    pub(crate) fn shown(&self, mistake: &Mistake, input: &Input<'_>) -> ParseError {
        let mut error = input.position_error(mistake.text());
        error.place = Some(format!("{}:{}", self.page.name, mistake.place));
        error
    }

    /// Whether a position has the numbers that rules about numbers speak of.
    fn has_numbers(&self, position: &Datum) -> bool {
        let number = |datum: &Datum| match datum {
            // No heap has less than nothing.
            Datum::Int(number) => *number >= 0 || !self.heaps,
            Datum::Big(number) => number.sign() != Sign::Minus || !self.heaps,
            _ => false,
        };
        match position {
            _ if self.width == 0 => true,
            Datum::Tuple(all) if !self.heaps => self.width > 1 && all.len() == self.width && all.iter().all(number),
            Datum::Tuple(heaps) if self.width == 1 => heaps.iter().all(number),
            Datum::Tuple(_) => true,
            one => self.width == 1 && number(one),
        }
    }

    /// Reads a position, with more than two players and `@2` behind it where player 2 is about to move.
    pub(crate) fn read(&self, input: &Input<'_>) -> Result<Datum, ParseError> {
        if self.players == 2 {
            return self.read_plain(input);
        }
        let (text, offset) = input.position;
        let turn = text.rsplit_once('@').filter(|(before, turn)| {
            !before.is_empty() && !turn.is_empty() && turn.chars().all(|c| c.is_ascii_digit())
        });
        let Some((before, turn)) = turn else { return Ok(seat(1, self.read_plain(input)?)) };
        // why: what is no number of a player is told as a mistake.
        let number = turn.parse().ok().filter(|turn| (1..=self.players as i64).contains(turn)).ok_or_else(|| {
            let problem = Text::new("there is no player {player}").with("player", turn);
            input.error(before.len() + 1, turn.len(), problem)
        })?;
        Ok(seat(number, self.read_plain(&Input { position: (before, offset), ..*input })?))
    }

    /// Reads a position: by the file's own `read`, else as a number or tuple, else as a string.
    fn read_plain(&self, input: &Input<'_>) -> Result<Datum, ParseError> {
        let text = input.position.0;
        let wrong = |mistake: Mistake| self.shown(&mistake, input);
        if text.is_empty() {
            return Err(input.position_error("the position is empty"));
        }
        let mut position = if self.hooks.read {
            self.hook("read", &[Datum::Text(text.into())]).map_err(wrong)?
        } else {
            literal(text)
        };
        if self.graph && position == Datum::None {
            position = named_graph(input)?;
        }
        if position == Datum::None || !self.has_numbers(&position) {
            return Err(input
                .position_error("this is not a position of these rules")
                .help(Text::known(self.page.notation)));
        }
        if !self.heaps {
            return Ok(position);
        }
        let is_one =
            |heap: &[Datum]| heap.len() == self.width && !heap.iter().any(|item| matches!(item, Datum::Tuple(_)));
        let mut heaps = match position {
            // A heap of several numbers may be written without further brackets.
            Datum::Tuple(heap) if self.width > 1 && is_one(&heap) => vec![Datum::Tuple(heap)],
            Datum::Tuple(heaps) => heaps.to_vec(),
            one => vec![one],
        };
        heaps.sort_unstable();
        Ok(Datum::Tuple(heaps.into()))
    }

    pub(crate) fn written(&self, position: &Datum) -> String {
        match self.seated(position) {
            None => self.written_plainly(position),
            Some((1, inner)) => self.written_plainly(inner),
            Some((turn, inner)) => format!("{}@{turn}", self.written_plainly(inner)),
        }
    }

    /// A position without the turn.
    fn written_plainly(&self, position: &Datum) -> String {
        if self.hooks.write
            && let Ok(text) = self.told("write", std::slice::from_ref(position))
        {
            return text;
        }
        self.plainly(position)
    }

    /// A position without the file's own `write`.
    fn plainly(&self, position: &Datum) -> String {
        match position {
            Datum::Tuple(items) if self.heaps && items.len() == 1 => items[0].to_string(),
            Datum::Tuple(items) if items.len() > 1 => {
                let text = position.to_string();
                text[1..text.len() - 1].to_owned()
            }
            // A string that would be read as something else, or as nothing, is written in quotes.
            Datum::Text(text) if !self.hooks.read && (text.is_empty() || literal(text) != *position) => {
                format!("'{text}'")
            }
            other => other.to_string(),
        }
    }
}

/// Some heaps in the place of one of several, in order, and how many there are then; `None` where they are too many or
/// one has less than nothing.
#[inline]
fn replaced(heaps: &[i64], at: usize, parts: &[i64]) -> Option<([i64; held::MOST], usize)> {
    let count = heaps.len() - 1 + parts.len();
    let mut next = [0; held::MOST];
    next.get_mut(..at)?.copy_from_slice(&heaps[..at]);
    next.get_mut(at..heaps.len() - 1)?.copy_from_slice(&heaps[at + 1..]);
    next.get_mut(heaps.len() - 1..count)?.copy_from_slice(parts);
    next[..count].sort_unstable();
    (next[0] >= 0 || count == 0).then_some((next, count))
}

/// The position that is one heap.
fn one_heap(heap: &Datum) -> Datum {
    Datum::Tuple([heap.clone()].into())
}

/// A position of a game of more than two players.
fn seat(turn: i64, position: Datum) -> Datum {
    Datum::Tuple([Datum::Int(turn), position].into())
}

/// A graph that the catalogue of graphs knows: a name, graph6 or a file.
fn named_graph(input: &Input<'_>) -> Result<Datum, ParseError> {
    let load = |path: &str| input.files.read(path).map_err(|error| error.0);
    let reading = Budget::new(grundy_budget::Limits { memory: Some(input.files.most()), ..Default::default() });
    let named = parse_graph_argument(input.position.0, load, &reading)
        .map_err(|error| input.position_error(error.problem()).help(error.help()))?;
    if named.graph.order() > graph::MOST_VERTICES {
        let problem = Text::new("the graph has more than {most} vertices").with("most", graph::MOST_VERTICES);
        return Err(input.position_error(problem));
    }
    Ok(graph::position(&named.graph))
}

/// The value that a text writes: numbers, strings in quotes, tuples and lists of them; anything else is a string itself.
pub(crate) fn literal(text: &str) -> Datum {
    let limits = Limits { steps: 100_000, bytes: 1_000_000, depth: 10 };
    let safe = text.chars().all(|c| c.is_ascii_digit() || "-+,()[]{}'\" :_".contains(c) || c.is_alphabetic());
    let numeric =
        text.starts_with(|c: char| c.is_ascii_digit() || "-([{'\"".contains(c)) || text.starts_with("frozenset([");
    if safe && numeric {
        let script = Script::read(&format!("value = ({text}\n)"));
        if let Ok(value) = script.and_then(|script| script.global("value", limits)) {
            return value;
        }
    }
    Datum::Text(text.into())
}

/// A game of functions, `PARTISAN` or not.
#[derive(Clone, Debug)]
pub(crate) struct FunctionGame<const PARTISAN: bool>(pub Arc<FunctionRules>);

impl<const PARTISAN: bool> PartialEq for FunctionGame<PARTISAN> {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl<const PARTISAN: bool> FunctionGame<PARTISAN> {
    /// What the file states about a position; that a statement fails is told when the moves are listed.
    fn stated(&self, position: &Datum) -> Option<u64> {
        if PARTISAN || !self.0.hooks.nimber {
            return None;
        }
        match self.0.stated_nimber(position) {
            Ok(nimber) => nimber,
            Err(mistake) => {
                self.0.failed.note(position, mistake);
                None
            }
        }
    }

    /// The value that the file states, as it is written.
    fn stated_value(&self, position: &Datum) -> Option<String> {
        if !PARTISAN || !self.0.hooks.value {
            return None;
        }
        match self.0.stated_value(position) {
            Ok(stated) => stated,
            Err(mistake) => {
                self.0.failed.note(position, mistake);
                None
            }
        }
    }

    /// What the file states about a position, with how far it was compared; a statement that is wrong is told when the moves are
    /// listed.
    fn compared(&self, position: &Datum, stated: Text) -> Option<Text> {
        let rules = &self.0;
        let compared =
            if PARTISAN { rules.values.compare(rules, position) } else { rules.nimbers.compare(rules, position) };
        match compared {
            Ok(compared) => Some(compared.reason(stated)),
            Err(mistake) => {
                rules.failed.note(position, mistake);
                None
            }
        }
    }

    /// The heaps after a move that puts some others in the place of one.
    fn after(&self, heaps: &[u64], index: usize, left: &[u64]) -> Datum {
        let number = |&heap: &u64| Datum::Int(heap as i64);
        if !self.0.heaps {
            return left.first().map_or(Datum::Int(0), number);
        }
        let others = heaps[..index].iter().chain(&heaps[index + 1..]);
        let mut next: Vec<Datum> = others.chain(left).map(number).collect();
        next.sort_unstable();
        Datum::Tuple(next.into())
    }

    /// The heaps of a position, which is one itself where rules are about a number.
    fn heaps_of<'a>(&self, position: &'a Datum) -> &'a [Datum] {
        match position {
            Datum::Tuple(heaps) if self.0.heaps => heaps,
            _ => std::slice::from_ref(position),
        }
    }

    /// The sizes of the heaps, where they are numbers.
    fn sizes(&self, position: &Datum) -> Option<Vec<u64>> {
        sizes(self.heaps_of(position))
    }
}

impl<const PARTISAN: bool> FunctionGame<PARTISAN> {
    /// Heaps as stacks, on which one clicks what is left of a heap; only where every move makes one heap smaller, so that every
    /// move can be made so.
    fn heaps_picture(&self, position: &Held) -> Option<Picture> {
        let heaps = self.sizes(&datum(position)).filter(|heaps| heaps.iter().all(|&heap| heap <= MOST_DRAWN))?;
        let mut options = Vec::new();
        for player in Player::BOTH.into_iter().take(if PARTISAN { 2 } else { 1 }) {
            options.extend(self.offered(position, player));
        }
        let mut offered = 0;
        let mut stacks = Vec::new();
        for (index, &size) in heaps.iter().enumerate() {
            let mut stack = Heap::new(size);
            for rest in 0..size {
                let after = held_move(self.after(&heaps, index, &[rest]));
                let plays = options.iter().filter(|option| **option == after).count();
                // Of equal heaps one stands for all.
                offered += if heaps[..index].contains(&size) { 0 } else { plays };
                if plays > 0 {
                    stack = stack.plays(rest, self.label(position, &after));
                }
            }
            stacks.push(stack);
        }
        let sizes: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let told = Text::new("Heaps of {sizes}.").with("sizes", sizes.join(", "));
        (offered == options.len()).then(|| Heaps::new(stacks).picture(self.text(position), told))
    }
}

impl<const PARTISAN: bool> Rules for FunctionGame<PARTISAN> {
    type Position = Held;
    type Move = HeldMove;
    const KIND: Kind = if PARTISAN { Kind::Partisan } else { Kind::Impartial };

    const DRAWS: Draws = Draws::Perhaps;

    fn moves(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        self.0.held_options(position, player, moves)
    }

    fn ends(&self) -> bool {
        !self.0.results.endless
    }

    /// Plays are followed, but not all of them, and not for ever.
    fn surely_ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        self.0.results.declared
    }

    fn ending(&self, position: &Held, player: Player) -> Option<Outcome> {
        self.0.ending(&datum(position), player).map(Ending::outcome)
    }

    fn players(&self) -> usize {
        self.0.players
    }

    fn turn(&self, position: &Held) -> usize {
        self.0.seated(&datum(position)).map_or(0, |(turn, _)| (turn - 1) as usize)
    }

    fn started_by(&self, position: &Held, player: usize) -> Held {
        match self.0.seated(&datum(position)) {
            Some((_, inner)) => held(seat(player as i64 + 1, inner.clone())),
            None => position.clone(),
        }
    }

    fn winners(&self, position: &Held) -> u32 {
        self.0.winners(&datum(position))
    }

    fn play(&self, position: &mut Held, played: &HeldMove) {
        if !position.follow(played) {
            *position = led_to(played);
        }
    }

    fn split(&self, position: &Held, parts: &mut Vec<Held>) {
        self.0.split(position, parts);
    }

    fn canonicalise(&self, position: &mut Held) {
        self.0.canonicalise(position);
    }

    fn theorem(&self, position: &Held, play: Play) -> Option<Theorem<HeldMove>> {
        if play != Play::Normal {
            return None;
        }
        let position = datum(position);
        let nimber = self.stated(&position)?;
        let reason = Text::new("the file states the nimber {nimber}").with("nimber", nimber);
        let reason = self.compared(&position, reason)?;
        Some(Theorem { known: Known::Nimber(nimber), reason, winning: None })
    }

    /// Heaps whose rule is a code in disguise have the nimbers of its sequence.
    fn own_method(&self, position: &Held, play: Play, budget: &Budget) -> Result<Option<Theorem<HeldMove>>, Exhausted> {
        if PARTISAN || play != Play::Normal {
            return Ok(None);
        }
        let Some(heaps) = self.sizes(&datum(position)) else { return Ok(None) };
        let Some(coded) = self.0.coded() else { return Ok(None) };
        let Some((sum, mut reason)) = coded.nimber(&heaps, budget)? else { return Ok(None) };
        let moved = |found: Vec<(usize, Vec<u64>)>| {
            found.iter().map(|(at, left)| held_move(self.after(&heaps, *at, left))).collect()
        };
        let numbers = self.0.numbers.as_ref();
        let winning = if sum == 0 {
            Some(Vec::new())
        } else if heaps.iter().all(|&heap| heap <= LISTED) {
            numbers.and_then(|numbers| coded.winning(numbers, &heaps, sum)).map(moved)
        } else {
            let parts = numbers.iter().flat_map(|numbers| numbers.side(0)).map(|rule| rule.result.len()).max();
            reason = Text::new("{reason}; of a heap this large only some winning moves are listed")
                .with_text("reason", reason);
            coded.some_winning(&heaps, sum, parts.unwrap_or(1)).map(moved)
        };
        Ok(Some(Theorem { known: Known::Nimber(sum), reason, winning }))
    }

    fn position_bytes(&self, position: &Held) -> usize {
        position.get::<Datum>().map_or(0, |position| size_of::<Datum>() + position.bytes())
    }
}

impl<const PARTISAN: bool> ImpartialHints for FunctionGame<PARTISAN> {
    /// Where rules leave more heaps or fewer, those that leave more come first: such heaps are smaller, and sooner known.
    fn search_moves(&self, position: &Held, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        let first = moves.len();
        self.moves(position, Player::Left, moves)?;
        let Some(numbers) = self.0.numbers.as_ref().filter(|_| self.0.heaps) else { return Ok(()) };
        let (mut fewest, mut most) = (usize::MAX, 0);
        for rule in numbers.side(0) {
            (fewest, most) = (fewest.min(rule.result.len()), most.max(rule.result.len()));
        }
        if fewest < most {
            let others = self.heaps_of(&datum(position)).len().saturating_sub(1);
            let few = |option: &HeldMove| held::heaps(option) <= others + fewest;
            let (few, many): (Vec<_>, Vec<_>) = moves.drain(first..).partition(few);
            moves.extend(many);
            moves.extend(few);
        }
        Ok(())
    }

    fn closed_form(&self, position: &Held) -> Option<u64> {
        if let Some(Some(coded)) = self.0.coded.get()
            && let Some(nimber) = self.sizes(&datum(position)).and_then(|heaps| coded.known(&heaps))
        {
            return Some(nimber);
        }
        if self.0.hooks.nimber { self.stated(&datum(position)) } else { None }
    }
}

impl<const PARTISAN: bool> PartisanHints for FunctionGame<PARTISAN> {
    fn canonicalise_up_to_sign(&self, position: &mut Held) -> bool {
        self.canonicalise(position);
        let Some(mut image) = self.0.exchanged(position) else { return false };
        self.canonicalise(&mut image);
        let negative = *datum(&image) < *datum(position);
        if negative {
            *position = image;
        }
        negative
    }

    fn negate(&self, position: &mut Held) -> bool {
        if !PARTISAN {
            return true;
        }
        self.0.exchanged(position).map(|image| *position = image).is_some()
    }

    /// What the file states; that a statement fails is told when the moves are listed.
    fn closed_value(&self, position: &Held, store: &mut Store) -> Result<Option<Value>, ValueError> {
        if !self.0.hooks.value {
            return Ok(None);
        }
        let position = &*datum(position);
        let Some(text) = self.stated_value(position) else { return Ok(None) };
        match store.parse(&text) {
            Ok(value) => Ok(Some(value)),
            Err(ValueError::Exhausted(exhausted)) => Err(ValueError::Exhausted(exhausted)),
            Err(_) => {
                self.0.failed.note(position, self.0.not_a_value(text, position));
                Ok(None)
            }
        }
    }

    fn value_theorem(&self, position: &Held) -> Option<Text> {
        let position = &*datum(position);
        let value = self.stated_value(position)?;
        self.compared(position, Text::new("the file states the value {value}").with("value", value))
    }
}

impl<const PARTISAN: bool> Game for FunctionGame<PARTISAN> {
    const INFO: Info = NO_INFO;

    fn page(&self) -> Page<'_> {
        self.0.page
    }

    fn read(input: &Input<'_>) -> Result<(Self, Held), ParseError> {
        Err(input.position_error("these rules are read from a file"))
    }

    fn arguments(&self) -> Option<String> {
        self.0.arguments.clone()
    }

    fn write(&self, position: &Held) -> String {
        self.0.written(&datum(position))
    }

    fn label(&self, position: &Held, played: &HeldMove) -> String {
        let (position, played) = (datum(position), datum_of_move(played));
        let [position, played] = [&*position, &*played].map(|one| self.0.seated(one).map_or(one, |(_, inner)| inner));
        if self.0.hooks.label
            && let Ok(label) = self.0.told("label", &[position.clone(), played.clone()])
        {
            return label;
        }
        format!("to {}", self.0.written_plainly(played))
    }

    fn picture(&self, position: &Held) -> Picture {
        self.heaps_picture(position).unwrap_or_else(|| picture_of_buttons(self, position))
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}
