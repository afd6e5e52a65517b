//! Who wins an impartial game under misère play, with small components replaced by their canonical forms.
//!
//! A sum is kept as its large components and one canonical form for all small ones together, wherever these lie and whatever they
//! look like: what nimbers do under normal play. A single vertex with another one is nothing again, for instance, and so
//! is a path of four vertices in Node Kayles.

use crate::listing::list_for_search;
use crate::table::{Table, sort_by_hash};
use crate::{Settings, Stop};
use grundy_budget::{Budget, Meter, pulse};
use grundy_game::ImpartialHints;
use rustc_hash::FxHashMap;

/// Canonical forms of impartial games under misère play.
///
/// A game G simplifies to K when every option of K is an option of G, and every other option of G has K for an option; where
/// K has no options, G must moreover be won by the player about to move. Games to which no more such K exist are equal only
/// when they are alike (J. H. Conway, On Numbers and Games, chapter 12).
struct Forms {
    /// The options of each, ascending; number 0 has none.
    options: Vec<Box<[u32]>>,
    /// Whether the player about to move wins.
    wins: Vec<bool>,
    /// The length of the longest play.
    ranks: Vec<u32>,
    /// Lists of options, simplified or not.
    known: FxHashMap<Box<[u32]>, u32>,
    sums: FxHashMap<(u32, u32), u32>,
    budget: Budget,
    held: u64,
}

impl Forms {
    fn new(budget: &Budget) -> Self {
        let known = FxHashMap::from_iter([(Box::default(), 0)]);
        let (options, wins, ranks) = (vec![Box::default()], vec![true], vec![0]);
        Self { options, wins, ranks, known, sums: FxHashMap::default(), budget: budget.clone(), held: 0 }
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.budget.reserve(bytes as u64)?;
        self.held += bytes as u64;
        Ok(())
    }

    /// The form with these options.
    fn make(&mut self, mut options: Vec<u32>) -> Result<u32, Stop> {
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.known.get(&*options) {
            return Ok(form);
        }
        let wins = options.iter().any(|&option| !self.wins[option as usize]);
        let form = if let Some(simpler) = self.simpler(&options, wins) {
            simpler
        } else {
            let rank = options.iter().fold(0, |rank, &option| rank.max(self.ranks[option as usize] + 1));
            self.options.push(options.clone().into_boxed_slice());
            self.wins.push(wins);
            self.ranks.push(rank);
            self.options.len() as u32 - 1
        };
        self.hold(8 * options.len() + 96)?;
        self.known.insert(options.into_boxed_slice(), form);
        Ok(form)
    }

    /// The form to which a game with these options simplifies, if any.
    fn simpler(&self, options: &[u32], wins: bool) -> Option<u32> {
        let has = |list: &[u32], form: u32| list.binary_search(&form).is_ok();
        let mut candidates: Vec<u32> =
            options.iter().flat_map(|&option| self.options[option as usize].iter().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|&simpler| {
            let kept = &self.options[simpler as usize];
            (wins || !kept.is_empty())
                && kept.iter().all(|&option| has(options, option))
                && options.iter().all(|&option| has(kept, option) || has(&self.options[option as usize], simpler))
        })
    }

    fn add(&mut self, a: u32, b: u32) -> Result<u32, Stop> {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 {
            return Ok(b);
        }
        if let Some(&sum) = self.sums.get(&(a, b)) {
            return Ok(sum);
        }
        let mut options = Vec::new();
        for option in self.options[a as usize].clone() {
            options.push(self.add(option, b)?);
        }
        for option in self.options[b as usize].clone() {
            options.push(self.add(a, option)?);
        }
        let sum = self.make(options)?;
        self.hold(24)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }
}

impl Drop for Forms {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// Forms of longer plays than this are not made by adding small components up: all sums on the way would be.
const LONGEST: u32 = 12;

/// Large components in the order of their hashes, and the form of the rest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State<P> {
    parts: Parts<P>,
    form: u32,
}

/// Mostly there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Parts<P> {
    One(P),
    Several(Vec<P>),
}

impl<P> Parts<P> {
    fn list(&self) -> &[P] {
        match self {
            Self::One(part) => std::slice::from_ref(part),
            Self::Several(parts) => parts,
        }
    }
}

struct Frame<P> {
    state: State<P>,
    first: usize,
    next: usize,
}

