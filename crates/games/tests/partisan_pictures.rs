//! Hackenbush, Col, Snort and their kin: notation, mistakes, and laws on random positions.

use grundy_budget::{Budget, Limits};
use grundy_game::{FileError, Files, NoFiles, Player};
use grundy_games::parse;
use grundy_solve::{Method, Position, Settings, answer};
use grundy_value::Store;
use proptest::prelude::*;

fn read(text: &str) -> Position {
    parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()))
}

fn value_by(text: &str, method: Method) -> String {
    let found = answer(&read(text), &Settings { method, ..Settings::default() });
    let found = found.unwrap_or_else(|stop| panic!("{text}: {stop}"));
    found.value.unwrap_or_else(|| panic!("{text} by {method}: no value")).to_string()
}

#[test]
fn theorems_give_their_reasons() {
    for (text, expected) in [
        ("hackenbush:llrl", "7/4 Berlekamp's rule: llrl is 1.11 in binary"),
        ("hackenbush:(rl;rr)", "-5/2 Berlekamp's rule: rl is -0.1 in binary; rr is -2"),
        ("hackenbush:(l(r;r);l)", "5/4 red-blue tree: by the colon principle"),
        ("hackenbush::Geee:G", "* all green: the fusion principle"),
        ("hackenbush:e(e;ee)", "*4 all green: by the colon principle every branch is a nim heap: *4"),
        ("hackenbush:(le;r)", "* by the colon principle what hangs on a vertex"),
        ("hackenbush:ll:Alll:A", "5 one player owns all edges and has 5 free moves"),
        ("hackenbush:G", "0 nothing is left standing"),
        ("dominoes:eee", "*3 3 green dominoes"),
        ("col:R-L", "0 no vertex forbids another"),
        ("snort:R-R", "-2 no vertex forbids another"),
    ] {
        let found = answer(&read(text), &Settings::default()).unwrap_or_else(|stop| panic!("{text}: {stop}"));
        let (value, theorem) = expected.split_once(' ').unwrap();
        assert_eq!(found.value.map(|found| found.to_string()).as_deref(), Some(value), "{text}");
        assert!(found.reason.to_string().contains(theorem), "{text}: {}", found.reason);
    }
}

/// The only file there is.
struct OneFile(&'static str);

impl Files for OneFile {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if path == "picture.txt" { Ok(self.0.into()) } else { Err(FileError("no such file".into())) }
    }
}

#[test]
fn one_picture_in_many_notations() {
    let string = read("hackenbush:(ll:A;r:Ae)");
    let list = read("hackenbush:0-1l,1-2l,G-2r,2-top3e");
    assert!(string.parts()[0].same(&*list.parts()[0]));
    let lines = "# a picture\n0 1 l\n1 A blue # up\n\n0 A r\nA 7 green\n";
    for content in [lines, "(ll:A;\nr:Ae) # folded\n", "0-1l,1-2l,\nG-2r,2-3e\n"] {
        let position = parse("hackenbush:@picture.txt", &OneFile(content));
        let position = position.unwrap_or_else(|error| panic!("{}", error.render()));
        assert!(position.parts()[0].same(&*string.parts()[0]), "{content}");
        assert_eq!(read(&position.to_string()).to_string(), position.to_string());
    }
    assert!(parse("hackenbush:@other.txt", &OneFile(lines)).is_err());
    for (content, problem) in [
        ("1 2 l\n", "not joined to the ground"),
        ("0 1 l\n1 2\n", "`1 2` is not an edge"),
        ("0 1 pink\n", "`pink` is not a colour"),
        ("lrx\n", "`x` is not a part of a picture"),
    ] {
        let error = parse("hackenbush:@picture.txt", &OneFile(content)).unwrap_err().render();
        assert!(error.contains(problem), "{content}: {error}");
    }
}

#[test]
fn mistakes_have_a_column() {
    let long = format!("hackenbush:{}", "l".repeat(1025));
    let wide = format!("dominoes:{}", "l".repeat(70_000));
    let far = format!("col:{}.", ".-".repeat(1024));
    for (text, column) in [
        ("hackenbush:", 12),
        ("hackenbush:lrx", 14),
        ("hackenbush:l(r;l", 13),
        ("hackenbush:l)r", 13),
        ("hackenbush:l;r", 13),
        ("hackenbush:l:ar", 13),
        ("hackenbush:0-1l,2-3r", 17),
        ("hackenbush:0-1l,1-2", 17),
        ("hackenbush:0-1l,", 17),
        ("hackenbush:1-2l", 12),
        (long.as_str(), 12 + 1024),
        ("dominoes:lxr", 11),
        (wide.as_str(), 10),
        ("col:", 5),
        ("col:.--L", 7),
        ("col:.-L-", 9),
        ("col:cycle(4);L.", 14),
        ("col:cycle(4);L.x.", 16),
        ("snort:nosuchgraph", 7),
        (far.as_str(), 5),
        ("psubtract:3", 10),
        ("psubtract(1,2):3", 11),
        ("psubtract(1,2/):3", 15),
        ("psubtract(1,2/0):3", 15),
        ("psubtract(1/2):99999999999", 16),
        ("peuclid:3", 9),
        ("peuclid:3,0", 9),
        ("peuclid:3,99999999999", 9),
    ] {
        let error = parse(text, &NoFiles).expect_err(text);
        assert_eq!(error.column(), column, "{}", error.render());
    }
}

