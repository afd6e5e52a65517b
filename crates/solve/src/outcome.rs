//! Who wins, for any game under any play rule, by depth-first search with a table.
//!
//! Under misère play nim-sums say nothing, and equal components need not cancel. But a sum is still no more than the
//! collection of its components, wherever they lie: positions are kept as that, in canonical form and in one order, and of
//! equal components only one is moved in.

use crate::listing::{list, list_for_search, move_bytes};
use crate::table::{Table, sort_by_hash};
use crate::{Settings, Stop};
use grundy_budget::{Budget, Meter, pulse};
use grundy_game::{ImpartialHints, Kind, Play, Player};

/// A search that decides whether the player about to move wins, and remembers the positions it has met, as far as
/// its memory goes.
pub struct OutcomeSearch<'a, R: ImpartialHints> {
    rules: &'a R,
    play: Play,
    partisan: bool,
    table: Table<Whole<R::Position>>,
    meter: Meter,
    moves: Vec<(usize, R::Move)>,
    listed: Vec<R::Move>,
    pieces: Vec<R::Position>,
    budget: Budget,
    held: u64,
}

/// The components of a position, in the order of their hashes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Whole<P> {
    One(P),
    Many(Vec<P>),
}

impl<P> Whole<P> {
    fn parts(&self) -> &[P] {
        match self {
            Self::One(part) => std::slice::from_ref(part),
            Self::Many(parts) => parts,
        }
    }
}

/// What trying an option takes at most, as a rule, in steps: large boards are split into components.
const TRIED: u64 = 32;

struct Frame<P> {
    position: Whole<P>,
    player: Player,
    first_move: usize,
    next_move: usize,
}

impl<'a, R: ImpartialHints> OutcomeSearch<'a, R> {
    /// A search with an empty table.
    pub fn new(rules: &'a R, settings: &Settings) -> Self {
        Self {
            rules,
            play: settings.play,
            partisan: rules.kind() == Kind::Partisan,
            table: Table::new(&settings.budget),
            meter: settings.budget.meter(),
            moves: Vec::new(),
            listed: Vec::new(),
            pieces: Vec::new(),
            budget: settings.budget.clone(),
            held: 0,
        }
    }

