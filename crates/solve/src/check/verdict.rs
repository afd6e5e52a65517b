//! Games that may be drawn: losses with the number of moves they take at most, and positions in which a player cannot win.
//!
//! A loss that takes at most n moves leans on losses that take fewer, so that losses never lean on each other in a circle. That a
//! player cannot win may lean on itself: from such positions every move has a reply that keeps to them, and a play that goes on
//! for ever is no win. A draw is that neither player can win: a set that nobody can be forced out of. Where the rules give a play
//! that goes on for ever to one player, the other may be lost without a number of moves, and such losses lean on each other in
//! the same way; then nobody is held.

use super::{Flaw, Reader, position};
use crate::listing::listable;
use crate::{Bound, Position, Subject, Sum, VerdictProof};
use grundy_budget::{Budget, Meter};
use grundy_game::{Achieved, Kind, Outcome, Play, Player, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check_verdict(proof: &VerdictProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = position(&proof.position, read)?;
    let impartial = root.kind() == Kind::Impartial;
    if impartial && !matches!(proof.outcome, Outcome::First | Outcome::Second | Outcome::Draw) {
        return Err(Flaw::Unfit);
    }
    // What a part declares says nothing about a sum.
    if root.parts().len() > 1 && root.parts().iter().any(|part| part.declares()) {
        return Err(Flaw::Unfit);
    }
    let mut list = FxHashMap::default();
    for (player, bound, text) in &proof.claims {
        let player = match (player, impartial) {
            (None, true) => Player::Left,
            (Some(player), false) => *player,
            _ => return Err(Flaw::Unfit),
        };
        if list.insert((player, text.as_str()), *bound).is_some() {
            return Err(Flaw::Unsupported(text.clone()));
        }
    }
    let claims = Verdicts { impartial, play: proof.play, outcome: proof.outcome, list, budget };
    match root.parts() {
        [only] => only.check_verdicts(&claims),
        parts => check_whole_verdicts(parts, &claims),
    }
}

/// As [`check_verdicts`], of a sum.
pub(crate) fn check_whole_verdicts(parts: &[Box<dyn Subject>], claims: &Verdicts<'_>) -> Result<(), Flaw> {
    let text = |parts: &Vec<_>| Position::new(parts.clone()).to_string();
    check_verdicts(Sum::shared(parts), &parts.to_vec(), text, claims)
}

/// What each starter achieves, and claims on positions for the player about to move.
pub struct Verdicts<'a> {
    pub(crate) impartial: bool,
    pub(crate) play: Play,
    pub(crate) outcome: Outcome,
    pub(crate) list: FxHashMap<(Player, &'a str), Bound>,
    pub(crate) budget: &'a Budget,
}

/// What a player has who is about to move and cannot.
pub(crate) fn ended<R: Rules>(rules: &R, position: &R::Position, player: Player, play: Play) -> Achieved {
    let declared = if rules.declares() { rules.ending(position, player) } else { None };
    let normal = declared.map_or(Achieved::Loss, |outcome| outcome.achieved(player));
    if play == Play::Normal { normal } else { normal.for_other() }
}

/// What a play that goes on for ever is for a player.
pub(crate) fn endless<R: Rules>(rules: &R, player: Player, play: Play) -> Achieved {
    let normal = rules.endless().achieved(player);
    if play == Play::Normal { normal } else { normal.for_other() }
}

/// Checks that the claims prove what each starter achieves, and that all of them are needed; `text` writes a position.
pub(crate) fn check_verdicts<R: Rules>(
    rules: &R,
    start: &R::Position,
    text: impl Fn(&R::Position) -> String,
    claims: &Verdicts<'_>,
) -> Result<(), Flaw> {
    let (met, used) = (FxHashSet::default(), FxHashSet::default());
    let mut walk = Walk { rules, claims, text, met, used, queue: Vec::new(), meter: claims.budget.meter(), held: 0 };
    let mut root = start.clone();
    rules.canonicalise(&mut root);
    for player in if claims.impartial { &Player::BOTH[..1] } else { &Player::BOTH } {
        if !walk.achieves(&root, *player, claims.outcome.achieved(*player))? {
            return Err(Flaw::NotProved);
        }
    }
    while let Some((player, position, bound)) = walk.queue.pop() {
        let holds = match (bound, endless(rules, player, claims.play)) {
            (Bound::Moves(_), _) | (Bound::Ever, Achieved::Loss) => walk.is_lost(&position, player, bound)?,
            (Bound::Held, Achieved::Draw) => walk.cannot_win(&position, player)?,
            (Bound::Ever | Bound::Held, _) => false,
        };
        if !holds {
            return Err(Flaw::Unsupported((walk.text)(&position)));
        }
    }
    let unused = claims.list.keys().map(|(player, text)| (*player, (*text).to_owned()));
    let unused = unused.filter(|claim| !walk.used.contains(claim)).min();
    unused.map_or(Ok(()), |(_, text)| Err(Flaw::Unsupported(text)))
}

/// A walk from the start over everything the claims say of what it comes to.
struct Walk<'a, R: Rules, T> {
    rules: &'a R,
    claims: &'a Verdicts<'a>,
    text: T,
    /// The positions the walk has come to, by the player about to move.
    met: FxHashSet<(Player, R::Position)>,
    /// The claims it has come to.
    used: FxHashSet<(Player, String)>,
    queue: Vec<(Player, R::Position, Bound)>,
    meter: Meter,
    held: u64,
}

