//! Engine that choose moves: for playing in the terminal and for matches.

use crate::weighted::Weighted;
use clap::ValueEnum;
use grundy_budget::{Budget, Limits, caught};
use grundy_game::{Play, Player, Text};
use grundy_solve::{Method, Position, PositionMove, Settings, Stop, Verdicts, answer, moves};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// How an engine finds its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// Follows arcs of weight 1 of the state graph, those into the kernel; otherwise random.
    Kernel,
    /// Plain recursion without a table at every move; otherwise random.
    Backtrack,
    /// Theorems and search; otherwise random.
    Search,
    /// Any move.
    Random,
}

impl Way {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Backtrack => "backtrack",
            Self::Search => "search",
            Self::Random => "random",
        }
    }
}

/// Random numbers from a seed, the same on every machine (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// An engine with what it has learnt and spent.
#[derive(Debug)]
pub struct Engine {
    /// How it finds its moves.
    pub way: Way,
    play: Play,
    limits: Limits,
    /// What the whole command may spend.
    all: Budget,
    graph: Option<Weighted>,
    /// What is known of a game that may be drawn.
    verdicts: Option<Verdicts>,
    /// Moves made.
    pub moves: u64,
    /// Positions visited while thinking.
    pub positions: u64,
    /// Arcs of the weighted graphs it has made.
    pub arcs: u64,
    /// Time spent thinking.
    pub time: Duration,
    /// How often the limits ended its thinking before it knew.
    pub gave_up: u64,
}

impl Engine {
    /// An engine that has thought of nothing yet; `limits` hold for each move, `all` for everything together.
    pub fn new(way: Way, play: Play, limits: Limits, all: &Budget) -> Self {
        let all = all.clone();
        let (graph, verdicts) = (None, None);
        Self {
            way,
            play,
            limits,
            all,
            graph,
            verdicts,
            moves: 0,
            positions: 0,
            arcs: 0,
            time: Duration::ZERO,
            gave_up: 0,
        }
    }

    /// Forgets the graph of another start.
    pub fn forget(&mut self) {
        (self.graph, self.verdicts) = (None, None);
    }

    /// Chooses one of the legal moves of `player`; `None` when there is none.
    pub fn choose(
        &mut self,
        position: &Position,
        player: Player,
        legal: &[PositionMove],
        random: &mut Random,
    ) -> Result<Option<PositionMove>, Stop> {
        if legal.is_empty() {
            return Ok(None);
        }
        let started = Instant::now();
        let winning = self.winning(position, player, legal)?;
        self.time += started.elapsed();
        self.moves += 1;
        let chosen = if winning.is_empty() { random.below(legal.len()) } else { winning[random.below(winning.len())] };
        Ok(legal.get(chosen).cloned())
    }

    /// The numbers of the moves that are known to win; running out of budget means knowing nothing.
    fn winning(&mut self, position: &Position, player: Player, legal: &[PositionMove]) -> Result<Vec<usize>, Stop> {
        let budget = self.all.within(self.limits);
        let entered = budget.enter();
        let found = caught(|| self.search(position, player, legal, &budget)).unwrap_or_else(|stop| Err(stop.into()));
        drop(entered);
        self.positions += budget.positions();
        self.all.check()?;
        match found {
            Err(stop) if stop.is_undecided() => {
                self.gave_up += 1;
                Ok(Vec::new())
            }
            found => found,
        }
    }

    fn search(
        &mut self,
        position: &Position,
        player: Player,
        legal: &[PositionMove],
        budget: &Budget,
    ) -> Result<Vec<usize>, Stop> {
        let play = self.play;
        let settings = |method| Settings { play, method, budget: budget.clone(), threads: 1, oracles: Vec::new() };
        if position.may_be_drawn() && self.way != Way::Random {
            return self.best(position, player, legal, &settings(Method::Auto));
        }
        let wins: Vec<bool> = match self.way {
            Way::Random => return Ok(Vec::new()),
            Way::Kernel => {
                if self.graph.is_none() {
                    let graph = Weighted::new(position, player, &settings(Method::Auto))?;
                    self.arcs += graph.arcs() as u64;
                    self.graph = Some(graph);
                }
                let graph = self.graph.as_ref();
                let weight = |found: &PositionMove| graph.map_or(0, |graph| graph.weight(&found.to, player.other()));
                legal.iter().map(|found| weight(found) == 1).collect()
            }
            Way::Backtrack => {
                let judged = moves(position, &settings(Method::Recursion))?.moves;
                let own = judged.iter().filter(|one| one.wins && one.player.is_none_or(|own| own == player));
                among(legal, own.map(|one| one.label.as_str()))
            }
            Way::Search => {
                let found = answer(position, &settings(Method::Auto))?;
                if let Some(stop) = found.stopped.filter(|_| found.winning_moves.is_empty()) {
                    return Err(stop);
                }
                let own = found.winning_moves.iter().filter(|one| one.player.is_none_or(|own| own == player));
                among(legal, own.map(|one| one.label.as_str()))
            }
        };
        Ok((0..legal.len()).filter(|&index| wins[index]).collect())
    }
}

/// Whether each of the legal moves is among those with these labels.
fn among<'a>(legal: &[PositionMove], labels: impl Iterator<Item = &'a str>) -> Vec<bool> {
    let labels: HashSet<&str> = labels.collect();
    legal.iter().map(|found| labels.contains(found.label.as_str())).collect()
}

impl Engine {
    /// The numbers of the best moves in a game that may be drawn: the quickest wins, else those that keep the draw, else the
    /// slowest losses.
    fn best(
        &mut self,
        position: &Position,
        player: Player,
        legal: &[PositionMove],
        settings: &Settings,
    ) -> Result<Vec<usize>, Stop> {
        if matches!(self.way, Way::Kernel | Way::Backtrack) {
            return Err(Stop::Unsuitable(Text::new(
                "this game may be drawn, and only the engine `search` knows draws",
            )));
        }
        let known = self.verdicts.take().filter(|verdicts| verdicts.verdict(position, player).is_ok());
        let verdicts = known.map_or_else(|| Verdicts::new(position, settings), Ok)?;
        let judged: Result<Vec<(u8, u32)>, Stop> =
            legal.iter().map(|found| Ok(verdicts.verdict(&found.to, player.other())?.preference())).collect();
        self.verdicts = Some(verdicts);
        let judged = judged?;
        let best = judged.iter().min();
        Ok((0..legal.len()).filter(|&index| best == Some(&judged[index])).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::NoFiles;

    #[test]
    fn every_perfect_engine_finds_the_only_winning_move() {
        let position = grundy_games::parse("nim:1,3,5", &NoFiles).unwrap();
        for way in [Way::Kernel, Way::Backtrack, Way::Search] {
            let mut engine = Engine::new(way, Play::Normal, Limits::default(), &Budget::unlimited());
            let legal = position.moves(Player::Left).unwrap();
            let chosen = engine.choose(&position, Player::Left, &legal, &mut Random::new(1)).unwrap().unwrap();
            assert_eq!(chosen.label, "take 3 from heap 3", "{way:?}");
        }
    }

    #[test]
    fn random_numbers_stay_below_their_bound_and_reach_it() {
        let mut random = Random::new(7);
        let drawn: Vec<usize> = (0..200).map(|_| random.below(5)).collect();
        assert!((0..5).all(|number| drawn.contains(&number)) && drawn.iter().all(|&number| number < 5));
    }
}
