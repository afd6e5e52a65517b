//! Certificates from what a search has found out.

use crate::{Certificate, Claim, Engine, NimberSearch, OutcomeSearch, Position, Proved, Stop, Subject, Sum};
use grundy_game::{Kind, Play, Player, Rules};
use rustc_hash::FxHashSet;

/// A certificate of the nimber of an impartial position, or under misère play of who wins it. Searches where it must; no
/// theorem is used, so the certificate stands on the rules alone.
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

/// The claims that prove the nimber of `position`, in an order in which claims come after those that need them, and the
/// nimber.
pub(crate) fn claims<R: Rules>(
    rules: &R,
    position: &R::Position,
    engine: &Engine,
) -> Result<(u64, Vec<(Claim, R::Position)>), Stop> {
    let mut search = NimberSearch::new(rules, engine, false);
    let total = search.nimber(position)?;
    let mut agenda = Agenda { list: Vec::new(), seen: FxHashSet::default() };
    for part in canonical_parts(rules, position) {
        agenda.add(Claim::Is(search.nimber(&part)?), part);
    }
    let mut meter = engine.budget.meter();
    let mut moves = Vec::new();
    let mut next = 0;
    while next < agenda.list.len() {
        meter.step()?;
        let (claim, component) = agenda.list[next].clone();
        moves.clear();
        rules.moves(&component, Player::Left, &mut moves);
        let mut options = Vec::with_capacity(moves.len());
        for played in &moves {
            let mut option = component.clone();
            rules.play(&mut option, played);
            options.push(canonical_parts(rules, &option));
        }
        match claim {
            Claim::Is(nimber) => support_nimber(rules, &mut search, &options, nimber, &mut agenda)?,
            Claim::IsNot(nimber) => support_option(&mut search, &options, nimber, &mut agenda)?,
            Claim::Lost => {}
        }
        next += 1;
    }
    Ok((total, agenda.list))
}

struct Agenda<P> {
    list: Vec<(Claim, P)>,
    seen: FxHashSet<(Claim, P)>,
}

impl<P: Clone + Eq + std::hash::Hash> Agenda<P> {
    fn add(&mut self, claim: Claim, part: P) {
        if self.seen.insert((claim, part.clone())) {
            self.list.push((claim, part));
        }
    }
}

fn canonical_parts<R: Rules>(rules: &R, position: &R::Position) -> Vec<R::Position> {
    let mut parts = Vec::new();
    rules.split(position, &mut parts);
    parts.iter_mut().for_each(|part| rules.canonicalise(part));
    parts
}

/// Asks for an option of every smaller nimber, and for every other option why it has not this one.
fn support_nimber<R: Rules>(
    rules: &R,
    search: &mut NimberSearch<'_, R>,
    options: &[Vec<R::Position>],
    nimber: u64,
    agenda: &mut Agenda<R::Position>,
) -> Result<(), Stop> {
    for smaller in 0..nimber {
        support_option(search, options, smaller, agenda)?;
    }
    for parts in options {
        let Some((last, others)) = parts.split_last() else { continue };
        let mut sum = 0;
        for part in others {
            let found = search.nimber(part)?;
            agenda.add(Claim::Is(found), part.clone());
            sum ^= found;
        }
        match search.known(last) {
            Some(found) => agenda.add(Claim::Is(found), last.clone()),
            None if search.is_nimber(last, nimber ^ sum)? => {
                return Err(Stop::Unsuitable("the search contradicts itself".to_owned()));
            }
            None => match search.known(last) {
                Some(found) => agenda.add(Claim::Is(found), last.clone()),
                // A nimber above the number of moves is no option's: only the exact one disproves it.
                None if nimber ^ sum > count_moves(rules, last) => {
                    agenda.add(Claim::Is(search.nimber(last)?), last.clone());
                }
                None => agenda.add(Claim::IsNot(nimber ^ sum), last.clone()),
            },
        }
    }
    Ok(())
}

fn count_moves<R: Rules>(rules: &R, position: &R::Position) -> u64 {
    let mut moves = Vec::new();
    rules.moves(position, Player::Left, &mut moves);
    moves.len() as u64
}

/// Asks for the nimbers of the components of an option of nimber `nimber`, best of one that is known already.
fn support_option<R: Rules>(
    search: &mut NimberSearch<'_, R>,
    options: &[Vec<R::Position>],
    nimber: u64,
    agenda: &mut Agenda<R::Position>,
) -> Result<(), Stop> {
    let known = |search: &NimberSearch<'_, R>, parts: &[R::Position]| {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ search.known(part)?))
    };
    let mut witness = options.iter().find(|parts| known(search, parts) == Some(nimber));
    for parts in options {
        if witness.is_some() {
            break;
        }
        let mut sum = 0;
        for part in parts.iter().skip(1) {
            sum ^= search.nimber(part)?;
        }
        let fits = match parts.first() {
            Some(first) => search.is_nimber(first, nimber ^ sum)?,
            None => nimber == 0,
        };
        witness = fits.then_some(parts);
    }
    let Some(parts) = witness else { return Err(Stop::Unsuitable("the search contradicts itself".to_owned())) };
    for part in parts {
        agenda.add(Claim::Is(search.nimber(part)?), part.clone());
    }
    Ok(())
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
