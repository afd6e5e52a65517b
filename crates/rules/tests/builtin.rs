//! Games that Grundy has, written as rules: values, outcomes and winning moves are the same.

use grundy_game::{Kind, NoFiles, Play, Player, notation};
use grundy_games::{Catalogue, parse};
use grundy_rules::RulesFile;
use grundy_solve::{Method, Settings, Subject, answer};

/// A built-in game and its rules written again.
struct Again {
    /// The name of the built-in game.
    name: &'static str,
    rules: &'static str,
    /// From the notation after the colon, or after the name with its arguments, to that of the rules; `None` for what they do
    /// not write.
    read: fn(&str) -> Option<String>,
    /// Whether moves correspond one to one: not where rules list moves to the same position once, or name them otherwise.
    moves: bool,
}

fn same(text: &str) -> Option<String> {
    text.strip_prefix(':').map(str::to_owned)
}

/// Arguments that one file fixes.
fn after(arguments: &'static str) -> impl Fn(&str) -> Option<String> {
    move |text| text.strip_prefix(arguments).and_then(same)
}

/// A graph without marks.
fn graph(text: &str) -> Option<String> {
    same(text).filter(|text| !text.contains(';') && !text.contains('.') && !text.contains("-L") && !text.contains("-R"))
}

/// Edges `0-1l` with the colours in capitals.
fn coloured(text: &str) -> Option<String> {
    let text = same(text).filter(|text| text.contains('-'))?;
    Some(text.replace('l', "L").replace('r', "R").replace('e', "G"))
}

/// The squares of a bar but the first, each below those to its right and under it.
fn order_of_bar(text: &str) -> Option<String> {
    let rows = bar(text)?;
    let mut edges = Vec::new();
    let number = |row: usize, column: usize| row * 10 + column;
    for (row, &length) in rows.iter().enumerate() {
        for column in 0..length {
            edges.push(number(row, column).to_string());
            if column + 1 < length && row + column > 0 {
                edges.push(format!("{}-{}", number(row, column), number(row, column + 1)));
            }
            if rows.get(row + 1).is_some_and(|&below| column < below) && row + column > 0 {
                edges.push(format!("{}-{}", number(row, column), number(row + 1, column)));
            }
        }
    }
    edges.retain(|edge| edge != "0");
    Some(if edges.is_empty() { "empty".to_owned() } else { edges.join(",") })
}

fn bar(text: &str) -> Option<Vec<usize>> {
    let text = same(text)?;
    match text.split_once('x') {
        Some((rows, columns)) => Some(vec![columns.parse().ok()?; rows.parse().ok()?]),
        None => text.split(',').map(|row| row.parse().ok()).collect(),
    }
}

fn rows_of_bar(text: &str) -> Option<String> {
    let rows: Vec<String> = bar(text)?.iter().map(usize::to_string).collect();
    Some(format!("({},)", rows.join(",")))
}

/// Cakes `3x5,1x2` as pairs.
fn cakes(text: &str) -> Option<String> {
    let cakes = same(text)?;
    let pairs: Vec<String> = cakes.split(',').map(|cake| format!("({})", cake.replace('x', ","))).collect();
    Some(format!("({},)", pairs.join(",")))
}

const DOMINEERING: &str = "board, cells = 'grid', '. #'\nleft = ['.. -> ## vertical']\nright = ['.. -> ## horizontal']";
const TOADS: &str = "board, cells = 'strip', 'T F _'\nleft = ['T_ -> _T east', 'TF_ -> _FT east']\nright = ['F_ -> _F west', 'FT_ -> _TF west']";
const CLOBBER: &str =
    "board, cells = 'grid', 'x o . #'\nleft = ['xo -> .x orthogonal']\nright = ['ox -> .o orthogonal']";
const KONANE: &str =
    "board, cells = 'grid', 'x o . #'\nleft = ['x(o.)+ -> (..)+x orthogonal']\nright = ['o(x.)+ -> (..)+o orthogonal']";
const AMAZONS: &str = "board, cells = 'grid', '. x o #'\nleft = ['x.+ -> .+x any then x.*. -> x.*# any']\nright = ['o.+ -> .+o any then o.*. -> o.*# any']";

