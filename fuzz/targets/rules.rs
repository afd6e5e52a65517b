//! No text panics the reader of rules files or the interpreter, and every run ends within its limits; what is read as a game is
//! played a little.

use grundy_budget::{Budget, caught};
use grundy_game::{Input, NoFiles, Player};
use grundy_games::{Catalogue, Listed};
use grundy_rules::{Limits, RulesFile, Script, forget_functions};
use grundy_solve::Subject;
use std::cell::OnceCell;
use std::time::Duration;

thread_local! {
    static CATALOGUE: OnceCell<Catalogue> = const { OnceCell::new() };
}

/// Positions of many kinds of games.
const POSITIONS: [&str; 8] = ["5", "2,3", "2x3", "path(3)", "0-1L,1-2R,2-3", "(1, 2)", "x.o", "abc@2"];

/// One run of the target.
pub fn run(text: &str) {
    let limits = Limits { steps: 5_000, bytes: 1_000_000, depth: 100 };
    if let Ok(script) = Script::read(text) {
        let _ = script.run(limits);
    }
    // Enough for a game that is written at all.
    if text.len() < 4_000
        && let Ok(file) = RulesFile::read_plain("fuzzed", text, limits)
    {
        let examples: Vec<String> = file.examples().iter().take(2).cloned().collect();
        let examples = examples.iter().filter_map(|example| example.strip_prefix("fuzzed:"));
        let budget = Budget::new(grundy_budget::Limits { time: Some(Duration::from_millis(5)), ..Default::default() });
        let _entered = budget.enter();
        for position in examples.chain(POSITIONS) {
            // Running out of the budget is how a play that is too long ends.
            let _ = caught(|| play(&file, position));
        }
        forget_functions();
    }
}

/// Reads a position and looks at it from all sides.
fn play(file: &RulesFile, position: &str) {
    let source = format!("fuzzed:{position}");
    let input = Input { source: &source, name: "fuzzed", arguments: None, position: (position, 7), files: &NoFiles };
    let read = CATALOGUE.with(|catalogue| Listed::read(file, &input, catalogue.get_or_init(Catalogue::standard)));
    let Ok(subject) = read else { return };
    let subject: &dyn Subject = &*subject;
    for player in Player::BOTH {
        let Ok(moves) = subject.moves(player) else { return };
        for found in moves.iter().take(3) {
            let _ = (found.to.text(), found.to.moves(player.other()));
        }
        let _ = subject.ending(player);
    }
    let _ = (subject.split(), subject.canonical_up_to_sign(), subject.board());
    let _ = subject.picture();
}
