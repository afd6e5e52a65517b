//! Outcomes: a set of sums, each lost by a player about to move, in which every move has a reply back into the set.

use super::whole::Wholes;
use super::{Flaw, Held, Reader, position};
use crate::{OutcomeProof, Position, Sum};
use grundy_budget::Budget;
use grundy_game::{Kind, Outcome, Play, Player, Rules};
use rustc_hash::FxHashSet;

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
        let about = position(text, read)?;
        if impartial && about.kind() != Kind::Impartial {
            return Err(Flaw::Unfit);
        }
        held.more(about.parts().iter().map(|part| part.bytes() as u64 + 64).sum())?;
        budget.spend(1)?;
        claims.push((player, about));
    }
    let losses = Losses { root: &root, impartial, play: proof.play, outcome: proof.outcome, claims: &claims, budget };
    // Where all is of one game, its own positions are compared; otherwise those of the sum of games.
    match root.parts() {
        [only] if claims.iter().all(|(_, about)| about.parts().iter().all(|part| part.same_rules(&**only))) => {
            only.check_losses(&losses)
        }
        parts => {
            let list = |position: &Position| position.parts().iter().map(|part| vec![part.clone()]).collect();
            check_losses(&Sum::of(parts), &losses, &|position| Some(list(position)))
        }
    }
}

/// Who wins a position, and sums that are said to be lost by a player about to move.
pub struct Losses<'a> {
    pub(crate) root: &'a Position,
    pub(crate) impartial: bool,
    pub(crate) play: Play,
    pub(crate) outcome: Outcome,
    pub(crate) claims: &'a [(Player, Position)],
    pub(crate) budget: &'a Budget,
}

/// Checks that the claims support each other and prove the outcome; `parts` gives the positions that a sum consists of.
pub(crate) fn check_losses<R: Rules>(
    rules: &R,
    losses: &Losses<'_>,
    parts: &dyn Fn(&Position) -> Option<Vec<R::Position>>,
) -> Result<(), Flaw> {
    let Losses { root, impartial, play, outcome, claims, budget } = losses;
    let mut held = Held::new(budget);
    let mut book = Book::new(rules, *play, *impartial, budget);
    let mut list = Vec::with_capacity(claims.len());
    for (player, about) in *claims {
        let whole = book.wholes.gather(&parts(about).ok_or_else(|| Flaw::Unsupported(about.to_string()))?);
        held.more(2 * book.wholes.bytes(&whole))?;
        book.insert(&whole, *player);
        list.push((*player, whole));
    }
    for ((player, whole), (_, about)) in list.iter().zip(*claims) {
        if !book.is_lost(whole, *player)? {
            return Err(Flaw::Unsupported(about.to_string()));
        }
    }
    let root = book.wholes.gather(&parts(root).ok_or(Flaw::Unfit)?);
    for player in Player::BOTH {
        let proved = if outcome.wins_first(player) { book.is_won(&root, player)? } else { book.covers(&root, player) };
        if !proved {
            return Err(Flaw::NotProved);
        }
    }
    Ok(())
}

/// The sums that are claimed to be lost, by the player about to move.
pub(crate) struct Book<'a, R: Rules> {
    pub wholes: Wholes<'a, R>,
    play: Play,
    impartial: bool,
    lost: [FxHashSet<Vec<R::Position>>; 2],
}

impl<'a, R: Rules> Book<'a, R> {
    pub fn new(rules: &'a R, play: Play, impartial: bool, budget: &Budget) -> Self {
        Self { wholes: Wholes::new(rules, budget), play, impartial, lost: [FxHashSet::default(), FxHashSet::default()] }
    }

    /// Notes a claim; says whether it is new.
    pub fn insert(&mut self, whole: &[R::Position], player: Player) -> bool {
        let side = self.side(player);
        self.lost[side].insert(whole.to_vec())
    }

    fn side(&self, player: Player) -> usize {
        usize::from(player == Player::Right && !self.impartial)
    }

    /// Whether the claims say that `player`, about to move, loses. Under normal play a sum is lost when its components can
    /// be dealt into sums that are: the reply to a move is made where the move was. Here, components that are claimed alone
    /// are set aside, and the rest must be claimed as one.
    pub fn covers(&self, whole: &[R::Position], player: Player) -> bool {
        let lost = &self.lost[self.side(player)];
        if lost.contains(whole) {
            return true;
        }
        if self.play == Play::Misere {
            return false;
        }
        let alone = |part: &&R::Position| !lost.contains(std::slice::from_ref(*part));
        let rest: Vec<R::Position> = whole.iter().filter(alone).cloned().collect();
        rest.is_empty() || (rest.len() < whole.len() && lost.contains(&rest))
    }

    /// Whether `player`, about to move, has a move to a sum claimed as lost, or under misère play no move at all.
    pub fn is_won(&mut self, whole: &[R::Position], player: Player) -> Result<bool, Flaw> {
        let options = self.wholes.options(whole, player)?;
        if options.is_empty() {
            return Ok(self.play == Play::Misere);
        }
        Ok(options.iter().any(|option| self.covers(option, player.other())))
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