const TICTACTOE: &str = "board, cells, stuck = 'grid', '. x o', 'draw'\nleft, right = ['. -> x'], ['. -> o']\nleft_wins, right_wins = ['xxx any'], ['ooo any']";

/// Games by patterns, rules about numbers and rules about graphs.
const GAMES: &[Again] = &[
    Again { name: "domineering", rules: DOMINEERING, read: same, moves: true },
    Again { name: "toads", rules: TOADS, read: same, moves: true },
    Again { name: "clobber", rules: CLOBBER, read: same, moves: true },
    Again { name: "konane", rules: KONANE, read: same, moves: true },
    Again { name: "amazons", rules: AMAZONS, read: same, moves: true },
    Again {
        name: "cram",
        rules: "board, cells = 'grid', '. #'\nboth = ['.. -> ## orthogonal']",
        read: same,
        moves: true,
    },
    Again {
        name: "treblecross",
        rules: "board, cells = 'strip', '. x'\nboth = ['. -> x']\nends = ['xxx east']",
        read: same,
        moves: true,
    },
    Again {
        name: "dominoes",
        rules: "board, cells = 'strip', '. l r e'\nleft = ['[le]?*| -> ..*| any']\nright = ['[re]?*| -> ..*| any']",
        read: same,
        moves: false,
    },
    Again {
        name: "nim",
        rules: "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)']",
        read: same,
        moves: false,
    },
    Again {
        name: "subtract",
        rules: "state = 'heaps of n'\nboth = ['n - k for k in (1, 2, 5) where k <= n']",
        read: |text| after("(1,2,5)")(text),
        moves: false,
    },
    Again {
        name: "wythoff",
        rules: "state = 'a b'\nboth = ['a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)', 'a - k, b - k for k in range(1, min(a, b) + 1)']",
        read: same,
        moves: true,
    },
    Again {
        name: "euclid",
        rules: "state = 'a b'\nboth = ['a - k * b, b for k in range(1, (a - 1) // b + 1) where b > 0', 'a, b - k * a for k in range(1, (b - 1) // a + 1) where a > 0']",
        read: same,
        moves: true,
    },
    Again {
        name: "kayles-row",
        rules: "state = 'heaps of n'\nboth = ['a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)']",
        read: same,
        moves: false,
    },
    Again {
        name: "grundy",
        rules: "state = 'heaps of n'\nboth = ['a; n - a for a in range(1, (n + 1) // 2)']",
        read: same,
        moves: false,
    },
    Again {
        name: "lasker",
        rules: "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)', 'a; n - a for a in range(1, n // 2 + 1)']",
        read: same,
        moves: false,
    },
    Again { name: "kayles", rules: "board = 'graph'\nboth = ['take v with neighbours']", read: graph, moves: false },
    Again { name: "arckayles", rules: "board = 'graph'\nboth = ['take edge with ends']", read: graph, moves: false },
    Again { name: "chomp", rules: "board = 'graph'\nboth = ['take v', 'cut edge']", read: graph, moves: false },
    Again {
        name: "col",
        rules: "board = 'graph'\nleft = ['colour v L where no neighbour is L']\nright = ['colour v R where no neighbour is R']",
        read: graph,
        moves: false,
    },
    Again {
        name: "snort",
        rules: "board = 'graph'\nleft = ['colour v L where no neighbour is R']\nright = ['colour v R where no neighbour is L']",
        read: graph,
        moves: false,
    },
    Again {
        name: "hackenbush",
        rules: "board = 'graph'\nleft = ['cut L edge and what falls']\nright = ['cut R edge and what falls']",
        read: coloured,
        moves: false,
    },
    Again { name: "bar", rules: "board = 'graph'\nboth = ['take v and above']", read: order_of_bar, moves: false },
    Again {
        name: "cake",
        rules: "state = 'heaps of h w'\nleft = ['h, k; h, w - k for k in range(1, w // 2 + 1)']\nright = ['k, w; h - k, w for k in range(1, h // 2 + 1)']",
        read: cakes,
        moves: false,
    },
];

