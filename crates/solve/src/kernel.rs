//! The state graph of an impartial position and its labels.

use crate::intern::Interner;
use crate::listing::list;
use crate::threads::{self, Queue};
use crate::{DenseTable, Settings, Stop};
use grundy_budget::{Budget, Exhausted, caught, pulse};
use grundy_game::{ImpartialHints, Numbering, Play, Player, Rules, Text};
use grundy_graph::{Digraph, GraphError, acyclic};
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// All positions that can be reached from a start, numbered in the order in which they are met, with an arc for every
/// move. The kernel of this digraph is the set of second-player wins, and its kernel sequence sorts the positions by
/// nimber.
#[derive(Debug)]
pub struct StateGraph<P> {
    positions: Interner<P>,
    digraph: Digraph,
    budget: Budget,
    held: u64,
}

/// Bytes that are reserved at a time, at least.
const BLOCK: usize = 1 << 14;

/// Positions that wait before several threads explore.
const MANY: usize = 1 << 12;

/// Positions that a thread works on at a time.
const CHUNK: usize = 1 << 8;

/// More threads than this wait for the one that numbers what they find.
const MOST_HELPERS: usize = 16;

/// Options of positions that are worked out before they are numbered.
const AHEAD: usize = 1 << 8;

/// The options of some positions, one row after the other, and where each row ends. What is cleared is used again.
struct Rows<P> {
    options: Vec<P>,
    ends: Vec<usize>,
}

impl<P: Clone + Eq + Hash> Rows<P> {
    fn new() -> Self {
        Self { options: Vec::new(), ends: Vec::new() }
    }

    fn of<R: Rules<Position = P>>(rules: &R, positions: &[P], merge: bool, budget: &Budget) -> Result<Self, Stop> {
        let (mut rows, mut moves) = (Self::new(), Vec::new());
        for position in positions {
            rows.add(rules, position, merge, budget, &mut moves)?;
        }
        Ok(rows)
    }

    /// How many options there are.
    fn len(&self) -> usize {
        self.ends.last().map_or(0, |&end| end)
    }

    /// Adds the row of a position.
    fn add<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        merge: bool,
        budget: &Budget,
        moves: &mut Vec<R::Move>,
    ) -> Result<(), Stop> {
        moves.clear();
        list(rules, position, Player::Left, budget, moves)?;
        let (start, end) = (self.len(), self.len() + moves.len());
        if end > self.options.len() {
            budget.afford(((end - self.options.len()) * rules.position_bytes(position)) as u64)?;
            self.options.resize(end, position.clone());
        }
        for (option, played) in self.options[start..end].iter_mut().zip(&*moves) {
            pulse(1);
            option.clone_from(position);
            rules.play(option, played);
            if merge {
                rules.canonicalise(option);
            }
        }
        self.ends.push(end);
        Ok(())
    }
}

/// The arcs of the first positions, as rows of numbers.
struct Arcs {
    starts: Vec<u32>,
    heads: Vec<u32>,
}

impl<P: Clone + Eq + Hash> StateGraph<P> {
    /// Explores everything that can be reached from `start`; `merge` joins positions that differ by a symmetry.
    pub fn explore<R: Rules<Position = P>>(rules: &R, start: &P, merge: bool, settings: &Settings) -> Result<Self, Stop>
    where
        P: Send + Sync,
    {
        Self::explore_all(rules, std::slice::from_ref(start), merge, settings)
    }

