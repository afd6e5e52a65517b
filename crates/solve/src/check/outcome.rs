//! Outcomes: a set of sums, each lost by a player about to move, in which every move has a reply back into the set.
//!
//! The checker walks from the position itself. The claims only tell it which replies to choose: whatever a reply leads to is
//! checked in its turn, as a position and not as a text, so that a text that could mean two positions proves nothing of either.

use super::whole::Wholes;
use super::{Flaw, Held, Reader, position};
use crate::{OutcomeProof, Position, Sum};
use grundy_budget::Budget;
use grundy_game::{Kind, Outcome, Play, Player, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check_outcome(proof: &OutcomeProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = position(&proof.position, read)?;
    let impartial = root.kind() == Kind::Impartial;
    if impartial && matches!(proof.outcome, Outcome::Left | Outcome::Right) {
        return Err(Flaw::Unfit);
    }
    let mut held = Held::new(budget);
    let mut claims = Vec::with_capacity(proof.claims.len());
    for (player, text) in &proof.claims {
        // In an impartial game all players have the same moves: Left stands for whoever is about to move.
        let player = match (player, impartial) {
            (None, true) => Player::Left,
            (Some(player), false) => *player,
            _ => return Err(Flaw::Unfit),
        };
        held.more(2 * text.len() as u64 + 128)?;
        claims.push((player, text.as_str()));
    }
    let losses = Losses { impartial, play: proof.play, outcome: proof.outcome, claims: &claims, budget };
    match root.parts() {
        [only] => only.check_losses(&losses),
        parts => {
            let list: Vec<_> = parts.iter().map(|part| vec![part.clone()]).collect();
            let wholes = Wholes::new(Sum::shared(parts), budget, |parts| Position::new(parts.clone()).to_string());
            check_losses(wholes, &list, &losses)
        }
    }
}

/// Who wins a position, and sums that are said to be lost by a player about to move.
pub struct Losses<'a> {
    pub(crate) impartial: bool,
    pub(crate) play: Play,
    pub(crate) outcome: Outcome,
    pub(crate) claims: &'a [(Player, &'a str)],
    pub(crate) budget: &'a Budget,
}

/// Checks that the claims prove the outcome of the sum of some positions, and that all of them are needed.
pub(crate) fn check_losses<R: Rules>(
    wholes: Wholes<'_, R>,
    positions: &[R::Position],
    losses: &Losses<'_>,
) -> Result<(), Flaw> {
    let mut book = Book::new(wholes, losses.play, losses.impartial);
    for (player, text) in losses.claims {
        if !book.claim(text, *player) {
            return Err(Flaw::Unsupported((*text).to_owned()));
        }
    }
    let root = book.wholes.gather(positions);
    for player in Player::BOTH {
        let wins = losses.outcome.wins_first(player);
        let proved = if wins { book.is_won(&root, player)? } else { book.covers(&root, player)? };
        if !proved {
            return Err(Flaw::NotProved);
        }
    }
    while let Some((player, whole)) = book.queue.pop() {
        if !book.is_lost(&whole, player)? {
            return Err(Flaw::Unsupported(book.wholes.text(&whole)));
        }
    }
    book.unused().map_or(Ok(()), |text| Err(Flaw::Unsupported(text.to_owned())))
}

/// The sums that are claimed to be lost, by the player about to move.
pub(crate) struct Book<'a, R: Rules> {
    pub wholes: Wholes<'a, R>,
    play: Play,
    impartial: bool,
    /// For each player, the texts of the sums claimed, and whether the walk has come to them.
    claims: [FxHashMap<String, bool>; 2],
    /// For each player, the sums that the walk has come to.
    met: [FxHashSet<Vec<R::Position>>; 2],
    /// The sums still to be checked.
    pub queue: Vec<(Player, Vec<R::Position>)>,
    held: u64,
}

impl<'a, R: Rules> Book<'a, R> {
    pub fn new(wholes: Wholes<'a, R>, play: Play, impartial: bool) -> Self {
        let (claims, met) = (Default::default(), Default::default());
        Self { wholes, play, impartial, claims, met, queue: Vec::new(), held: 0 }
    }

    fn side(&self, player: Player) -> usize {
        usize::from(player == Player::Right && !self.impartial)
    }

    /// Notes a claim; says whether it is new.
    pub fn claim(&mut self, text: &str, player: Player) -> bool {
        let side = self.side(player);
        self.claims[side].insert(text.to_owned(), false).is_none()
    }

    /// A claim that the walk has not come to.
    fn unused(&self) -> Option<&str> {
        self.claims.iter().flatten().filter(|(_, used)| !**used).map(|(text, _)| text.as_str()).min()
    }

    /// Whether the claims say that `player`, about to move, loses; if so, that is to be checked. Under normal play a sum is
    /// lost when its components can be dealt into sums that are: the reply to a move is made where the move was. Here,
    /// components that are claimed alone are set aside, and the rest must be claimed as one.
    pub fn covers(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let side = self.side(player);
        if self.met[side].contains(whole) {
            return Ok(true);
        }
        let text = self.wholes.text(whole);
        if self.claims[side].contains_key(&text) {
            self.meet(whole.to_vec(), text, player)?;
            return Ok(true);
        }
        if self.play == Play::Misere {
            return Ok(false);
        }
        let (mut alone, mut rest) = (Vec::new(), Vec::new());
        for part in whole {
            let claimed = self.claims[side].contains_key(&self.wholes.text(std::slice::from_ref(part)));
            if claimed { &mut alone } else { &mut rest }.push(part.clone());
        }
        let text = self.wholes.text(&rest);
        if !rest.is_empty() && (alone.is_empty() || !self.claims[side].contains_key(&text)) {
            return Ok(false);
        }
        if !rest.is_empty() {
            self.meet(rest, text, player)?;
        }
        for part in alone {
            let text = self.wholes.text(std::slice::from_ref(&part));
            self.meet(vec![part], text, player)?;
        }
        Ok(true)
    }

    /// Comes to a sum that is claimed.
    fn meet(&mut self, whole: Vec<R::Position>, text: String, player: Player) -> Result<(), Flaw> {
        let side = self.side(player);
        if self.met[side].insert(whole.clone()) {
            let bytes = 2 * self.wholes.bytes(&whole);
            self.wholes.meter.budget().reserve(bytes)?;
            self.held += bytes;
            self.claims[side].insert(text, true);
            self.queue.push((player, whole));
        }
        Ok(())
    }

    /// Whether `player`, about to move, has a move to a sum claimed as lost, or under misère play no move at all.
    pub fn is_won(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let options = self.wholes.options(whole, player)?;
        if options.is_empty() {
            return Ok(self.play == Play::Misere);
        }
        for option in &options {
            if self.covers(option, player.other())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every move of `player` leads to a sum that the other wins; under misère play there must be a move.
    fn is_lost(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let options = self.wholes.options(whole, player)?;
        if options.is_empty() {
            return Ok(self.play == Play::Normal);
        }
        for option in &options {
            if !self.is_won(option, player.other())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<R: Rules> Drop for Book<'_, R> {
    fn drop(&mut self) {
        self.wholes.meter.budget().release(self.held);
    }
}
