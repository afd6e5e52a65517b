//! The checker of certificates.
//!
//! It trusts the rules of the games (their moves, how positions fall into components, which positions are images of each
//! other) and nothing else: no search, no table, no theorem. Every claim is checked, needed or not, once.

use crate::subject::MOST_MOVES;
use crate::{Certificate, Claim, Position, Proved, Subject, Sum};
use grundy_budget::pulse;
use grundy_game::{Kind, Play, Player, Rules};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// A position has too many moves to go through.
    #[error("`{0}` has {1} moves, more than a certificate can be about")]
    TooManyMoves(String, u64),
    /// What is to be proved does not follow from the claims.
    #[error("the claims do not prove the answer")]
    NotProved,
    /// The claims and the answer are of different kinds, or the game is none that certificates are about.
    #[error("this kind of certificate does not fit the position and play rule")]
    Unfit,
}

/// Checks that a certificate proves its answer; `read` reads positions. Goes through the moves of every position claimed and,
/// where no claim is made on what they lead to, through the moves from there once.
pub fn check(certificate: &Certificate, read: &dyn Fn(&str) -> Result<Position, String>) -> Result<(), Flaw> {
    let read = |text: &str| {
        let position = read(text).map_err(|error| Flaw::Unreadable(text.to_owned(), error))?;
        let most = position.parts().iter().filter_map(|part| part.move_count()).max();
        match most.filter(|&count| count > MOST_MOVES) {
            Some(count) => Err(Flaw::TooManyMoves(text.to_owned(), count)),
            None => Ok(position),
        }
    };
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
    let mut games: BTreeMap<&str, Vec<(u64, &dyn Subject)>> = BTreeMap::new();
    for (claim, text, position) in claims {
        let (Claim::Is(nimber), [only]) = (claim, position.parts()) else {
            return Err(Flaw::Unsupported((*text).to_owned()));
        };
        let game = text.split_once(':').map_or("", |(game, _)| game);
        games.entry(game).or_default().push((*nimber, &**only));
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

/// Checks that claims on the nimbers of components of one game support each other; returns the index of one that has no
/// support.
pub(crate) fn check_components<R: Rules>(rules: &R, claims: &[(u64, &R::Position)]) -> Result<(), usize> {
    let known: FxHashMap<&R::Position, u64> = claims.iter().map(|&(nimber, position)| (position, nimber)).collect();
    let mut checker = Checker { rules, known, answered: FxHashSet::default(), moves: Vec::new(), parts: Vec::new() };
    match claims.iter().position(|(nimber, component)| !checker.is_mex(component, *nimber)) {
        Some(index) => Err(index),
        None => Ok(()),
    }
}

struct Checker<'a, R: Rules> {
    rules: &'a R,
    known: FxHashMap<&'a R::Position, u64>,
    /// Components seen to have an option of a nimber.
    answered: FxHashSet<(R::Position, u64)>,
    moves: Vec<R::Move>,
    parts: Vec<R::Position>,
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
    fn is_mex(&mut self, component: &R::Position, nimber: u64) -> bool {
        let mut smaller = FxHashSet::default();
        for option in self.options(component) {
            let differs = match self.look(&option) {
                Sight::Nimber(other) => {
                    if other < nimber {
                        smaller.insert(other);
                    }
                    other != nimber
                }
                Sight::But(part, others) => self.has_option(part, others ^ nimber),
                Sight::Nothing => false,
            };
            if !differs {
                return false;
            }
        }
        smaller.len() as u64 == nimber
    }

    /// Whether a component has an option of this nimber, and so another nimber itself.
    fn has_option(&mut self, component: R::Position, nimber: u64) -> bool {
        let asked = (component, nimber);
        if self.answered.contains(&asked) {
            return true;
        }
        let found =
            self.options(&asked.0).iter().any(|option| matches!(self.look(option), Sight::Nimber(n) if n == nimber));
        if found {
            self.answered.insert(asked);
        }
        found
    }

    fn options(&mut self, component: &R::Position) -> Vec<R::Position> {
        self.moves.clear();
        self.rules.moves(component, Player::Left, &mut self.moves);
        let after = |played| {
            pulse(4);
            let mut option = component.clone();
            self.rules.play(&mut option, played);
            option
        };
        self.moves.iter().map(after).collect()
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
            pulse(16);
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
