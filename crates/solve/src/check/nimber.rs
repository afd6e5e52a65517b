//! Nimbers: claims on components prove each other by mex.

use super::{Flaw, Held, Reader, ending_position};
use crate::listing::listable;
use crate::{NimberProof, Subject};
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_game::{Kind, Player, Refusal, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

/// Claims of one game at a time, since positions of one game lead to positions of the same game only.
pub(super) fn check_nimber(proof: &NimberProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = ending_position(&proof.position, read)?;
    if root.kind() != Kind::Impartial {
        return Err(Flaw::Unfit);
    }
    let mut held = Held::new(budget);
    let mut known: FxHashMap<Box<dyn Subject>, u64> = FxHashMap::default();
    let mut games: Vec<Vec<(u64, Box<dyn Subject>)>> = Vec::new();
    for (nimber, text) in &proof.claims {
        let about = ending_position(text, read)?;
        let [only] = about.parts() else { return Err(Flaw::Unsupported(text.clone())) };
        held.more(2 * (only.bytes() as u64 + 64))?;
        budget.spend(1)?;
        // Two claims on one position would be one too many.
        if only.kind() != Kind::Impartial || known.insert(only.clone(), *nimber).is_some() {
            return Err(Flaw::Unsupported(text.clone()));
        }
        match games.iter_mut().find(|group| group[0].1.same_rules(&**only)) {
            Some(group) => group.push((*nimber, only.clone())),
            None => games.push(vec![(*nimber, only.clone())]),
        }
    }
    for group in &games {
        group[0].1.check_claims(group, budget)?;
    }
    let components = root.parts().iter().flat_map(|part| part.split()).map(|part| part.canonical());
    let total = components.map(|part| known.get(&part).copied()).try_fold(0, |sum, nimber| Some(sum ^ nimber?));
    if total == Some(proof.nimber) { Ok(()) } else { Err(Flaw::NotProved) }
}

/// Checks that claims on the nimbers of components of one game support each other; returns the index of one that has no
/// support.
pub(crate) fn check_components<R: Rules>(
    rules: &R,
    claims: &[(u64, &R::Position)],
    budget: &Budget,
) -> Result<(), Unsupported> {
    let known: FxHashMap<&R::Position, u64> = claims.iter().map(|&(nimber, position)| (position, nimber)).collect();
    let meter = budget.meter();
    let mut checker =
        Checker { rules, known, answered: FxHashSet::default(), moves: Vec::new(), parts: Vec::new(), meter, held: 0 };
    for (index, (nimber, component)) in claims.iter().enumerate() {
        match checker.is_mex(component, *nimber) {
            Ok(true) => {}
            Ok(false) => return Err(Unsupported { index, why: None }),
            Err(why) => return Err(Unsupported { index, why: Some(why) }),
        }
    }
    Ok(())
}

/// The index of a claim that has no support, or that could not be looked at.
pub(crate) struct Unsupported {
    pub index: usize,
    pub why: Option<Obstacle>,
}

/// Why a claim could not be looked at.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Obstacle {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl Unsupported {
    /// The flaw of the claim on the position with this text.
    pub fn flaw(self, text: String) -> Flaw {
        match self.why {
            Some(Obstacle::Refused(refusal)) => Flaw::Refused(refusal.of(|| text)),
            Some(Obstacle::Exhausted(exhausted)) => Flaw::Exhausted(exhausted),
            None => Flaw::Unsupported(text),
        }
    }
}

struct Checker<'a, R: Rules> {
    rules: &'a R,
    known: FxHashMap<&'a R::Position, u64>,
    /// Components seen to have an option of a nimber.
    answered: FxHashSet<(R::Position, u64)>,
    moves: Vec<R::Move>,
    parts: Vec<R::Position>,
    meter: Meter,
    held: u64,
}

impl<R: Rules> Drop for Checker<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}

/// What the claims say of an option.
enum Sight<P> {
    Nimber(u64),
    /// The nimber of all components but this one.
    But(P, u64),
    Nothing,
}

impl<R: Rules> Checker<'_, R> {
    /// Whether the options of a component have every smaller nimber, but not this one.
    fn is_mex(&mut self, component: &R::Position, nimber: u64) -> Result<bool, Obstacle> {
        let mut smaller = FxHashSet::default();
        for option in self.options(component)? {
            let differs = match self.look(&option) {
                Sight::Nimber(other) => {
                    if other < nimber {
                        smaller.insert(other);
                    }
                    other != nimber
                }
                Sight::But(part, others) => self.has_option(part, others ^ nimber)?,
                Sight::Nothing => false,
            };
            if !differs {
                return Ok(false);
            }
        }
        Ok(smaller.len() as u64 == nimber)
    }

    /// Whether a component has an option of this nimber, and so another nimber itself.
    fn has_option(&mut self, component: R::Position, nimber: u64) -> Result<bool, Obstacle> {
        let asked = (component, nimber);
        if self.answered.contains(&asked) {
            return Ok(true);
        }
        let options = self.options(&asked.0)?;
        let found = options.iter().any(|option| matches!(self.look(option), Sight::Nimber(n) if n == nimber));
        if found {
            self.meter.budget().reserve(self.rules.position_bytes(&asked.0) as u64 + 32)?;
            self.held += self.rules.position_bytes(&asked.0) as u64 + 32;
            self.answered.insert(asked);
        }
        Ok(found)
    }

    fn options(&mut self, component: &R::Position) -> Result<Vec<R::Position>, Obstacle> {
        self.moves.clear();
        listable(self.rules, component)?;
        self.rules.moves(component, Player::Left, &mut self.moves)?;
        self.meter.steps(1 + self.moves.len() as u64)?;
        let after = |played| {
            let mut option = component.clone();
            self.rules.play(&mut option, played);
            option
        };
        Ok(self.moves.iter().map(after).collect())
    }

    /// The nim-sum of the claims on the components of an option.
    fn look(&mut self, option: &R::Position) -> Sight<R::Position> {
        self.parts.clear();
        self.rules.split(option, &mut self.parts);
        let (mut sum, mut open) = (0, None);
        for part in self.parts.drain(..) {
            let mut part = part;
            self.rules.canonicalise(&mut part);
            match self.known.get(&part) {
                Some(nimber) => sum ^= nimber,
                None if open.is_none() => open = Some(part),
                None => return Sight::Nothing,
            }
        }
        open.map_or(Sight::Nimber(sum), |part| Sight::But(part, sum))
    }
}