/// Some of them by functions.
const FUNCTIONS: &[Again] = &[
    Again {
        name: "nim",
        rules: "def moves(p):\n    return [tuple(sorted(p[:i] + (n - k,) + p[i + 1:])) for i, n in enumerate(p) for k in range(1, n + 1)]\ndef split(p):\n    return [(n,) for n in p]\ndef read(text):\n    return tuple(sorted(int(n) for n in text.split(',')))",
        read: same,
        moves: false,
    },
    Again {
        name: "subtract",
        rules: "def moves(p):\n    return [p[:i] + (n - k,) + p[i + 1:] for i, n in enumerate(p) for k in (1, 2, 5) if k <= n]\ndef read(text):\n    return tuple(int(n) for n in text.split(','))",
        read: |text| after("(1,2,5)")(text),
        moves: true,
    },
    Again {
        name: "wythoff",
        rules: "def moves(p):\n    a, b = p\n    return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)] + [(a - k, b - k) for k in range(1, min(p) + 1)]",
        read: same,
        moves: true,
    },
    Again {
        name: "euclid",
        rules: "def moves(p):\n    a, b = p\n    options = []\n    if min(p) > 0:\n        big, small = max(p), min(p)\n        while big - small > 0:\n            big -= small\n            options.append((big, small) if a >= b else (small, big))\n    return options",
        read: same,
        moves: true,
    },
    Again {
        name: "kayles-row",
        rules: "def moves(p):\n    options = set()\n    for i, n in enumerate(p):\n        for take in (1, 2):\n            for a in range(n - take + 1):\n                options.add(tuple(sorted(p[:i] + p[i + 1:] + (a, n - take - a))))\n    return sorted(options)\ndef split(p):\n    return [(n,) for n in p]\ndef read(text):\n    return tuple(sorted(int(n) for n in text.split(',')))",
        read: same,
        moves: false,
    },
    Again {
        name: "grundy",
        rules: "def moves(p):\n    return [tuple(sorted(p[:i] + p[i + 1:] + (a, n - a))) for i, n in enumerate(p) for a in range(1, (n + 1) // 2)]\ndef split(p):\n    return [(n,) for n in p]\ndef read(text):\n    return tuple(sorted(int(n) for n in text.split(',')))",
        read: same,
        moves: false,
    },
    Again {
        name: "toads",
        rules: "def moves(p, player):\n    me, you = ('T', 'F') if player == 'left' else ('F', 'T')\n    q = p if player == 'left' else p[::-1]\n    options = []\n    for i in range(len(q)):\n        for old, new in ((me + '_', '_' + me), (me + you + '_', '_' + you + me)):\n            if q[i:].startswith(old):\n                r = q[:i] + new + q[i + len(old):]\n                options.append(r if player == 'left' else r[::-1])\n    return options",
        read: same,
        moves: true,
    },
    Again {
        name: "domineering",
        rules: "def moves(p, player):\n    options = []\n    for r, row in enumerate(p):\n        for c in range(len(row)):\n            r2, c2 = (r + 1, c) if player == 'left' else (r, c + 1)\n            if r2 < len(p) and c2 < len(row) and p[r][c] == p[r2][c2] == '.':\n                q = [list(line) for line in p]\n                q[r][c] = q[r2][c2] = '#'\n                options.append(tuple(''.join(line) for line in q))\n    return options\ndef read(text):\n    if 'x' in text:\n        r, c = text.split('x')\n        return ('.' * int(c),) * int(r) if r.isdigit() and c.isdigit() and 0 < int(r) < 9 and 0 < int(c) < 9 else None\n    rows = tuple(text.split('|'))\n    return rows if all(len(row) == len(rows[0]) and all(c in '.#' for c in row) for row in rows) else None\ndef write(p):\n    return '|'.join(p)",
        read: same,
        moves: true,
    },
    Again {
        name: "bar",
        rules: "def moves(p):\n    return [tuple(n for n in p[:i] + tuple(min(r, j) for r in p[i:]) if n) for i in range(len(p)) for j in range(p[i]) if i or j]",
        read: rows_of_bar,
        moves: true,
    },
    Again {
        name: "cake",
        rules: "def moves(p, player):\n    options = []\n    for i, (h, w) in enumerate(p):\n        rest = p[:i] + p[i + 1:]\n        if player == 'left':\n            options += [tuple(sorted(rest + ((h, k), (h, w - k)))) for k in range(1, w // 2 + 1)]\n        else:\n            options += [tuple(sorted(rest + ((k, w), (h - k, w)))) for k in range(1, h // 2 + 1)]\n    return options\ndef split(p):\n    return [(cake,) for cake in p]",
        read: cakes,
        moves: false,
    },
];

