//! Variants the texts use, play in the terminal, and what was found on the way.

mod common;

use common::{grundy, grundy_with_input, json};

/// Row 20: the complexity of each game on its page.
#[test]
fn complexity_on_the_pages() {
    let kayles = grundy(&["games", "kayles"]).out;
    assert!(kayles.contains("Complexity\n  Who wins is PSPACE-complete to decide.\n    T. J. Schaefer"), "{kayles}");
    let all = json(&grundy(&["games", "--format", "json"]).out);
    let known = all.as_array().unwrap().iter().filter(|game| !game["complexity"].is_null()).count();
    assert!(known >= 15, "{known}");
}

/// Rows 24 and 47: a rule of the user's own on a heap, and its nimbers.
#[test]
fn a_recursive_rule() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("halves.py");
    let rules = "summary = \"take one, or split into two equal halves\"\nstate = \"heaps of n\"\nboth = [\"n - 1 where n > 0\", \"n // 2; n // 2 where n > 0 and n % 2 == 0\"]\nexamples = [\"6\"]\n";
    std::fs::write(&file, rules).unwrap();
    let pattern = format!("{}:{{n}}", file.to_str().unwrap());
    let run = grundy(&["table", &pattern, "n=0..7", "--columns", "nimber", "--transpose"]);
    assert_eq!(run.code, 0, "{}", run.err);
    // Two equal halves cancel, so an even heap has the options n - 1 and 0.
    let mut nimbers = vec![0u64];
    for n in 1..=7usize {
        let options = if n % 2 == 0 { vec![nimbers[n - 1], 0] } else { vec![nimbers[n - 1]] };
        nimbers.push((0..).find(|candidate| !options.contains(candidate)).unwrap());
    }
    let expected: Vec<String> = nimbers.iter().map(u64::to_string).collect();
    assert_eq!(run.out.lines().nth(1).unwrap().split_whitespace().skip(1).collect::<Vec<_>>(), expected);
}

/// Row 33: the weighted tree while playing.
#[test]
fn the_tree_while_playing() {
    let run = grundy_with_input(&["play", "coins(2):5", "--tree"], b"quit\n");
    assert!(
        run.out.contains("├─1─ take 1 → coins(2):4") && run.out.contains("└─0─ take 2 → coins(2):3"),
        "{}",
        run.out
    );
    let asked = grundy_with_input(&["play", "coins(2):5"], b"tree\nquit\n");
    assert!(!run.out.is_empty() && asked.out.contains("├─1─ take 1 → coins(2):4"), "{}", asked.out);
}

/// Row 40: frogs and toads that jump their own kind.
#[test]
fn toads_that_jump_their_own_kind() {
    let moves = json(&grundy(&["moves", "toads(own):TT_FF", "--format", "json"]).out);
    let labels: Vec<&str> =
        moves["moves"].as_array().unwrap().iter().map(|found| found["move"].as_str().unwrap()).collect();
    assert!(labels.contains(&"toad 1-3") && labels.contains(&"frog 5-3"), "{labels:?}");
    assert!(!grundy(&["moves", "toads:TT_FF"]).out.contains("toad 1-3"));
    assert_eq!(grundy(&["solve", "toads(any):TT_FF"]).code, 2);
}

/// Row 41: cakes cut the other way.
#[test]
fn cakes_cut_the_other_way() {
    let value = |position: &str| grundy(&["eval", position]).out.trim().to_owned();
    for (rows, columns) in [(1, 3), (2, 3), (3, 5), (4, 2), (6, 1)] {
        assert_eq!(value(&format!("cake(rows):{rows}x{columns}")), value(&format!("-cake:{rows}x{columns}")));
        assert_eq!(value(&format!("cake(rows):{rows}x{columns}")), value(&format!("cake:{columns}x{rows}")));
    }
    // The cake of the slides: cut between the rows it leaves two strips, worth -4 together.
    assert_eq!(value("cake(rows):1x3,1x3"), "-4");
    assert_eq!(value("cake(rows):2x3"), "0");
}

