//! Who wins, for any game under any play rule, by depth-first search with a table.

use crate::{Engine, Stop};
use grundy_budget::Meter;
use grundy_game::{Kind, Play, Player, Rules};
use rustc_hash::FxHashMap;

/// A search that decides whether the player about to move wins, and remembers every position it has met.
pub struct OutcomeSearch<'a, R: Rules> {
    rules: &'a R,
    play: Play,
    partisan: bool,
    table: [FxHashMap<R::Position, bool>; 2],
    meter: Meter,
    reserved: u64,
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
        Self { rules, play: engine.play, partisan, table: Default::default(), meter, reserved: 0, moves: Vec::new() }
    }

    /// Whether `player`, about to move in `position`, wins.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        let mut root = position.clone();
        self.rules.canonicalise(&mut root);
        if let Some(known) = self.known(&root, player) {
            return Ok(known);
        }
        let mut stack = vec![self.open(root, player)?];
        let mut last = false;
        while let Some(mut frame) = stack.pop() {
            let no_moves = frame.first_move == self.moves.len();
            let mut decided = if no_moves { Some(self.play == Play::Misere) } else { None };
            let mut child = None;
            while decided.is_none() && child.is_none() {
                if frame.next_move == self.moves.len() {
                    decided = Some(false);
                    break;
                }
                let mut option = frame.position.clone();
                self.rules.play(&mut option, &self.moves[frame.next_move]);
                self.rules.canonicalise(&mut option);
                match self.known(&option, frame.player.other()) {
                    Some(false) => decided = Some(true),
                    Some(true) => frame.next_move += 1,
                    None => child = Some(option),
                }
            }
            if let Some(option) = child {
                let opened = self.open(option, frame.player.other())?;
                stack.push(frame);
                stack.push(opened);
            } else {
                last = decided.unwrap_or(false);
                self.moves.truncate(frame.first_move);
                self.remember(frame.position, frame.player, last)?;
            }
        }
        Ok(last)
    }

    fn open(&mut self, position: R::Position, player: Player) -> Result<Frame<R::Position>, Stop> {
        self.meter.step()?;
        let first_move = self.moves.len();
        self.rules.moves(&position, player, &mut self.moves);
        Ok(Frame { position, player, first_move, next_move: first_move })
    }

    /// Impartial positions are kept once, whoever is to move.
    fn side(&self, player: Player) -> usize {
        usize::from(self.partisan && player == Player::Right)
    }

    fn known(&self, position: &R::Position, player: Player) -> Option<bool> {
        self.table[self.side(player)].get(position).copied()
    }

    fn remember(&mut self, position: R::Position, player: Player, wins: bool) -> Result<(), Stop> {
        let bytes = (self.rules.position_bytes(&position) + 2) as u64 * 8 / 7;
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        let side = self.side(player);
        self.table[side].insert(position, wins);
        Ok(())
    }
}

impl<R: Rules> Drop for OutcomeSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
