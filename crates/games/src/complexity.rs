//! How hard it is to say who wins, game by game: the classes that are known, with their literature.

use grundy_game::TheoremNote;

/// Games and what is known of deciding them, in the size of the written position.
const KNOWN: &[(&[&str], TheoremNote<'static>)] = &[
    (
        &["nim", "coins", "wythoff", "fibonacci", "euclid", "cake", "maundy"],
        TheoremNote {
            statement: "Who wins is decided in polynomial time: a formula says it.",
            literature: "C. L. Bouton (1901), W. A. Wythoff (1907), J. H. Conway (1976) and others; see the theorems",
        },
    ),
    (
        &["digraph"],
        TheoremNote {
            statement: "Who wins is decided in time linear in the number of arcs.",
            literature: "E. Zermelo (1913); backward induction",
        },
    ),
    (
        &["cops"],
        TheoremNote {
            statement: "Who wins is decided in polynomial time for each number of cops; with the number as part of the question it is \
                        EXPTIME-complete.",
            literature: "W. B. Kinnersley, Cops and Robbers is EXPTIME-complete (2015)",
        },
    ),
    (
        &["tictactoe", "wildtictactoe"],
        TheoremNote {
            statement: "Who wins with k in a row on an m×n board is PSPACE-complete to decide.",
            literature: "S. Reisch, Gobang ist PSPACE-vollständig (1980)",
        },
    ),
    (
        &["endgame"],
        TheoremNote {
            statement: "Chess on n×n boards is EXPTIME-complete to decide; with so few pieces the table of all positions has polynomial size.",
            literature: "A. S. Fraenkel and D. Lichtenstein, Computing a perfect strategy for n×n chess (1981)",
        },
    ),
    (
        &["bar", "bar3"],
        TheoremNote {
            statement: "The first player always wins, but no polynomial way to find a winning move is known.",
            literature: "D. Gale, A curious Nim-type game (1974)",
        },
    ),
    (
        &["poset"],
        TheoremNote {
            statement: "Who wins is PSPACE-complete to decide.",
            literature: "D. Grier, Deciding the winner of an arbitrary finite poset game is PSPACE-complete (2013)",
        },
    ),
    (
        &["kayles", "snort"],
        TheoremNote {
            statement: "Who wins is PSPACE-complete to decide.",
            literature: "T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)",
        },
    ),
    (
        &["arckayles"],
        TheoremNote {
            statement: "Whether who wins can be decided in polynomial time is not known.",
            literature: "T. J. Schaefer (1978) left it open",
        },
    ),
    (
        &["chomp", "cram", "domineering"],
        TheoremNote {
            statement: "Who wins can be decided in polynomial space; whether in polynomial time is not known.",
            literature: "E. D. Demaine and R. A. Hearn, Playing games with algorithms (2009)",
        },
    ),
    (
        &["hackenbush"],
        TheoremNote {
            statement: "The value of a picture of red and blue edges is NP-hard to find.",
            literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 7 (1982)",
        },
    ),
    (
        &["amazons", "konane"],
        TheoremNote {
            statement: "Who wins is PSPACE-complete to decide.",
            literature: "R. A. Hearn, Amazons, Konane, and Cross Purposes are PSPACE-complete (2005)",
        },
    ),
    (
        &["clobber"],
        TheoremNote {
            statement: "Who wins on arbitrary graphs is NP-hard to decide.",
            literature: "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber (2005)",
        },
    ),
];

/// What is known of deciding a game of the catalogue; `None` where nothing is recorded.
pub fn complexity(game: &str) -> Option<TheoremNote<'static>> {
    KNOWN.iter().find(|(names, _)| names.contains(&game)).map(|(_, note)| *note)
}

/// The names of the games of which something is known.
pub fn games() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().flat_map(|(names, _)| names.iter().copied())
}
