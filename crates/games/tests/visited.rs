//! How many positions searches visit: a table with room to grow forgets nothing, so none is searched again and again.

use grundy_budget::Budget;
use grundy_game::{NoFiles, Play};
use grundy_games::parse;
use grundy_solve::{Method, Settings, Worth, answer, nimber};

fn settings(play: Play, method: Method) -> Settings {
    Settings { play, method, budget: Budget::unlimited(), threads: 1, ..Settings::default() }
}

/// The nimber of two heaps of Wythoff's game, by brute force.
fn wythoff(size: usize) -> u64 {
    let mut found = vec![vec![0u64; size + 1]; size + 1];
    for a in 0..=size {
        for b in 0..=size {
            let mut options: Vec<u64> = (0..a).map(|left| found[left][b]).collect();
            options.extend((0..b).map(|left| found[a][left]));
            options.extend((1..=a.min(b)).map(|taken| found[a - taken][b - taken]));
            found[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
        }
    }
    found[size][size]
}

#[test]
fn wythoffs_positions_are_visited_a_few_times_each() {
    for size in [20, 40, 60] {
        let position = parse(&format!("wythoff:{size},{size}"), &NoFiles).unwrap();
        let settings = settings(Play::Normal, Method::Auto);
        let found = nimber(&position, &settings).unwrap();
        assert_eq!(found.value, Some(Worth::Nimber(wythoff(size))));
        let exist = (size as u64 + 1) * (size as u64 + 2) / 2;
        let visited = settings.budget.positions();
        assert!(visited <= MOST_VISITS * exist, "{visited} visits of {exist} positions");
    }
}

/// A position may be asked whether its nimber is 0, 1, … up to 14, and at last which it is.
const MOST_VISITS: u64 = 16;

#[test]
fn misere_sums_do_not_run_out_of_memory() {
    for (text, most) in [("octal(0.77):9 + nim:2 + nim:6", 20_000), ("dawson:9 + nim:4,5,6", 60_000)] {
        let position = parse(text, &NoFiles).unwrap();
        let by_search = settings(Play::Misere, Method::Search);
        let searched = answer(&position, &by_search).unwrap();
        assert!(by_search.budget.positions() <= most, "{text}: {} visits", by_search.budget.positions());
        let by_kernel = settings(Play::Misere, Method::Kernel);
        assert_eq!(searched.outcome, answer(&position, &by_kernel).unwrap().outcome, "{text}");
        assert!(searched.outcome.is_some() && searched.stopped.is_none(), "{text}: {:?}", searched.stopped);
    }
}
