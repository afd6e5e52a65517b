//! Values: G has the value H when the difference of the two is lost by whoever starts.
//!
//! As with outcomes, the checker walks from the position itself, and the claims tell it which replies to choose.

use super::literal::{Literal, Literals};
use super::whole::Wholes;
use super::{Flaw, Held, Reader, position};
use crate::{Position, Sum, ValueProof};
use grundy_budget::Budget;
use grundy_game::{Player, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check_value(proof: &ValueProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = position(&proof.position, read)?;
    match root.parts() {
        [only] => only.check_differences(proof, budget),
        parts => {
            let list: Vec<_> = parts.iter().map(|part| vec![part.clone()]).collect();
            let wholes = Wholes::new(Sum::shared(parts), budget, |parts| Position::new(parts.clone()).to_string());
            check_differences(wholes, &list, proof, budget)
        }
    }
}

/// Checks that the claims prove that both players lose the sum of some positions minus the value when they start, and that
/// all claims are needed.
pub(crate) fn check_differences<R: Rules>(
    wholes: Wholes<'_, R>,
    positions: &[R::Position],
    proof: &ValueProof,
    budget: &Budget,
) -> Result<(), Flaw> {
    let mut held = Held::new(budget);
    let literals = Literals::default();
    let mut book =
        Book { wholes, literals, claims: Default::default(), met: Default::default(), queue: Vec::new(), held: 0 };
    for (player, text, minus) in &proof.claims {
        held.more(2 * (text.len() + minus.len()) as u64 + 128)?;
        let minus = book.literal(minus)?;
        if book.claims[*player as usize].insert((text.clone(), minus), false).is_some() {
            return Err(Flaw::Unsupported(text.clone()));
        }
    }
    let root = book.wholes.gather(positions);
    let value = book.literal(&proof.value)?;
    for player in Player::BOTH {
        if !book.covers(&root, value, player)? {
            return Err(Flaw::NotProved);
        }
    }
    while let Some((player, whole, minus)) = book.queue.pop() {
        if !book.is_lost(&whole, minus, player)? {
            return Err(Flaw::Unsupported(book.wholes.text(&whole)));
        }
    }
    let unused = book.claims.iter().flatten().filter(|(_, used)| !**used).map(|((text, _), _)| text).min();
    unused.map_or(Ok(()), |text| Err(Flaw::Unsupported(text.clone())))
}

/// The differences that are claimed to be lost, by the player about to move.
struct Book<'a, R: Rules> {
    wholes: Wholes<'a, R>,
    literals: Literals,
    /// For each player, the differences claimed, and whether the walk has come to them.
    claims: [FxHashMap<(String, Literal), bool>; 2],
    met: [FxHashSet<(Vec<R::Position>, Literal)>; 2],
    queue: Vec<(Player, Vec<R::Position>, Literal)>,
    held: u64,
}

impl<R: Rules> Book<'_, R> {
    fn literal(&mut self, text: &str) -> Result<Literal, Flaw> {
        let why = || "it is not a value with its options written out".to_owned();
        self.literals.read(text).ok_or_else(|| Flaw::Unreadable(text.to_owned(), why()))
    }

    /// Whether the claims say that `player`, about to move, loses; if so, that is to be checked.
    fn covers(&mut self, whole: &[R::Position], minus: Literal, player: Player) -> Result<bool, Flaw> {
        let side = player as usize;
        let difference = (whole.to_vec(), minus);
        if self.met[side].contains(&difference) {
            return Ok(true);
        }
        let Some(used) = self.claims[side].get_mut(&(self.wholes.text(whole), minus)) else { return Ok(false) };
        *used = true;
        let bytes = 2 * self.wholes.bytes(whole);
        self.wholes.meter.budget().reserve(bytes)?;
        self.held += bytes;
        self.queue.push((player, whole.to_vec(), minus));
        self.met[side].insert(difference);
        Ok(true)
    }

    /// Every difference that a move of `player` leads to: a move in the sum, or in the negative of the value, where Left has
    /// Right's options.
    fn options(
        &mut self,
        whole: &[R::Position],
        minus: Literal,
        player: Player,
    ) -> Result<Vec<(Vec<R::Position>, Literal)>, Flaw> {
        let played = self.wholes.options(whole, player)?;
        let mut options: Vec<_> = played.into_iter().map(|option| (option, minus)).collect();
        let lowered = self.literals.options(minus, player == Player::Right);
        let lowered = lowered.ok_or_else(|| Flaw::Unreadable(String::new(), "a number is too large".to_owned()))?;
        self.wholes.meter.steps(lowered.len() as u64)?;
        options.extend(lowered.into_iter().map(|literal| (whole.to_vec(), literal)));
        Ok(options)
    }

    /// Whether every move of `player` has a reply to a difference claimed as lost.
    fn is_lost(&mut self, whole: &[R::Position], minus: Literal, player: Player) -> Result<bool, Flaw> {
        for (option, literal) in self.options(whole, minus, player)? {
            let mut answered = false;
            for (reply, literal) in self.options(&option, literal, player.other())? {
                answered = answered || self.covers(&reply, literal, player)?;
            }
            if !answered {
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
