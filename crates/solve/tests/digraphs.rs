//! Every method against brute force on random games given as explicit digraphs, alone and in sums, under both play rules.
//!
//! The brute force works on tuples of vertices and shares nothing with the solvers: no nim-sums, no components.

#[path = "../benches/pruning/mod.rs"]
mod pruning;

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Outcome, Play};
use grundy_solve::{Method, Settings, Stop, Sum, Worth, answer};
use pruning::PruningSearch;
use std::collections::{BTreeSet, HashMap};

const CASES: u64 = 10_000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }
}

/// A digraph whose arcs lead to smaller numbers, as lists of successors.
type Arcs = Vec<Vec<usize>>;

fn random_arcs(random: &mut Random, most: u64) -> Arcs {
    let order = 2 + random.below(most - 1) as usize;
    let density = 2 + random.below(5);
    let mut arcs: Arcs = (0..order).map(|from| (0..from).filter(|_| random.below(8) < density).collect()).collect();
    if arcs.iter().all(Vec::is_empty) {
        arcs[1].push(0);
    }
    arcs
}

fn text(arcs: &Arcs, at: usize) -> String {
    let list = arcs.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| format!("{from}>{to}")));
    format!("digraph:{}@{at}", list.collect::<Vec<_>>().join(","))
}

struct BruteForce<'a> {
    games: &'a [Arcs],
    nimbers: HashMap<Vec<usize>, u64>,
    wins: HashMap<(Vec<usize>, Play), bool>,
}

impl BruteForce<'_> {
    fn options(&self, state: &[usize]) -> Vec<Vec<usize>> {
        let mut options = Vec::new();
        for (part, arcs) in self.games.iter().enumerate() {
            for &to in &arcs[state[part]] {
                let mut option = state.to_vec();
                option[part] = to;
                options.push(option);
            }
        }
        options
    }

    fn nimber(&mut self, state: &[usize]) -> u64 {
        if let Some(&known) = self.nimbers.get(state) {
            return known;
        }
        let options: BTreeSet<u64> = self.options(state).iter().map(|option| self.nimber(option)).collect();
        let mex = (0..).find(|candidate| !options.contains(candidate)).unwrap();
        self.nimbers.insert(state.to_vec(), mex);
        mex
    }

    fn wins(&mut self, state: &[usize], play: Play) -> bool {
        let key = (state.to_vec(), play);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let options = self.options(state);
        let wins = if options.is_empty() {
            play == Play::Misere
        } else {
            options.iter().any(|option| !self.wins(option, play))
        };
        self.wins.insert(key, wins);
        wins
    }
}

#[test]
fn every_method_is_brute_force() {
    let mut random = Random(2024);
    let mut compared = [0u64; 4];
    for case in 0..CASES {
        let parts = 1 + case % 3;
        let games: Vec<Arcs> = (0..parts).map(|_| random_arcs(&mut random, [9, 5, 4][parts as usize - 1])).collect();
        let start: Vec<usize> = games.iter().map(|arcs| arcs.len() - 1).collect();
        let written =
            |state: &[usize]| games.iter().zip(state).map(|(arcs, &at)| text(arcs, at)).collect::<Vec<_>>().join(" + ");
        let position = grundy_games::parse(&written(&start), &NoFiles).unwrap();
        let mut brute = BruteForce { games: &games, nimbers: HashMap::new(), wins: HashMap::new() };
        for play in [Play::Normal, Play::Misere] {
            let methods = [Method::Auto, Method::Kernel, Method::Search, Method::Recursion];
            for (index, method) in methods.into_iter().enumerate() {
                if method == Method::Recursion && parts == 3 && case % 20 != 0 {
                    continue;
                }
                let budget = Budget::new(Limits { positions: Some(20_000), ..Limits::default() });
                let settings = Settings { play, method, budget, threads: 1 };
                let found = answer(&position, &settings).unwrap();
                let context = format!("{position} {play} by {method}");
                if method == Method::Recursion && found.stopped.is_some() {
                    continue;
                }
                compared[index] += 1;
                let expected = if brute.wins(&start, play) { Outcome::First } else { Outcome::Second };
                assert_eq!(found.outcome, Some(expected), "{context}");
                assert!(found.complete, "{context}");
                if play == Play::Normal && method != Method::Recursion {
                    let nimber = brute.nimber(&start);
                    assert_eq!(found.value, Some(Worth::Nimber(nimber)), "{context}");
                }
                // The arcs never change: where the tokens stand tells positions apart.
                let tokens = |text: String| {
                    let stands: Vec<&str> = text.split(" + ").filter_map(|part| part.rsplit('@').next()).collect();
                    stands.join(" ")
                };
                let listed: BTreeSet<String> =
                    found.winning_moves.iter().map(|winning| tokens(winning.to.to_string())).collect();
                let winning: BTreeSet<String> = (brute.options(&start).into_iter())
                    .filter(|option| !brute.wins(option, play))
                    .map(|option| tokens(written(&option)))
                    .collect();
                assert_eq!(listed, winning, "{context}");
            }
        }
        let (rules, parts) = (Sum::of(position.parts()), position.parts().to_vec());
        let mut search = PruningSearch::new(&rules);
        assert_eq!(search.nimber(&parts), brute.nimber(&start), "{position} by pruning");
        assert!(search.visited > 0, "{position}");
        assert_eq!(PruningSearch::new(&rules).aspire(&parts), brute.nimber(&start), "{position} by aspiration");
        let settings = Settings { method: Method::Theorem, ..Settings::default() };
        assert!(matches!(answer(&position, &settings), Err(Stop::NoTheorem(_))), "{position}");
    }
    assert!(compared.iter().all(|&count| count > CASES), "{compared:?}");
}
