//! A position together with the rules it is played by.

#[cfg(feature = "search")]
use super::searches::{Direct, Own, Searches};
use super::{Checked, Move, Played, Shown, Step, Subject};
use crate::check::{Components, Face, Numbered, Verdicts, check_verdicts};
use crate::listing::{afford, listable};
use crate::{Flaw, Stop};
use grundy_budget::{Budget, pulse};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, Hasse, Held, Input, Kind, Lent, Made, NoFiles, Outcome, Page, Play, Player, Refusal, Sketch, Text,
    notation,
};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position together with the rules it is played by.
pub struct Placed<G: Game> {
    pub(super) rules: Arc<G>,
    pub(super) position: G::Position,
    #[cfg(feature = "search")]
    pub(super) searches: &'static dyn Searches<G>,
}

impl<G: Game + PartialEq> Placed<G> {
    /// A position behind its object-safe face.
    pub fn boxed(rules: G, position: G::Position) -> Box<dyn Subject> {
        let ends = rules.ends() && !rules.declares();
        assert!(
            if ends { G::DRAWS.avoidable() } else { G::DRAWS.possible() },
            "`DRAWS` does not tell what the rules tell"
        );
        #[cfg(feature = "search")]
        return Box::new(Self { rules: Arc::new(rules), position, searches: &Direct });
        #[cfg(not(feature = "search"))]
        Box::new(Self { rules: Arc::new(rules), position })
    }

    /// The rules.
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// The position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    pub(super) fn at(&self, position: G::Position) -> Box<dyn Subject> {
        Box::new(self.placed(Arc::clone(&self.rules), position))
    }

    /// A position of rules that are searched in the same way.
    pub(super) fn placed(&self, rules: Arc<G>, position: G::Position) -> Self {
        #[cfg(feature = "search")]
        return Self { rules, position, searches: self.searches };
        #[cfg(not(feature = "search"))]
        Self { rules, position }
    }

    pub(super) fn named(&self, played: &G::Move) -> Move {
        // A list of moves is a list of boards.
        pulse(4);
        let words = self.rules.words(&self.position, played);
        Move { label: words.to_string(), words, to: self.at(self.after_move(played)) }
    }

    pub(super) fn after_move(&self, played: &G::Move) -> G::Position {
        let mut option = self.position.clone();
        self.rules.play(&mut option, played);
        option
    }

    /// Every move of `player`, unless there are too many to list.
    pub(super) fn listed(&self, player: Player) -> Result<Vec<G::Move>, Refusal> {
        self.listable()?;
        let mut moves = Vec::new();
        self.rules.moves(&self.position, player, &mut moves).map_err(|refusal| refusal.of(|| self.text()))?;
        Ok(moves)
    }

    /// Another subject as a position of these rules. A game may read a small board by other rules than a large one that falls into
    /// such; then it is read again by these.
    fn alike(&self, other: &dyn Subject) -> Option<G::Position> {
        let same = other.as_any().downcast_ref::<Self>().filter(|_| self.same_rules(other));
        if let Some(placed) = same {
            return Some(placed.position.clone());
        }
        if other.page().name != self.page().name {
            return None;
        }
        let source = other.text();
        let Ok(segments) = notation::segments(&source) else { return None };
        let [notation::Segment::Position { name: (name, _), arguments, position }] = segments[..] else { return None };
        let input = Input { source: &source, name, arguments, position, files: &NoFiles };
        self.rules.read_again(&input)
    }

    /// Makes the steps one after the other; they are found by their names.
    fn replay(&self, steps: &[Step]) -> Result<(Vec<Made<G::Move>>, Self), Refusal> {
        let mut now = self.placed(Arc::clone(&self.rules), self.position.clone());
        let mut made = Vec::with_capacity(steps.len());
        for step in steps {
            let played = now.called(step)?;
            now.position = now.after_move(&played);
            made.push(Made { played, path: step.path.clone() });
        }
        Ok((made, now))
    }

    /// The move that a step names.
    fn called(&self, step: &Step) -> Result<G::Move, Refusal> {
        let players: &[Player] = match (self.rules.kind(), &step.player) {
            (Kind::Impartial, _) => &[Player::Left],
            (Kind::Partisan, Some(player)) => std::slice::from_ref(player),
            (Kind::Partisan, None) => &Player::BOTH,
        };
        for &player in players {
            let moves = self.listed(player)?;
            let named = |played: &G::Move| self.rules.words(&self.position, played).to_string() == step.label;
            if let Some(found) = moves.into_iter().find(named) {
                return Ok(found);
            }
        }
        let text = Text::new("{position} has no move called `{move}`").with("position", self.text());
        Err(Refusal::failed(text.with("move", &step.label)))
    }

    /// Refuses when there are too many moves to list.
    fn listable(&self) -> Result<(), Refusal> {
        listable(&*self.rules, &self.position).map_err(|refusal| refusal.of(|| self.text()))
    }

    /// As [`Placed::listable`], also when the budget has no room for a list in which a move takes so many bytes.
    pub(super) fn afford(&self, bytes: usize, budget: &Budget) -> Result<(), Stop> {
        self.listable()?;
        afford(&*self.rules, &self.position, bytes, budget)
    }
}

