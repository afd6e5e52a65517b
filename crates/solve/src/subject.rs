//! The object-safe face of a position of any game.

use crate::check::Unsupported;
use crate::kernel::{KernelSearch, Labels};
use crate::listing::{afford, listable, move_bytes};
use crate::{Claim, Flaw, States, check, parallel, prove};
use crate::{Engine, Method, NimberSearch, OutcomeSearch, PartisanSearch, StateGraph, Stop, ValueSearch, recursion};
use grundy_budget::{Budget, Exhausted};
use grundy_draw::Picture;
use grundy_game::{Game, Kind, Known, Page, Play, Player, Refusal, Sketch, Tables, Text, Theorem};
use grundy_value::{Store, Value, ValueError};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of some game that can be asked everything. Made by [`Placed::boxed`].
pub trait Subject: fmt::Debug + Send + Sync {
    /// The page of its game.
    fn page(&self) -> Page<'_>;
    /// Whether both players always have the same moves.
    fn kind(&self) -> Kind;
    /// The position in full notation.
    fn text(&self) -> String;
    /// The position drawn with characters.
    fn board(&self) -> String;
    /// The position as a picture whose clickable parts carry the labels of their moves.
    fn picture(&self) -> Picture;
    /// The position as a drawing to be changed by hand, where its game has one.
    fn sketch(&self) -> Option<Sketch>;
    /// Every move of `player`, named, with where it leads.
    fn moves(&self, player: Player) -> Result<Vec<Move>, Refusal>;
    /// How many moves there are when that may be too many to list.
    fn move_count(&self) -> Option<u64>;
    /// Refuses when there are too many moves to list and name them, or to do so within the budget.
    fn afford_moves(&self, budget: &Budget) -> Result<(), Stop>;
    /// Positions of the same game whose sum this is.
    fn split(&self) -> Vec<Box<dyn Subject>>;
    /// The representative of its class under symmetries.
    fn canonical(&self) -> Box<dyn Subject>;
    /// The representative of its class under symmetries and swaps of the players, and whether that is its negative.
    fn canonical_up_to_sign(&self) -> (Box<dyn Subject>, bool);
    /// The position with the players swapped, where its rules can express it.
    fn negative(&self) -> Option<Box<dyn Subject>>;
    /// 0 when its value is always worth computing, 2 when it can hardly be hoped for, 1 between.
    fn heaviness(&self) -> usize;
    /// The value that a closed form gives, for positions of any kind.
    fn closed_value(&self, store: &mut Store) -> Result<Option<Value>, ValueError>;
    /// What a theorem says of it.
    fn theorem(&self, play: Play) -> Option<Theorem<Move>>;
    /// What the game's own method says of it, within the engine's budget.
    fn own_method(&self, engine: &Engine) -> Result<Option<Theorem<Move>>, Stop>;
    /// The working behind the answer, where the game has a better one than the general one.
    fn explain(&self, play: Play) -> Option<Vec<Text>>;
    /// Whether the game has tables of its own over everything that can be reached from here.
    fn has_tables(&self) -> bool;
    /// A study of an impartial position under normal play, by the engine's method.
    fn analyse<'a>(&'a self, engine: &'a Engine) -> Box<dyn Analysis + 'a>;
    /// A study of its value under normal play, by the engine's method; one study must be asked with one store.
    fn values<'a>(&'a self, engine: &'a Engine) -> Box<dyn Values + 'a>;
    /// A study of who wins, for any kind of position and play rule, by the engine's method.
    fn outcomes<'a>(&'a self, engine: &'a Engine) -> Box<dyn Outcomes + 'a>;

    /// Adds the claims that prove the nimber of an impartial position, and returns the nimber.
    fn prove(&self, engine: &Engine, claims: &mut Vec<(Claim, String)>) -> Result<u64, Stop>;
    /// Checks that claims on the nimbers of components of this position's game support each other.
    fn check_claims(&self, claims: &[(u64, &dyn Subject)]) -> Result<(), Flaw>;
    /// The state graph below an impartial position with all its labels; `merge` joins images under symmetries, and the
    /// positions are written out when they are to be `named`.
    fn states(&self, merge: bool, named: bool, engine: &Engine) -> Result<States, Stop>;