/// A search that decides whether the player about to move wins, and remembers the sums it has met, as far as its memory
/// goes.
pub struct MisereSearch<'a, R: ImpartialHints> {
    rules: &'a R,
    forms: Forms,
    /// The forms of small components.
    small: FxHashMap<R::Position, u32>,
    table: Table<State<R::Position>>,
    meter: Meter,
    /// Options of the sums on the stack with their weights.
    options: Vec<(usize, State<R::Position>)>,
    budget: Budget,
    held: u64,
}

/// What trying an option takes at most, as a rule, in steps: large boards are split into components.
const TRIED: u64 = 32;

const WON: u16 = 1;
const LOST: u16 = 2;

impl<'a, R: ImpartialHints> MisereSearch<'a, R> {
    /// A search with an empty table.
    pub fn new(rules: &'a R, settings: &Settings) -> Self {
        let budget = &settings.budget;
        Self {
            rules,
            forms: Forms::new(budget),
            small: FxHashMap::default(),
            table: Table::new(budget),
            meter: budget.meter(),
            options: Vec::new(),
            budget: budget.clone(),
            held: 0,
        }
    }

    /// Whether the player about to move in `position` wins.
    pub fn wins(&mut self, position: &R::Position) -> Result<bool, Stop> {
        let mut parts = Vec::new();
        self.rules.split(position, &mut parts);
        let root = self.state(parts, &[], 0)?;
        if let Some(known) = self.known(&root) {
            return Ok(known);
        }
        self.options.clear();
        let mut stack = vec![self.open(root)?];
        let mut answer = None;
        while let Some(mut frame) = stack.pop() {
            match self.advance(&mut frame, answer.take()) {
                Ok(wins) => {
                    self.options.truncate(frame.first);
                    self.remember(&frame.state, wins)?;
                    answer = Some(wins);
                }
                Err(option) => {
                    let opened = self.open(option)?;
                    stack.push(frame);
                    stack.push(opened);
                }
            }
        }
        self.meter.settle();
        answer.ok_or_else(Stop::contradiction)
    }

    /// Goes on with a sum after `answer` came back from the option it waited for: whether the player wins, or the next
    /// option to search.
    fn advance(&mut self, frame: &mut Frame<R::Position>, answer: Option<bool>) -> Result<bool, State<R::Position>> {
        if answer == Some(false) || frame.first == self.options.len() {
            return Ok(true);
        }
        if frame.next == frame.first && self.options[frame.first..].iter().any(|(_, to)| self.known(to) == Some(false))
        {
            return Ok(true);
        }
        while let Some((_, option)) = self.options.get(frame.next) {
            frame.next += 1;
            match self.known(option) {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => return Err(option.clone()),
            }
        }
        Ok(false)
    }