    /// As [`StateGraph::explore`], from several starts, which get the first numbers.
    pub(crate) fn explore_all<R: Rules<Position = P>>(
        rules: &R,
        roots: &[P],
        merge: bool,
        settings: &Settings,
    ) -> Result<Self, Stop>
    where
        P: Send + Sync,
    {
        if rules.players() > 2 {
            return Err(Stop::two_players_only(rules.players()));
        }
        let mut meter = settings.budget.meter();
        let mut graph = Self {
            positions: Interner::new(&settings.budget)?,
            digraph: Digraph::default(),
            budget: settings.budget.clone(),
            held: 0,
        };
        let Some(mut option) = roots.first().cloned() else { return Ok(graph) };
        for root in roots {
            option.clone_from(root);
            if merge {
                rules.canonicalise(&mut option);
            }
            graph.positions.number(&option)?;
        }
        let (mut arcs, mut rows, mut moves) = (Arcs { starts: vec![0], heads: Vec::new() }, Rows::new(), Vec::new());
        let (mut next, mut owed) = (0, 0);
        while next < graph.positions.list().len() {
            // Known when the game is compiled: games that are never drawn have searches that are spread over threads.
            if const { R::DRAWS.possible() } && settings.threads() > 1 && graph.positions.list().len() - next >= MANY {
                graph.explore_together(rules, merge, settings, (&mut next, &mut arcs))?;
                continue;
            }
            rows.ends.clear();
            for position in &graph.positions.list()[next..] {
                rows.add(rules, position, merge, &settings.budget, &mut moves)?;
                meter.step()?;
                meter.work(moves.len() as u64 / 16)?;
                if rows.len() >= AHEAD {
                    break;
                }
            }
            next += rows.ends.len();
            owed += graph.number_rows(&rows, &mut arcs, rules.position_bytes(&option))?;
            if owed >= BLOCK {
                graph.hold(std::mem::take(&mut owed) as u64)?;
            }
        }
        graph.hold(owed as u64)?;
        graph.digraph = Digraph::from_rows(arcs.starts, arcs.heads).map_err(too_large)?;
        Ok(graph)
    }

    /// Numbers the options of the next positions; returns how many bytes they take with their arcs, when a position takes so many.
    fn number_rows(&mut self, rows: &Rows<P>, arcs: &mut Arcs, each: usize) -> Result<usize, Stop> {
        let (before, base) = (self.positions.list().len(), arcs.heads.len());
        self.positions.number_rows(&rows.options, &rows.ends, &mut arcs.heads)?;
        u32::try_from(arcs.heads.len()).map_err(|_| Exhausted::Memory)?;
        arcs.starts.extend(rows.ends.iter().map(|end| (base + end) as u32));
        let fresh = self.positions.list().len() - before;
        Ok(fresh * each + size_of::<u32>() * (rows.len() + rows.ends.len()))
    }

