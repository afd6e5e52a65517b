//! Famous rules on heaps under their own names.

use crate::octal::{Family, read_rule};
use grundy_game::{Info, Input, ParseError, TheoremNote};
use grundy_heap::Rule;

/// Declares a family with a name and a page.
macro_rules! named {
    ($type:ident, $name:literal, $arguments:expr, $summary:literal, $rules:literal, $notation:literal, $statement:literal, $literature:literal, $examples:expr, $small:expr $(, $formula:expr)?) => {
        #[doc = $summary]
        pub struct $type;

        impl Family for $type {
            const INFO: Info = Info {
                name: $name,
                summary: $summary,
                rules: $rules,
                notation: $notation,
                theorems: &[TheoremNote { statement: $statement, literature: $literature }],
                examples: $examples,
            };

            fn rule(input: &Input<'_>) -> Result<Rule, ParseError> {
                match $arguments {
                    Arguments::None => input.no_arguments()?,
                    Arguments::Needed(example) => {
                        input.required_arguments(example)?;
                    }
                }
                read_rule(input, $name)
            }

            const SMALL: &'static [&'static str] = $small;

            $(
                fn formula(heap: u64) -> Option<(u64, &'static str)> {
                    Some(($formula(heap), $literature))
                }
            )?
        }
    };
}

/// Whether a name takes arguments in brackets.
enum Arguments {
    None,
    Needed(&'static str),
}

named!(
    KaylesRow,
    "kayles-row",
    Arguments::None,
    "Kayles: rows of pins; knock down one pin or two neighbours",
    "A move knocks down one pin, or two neighbouring pins, of one row; the rest of the row stays standing on both sides. Whoever cannot move loses.",
    "kayles-row:ROWS with the lengths of the rows: kayles-row:12,7",
    "The nimbers have period 12; the last exception is 70.",
    "R. K. Guy and C. A. B. Smith (1956)",
    &["kayles-row:12,7", "kayles-row:1000000000000"],
    &["kayles-row"]
);
named!(
    Dawson,
    "dawson",
    Arguments::None,
    "Dawson's Chess: rows of files; take a file together with its neighbours",
    "A move takes one file and the files next to it from one row. Whoever cannot move loses. It is the code 0.137.",
    "dawson:ROWS with the lengths of the rows: dawson:9",
    "The nimbers have period 34; the last exception is 51.",
    "T. R. Dawson (1935); R. K. Guy and C. A. B. Smith (1956)",
    &["dawson:9", "dawson:1000000"],
    &["dawson"]
);
named!(
    DawsonKayles,
    "dawson-kayles",
    Arguments::None,
    "Dawson's Kayles: rows of pins; knock down two neighbours",
    "A move knocks down two neighbouring pins of one row; the rest of the row stays standing on both sides. Whoever cannot move loses. It is the code 0.07, and Node Kayles on paths of one vertex less.",
    "dawson-kayles:ROWS with the lengths of the rows: dawson-kayles:12,7",
    "The nimbers have period 34; the last exception is 52.",
    "R. K. Guy and C. A. B. Smith (1956)",
    &["dawson-kayles:12,7", "dawson-kayles:1000000"],
    &["dawson-kayles"]
);
named!(
    Officers,
    "officers",
    Arguments::None,
    "Officers: take one bean and leave one heap or two",
    "A move takes one bean from a heap and leaves the rest as one heap or two, not nothing. Whoever cannot move loses. It is the code 0.6.",
    "officers:HEAPS: officers:12",
    "Whether the nimbers are periodic is not known; rare nimbers stop occurring early.",
    "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4",
    &["officers:12", "officers:1000"],
    &["officers"]
);
named!(
    GrundysGame,
    "grundy",
    Arguments::None,
    "Grundy's game: split a heap into two different heaps",
    "A move splits one heap into two heaps of different sizes. Whoever cannot move loses.",
    "grundy:HEAPS: grundy:7,12",
    "Whether the nimbers are periodic is not known.",
    "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
    &["grundy:7,12", "grundy:1000"],
    &["grundy"]
);
named!(
    Couples,
    "couples",
    Arguments::None,
    "Couples are Forever: split any heap into two, but never a couple",
    "A move splits one heap into two; heaps of two cannot be split. Whoever cannot move loses.",
    "couples:HEAPS: couples:9",
    "Whether the nimbers are periodic is not known.",
    "R. K. Guy, Unsolved problems in combinatorial games (1996)",
    &["couples:9", "couples:500"],
    &["couples"]
);
named!(
    AllBut,
    "allbut",
    Arguments::Needed("allbut(2):10"),
    "heaps; take any number that does not belong to the set S",
    "A move takes any positive number of beans from one heap, except the numbers in S. Whoever cannot move loses.",
    "allbut(S):HEAPS with S like 2 or 1,3: allbut(2):10",
    "The nimbers are arithmetic periodic.",
    "A. N. Siegel, Combinatorial Game Theory (2013), chapter IV",
    &["allbut(2):10", "allbut(1,3):8,9"],
    &["allbut(1)", "allbut(2)", "allbut(1,3)"]
);
named!(
    Lasker,
    "lasker",
    Arguments::None,
    "Lasker's Nim: take any number from a heap, or split it into two",
    "A move takes any number of beans from one heap, or splits it into two without taking. Whoever cannot move loses.",
    "lasker:HEAPS: lasker:7,12",
    "The nimbers are n, except that 4k+3 and 4k+4 change places.",
    "E. Lasker, Brettspiele der Völker (1931)",
    &["lasker:3,4", "lasker:7,12"],
    &["lasker"],
    lasker
);

/// Heaps of 4k + 3 and 4k + 4 change places.
fn lasker(heap: u64) -> u64 {
    match heap % 4 {
        3 => heap.saturating_add(1),
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
}