/// The answer in words: outcome and value; and for each player, how many moves win.
fn told(subject: &dyn Subject, play: Play) -> [String; 2] {
    let position = grundy_solve::Position::new(vec![subject.duplicate()]);
    let settings = Settings { play, ..Settings::default() };
    let answer = answer(&position, &settings).unwrap_or_else(|stop| panic!("{position}: {stop}"));
    let count = |player| answer.winning_moves.iter().filter(|found| found.player == player).count();
    let value = if play == Play::Normal { format!("{:?}", answer.value) } else { String::new() };
    let winning = format!("{} {} {}", count(None), count(Some(Player::Left)), count(Some(Player::Right)));
    [format!("{:?} {value}", answer.outcome), winning]
}

/// Whoever answers has no value on the other side: outcomes, values and numbers of winning moves are the same.
fn agree(games: &[Again]) {
    for again in games {
        let name = again.name;
        let file = RulesFile::read("own", again.rules).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
        let catalogue = Catalogue::standard().with(file);
        let entry = grundy_games::entry(name).unwrap_or_else(|| panic!("no game {name}"));
        let small = (entry.small)();
        let mut compared = 0;
        for text in &small {
            let Some(own) = text.strip_prefix(name).and_then(again.read) else { continue };
            let built_in = parse(text, &NoFiles).unwrap();
            // Notations differ in corners: a built-in game may write empty boards or parts side by side.
            let Ok(written) = catalogue.parse(&notation::write("own", None, &own), &NoFiles) else { continue };
            let (a, b) = (&*built_in.parts()[0], &*written.parts()[0]);
            if a.moves(Player::Left).is_err() {
                continue;
            }
            for play in [Play::Normal, Play::Misere] {
                let ([answer_a, winning_a], [answer_b, winning_b]) = (told(a, play), told(b, play));
                assert_eq!(answer_a, answer_b, "{text} {play}");
                if again.moves {
                    assert_eq!(winning_a, winning_b, "{text} {play}");
                }
                compared += 1;
            }
            for player in Player::BOTH.into_iter().filter(|_| again.moves) {
                let [a, b] = [a, b].map(|subject| subject.moves(player).unwrap().len());
                assert_eq!(a, b, "{text} {player}");
            }
        }
        assert!(compared >= 20, "{name}: {compared} of {}", 2 * small.len());
    }
}

#[test]
fn rules_agree_with_built_in_games() {
    agree(GAMES);
}

#[test]
fn functions_agree_with_built_in_games() {
    agree(FUNCTIONS);
}

