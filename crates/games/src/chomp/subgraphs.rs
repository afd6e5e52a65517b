//! Every subgraph of one graph in a table, for graphs that symmetry does not help with.
//!
//! A position is the set S of edges left: a vertex without edges is a heap of size one, so all that matters of those is
//! whether they are odd in number. Let F(S) be the nimber of S with *all* vertices of the graph present. Taking an edge e leads to
//! F(S - e); taking a vertex v with its edges leads to F(S without them) + 1 in nim-sum, for v itself is gone as well. Without the
//! vertices that have no edges, whose moves would lead back to S, the options are the same, each plus 1 if these are odd
//! in number. Nimbers stand in the table as single bits, so that what the options have is gathered by `or`, for 32 positions
//! at a time, and adding 1 exchanges neighbouring bits.
//!
//! Under misère play heaps of size one cancel in pairs as well, so the table holds two bits for S: whether it is lost
//! with all vertices present, and with one less; the same recursion fills it.

use super::{Board, Chomp, Small};
use grundy_budget::{Budget, Exhausted};
use grundy_game::{Play, Tables};
use grundy_graph::bits;
use grundy_graph::canonical::automorphisms;
use grundy_solve::{NimberSearch, Settings, Stop};

/// Bits of the positions that are settled together.
const INNER: u32 = 5;
/// How many these are.
const TOGETHER: usize = 1 << INNER;

/// The most edges: a gigabyte.
const MOST_EDGES: u32 = 28;
/// With fewer edges a search is over before anyone notices.
const FEWEST_EDGES: u32 = 12;
/// A search that merges what symmetry makes alike gains more than the table when there are more symmetries than this.
const MOST_SYMMETRIES: u64 = 16;

/// Tables over all subgraphs of one graph, each filled when it is first asked for.
pub(super) struct Subgraphs {
    rules: Chomp,
    /// The edges, from the lowest bit of a position on.
    edges: Vec<(usize, usize)>,
    stars: Vec<Star>,
    normal: Option<Vec<u32>>,
    misere: Option<Vec<u32>>,
}

/// The edges of a vertex, as bits of a position.
#[derive(Clone, Copy)]
struct Star {
    edges: usize,
}

impl Star {
    /// The edges that tell positions settled together apart.
    fn inner(self) -> usize {
        self.edges & (TOGETHER - 1)
    }

    fn outer(self) -> usize {
        self.edges >> INNER
    }

    /// A bit for each position of those together in which none of the inner edges is left.
    fn free(self) -> u32 {
        (0..TOGETHER).filter(|at| at & self.inner() == 0).map(|at| 1 << at).sum()
    }
}

/// Adds 1 to the nimbers in a set of them.
fn plus_one(nimbers: u32) -> u32 {
    (nimbers & 0x5555_5555) << 1 | nimbers >> 1 & 0x5555_5555
}

/// Why a table is not filled.
enum Unfilled {
    Exhausted(Exhausted),
    /// A position has a nimber above 31.
    TooLarge,
}

impl From<Exhausted> for Unfilled {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

/// What the nimbers of the options make of a position; `odd` is whether its vertices without edges are odd in number.
fn mex(_: usize, options: u32, odd: bool) -> Option<u32> {
    let options = if odd { plus_one(options) } else { options };
    let mex = 1u32.checked_shl(options.trailing_ones())?;
    Some(if odd { plus_one(mex) } else { mex })
}

/// Whether a position is lost under misère play, as a bit each for all vertices present and for one less. Where that makes
/// the vertices without edges odd in number, taking one of them leads to the other bit.
fn lost(set: usize, options: u32, odd: bool) -> u32 {
    let (even, other) = if odd { (2, 1) } else { (1, 2) };
    // Whoever finds nothing left wins.
    let lost_even = if set == 0 || options & even != 0 { 0 } else { even };
    let lost_odd = if lost_even != 0 || options & other != 0 { 0 } else { other };
    lost_even | lost_odd
}

impl Subgraphs {
    /// The tables for a graph on which they pay.
    pub fn of(rules: &Chomp, board: &Board) -> Option<Self> {
        let Board::Small(small) = *board else { return None };
        let joined = small.members().filter(|&v| small.rows[v] != 0).map(|v| 1 << v).sum::<u16>();
        let worthwhile = (FEWEST_EDGES..=MOST_EDGES).contains(&small.size())
            && small.reached(joined & joined.wrapping_neg()) == joined
            && automorphisms(&board.graph().0).group_size <= MOST_SYMMETRIES.into();
        worthwhile.then(|| Self::new(rules, small))
    }