    /// Itself, to look at its type.
    fn as_any(&self) -> &dyn Any;
    /// Whether `other` is the same position of the same game.
    fn same(&self, other: &dyn Subject) -> bool;
    /// Whether `other` is a position of the same game with the same arguments.
    fn same_rules(&self, other: &dyn Subject) -> bool;
    /// Feeds the position into a hasher.
    fn hash_into(&self, hasher: &mut dyn Hasher);
    /// A copy.
    fn duplicate(&self) -> Box<dyn Subject>;
    /// Bytes the position takes in a table.
    fn bytes(&self) -> usize;
}

impl Clone for Box<dyn Subject> {
    fn clone(&self) -> Self {
        self.duplicate()
    }
}

impl PartialEq for dyn Subject {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for dyn Subject {}

impl Hash for dyn Subject {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_into(hasher);
    }
}

/// A named move and the position it leads to.
#[derive(Clone, Debug)]
pub struct Move {
    /// The name of the move.
    pub label: String,
    /// The option it leads to.
    pub to: Box<dyn Subject>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.label == other.label && *self.to == *other.to
    }
}

/// A nimber with the way it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The nimber.
    pub nimber: u64,
    /// The method that gave it.
    pub method: Method,
    /// The theorem, or what was searched.
    pub reason: Text,
}

/// A study of one impartial position under normal play; what it learns for one question serves the next.
pub trait Analysis {
    /// The nimber of the position.
    fn nimber(&mut self) -> Result<Found, Stop>;
    /// All moves to options of the given nimber.
    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop>;
    /// The nimber of every option.
    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop>;
    /// Numbers that are known not to be the nimber, for when it was not found.
    fn excluded(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// A value with the way it was found.
#[derive(Clone, Debug)]
pub struct FoundValue {
    /// The value.
    pub value: Value,
    /// The method that gave it.
    pub method: Method,
    /// The theorem, or what was searched.
    pub reason: Text,
}

/// A study of the value of one position under normal play.
pub trait Values {
    /// The value of the position.
    fn value(&mut self, store: &mut Store) -> Result<FoundValue, Stop>;
    /// Every move of `player` with the value it leads to.
    fn options(&mut self, player: Player, store: &mut Store) -> Result<Vec<(Move, Value)>, Stop>;
}

/// A study of who wins a position.
pub trait Outcomes {
    /// Whether `player` wins when about to move.
    fn wins(&mut self, player: Player) -> Result<bool, Stop>;
    /// Every move of `player` with whether it wins.
    fn options(&mut self, player: Player) -> Result<Vec<(Move, bool)>, Stop>;
}

/// A position together with the rules it is played by.
pub struct Placed<G: Game> {
    rules: Arc<G>,
    position: G::Position,
}

impl<G: Game + PartialEq> Placed<G> {
    /// Known when the game is compiled, so that what only the other kind of game needs is left out.
    const PARTISAN: bool = matches!(G::KIND, Kind::Partisan);

    /// A position behind its object-safe face.
    pub fn boxed(rules: G, position: G::Position) -> Box<dyn Subject> {
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

    fn at(&self, position: G::Position) -> Box<dyn Subject> {
        Box::new(Self { rules: Arc::clone(&self.rules), position })
    }

    fn named(&self, played: &G::Move) -> Move {
        Move { label: self.rules.label(&self.position, played), to: self.at(self.after(played)) }
    }

    fn after(&self, played: &G::Move) -> G::Position {
        let mut option = self.position.clone();
        self.rules.play(&mut option, played);
        option
    }

    /// Every move of `player`, unless there are too many to list.
    fn listed(&self, player: Player) -> Result<Vec<G::Move>, Refusal> {
        self.listable()?;
        let mut moves = Vec::new();
        self.rules.moves(&self.position, player, &mut moves).map_err(|refusal| refusal.of(|| self.text()))?;
        Ok(moves)
    }

    /// Refuses when there are too many moves to list.
    fn listable(&self) -> Result<(), Refusal> {
        listable(&*self.rules, &self.position).map_err(|refusal| refusal.of(|| self.text()))
    }

    /// As [`Placed::listable`], also when the budget has no room for a list in which a move takes so many bytes.
    fn afford(&self, bytes: usize, budget: &Budget) -> Result<(), Stop> {
        self.listable()?;
        afford(&*self.rules, &self.position, bytes, budget)
    }

    /// The moves within the budget, without their names.
    fn affordable_moves(&self, player: Player, budget: &Budget) -> Result<Vec<G::Move>, Stop> {
        self.afford(move_bytes::<G::Move>(), budget)?;
        Ok(self.listed(player)?)
    }
}

impl<G: Game> fmt::Debug for Placed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.text(&self.position))
    }
}