    /// Lists the options of a sum, the lightest first.
    fn open(&mut self, state: State<R::Position>) -> Result<Frame<R::Position>, Stop> {
        self.meter.step()?;
        let first = self.options.len();
        let parts = state.parts.list();
        let mut moves = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 && parts[at - 1] == *part {
                continue;
            }
            moves.clear();
            list_for_search(self.rules, part, &self.budget, &mut moves)?;
            for played in &moves {
                pulse(TRIED);
                let pieces = self.pieces_after(part, played);
                let others = [&parts[..at], &parts[at + 1..]];
                let option = self.state(pieces, &others, state.form)?;
                self.push(option)?;
            }
        }
        for form in self.forms.options[state.form as usize].clone() {
            let option = self.state(Vec::new(), &[parts], form)?;
            self.push(option)?;
        }
        self.options[first..].sort_by_key(|(weight, _)| *weight);
        Ok(Frame { state, first, next: first })
    }

    fn push(&mut self, option: State<R::Position>) -> Result<(), Stop> {
        let weights = option.parts.list().iter().map(|part| self.rules.weight(part));
        let weight = weights.fold(0, usize::saturating_add);
        if self.options.len() == self.options.capacity() {
            let more = self.options.capacity().max(64);
            let bytes = (more * size_of::<(usize, State<R::Position>)>()) as u64;
            self.budget.reserve(bytes)?;
            self.held += bytes;
            self.options.reserve_exact(more);
        }
        self.options.push((weight, option));
        Ok(())
    }

    fn pieces_after(&self, part: &R::Position, played: &R::Move) -> Vec<R::Position> {
        let mut option = part.clone();
        self.rules.play(&mut option, played);
        let mut pieces = Vec::new();
        self.rules.split_option(part, played, &option, &mut pieces);
        pieces
    }

    /// The sum of new pieces, other components and a form.
    fn state(
        &mut self,
        mut pieces: Vec<R::Position>,
        others: &[&[R::Position]],
        mut form: u32,
    ) -> Result<State<R::Position>, Stop> {
        pieces.iter_mut().for_each(|piece| self.rules.canonicalise(piece));
        pieces.extend(others.iter().flat_map(|parts| parts.iter().cloned()));
        let mut large = Vec::new();
        for piece in pieces {
            if self.rules.weight(&piece) <= R::LIGHT_UNDER_MISERE {
                let own = self.form(&piece)?;
                if self.forms.ranks[form as usize] + self.forms.ranks[own as usize] <= LONGEST {
                    form = self.forms.add(form, own)?;
                    continue;
                }
            }
            large.push(piece);
        }
        let parts = if large.len() == 1
            && let Some(only) = large.pop()
        {
            Parts::One(only)
        } else {
            sort_by_hash(&mut large);
            Parts::Several(large)
        };
        Ok(State { parts, form })
    }

    /// The form of a small component; small ones have short plays.
    fn form(&mut self, part: &R::Position) -> Result<u32, Stop> {
        if let Some(&form) = self.small.get(part) {
            return Ok(form);
        }
        self.meter.step()?;
        let mut moves = Vec::new();
        list_for_search(self.rules, part, &self.budget, &mut moves)?;
        let mut options = Vec::with_capacity(moves.len());
        for played in &moves {
            let mut sum = 0;
            for mut piece in self.pieces_after(part, played) {
                self.rules.canonicalise(&mut piece);
                let own = self.form(&piece)?;
                sum = self.forms.add(sum, own)?;
            }
            options.push(sum);
        }
        let form = self.forms.make(options)?;
        let bytes = (2 * self.rules.position_bytes(part) + 16) as u64;
        self.budget.reserve(bytes)?;
        self.held += bytes;
        self.small.insert(part.clone(), form);
        Ok(form)
    }

    fn known(&self, state: &State<R::Position>) -> Option<bool> {
        if state.parts.list().is_empty() {
            return Some(self.forms.wins[state.form as usize]);
        }
        match self.table.get(state) {
            0 => None,
            note => Some(note == WON),
        }
    }

    fn remember(&mut self, state: &State<R::Position>, wins: bool) -> Result<(), Stop> {
        let inside = size_of::<State<R::Position>>() - size_of::<R::Position>();
        let outside: usize = state.parts.list().iter().map(|part| self.rules.position_bytes(part)).sum();
        self.table.put(state, inside + outside, if wins { WON } else { LOST }, |_, new| new)
    }
}

impl<R: ImpartialHints> Drop for MisereSearch<'_, R> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_small_games() {
        let mut forms = Forms::new(&Budget::unlimited());
        let one = forms.make(vec![0]).unwrap();
        let two = forms.make(vec![0, one]).unwrap();
        // Two heaps of one are nothing, and so is a game whose only option is a heap of one.
        assert_eq!(forms.add(one, one).unwrap(), 0);
        assert_eq!(forms.make(vec![one]).unwrap(), 0);
        // Two heaps of two are something: the player about to move loses, who wins where nothing is left.
        let twice = forms.add(two, two).unwrap();
        assert!(twice != 0 && !forms.wins[twice as usize] && forms.wins[0]);
        // A heap of two that can also be taken back to itself by another way.
        let three = forms.make(vec![0, one, two]).unwrap();
        assert_eq!(forms.add(two, one).unwrap(), three);
        assert_eq!(forms.ranks[three as usize], 3);
    }

    #[test]
    fn misere_nim_by_forms() {
        let mut forms = Forms::new(&Budget::unlimited());
        let mut heaps = vec![0];
        for size in 1..6u32 {
            heaps.push(forms.make(heaps[..size as usize].to_vec()).unwrap());
        }
        for a in 0..6usize {
            for b in a..6 {
                for c in b..6 {
                    let ab = forms.add(heaps[a], heaps[b]).unwrap();
                    let sum = forms.add(ab, heaps[c]).unwrap();
                    // Bouton: as under normal play, but for heaps of one alone.
                    let lost = if c <= 1 { (a + b + c) % 2 == 1 } else { a ^ b ^ c == 0 };
                    assert_eq!(forms.wins[sum as usize], !lost, "{a} {b} {c}");
                }
            }
        }
    }
}
