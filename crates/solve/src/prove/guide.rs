//! What searches say of the components that a proof comes to.

use crate::check::{Components, Flaw, Numbered};
use crate::subject::{NimberWork, ValueWork, WinWork};
use crate::{Stop, Subject};
use grundy_budget::Exhausted;
use grundy_game::{Player, Rules};
use grundy_value::{Store, Value};

/// Components, and what is true of them by search. A proof asks what to claim; it is compiled once for all games.
pub trait Guide: Components {
    /// Whether `player`, about to move in the sum of some components, loses.
    fn loses(&mut self, whole: &[u32], player: Player) -> Result<bool, Stop>;
    /// The value of a component under normal play; all calls must pass the same store.
    fn value(&mut self, component: u32, store: &mut Store) -> Result<Value, Stop>;
    /// How many positions follow, roughly.
    fn weight(&self, component: u32) -> usize;
    /// The nimber of an impartial component.
    fn nimber(&mut self, component: u32) -> Result<u64, Stop>;
    /// Whether an impartial component has this nimber.
    fn is_nimber(&mut self, component: u32, nimber: u64) -> Result<bool, Stop>;
    /// The nimber of an impartial component if finding out whether it is this one gives it.
    fn nimber_unless(&mut self, component: u32, nimber: u64) -> Result<Option<u64>, Stop>;
    /// The nimber of an impartial component if it is known already.
    fn known(&self, component: u32) -> Option<u64>;
}

/// Components with their searches.
pub(crate) struct Guided<'a, R: Rules, S> {
    rules: &'a R,
    components: Numbered<'a, R>,
    searches: S,
}

/// The searches of impartial positions.
pub(crate) struct Impartial<'a, P> {
    nimbers: Box<dyn NimberWork<P> + 'a>,
    outcomes: Box<dyn WinWork<P> + 'a>,
}

/// The searches of partisan positions.
pub(crate) struct Partisan<'a, P> {
    wins: Box<dyn WinWork<P> + 'a>,
    values: Box<dyn ValueWork<P> + 'a>,
}

/// Components of a game that no search decides, because it may be drawn.
pub(crate) struct Unguided<C> {
    pub components: C,
}

impl<'a, R: Rules> Guided<'a, R, Impartial<'a, R::Position>> {
    /// For a position of an impartial game.
    pub fn impartial(
        rules: &'a R,
        components: Numbered<'a, R>,
        nimbers: Box<dyn NimberWork<R::Position> + 'a>,
        outcomes: Box<dyn WinWork<R::Position> + 'a>,
    ) -> Self {
        Self { rules, components, searches: Impartial { nimbers, outcomes } }
    }
}

impl<'a, R: Rules> Guided<'a, R, Partisan<'a, R::Position>> {
    /// For a position of a partisan game; who wins is asked under the play rule of the proof.
    pub fn partisan(
        rules: &'a R,
        components: Numbered<'a, R>,
        wins: Box<dyn WinWork<R::Position> + 'a>,
        values: Box<dyn ValueWork<R::Position> + 'a>,
    ) -> Self {
        Self { rules, components, searches: Partisan { wins, values } }
    }
}

impl<R: Rules, S> Guided<'_, R, S> {
    fn positions(&self, whole: &[u32]) -> Vec<R::Position> {
        whole.iter().map(|&part| self.components.position(part).clone()).collect()
    }
}

impl<R: Rules, S> Components for Guided<'_, R, S> {
    fn top(&mut self) -> Result<Vec<u32>, Exhausted> {
        self.components.top()
    }

    fn find(&mut self, subject: &dyn Subject) -> Result<Option<u32>, Exhausted> {
        self.components.find(subject)
    }

    fn options(&mut self, component: u32, player: Player) -> Result<Vec<Vec<u32>>, Flaw> {
        self.components.options(component, player)
    }

    fn surely_end(&self) -> bool {
        self.components.surely_end()
    }

    fn text(&self, component: u32) -> String {
        self.components.text(component)
    }

    fn hash(&self, component: u32) -> u64 {
        self.components.hash(component)
    }
}

