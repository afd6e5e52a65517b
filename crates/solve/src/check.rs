//! The checker of certificates.
//!
//! It trusts the rules of the games (their moves, how positions fall into components, which positions are images of each
//! other) and nothing else: no search, no table, no theorem. Every claim is checked, needed or not, once.

use crate::{Certificate, Claim, Position, Proved, Subject, Sum};
use grundy_game::{Kind, Play, Player, Rules};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A position cannot be read.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(String, String),
    /// A claim does not follow from the others.
    #[error("the claim on `{0}` does not follow")]
    Unsupported(String),
    /// What is to be proved does not follow from the claims.
    #[error("the claims do not prove the answer")]
    NotProved,
    /// The claims and the answer are of different kinds, or the game is none that certificates are about.
    #[error("this kind of certificate does not fit the position and play rule")]
    Unfit,
}

/// Checks that a certificate proves its answer; `read` reads positions. Linear in the claims and their moves.
pub fn check(certificate: &Certificate, read: &dyn Fn(&str) -> Result<Position, String>) -> Result<(), Flaw> {
    let read = |text: &str| read(text).map_err(|error| Flaw::Unreadable(text.to_owned(), error));
    let root = read(&certificate.position)?;
    if root.kind() != Kind::Impartial {
        return Err(Flaw::Unfit);
    }
    let claims = certificate.claims.iter().map(|(claim, text)| Ok((*claim, text.as_str(), read(text)?)));
    let claims = claims.collect::<Result<Vec<_>, Flaw>>()?;
    match certificate.proved {
        Proved::Nimber(nimber) if certificate.play == Play::Normal => check_nimber(&root, nimber, &claims),
        Proved::Nimber(_) => Err(Flaw::Unfit),
        Proved::FirstWins(first) => check_winner(&root, first, certificate.play, &claims),
    }
}

type Claimed<'a> = (Claim, &'a str, Position);

/// Claims of one game at a time, since positions of one game lead to positions of the same game only.
fn check_nimber(root: &Position, nimber: u64, claims: &[Claimed<'_>]) -> Result<(), Flaw> {
    let mut games: BTreeMap<&str, Vec<(Claim, &dyn Subject)>> = BTreeMap::new();
    for (claim, text, position) in claims {
        let [only] = position.parts() else { return Err(Flaw::Unsupported((*text).to_owned())) };
        let game = text.split_once(':').map_or("", |(game, _)| game);
        games.entry(game).or_default().push((*claim, &**only));
    }
    for group in games.values() {
        group[0].1.check_claims(group)?;
    }
    let proved = |part: &dyn Subject| {
        let text = part.text();
        claims.iter().find_map(|(claim, about, _)| match claim {
            Claim::Is(nimber) if *about == text => Some(*nimber),
            _ => None,
        })
    };
    let components = root.parts().iter().flat_map(|part| part.split()).map(|part| part.canonical());
    let total = components.map(|part| proved(&*part)).try_fold(0, |sum, nimber| Some(sum ^ nimber?));
    if total == Some(nimber) { Ok(()) } else { Err(Flaw::NotProved) }
}

/// What is claimed of a component.
#[derive(Default)]
struct Claims {
    is: Option<u64>,
    is_not: Vec<u64>,
}

/// Checks that claims on components of one game support each other by mex; returns the index of one that has no support.
pub(crate) fn check_components<R: Rules>(rules: &R, claims: &[(Claim, &R::Position)]) -> Result<(), usize> {
    let mut known: FxHashMap<&R::Position, Claims> = FxHashMap::with_capacity_and_hasher(claims.len(), FxBuildHasher);
    for &(claim, position) in claims {
        let entry = known.entry(position).or_default();
        match claim {
            Claim::Is(nimber) => entry.is = Some(nimber),
            Claim::IsNot(nimber) => entry.is_not.push(nimber),
            Claim::Lost => {}
        }
    }
    let (mut moves, mut parts) = (Vec::new(), Vec::new());
    for (index, (claim, position)) in claims.iter().enumerate() {
        moves.clear();
        rules.moves(position, Player::Left, &mut moves);
        let mut options = moves.iter().map(|played| {
            let mut option = (*position).clone();
            rules.play(&mut option, played);
            parts.clear();
            rules.split(&option, &mut parts);
            nimber_of_sum(rules, &mut parts, &known)
        });
        let supported = match *claim {
            Claim::Is(nimber) => is_mex(options, nimber),
            Claim::IsNot(nimber) => options.any(|option| option == Sight::Nimber(nimber)),
            Claim::Lost => false,
        };
        if !supported {
            return Err(index);
        }
    }
    Ok(())
}

/// What the claims say of the nimber of a sum of components: what it is, or that its nim-sum with a number is none of these.
#[derive(PartialEq)]
enum Sight<'a> {
    Nimber(u64),
    NoneOf(&'a [u64], u64),
}

fn nimber_of_sum<'a, R: Rules>(
    rules: &R,
    parts: &mut [R::Position],
    known: &'a FxHashMap<&R::Position, Claims>,
) -> Sight<'a> {
    let mut sum = 0;
    let mut open: Option<&[u64]> = None;
    for part in parts {
        rules.canonicalise(part);
        match (known.get(part), open) {
            (Some(Claims { is: Some(nimber), .. }), _) => sum ^= nimber,
            (Some(Claims { is_not, .. }), None) => open = Some(is_not),
            _ => return Sight::NoneOf(&[], 0),
        }
    }
    open.map_or(Sight::Nimber(sum), |excluded| Sight::NoneOf(excluded, sum))
}

