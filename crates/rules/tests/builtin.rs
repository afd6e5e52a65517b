//! Games that Grundy has, written as rules: values, outcomes and winning moves are the same.

use grundy_game::{Kind, NoFiles, Play, Player};
use grundy_games::{Catalogue, parse};
use grundy_rules::RulesFile;
use grundy_solve::{Settings, Subject, answer};

/// The name of a built-in game and its rules written again.
const GAMES: &[(&str, &str)] = &[
    ("domineering", "board, cells = 'grid', '. #'\nleft = ['.. -> ## vertical']\nright = ['.. -> ## horizontal']"),
    (
        "toads",
        "board, cells = 'strip', 'T F _'\nleft = ['T_ -> _T east', 'TF_ -> _FT east']\nright = ['F_ -> _F west', 'FT_ -> _TF west']",
    ),
    ("clobber", "board, cells = 'grid', 'x o . #'\nleft = ['xo -> .x orthogonal']\nright = ['ox -> .o orthogonal']"),
    (
        "konane",
        "board, cells = 'grid', 'x o . #'\nleft = ['x(o.)+ -> (..)+x orthogonal']\nright = ['o(x.)+ -> (..)+o orthogonal']",
    ),
    ("cram", "board, cells = 'grid', '. #'\nboth = ['.. -> ## orthogonal']"),
    ("treblecross", "board, cells = 'strip', '. X'\nboth = ['. -> X']\nends = ['XXX east']"),
    ("nim", "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)']"),
    (
        "wythoff",
        "state = 'a b'\nboth = ['a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)', 'a - k, b - k for k in range(1, min(a, b) + 1)']",
    ),
    (
        "euclid",
        "state = 'a b'\nboth = ['a - k * b, b for k in range(1, (a - 1) // b + 1) where b > 0', 'a, b - k * a for k in range(1, (b - 1) // a + 1) where a > 0']",
    ),
    ("grundy", "state = 'heaps of n'\nboth = ['a; n - a for a in range(1, (n + 1) // 2)']"),
];

fn own(name: &str, source: &str) -> Catalogue {
    let file = RulesFile::read(name, source).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
    Catalogue::standard().with(file)
}

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

#[test]
fn rules_agree_with_built_in_games() {
    for (name, source) in GAMES {
        let catalogue = own(name, source);
        let entry = grundy_games::entry(name).unwrap_or_else(|| panic!("no game {name}"));
        let mut compared = 0;
        let small = (entry.small)();
        for text in &small {
            let built_in = parse(text, &NoFiles).unwrap();
            // Notations differ in corners: a built-in game may write empty boards or parts side by side.
            let Ok(written) = catalogue.parse(text, &NoFiles) else { continue };
            for play in [Play::Normal, Play::Misere] {
                let (a, b) = (&*built_in.parts()[0], &*written.parts()[0]);
                if a.moves(Player::Left).is_err() {
                    continue;
                }
                let ([answer_a, winning_a], [answer_b, winning_b]) = (told(a, play), told(b, play));
                assert_eq!(answer_a, answer_b, "{text} {play}");
                // Moves in equal heaps lead to the same position, which rules list once.
                if !source.contains("heaps of") {
                    assert_eq!(winning_a, winning_b, "{text} {play}");
                }
                compared += 1;
            }
            for player in Player::BOTH.into_iter().filter(|_| !source.contains("heaps of")) {
                let [a, b] = [&built_in, &written].map(|position| position.parts()[0].moves(player).unwrap().len());
                assert_eq!(a, b, "{text} {player}");
            }
        }
        assert!(compared > 10, "{name}: {compared} of {}", 2 * small.len());
    }
}

/// Parts, images and negatives that are derived from the rules keep the value.
#[test]
fn derived_parts_images_and_negatives_are_right() {
    for (name, source) in GAMES {
        let file = RulesFile::read("own", source).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
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
                let swapped = subject.negative().unwrap();
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