impl<G: Game + PartialEq> Subject for Placed<G> {
    fn page(&self) -> Page<'_> {
        self.rules.page()
    }

    fn kind(&self) -> Kind {
        self.rules.kind()
    }

    fn text(&self) -> String {
        format!("{self:?}")
    }

    fn board(&self) -> String {
        self.rules.board(&self.position)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.position)
    }

    fn sketch(&self) -> Option<Sketch> {
        self.rules.sketch(&self.position)
    }

    fn moves(&self, player: Player) -> Result<Vec<Move>, Refusal> {
        Ok(self.listed(player)?.iter().map(|played| self.named(played)).collect())
    }

    fn afford_moves(&self, budget: &Budget) -> Result<(), Stop> {
        self.afford(size_of::<Move>() + self.bytes(), budget)
    }

    fn move_count(&self) -> Option<u64> {
        self.rules.move_count(&self.position)
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
        Some(Box::new(Self { rules: Arc::new(rules), position: self.position.clone() }))
    }

    fn heaviness(&self) -> usize {
        let mut parts = Vec::new();
        self.rules.split(&self.position, &mut parts);
        let open = parts.iter().filter(|part| self.rules.value_theorem(part).is_none());
        match open.map(|part| self.rules.weight(part)).max().unwrap_or(0) {
            _ if self.rules.value_theorem(&self.position).is_some() => 0,
            light if light <= G::LIGHT => 0,
            middle if middle <= G::HEAVY => 1,
            _ => 2,
        }
    }

    fn closed_value(&self, store: &mut Store) -> Result<Option<Value>, ValueError> {
        if self.kind() == Kind::Partisan {
            return self.rules.closed_value(&self.position, store);
        }
        match self.rules.theorem(&self.position, Play::Normal).map(|theorem| theorem.known) {
            Some(Known::Nimber(nimber)) => store.nimber(nimber).map(Some),
            _ => Ok(None),
        }
    }

    fn theorem(&self, play: Play) -> Option<Theorem<Move>> {
        let theorem = self.rules.theorem(&self.position, play)?;
        Some(theorem.map_moves(|played| self.named(&played)))
    }

    fn own_method(&self, engine: &Engine) -> Result<Option<Theorem<Move>>, Stop> {
        let found = self.rules.own_method(&self.position, engine.play, &engine.budget)?;
        Ok(found.map(|found| found.map_moves(|played| self.named(&played))))
    }

    fn explain(&self, play: Play) -> Option<Vec<Text>> {
        self.rules.explain(&self.position, play)
    }

    fn has_tables(&self) -> bool {
        self.rules.tables(&self.position).is_some()
    }

    fn analyse<'a>(&'a self, engine: &'a Engine) -> Box<dyn Analysis + 'a> {
        if Self::PARTISAN {
            return Box::new(NoNimbers);
        }
        if engine.method == Method::Auto
            && let Some(tables) = self.rules.tables(&self.position)
        {
            return Box::new(TableStudy { placed: self, engine, tables });
        }
        let search = NimberSearch::new(&*self.rules, engine, engine.method == Method::Auto);
        Box::new(Study { placed: self, engine, search, labels: None })
    }

    fn outcomes<'a>(&'a self, engine: &'a Engine) -> Box<dyn Outcomes + 'a> {
        let rules = &*self.rules;
        if Self::PARTISAN {
            let by_components = !matches!(engine.method, Method::Recursion | Method::Kernel);
            if by_components && engine.play == Play::Normal {
                let mut search = PartisanSearch::new(rules, engine, engine.method == Method::Auto);
                return OutcomeStudy::boxed(self, engine, move |position, player| search.wins(position, player));
            }
        } else if engine.method == Method::Kernel {
            let mut search = KernelSearch::new(rules, &self.position, engine);
            return OutcomeStudy::boxed(self, engine, move |position, _| search.wins(position));
        }
        if engine.method == Method::Recursion {
            return OutcomeStudy::boxed(self, engine, |position, player| {
                recursion::wins(rules, position, player, engine)
            });
        }
        if engine.method == Method::Auto
            && let Some(mut tables) = rules.tables(&self.position)
        {
            return OutcomeStudy::boxed(self, engine, move |position, _| {
                Ok(tables.wins(position, engine.play, &engine.budget)?)
            });
        }
        let mut search = OutcomeSearch::new(rules, engine);
        OutcomeStudy::boxed(self, engine, move |position, player| search.wins(position, player))
    }

    fn values<'a>(&'a self, engine: &'a Engine) -> Box<dyn Values + 'a> {
        if !Self::PARTISAN {
            return Box::new(NimberValues { study: self.analyse(engine) });
        }
        let theorems = matches!(engine.method, Method::Auto | Method::Theorem);
        Box::new(ValueStudy {
            placed: self,
            engine,
            theorems,
            search: ValueSearch::new(&*self.rules, engine, theorems),
        })
    }

    fn prove(&self, engine: &Engine, claims: &mut Vec<(Claim, String)>) -> Result<u64, Stop> {
        if Self::PARTISAN {
            return NoNimbers::stop();
        }
        self.afford(move_bytes::<G::Move>(), &engine.budget)?;
        let (nimber, found) = prove::claims(&*self.rules, &self.position, engine)?;
        claims.extend(found.into_iter().map(|(nimber, position)| (Claim::Is(nimber), self.at(position).text())));
        Ok(nimber)
    }

    fn check_claims(&self, claims: &[(u64, &dyn Subject)]) -> Result<(), Flaw> {
        let mut positions = Vec::with_capacity(claims.len());
        for (nimber, about) in claims {
            let same = about.as_any().downcast_ref::<Self>().filter(|about| about.rules == self.rules);
            positions.push((*nimber, &same.ok_or_else(|| Flaw::Unsupported(about.text()))?.position));
        }
        check::check_components(&*self.rules, &positions).map_err(|Unsupported { index, refusal }| match refusal {
            Some(refusal) => Flaw::Refused(refusal.of(|| claims[index].1.text())),
            None => Flaw::Unsupported(claims[index].1.text()),
        })
    }

    fn states(&self, merge: bool, named: bool, engine: &Engine) -> Result<States, Stop> {
        if Self::PARTISAN {
            return Err(Stop::impartial_only("state graphs"));
        }
        self.afford(move_bytes::<G::Move>(), &engine.budget)?;
        let graph = StateGraph::explore(&*self.rules, &self.position, merge, engine)?;
        States::new(graph, engine.play, named, |position| self.at(position.clone()).text())
    }

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
        self.position.hash(&mut hasher);
    }

    fn duplicate(&self) -> Box<dyn Subject> {
        self.at(self.position.clone())
    }

    fn bytes(&self) -> usize {
        self.rules.position_bytes(&self.position) + size_of::<Self>()
    }
}

