//! Misère play of heap games by their quotients.

use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::parse;
use grundy_solve::{Answer, Method, Settings, answer};

fn solve(text: &str, method: Method) -> Answer {
    let position = parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    answer(&position, &Settings { play: Play::Misere, method, ..Settings::default() }).unwrap()
}

fn winning(answer: &Answer) -> Vec<&str> {
    let mut labels: Vec<&str> = answer.winning_moves.iter().map(|found| found.label.as_str()).collect();
    labels.sort_unstable();
    labels
}

/// The quotient tells the same winner and the same winning moves as a search.
#[test]
fn quotient_and_search_agree() {
    for text in [
        "octal(0.123):41",
        "octal(0.123):30,17,9",
        "octal(0.75):40",
        "octal(0.75):21,20",
        "octal(0.53):40",
        "octal(0.71):44",
    ] {
        let (by_quotient, by_search) = (solve(text, Method::Auto), solve(text, Method::Search));
        assert!(by_quotient.reason.to_string().contains("misère quotient"), "{text}: {}", by_quotient.reason);
        assert_eq!(by_quotient.outcome, by_search.outcome, "{text}");
        assert_eq!(winning(&by_quotient), winning(&by_search), "{text}");
    }
}

/// Heaps beyond any table: the winner is that of a small heap with the same image, and a winning move is shown.
#[test]
fn heaps_of_any_size() {
    for (large, small) in [
        ("octal(0.75):1000000000000", "octal(0.75):40"),
        ("octal(0.53):1000000000006", "octal(0.53):43"),
        ("octal(0.123):1000000000000", "octal(0.123):45"),
    ] {
        let (large, small) = (solve(large, Method::Auto), solve(small, Method::Search));
        assert_eq!(large.outcome, small.outcome);
        assert_eq!(large.winning_moves.is_empty(), large.outcome == Some(Outcome::Second));
    }
}