    /// Whether `player`, about to move in `position`, wins.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        self.wins_sum(std::slice::from_ref(position), player)
    }

    /// Whether `player`, about to move in the sum of `positions`, wins.
    pub fn wins_sum(&mut self, positions: &[R::Position], player: Player) -> Result<bool, Stop> {
        self.pieces.clear();
        match positions {
            [only] if self.rules.gathers() => self.pieces.push(only.clone()),
            _ => positions.iter().for_each(|position| self.rules.split(position, &mut self.pieces)),
        }
        let root = self.gather(&[]);
        if let Some(known) = self.known(&root, player) {
            return Ok(known);
        }
        self.moves.clear();
        let mut stack = vec![self.open(root, player)?];
        let mut answer = None;
        while let Some(mut frame) = stack.pop() {
            match self.advance(&mut frame, answer.take()) {
                Ok(wins) => {
                    self.moves.truncate(frame.first_move);
                    self.remember(&frame.position, frame.player, wins)?;
                    answer = Some(wins);
                }
                Err(option) => {
                    let opened = self.open(option, frame.player.other())?;
                    stack.push(frame);
                    stack.push(opened);
                }
            }
        }
        self.meter.settle();
        answer.ok_or_else(Stop::contradiction)
    }

    /// Goes on with a position after `answer` came back from the option it waited for: whether the player wins, or the
    /// next option to search.
    fn advance(&mut self, frame: &mut Frame<R::Position>, answer: Option<bool>) -> Result<bool, Whole<R::Position>> {
        if frame.first_move == self.moves.len() {
            return Ok(self.play == Play::Misere);
        }
        if answer == Some(false) {
            return Ok(true);
        }
        while frame.next_move < self.moves.len() {
            pulse(TRIED);
            let option = self.option(frame.position.parts(), frame.next_move);
            frame.next_move += 1;
            match self.known(&option, frame.player.other()) {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => return Err(option),
            }
        }
        Ok(false)
    }

    /// The position after the move with this number in the list.
    fn option(&mut self, parts: &[R::Position], number: usize) -> Whole<R::Position> {
        let (at, played) = &self.moves[number];
        let mut option = parts[*at].clone();
        self.rules.play(&mut option, played);
        self.pieces.clear();
        if self.rules.gathers() {
            self.pieces.push(option);
        } else {
            self.rules.split_option(&parts[*at], played, &option, &mut self.pieces);
        }
        let others = [&parts[..*at], &parts[at + 1..]];
        self.gather(&others)
    }

    /// The new pieces and the other components together.
    fn gather(&mut self, others: &[&[R::Position]]) -> Whole<R::Position> {
        let rules = self.rules;
        self.pieces.iter_mut().for_each(|piece| rules.canonicalise(piece));
        others.iter().for_each(|parts| self.pieces.extend_from_slice(parts));
        if self.pieces.len() == 1
            && let Some(only) = self.pieces.pop()
        {
            return Whole::One(only);
        }
        let mut parts: Vec<R::Position> = self.pieces.drain(..).collect();
        sort_by_hash(&mut parts);
        Whole::Many(parts)
    }

    fn open(&mut self, position: Whole<R::Position>, player: Player) -> Result<Frame<R::Position>, Stop> {
        self.meter.step()?;
        let first_move = self.moves.len();
        let parts = position.parts();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 && parts[at - 1] == *part {
                continue;
            }
            if self.partisan {
                list(self.rules, part, player, &self.budget, &mut self.listed)?;
            } else {
                list_for_search(self.rules, part, &self.budget, &mut self.listed)?;
            }
            self.make_room(self.listed.len())?;
            self.moves.extend(self.listed.drain(..).map(|played| (at, played)));
        }
        self.hold()?;
        if self.moves.len() - first_move > Meter::BATCH as usize {
            self.budget.check()?;
        }
        Ok(Frame { position, player, first_move, next_move: first_move })
    }

    /// Asks for room before the list of moves grows by so many: while it does, the old list is kept beside the new one.
    fn make_room(&mut self, more: usize) -> Result<(), Stop> {
        let (length, room) = (self.moves.len() + more, self.moves.capacity());
        if length > room {
            let larger = length.max(2 * room);
            self.budget.afford((larger * move_bytes::<(usize, R::Move)>()) as u64)?;
            self.moves.reserve_exact(larger - self.moves.len());
        }
        Ok(())
    }

    /// Counts the lists of moves against the budget as they grow.
    fn hold(&mut self) -> Result<(), Stop> {
        let bytes =
            self.moves.capacity() * move_bytes::<(usize, R::Move)>() + self.listed.capacity() * size_of::<R::Move>();
        let more = (bytes as u64).saturating_sub(self.held);
        if more > 0 {
            self.budget.reserve(more)?;
            self.held += more;
        }
        Ok(())
    }

    /// Two bits a player, winning and losing; impartial positions are kept once, whoever is to move.
    fn shift(&self, player: Player) -> u32 {
        if self.partisan && player == Player::Right { 2 } else { 0 }
    }

    fn known(&self, position: &Whole<R::Position>, player: Player) -> Option<bool> {
        match self.table.get(position) >> self.shift(player) & 3 {
            0 => None,
            note => Some(note == 1),
        }
    }

    fn remember(&mut self, position: &Whole<R::Position>, player: Player, wins: bool) -> Result<(), Stop> {
        let note = if wins { 1 } else { 2 } << self.shift(player);
        let inside = size_of::<Whole<R::Position>>() - size_of::<R::Position>();
        let outside: usize = position.parts().iter().map(|part| self.rules.position_bytes(part)).sum();
        self.table.put(position, inside + outside, note, |old, new| old | new)
    }
}

impl<R: ImpartialHints> Drop for OutcomeSearch<'_, R> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}