struct Study<'a, G: Game> {
    placed: &'a Placed<G>,
    engine: &'a Engine,
    search: NimberSearch<'a, G>,
    labels: Option<Labels<G::Position>>,
}

impl<G: Game + PartialEq> Study<'_, G> {
    /// Theorems are for `auto` and `theorem` only: the other methods are checks on them.
    fn theorem(&self) -> Option<Found> {
        if !matches!(self.engine.method, Method::Auto | Method::Theorem) {
            return None;
        }
        let theorem = self.placed.rules.theorem(&self.placed.position, Play::Normal)?;
        let Known::Nimber(nimber) = theorem.known else { return None };
        Some(Found { nimber, method: Method::Theorem, reason: theorem.reason })
    }

    /// The labels of the state graph, made once.
    fn labels(&mut self) -> Result<&Labels<G::Position>, Stop> {
        if self.labels.is_none() {
            let Placed { rules, position } = self.placed;
            self.labels = Some(if let Some(numbering) = rules.numbering(position) {
                Labels::of_table(numbering, self.engine)?
            } else {
                self.placed.afford(move_bytes::<G::Move>(), &self.engine.budget)?;
                Labels::of_graph(&**rules, position, self.engine)?
            });
        }
        self.labels.as_ref().ok_or(Stop::Exhausted(Exhausted::Memory))
    }

    fn kernel(&mut self) -> Result<Found, Stop> {
        let position = &self.placed.position;
        let labels = self.labels()?;
        Ok(Found { nimber: labels.nimber(position)?, method: Method::Kernel, reason: labels.reason() })
    }

    fn search(&mut self) -> Result<Found, Stop> {
        self.placed.afford(move_bytes::<G::Move>(), &self.engine.budget)?;
        let nimber = parallel::nimber(&mut self.search, &self.placed.position, self.engine)?;
        let reason = Text::new("searched {positions} positions").with("positions", self.engine.budget.positions());
        Ok(Found { nimber, method: Method::Search, reason })
    }

    fn nimber_of(&mut self, option: &G::Position) -> Result<u64, Stop> {
        if self.engine.method != Method::Kernel {
            return self.search.nimber(option);
        }
        self.labels()?.nimber(option)
    }

    fn has_nimber(&mut self, option: &G::Position, nimber: u64) -> Result<bool, Stop> {
        match self.engine.method {
            Method::Kernel => Ok(self.nimber_of(option)? == nimber),
            _ => self.search.is_nimber(option, nimber),
        }
    }
}