/// Thousands of larger positions, drawn by lot: who wins and the value.
#[test]
fn rules_agree_on_many_random_boards() {
    let games = [
        ("domineering", DOMINEERING, ". #", 3, 4),
        ("toads", TOADS, "T F _", 1, 8),
        ("clobber", CLOBBER, "x o .", 2, 4),
        ("konane", KONANE, "x o .", 3, 3),
        ("tictactoe", TICTACTOE, "x o .", 3, 3),
    ];
    let mut state = 11u64;
    for (name, rules, cells, rows, columns) in games {
        let catalogue = Catalogue::standard().with(RulesFile::read("own", rules).unwrap());
        let cells: Vec<char> = cells.chars().filter(|c| *c != ' ').collect();
        for _ in 0..600 {
            let mut text = String::new();
            for cell in 0..rows * columns {
                if cell > 0 && cell % columns == 0 {
                    text.push('|');
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push(cells[(state >> 33) as usize % cells.len()]);
            }
            // Boards on which both have three in a row are refused.
            let Ok(built_in) = parse(&format!("{name}:{text}"), &NoFiles) else { continue };
            let own = catalogue.parse(&format!("own:{text}"), &NoFiles).unwrap();
            let [a, b] = [&built_in, &own].map(|position| told(&*position.parts()[0], Play::Normal));
            assert_eq!(a, b, "{name}:{text}");
        }
    }
}

/// The parts, the order of moves and what moves that commute tell about each other are derived from the rules as the built-in games
/// have them: as many positions are looked at, within two in a hundred, and the answer is the same.
#[test]
fn as_many_components_as_built_in_games() {
    let games = [
        ("domineering", "4x4", Method::Value),
        ("domineering", "4x5", Method::Value),
        ("toads", "TTT__FFF", Method::Value),
        ("toads", "TTTT__FFFF", Method::Value),
        ("clobber", "xoxo|oxox|xoxo", Method::Value),
        ("konane", "xoxo|ox.x|.oxo", Method::Value),
        ("amazons", "x..|..o", Method::Value),
        ("cram", "3x5", Method::Search),
        ("cram", "4x5", Method::Search),
        ("cram", "5x5", Method::Search),
        ("cram", "3x4", Method::Kernel),
        ("treblecross", "11", Method::Search),
        ("tictactoe", "...|...|...", Method::Auto),
        ("nim", "12,13,14", Method::Search),
        ("nim", "100", Method::Search),
        ("subtract(1,2,5)", "60", Method::Search),
        ("wythoff", "20,30", Method::Search),
        ("euclid", "300,7", Method::Search),
        ("kayles-row", "60", Method::Search),
        ("grundy", "60", Method::Search),
        ("kayles", "grid(4,5)", Method::Search),
        ("kayles", "petersen", Method::Search),
        ("kayles", "cycle(20)", Method::Search),
        ("arckayles", "grid(3,4)", Method::Search),
        ("arckayles", "petersen", Method::Search),
        ("col", "path(12)", Method::Value),
        ("col", "petersen", Method::Value),
        ("snort", "path(12)", Method::Value),
        ("snort", "petersen", Method::Value),
        ("hackenbush", "0-1l,1-2r,2-3l,0-4r,4-5l,5-3e,0-6e,6-5r", Method::Value),
        ("hackenbush", "0-1l,0-2r,1-2e,1-3r,2-4l,3-4e,3-5l,4-6r,5-6e", Method::Value),
        ("bar", "3x4", Method::Recursion),
        ("bar", "4x4", Method::Search),
        ("bar", "4x5", Method::Search),
        ("bar", "5x5", Method::Search),
        ("bar", "6,5,5,3,3,1", Method::Search),
        ("chomp", "petersen", Method::Search),
        ("chomp", "wheel(7)", Method::Search),
        ("chomp", "grid(3,3)", Method::Search),
        ("chomp", "complete(4)", Method::Kernel),
        ("cake", "3x3", Method::Value),
        ("cake", "5x7", Method::Value),
        ("cake", "6x9", Method::Value),
        ("dominoes", "lrelrelrelre", Method::Value),
        ("dominoes", "llrrellrrell", Method::Value),
        ("dominoes", "lerrelrlreel", Method::Value),
        ("lasker", "40", Method::Search),
        ("lasker", "12,30", Method::Search),
    ];
    let tictactoe = Again { name: "tictactoe", rules: TICTACTOE, read: same, moves: true };
    for (name, text, method) in games {
        let plain = name.split('(').next().unwrap();
        let again = GAMES.iter().chain([&tictactoe]).find(|again| again.name == plain).unwrap();
        let own = Catalogue::standard().with(RulesFile::read("own", again.rules).unwrap());
        let count = |catalogue: &Catalogue, text: &str| {
            let position = catalogue.parse(text, &NoFiles).unwrap();
            let budget = grundy_budget::Budget::unlimited();
            let settings = Settings { method, budget: budget.clone(), threads: 1, ..Settings::default() };
            let answer = answer(&position, &settings).unwrap();
            (budget.positions(), format!("{:?} {:?}", answer.outcome, answer.value))
        };
        let text = format!("{name}:{text}");
        let again = (again.read)(text.strip_prefix(plain).unwrap()).unwrap();
        let (built_in, written) = (count(&Catalogue::standard(), &text), count(&own, &format!("own:{again}")));
        assert_eq!(written.1, built_in.1, "{text}");
        let (built_in, written) = (built_in.0, written.0);
        assert!(built_in > 0 && written > 0, "{text}: {written} positions, {built_in} built in");
        assert!(written * 100 <= built_in * 102, "{text}: {written} positions, {built_in} built in");
    }
}

/// What proofs say of parts, images and negatives is read back and holds.
#[test]
fn proofs_by_derived_images_are_checked() {
    let wide = "state = 'heaps of a b c'\nleft = ['a - 1, b, c where a > 0', 'a, b - 1, c where b > 0 and a > b']\nright = ['a, b, c - 1 where c > 0', 'a, b - 1, c where b > 0 and c > b']";
    let written = |name: &str| GAMES.iter().find(|again| again.name == name).unwrap().rules;
    for (rules, text) in [
        (written("chomp"), "petersen"),
        (written("chomp"), "1-2,2-3,3-1"),
        (written("chomp"), "wheel(6);1,2-3"),
        (written("chomp"), "a-b,b-c,c-d,a-c;b"),
        (written("bar"), "1-2,3-4,1-4,4-5,2-5"),
        (written("cake"), "((3,5),(2,2))"),
        (written("lasker"), "7,9"),
        (written("dominoes"), "lrel.lr"),
        (wide, "((2,1,1),(1,1,2),(3,2,0))"),
    ] {
        let catalogue = Catalogue::standard().with(RulesFile::read("own", rules).unwrap());
        let read = |text: &str| catalogue.parse(text, &NoFiles).map_err(|error| error.to_string());
        let position = read(&format!("own:{text}")).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let settings = Settings { play, ..Settings::default() };
            let proof =
                grundy_solve::prove(&position, &settings).unwrap_or_else(|stop| panic!("{text} {play}: {stop}"));
            let checked = grundy_solve::check(&proof, &read, &grundy_budget::Budget::unlimited());
            assert_eq!(checked, Ok(()), "{text} {play}: {proof}");
        }
        let again = position.parts()[0].canonical();
        assert!(read(&again.text()).unwrap().parts()[0].same(&*again), "{} of {text}", again.text());
    }
}