impl<R: Rules, T: Fn(&R::Position) -> String> Walk<'_, R, T> {
    fn side(&self, player: Player) -> Player {
        if self.claims.impartial { Player::Left } else { player }
    }

    /// What is claimed of `player`, about to move; if anything is, that is to be checked.
    fn claimed(&mut self, position: &R::Position, player: Player) -> Result<Option<Bound>, Flaw> {
        let player = self.side(player);
        let text = (self.text)(position);
        let Some(&bound) = self.claims.list.get(&(player, text.as_str())) else { return Ok(None) };
        self.used.insert((player, text));
        if !self.met.contains(&(player, position.clone())) {
            let bytes = 2 * self.rules.position_bytes(position) as u64 + 64;
            self.meter.budget().reserve(bytes)?;
            self.held += bytes;
            self.met.insert((player, position.clone()));
            self.queue.push((player, position.clone(), bound));
        }
        Ok(Some(bound))
    }

    /// Every position that a move of `player` leads to.
    fn options(&mut self, position: &R::Position, player: Player) -> Result<Vec<R::Position>, Flaw> {
        let mut moves = Vec::new();
        listable(self.rules, position)?;
        self.rules.moves(position, self.side(player), &mut moves)?;
        self.meter.steps(1 + moves.len() as u64)?;
        let after = |played: &R::Move| {
            let mut option = position.clone();
            self.rules.play(&mut option, played);
            self.rules.canonicalise(&mut option);
            option
        };
        Ok(moves.iter().map(after).collect())
    }

    fn ended(&self, position: &R::Position, player: Player) -> Achieved {
        ended(self.rules, position, self.side(player), self.claims.play)
    }

    /// What is claimed of the opponent after each move of `player`. All of it is needed, whichever of it is the reply.
    fn replies(&mut self, options: &[R::Position], player: Player) -> Result<Vec<Bound>, Flaw> {
        let mut replies = Vec::new();
        for option in options {
            replies.extend(self.claimed(option, player.other())?);
        }
        Ok(replies)
    }

    /// Whether `player` achieves this at the start.
    fn achieves(&mut self, root: &R::Position, player: Player, achieved: Achieved) -> Result<bool, Flaw> {
        let options = self.options(root, player)?;
        if options.is_empty() && self.ended(root, player) != achieved {
            return Ok(false);
        }
        Ok(match achieved {
            Achieved::Loss => self.claimed(root, player)?.is_some_and(Bound::is_loss),
            Achieved::Win => options.is_empty() || self.replies(&options, player)?.into_iter().any(Bound::is_loss),
            Achieved::Draw => {
                let kept = options.is_empty() || !self.replies(&options, player)?.is_empty();
                kept && self.claimed(root, player)? == Some(Bound::Held)
            }
        })
    }

    /// Whether every move of `player` leads to where the other has won or has a reply to a loss in two moves less; a loss for ever
    /// is enough where it need not end.
    fn is_lost(&mut self, position: &R::Position, player: Player, bound: Bound) -> Result<bool, Flaw> {
        let options = self.options(position, player)?;
        if options.is_empty() {
            return Ok(self.ended(position, player) == Achieved::Loss);
        }
        for option in &options {
            let answers = self.options(option, player.other())?;
            let won = if answers.is_empty() {
                bound != Bound::Moves(0) && self.ended(option, player.other()) == Achieved::Win
            } else {
                self.replies(&answers, player.other())?.into_iter().any(|later| match (later, bound) {
                    (Bound::Moves(later), Bound::Moves(moves)) => later < moves && moves - later >= 2,
                    (later, Bound::Ever) => later.is_loss(),
                    _ => false,
                })
            };
            if !won {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether after every move of `player` the other has not lost or has a reply after which `player` cannot win either.
    fn cannot_win(&mut self, position: &R::Position, player: Player) -> Result<bool, Flaw> {
        let options = self.options(position, player)?;
        if options.is_empty() {
            return Ok(self.ended(position, player) != Achieved::Win);
        }
        for option in &options {
            let answers = self.options(option, player.other())?;
            let kept = if answers.is_empty() {
                self.ended(option, player.other()) != Achieved::Loss
            } else {
                !self.replies(&answers, player.other())?.is_empty()
            };
            if !kept {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<R: Rules, T> Drop for Walk<'_, R, T> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}