    fn new(rules: &Chomp, small: Small) -> Self {
        // Edges between early vertices come first, so that the lowest bits belong to few stars.
        let below = |v: usize| bits(u64::from(small.rows[v]) & ((1 << v) - 1)).map(move |u| (u, v));
        let edges: Vec<(usize, usize)> = small.members().flat_map(below).collect();
        let star = |vertex: usize| {
            let here = edges.iter().enumerate().filter(|(_, edge)| edge.0 == vertex || edge.1 == vertex);
            Star { edges: here.map(|(bit, _)| 1 << bit).sum() }
        };
        let stars = small.members().filter(|&v| small.rows[v] != 0).map(star).collect();
        Self { rules: rules.clone(), edges, stars, normal: None, misere: None }
    }

    /// The edges left, and how the vertices without edges differ in number from those of the table, mod 2.
    fn place(&self, small: Small) -> (usize, u64) {
        let left = self.edges.iter().enumerate().filter(|(_, edge)| small.rows[edge.0] >> edge.1 & 1 == 1);
        let set = left.map(|(bit, _)| 1 << bit).sum::<usize>();
        let lonely = small.members().filter(|&v| small.rows[v] == 0).count();
        let of_table = self.stars.iter().filter(|star| star.edges & set == 0).count();
        (set, (lonely + of_table) as u64 % 2)
    }

    fn fill(&self, budget: &Budget, settle: impl Fn(usize, u32, bool) -> Option<u32>) -> Result<Vec<u32>, Unfilled> {
        /// After so many groups the budget is asked.
        const PAUSE: usize = 1 << 12;
        let groups = 1 << (self.edges.len() - INNER as usize);
        budget.afford(self.table_bytes())?;
        let mut table = vec![0u32; groups * TOGETHER];
        let stars: Vec<(Star, u32)> = self.stars.iter().map(|&star| (star, star.free())).collect();
        for group in 0..groups {
            if group % PAUSE == 0 {
                budget.spend((TOGETHER * PAUSE.min(groups)) as u64)?;
            }
            let (done, rest) = table.split_at_mut(group * TOGETHER);
            let gathered = Gathered::new(group, &stars, done);
            let mut own = [0; TOGETHER];
            for at in 0..TOGETHER {
                let options = gathered.options(at, &own);
                let odd = gathered.lonely >> at & 1 == 1;
                own[at] = settle(group * TOGETHER + at, options, odd).ok_or(Unfilled::TooLarge)?;
            }
            rest[..TOGETHER].copy_from_slice(&own);
        }
        Ok(table)
    }

    fn table_bytes(&self) -> u64 {
        4 << self.edges.len()
    }
}

/// What the options of the positions of one group have.
struct Gathered {
    /// Those that taking an edge leads to outside the group.
    edges: [u32; TOGETHER],
    /// The same for vertices.
    stars: [u32; TOGETHER],
    /// Stars that lie within the group: their edges.
    within: [usize; 16],
    count: usize,
    /// The positions whose vertices without edges are odd in number.
    lonely: u32,
}

/// Adds what one option has, for all positions of a group.
fn gather(seen: &mut [u32; TOGETHER], options: &[u32]) {
    seen.iter_mut().zip(options).for_each(|(seen, option)| *seen |= option);
}

impl Gathered {
    fn new(group: usize, stars: &[(Star, u32)], done: &[u32]) -> Self {
        let mut all = Self { edges: [0; TOGETHER], stars: [0; TOGETHER], within: [0; 16], count: 0, lonely: 0 };
        let of_group = |group: usize| &done[group * TOGETHER..(group + 1) * TOGETHER];
        for edge in bits(group as u64) {
            gather(&mut all.edges, of_group(group ^ 1 << edge));
        }
        for &(star, free) in stars {
            let (inner, outer) = (star.inner(), star.outer());
            if group & outer == 0 {
                all.lonely ^= free;
                if inner != 0 {
                    all.within[all.count] = inner;
                    all.count += 1;
                }
            } else {
                let options = of_group(group & !outer);
                if inner == 0 {
                    gather(&mut all.stars, options);
                    continue;
                }
                for (at, seen) in all.stars.iter_mut().enumerate() {
                    *seen |= options[at & !inner];
                }
            }
        }
        all
    }

    /// What the options of one position have; `own` are the positions of the group before it.
    fn options(&self, at: usize, own: &[u32; TOGETHER]) -> u32 {
        let mut edges = self.edges[at];
        bits(at as u64).for_each(|edge| edges |= own[at ^ 1 << edge]);
        let mut stars = self.stars[at];
        for inner in self.within[..self.count].iter().filter(|&inner| at & inner != 0) {
            stars |= own[at & !inner];
        }
        edges | plus_one(stars)
    }
}

impl Tables<Board> for Subgraphs {
    fn nimber(&mut self, board: &Board, budget: &Budget) -> Result<u64, Exhausted> {
        if self.normal.is_none() {
            match self.fill(budget, mex) {
                Ok(table) => self.normal = Some(table),
                Err(Unfilled::Exhausted(exhausted)) => return Err(exhausted),
                Err(Unfilled::TooLarge) => self.normal = Some(Vec::new()),
            }
        }
        match (board, &self.normal) {
            (Board::Small(small), Some(table)) if !table.is_empty() => {
                let (set, odd) = self.place(*small);
                Ok(u64::from(table[set].trailing_zeros()) ^ odd)
            }
            _ => searched(|settings| NimberSearch::new(&self.rules, settings, true).nimber(board), budget),
        }
    }