impl<G: Game + PartialEq> Analysis for Study<'_, G> {
    fn nimber(&mut self) -> Result<Found, Stop> {
        if let Some(found) = self.theorem() {
            return Ok(found);
        }
        match self.engine.method {
            Method::Theorem => Err(Stop::NoTheorem(self.placed.text())),
            Method::Kernel => self.kernel(),
            Method::Auto | Method::Search | Method::Value | Method::Recursion => self.search(),
        }
    }

    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop> {
        let placed = self.placed;
        if !matches!(self.engine.method, Method::Search | Method::Kernel)
            && let Some(moves) = placed.rules.moves_to_nimber(&placed.position, nimber)
        {
            return Ok(moves.iter().map(|played| placed.named(played)).collect());
        }
        let mut found = Vec::new();
        for played in placed.affordable_moves(Player::Left, &self.engine.budget)? {
            self.engine.budget.check()?;
            if self.has_nimber(&placed.after(&played), nimber)? {
                found.push(placed.named(&played));
            }
        }
        Ok(found)
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        let placed = self.placed;
        placed.afford_moves(&self.engine.budget)?;
        let mut options = Vec::new();
        for played in &placed.listed(Player::Left)? {
            self.engine.budget.check()?;
            options.push((placed.named(played), self.nimber_of(&placed.after(played))?));
        }
        Ok(options)
    }

    fn excluded(&self) -> Vec<u64> {
        self.search.excluded_nimbers(&self.placed.position)
    }
}

/// A study by the tables of the game itself.
struct TableStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    engine: &'a Engine,
    tables: Box<dyn Tables<G::Position>>,
}

impl<G: Game + PartialEq> TableStudy<'_, G> {
    fn nimber_after(&mut self, played: &G::Move) -> Result<u64, Stop> {
        let option = self.placed.after(played);
        Ok(match self.placed.rules.closed_form(&option) {
            Some(nimber) => nimber,
            None => self.tables.nimber(&option, &self.engine.budget)?,
        })
    }
}

impl<G: Game + PartialEq> Analysis for TableStudy<'_, G> {
    fn nimber(&mut self) -> Result<Found, Stop> {
        let Placed { rules, position } = self.placed;
        if let Some(Theorem { known: Known::Nimber(nimber), reason, .. }) = rules.theorem(position, Play::Normal) {
            return Ok(Found { nimber, method: Method::Theorem, reason });
        }
        let nimber = self.tables.nimber(position, &self.engine.budget)?;
        let reason = Text::new("a table of {positions} positions").with("positions", self.engine.budget.positions());
        Ok(Found { nimber, method: Method::Search, reason })
    }

    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop> {
        let placed = self.placed;
        let mut found = Vec::new();
        for played in placed.affordable_moves(Player::Left, &self.engine.budget)? {
            self.engine.budget.check()?;
            if self.nimber_after(&played)? == nimber {
                found.push(placed.named(&played));
            }
        }
        Ok(found)
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        let placed = self.placed;
        placed.afford_moves(&self.engine.budget)?;
        let mut options = Vec::new();
        for played in &placed.listed(Player::Left)? {
            self.engine.budget.check()?;
            options.push((placed.named(played), self.nimber_after(played)?));
        }
        Ok(options)
    }
}

/// The study of a partisan game, which has no nimbers.
struct NoNimbers;

impl NoNimbers {
    fn stop<T>() -> Result<T, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }
}

impl Analysis for NoNimbers {
    fn nimber(&mut self) -> Result<Found, Stop> {
        Self::stop()
    }

    fn moves_to(&mut self, _: u64) -> Result<Vec<Move>, Stop> {
        Self::stop()
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        Self::stop()
    }
}

