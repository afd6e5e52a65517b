//! A sum of positions of different games, as a game of its own.

use crate::{Move, Subject};
use grundy_game::{Draws, Kind, Player, Refusal, Rules};
#[cfg(feature = "search")]
use grundy_game::{ImpartialHints, PartisanHints};
#[cfg(feature = "search")]
use grundy_value::{Store, Value, ValueError};

/// The rules of a sum: move in one of the parts. Every solver that takes [`Rules`] thereby solves sums of different games.
///
/// A part that declares how it has ended says nothing about a sum, so there are no sums with such parts: whoever answers
/// questions refuses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    kind: Kind,
    ends: bool,
    surely_ends: bool,
}

impl Sum {
    /// The rules of the sum of `parts`: impartial when every part is, and every play ends when it does in every part.
    pub fn of(parts: &[Box<dyn Subject>]) -> Self {
        let impartial = parts.iter().all(|part| part.kind() == Kind::Impartial);
        let kind = if impartial { Kind::Impartial } else { Kind::Partisan };
        let ends = parts.iter().all(|part| part.ends());
        Self { kind, ends, surely_ends: ends && parts.iter().all(|part| part.surely_ends()) }
    }

    /// The same rules, to keep.
    pub(crate) fn shared(parts: &[Box<dyn Subject>]) -> &'static Self {
        const fn sum(kind: Kind, ends: bool, surely_ends: bool) -> Sum {
            Sum { kind, ends, surely_ends }
        }
        match Self::of(parts) {
            Self { kind: Kind::Impartial, ends: true, surely_ends: true } => {
                &const { sum(Kind::Impartial, true, true) }
            }
            Self { kind: Kind::Impartial, ends: true, .. } => &const { sum(Kind::Impartial, true, false) },
            Self { kind: Kind::Impartial, .. } => &const { sum(Kind::Impartial, false, false) },
            Self { kind: Kind::Partisan, ends: true, surely_ends: true } => &const { sum(Kind::Partisan, true, true) },
            Self { kind: Kind::Partisan, ends: true, .. } => &const { sum(Kind::Partisan, true, false) },
            Self { kind: Kind::Partisan, .. } => &const { sum(Kind::Partisan, false, false) },
        }
    }
}

/// A move in one part of a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct SumMove {
    /// The number of the part.
    pub part: usize,
    /// The move there.
    pub played: Move,
}

impl Rules for Sum {
    type Position = Vec<Box<dyn Subject>>;
    type Move = SumMove;

    const DRAWS: Draws = Draws::Perhaps;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn ends(&self) -> bool {
        self.ends
    }

    fn surely_ends(&self) -> bool {
        self.surely_ends
    }

    fn moves(&self, position: &Self::Position, player: Player, moves: &mut Vec<SumMove>) -> Result<(), Refusal> {
        for (part, subject) in position.iter().enumerate() {
            let listed = subject.moves(player)?;
            moves.extend(listed.into_iter().map(|played| SumMove { part, played }));
        }
        Ok(())
    }

    fn play(&self, position: &mut Self::Position, played: &SumMove) {
        position[played.part].clone_from(&played.played.to);
    }

    fn move_count(&self, position: &Self::Position) -> Option<u64> {
        position.iter().filter_map(|part| part.move_count()).reduce(u64::saturating_add)
    }

    fn split(&self, position: &Self::Position, parts: &mut Vec<Self::Position>) {
        parts.extend(position.iter().flat_map(|part| part.split()).map(|part| vec![part]));
    }

    #[cfg(feature = "search")]
    fn weight(&self, position: &Self::Position) -> usize {
        // why: without parts nothing weighs.
        position.iter().map(|part| part.heaviness()).max().unwrap_or(0)
    }

    /// Components in their canonical form and in the order of their notation.
    fn canonicalise(&self, position: &mut Self::Position) {
        let mut parts: Vec<(String, Box<dyn Subject>)> = position
            .drain(..)
            .flat_map(|part| part.split())
            .map(|part| part.canonical())
            .map(|part| (part.text(), part))
            .collect();
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        position.extend(parts.into_iter().map(|(_, part)| part));
    }

    fn position_bytes(&self, position: &Self::Position) -> usize {
        position.iter().map(|part| part.bytes() + 16).sum::<usize>() + size_of::<Self::Position>()
    }
}

#[cfg(feature = "search")]
impl ImpartialHints for Sum {}

#[cfg(feature = "search")]
impl PartisanHints for Sum {
    fn canonicalise_up_to_sign(&self, position: &mut Self::Position) -> bool {
        let [only] = &mut position[..] else {
            self.canonicalise(position);
            return false;
        };
        let (canonical, negative) = only.canonical_up_to_sign();
        *only = canonical;
        negative
    }

    fn negate(&self, position: &mut Self::Position) -> bool {
        let negatives: Option<Vec<_>> = position.iter().map(|part| part.negative()).collect();
        negatives.map(|negatives| *position = negatives).is_some()
    }

    fn light(&self) -> usize {
        0
    }

    fn heavy(&self) -> usize {
        1
    }

    fn closed_value(&self, position: &Self::Position, store: &mut Store) -> Result<Option<Value>, ValueError> {
        let mut total = Value::ZERO;
        for part in position {
            match part.closed_value(store)? {
                Some(value) => total = store.sum(total, value)?,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }
}
