//! Nimbers: claims on components that prove each other by mex.

use super::{Guide, stop};
use crate::check::Held;
use crate::{Settings, Stop};
use grundy_game::Player;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The claims that prove the nimber of the position at the top, each a nimber and the text of a component, and the nimber.
///
/// The search may use theorems to find out what is true; the claims prove it without them.
pub(crate) fn claims(guide: Box<dyn Guide + '_>, settings: &Settings) -> Result<(u64, Vec<(u64, String)>), Stop> {
    let mut proof = Proof {
        guide,
        list: Vec::new(),
        claimed: FxHashMap::default(),
        agenda: BinaryHeap::new(),
        answered: FxHashSet::default(),
        held: Held::new(&settings.budget),
    };
    let mut total = 0;
    for part in proof.guide.top()? {
        total ^= proof.claim(part)?;
    }
    while let Some((_, Reverse(next))) = proof.agenda.pop() {
        proof.support(next)?;
    }
    let Proof { guide, list, .. } = proof;
    Ok((total, list.into_iter().map(|(nimber, part)| (nimber, guide.text(part))).collect()))
}

/// A proof as it grows.
struct Proof<'a> {
    guide: Box<dyn Guide + 'a>,
    /// All claims.
    list: Vec<(u64, u32)>,
    claimed: FxHashMap<u32, u64>,
    /// Claims still to be supported, by effort and index: the hardest first, so that what they need is claimed before
    /// easier ones choose what they need.
    agenda: BinaryHeap<(usize, Reverse<usize>)>,
    /// Components that have an option of a nimber, by the claims.
    answered: FxHashSet<(u32, u64)>,
    held: Held<'a>,
}

impl Proof<'_> {
    /// Claims the nimber of a component in canonical form.
    fn claim(&mut self, part: u32) -> Result<u64, Stop> {
        if let Some(&nimber) = self.claimed.get(&part) {
            return Ok(nimber);
        }
        let nimber = self.guide.nimber(part)?;
        self.held.more(64)?;
        self.claimed.insert(part, nimber);
        self.agenda.push((self.guide.weight(part), Reverse(self.list.len())));
        self.list.push((nimber, part));
        Ok(nimber)
    }

    /// The options of a component, as their components.
    fn options(&mut self, component: u32) -> Result<Vec<Vec<u32>>, Stop> {
        self.guide.options(component, Player::Left).map_err(stop)
    }

    /// Claims what a claim needs: an option of every smaller nimber, and for every option a reason why it has not this one.
    fn support(&mut self, claim: usize) -> Result<(), Stop> {
        let (nimber, component) = self.list[claim];
        let options = self.options(component)?;
        let mut cheapest: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
        for (at, parts) in options.iter().enumerate() {
            if let Some((sum, cost)) = self.known(parts).filter(|(sum, _)| *sum < nimber) {
                let entry = cheapest.entry(sum).or_insert((cost, at));
                *entry = (*entry).min((cost, at));
            }
        }
        for smaller in 0..nimber {
            let option = match cheapest.get(&smaller) {
                Some(&(_, at)) => Some(&options[at]),
                None => self.find(&options, smaller)?,
            };
            let parts = option.ok_or_else(Stop::contradiction)?;
            self.claim_all(parts)?;
        }
        for parts in &options {
            self.tell_apart(parts, nimber)?;
        }
        Ok(())
    }

    fn claim_all(&mut self, parts: &[u32]) -> Result<(), Stop> {
        parts.iter().try_for_each(|&part| self.claim(part).map(drop))
    }

    /// Claims what shows that an option has not a nimber: the nimbers of all its components, or of all but one and of an
    /// option of that one.
    fn tell_apart(&mut self, parts: &[u32], nimber: u64) -> Result<(), Stop> {
        let open = (0..parts.len()).filter(|&at| !self.claimed.contains_key(&parts[at]));
        let Some(kept) = open.max_by_key(|&at| self.guide.weight(parts[at])) else { return Ok(()) };
        let mut asked = nimber;
        for (_, &other) in parts.iter().enumerate().filter(|(at, _)| *at != kept) {
            asked ^= self.claim(other)?;
        }
        let kept = parts[kept];
        if self.claimed.contains_key(&kept) || self.answered.contains(&(kept, asked)) {
            return Ok(());
        }
        let found = self.guide.nimber_unless(kept, asked)?;
        let options = self.options(kept)?;
        let costs = options.iter().enumerate().filter_map(|(at, parts)| match self.known(parts) {
            Some((sum, cost)) if sum == asked => Some((cost, at)),
            _ => None,
        });
        let answer = match costs.min() {
            Some((_, at)) => Some(&options[at]),
            // A larger nimber means that some option has this one; a smaller one does not tell.
            None if found.is_none_or(|found| found > asked) => self.find(&options, asked)?,
            None => None,
        };
        let Some(answer) = answer else { return self.claim(kept).map(drop) };
        self.claim_all(answer)?;
        self.held.more(32)?;
        self.answered.insert((kept, asked));
        Ok(())
    }

    /// The nimber of a sum of components, when each is claimed or known to the search, and the effort of those not claimed.
    fn known(&self, parts: &[u32]) -> Option<(u64, usize)> {
        let (mut sum, mut cost) = (0, 0usize);
        for part in parts {
            if let Some(nimber) = self.claimed.get(part) {
                sum ^= nimber;
            } else {
                sum ^= self.guide.known(*part)?;
                cost = cost.saturating_add(self.guide.weight(*part)).saturating_add(1);
            }
        }
        Some((sum, cost))
    }

    /// An option of a nimber, by search.
    fn find<'o>(&mut self, options: &'o [Vec<u32>], nimber: u64) -> Result<Option<&'o Vec<u32>>, Stop> {
        for parts in options {
            let (last, others) = match parts.split_last() {
                Some(split) => split,
                None if nimber == 0 => return Ok(Some(parts)),
                None => continue,
            };
            let mut asked = nimber;
            for &part in others {
                asked ^= self.guide.nimber(part)?;
            }
            if self.guide.is_nimber(*last, asked)? {
                return Ok(Some(parts));
            }
        }
        Ok(None)
    }
}
