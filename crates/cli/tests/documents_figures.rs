//! What the texts draw, each by one command.

mod common;

use common::{grundy, json};

fn drawn(position: &str, what: &str, more: &[&str]) -> String {
    let run = grundy(&[&["draw", position, "--what", what], more].concat());
    assert_eq!(run.code, 0, "{position} {what}: {}", run.err);
    run.out
}

/// Row 17: Hasse diagrams of Nim and of Chomp, from the position.
#[test]
fn hasse_diagrams() {
    let nim = drawn("nim:3,2,4", "hasse", &[]);
    assert!(["1.1", "1.3", "2.2", "3.4"].iter().all(|name| nim.contains(&format!(">{name}<"))), "{nim}");
    let chomp = drawn("chomp:banner", "hasse", &[]);
    assert!([">1<", ">5<", ">1-2<", ">1-5<"].iter().all(|name| chomp.contains(name)), "{chomp}");
    assert!(drawn("bar:2x3", "hasse", &[]).contains(">2,3<"));
    let refused = grundy(&["draw", "wythoff:3,4", "--what", "hasse"]);
    assert_eq!((refused.code, refused.err.contains("is not drawn as a partial order")), (2, true), "{}", refused.err);
}

/// Row 21: the Node Kayles graph of a formula with names.
#[test]
fn the_graph_of_a_formula() {
    let svg = drawn("E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)", "kayles", &[]);
    assert!(["x1", "¬x1", "y(2,1)", "clause 3"].iter().all(|name| svg.contains(&format!(">{name}<"))), "{svg}");
}

/// Row 22: the state graph of Chomp on the triangle.
#[test]
fn the_triangle() {
    let svg = drawn("chomp:complete(3)", "graph", &[]);
    assert_eq!(svg.matches("class=\"node").count(), 18);
    let counted = grundy(&["graph", "chomp:complete(3)"]).out;
    assert!(counted.contains("positions   18") && counted.contains("every position for itself"), "{counted}");
    let merged = grundy(&["graph", "chomp:complete(3)", "--merge"]).out;
    assert!(merged.contains("positions   8") && merged.contains("images of each other, once"), "{merged}");
    let named = drawn("chomp:complete(3)", "graph", &["--nodes", "names"]);
    assert!(named.contains(">1-2,2-3<") && !svg.contains(">1-2,2-3<"), "{named}");
}

/// Row 35: the kernel of 21 matches, by its members.
#[test]
fn the_kernel_of_21_matches() {
    let text = grundy(&["graph", "subtract(1-4):21"]).out;
    let members = text.lines().find(|line| line.trim_start().starts_with("members")).unwrap();
    for heap in ["0", "5", "10", "15", "20"] {
        assert!(members.contains(&format!("subtract(1-4):{heap}")), "{members}");
    }
    let all = json(&grundy(&["graph", "subtract(1-4):21", "--format", "json"]).out);
    let kernel: Vec<&str> = all["kernel"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| all["positions"][number.as_u64().unwrap() as usize]["position"].as_str().unwrap())
        .collect();
    assert_eq!(kernel.len(), 5);
    assert!(kernel.contains(&"subtract(1-4):15"), "{kernel:?}");
}

const CUBES: &str = "B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G";

/// Rows 36 and 37: nets, factors and columns; arrangements against pairs of factors.
#[test]
fn coloured_cubes() {
    let svg = drawn(CUBES, "cubes", &[]);
    for caption in ["cube 4", "Opposite faces", "Factor 5"] {
        assert!(svg.contains(caption), "{caption}");
    }
    let text = grundy(&["cubes", "--pairs", CUBES]).out;
    assert!(
        text.contains("trying 24^4 = 331776 ways to stack the cubes, 10 pairs of the 5 factors were compared"),
        "{text}"
    );
    let all = json(&grundy(&["cubes", "--pairs", CUBES, "--format", "json"]).out);
    assert_eq!((&all["arrangements"], &all["pairs_of_factors"]), (&331_776.into(), &10.into()));
    let solutions = all["solutions"].as_array().unwrap().len();
    assert!(svg.matches("factors ").count() >= solutions);
}

/// Row 38: the diagram of words and its circuit.
#[test]
fn de_bruijns_diagram() {
    let svg = drawn("2,3", "debruijn", &[]);
    for label in ["1: 000", "2: 001", "3: 010", "4: 101", "5: 011", "6: 111", "7: 110", "8: 100"] {
        assert!(svg.contains(&format!(">{label}<")), "{label} {svg}");
    }
    let windows = grundy(&["bracelet", "--colours", "2", "--window", "3", "--windows"]).out;
    assert_eq!(
        windows.split_whitespace().collect::<Vec<_>>(),
        ["000", "001", "010", "101", "011", "111", "110", "100"]
    );
    assert_eq!(grundy(&["draw", "9,9", "--what", "debruijn"]).code, 2);
}

/// Row 43: the tree of the first days.
#[test]
fn the_tree_of_numbers() {
    let svg = drawn("3", "surreal", &[]);
    for number in ["0", "1", "-1", "2", "1/2", "-1/2", "3", "3/2", "3/4", "1/4", "-3/4"] {
        assert!(svg.contains(&format!(">{number}<")), "{number} {svg}");
    }
    assert_eq!(svg.matches("<circle").count(), 15);
    assert!(svg.contains("day 3"), "{svg}");
    assert_eq!(grundy(&["draw", "99", "--what", "surreal"]).code, 2);
}

/// Pictures for papers: PDF and TikZ.
#[test]
fn vectors_for_papers() {
    let folder = tempfile::tempdir().unwrap();
    for end in ["pdf", "tex"] {
        let path = folder.path().join(format!("triangle.{end}"));
        let run = grundy(&["draw", "chomp:complete(3)", "--what", "graph", "-o", path.to_str().unwrap()]);
        assert_eq!(run.code, 0, "{}", run.err);
        let bytes = std::fs::read(path).unwrap();
        let start = if end == "pdf" { &b"%PDF-1.4"[..] } else { b"\\begin{tikzpicture}" };
        assert!(bytes.starts_with(start), "{end}");
    }
}
