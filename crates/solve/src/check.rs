//! The checker of certificates.
//!
//! It trusts the rules of the games (their moves, how positions fall into components, which positions are images of each
//! other) and nothing else: no search, no table, no theorem. Every claim is checked, needed or not, once.

use crate::listing::{MOST_MOVES, listable};
use crate::{Certificate, Claim, Position, Proved, Subject, Sum};
use grundy_budget::pulse;
use grundy_game::{Kind, Play, Player, Refusal, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A position cannot be read.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(String, String),
    /// A claim does not follow from the others.
    #[error("the claim on `{0}` does not follow")]
    Unsupported(String),
    /// The moves of a position cannot be listed.
    #[error(transparent)]
    Refused(#[from] Refusal),
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
    let mut games: Vec<Vec<(u64, &dyn Subject)>> = Vec::new();
    let mut known: FxHashMap<&Box<dyn Subject>, u64> = FxHashMap::default();
    for (claim, text, position) in claims {
        let (Claim::Is(nimber), [only]) = (claim, position.parts()) else {
            return Err(Flaw::Unsupported((*text).to_owned()));
        };
        known.insert(only, *nimber);
        match games.iter_mut().find(|group| group[0].1.same_rules(&**only)) {
            Some(group) => group.push((*nimber, &**only)),
            None => games.push(vec![(*nimber, &**only)]),
        }
    }
    for group in &games {
        group[0].1.check_claims(group)?;
    }
    let components = root.parts().iter().flat_map(|part| part.split()).map(|part| part.canonical());
    let total = components.map(|part| known.get(&part).copied()).try_fold(0, |sum, nimber| Some(sum ^ nimber?));
    if total == Some(nimber) { Ok(()) } else { Err(Flaw::NotProved) }
}

/// Checks that claims on the nimbers of components of one game support each other; returns the index of one that has no
/// support.
pub(crate) fn check_components<R: Rules>(rules: &R, claims: &[(u64, &R::Position)]) -> Result<(), Unsupported> {
    let known: FxHashMap<&R::Position, u64> = claims.iter().map(|&(nimber, position)| (position, nimber)).collect();
    let mut checker = Checker { rules, known, answered: FxHashSet::default(), moves: Vec::new(), parts: Vec::new() };
    for (index, (nimber, component)) in claims.iter().enumerate() {
        if !checker.is_mex(component, *nimber).map_err(|refusal| Unsupported { index, refusal: Some(refusal) })? {
            return Err(Unsupported { index, refusal: None });
        }
    }
    Ok(())
}

/// The index of a claim that has no support, or whose moves cannot be listed.
pub(crate) struct Unsupported {
    pub index: usize,
    pub refusal: Option<Refusal>,
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
    fn is_mex(&mut self, component: &R::Position, nimber: u64) -> Result<bool, Refusal> {
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
    fn has_option(&mut self, component: R::Position, nimber: u64) -> Result<bool, Refusal> {
        let asked = (component, nimber);
        if self.answered.contains(&asked) {
            return Ok(true);
        }
        let options = self.options(&asked.0)?;
        let found = options.iter().any(|option| matches!(self.look(option), Sight::Nimber(n) if n == nimber));
        if found {
            self.answered.insert(asked);
        }
        Ok(found)
    }

    fn options(&mut self, component: &R::Position) -> Result<Vec<R::Position>, Refusal> {
        self.moves.clear();
        listable(self.rules, component)?;
        self.rules.moves(component, Player::Left, &mut self.moves)?;
        let after = |played| {
            pulse(4);
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

/// Every move from a lost position has a reply to a lost position; under misère play there is a move at all.
fn check_winner(root: &Position, first: bool, play: Play, claims: &[Claimed<'_>]) -> Result<(), Flaw> {
    let book = Book::new(root, claims);
    for (claim, text, position) in claims {
        if *claim != Claim::Lost || !book.is_lost_for_mover(position.parts(), play)? {
            return Err(Flaw::Unsupported((*text).to_owned()));
        }
    }
    let proved = if first { book.is_won(root.parts(), play)? } else { book.claims(root.parts()) };
    if proved { Ok(()) } else { Err(Flaw::NotProved) }
}

/// The positions that are claimed to be lost for the player about to move. Positions are compared as positions: two that
/// happen to be written alike are two.
struct Book {
    rules: Sum,
    lost: FxHashSet<Vec<Box<dyn Subject>>>,
}

impl Book {
    fn new(root: &Position, claims: &[Claimed<'_>]) -> Self {
        let rules = Sum::of(root.parts());
        let mut book = Self { rules, lost: FxHashSet::default() };
        book.lost = claims.iter().map(|(_, _, position)| book.canonical(position.parts())).collect();
        book
    }

    fn canonical(&self, position: &[Box<dyn Subject>]) -> Vec<Box<dyn Subject>> {
        let mut parts = position.to_vec();
        self.rules.canonicalise(&mut parts);
        parts
    }

    fn claims(&self, position: &[Box<dyn Subject>]) -> bool {
        self.lost.contains(&self.canonical(position))
    }

    fn options(&self, position: &[Box<dyn Subject>]) -> Result<Vec<Vec<Box<dyn Subject>>>, Flaw> {
        let parts = position.to_vec();
        let mut moves = Vec::new();
        self.rules.moves(&parts, Player::Left, &mut moves)?;
        let after = |played| {
            pulse(16);
            let mut option = parts.clone();
            self.rules.play(&mut option, played);
            option
        };
        Ok(moves.iter().map(after).collect())
    }

    /// Whether the player about to move has a move to a position claimed as lost, or under misère play no move at all.
    fn is_won(&self, position: &[Box<dyn Subject>], play: Play) -> Result<bool, Flaw> {
        let options = self.options(position)?;
        Ok(if options.is_empty() { play == Play::Misere } else { options.iter().any(|option| self.claims(option)) })
    }

    /// Whether every move leads to a position that is won; under misère play there must be one.
    fn is_lost_for_mover(&self, position: &[Box<dyn Subject>], play: Play) -> Result<bool, Flaw> {
        let options = self.options(position)?;
        if options.is_empty() {
            return Ok(play == Play::Normal);
        }
        for option in &options {
            if !self.is_won(option, play)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