impl<G: Game + PartialEq> Placed<G> {
    /// Components of positions of this game.
    pub(super) fn numbered(&self, budget: &Budget) -> Numbered<'_, G> {
        let own = |subject: &dyn Subject| self.alike(subject);
        let face = Face { text: Box::new(|position| self.rules.text(position)), own: Box::new(own) };
        Numbered::new(&*self.rules, vec![self.position.clone()], face, budget)
    }
}

impl<G: Game> fmt::Debug for Placed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.text(&self.position))
    }
}

/// A position of a game whose searches must be fast: they are compiled for it alone. Where every play ends, everything else
/// is shared with all [`Lent`] games; where a play may be drawn, retrograde analysis is among what must be fast, and all is its own.
pub fn equip<G: Game + PartialEq>(rules: G, position: G::Position) -> Box<dyn Subject> {
    if const { G::DRAWS.possible() } {
        Placed::boxed(rules, position)
    } else if const { matches!(G::KIND, Kind::Partisan) } {
        equipped::<G, true>(rules, position)
    } else {
        equipped::<G, false>(rules, position)
    }
}

fn equipped<G: Game + PartialEq, const PARTISAN: bool>(rules: G, position: G::Position) -> Box<dyn Subject> {
    let (rules, position) = (Arc::new(Lent::<PARTISAN>::behind(Arc::new(rules))), Held::new(position));
    #[cfg(feature = "search")]
    return Box::new(Placed { rules, position, searches: &Own::<G>::NEW });
    #[cfg(not(feature = "search"))]
    Box::new(Placed { rules, position })
}

/// A position of a game that is worth no copy of the solvers of its own: [`Lent`] games share one.
pub fn lend<G: Game + PartialEq>(rules: G, position: G::Position) -> Box<dyn Subject> {
    if const { matches!(G::KIND, Kind::Partisan) } {
        lend_partisan(Lent::of(rules, position))
    } else {
        lend_impartial(Lent::of(rules, position))
    }
}

// Compiled here and nowhere else.

fn lend_impartial((rules, position): (Lent<false>, Held)) -> Box<dyn Subject> {
    Placed::boxed(rules, position)
}

fn lend_partisan((rules, position): (Lent<true>, Held)) -> Box<dyn Subject> {
    Placed::boxed(rules, position)
}

/// How far marks may stand over the edge of the board they began on.
const EDGE: f64 = 3.0;

impl<G: Game + PartialEq> Shown for Placed<G> {
    fn page(&self) -> Page<'_> {
        self.rules.page()
    }

    fn text(&self) -> String {
        format!("{self:?}")
    }

    fn board(&self) -> String {
        self.rules.board(&self.position)
    }

    fn picture(&self) -> Picture {
        self.rules.drawn(&Course::at(&self.position))
    }

    fn picture_after(&self, steps: &[Step]) -> Result<Picture, Refusal> {
        let (made, now) = self.replay(steps)?;
        let mut picture = self.rules.drawn(&Course { start: &self.position, made: &made, now: &now.position });
        // The frame is that of the start: what is gone leaves its room, and a mark may stand over the edge.
        let mut frame = self.picture().bounds();
        if !frame.is_empty() {
            frame.grow(EDGE);
            picture.room(frame);
        }
        Ok(picture)
    }

    fn shape(&self) -> String {
        let mut position = self.position.clone();
        self.rules.canonicalise(&mut position);
        let shape = self.rules.shape(&position);
        // Without its arguments a game has another shape.
        shape.map_or_else(|| self.rules.text(&position), |shape| format!("{} {shape}", self.rules.page().name))
    }

    fn sketch(&self) -> Option<Sketch> {
        self.rules.sketch(&self.position)
    }

    fn hasse(&self) -> Option<Hasse> {
        self.rules.hasse(&self.position)
    }

    fn explain(&self, play: Play) -> Option<Vec<Text>> {
        self.rules.explain(&self.position, play)
    }
}