    /// Explores on with several threads, until everything is met: they work out options of positions ahead, and this one numbers
    /// them in the order in which they would come without threads.
    fn explore_together<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        merge: bool,
        settings: &Settings,
        (next, arcs): (&mut usize, &mut Arcs),
    ) -> Result<(), Stop>
    where
        P: Send + Sync,
    {
        let helpers = settings.threads().min(MOST_HELPERS + 1) - 1;
        let budget = &settings.budget;
        let work = |positions: &[P]| {
            let _entered = budget.enter();
            caught(|| Rows::of(rules, positions, merge, budget)).unwrap_or_else(|stop| Err(stop.into()))
        };
        let (jobs, found) = (Queue::<(usize, Vec<P>)>::new(), Queue::<(usize, Result<Rows<P>, Stop>)>::new());
        std::thread::scope(|scope| {
            // Dropped at the end, whatever happens, so that the helpers leave.
            let give = jobs.giver();
            let mut spawned = 0;
            for _ in 0..helpers {
                let (jobs, done, work) = (&jobs, found.giver(), &work);
                let help = move || {
                    while let Some((first, positions)) = jobs.take() {
                        let rows = catch_unwind(AssertUnwindSafe(|| work(&positions)));
                        let (rows, panic) = match rows {
                            Ok(rows) => (rows, None),
                            Err(panic) => (Err(Stop::contradiction()), Some(panic)),
                        };
                        done.give((first, rows));
                        if let Some(panic) = panic {
                            resume_unwind(panic);
                        }
                    }
                };
                // Where the system grants no more threads, those that run do the work.
                if !threads::start(scope, Box::new(help)) {
                    break;
                }
                spawned += 1;
            }
            // A few at most, since not more are open at a time.
            let mut ready: Vec<(usize, Result<Rows<P>, Stop>)> = Vec::new();
            let (mut given, mut open) = (*next, 0);
            while *next < self.positions.list().len() {
                while let Some(rows) = found.take_now() {
                    ready.push(rows);
                    open -= 1;
                }
                while open < 2 * spawned && self.positions.list().len() - given >= CHUNK {
                    let positions = self.positions.list()[given..given + CHUNK].to_vec();
                    give.give((given, positions));
                    (given, open) = (given + CHUNK, open + 1);
                }
                let at = ready.iter().position(|(first, _)| first == next);
                let rows = match at.map(|at| ready.swap_remove(at)) {
                    Some((_, rows)) => rows?,
                    None if given > *next => {
                        // Nobody is left to give them only where every helper has panicked, which is told below.
                        let Some(rows) = found.take() else { return Err(Exhausted::Cancelled.into()) };
                        open -= 1;
                        ready.push(rows);
                        continue;
                    }
                    None => {
                        let end = self.positions.list().len().min(given + CHUNK);
                        let positions = self.positions.list()[given..end].to_vec();
                        given = end;
                        work(&positions)?
                    }
                };
                let each = rules.position_bytes(&self.positions.list()[*next]);
                *next += rows.ends.len();
                let taken = self.number_rows(&rows, arcs, each)?;
                self.hold(taken as u64)?;
                budget.spend(rows.ends.len() as u64)?;
            }
            Ok(())
        })
    }

    /// Counts bytes against the budget for as long as the graph is kept.
    pub(crate) fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        self.budget.reserve(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// The positions; the start is number 0.
    pub fn positions(&self) -> &[P] {
        self.positions.list()
    }

    /// The number of a position.
    pub fn number(&self, position: &P) -> Option<usize> {
        self.positions.find(position).map(|number| number as usize)
    }

    /// The arcs between the numbers of positions, options of one position merged when they are equal.
    pub fn digraph(&self) -> &Digraph {
        &self.digraph
    }

    /// The arcs alone.
    pub(crate) fn into_digraph(mut self) -> Digraph {
        std::mem::take(&mut self.digraph)
    }

    /// The Sprague-Grundy labels: the least number missing among the labels of the options.
    pub fn nimbers(&self) -> Result<Vec<u32>, Stop> {
        nimbers(&self.digraph)
    }

    /// Which positions the player about to move wins: those outside the kernel. Misère play is normal play on the graph
    /// without its terminal positions, and a terminal position is a win.
    pub fn wins(&self, play: Play) -> Result<Vec<bool>, Stop> {
        wins(&self.digraph, play)
    }

    /// The level of every position: the longest play from it.
    pub fn levels(&self) -> Vec<u32> {
        levels(&self.digraph)
    }

    /// The remoteness of every position under normal play: how long the game lasts when the winner hurries and the loser
    /// stalls (Steinhaus 1925).
    pub fn remoteness(&self) -> Result<Vec<u32>, Stop> {
        remoteness(&self.digraph)
    }
}

// What follows from the arcs alone is compiled once for all games.

pub(crate) fn nimbers(digraph: &Digraph) -> Result<Vec<u32>, Stop> {
    acyclic::labels(digraph).map_err(endless)
}

pub(crate) fn wins(digraph: &Digraph, play: Play) -> Result<Vec<bool>, Stop> {
    if play == Play::Normal {
        let kernel = acyclic::acyclic_kernel(digraph).map_err(endless)?;
        return Ok(kernel.into_iter().map(|member| !member).collect());
    }
    let order = digraph.order() as u32;
    let inner: Vec<u32> = (0..order).filter(|&v| digraph.out_degree(v as usize) > 0).collect();
    let kernel = acyclic::acyclic_kernel(&digraph.induced(&inner)).map_err(endless)?;
    let mut wins = vec![true; order as usize];
    for (&v, member) in inner.iter().zip(kernel) {
        wins[v as usize] = !member;
    }
    Ok(wins)
}

pub(crate) fn levels(digraph: &Digraph) -> Vec<u32> {
    // why: only a vertex on a cycle has no level, and then there are no labels either.
    acyclic::levels(digraph).into_iter().map(Option::unwrap_or_default).collect()
}