/// Parts, images and negatives that are derived from the rules keep the value.
#[test]
fn derived_parts_images_and_negatives_are_right() {
    for Again { name, rules, .. } in GAMES {
        let file = RulesFile::read("own", rules).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
        let small = grundy_games::Listed::small(&file);
        let catalogue = Catalogue::standard().with(file);
        let mut store = grundy_value::Store::default();
        let mut values: std::collections::HashMap<String, grundy_value::Value> = std::collections::HashMap::new();
        for text in small.iter().step_by(3) {
            let position = catalogue.parse(text, &NoFiles).unwrap();
            let subject = &*position.parts()[0];
            let value = brute(subject, &mut store, &mut values);
            let parts: Vec<_> = subject.split().iter().map(|part| brute(&**part, &mut store, &mut values)).collect();
            assert_eq!(store.sum_all(parts).unwrap(), value, "parts of {text}");
            assert_eq!(brute(&*subject.canonical(), &mut store, &mut values), value, "image of {text}");
            let (image, negative) = subject.canonical_up_to_sign();
            let expected = if negative { store.negative(value).unwrap() } else { value };
            assert_eq!(brute(&*image, &mut store, &mut values), expected, "image of {text} up to sign");
            if subject.kind() == Kind::Partisan {
                let Some(swapped) = subject.negative() else {
                    assert!(!rules.contains("cells"), "{name}: a board has no negative");
                    continue;
                };
                // Exchanged rules write their positions alike, so they get a memory of their own.
                let mut fresh = std::collections::HashMap::new();
                let expected = store.negative(value).unwrap();
                assert_eq!(brute(&*swapped, &mut store, &mut fresh), expected, "negative of {text}");
            }
        }
    }
}

fn brute(
    subject: &dyn Subject,
    store: &mut grundy_value::Store,
    values: &mut std::collections::HashMap<String, grundy_value::Value>,
) -> grundy_value::Value {
    let text = subject.text();
    if let Some(&known) = values.get(&text) {
        return known;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let moves = subject.moves(player).unwrap();
        moves.iter().map(|found| brute(&*found.to, store, values)).collect::<Vec<_>>()
    });
    let value = store.form(&left, &right).unwrap();
    values.insert(text, value);
    value
}
