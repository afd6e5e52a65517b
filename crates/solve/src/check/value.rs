//! Values: G has the value H when the difference of the two is lost by whoever starts.

use super::literal::{Literal, Literals};
use super::whole::Wholes;
use super::{Flaw, Held, Reader, position};
use crate::{Position, Sum, ValueProof};
use grundy_budget::Budget;
use grundy_game::{Player, Rules};
use rustc_hash::FxHashSet;

pub(super) fn check_value(proof: &ValueProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = position(&proof.position, read)?;
    let mut held = Held::new(budget);
    let mut claims = Vec::with_capacity(proof.claims.len());
    for (player, text, value) in &proof.claims {
        let about = if text.is_empty() { Position::new(Vec::new()) } else { position(text, read)? };
        held.more(about.parts().iter().map(|part| part.bytes() as u64 + 64).sum::<u64>() + value.len() as u64)?;
        budget.spend(1)?;
        claims.push((*player, about, value.as_str()));
    }
    let differences = Differences { root: &root, value: &proof.value, claims: &claims, budget };
    match root.parts() {
        [only] if claims.iter().all(|(_, about, _)| about.parts().iter().all(|part| part.same_rules(&**only))) => {
            only.check_differences(&differences)
        }
        parts => {
            let list = |position: &Position| position.parts().iter().map(|part| vec![part.clone()]).collect();
            check_differences(&Sum::of(parts), &differences, &|position| Some(list(position)))
        }
    }
}

/// The value of a position, and differences that are said to be lost by a player about to move.
pub struct Differences<'a> {
    pub(crate) root: &'a Position,
    pub(crate) value: &'a str,
    pub(crate) claims: &'a [(Player, Position, &'a str)],
    pub(crate) budget: &'a Budget,
}

/// Checks that the claims support each other and that both players lose the position minus the value when they start;
/// `parts` gives the positions that a sum consists of.
pub(crate) fn check_differences<R: Rules>(
    rules: &R,
    differences: &Differences<'_>,
    parts: &dyn Fn(&Position) -> Option<Vec<R::Position>>,
) -> Result<(), Flaw> {
    let Differences { root, value, claims, budget } = differences;
    let mut held = Held::new(budget);
    let mut book = Book {
        wholes: Wholes::new(rules, budget),
        literals: Literals::default(),
        lost: [FxHashSet::default(), FxHashSet::default()],
    };
    let mut list = Vec::with_capacity(claims.len());
    for (player, about, minus) in *claims {
        let whole = book.wholes.gather(&parts(about).ok_or_else(|| Flaw::Unsupported(about.to_string()))?);
        let minus = book.literal(minus)?;
        held.more(2 * book.wholes.bytes(&whole))?;
        book.lost[*player as usize].insert((whole.clone(), minus));
        list.push((*player, whole, minus));
    }
    for ((player, whole, minus), (_, about, value)) in list.iter().zip(*claims) {
        if !book.is_lost(whole, *minus, *player)? {
            return Err(Flaw::Unsupported(format!("{about} - {value}")));
        }
    }
    let root = book.wholes.gather(&parts(root).ok_or(Flaw::Unfit)?);
    let value = book.literal(value)?;
    let proved = Player::BOTH.into_iter().all(|player| book.lost[player as usize].contains(&(root.clone(), value)));
    if proved { Ok(()) } else { Err(Flaw::NotProved) }
}

/// The differences that are claimed to be lost, by the player about to move.
struct Book<'a, R: Rules> {
    wholes: Wholes<'a, R>,
    literals: Literals,
    lost: [FxHashSet<(Vec<R::Position>, Literal)>; 2],
}

impl<R: Rules> Book<'_, R> {
    fn literal(&mut self, text: &str) -> Result<Literal, Flaw> {
        let read = self.literals.read(text);
        read.ok_or_else(|| {
            Flaw::Unreadable(text.to_owned(), "it is not a value with its options written out".to_owned())
        })
    }

    /// Every difference that a move of `player` leads to: a move in the sum, or in the negative of the value, where Left has
    /// Right's options.
    fn options(
        &mut self,
        whole: &[R::Position],
        minus: Literal,
        player: Player,
    ) -> Result<Vec<(Vec<R::Position>, Literal)>, Flaw> {
        let played = self.wholes.options(whole, player)?;
        let mut options: Vec<_> = played.into_iter().map(|option| (option, minus)).collect();
        let lowered = self.literals.options(minus, player == Player::Right);
        let lowered = lowered.ok_or_else(|| Flaw::Unreadable(String::new(), "a number is too large".to_owned()))?;
        self.wholes.meter.steps(lowered.len() as u64)?;
        options.extend(lowered.into_iter().map(|literal| (whole.to_vec(), literal)));
        Ok(options)
    }

    /// Whether every move of `player` has a reply to a difference claimed as lost.
    fn is_lost(&mut self, whole: &[R::Position], minus: Literal, player: Player) -> Result<bool, Flaw> {
        for (option, literal) in self.options(whole, minus, player)? {
            let replies = self.options(&option, literal, player.other())?;
            if !replies.iter().any(|reply| self.lost[player as usize].contains(reply)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