impl<G: Game + PartialEq> Played for Placed<G> {
    fn kind(&self) -> Kind {
        self.rules.kind()
    }

    fn ends(&self) -> bool {
        self.rules.ends()
    }

    fn surely_ends(&self) -> bool {
        self.rules.surely_ends()
    }

    fn declares(&self) -> bool {
        self.rules.declares()
    }

    fn ending(&self, player: Player) -> Option<Outcome> {
        self.rules.ending(&self.position, player)
    }

    fn endless(&self) -> Outcome {
        self.rules.endless()
    }

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn turn(&self) -> usize {
        self.rules.turn(&self.position)
    }

    fn started_by(&self, player: usize) -> Box<dyn Subject> {
        self.at(self.rules.started_by(&self.position, player))
    }

    fn winners(&self) -> u32 {
        self.rules.winners(&self.position)
    }

    fn moves(&self, player: Player) -> Result<Vec<Move>, Refusal> {
        Ok(self.listed(player)?.iter().map(|played| self.named(played)).collect())
    }

    fn after(&self, steps: &[Step]) -> Result<Box<dyn Subject>, Refusal> {
        let (_, now) = self.replay(steps)?;
        Ok(Box::new(now))
    }

    fn move_count(&self) -> Option<u64> {
        self.rules.move_count(&self.position)
    }

    fn afford_moves(&self, budget: &Budget) -> Result<(), Stop> {
        self.afford(size_of::<Move>() + self.bytes(), budget)
    }

    fn split(&self) -> Vec<Box<dyn Subject>> {
        let mut parts = Vec::new();
        self.rules.split(&self.position, &mut parts);
        parts.into_iter().map(|part| self.at(part)).collect()
    }

    fn canonical(&self) -> Box<dyn Subject> {
        let mut position = self.position.clone();
        self.rules.canonicalise(&mut position);
        self.at(position)
    }

    fn canonical_up_to_sign(&self) -> (Box<dyn Subject>, bool) {
        let mut position = self.position.clone();
        let negative = self.rules.canonicalise_up_to_sign(&mut position);
        (self.at(position), negative)
    }

    fn negative(&self) -> Option<Box<dyn Subject>> {
        let mut position = self.position.clone();
        if self.rules.negate(&mut position) {
            return Some(self.at(position));
        }
        let rules = self.rules.exchanged()?;
        Some(Box::new(self.placed(Arc::new(rules), self.position.clone())))
    }

    fn bytes(&self) -> usize {
        self.rules.position_bytes(&self.position) + size_of::<Self>()
    }
}

impl<G: Game + PartialEq> Checked for Placed<G> {
    fn components<'a>(&'a self, budget: &Budget) -> Box<dyn Components + 'a> {
        Box::new(self.numbered(budget))
    }

    fn check_verdicts(&self, verdicts: &Verdicts<'_>) -> Result<(), Flaw> {
        check_verdicts(&*self.rules, &self.position, |position| self.rules.text(position), verdicts)
    }
}

impl<G: Game + PartialEq> Subject for Placed<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Subject) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.position == other.position)
            && self.same_rules(other)
    }

    fn same_rules(&self, other: &dyn Subject) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        // In a sum of games whose positions are alike, `nim:1 + kayles:2` must not share its hash with `nim:2 + kayles:1`: a table
        // has room for a few positions of one hash only.
        self.rules.page().name.hash(&mut hasher);
        self.position.hash(&mut hasher);
    }

    fn duplicate(&self) -> Box<dyn Subject> {
        self.at(self.position.clone())
    }
}
