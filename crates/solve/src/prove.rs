//! Certificates from what a search has found out.

use crate::{Certificate, Claim, Engine, NimberSearch, OutcomeSearch, Position, Proved, Stop, Subject, Sum};
use grundy_game::{Kind, Play, Player, Rules};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A certificate of the nimber of an impartial position, or under misère play of who wins it. It stands on the rules alone:
/// no theorem is part of it.
pub fn prove(position: &Position, engine: &Engine) -> Result<Certificate, Stop> {
    if position.kind() != Kind::Impartial {
        return Err(Stop::impartial_only("certificates"));
    }
    let mut claims = Vec::new();
    let proved = match engine.play {
        Play::Normal => {
            let mut total = 0;
            for part in position.parts() {
                total ^= part.prove(engine, &mut claims)?;
            }
            // Components that two parts of the sum share are proved once.
            let mut before = FxHashSet::default();
            claims.retain(|claim| before.insert(claim.clone()));
            Proved::Nimber(total)
        }
        Play::Misere => Proved::FirstWins(strategy(position, engine, &mut claims)?),
    };
    Ok(Certificate { position: position.to_string(), play: engine.play, proved, claims })
}

/// The claims that prove the nimber of `position`, each a nimber and a component, and the nimber.
///
/// The search may use theorems to find out what is true; the claims prove it without them.
pub(crate) fn claims<R: Rules>(
    rules: &R,
    position: &R::Position,
    engine: &Engine,
) -> Result<(u64, Vec<(u64, R::Position)>), Stop> {
    let mut proof = Proof {
        rules,
        search: NimberSearch::new(rules, engine, true),
        list: Vec::new(),
        claimed: FxHashMap::default(),
        agenda: BinaryHeap::new(),
        answered: FxHashSet::default(),
    };
    let mut total = 0;
    for part in canonical_parts(rules, position) {
        total ^= proof.claim(&part)?;
    }
    let mut meter = engine.budget.meter();
    while let Some((_, Reverse(next))) = proof.agenda.pop() {
        meter.step()?;
        proof.support(next)?;
    }
    Ok((total, proof.list))
}

/// A proof as it grows.
struct Proof<'a, R: Rules> {
    rules: &'a R,
    search: NimberSearch<'a, R>,
    /// All claims.
    list: Vec<(u64, R::Position)>,
    claimed: FxHashMap<R::Position, u64>,
    /// Claims still to be supported, by effort and index: the hardest first, so that what they need is claimed before
    /// easier ones choose what they need.
    agenda: BinaryHeap<(u32, Reverse<usize>)>,
    /// Components that have an option of a nimber, by the claims.
    answered: FxHashSet<(R::Position, u64)>,
}

