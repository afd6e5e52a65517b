//! What the texts tabulate, each by one command.

mod common;

use common::{grundy, json};
use serde_json::{Value, json as value};

fn table(arguments: &[&str]) -> Value {
    let run = grundy(&[&["table"], arguments, &["--format", "json"]].concat());
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
    json(&run.out)
}

/// Row 16: the nimber by the parities of vertices and edges.
#[test]
fn chomp_on_small_graphs() {
    let rows = table(&["chomp", "--connected-graphs", "5", "--columns", "vertices,edges,bipartite,nimber"]);
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 21);
    let mut bipartite = 0;
    for row in rows.iter().filter(|row| row["bipartite"] == true) {
        let (n, m) = (row["vertices"].as_u64().unwrap(), row["edges"].as_u64().unwrap());
        assert_eq!(row["nimber"], n % 2 + 2 * (m % 2), "{row}");
        bipartite += 1;
    }
    assert_eq!(bipartite, 5);
    let plain = grundy(&["table", "chomp", "--connected-graphs", "3"]).out;
    assert_eq!(plain.lines().next(), Some("graph6,nimber,winning_moves"));
}

/// Row 18: who wins A + B.
#[test]
fn won_and_lost_in_a_sum() {
    let parts = "nim:1,1;nim:1;nim:2";
    let (a, b) = (format!("a={parts}"), format!("b={parts}"));
    let rows = table(&["{a} + {b}", &a, &b, "--columns", "won"]);
    let won: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["won"].as_str().unwrap()).collect();
    // Lost and lost is lost, lost and won is won, won and won is either.
    assert_eq!(won, ["L", "W", "W", "W", "L", "W", "W", "W", "L"]);
}

/// Row 23: the row of W and L of a subtraction game.
#[test]
fn a_row_of_wins_and_losses() {
    let run = grundy(&["table", "subtract(1,2,5):{n}", "n=0..9", "--columns", "won", "--transpose"]);
    insta::assert_snapshot!(run.out, @r"
    n    0  1  2  3  4  5  6  7  8  9
    won  L  W  W  L  W  W  L  W  W  L
    ");
    let list = grundy(&["eval", "[outcome(subtract(1,2,5):{n}) for n in 0..9]"]);
    assert_eq!(
        list.out.trim(),
        "[second, first, first, second, first, first, second, first, first, second]",
        "{}",
        list.err
    );
}

/// Row 28: the lost positions of three heaps below ten, and of four.
#[test]
fn eighteen_lost_positions() {
    let three = ["nim:{a},{b},{c}", "a=0..9", "b={a}..9", "c={b}..9", "--only", "second"];
    let rows = table(&[&three[..], &["--columns", "binary,and,or,xor"]].concat());
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 18);
    assert_eq!(
        rows[17],
        value!({"a": 3, "b": 5, "c": 6, "binary": "0011 0101 0110", "and": "0000", "or": "0111", "xor": "0000"})
    );
    assert!(rows.iter().all(|row| row["xor"] == "0000"));
    let four = table(&["nim:{a},{b},{c},{d}", "a=1..4", "b={a}..4", "c={b}..4", "d={c}..4", "--only", "second"]);
    let four = four.as_array().unwrap();
    assert!(four.iter().all(|row| {
        let heaps = ["a", "b", "c", "d"].map(|name| row[name].as_u64().unwrap());
        heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0
    }));
    assert_eq!(four.len(), 10);
}

/// Every format, and what is refused.
#[test]
fn formats_and_mistakes() {
    let cakes = ["cake:{r}x{c}", "r=1..2", "c=3..4", "--columns", "value"];
    insta::assert_snapshot!(grundy(&[&["table"], &cakes[..]].concat()).out, @r"
    r  c  value
    1  3  2
    1  4  3
    2  3  0
    2  4  1
    ");
    let latex = grundy(&[&["table"], &cakes[..], &["--format", "latex"]].concat()).out;
    assert!(latex.starts_with("\\begin{tabular}{lll}") && latex.contains("2 & 4 & 1 \\\\"), "{latex}");
    let markdown = grundy(&[&["table"], &cakes[..], &["--format", "markdown"]].concat()).out;
    assert!(markdown.contains("| 2 | 4 | 1 |"), "{markdown}");
    let csv = grundy(&[&["table"], &cakes[..], &["--format", "csv"]].concat()).out;
    assert!(csv.contains("2,4,1\n"), "{csv}");
    for (arguments, words) in [
        (&["nim:{a}", "a"][..], "is not a parameter"),
        (&["nim:{a}", "a=0..x"], "is not a whole number"),
        (&["nim:{a}", "a=1", "a=2"], "given twice"),
        (&["{a}", "a=nim:1", "--columns", "xor"], "needs whole numbers"),
        (&["nim:{a}", "a=1", "--columns", "edges"], "is for graphs"),
        (&["nim:{b}", "a=1"], "is not a heap"),
    ] {
        let run = grundy(&[&["table"], arguments].concat());
        assert_eq!((run.code, run.err.contains(words)), (2, true), "{arguments:?}: {}", run.err);
    }
}

/// Row 30: the least number missing.
#[test]
fn mex() {
    for (expression, result) in [("mex(0,2,4,6)", "1"), ("mex(0,2,4)", "1"), ("mex(0,1,2)", "3"), ("mex(1,2)", "0")] {
        assert_eq!(grundy(&["eval", expression]).out.trim(), result, "{expression}");
    }
}
