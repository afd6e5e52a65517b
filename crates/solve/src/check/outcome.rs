//! Outcomes: a set of sums, each lost by a player about to move, in which every move has a reply back into the set.
//!
//! The checker walks from the position itself. The claims only tell it which replies to choose: whatever a reply leads to is
//! checked in its turn, as a position and not as a text, so that a text that could mean two positions proves nothing of either.

use super::whole::{Wholes, print};
use super::{Flaw, Held, Reader, ending_position};
use crate::{OutcomeProof, Position, Sum};
use grundy_budget::Budget;
use grundy_game::{Kind, Outcome, Play, Player, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check_outcome(proof: &OutcomeProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = ending_position(&proof.position, read)?;
    let impartial = root.kind() == Kind::Impartial;
    if proof.outcome.is_drawn() || impartial && matches!(proof.outcome, Outcome::Left | Outcome::Right) {
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
        // The sum of nothing needs no claim: a player without a move has lost, or won.
        if text.is_empty() {
            return Err(Flaw::Unfit);
        }
        held.more(2 * text.len() as u64 + 160)?;
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
    book.walk(positions, losses.outcome)?;
    let unused = losses.claims.iter().find(|(player, text)| !book.is_used(text, *player));
    unused.map_or(Ok(()), |(_, text)| Err(Flaw::Unsupported((*text).to_owned())))
}

/// The sums that are claimed to be lost, by the player about to move.
pub(crate) struct Book<'a, R: Rules> {
    pub wholes: Wholes<'a, R>,
    play: Play,
    impartial: bool,
    /// For each player, the texts of the sums claimed, and whether the walk has come to them.
    claims: [FxHashMap<String, bool>; 2],
    /// The prints of those texts.
    prints: [FxHashSet<u64>; 2],
    /// For each player, the sums that the walk has come to.
    met: [FxHashSet<Vec<R::Position>>; 2],
    /// The sums still to be checked.
    pub queue: Vec<(Player, Vec<R::Position>)>,
}

impl<'a, R: Rules> Book<'a, R> {
    pub fn new(wholes: Wholes<'a, R>, play: Play, impartial: bool) -> Self {
        let (claims, prints, met) = (Default::default(), Default::default(), Default::default());
        Self { wholes, play, impartial, claims, prints, met, queue: Vec::new() }
    }

    /// The same book without any claim.
    #[cfg(feature = "search")]
    pub fn emptied(mut self) -> Self {
        self.wholes.forget();
        Self::new(self.wholes, self.play, self.impartial)
    }

    fn side(&self, player: Player) -> usize {
        usize::from(player == Player::Right && !self.impartial)
    }

    /// Notes a claim; says whether it is new.
    pub fn claim(&mut self, text: &str, player: Player) -> bool {
        let side = self.side(player);
        self.prints[side].insert(print(text));
        self.claims[side].insert(text.to_owned(), false).is_none()
    }

    /// Whether the walk has come to a claim.
    pub fn is_used(&self, text: &str, player: Player) -> bool {
        self.claims[self.side(player)].get(text) == Some(&true)
    }

    /// Walks from the sum of some positions until everything it has come to is checked.
    pub fn walk(&mut self, positions: &[R::Position], outcome: Outcome) -> Result<(), Flaw> {
        let root = self.wholes.gather(positions);
        for player in Player::BOTH {
            let wins = outcome.wins_first(player);
            let proved = if wins { self.is_won(&root, player)? } else { self.covers(&root, player)? };
            if !proved {
                return Err(Flaw::NotProved);
            }
        }
        while let Some((player, whole)) = self.queue.pop() {
            if !self.is_lost(&whole, player)? {
                return Err(Flaw::Unsupported(self.wholes.text(&whole)));
            }
        }
        Ok(())
    }

    /// Whether the claims say that `player`, about to move, loses; if so, that is to be checked. Under normal play a sum is
    /// lost when its components can be dealt into sums that are: the reply to a move is made where the move was. Here,
    /// components that are claimed alone are set aside, and the rest must be claimed as one.
    pub fn covers(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        if self.comes_to(whole, player)? {
            return Ok(true);
        }
        if self.play == Play::Misere || whole.len() == 1 {
            return Ok(false);
        }
        let (mut alone, mut rest) = (Vec::new(), Vec::new());
        for part in whole {
            let claimed = self.claimed(std::slice::from_ref(part), player)?.is_some();
            if claimed { &mut alone } else { &mut rest }.push(part.clone());
        }
        if !rest.is_empty() && (alone.is_empty() || !self.comes_to(&rest, player)?) {
            return Ok(false);
        }
        for part in &alone {
            self.comes_to(std::slice::from_ref(part), player)?;
        }
        Ok(true)
    }

    /// The text of a sum, when it is claimed as one.
    fn claimed(&mut self, whole: &[R::Position], player: Player) -> Result<Option<String>, Flaw> {
        let side = self.side(player);
        let print = self.wholes.print(whole)?;
        let text = self.prints[side].contains(&print).then(|| self.wholes.text(whole));
        Ok(text.filter(|text| self.claims[side].contains_key(text)))
    }

    /// Whether a sum is claimed as one; if so, the walk comes to it.
    fn comes_to(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let side = self.side(player);
        if self.met[side].contains(whole) {
            return Ok(true);
        }
        let Some(text) = self.claimed(whole, player)? else { return Ok(false) };
        self.wholes.hold(2 * self.wholes.bytes(whole))?;
        self.claims[side].insert(text, true);
        self.met[side].insert(whole.to_vec());
        self.queue.push((player, whole.to_vec()));
        Ok(true)
    }

    /// Whether `player`, about to move, has a move to a sum claimed as lost, or under misère play no move at all.
    pub fn is_won(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let moves = self.wholes.moves(whole, player)?;
        if moves.is_empty() {
            return Ok(self.play == Play::Misere);
        }
        for played in &moves {
            let option = self.wholes.after(whole, played);
            if self.covers(&option, player.other())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every move of `player` leads to a sum that the other wins; under misère play there must be a move.
    fn is_lost(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let moves = self.wholes.moves(whole, player)?;
        if moves.is_empty() {
            return Ok(self.play == Play::Normal);
        }
        for played in &moves {
            let option = self.wholes.after(whole, played);
            if !self.is_won(&option, player.other())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
