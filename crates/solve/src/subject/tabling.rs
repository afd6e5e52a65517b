//! The way in which a game is tabled, behind an object-safe face.

use super::{Placed, Subject};
use grundy_game::Game;
use grundy_game::tabled::{Blocks, Dense, Keyed, Keys, Place, Tabled};
use std::sync::Arc;

/// The way in which a game is tabled whole, with positions instead of numbers and keys.
pub trait Tabling: Send + Sync {
    /// The way, for whoever fills the table.
    fn way(&self) -> TablingWay;
    /// Where a position of the same game stands in the table; `None` when it does not.
    fn place(&self, position: &dyn Subject) -> Option<Place>;
    /// The position that stands at a place.
    fn at(&self, place: Place) -> Option<Box<dyn Subject>>;
}

/// One of the two ways to be tabled.
#[derive(Clone)]
pub enum TablingWay {
    /// Dense in blocks.
    Dense(Arc<dyn Blocks>),
    /// By keys in tiers.
    Keyed(Arc<dyn Keyed>),
}

/// The table of a game with a position of it.
pub(super) struct PlacedTable<G: Game> {
    placed: Placed<G>,
    way: Way<G>,
}

enum Way<G: Game> {
    Dense(Arc<dyn Dense<G>>),
    Keyed(Arc<dyn Keys<G>>),
}

impl<G: Game> PlacedTable<G> {
    pub(super) fn new(placed: Placed<G>, tabled: Tabled<G>) -> Self {
        let way = match tabled {
            Tabled::Dense(dense) => Way::Dense(dense),
            Tabled::Keyed(keys) => Way::Keyed(keys.into()),
        };
        Self { placed, way }
    }
}

impl<G: Game + PartialEq> Tabling for PlacedTable<G> {
    fn way(&self) -> TablingWay {
        match &self.way {
            Way::Dense(dense) => TablingWay::Dense(Arc::clone(dense) as _),
            Way::Keyed(keys) => TablingWay::Keyed(Arc::clone(keys) as _),
        }
    }

    fn place(&self, position: &dyn Subject) -> Option<Place> {
        let placed = position.as_any().downcast_ref::<Placed<G>>()?;
        match &self.way {
            Way::Dense(dense) => dense.rank(&placed.rules, &placed.position).map(Place::Number),
            Way::Keyed(keys) => {
                let key = keys.key(&placed.rules, &placed.position)?;
                Some(Place::Key(keys.tier(key), key))
            }
        }
    }

    fn at(&self, place: Place) -> Option<Box<dyn Subject>> {
        let position = match (place, &self.way) {
            (Place::Number(number), Way::Dense(dense)) if number < dense.count() => dense.unrank(number),
            (Place::Key(_, key), Way::Keyed(keys)) => keys.position(key)?,
            _ => return None,
        };
        Some(self.placed.at(position))
    }
}
