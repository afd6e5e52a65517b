//! Nimbers: claims on components that prove each other by mex.

use crate::listing::list;
use crate::{NimberSearch, Settings, Stop};
use grundy_budget::{Exhausted, Meter};
use grundy_game::{ImpartialHints, Player};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The claims that prove the nimber of `position`, each a nimber and a component, and the nimber.
///
/// The search may use theorems to find out what is true; the claims prove it without them.
pub(crate) fn claims<R: ImpartialHints>(
    rules: &R,
    position: &R::Position,
    settings: &Settings,
) -> Result<(u64, Vec<(u64, R::Position)>), Stop> {
    let mut proof = Proof {
        rules,
        search: NimberSearch::new(rules, settings, true),
        list: Vec::new(),
        claimed: FxHashMap::default(),
        agenda: BinaryHeap::new(),
        answered: FxHashSet::default(),
        meter: settings.budget.meter(),
        held: 0,
    };
    let mut total = 0;
    for part in canonical_parts(rules, position) {
        total ^= proof.claim(&part)?;
    }
    while let Some((_, Reverse(next))) = proof.agenda.pop() {
        proof.support(next)?;
    }
    Ok((total, std::mem::take(&mut proof.list)))
}

/// A proof as it grows.
struct Proof<'a, R: ImpartialHints> {
    rules: &'a R,
    search: NimberSearch<'a, R>,
    /// All claims.
    list: Vec<(u64, R::Position)>,
    claimed: FxHashMap<R::Position, u64>,
    /// Claims still to be supported, by effort and index: the hardest first, so that what they need is claimed before
    /// easier ones choose what they need.
    agenda: BinaryHeap<(usize, Reverse<usize>)>,
    /// Components that have an option of a nimber, by the claims.
    answered: FxHashSet<(R::Position, u64)>,
    meter: Meter,
    held: u64,
}

impl<R: ImpartialHints> Proof<'_, R> {
    /// Claims the nimber of a component in canonical form.
    fn claim(&mut self, part: &R::Position) -> Result<u64, Stop> {
        if let Some(&nimber) = self.claimed.get(part) {
            return Ok(nimber);
        }
        let nimber = self.search.nimber(part)?;
        self.hold(2, part)?;
        self.claimed.insert(part.clone(), nimber);
        self.agenda.push((self.rules.weight(part), Reverse(self.list.len())));
        self.list.push((nimber, part.clone()));
        Ok(nimber)
    }

    /// Counts so many copies of a component against the budget.
    fn hold(&mut self, copies: usize, part: &R::Position) -> Result<(), Stop> {
        let bytes = (copies * (self.rules.position_bytes(part) + size_of::<u64>())) as u64;
        self.meter.budget().reserve(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// The options of a component, as their components.
    fn options(&mut self, component: &R::Position) -> Result<Vec<Vec<R::Position>>, Stop> {
        let mut moves = Vec::new();
        list(self.rules, component, Player::Left, self.meter.budget(), &mut moves)?;
        let (mut options, mut bytes) = (Vec::with_capacity(moves.len()), 0);
        for played in &moves {
            self.meter.step()?;
            let mut option = component.clone();
            self.rules.play(&mut option, played);
            let parts = canonical_parts(self.rules, &option);
            bytes += size_of::<Vec<R::Position>>();
            bytes += parts.iter().map(|part| self.rules.position_bytes(part)).sum::<usize>();
            if bytes as u64 > self.meter.budget().memory_left() {
                return Err(Exhausted::Memory.into());
            }
            options.push(parts);
        }
        Ok(options)
    }

    /// Claims what a claim needs: an option of every smaller nimber, and for every option a reason why it has not this one.
    fn support(&mut self, claim: usize) -> Result<(), Stop> {
        let (nimber, component) = self.list[claim].clone();
        let options = self.options(&component)?;
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

    fn claim_all(&mut self, parts: &[R::Position]) -> Result<(), Stop> {
        parts.iter().try_for_each(|part| self.claim(part).map(drop))
    }

    /// Claims what shows that an option has not a nimber: the nimbers of all its components, or of all but one and of an
    /// option of that one.
    fn tell_apart(&mut self, parts: &[R::Position], nimber: u64) -> Result<(), Stop> {
        let open = (0..parts.len()).filter(|&at| !self.claimed.contains_key(&parts[at]));
        let Some(kept) = open.max_by_key(|&at| self.rules.weight(&parts[at])) else { return Ok(()) };
        let mut asked = nimber;
        for (_, other) in parts.iter().enumerate().filter(|(at, _)| *at != kept) {
            asked ^= self.claim(other)?;
        }
        let kept = &parts[kept];
        if self.claimed.contains_key(kept) || self.answered.contains(&(kept.clone(), asked)) {
            return Ok(());
        }
        let found = self.search.nimber_unless(kept, asked)?;
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
        self.hold(1, kept)?;
        self.answered.insert((kept.clone(), asked));
        Ok(())
    }

    /// The nimber of a sum of components, when each is claimed or known to the search, and the effort of those not claimed.
    fn known(&self, parts: &[R::Position]) -> Option<(u64, usize)> {
        let (mut sum, mut cost) = (0, 0usize);
        for part in parts {
            if let Some(nimber) = self.claimed.get(part) {
                sum ^= nimber;
            } else {
                sum ^= self.search.known(part)?;
                cost = cost.saturating_add(self.rules.weight(part)).saturating_add(1);
            }
        }
        Some((sum, cost))
    }

    /// An option of a nimber, by search.
    fn find<'o>(&mut self, options: &'o [Vec<R::Position>], nimber: u64) -> Result<Option<&'o Vec<R::Position>>, Stop> {
        for parts in options {
            let (last, others) = match parts.split_last() {
                Some(split) => split,
                None if nimber == 0 => return Ok(Some(parts)),
                None => continue,
            };
            let mut asked = nimber;
            for part in others {
                asked ^= self.search.nimber(part)?;
            }
            if self.search.is_nimber(last, asked)? {
                return Ok(Some(parts));
            }
        }
        Ok(None)
    }
}

impl<R: ImpartialHints> Drop for Proof<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}

fn canonical_parts<R: ImpartialHints>(rules: &R, position: &R::Position) -> Vec<R::Position> {
    let mut parts = Vec::new();
    rules.split(position, &mut parts);
    parts.iter_mut().for_each(|part| rules.canonicalise(part));
    parts
}
