//! Who wins, for any game under any play rule, by depth-first search with a table.

use crate::table::Table;
use crate::{Engine, Stop};
use grundy_budget::Meter;
use grundy_game::{Kind, Play, Player, Rules};

/// A search that decides whether the player about to move wins, and remembers the positions it has met, as far as
/// its memory goes.
pub struct OutcomeSearch<'a, R: Rules> {
    rules: &'a R,
    play: Play,
    partisan: bool,
    table: Table<R::Position>,
    meter: Meter,
    moves: Vec<R::Move>,
}

struct Frame<P> {
    position: P,
    player: Player,
    first_move: usize,
    next_move: usize,
}

impl<'a, R: Rules> OutcomeSearch<'a, R> {
    /// A search with an empty table.
    pub fn new(rules: &'a R, engine: &Engine) -> Self {
        let partisan = rules.kind() == Kind::Partisan;
        let meter = engine.budget.meter();
        let table = Table::new(&engine.budget);
        Self { rules, play: engine.play, partisan, table, meter, moves: Vec::new() }
    }

    /// Whether `player`, about to move in `position`, wins.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        let mut root = position.clone();
        self.rules.canonicalise(&mut root);
        if let Some(known) = self.known(&root, player) {
            return Ok(known);
        }
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
        Ok(answer.unwrap_or(false))
    }

    /// Goes on with a position after `answer` came back from the option it waited for: whether the player wins, or the
    /// next option to search.
    fn advance(&mut self, frame: &mut Frame<R::Position>, answer: Option<bool>) -> Result<bool, R::Position> {
        if frame.first_move == self.moves.len() {
            return Ok(self.play == Play::Misere);
        }
        if answer == Some(false) {
            return Ok(true);
        }
        while frame.next_move < self.moves.len() {
            let mut option = frame.position.clone();
            self.rules.play(&mut option, &self.moves[frame.next_move]);
            self.rules.canonicalise(&mut option);
            frame.next_move += 1;
            match self.known(&option, frame.player.other()) {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => return Err(option),
            }
        }
        Ok(false)
    }

    fn open(&mut self, position: R::Position, player: Player) -> Result<Frame<R::Position>, Stop> {
        self.meter.step()?;
        let first_move = self.moves.len();
        self.rules.moves(&position, player, &mut self.moves);
        Ok(Frame { position, player, first_move, next_move: first_move })
    }

    /// Two bits a player, winning and losing; impartial positions are kept once, whoever is to move.
    fn shift(&self, player: Player) -> u32 {
        if self.partisan && player == Player::Right { 2 } else { 0 }
    }

    fn known(&self, position: &R::Position, player: Player) -> Option<bool> {
        match self.table.get(position) >> self.shift(player) & 3 {
            0 => None,
            note => Some(note == 1),
        }
    }

    fn remember(&mut self, position: &R::Position, player: Player, wins: bool) -> Result<(), Stop> {
        let note = if wins { 1 } else { 2 } << self.shift(player);
        self.table.put(position, self.rules.position_bytes(position), note, |old, new| old | new)
    }
}
