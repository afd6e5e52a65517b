//! Boards beyond a machine word: they are read, written and played, and solved where they fall apart.

use grundy_budget::{Budget, Limits};
use grundy_game::{Game, Input, NoFiles, Outcome, Player};
use grundy_games::{Grown, parse};
use grundy_solve::{Position, Settings, answer, equip, nimber};
use std::time::Duration;

fn settings() -> Settings {
    let limits = Limits { time: Some(Duration::from_secs(100)), ..Limits::default() };
    Settings { budget: Budget::new(limits), threads: 1, ..Settings::default() }
}

fn value(text: &str) -> (Option<Outcome>, Option<String>) {
    let found = answer(&parse(text, &NoFiles).unwrap(), &settings()).unwrap();
    (found.outcome, found.value_text())
}

/// Nimbers of long strips as found by MCGS (T. Folkersen and others, University of Alberta).
#[test]
fn nimbers_of_long_strips() {
    let strip = |unit: &str, count: usize| format!("impartial(clobber):{}", unit.repeat(count));
    let known = [(strip("xo", 61), 12), (strip("xo", 62), 6), (strip("xo", 63), 9)];
    for (text, expected) in known {
        let found = nimber(&parse(&text, &NoFiles).unwrap(), &settings()).unwrap();
        assert_eq!(found.value_text().unwrap(), format!("*{expected}"), "{text}");
    }
    for (length, expected) in [(121, 3), (122, 3), (123, 0), (128, 2)] {
        let text = format!("impartial(domineering):{}", ".".repeat(length));
        let found = nimber(&parse(&text, &NoFiles).unwrap(), &settings()).unwrap();
        assert_eq!(
            found.value_text().unwrap(),
            if expected == 0 { "0".to_owned() } else { format!("*{expected}") },
            "{text}"
        );
    }
}

/// A large board of walls with small regions is worth the sum of the regions.
#[test]
fn large_boards_that_fall_apart() {
    let mut rows = vec!["#".repeat(30); 12];
    for (row, text) in [(1, "#...####..#"), (2, "#...####..#"), (9, "##....#####"), (10, "##....#..##")] {
        rows[row].replace_range(3..3 + text.len(), text);
    }
    let large = format!("domineering:{}", rows.join("|"));
    let small = "domineering:...|... + domineering:..|.. + domineering:....|.... + domineering:..";
    assert_eq!(value(&large), value(small));
    assert_eq!(value("domineering:1x600").1.unwrap(), "-300");
    assert_eq!(value("domineering:600x1").1.unwrap(), "300");
    let strip = format!("clobber:{}xxo{}xo", ".".repeat(300), ".".repeat(290));
    assert_eq!(value(&strip), value("clobber:xxo + clobber:xo"));
    let row = format!("dominoes:{}", "l".repeat(500));
    assert_eq!(value(&row).1.unwrap(), "500");
    let lane = format!("toads:{}", "TTFF".repeat(60));
    assert_eq!(value(&lane).1.unwrap(), "0");
    let lane = format!("toads:T{}", "_".repeat(400));
    assert_eq!(value(&lane).1.unwrap(), "400");
    let konane = format!("konane:xo.{}xo.o.", "#".repeat(200));
    assert_eq!(value(&konane), value("konane:xo. + konane:xo.o."));
    let amazons = format!("amazons:x..{}o.", "#".repeat(200));
    assert_eq!(value(&amazons), value("amazons:x.. + amazons:o."));
}

/// What is written is read again, moves have names, and the picture is made.
#[test]
fn large_boards_are_written_and_played() {
    for text in
        ["clobber:12x30", "amazons:12x30", "konane:12x30", "domineering:12x30", "clobber:1x600", "domineering:250x250"]
    {
        let position = parse(text, &NoFiles).unwrap();
        assert_eq!(parse(&position.to_string(), &NoFiles).unwrap().to_string(), position.to_string());
        let subject = &position.parts()[0];
        let moves = subject.moves(Player::Left).unwrap();
        let first = &moves[moves.len() / 2];
        assert!(*first.to != **subject, "{}", first.label);
    }
    let strip = parse("clobber:1x600", &NoFiles).unwrap();
    assert_eq!(strip.parts()[0].moves(Player::Right).unwrap()[0].label, "b1xa1");
    for text in ["clobber:300x300", "domineering:1x70000", "toads:", "clobber:xo|x"] {
        assert!(parse(text, &NoFiles).is_err(), "{text}");
    }
}

/// What the solvers find of the small positions of a game, by words and by slices.
fn check_rules<Small: Game + PartialEq, Large: Game + PartialEq>() {
    for text in Small::small().iter().step_by(5) {
        let (name, position) = text.split_once(':').unwrap();
        let (name, arguments) = match name.split_once('(') {
            Some((name, rest)) => (name, Some((rest.trim_end_matches(')'), name.len() + 1))),
            None => (name, None),
        };
        let position = (position, text.len() - position.len());
        let input = Input { source: text, name, arguments, position, files: &NoFiles };
        let (small, board) = Small::read(&input).unwrap();
        let (large, wide) = Large::read(&input).unwrap();
        let answers = [equip(small, board), equip(large, wide)].map(|subject| {
            assert_eq!(subject.text(), *text);
            let found = answer(&Position::new(vec![subject]), &Settings { threads: 1, ..Settings::default() }).unwrap();
            let moves: Vec<String> = found.winning_moves.iter().map(|found| found.label.clone()).collect();
            (found.outcome, found.value_text(), moves)
        });
        assert_eq!(answers[0], answers[1], "{text}");
    }
}

#[test]
fn words_and_slices_play_alike() {
    check_rules::<grundy_games::clobber::Clobber, grundy_games::clobber::Clobber<Grown>>();
    check_rules::<grundy_games::domineering::Domineering, grundy_games::domineering::Domineering<Grown>>();
    check_rules::<grundy_games::amazons::Amazons, grundy_games::amazons::Amazons<Grown>>();
    check_rules::<grundy_games::konane::Konane, grundy_games::konane::Konane<Grown>>();
    check_rules::<grundy_games::toads::Toads, grundy_games::toads::Toads<Grown>>();
    check_rules::<grundy_games::dominoes::Dominoes, grundy_games::dominoes::Dominoes<Grown>>();
}
