//! The weighted state graph: arcs into the kernel have weight 1, all others 0.
//!
//! Whoever follows arcs of weight 1 plays perfectly, and finding one is a look at the arcs of a single node. The graph is
//! made once; plain backtracking solves the same subgames over and over.

use grundy_game::{Kind, Play, Player};
use grundy_solve::{Position, Settings, Stop};
use rustc_hash::FxHashMap;

/// The state graph of a position with the weight of every arc.
#[derive(Debug, Default)]
pub struct Weighted {
    numbers: FxHashMap<(String, Player), u32>,
    /// Whether each node lies in the kernel: the player about to move loses there.
    kernel: Vec<bool>,
    arcs: usize,
}

impl Weighted {
    /// Explores everything that can be reached when `player` starts, and labels it from the bottom up.
    pub fn new(start: &Position, player: Player, settings: &Settings) -> Result<Self, Stop> {
        let mut graph = Self::default();
        let mut places = vec![(start.clone(), player)];
        graph.numbers.insert(key(start, player), 0);
        let mut options: Vec<Vec<u32>> = Vec::new();
        while options.len() < places.len() {
            let (position, player) = places[options.len()].clone();
            let mut below = Vec::new();
            for found in position.moves(player)? {
                let fresh = places.len() as u32;
                let number = *graph.numbers.entry(key(&found.to, player.other())).or_insert(fresh);
                if number == fresh {
                    settings.budget.spend(1)?;
                    settings.budget.reserve(200)?;
                    places.push((found.to, player.other()));
                }
                below.push(number);
            }
            graph.arcs += below.len();
            options.push(below);
        }
        graph.label(&options, settings.play);
        Ok(graph)
    }

    /// Labels every node after its options: in the kernel when no option is.
    fn label(&mut self, options: &[Vec<u32>], play: Play) {
        self.kernel = vec![false; options.len()];
        let mut waiting: Vec<usize> = options.iter().map(Vec::len).collect();
        let mut sources = vec![Vec::new(); options.len()];
        for (from, below) in options.iter().enumerate() {
            for &to in below {
                sources[to as usize].push(from);
            }
        }
        let mut ready: Vec<usize> = (0..options.len()).filter(|&node| waiting[node] == 0).collect();
        while let Some(node) = ready.pop() {
            let below = &options[node];
            self.kernel[node] =
                if below.is_empty() { play == Play::Normal } else { below.iter().all(|&to| !self.kernel[to as usize]) };
            for &from in &sources[node] {
                waiting[from] -= 1;
                if waiting[from] == 0 {
                    ready.push(from);
                }
            }
        }
    }

    /// The weight of the arc that leads to `position` with `player` about to move there.
    pub fn weight(&self, position: &Position, player: Player) -> u8 {
        let number = self.numbers.get(&key(position, player));
        u8::from(number.is_some_and(|&number| self.kernel[number as usize]))
    }

    /// Arcs of the graph.
    pub fn arcs(&self) -> usize {
        self.arcs
    }
}

/// Impartial positions are one node whoever moves.
fn key(position: &Position, player: Player) -> (String, Player) {
    let player = if position.kind() == Kind::Impartial { Player::Left } else { player };
    (position.to_string(), player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::NoFiles;

    #[test]
    fn weight_one_leads_to_multiples_of_three() {
        let start = grundy_games::parse("subtract(1,2):10", &NoFiles).unwrap();
        let graph = Weighted::new(&start, Player::Left, &Settings::default()).unwrap();
        assert_eq!((graph.kernel.len(), graph.arcs()), (11, 19));
        let one = |heap: u64| {
            let position = grundy_games::parse(&format!("subtract(1,2):{heap}"), &NoFiles).unwrap();
            graph.weight(&position, Player::Right) == 1
        };
        assert_eq!((0..10).filter(|&heap| one(heap)).collect::<Vec<_>>(), [0, 3, 6, 9]);
    }
}
