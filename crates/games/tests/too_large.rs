//! Positions with more moves than can be listed: every game refuses them with a reason or agrees with its theorems, by every
//! method and under both play rules. A list that could not be made is never an empty one.

mod largest;

use grundy_budget::{Budget, Counting, Limits, caught};
use grundy_game::{NoFiles, Outcome, Play, Player};
use grundy_games::{entries, parse};
use grundy_solve::{Method, Position, Settings, answer};
use largest::largest;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const LIMITS: Limits =
    Limits { time: Some(Duration::from_millis(40)), memory: Some(256 << 20), positions: Some(20_000) };

/// Who wins, if the method finds out within the limits; its refusals and stops must say something.
fn decided(position: &Position, method: Method, play: Play) -> Option<Outcome> {
    let settings = Settings { play, method, budget: Budget::new(LIMITS), threads: 1 };
    let _entered = settings.budget.enter();
    match caught(|| answer(position, &settings)) {
        Ok(Ok(found)) => found.outcome,
        Ok(Err(stop)) => {
            assert!(!stop.text().to_string().is_empty(), "{position} by {method}");
            None
        }
        Err(_) => None,
    }
}

/// Asks every method; those that decide must agree. Returns how many did.
fn agree(position: &Position, play: Play) -> usize {
    let methods = Method::ALL.iter().filter_map(|&method| Some((method, decided(position, method, play)?)));
    let answers: Vec<(Method, Outcome)> = methods.collect();
    for pair in answers.windows(2) {
        let text: String = position.to_string().chars().take(200).collect();
        assert_eq!(pair[0].1, pair[1].1, "{text} under {play} play: {} against {}", pair[0].0, pair[1].0);
    }
    answers.len()
}

/// Lists the moves of the parts, where the rules say how many there can be. Returns how many lists were refused.
fn refused_lists(position: &Position) -> usize {
    let mut refused = 0;
    for part in position.parts() {
        let Some(most) = part.move_count().filter(|&count| count > 1 << 24) else { continue };
        for player in Player::BOTH {
            match part.moves(player) {
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty());
                    refused += 1;
                }
                Ok(moves) => panic!("{} moves of {most} were listed", moves.len()),
            }
        }
    }
    refused
}

#[test]
fn positions_too_large_to_list_are_refused_or_agree_with_theorems() {
    let (mut asked, mut answered, mut refused) = (0, 0, 0);
    for entry in entries() {
        let mut texts: Vec<String> = entry.info.examples.iter().map(|example| largest(example)).collect();
        texts.dedup();
        let twice = texts.iter().map(|text| format!("{text} + {text}"));
        let wrapped = texts
            .iter()
            .filter_map(|text| Some(format!("impartial({}):{}", text.split_once(':')?.0, text.split_once(':')?.1)));
        for text in texts.iter().cloned().chain(twice.clone()).chain(wrapped) {
            let budget = Budget::new(LIMITS);
            let _entered = budget.enter();
            let Ok(Ok(position)) = caught(|| parse(&text, &NoFiles)) else { continue };
            refused += refused_lists(&position);
            for play in Play::ALL {
                answered += agree(&position, play);
                asked += 1;
            }
        }
    }
    assert!(asked > 200 && answered > 100 && refused > 40, "{asked} asked, {answered} answered, {refused} refused");
}
