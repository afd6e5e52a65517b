//! Lists of moves respect the budget: a position with half a million moves stops a search that has no room or no time for
//! them.

use grundy_budget::{Budget, Exhausted, Limits};
use grundy_game::{NoFiles, Play};
use grundy_solve::{Method, Settings, Stop, answer, moves, prove};
use std::time::Duration;

fn settings(method: Method, memory: u64) -> Settings {
    let budget = Budget::new(Limits { memory: Some(memory), ..Limits::default() });
    Settings { play: Play::Misere, method, budget, threads: 1 }
}

#[test]
fn moves_that_do_not_fit_are_not_listed() {
    for text in ["dawson:1000000", "dawson:1000000 + nim:2"] {
        let position = grundy_games::parse(text, &NoFiles).unwrap();
        for method in [Method::Auto, Method::Search, Method::Recursion] {
            let settings = settings(method, 16 << 20);
            let stopped = answer(&position, &settings).unwrap().stopped;
            assert_eq!(stopped, Some(Stop::Exhausted(Exhausted::Memory)), "{text} by {method}");
            // Before it searches, `auto` looks for the misère quotient.
            assert!(settings.budget.positions() < 10 || method == Method::Auto, "{text} by {method}");
            assert_eq!(
                moves(&position, &settings).err(),
                Some(Stop::Exhausted(Exhausted::Memory)),
                "{text} by {method}"
            );
        }
    }
}

#[test]
fn lists_along_a_line_of_play_add_up() {
    let position = grundy_games::parse("dawson:4000", &NoFiles).unwrap();
    for method in [Method::Search, Method::Recursion] {
        let settings = settings(method, 1 << 20);
        let stopped = answer(&position, &settings).unwrap().stopped;
        assert_eq!(stopped, Some(Stop::Exhausted(Exhausted::Memory)), "by {method}");
        assert!(settings.budget.positions() < 1000, "{}", settings.budget.positions());
        assert_eq!(settings.budget.memory(), 0, "by {method}");
    }
}

/// Every method gives up on positions with very many moves: none asks for a list that no machine holds, and the clock is
/// looked at while a long list is made.
#[test]
fn every_method_ends_on_very_many_moves() {
    for text in
        ["fibonacci:1000000000000", "kayles-row:1000000000000", "cram:4x5 + dawson:100000000000", "dawson:300000"]
    {
        let position = grundy_games::parse(text, &NoFiles).unwrap();
        for play in [Play::Normal, Play::Misere] {
            for method in [Method::Search, Method::Kernel, Method::Value, Method::Recursion] {
                let limits =
                    Limits { time: Some(Duration::from_millis(50)), memory: Some(128 << 20), ..Limits::default() };
                let settings = Settings { play, method, budget: Budget::new(limits), threads: 1 };
                let stopped = answer(&position, &settings).map(|answer| answer.stopped);
                assert!(!matches!(stopped, Ok(None)), "{text} by {method}, {play} play");
            }
        }
    }
}

#[test]
fn proofs_count_the_options_they_list() {
    let position = grundy_games::parse("nim:1000000", &NoFiles).unwrap();
    let settings = Settings { play: Play::Normal, ..settings(Method::Auto, 20 << 20) };
    assert_eq!(prove(&position, &settings), Err(Stop::Exhausted(Exhausted::Memory)));
    assert_eq!(settings.budget.memory(), 0);
}
