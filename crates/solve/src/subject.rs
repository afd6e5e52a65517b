//! The object-safe face of a position of any game.

use crate::{Engine, Method, NimberSearch, OutcomeSearch, StateGraph, Stop, recursion};
use grundy_draw::Picture;
use grundy_game::{Game, Info, Kind, Known, Play, Player, Text, Theorem, notation};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of some game that can be asked everything. Made by [`Placed::boxed`].
pub trait Subject: fmt::Debug + Send + Sync {
    /// The page of its game.
    fn info(&self) -> &'static Info;
    /// Whether both players always have the same moves.
    fn kind(&self) -> Kind;
    /// The position in full notation.
    fn text(&self) -> String;
    /// The position drawn with characters.
    fn board(&self) -> String;
    /// The position as a picture whose clickable parts carry the labels of their moves.
    fn picture(&self) -> Picture;
    /// Every move of `player`, named, with where it leads.
    fn moves(&self, player: Player) -> Result<Vec<Move>, Stop>;
    /// How many moves there are when that may be too many to list.
    fn move_count(&self) -> Option<u64>;
    /// Positions of the same game whose sum this is.
    fn split(&self) -> Vec<Box<dyn Subject>>;
    /// The representative of its class under symmetries.
    fn canonical(&self) -> Box<dyn Subject>;
    /// What a theorem says of it.
    fn theorem(&self, play: Play) -> Option<Theorem<Move>>;
    /// What the game's own method says of it, within the engine's budget.
    fn own_method(&self, engine: &Engine) -> Result<Option<Theorem<Move>>, Stop>;
    /// The working behind the answer, where the game has a better one than the general one.
    fn explain(&self, play: Play) -> Option<Vec<Text>>;
    /// A study of an impartial position under normal play, by the engine's method.
    fn analyse<'a>(&'a self, engine: &'a Engine) -> Box<dyn Analysis + 'a>;
    /// A study of who wins, for any kind of position and play rule, by the engine's method.
    fn outcomes<'a>(&'a self, engine: &'a Engine) -> Box<dyn Outcomes + 'a>;

    /// Itself, to look at its type.
    fn as_any(&self) -> &dyn Any;
    /// Whether `other` is the same position of the same game.
    fn same(&self, other: &dyn Subject) -> bool;
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
}

/// A study of who wins a position.
pub trait Outcomes {
    /// Whether `player` wins when about to move.
    fn wins(&mut self, player: Player) -> Result<bool, Stop>;
    /// Every move of `player` with whether it wins.
    fn options(&mut self, player: Player) -> Result<Vec<(Move, bool)>, Stop>;
}

/// More moves than this are not listed.
pub(crate) const MOST_MOVES: u64 = 1 << 20;

/// A position together with the rules it is played by.
pub struct Placed<G: Game> {
    rules: Arc<G>,
    position: G::Position,
}

impl<G: Game + PartialEq> Placed<G> {
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

    fn listed(&self, player: Player) -> Result<Vec<G::Move>, Stop> {
        if let Some(count) = self.rules.move_count(&self.position).filter(|&count| count > MOST_MOVES) {
            return Err(Stop::TooManyMoves(self.text(), count));
        }
        let mut moves = Vec::new();
        self.rules.moves(&self.position, player, &mut moves);
        Ok(moves)
    }
}

impl<G: Game> fmt::Debug for Placed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = self.rules.arguments();
        f.write_str(&notation::write(G::INFO.name, arguments.as_deref(), &self.rules.write(&self.position)))
    }
}

impl<G: Game + PartialEq> Subject for Placed<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
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

    fn moves(&self, player: Player) -> Result<Vec<Move>, Stop> {
        Ok(self.listed(player)?.iter().map(|played| self.named(played)).collect())
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

    fn analyse<'a>(&'a self, engine: &'a Engine) -> Box<dyn Analysis + 'a> {
        let search = NimberSearch::new(&*self.rules, engine, engine.method == Method::Auto);
        Box::new(Study { placed: self, engine, search })
    }

    fn outcomes<'a>(&'a self, engine: &'a Engine) -> Box<dyn Outcomes + 'a> {
        let search = OutcomeSearch::new(&*self.rules, engine);
        Box::new(OutcomeStudy { placed: self, engine, search })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Subject) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.position == other.position && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
        })
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

    fn kernel(&self) -> Result<Found, Stop> {
        let graph = StateGraph::explore(&*self.placed.rules, &self.placed.position, false, self.engine)?;
        let labels = graph.nimbers();
        let reason = Text::new("labels of the state graph, {positions} positions and {arcs} moves")
            .with("positions", graph.positions.len())
            .with("arcs", graph.arcs.len());
        Ok(Found { nimber: labels[0], method: Method::Kernel, reason })
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
            Method::Auto | Method::Search | Method::Recursion => {
                self.placed.listed(Player::Left)?;
                let nimber = self.search.nimber(&self.placed.position)?;
                let reason =
                    Text::new("searched {positions} positions").with("positions", self.engine.budget.positions());
                Ok(Found { nimber, method: Method::Search, reason })
            }
        }
    }

    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop> {
        let placed = self.placed;
        if self.engine.method != Method::Search
            && let Some(moves) = placed.rules.moves_to_nimber(&placed.position, nimber)
        {
            return Ok(moves.iter().map(|played| placed.named(played)).collect());
        }
        let mut found = Vec::new();
        for played in placed.listed(Player::Left)? {
            if self.search.nimber(&placed.after(&played))? == nimber {
                found.push(placed.named(&played));
            }
        }
        Ok(found)
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        let placed = self.placed;
        let moves = placed.listed(Player::Left)?;
        moves.iter().map(|played| Ok((placed.named(played), self.search.nimber(&placed.after(played))?))).collect()
    }
}

struct OutcomeStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    engine: &'a Engine,
    search: OutcomeSearch<'a, G>,
}

impl<G: Game + PartialEq> OutcomeStudy<'_, G> {
    fn wins_at(&mut self, position: &G::Position, player: Player) -> Result<bool, Stop> {
        match self.engine.method {
            Method::Recursion => recursion::wins(&*self.placed.rules, position, player, self.engine),
            _ => self.search.wins(position, player),
        }
    }
}

impl<G: Game + PartialEq> Outcomes for OutcomeStudy<'_, G> {
    fn wins(&mut self, player: Player) -> Result<bool, Stop> {
        self.placed.listed(player)?;
        let position = &self.placed.position;
        self.wins_at(position, player)
    }

    fn options(&mut self, player: Player) -> Result<Vec<(Move, bool)>, Stop> {
        let placed = self.placed;
        let moves = placed.listed(player)?;
        let mut options = Vec::with_capacity(moves.len());
        for played in &moves {
            let opponent_wins = self.wins_at(&placed.after(played), player.other())?;
            options.push((placed.named(played), !opponent_wins));
        }
        Ok(options)
    }
}