/// Large inputs are answered or stop at the budget, and never hang.
#[test]
fn large_positions_stay_within_budget() {
    let stalk = "lr".repeat(512);
    assert!(value_by(&format!("hackenbush:{stalk}"), Method::Auto).len() > 300);
    assert_eq!(value_by(&format!("hackenbush:{}", "e".repeat(1024)), Method::Auto), "*1024");
    let ladder: Vec<String> =
        (0..300).map(|v| format!("{v}-{}{},0-{}{}", v + 1, ["l", "r"][v % 2], v + 1, ["e", "r"][v % 2])).collect();
    let row: String = (0..128).map(|domino| ['l', 'e', 'r', 'r', 'l', 'e', 'l'][domino % 7]).collect();
    for text in [
        format!("hackenbush:{}", ladder.join(",")),
        format!("dominoes:{row}"),
        "col:grid(30,30)".to_owned(),
        "snort:petersen+snort:grid(20,20)".to_owned(),
        "psubtract(1,7/2,3):1000000".to_owned(),
        "peuclid:1,1000000".to_owned(),
    ] {
        let limits = Limits { positions: Some(300), memory: Some(64 << 20), ..Limits::default() };
        let settings = Settings { budget: Budget::new(limits), ..Settings::default() };
        if let Ok(found) = answer(&read(&text), &settings) {
            assert!(found.outcome.is_some() || found.stopped.is_some(), "{text}");
        }
    }
}

#[test]
fn named_pictures_are_played() {
    for (name, value) in [("snake", "91/256"), ("house", "*")] {
        assert_eq!(value_by(&format!("hackenbush:{name}"), Method::Auto), value, "{name}");
    }
    for name in ["snake", "tree", "girl", "flower", "garden", "house"] {
        let text = format!("hackenbush:{name}");
        assert_eq!(value_by(&text, Method::Auto), value_by(&text, Method::Value), "{name}");
    }
}

/// Pictures in which every edge hangs on to an earlier one.
fn pictures(most: usize) -> impl Strategy<Value = String> {
    let edge = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3usize);
    prop::collection::vec(edge, 1..=most).prop_map(|edges| {
        let mut order = 1;
        let one = |(from, to, colour): &(prop::sample::Index, prop::sample::Index, usize)| {
            let (from, to) = (from.index(order), to.index(order + 1));
            order = order.max(to + 1);
            format!("{from}-{to}{}", ["l", "r", "e"][*colour])
        };
        let list: Vec<String> = edges.iter().map(one).collect();
        format!("hackenbush:{}", list.join(","))
    })
}

/// Graphs on six vertices with marks.
fn marked_graphs() -> impl Strategy<Value = String> {
    (prop::collection::vec(any::<bool>(), 15), prop::collection::vec(0..3usize, 6)).prop_map(|(edges, marks)| {
        let mut bits = edges.iter().map(|&edge| u8::from(edge)).collect::<Vec<_>>();
        bits.resize(18, 0);
        let data: String =
            bits.chunks(6).map(|six| char::from(63 + six.iter().fold(0, |byte, bit| byte << 1 | bit))).collect();
        let marks: String = marks.iter().map(|&mark| ['.', 'L', 'R'][mark]).collect();
        format!("g6:E{data};{marks}")
    })
}

/// Canonical forms without theorems are the measure: theorems, search, swapped players and rewritten options agree.
fn check_laws(text: &str) -> Result<(), TestCaseError> {
    let position = read(text);
    let plain = value_by(text, Method::Value);
    prop_assert_eq!(&plain, &value_by(text, Method::Auto), "{}", text);
    let mut store = Store::default();
    let value = store.parse(&plain).unwrap();
    let searched = answer(&position, &Settings { method: Method::Search, ..Settings::default() }).unwrap();
    prop_assert_eq!(searched.outcome.unwrap().to_string(), store.outcome(value).name(), "{}", text);
    let subject = &position.parts()[0];
    let swapped = subject.negative().unwrap().text();
    let negative = store.negative(value).unwrap();
    prop_assert_eq!(value_by(&swapped, Method::Auto), store.print(negative).unwrap(), "{} and {}", text, swapped);
    let [left, right] = Player::BOTH.map(|player| {
        let moves = subject.moves(player).unwrap();
        moves.iter().map(|found| store.parse(&value_by(&found.to.text(), Method::Auto)).unwrap()).collect::<Vec<_>>()
    });
    prop_assert_eq!(store.form(&left, &right).unwrap(), value, "options of {} read again", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn pictures_obey_the_laws(text in pictures(8)) {
        check_laws(&text)?;
    }

    #[test]
    fn coloured_graphs_obey_the_laws(text in marked_graphs(), col in any::<bool>()) {
        check_laws(&format!("{}:{text}", if col { "col" } else { "snort" }))?;
    }

    /// Every Col position is a number or a number plus a star (On Numbers and Games, chapter 8).
    #[test]
    fn col_is_cold(text in marked_graphs()) {
        let mut store = Store::default();
        let value = store.parse(&value_by(&format!("col:{text}"), Method::Auto)).unwrap();
        let compact = store.as_compact(value);
        prop_assert!(compact.is_some_and(|nus| nus.ups == 0 && nus.nimber <= 1), "{text}");
    }

    #[test]
    fn rows_of_dominoes_obey_the_laws(row in "[lre]{1,7}") {
        check_laws(&format!("dominoes:{row}"))?;
    }

    #[test]
    fn no_picture_panics(text in "[lre:AG();0-9,-]{0,24}") {
        let _ = parse(&format!("hackenbush:\"{text}\""), &NoFiles).map(|position| position.to_string());
        let _ = parse(&format!("col:\"{text}\""), &NoFiles).map(|position| position.to_string());
    }
}