impl<'a, R: Rules> Guide for Guided<'a, R, Impartial<'a, R::Position>> {
    fn loses(&mut self, whole: &[u32], player: Player) -> Result<bool, Stop> {
        let positions = self.positions(whole);
        self.searches.outcomes.wins_sum(&positions, player).map(|wins| !wins)
    }

    fn value(&mut self, component: u32, store: &mut Store) -> Result<Value, Stop> {
        Ok(store.nimber(self.nimber(component)?)?)
    }

    fn weight(&self, component: u32) -> usize {
        self.rules.weight(self.components.position(component))
    }

    fn nimber(&mut self, component: u32) -> Result<u64, Stop> {
        self.searches.nimbers.nimber(self.components.position(component))
    }

    fn is_nimber(&mut self, component: u32, nimber: u64) -> Result<bool, Stop> {
        self.searches.nimbers.is_nimber(self.components.position(component), nimber)
    }

    fn nimber_unless(&mut self, component: u32, nimber: u64) -> Result<Option<u64>, Stop> {
        self.searches.nimbers.nimber_unless(self.components.position(component), nimber)
    }

    fn known(&self, component: u32) -> Option<u64> {
        self.searches.nimbers.known(self.components.position(component))
    }
}

impl<'a, R: Rules> Guide for Guided<'a, R, Partisan<'a, R::Position>> {
    fn loses(&mut self, whole: &[u32], player: Player) -> Result<bool, Stop> {
        let positions = self.positions(whole);
        self.searches.wins.wins_sum(&positions, player).map(|wins| !wins)
    }

    fn value(&mut self, component: u32, store: &mut Store) -> Result<Value, Stop> {
        self.searches.values.value(store, self.components.position(component))
    }

    fn weight(&self, component: u32) -> usize {
        self.rules.weight(self.components.position(component))
    }

    fn nimber(&mut self, _: u32) -> Result<u64, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn is_nimber(&mut self, _: u32, _: u64) -> Result<bool, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn nimber_unless(&mut self, _: u32, _: u64) -> Result<Option<u64>, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn known(&self, _: u32) -> Option<u64> {
        None
    }
}

impl<C: Components> Components for Unguided<C> {
    fn top(&mut self) -> Result<Vec<u32>, Exhausted> {
        self.components.top()
    }

    fn find(&mut self, subject: &dyn Subject) -> Result<Option<u32>, Exhausted> {
        self.components.find(subject)
    }

    fn options(&mut self, component: u32, player: Player) -> Result<Vec<Vec<u32>>, Flaw> {
        self.components.options(component, player)
    }

    fn surely_end(&self) -> bool {
        self.components.surely_end()
    }

    fn text(&self, component: u32) -> String {
        self.components.text(component)
    }

    fn hash(&self, component: u32) -> u64 {
        self.components.hash(component)
    }
}

/// Whoever asks has not looked at the plan, which sends positions that may be drawn to retrograde analysis.
impl<C: Components> Guide for Unguided<C> {
    fn loses(&mut self, _: &[u32], _: Player) -> Result<bool, Stop> {
        Err(Stop::contradiction())
    }

    fn value(&mut self, _: u32, _: &mut Store) -> Result<Value, Stop> {
        Err(Stop::contradiction())
    }

    fn weight(&self, _: u32) -> usize {
        usize::MAX
    }

    fn nimber(&mut self, _: u32) -> Result<u64, Stop> {
        Err(Stop::contradiction())
    }

    fn is_nimber(&mut self, _: u32, _: u64) -> Result<bool, Stop> {
        Err(Stop::contradiction())
    }

    fn nimber_unless(&mut self, _: u32, _: u64) -> Result<Option<u64>, Stop> {
        Err(Stop::contradiction())
    }

    fn known(&self, _: u32) -> Option<u64> {
        None
    }
}