/// Row 45: values with cycles.
#[test]
fn values_with_cycles() {
    assert_eq!(grundy(&["eval", "on + off"]).out.trim(), "dud");
    assert_eq!(grundy(&["eval", "over > 0"]).out.trim(), "true");
}

/// The sequence of Treblecross is that of its positions.
#[test]
fn treblecross_is_not_shifted() {
    let nimbers = json(&grundy(&["sequence", "treblecross", "--to", "9", "--format", "json"]).out);
    for (length, nimber) in nimbers["nimbers"].as_array().unwrap().iter().enumerate() {
        let position = format!("treblecross:{length}");
        let solved = json(&grundy(&["solve", &position, "--nimber", "--format", "json"]).out);
        let value = match nimber.as_u64().unwrap() {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            other => format!("*{other}"),
        };
        assert_eq!(solved["value"], value, "{position}");
    }
}

/// A match says what was not played by the engines themselves.
#[test]
fn a_match_tells_what_was_replayed() {
    let sweep = ["match", "--sweep", "coins(2-3):20-30", "--first", "backtrack", "--second", "backtrack"];
    let run = grundy(&[&sweep[..], &["--positions", "50", "--format", "json"]].concat());
    let found = json(&run.out);
    let count = |name: &str| found[name].as_u64().unwrap();
    assert!(count("replayed") + count("unchecked") > 0, "{found}");
    assert_eq!(count("checked") + count("replayed") + count("unchecked"), 22, "{found}");
    let text = grundy(&[&sweep[..], &["--positions", "50"]].concat()).out;
    assert!(text.contains("gave up, so that the weighted graph played them again in its place"), "{text}");
}

/// The heading of a census is a row of names, and a census to another heap is refused.
#[test]
fn the_heading_of_a_census() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("census.csv");
    let arguments = |to| ["sequence", "--codes", "0.70-0.71", "--to", to, "--file", file.to_str().unwrap()];
    let run = grundy(&arguments("100"));
    assert_eq!(run.out.lines().next(), Some("code,period,preperiod,saltus,largest,checked_to"));
    let other = grundy(&arguments("200"));
    assert_eq!(
        (other.code, other.err.contains("holds a census of heaps to 100, not to 200")),
        (2, true),
        "{}",
        other.err
    );
}

/// Merged positions can be read again, the empty one too.
#[test]
fn merged_positions_are_read_again() {
    for position in ["nim:1,1", "subtract(1,2,5):6", "octal(0.77):5", "kayles-row:3,2", "lasker:4"] {
        let merged = json(&grundy(&["graph", position, "--merge", "--format", "json"]).out);
        for state in merged["positions"].as_array().unwrap() {
            let text = state["position"].as_str().unwrap();
            assert_eq!(grundy(&["solve", text]).code, 0, "{position}: {text}");
        }
    }
}

/// Every command has a manual page.
#[test]
fn manual_pages() {
    for command in ["solve", "table", "explain"] {
        let page = grundy(&["man", command]).out;
        assert!(page.contains(&format!("grundy\\-{command}")) || page.contains(&format!("grundy-{command}")), "{page}");
    }
    assert_eq!(grundy(&["man", "nobody"]).code, 2);
}

/// Row 39: a file whose rules are not those of a combinatorial game is told which condition it breaks.
#[test]
fn play_that_never_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("back.py");
    let rules = "summary = \"there and back\"\nstate = \"n\"\nboth = [\"n + 1 where n < 3\", \"n - 1 where n > 0\"]\nexamples = [\"1\"]\n";
    std::fs::write(&file, rules).unwrap();
    let solved = grundy(&["solve", &format!("{}:1", file.to_str().unwrap())]);
    assert_eq!((solved.code, solved.err.contains("play can go on for ever")), (2, true), "{}", solved.err);
}
