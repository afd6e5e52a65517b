//! Certificates from what a search has found out. A search may use theorems to find out what is true; the certificates prove
//! it without them.

mod formula;
mod guide;
mod heaps;
mod kernel;
mod nimber;
mod outcome;
mod value;
mod verdict;

pub use formula::prove_formula;
pub use guide::Guide;
pub(crate) use guide::{Guided, Unguided};
pub use heaps::{prove_period, prove_quotient};
pub use kernel::prove_kernel;
pub use verdict::Claim;
pub(crate) use verdict::verdicts;

use crate::check::of_sum;
use crate::plan::{Plan, two_players};
use crate::subject::WinWork;
use crate::{
    Certificate, Flaw, Method, NimberProof, NimberSearch, OutcomeProof, OutcomeSearch, PartisanSearch, Position,
    Settings, Stop, Subject, Sum, ValueProof, ValueSearch, VerdictProof,
};
use grundy_game::{Kind, Outcome, Play, Text};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A certificate of what is asked most: the nimber of an impartial position under normal play, otherwise who wins.
pub fn prove(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    if position.kind() == Kind::Impartial && settings.play == Play::Normal && !position.may_be_drawn() {
        prove_nimber(position, settings)
    } else {
        prove_outcome(position, settings)
    }
}

/// A certificate of the nimber of an impartial position under normal play.
pub fn prove_nimber(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    if position.kind() != Kind::Impartial {
        return Err(Stop::impartial_only("nimbers"));
    }
    decided_only(position)?;
    let (mut nimber, mut claims) = (0, Vec::new());
    for part in position.parts() {
        part.afford_moves(&settings.budget)?;
        let (of_part, supports) = nimber::claims(part.guide(settings), settings)?;
        nimber ^= of_part;
        claims.extend(supports);
    }
    // Components that two parts of the sum share are proved once.
    let mut before = FxHashSet::default();
    claims.retain(|claim| before.insert(claim.clone()));
    Ok(Certificate::Nimber(NimberProof { position: position.to_string(), nimber, claims }))
}

/// A certificate of who wins, for a position of any kind under either play rule.
pub fn prove_outcome(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    two_players(position)?;
    for part in position.parts() {
        part.afford_moves(&settings.budget)?;
    }
    if position.may_be_drawn() {
        return prove_verdict(position, settings);
    }
    let impartial = position.kind() == Kind::Impartial;
    let (outcome, claims) = outcome::losses(guide(position, settings), impartial, settings)?;
    let claims = claims.into_iter().map(|(player, text)| ((!impartial).then_some(player), text)).collect();
    let position = position.to_string();
    Ok(Certificate::Outcome(OutcomeProof { position, play: settings.play, outcome, claims }))
}

/// As [`verdicts`], of a sum.
pub(crate) fn whole_verdicts(parts: &[Box<dyn Subject>], settings: &Settings) -> Result<(Outcome, Vec<Claim>), Stop> {
    let text = |parts: &Vec<Box<dyn Subject>>| Position::new(parts.clone()).to_string();
    verdicts(&Arc::new(Sum::of(parts)), &parts.to_vec(), text, settings)
}

/// A certificate of who wins, or that nobody does, for a position that may be drawn.
fn prove_verdict(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    // Sums that have no answer have no proof.
    Plan::of(position, &Settings { method: Method::Auto, ..settings.clone() })?;
    let (outcome, claims) = match position.parts() {
        [only] => only.prove_verdicts(settings)?,
        parts => whole_verdicts(parts, settings)?,
    };
    let partisan = position.kind() == Kind::Partisan;
    let claims = claims.into_iter().map(|(player, moves, text)| (partisan.then_some(player), moves, text)).collect();
    let position = position.to_string();
    Ok(Certificate::Verdict(VerdictProof { position, play: settings.play, outcome, claims }))
}

/// Refuses positions that may be drawn.
fn decided_only(position: &Position) -> Result<(), Stop> {
    two_players(position)?;
    if position.may_be_drawn() {
        return Err(Stop::Unsuitable(Text::new("this game may be drawn: only who wins can be proved")));
    }
    Ok(())
}

/// A certificate of the value of a position under normal play.
pub fn prove_value(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    decided_only(position)?;
    for part in position.parts() {
        part.afford_moves(&settings.budget)?;
    }
    let (value, claims) = value::differences(guide(position, settings), settings)?;
    Ok(Certificate::Value(ValueProof { position: position.to_string(), value, claims }))
}

/// What the search says of a position, part by part or as a sum of different games.
fn guide<'a>(position: &'a Position, settings: &Settings) -> Box<dyn Guide + 'a> {
    let parts = match position.parts() {
        [only] => return only.guide(settings),
        parts => parts,
    };
    let (rules, components) = (Sum::shared(parts), of_sum(parts, &settings.budget));
    match position.kind() {
        Kind::Impartial => {
            let nimbers = Box::new(NimberSearch::new(rules, settings, true));
            Box::new(Guided::impartial(rules, components, nimbers, Box::new(OutcomeSearch::new(rules, settings))))
        }
        Kind::Partisan => {
            let wins: Box<dyn WinWork<_>> = match settings.play {
                Play::Normal => Box::new(PartisanSearch::new(rules, settings, true)),
                Play::Misere => Box::new(OutcomeSearch::new(rules, settings)),
            };
            Box::new(Guided::partisan(rules, components, wins, Box::new(ValueSearch::new(rules, settings, true))))
        }
    }
}

/// What stopped the listing of moves.
fn stop(flaw: Flaw) -> Stop {
    match flaw {
        Flaw::Exhausted(exhausted) => Stop::Exhausted(exhausted),
        Flaw::Refused(refusal) => Stop::Refused(refusal),
        _ => Stop::contradiction(),
    }
}
