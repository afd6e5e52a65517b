//! Explanations name exactly the winning moves, and every answer of a strategy wins.

use grundy_budget::{Budget, Limits};
use grundy_game::{Kind, NoFiles, Outcome, Play, Player};
use grundy_games::{entries, parse};
use grundy_solve::{
    Extent, Method, Position, Settings, Stop, answer, explain, explain_to, moves, strategy, whole_strategy,
};
use std::collections::BTreeSet;

/// Settings with a budget of positions.
fn settings(play: Play, method: Method, positions: u64) -> Settings {
    let limits = Limits { positions: Some(positions), ..Limits::default() };
    Settings { play, method, budget: Budget::new(limits), threads: 1, ..Settings::default() }
}

/// The examples of the catalogue that need no file, with the play rules.
fn examples() -> Vec<(String, Position, Play)> {
    let mut all = Vec::new();
    let examples = entries().iter().flat_map(|entry| entry.info.examples);
    for example in examples.filter(|example| !example.contains(":@")) {
        let position = parse(example, &NoFiles).unwrap_or_else(|error| panic!("{example}: {error}"));
        all.extend(Play::ALL.map(|play| ((*example).to_owned(), position.clone(), play)));
    }
    all
}

/// The moves that win, each with who makes it, by asking about every move.
fn winning(position: &Position, settings: &Settings) -> Result<BTreeSet<(Option<Player>, String)>, Stop> {
    let all = moves(position, settings)?.moves;
    Ok(all.into_iter().filter(|report| report.wins).map(|report| (report.player, report.label)).collect())
}

/// The moves that an explanation names.
fn named(found: &grundy_solve::Explanation) -> BTreeSet<(Option<Player>, String)> {
    let kinds = found.winning.iter().flat_map(|(player, kinds)| kinds.iter().map(move |kind| (*player, kind)));
    kinds.flat_map(|(player, kind)| kind.labels.iter().map(move |label| (player, label.clone()))).collect()
}

#[test]
fn examples_name_exactly_the_winning_moves() {
    let mut compared = 0;
    for (text, position, play) in examples() {
        // Counting what every move does takes long where there are many.
        if position.parts().iter().any(|part| part.move_count().is_some_and(|count| count > 60)) {
            continue;
        }
        let Ok(found) = explain(&position, &settings(play, Method::Auto, 100_000)) else { continue };
        if !found.decided || !found.complete {
            continue;
        }
        match winning(&position, &settings(play, Method::Auto, 200_000)) {
            Ok(expected) => assert_eq!(named(&found), expected, "{text} {play}"),
            Err(stop) if stop.is_undecided() => continue,
            Err(stop) => panic!("{text} {play}: {stop}"),
        }
        let last = found.lines.last().map(ToString::to_string).unwrap_or_default();
        assert!(last.contains("wins"), "{text} {play} ends in {last:?}");
        assert!(!found.lines.iter().any(|line| line.to_string().contains("take 0 ")), "{text} {play}");
        compared += 1;
    }
    assert!(compared >= 120, "{compared}");
}

/// Random numbers that are the same on every machine (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or(0)
    }
}

#[test]
fn random_sums_name_exactly_the_winning_moves() {
    let small: Vec<Vec<String>> = entries().iter().map(|entry| (entry.small)()).collect();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut compared = 0;
    let mut tried = 0;
    while compared < 200 {
        tried += 1;
        assert!(tried < 2000, "{compared}");
        let parts = 2 + dice.below(2);
        let texts: Vec<&str> = (0..parts)
            .map(|_| {
                let game = &small[dice.below(small.len())];
                game[dice.below(game.len())].as_str()
            })
            .collect();
        let text = texts.join(" + ");
        let position = parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{text}: {error}"));
        let play = if dice.below(2) == 0 { Play::Normal } else { Play::Misere };
        // Plain recursion knows no draws; `draws.rs` looks at games that may be drawn.
        if position.may_be_drawn() {
            continue;
        }
        // Plain recursion knows no theorem and no component.
        let expected = match winning(&position, &settings(play, Method::Recursion, 20_000)) {
            Ok(expected) => expected,
            Err(stop) if stop.is_undecided() => continue,
            Err(stop) => panic!("{text} {play}: {stop}"),
        };
        let found = explain(&position, &settings(play, Method::Auto, 1_000_000)).unwrap();
        assert!(found.decided && found.complete, "{text} {play}");
        assert_eq!(named(&found), expected, "{text} {play}");
        compared += 1;
    }
}