    fn wins(&mut self, board: &Board, play: Play, budget: &Budget) -> Result<bool, Exhausted> {
        if play == Play::Normal {
            return Ok(self.nimber(board, budget)? != 0);
        }
        if self.misere.is_none() {
            match self.fill(budget, |set, options, odd| Some(lost(set, options, odd))) {
                Ok(table) => self.misere = Some(table),
                Err(Unfilled::Exhausted(exhausted)) => return Err(exhausted),
                Err(Unfilled::TooLarge) => unreachable!("two bits hold who wins"),
            }
        }
        match (board, &self.misere) {
            (Board::Small(small), Some(table)) => {
                let (set, odd) = self.place(*small);
                Ok(table[set] >> odd & 1 == 0)
            }
            _ => unreachable!("what is left of a small board is small"),
        }
    }

    fn nimbers_cost_more(&self) -> bool {
        false
    }

    fn bytes(&self) -> u64 {
        self.table_bytes()
    }
}

/// What a search says where the table cannot: some nimber is above 31.
fn searched<T>(search: impl FnOnce(&Settings) -> Result<T, Stop>, budget: &Budget) -> Result<T, Exhausted> {
    let settings = Settings { budget: budget.clone(), ..Settings::default() };
    search(&settings).map_err(|stop| match stop {
        Stop::Exhausted(exhausted) => exhausted,
        // Chomp refuses nothing.
        stop => unreachable!("{stop:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::Player;
    use grundy_graph::Graph;
    use grundy_graph::families::named;
    use grundy_graph::generate::connected_graphs;
    use grundy_graph::names::Names;
    use grundy_solve::OutcomeSearch;

    const CHOMP: Chomp = Chomp { start: None, names: Names::From(1) };

    fn small(board: &Board) -> Small {
        match board {
            Board::Small(small) => *small,
            Board::Large(..) => panic!("a small board"),
        }
    }

    /// The table against searches, for everything that two bites leave.
    fn agrees(start: &Board) {
        let budget = Budget::unlimited();
        let mut tables = Subgraphs::new(&CHOMP, small(start));
        let misere = Settings { play: Play::Misere, ..Settings::default() };
        let normal = Settings::default();
        let mut nimbers = NimberSearch::new(&CHOMP, &normal, true);
        let mut outcomes = OutcomeSearch::new(&CHOMP, &misere);
        let after = |board: &Board| {
            let bites = Chomp::all_moves(board);
            let bitten = |bite| {
                let mut left = board.clone();
                grundy_game::Rules::play(&CHOMP, &mut left, &bite);
                left
            };
            bites.into_iter().map(bitten).collect::<Vec<_>>()
        };
        let first = after(start);
        let second = first.iter().step_by(3).flat_map(after).step_by(5);
        for board in std::iter::once(start.clone()).chain(first.clone()).chain(second) {
            assert_eq!(tables.nimber(&board, &budget), Ok(nimbers.nimber(&board).unwrap()), "{board:?}");
            let wins = outcomes.wins(&board, Player::Left).unwrap();
            assert_eq!(tables.wins(&board, Play::Misere, &budget), Ok(wins), "{board:?}");
        }
    }

    #[test]
    fn tables_agree_with_searches() {
        for (name, parameters) in [("wheel", &[6][..]), ("petersen", &[]), ("complete", &[5]), ("prism", &[3])] {
            agrees(&Board::new(&named(name, parameters).unwrap()));
        }
        let mut met = 0;
        let visited = connected_graphs(6, &Budget::unlimited(), |rows| {
            met += 1;
            if met % 9 == 0 && rows.iter().map(|row| row.count_ones()).sum::<u32>() >= 2 * INNER {
                agrees(&Board::new(&Graph::from_rows(rows)));
            }
            Ok(())
        });
        assert!(visited.is_ok() && met == 112);
    }

    #[test]
    fn nothing_left_is_won_under_misere_play() {
        let budget = Budget::unlimited();
        let start = Board::new(&named("wheel", &[5]).unwrap());
        let mut tables = Subgraphs::new(&CHOMP, small(&start));
        for (present, wins) in [(0u16, true), (1, false), (3, true)] {
            let board = Board::Small(Small { present, rows: [0; 16] });
            assert_eq!(tables.wins(&board, Play::Misere, &budget), Ok(wins), "{present}");
        }
    }
}