pub(crate) fn remoteness(digraph: &Digraph) -> Result<Vec<u32>, Stop> {
    let wins = wins(digraph, Play::Normal)?;
    let mut moves = vec![0u32; wins.len()];
    let finish = |v: usize| {
        let options = digraph.successors(v).iter().map(|&to| to as usize);
        moves[v] = if wins[v] {
            // why: a won position has an option that is lost.
            options.filter(|&to| !wins[to]).map(|to| moves[to] + 1).min().unwrap_or(0)
        } else {
            // why: a position without options is at its end.
            options.map(|to| moves[to] + 1).max().unwrap_or(0)
        };
    };
    acyclic::in_order(digraph, finish).map_err(|vertex| endless(GraphError::Cyclic { vertex: vertex as u64 }))?;
    Ok(moves)
}

impl<P> Drop for StateGraph<P> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

fn endless(_: GraphError) -> Stop {
    Stop::Unsuitable(Text::new("positions of this game can repeat, so its state graph has no levels"))
}

pub(crate) fn too_large(error: GraphError) -> Stop {
    Stop::Unsuitable(Text::new("the state graph cannot be kept: {error}").with("error", error))
}

/// Who wins the positions below a start, read off the kernel of its state graph, or a dense table where the positions are
/// numbered; made at the first question.
pub(crate) struct KernelSearch<'a, R: ImpartialHints> {
    rules: &'a R,
    start: &'a R::Position,
    settings: &'a Settings,
    made: Option<Winners<R::Position>>,
}

enum Winners<P> {
    Graph(StateGraph<P>, Vec<bool>),
    Table(DenseTable<P>),
}

impl<'a, R: ImpartialHints> KernelSearch<'a, R> {
    pub fn new(rules: &'a R, start: &'a R::Position, settings: &'a Settings) -> Self {
        Self { rules, start, settings, made: None }
    }

    fn make(&self) -> Result<Winners<R::Position>, Stop> {
        if let Some(numbering) = self.rules.numbering(self.start) {
            return DenseTable::wins(numbering, self.settings.play, self.settings).map(Winners::Table);
        }
        let graph = StateGraph::explore(self.rules, self.start, false, self.settings)?;
        let wins = graph.wins(self.settings.play)?;
        Ok(Winners::Graph(graph, wins))
    }

    /// Whether the player about to move in `position`, which can be reached from the start, wins.
    pub fn wins(&mut self, position: &R::Position) -> Result<bool, Stop> {
        if self.made.is_none() {
            self.made = Some(self.make()?);
        }
        let wins = match &self.made {
            Some(Winners::Graph(graph, wins)) => graph.number(position).map(|number| wins[number]),
            Some(Winners::Table(table)) => table.get(position).map(|wins| wins == 1),
            None => None,
        };
        wins.ok_or_else(outside)
    }
}

/// The nimbers of the positions below a start, likewise.
pub(crate) enum Labels<P> {
    Graph(StateGraph<P>, Vec<u32>),
    Table(DenseTable<P>),
}

impl<P: Clone + Eq + Hash> Labels<P> {
    /// Of all numbered positions.
    pub fn of_table(numbering: Box<dyn Numbering<P>>, settings: &Settings) -> Result<Self, Stop> {
        DenseTable::nimbers(numbering, settings).map(Self::Table)
    }

    /// Of all positions that can be reached from `start`.
    pub fn of_graph<R: Rules<Position = P>>(rules: &R, start: &P, settings: &Settings) -> Result<Self, Stop>
    where
        P: Send + Sync,
    {
        let graph = StateGraph::explore(rules, start, false, settings)?;
        let labels = graph.nimbers()?;
        Ok(Self::Graph(graph, labels))
    }

    pub fn nimber(&self, position: &P) -> Result<u64, Stop> {
        let nimber = match self {
            Self::Graph(graph, labels) => graph.number(position).map(|number| u64::from(labels[number])),
            Self::Table(table) => table.get(position).map(u64::from),
        };
        nimber.ok_or_else(outside)
    }

    pub fn reason(&self) -> Text {
        match self {
            Self::Graph(graph, _) => Text::new("labels of the state graph, {positions} positions and {arcs} moves")
                .with("positions", graph.positions().len())
                .with("arcs", graph.digraph().size()),
            Self::Table(table) => {
                Text::new("table of all {positions} numbered positions").with("positions", table.bytes().len())
            }
        }
    }
}

pub(crate) fn outside() -> Stop {
    Stop::Unsuitable(Text::new("the position is not in the state graph"))
}
