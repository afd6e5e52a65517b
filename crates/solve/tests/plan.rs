//! Every method runs as asked or is refused, and no failure is taken for an answer.

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Outcome, Play, Player};
use grundy_solve::{Answer, Method, Position, Settings, Stop, Worth, answer, explain, moves, nimber};
use std::time::Duration;

fn read(text: &str) -> Position {
    grundy_games::parse(text, &NoFiles).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn settings(play: Play, method: Method) -> Settings {
    // Time is no part of what is asserted: whatever runs out of it is undecided.
    let time = Some(Duration::from_secs(3));
    let budget = Budget::new(Limits { positions: Some(300_000), memory: Some(256 << 20), time });
    Settings { play, method, budget, threads: 1, oracles: Vec::new() }
}

fn solve(text: &str, play: Play, method: Method) -> Result<Answer, Stop> {
    answer(&read(text), &settings(play, method))
}

/// Lists of moves that cannot be made are never lists without moves.
#[test]
fn what_cannot_be_listed_is_not_lost() {
    for (text, nimber) in [("impartial(nim):2000000", 2_000_000), ("*70000", 70_000)] {
        let found = solve(text, Play::Normal, Method::Auto).unwrap();
        assert_eq!((found.outcome, found.value), (Some(Outcome::First), Some(Worth::Nimber(nimber))), "{text}");
    }
    // Neither winner is known to search within the budget; an answer must be the right one all the same.
    for (text, play, method, right) in [
        ("*70000 + *70000", Play::Misere, Method::Auto, Outcome::Second),
        ("nim:70000,70000", Play::Misere, Method::Auto, Outcome::Second),
        ("*70000", Play::Normal, Method::Recursion, Outcome::First),
        ("impartial(nim):2000000", Play::Normal, Method::Search, Outcome::First),
        ("impartial(nim):2000000", Play::Misere, Method::Recursion, Outcome::First),
        ("impartial(octal(0.77)):5000000", Play::Normal, Method::Kernel, Outcome::First),
        ("impartial(euclid):99999999,1", Play::Normal, Method::Search, Outcome::First),
    ] {
        match solve(text, play, method) {
            Ok(found) => match found.outcome {
                Some(outcome) => assert_eq!(outcome, right, "{text} {play} {method}"),
                None => assert!(found.stopped.is_some() && !found.complete, "{text} {play} {method}"),
            },
            Err(stop) => assert!(!stop.to_string().is_empty()),
        }
    }
    let listed = moves(&read("*70000"), &settings(Play::Normal, Method::Auto));
    assert!(listed.is_err() || listed.unwrap().moves.len() >= 70_000);
    let refused = read("impartial(nim):2000000").moves(Player::Left).unwrap_err();
    assert_eq!(refused.count(), Some(2_000_000));
}

/// Equal components cancel before anything is searched, and the reason says so.
#[test]
fn copies_cancel() {
    for text in [
        "chomp:dodecahedron + chomp:dodecahedron",
        "grundy:100000000000,100000000000",
        "cram:9x9 + cram:9x9",
        "nim:5 + chomp:dodecahedron + nim:4,1 + chomp:dodecahedron",
    ] {
        let found = solve(text, Play::Normal, Method::Auto).unwrap();
        assert_eq!((found.outcome, found.complete), (Some(Outcome::Second), true), "{text}");
        assert!(found.reason.to_string().contains("copied in the other"), "{text}: {}", found.reason);
        assert!(found.positions < 1000, "{text}: {}", found.positions);
    }
    let found = solve("domineering:8x9 + domineering:9x8", Play::Normal, Method::Auto).unwrap();
    assert_eq!(found.outcome, Some(Outcome::Second), "{}", found.reason);
    let left = solve("chomp:dodecahedron + nim:3 + chomp:dodecahedron", Play::Normal, Method::Auto).unwrap();
    assert_eq!((left.outcome, left.value), (Some(Outcome::First), Some(Worth::Nimber(3))));
    // Under misère play nothing cancels.
    let misere = solve("nim:1 + nim:1 + *", Play::Misere, Method::Auto).unwrap();
    assert_eq!(misere.outcome, Some(Outcome::Second));
}

/// Methods that cannot do what is asked say so instead of doing something else.
#[test]
fn methods_run_as_asked_or_are_refused() {
    for (text, play, method) in [
        ("domineering:3x3", Play::Normal, Method::Kernel),
        ("domineering:3x3", Play::Misere, Method::Kernel),
        ("domineering:3x3", Play::Misere, Method::Value),
        ("nim:3,4", Play::Misere, Method::Value),
        ("nim:3 + domineering:2x2", Play::Normal, Method::Kernel),
    ] {
        let stop = solve(text, play, method).unwrap_err();
        assert!(!stop.is_undecided(), "{text} {play} {method}: {stop}");
        assert!(stop.to_string().contains("does not suit the question"), "{stop}");
        assert!(moves(&read(text), &settings(play, method)).is_err(), "{text} {play} {method}");
        assert!(
            explain(&read(text), &settings(play, method)).is_err() || play == Play::Misere,
            "{text} {play} {method}"
        );
    }
    assert!(!nimber(&read("nim:3,4"), &settings(Play::Normal, Method::Recursion)).unwrap_err().is_undecided());
    // `search` uses no theorem, on sums neither.
    for text in ["nim:3,4", "nim:3 + nim:4,5", "toads:T_F + hackenbush:lr", "domineering:2x3 + 1/2"] {
        for method in [Method::Search, Method::Recursion] {
            let found = solve(text, Play::Normal, method).unwrap();
            assert_eq!(found.method, method, "{text}");
            assert_eq!(found.outcome, solve(text, Play::Normal, Method::Auto).unwrap().outcome, "{text} by {method}");
        }
    }
}

/// The figures of the reason are those of the statistics.
#[test]
fn reasons_tell_the_real_figures() {
    for (text, play) in [
        ("chomp:petersen", Play::Normal),
        ("cram:3x3", Play::Misere),
        ("domineering:3x3", Play::Misere),
        ("kayles:cycle(7)", Play::Misere),
    ] {
        let found = solve(text, play, Method::Search).unwrap();
        let reason = found.reason.to_string();
        let told: u64 =
            reason.split(' ').find_map(|word| word.parse().ok()).unwrap_or_else(|| panic!("{text}: {reason}"));
        assert!(told > 0 && told <= found.positions, "{text}: {reason}, {} positions", found.positions);
    }
}

/// Heap games use their sequence where search would need it heap by heap.
#[test]
fn heaps_are_answered_by_their_sequence() {
    let found = answer(&read("grundy:70000"), &Settings::default()).unwrap();
    assert_eq!(
        found.outcome.map(|outcome| outcome == Outcome::First),
        found.value.map(|value| value.nimber() != Some(0))
    );
    assert!(found.complete);
    let found = solve("lasker:32769", Play::Normal, Method::Auto).unwrap();
    assert_eq!((found.value, found.complete), (Some(Worth::Nimber(32769)), true));
    let found = solve("lasker:1000000000003", Play::Normal, Method::Auto).unwrap();
    assert_eq!(found.value, Some(Worth::Nimber(1_000_000_000_004)));
    assert_eq!(solve("cram:12x12", Play::Normal, Method::Auto).unwrap().outcome, Some(Outcome::Second));
}

/// Sums of games whose positions are alike are told apart by their hashes: a table has room for few positions of one hash.
#[test]
fn similar_games_have_hashes_of_their_own() {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let hash = |text: &str| {
        let position = grundy_games::parse(text, &NoFiles).unwrap();
        let mut hasher = DefaultHasher::new();
        position.parts()[0].hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash("nim:2"), hash("nim:2"));
    assert_ne!(hash("nim:2"), hash("octal(0.77):2"));
    assert_ne!(hash("kayles:path(3)"), hash("arckayles:path(3)"));
}

#[test]
fn misere_sums_of_similar_games_are_decided_in_little_memory() {
    let position = grundy_games::parse("octal(0.77):8 + nim:2 + nim:2 + nim:2", &NoFiles).unwrap();
    let budget = Budget::new(Limits { memory: Some(32 << 20), ..Limits::default() });
    let settings = Settings { play: Play::Misere, budget, threads: 1, ..Settings::default() };
    assert!(answer(&position, &settings).unwrap().outcome.is_some());
}
