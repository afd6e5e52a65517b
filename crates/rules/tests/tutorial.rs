//! The games of the tutorial are games.

use grundy_games::Listed;
use grundy_rules::RulesFile;
use std::time::Duration;

#[test]
fn every_game_of_the_tutorial_passes_the_check() {
    let text = include_str!("../../../docs/own-game.md");
    let mut checked = 0;
    for block in text.split("```python\n").skip(1) {
        let source = block.split("```").next().unwrap();
        let file = RulesFile::read("tutorial", source).unwrap_or_else(|mistake| panic!("{mistake}\n{source}"));
        let report = file.check(Duration::from_secs(5));
        assert!(report.problems.is_empty(), "{:?}\n{source}", report.problems);
        assert!(report.starts > 0 && !file.small().is_empty(), "{source}");
        checked += 1;
    }
    assert!(checked >= 4, "{checked}");
}

#[test]
fn the_files_to_start_from_pass_the_check() {
    for source in [
        include_str!("../../../rules/start/strip.py"),
        include_str!("../../../rules/start/grid.py"),
        include_str!("../../../rules/start/numbers.py"),
        include_str!("../../../rules/start/graph.py"),
        include_str!("../../../rules/start/functions.py"),
    ] {
        let file = RulesFile::read("start", source).unwrap_or_else(|mistake| panic!("{mistake}\n{source}"));
        let report = file.check(Duration::from_secs(5));
        assert!(report.problems.is_empty(), "{:?}\n{source}", report.problems);
    }
}