/// Whether options with these nimbers have every smaller nimber among them, but not this one.
fn is_mex<'a>(options: impl Iterator<Item = Sight<'a>>, nimber: u64) -> bool {
    let mut seen = FxHashSet::default();
    for option in options {
        match option {
            Sight::Nimber(other) if other == nimber => return false,
            Sight::Nimber(other) => drop(seen.insert(other)),
            Sight::NoneOf(excluded, sum) if !excluded.contains(&(nimber ^ sum)) => return false,
            Sight::NoneOf(..) => {}
        }
    }
    seen.iter().filter(|&&other| other < nimber).count() as u64 == nimber
}

/// Every move from a lost position has a reply to a lost position; under misère play there is a move at all.
fn check_winner(root: &Position, first: bool, play: Play, claims: &[Claimed<'_>]) -> Result<(), Flaw> {
    let rules = Sum::of(root.parts());
    let canonical = |position: &[Box<dyn Subject>]| {
        let mut parts = position.to_vec();
        rules.canonicalise(&mut parts);
        Position::new(parts).to_string()
    };
    let options = |position: &[Box<dyn Subject>]| {
        let mut moves = Vec::new();
        rules.moves(&position.to_vec(), Player::Left, &mut moves);
        let after = |played| {
            let mut option = position.to_vec();
            rules.play(&mut option, played);
            option
        };
        moves.iter().map(after).collect::<Vec<_>>()
    };
    let lost: FxHashSet<String> = claims.iter().map(|(_, _, position)| canonical(position.parts())).collect();
    let is_lost = |position: Vec<Box<dyn Subject>>| lost.contains(&canonical(&position));
    for (claim, text, position) in claims {
        let moves = options(position.parts());
        // The winner, about to move, needs a reply, or under misère play no move at all.
        let closed = moves.iter().all(|option| {
            let replies = options(option);
            if replies.is_empty() { play == Play::Misere } else { replies.into_iter().any(is_lost) }
        });
        let stuck = moves.is_empty() && play == Play::Misere;
        if *claim != Claim::Lost || !closed || stuck {
            return Err(Flaw::Unsupported((*text).to_owned()));
        }
    }
    let parts = root.parts();
    let no_moves = play == Play::Misere && options(parts).is_empty();
    let proved = if first { no_moves || options(parts).into_iter().any(is_lost) } else { is_lost(parts.to_vec()) };
    if proved { Ok(()) } else { Err(Flaw::NotProved) }
}
