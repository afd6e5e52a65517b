//! Certificates from what a search has found out. A search may use theorems to find out what is true; the certificates prove
//! it without them.

mod formula;
mod heaps;
mod kernel;
mod nimber;
mod outcome;
mod value;
mod verdict;

pub use formula::prove_formula;
pub use heaps::{prove_period, prove_quotient};
pub use kernel::prove_kernel;
pub(crate) use nimber::claims;
pub(crate) use outcome::losses;
pub(crate) use value::differences;
pub use verdict::Claim;
pub(crate) use verdict::verdicts;

use crate::check::Wholes;
use crate::plan::Plan;
use crate::{
    Certificate, Flaw, Method, NimberProof, OutcomeProof, Position, Settings, Stop, Subject, Sum, ValueProof, VerdictProof,
};
use grundy_game::{Kind, Play, Text};
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
        nimber ^= part.prove(settings, &mut claims)?;
    }
    // Components that two parts of the sum share are proved once.
    let mut before = FxHashSet::default();
    claims.retain(|claim| before.insert(claim.clone()));
    Ok(Certificate::Nimber(NimberProof { position: position.to_string(), nimber, claims }))
}

/// A certificate of who wins, for a position of any kind under either play rule.
pub fn prove_outcome(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    for part in position.parts() {
        part.afford_moves(&settings.budget)?;
    }
    if position.may_be_drawn() {
        return prove_verdict(position, settings);
    }
    let (outcome, claims) = match position.parts() {
        [only] => only.prove_losses(settings)?,
        parts => {
            let list: Vec<_> = parts.iter().map(|part| vec![part.clone()]).collect();
            losses(sums(parts, settings), &list, settings)?
        }
    };
    let partisan = position.kind() == Kind::Partisan;
    let claims = claims.into_iter().map(|(player, text)| (partisan.then_some(player), text)).collect();
    let position = position.to_string();
    Ok(Certificate::Outcome(OutcomeProof { position, play: settings.play, outcome, claims }))
}

/// A certificate of who wins, or that nobody does, for a position that may be drawn.
fn prove_verdict(position: &Position, settings: &Settings) -> Result<Certificate, Stop> {
    // Sums that have no answer have no proof.
    Plan::of(position, &Settings { method: Method::Auto, ..settings.clone() })?;
    let (outcome, claims) = match position.parts() {
        [only] => only.prove_verdicts(settings)?,
        parts => {
            let text = |parts: &Vec<Box<dyn Subject>>| Position::new(parts.clone()).to_string();
            verdicts(&Arc::new(Sum::of(parts)), &position.parts, text, settings)?
        }
    };
    let partisan = position.kind() == Kind::Partisan;
    let claims = claims.into_iter().map(|(player, moves, text)| (partisan.then_some(player), moves, text)).collect();
    let position = position.to_string();
    Ok(Certificate::Verdict(VerdictProof { position, play: settings.play, outcome, claims }))
}

/// Refuses positions that may be drawn.
fn decided_only(position: &Position) -> Result<(), Stop> {
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
    let (value, claims) = match position.parts() {
        [only] => only.prove_differences(settings)?,
        parts => {
            let list: Vec<_> = parts.iter().map(|part| vec![part.clone()]).collect();
            differences(sums(parts, settings), &list, settings)?
        }
    };
    Ok(Certificate::Value(ValueProof { position: position.to_string(), value, claims }))
}

/// Sums of positions of different games.
fn sums(parts: &[Box<dyn Subject>], settings: &Settings) -> Wholes<'static, Sum> {
    Wholes::new(Sum::shared(parts), &settings.budget, |parts| Position::new(parts.clone()).to_string())
}

/// What stopped the listing of moves.
fn stop(flaw: Flaw) -> Stop {
    match flaw {
        Flaw::Exhausted(exhausted) => Stop::Exhausted(exhausted),
        Flaw::Refused(refusal) => Stop::Refused(refusal),
        _ => Stop::contradiction(),
    }
}