/// Whether `player`, about to move, wins.
fn wins(position: &Position, player: Player, play: Play) -> Option<bool> {
    let found = answer(position, &settings(play, Method::Auto, 500_000)).ok()?;
    found.outcome.map(|outcome: Outcome| outcome.wins_first(player))
}

#[test]
fn answers_of_strategies_win() {
    let mut checked = 0;
    for (text, position, play) in examples() {
        let many = position.parts().iter().any(|part| part.move_count().is_some_and(|count| count > 60));
        // `draws.rs` looks at games that may be drawn.
        if many || position.may_be_drawn() {
            continue;
        }
        let players: &[Player] = if position.kind() == Kind::Partisan { &Player::BOTH } else { &[Player::Left] };
        for &player in players {
            let extent = Extent { depth: 1, lines: 6 };
            let Ok(found) = strategy(&position, player, extent, &settings(play, Method::Auto, 100_000)) else {
                continue;
            };
            let Some(book) = found.book else { continue };
            assert!(book.replies.len() <= 6, "{text}");
            for reply in &book.replies {
                let Some(answer) = &reply.answer else {
                    assert_eq!(play, Play::Misere, "{text}: nobody loses by ending the game in normal play");
                    continue;
                };
                if let Some(lost) = wins(&answer.to, book.loser, play) {
                    assert!(!lost, "{text} {play}: {} is answered by {}", reply.tried.name(), answer.name());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked >= 150, "{checked}");
}

/// A whole strategy answers every move of the loser, whatever is played, down to the end.
#[test]
fn whole_strategies_leave_no_move_without_answer() {
    for (text, play) in [
        ("chomp:cycle(5)", Play::Normal),
        ("bar:3x4", Play::Normal),
        ("nim:2,3", Play::Misere),
        ("cram:3x3", Play::Normal),
        ("domineering:2x3", Play::Normal),
    ] {
        let position = parse(text, &NoFiles).unwrap();
        let settings = settings(play, Method::Auto, 5_000_000);
        let whole = whole_strategy(&position, Player::Left, 1000, &settings).unwrap();
        assert!(whole.complete, "{text}");
        for page in &whole.pages {
            let tried: usize = page.replies.iter().map(|(tried, ..)| tried.labels.len()).sum();
            let own = moves(&page.position, &settings).unwrap().moves;
            let own = own.iter().filter(|report| report.player.is_none_or(|player| player == page.loser)).count();
            assert_eq!(tried, own, "{text}: {}", page.position);
            for (tried, answer, next) in &page.replies {
                let Some(answer) = answer else {
                    // Whoever cannot move wins in misère play, and needs no answer.
                    let left = moves(&tried.to, &settings).unwrap().moves;
                    assert!(play == Play::Misere && left.is_empty(), "{text}: no answer to {}", tried.name());
                    continue;
                };
                assert!(answer.wins, "{text}: {}", answer.name());
                if let Some(next) = next {
                    assert!(whole.pages[*next].position.canonical().same(&answer.to.canonical()), "{text}");
                }
            }
        }
        let few = whole_strategy(&position, Player::Left, 1, &settings).unwrap();
        assert_eq!(few.pages.len(), 1, "{text}");
    }
}

/// The depth asked for is kept, and so is the number of lines.
#[test]
fn extents_are_kept() {
    let position = parse("chomp:petersen", &NoFiles).unwrap();
    let settings = settings(Play::Normal, Method::Auto, 10_000_000);
    let lines = |depth, lines| explain_to(&position, Some(Extent { depth, lines }), &settings).unwrap().lines.len();
    let (none, one, two) = (lines(0, 400), lines(1, 400), lines(2, 400));
    assert!(none < one && one < two, "{none} {one} {two}");
    assert!(lines(2, 10) < two);
}
