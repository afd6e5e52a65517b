//! Nimbers: claims on components prove each other by mex.

use super::leaning::{LEAN, Leaning};
use super::{Components, Flaw, Held, Reader, ending_position};
use crate::{NimberProof, Subject};
use grundy_budget::Budget;
use grundy_game::{Kind, Player};
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
        check_claims(group, budget)?;
    }
    let components = root.parts().iter().flat_map(|part| part.split()).map(|part| part.canonical());
    let total = components.map(|part| known.get(&part).copied()).try_fold(0, |sum, nimber| Some(sum ^ nimber?));
    if total == Some(proof.nimber) { Ok(()) } else { Err(Flaw::NotProved) }
}

/// Checks that claims on the nimbers of components of one game support each other.
fn check_claims(claims: &[(u64, Box<dyn Subject>)], budget: &Budget) -> Result<(), Flaw> {
    let mut components = claims[0].1.components(budget);
    let (mut numbers, mut known) = (Vec::with_capacity(claims.len()), FxHashMap::default());
    for (nimber, about) in claims {
        let number = components.find(&**about)?.ok_or_else(|| Flaw::Unsupported(about.text()))?;
        numbers.push(number);
        known.insert(number, *nimber);
    }
    let leaning = Leaning::new(!components.surely_end());
    let mut checker = Checker { components, known, answered: FxHashSet::default(), leaning, held: Held::new(budget) };
    for ((nimber, about), &number) in claims.iter().zip(&numbers) {
        checker.leaning.look_at(number);
        if !checker.is_mex(number, *nimber)? {
            return Err(Flaw::Unsupported(about.text()));
        }
    }
    if checker.leaning.goes_round() { Err(Flaw::Circular) } else { Ok(()) }
}

struct Checker<'a> {
    components: Box<dyn Components + 'a>,
    known: FxHashMap<u32, u64>,
    /// Components seen to have an option of a nimber.
    answered: FxHashSet<(u32, u64)>,
    leaning: Leaning,
    held: Held<'a>,
}

/// What the claims say of an option.
enum Sight {
    Nimber(u64),
    /// The nimber of all components but this one.
    But(u32, u64),
    Nothing,
}

impl Checker<'_> {
    /// Whether the options of a component have every smaller nimber, but not this one.
    fn is_mex(&mut self, component: u32, nimber: u64) -> Result<bool, Flaw> {
        let mut smaller = FxHashSet::default();
        for option in self.components.options(component, Player::Left)? {
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
            self.lean_on(&option)?;
            if !differs {
                return Ok(false);
            }
        }
        Ok(smaller.len() as u64 == nimber)
    }

    /// Whether a component has an option of this nimber, and so another nimber itself.
    fn has_option(&mut self, component: u32, nimber: u64) -> Result<bool, Flaw> {
        if !self.leaning.is_wary() && self.answered.contains(&(component, nimber)) {
            return Ok(true);
        }
        let options = self.components.options(component, Player::Left)?;
        let found = options.iter().find(|option| matches!(self.look(option), Sight::Nimber(n) if n == nimber));
        if let Some(option) = found {
            self.lean_on(option)?;
            self.held.more(32)?;
            self.answered.insert((component, nimber));
        }
        Ok(found.is_some())
    }

    /// Notes that the claim that is looked at leans on those on the components of an option.
    fn lean_on(&mut self, option: &[u32]) -> Result<(), Flaw> {
        if self.leaning.is_wary() {
            self.held.more(LEAN * option.len() as u64)?;
            option.iter().filter(|part| self.known.contains_key(part)).for_each(|&part| self.leaning.lean_on(part));
        }
        Ok(())
    }

    /// The nim-sum of the claims on the components of an option.
    fn look(&self, option: &[u32]) -> Sight {
        let (mut sum, mut open) = (0, None);
        for &part in option {
            match self.known.get(&part) {
                Some(nimber) => sum ^= nimber,
                None if open.is_none() => open = Some(part),
                None => return Sight::Nothing,
            }
        }
        open.map_or(Sight::Nimber(sum), |part| Sight::But(part, sum))
    }
}
