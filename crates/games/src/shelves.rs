//! Where people look for a game: its proper name, the shelf it stands on, and other names it goes by.

/// The place of a game among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The name of the game as people write it.
    pub title: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
    /// Other names, kinds of play, inventors: what people may search for.
    pub also: &'static [&'static str],
}

const HEAPS: &str = "Heaps";
const STRIPS: &str = "Rows and strips";
const GRAPHS: &str = "Graphs";
const BOARDS: &str = "Boards";
const ORDERS: &str = "Orders";
const LOGIC: &str = "Logic";
const VALUES: &str = "Values and versions";

/// The games of Grundy by name.
#[rustfmt::skip]
const SHELVES: &[(&str, &str, &str, &[&str])] = &[
    ("nim", "Nim", HEAPS, &["Bouton", "Marienbad", "matches"]),
    ("subtract", "Subtraction game", HEAPS, &["take away", "Bachet"]),
    ("coins", "Coin game", HEAPS, &["Bachet", "twenty-one", "matches"]),
    ("wythoff", "Wythoff's Nim", HEAPS, &["golden ratio", "queen"]),
    ("fibonacci", "Fibonacci Nim", HEAPS, &["dynamic nim", "Zeckendorf"]),
    ("euclid", "Euclid", HEAPS, &["Cole and Davie", "continued fraction"]),
    ("treblecross", "Treblecross", STRIPS, &["one-dimensional tic-tac-toe", "three in a row"]),
    ("cram", "Cram", BOARDS, &["dominoes", "impartial domineering", "plugg"]),
    ("digraph", "Token on a digraph", GRAPHS, &["geography", "kernel"]),
    ("octal", "Octal game", HEAPS, &["taking and breaking", "Guy and Smith"]),
    ("paint", "Painted bars", STRIPS, &["bars", "paint"]),
    ("kayles-row", "Kayles", STRIPS, &["skittles", "bowling", "kayles"]),
    ("dawson", "Dawson's Chess", STRIPS, &["pawns"]),
    ("dawson-kayles", "Dawson's Kayles", STRIPS, &["skittles"]),
    ("officers", "Officers", HEAPS, &["octal 0.6"]),
    ("grundy", "Grundy's game", HEAPS, &["splitting"]),
    ("couples", "Couples are Forever", HEAPS, &["splitting"]),
    ("allbut", "All-but game", HEAPS, &["subtraction"]),
    ("lasker", "Lasker's Nim", HEAPS, &["splitting"]),
    ("chomp", "Graph Chomp", GRAPHS, &["chomp", "vertices and edges"]),
    ("hackenbush", "Hackenbush", GRAPHS, &["stalks", "trees", "girl", "red-blue"]),
    ("kayles", "Node Kayles", GRAPHS, &["independent set"]),
    ("arckayles", "Arc Kayles", GRAPHS, &["matching"]),
    ("bar", "Chocolate bar", BOARDS, &["chomp", "poisoned square", "Gale"]),
    ("bar3", "Chocolate bar in space", BOARDS, &["chomp", "cubes"]),
    ("poset", "Poset game", ORDERS, &["partial order", "Hasse diagram", "subset take-away"]),
    ("formula", "Formula game", LOGIC, &["quantified formula", "qbf"]),
    ("domineering", "Domineering", BOARDS, &["crosscram", "dominoes", "Andersson"]),
    ("clobber", "Clobber", BOARDS, &["stones"]),
    ("amazons", "Amazons", BOARDS, &["queens", "Zamkauskas"]),
    ("konane", "Konane", BOARDS, &["Hawaiian draughts", "Hawaiian checkers"]),
    ("toads", "Toads and Frogs", STRIPS, &["jumping"]),
    ("cake", "Cutcake", BOARDS, &["cutting"]),
    ("maundy", "Maundy Cake", BOARDS, &["cutting", "divisors"]),
    ("eatcake", "Eatcake", BOARDS, &["eating"]),
    ("col", "Col", GRAPHS, &["map colouring", "Vout"]),
    ("snort", "Snort", GRAPHS, &["map colouring", "Norton", "cats and dogs"]),
    ("dominoes", "Toppling Dominoes", STRIPS, &["falling"]),
    ("psubtract", "Partisan subtraction", HEAPS, &["own sets"]),
    ("peuclid", "Partizan Euclid", HEAPS, &["division", "remainder"]),
    ("tictactoe", "Tic-tac-toe", BOARDS, &["noughts and crosses", "three in a row"]),
    ("wildtictactoe", "Wild tic-tac-toe", BOARDS, &["noughts and crosses", "three in a row"]),
    ("morris", "Three men's morris", BOARDS, &["three in a row", "mill"]),
    ("hounds", "Hare and Hounds", BOARDS, &["hunt"]),
    ("foxgeese", "Fox and Geese", BOARDS, &["hunt", "draughts"]),
    ("slimetrail", "Slimetrail", BOARDS, &["snail", "token"]),
    ("endgame", "Chess endgame", BOARDS, &["chess", "king and rook", "mate"]),
    ("cops", "Cops and Robber", GRAPHS, &["hunt", "cop number"]),
    ("value", "Value", VALUES, &["numbers", "switches", "surreal"]),
    ("impartial", "Impartial version", VALUES, &["both players"]),
];

/// The shelf of a game; one that has none of its own, such as a user's, stands among further games under its own name.
pub fn shelf(name: &'static str) -> Shelf {
    let known = SHELVES.iter().find(|row| row.0 == name);
    known.map_or(Shelf { title: name, group: "Further games", also: &[] }, |&(_, title, group, also)| Shelf {
        title,
        group,
        also,
    })
}

/// The names of the games that stand on a shelf.
pub fn games() -> impl Iterator<Item = &'static str> {
    SHELVES.iter().map(|&(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shelf_holds_a_game_once() {
        for (at, &(name, title, _, _)) in SHELVES.iter().enumerate() {
            assert!(SHELVES[..at].iter().all(|row| row.0 != name && row.1 != title), "{name} twice");
        }
    }
}