/// The value of an impartial position is its nimber.
struct NimberValues<'a> {
    study: Box<dyn Analysis + 'a>,
}

impl Values for NimberValues<'_> {
    fn value(&mut self, store: &mut Store) -> Result<FoundValue, Stop> {
        let Found { nimber, method, reason } = self.study.nimber()?;
        Ok(FoundValue { value: store.nimber(nimber)?, method, reason })
    }

    fn options(&mut self, _: Player, store: &mut Store) -> Result<Vec<(Move, Value)>, Stop> {
        let options = self.study.options()?;
        options.into_iter().map(|(found, nimber)| Ok((found, store.nimber(nimber)?))).collect()
    }
}

struct ValueStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    engine: &'a Engine,
    theorems: bool,
    search: ValueSearch<'a, G>,
}

impl<G: Game + PartialEq> ValueStudy<'_, G> {
    fn theorem(&self, store: &mut Store) -> Result<Option<FoundValue>, Stop> {
        let Placed { rules, position } = self.placed;
        let Some(reason) = rules.value_theorem(position).filter(|_| self.theorems) else { return Ok(None) };
        let found = rules.closed_value(position, store)?;
        Ok(found.map(|value| FoundValue { value, method: Method::Theorem, reason }))
    }

    fn value_at(&mut self, position: &G::Position, store: &mut Store) -> Result<Value, Stop> {
        if self.theorems
            && let Some(value) = self.placed.rules.closed_value(position, store)?
        {
            return Ok(value);
        }
        self.search.value(store, position)
    }
}

impl<G: Game + PartialEq> Values for ValueStudy<'_, G> {
    fn value(&mut self, store: &mut Store) -> Result<FoundValue, Stop> {
        if let Some(found) = self.theorem(store)? {
            return Ok(found);
        }
        if self.engine.method == Method::Theorem {
            return Err(Stop::NoTheorem(self.placed.text()));
        }
        self.placed.afford(move_bytes::<G::Move>(), &self.engine.budget)?;
        let value = self.search.value(store, &self.placed.position)?;
        let components = self.search.components();
        let reason = Text::new("canonical forms of {components} components").with("components", components);
        Ok(FoundValue { value, method: Method::Value, reason })
    }

    fn options(&mut self, player: Player, store: &mut Store) -> Result<Vec<(Move, Value)>, Stop> {
        let placed = self.placed;
        placed.afford_moves(&self.engine.budget)?;
        let mut options = Vec::new();
        for played in &placed.listed(player)? {
            self.engine.budget.check()?;
            options.push((placed.named(played), self.value_at(&placed.after(played), store)?));
        }
        Ok(options)
    }
}

/// A study by whatever decides who wins: component by component where the game is partisan and play normal, by the kernel
/// of the state graph, by the game's own tables, by recursion, or by a search of the position as a whole.
struct OutcomeStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    engine: &'a Engine,
    wins_at: Box<WinsAt<'a, G::Position>>,
}

/// Whether a player wins a position when about to move.
type WinsAt<'a, P> = dyn FnMut(&P, Player) -> Result<bool, Stop> + 'a;

impl<'a, G: Game + PartialEq> OutcomeStudy<'a, G> {
    fn boxed(
        placed: &'a Placed<G>,
        engine: &'a Engine,
        wins_at: impl FnMut(&G::Position, Player) -> Result<bool, Stop> + 'a,
    ) -> Box<dyn Outcomes + 'a> {
        Box::new(Self { placed, engine, wins_at: Box::new(wins_at) })
    }
}

impl<G: Game + PartialEq> Outcomes for OutcomeStudy<'_, G> {
    fn wins(&mut self, player: Player) -> Result<bool, Stop> {
        self.placed.afford(move_bytes::<G::Move>(), &self.engine.budget)?;
        (self.wins_at)(&self.placed.position, player)
    }

    fn options(&mut self, player: Player) -> Result<Vec<(Move, bool)>, Stop> {
        let placed = self.placed;
        placed.afford_moves(&self.engine.budget)?;
        let mut options = Vec::new();
        for played in &placed.listed(player)? {
            self.engine.budget.check()?;
            let opponent_wins = (self.wins_at)(&placed.after(played), player.other())?;
            options.push((placed.named(played), !opponent_wins));
        }
        Ok(options)
    }
}