impl<R: Rules> Proof<'_, R> {
    /// Claims the nimber of a component in canonical form.
    fn claim(&mut self, part: &R::Position) -> Result<u64, Stop> {
        if let Some(&nimber) = self.claimed.get(part) {
            return Ok(nimber);
        }
        let nimber = self.search.nimber(part)?;
        self.claimed.insert(part.clone(), nimber);
        self.agenda.push((self.rules.effort(part), Reverse(self.list.len())));
        self.list.push((nimber, part.clone()));
        Ok(nimber)
    }

    /// The options of a component, as their components.
    fn options(&self, component: &R::Position) -> Vec<Vec<R::Position>> {
        let mut moves = Vec::new();
        self.rules.moves(component, Player::Left, &mut moves);
        let after = |played: &R::Move| {
            let mut option = component.clone();
            self.rules.play(&mut option, played);
            canonical_parts(self.rules, &option)
        };
        moves.iter().map(after).collect()
    }

    /// Claims what a claim needs: an option of every smaller nimber, and for every option a reason why it has not this one.
    fn support(&mut self, claim: usize) -> Result<(), Stop> {
        let (nimber, component) = self.list[claim].clone();
        let options = self.options(&component);
        for smaller in 0..nimber {
            if !self.reach(&options, smaller, true)? {
                return Err(Stop::Unsuitable("the search contradicts itself".to_owned()));
            }
        }
        for parts in &options {
            self.tell_apart(parts, nimber)?;
        }
        Ok(())
    }

    /// Claims what shows that an option has not a nimber: the nimbers of all its components, or of all but one and of an
    /// option of that one.
    fn tell_apart(&mut self, parts: &[R::Position], nimber: u64) -> Result<(), Stop> {
        let open = (0..parts.len()).filter(|&at| !self.claimed.contains_key(&parts[at]));
        let Some(kept) = open.max_by_key(|&at| self.rules.effort(&parts[at])) else { return Ok(()) };
        let mut asked = nimber;
        for (_, other) in parts.iter().enumerate().filter(|(at, _)| *at != kept) {
            asked ^= self.claim(other)?;
        }
        let kept = &parts[kept];
        if self.claimed.contains_key(kept) || self.answered.contains(&(kept.clone(), asked)) {
            return Ok(());
        }
        let found = self.search.nimber_unless(kept, asked)?;
        let options = self.options(kept);
        // A larger nimber means that some option has this one; a smaller one does not tell.
        if self.reach(&options, asked, found.is_none_or(|found| found > asked))? {
            self.answered.insert((kept.clone(), asked));
        } else {
            self.claim(kept)?;
        }
        Ok(())
    }

    /// Claims the nimbers of the components of an option of nimber `nimber`, best of one that is claimed or known already;
    /// returns whether there is one. Others are searched only when there is `surely` one.
    fn reach(&mut self, options: &[Vec<R::Position>], nimber: u64, surely: bool) -> Result<bool, Stop> {
        let claimed = |part: &R::Position| self.claimed.get(part).copied();
        let sum = |parts: &[R::Position], known: &dyn Fn(&R::Position) -> Option<u64>| {
            parts.iter().try_fold(0, |sum, part| Some(sum ^ known(part)?))
        };
        if options.iter().any(|parts| sum(parts, &claimed) == Some(nimber)) {
            return Ok(true);
        }
        let known = |part: &R::Position| claimed(part).or_else(|| self.search.known(part));
        let cost = |parts: &&Vec<R::Position>| {
            let new = parts.iter().filter(|part| !self.claimed.contains_key(*part));
            new.map(|part| self.rules.effort(part)).fold(0, u32::saturating_add)
        };
        let mut best = options.iter().filter(|parts| sum(parts, &known) == Some(nimber)).min_by_key(cost);
        for parts in options.iter().filter(|_| surely) {
            if best.is_some() {
                break;
            }
            best = self.has(parts, nimber)?.then_some(parts);
        }
        for part in best.into_iter().flatten() {
            self.claim(part)?;
        }
        Ok(best.is_some())
    }

    /// Whether a sum of components has a nimber.
    fn has(&mut self, parts: &[R::Position], nimber: u64) -> Result<bool, Stop> {
        let Some((last, others)) = parts.split_last() else { return Ok(nimber == 0) };
        let mut asked = nimber;
        for part in others {
            asked ^= self.search.nimber(part)?;
        }
        self.search.is_nimber(last, asked)
    }
}

fn canonical_parts<R: Rules>(rules: &R, position: &R::Position) -> Vec<R::Position> {
    let mut parts = Vec::new();
    rules.split(position, &mut parts);
    parts.iter_mut().for_each(|part| rules.canonicalise(part));
    parts
}

/// The lost positions that the winner's strategy visits; returns whether first wins.
fn strategy(position: &Position, engine: &Engine, claims: &mut Vec<(Claim, String)>) -> Result<bool, Stop> {
    let rules = Sum::shared(position.parts());
    let mut search = OutcomeSearch::new(rules, engine);
    let mut root: Vec<Box<dyn Subject>> = position.parts().to_vec();
    for part in &root {
        part.afford_moves(&engine.budget)?;
    }
    rules.canonicalise(&mut root);
    let first = search.wins(&root, Player::Left)?;
    let start = if first { lost_option(rules, &mut search, &root)? } else { Some(root) };
    let mut list: Vec<_> = start.into_iter().collect();
    let mut seen: FxHashSet<_> = list.iter().cloned().collect();
    let mut next = 0;
    while next < list.len() {
        for option in options(rules, &list[next]) {
            let reply = lost_option(rules, &mut search, &option)?;
            list.extend(reply.filter(|reply| seen.insert(reply.clone())));
        }
        next += 1;
    }
    claims.extend(list.into_iter().map(|parts| (Claim::Lost, Position::new(parts).to_string())));
    Ok(first)
}

fn options(rules: &Sum, position: &Vec<Box<dyn Subject>>) -> Vec<Vec<Box<dyn Subject>>> {
    let mut moves = Vec::new();
    rules.moves(position, Player::Left, &mut moves);
    let after = |played| {
        let mut option = position.clone();
        rules.play(&mut option, played);
        rules.canonicalise(&mut option);
        option
    };
    moves.iter().map(after).collect()
}

fn lost_option(
    rules: &Sum,
    search: &mut OutcomeSearch<'_, Sum>,
    position: &Vec<Box<dyn Subject>>,
) -> Result<Option<Vec<Box<dyn Subject>>>, Stop> {
    for option in options(rules, position) {
        if !search.wins(&option, Player::Right)? {
            return Ok(Some(option));
        }
    }
    Ok(None)
}
