//! The commands on bare graphs as a user would try them.

mod common;

use common::{grundy, grundy_with_input, json};
use std::io::Write;

fn file(content: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(content.as_bytes()).expect("written");
    file
}

fn kernel(content: &str, options: &[&str]) -> serde_json::Value {
    let run = grundy_with_input(&[&["kernel", "-", "--format", "json"], options].concat(), content.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    json(&run.out)
}

#[test]
fn kernels_of_each_case() {
    let acyclic = kernel("1 2\n2 3\n", &["--count", "--labels", "--levels"]);
    assert_eq!(acyclic["case"], "acyclic");
    assert_eq!(acyclic["kernel"], serde_json::json!([1, 3]));
    assert_eq!(acyclic["count"], 1);
    assert_eq!(acyclic["labels"], serde_json::json!({"1": 0, "2": 1, "3": 0}));
    assert_eq!(acyclic["levels"], serde_json::json!({"1": 2, "2": 1, "3": 0}));
    let even = kernel("p dg 4 4\n1 2\n2 3\n3 4\n4 1\n", &["--count", "--all", "--sequence"]);
    assert_eq!((&even["case"], &even["count"]), (&"no odd cycle".into(), &2.into()));
    assert_eq!(even["kernels"], serde_json::json!([[1, 3], [2, 4]]));
    assert_eq!(even["sequence"].as_array().unwrap().len(), 2);
    let odd = kernel("0 1\n1 2\n2 0\n", &["--count"]);
    assert_eq!((&odd["case"], &odd["count"]), (&"general".into(), &0.into()));
    assert!(odd["kernel"].is_null() && odd["odd_cycle"].as_array().unwrap().len() == 3);
    assert_eq!((&odd["vertices"], &odd["arcs"]), (&3.into(), &3.into()));
    let nothing = kernel("", &[]);
    assert_eq!((&nothing["vertices"], &nothing["kernel"]), (&0.into(), &serde_json::json!([])));
}

#[test]
fn the_kernel_for_people() {
    insta::assert_snapshot!(grundy_with_input(&["kernel", "-", "--count"], b"digraph { a -> b -> c -> a; d -> a }").out, @r"
    no kernel     4 vertices, 4 arcs
      case        general
      odd cycle   a, b, c
      because     odd cycles: 0 vertices are forced, 3 were left to the search, which proved that they have no kernel
      count       0
      drawn       a, b, c, d (left when all that is forced is peeled off)
    ");
    insta::assert_snapshot!(grundy_with_input(&["kernel", "-", "--sequence"], b"1 2\n1 3\n2 3\n").out, @r"
    kernel        1 of 3 vertices: 3
      case        acyclic
      because     no cycle, so the kernel is unique: a vertex is in it exactly when no successor is
      K0          3
      K1          2
      K2          1
    ");
}

#[test]
fn sets_are_checked() {
    let check = |set: &str| grundy_with_input(&["kernel", "-", "--check", set], b"1 2\n2 3\n3 4\n4 1\n").out;
    insta::assert_snapshot!(check("1,3"), @"a kernel      no arc inside, and every vertex outside has an arc into it");
    insta::assert_snapshot!(check("{1 2}"), @"not a kernel  an arc leads from member 1 to member 2");
    insta::assert_snapshot!(check("1"), @"not a kernel  vertex 2 has no arc into the set");
    let stranger = grundy_with_input(&["kernel", "-", "--check", "9"], b"1 2\n");
    assert_eq!((stranger.code, stranger.err.contains("`9` is not a vertex")), (2, true));
}

#[test]
fn bad_files_are_clear_answers() {
    let error = |content: &str, options: &[&str]| {
        let run = grundy_with_input(&[&["kernel", "-"], options].concat(), content.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        run.err
    };
    assert!(error("1 2\nx y z\n", &[]).contains("line 2: expected the end of the line after two vertices, found `z`"));
    assert!(error("1 2\n2 1\n", &["--labels"]).contains("labels need a digraph without cycles"));
    assert!(error("1 2\n", &["--input", "elvish"]).contains("expected one of edges, matrix"));
    assert!(error(&"garbage\n".repeat(100_000), &[]).contains("line 2: a second graph"));
    let missing = grundy(&["kernel", "no/such/file"]);
    assert_eq!((missing.code, missing.err.contains("cannot read `no/such/file`")), (2, true));
    let slow = grundy_with_input(&["kernel", "-", "--time", "0s"], b"1 2\n2 3\n3 1\n");
    assert_eq!(slow.code, 3);
    assert!(format!("{}{}", slow.out, slow.err).contains("out of time"), "{}{}", slow.out, slow.err);
}

#[test]
fn kernels_are_drawn_and_written() {
    let content = file("1 2\n2 1\n2 3\n");
    let path = content.path().to_str().unwrap();
    let svg = grundy(&["kernel", path, "--format", "svg"]).out;
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let dot = grundy(&["kernel", path, "--format", "dot"]).out;
    assert!(dot.contains("\"1\" [shape=doublecircle];") && dot.contains("\"2\" -> \"3\";"));
    assert_eq!(kernel(&dot, &[])["kernel"], serde_json::json!([1, 3]));
}

#[test]
fn bracelets() {
    let bracelet = |options: &[&str]| grundy(&[&["bracelet"], options].concat());
    assert_eq!(bracelet(&["--colours", "2", "--window", "4"]).out, "0000100110101111\n");
    assert_eq!(bracelet(&["--colours", "2", "--window", "3", "--all"]).out, "00010111\n00011101\n");
    assert_eq!(bracelet(&["--colours", "2", "--window", "2", "--symbols", "ab"]).out, "aabb\n");
    assert_eq!(bracelet(&["--colours", "4", "--window", "3", "--count"]).out, "189321481108517289984\n");
    assert_eq!(bracelet(&["--colours", "2", "--window", "2", "--bytes"]).out, "\0\0\u{1}\u{1}");
    assert_eq!(bracelet(&["--colours", "40", "--window", "1"]).out.split(' ').count(), 40);
    let through = bracelet(&["--colours", "3", "--window", "3", "--through", "euler"]).out;
    let checked = bracelet(&["--colours", "3", "--window", "3", "--check", through.trim()]);
    assert_eq!(checked.out, "correct       27 beads, no window repeats: a longest one\n");
    insta::assert_snapshot!(bracelet(&["--colours", "2", "--window", "2", "--check", "00110"]).out, @"repeats       the window 00 starts at beads 1 and 5");
    let answer = json(&bracelet(&["--colours", "2", "--window", "3", "--format", "json"]).out);
    assert_eq!((&answer["length"], &answer["bracelet"]), (&8.into(), &"00010111".into()));
    let long = bracelet(&["--colours", "2", "--window", "63"]);
    assert_eq!((long.code, long.err.contains("at most 2^62")), (2, true));
    assert_eq!(bracelet(&["--colours", "2", "--window", "3", "--check", "0012"]).code, 2);
    assert_eq!(bracelet(&["--colours", "0", "--window", "3"]).code, 2);
}

#[test]
fn cubes() {
    let four = "B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G";
    insta::assert_snapshot!(grundy(&["cubes", "--pairs", four]).out, @r"
    2 solutions   4 cubes, 4 colours
      factor 1    1: B-G, 2: B-V, 3: N-G, 4: V-N
      factor 2    1: G-G, 2: B-N, 3: B-V, 4: V-N
      factor 3    1: B-V, 2: B-G, 3: N-G, 4: V-N
      factor 4    1: B-V, 2: B-V, 3: N-N, 4: G-G
      factor 5    1: B-V, 2: B-V, 3: N-G, 4: N-G
      factors 2 and 4 have no edge in common:
        cube 1      front G, back G, left B, right V
        cube 2      front B, back N, left V, right B
        cube 3      front V, back B, left N, right N
        cube 4      front N, back V, left G, right G
      factors 2 and 5 have no edge in common:
        cube 1      front G, back G, left B, right V
        cube 2      front B, back N, left V, right B
        cube 3      front V, back B, left N, right G
        cube 4      front N, back V, left G, right N
      because     of its 5 canonical factors (one edge a cube, every colour twice), 2 pairs have no edge in common: one gives front and back, the other left and right
      instead of  trying 24^4 = 331776 ways to stack the cubes, 10 pairs of the 5 factors were compared
    ");
    let answer = json(&grundy(&["cubes", "--pairs", four, "--format", "json"]).out);
    assert_eq!((answer["factors"].as_array().unwrap().len(), answer["solutions"].as_array().unwrap().len()), (5, 2));
    let svg = grundy(&["cubes", "--pairs", four, "--draw"]).out;
    assert!(svg.starts_with("<svg") && svg.contains("Factor 5"));
    let none = grundy(&["cubes", "--pairs", "A-A,A-A,A-A; A-A,A-A,A-B"]);
    assert_eq!((none.code, none.out.starts_with("no solution")), (0, true), "{}", none.out);
    let bad = grundy(&["cubes", "--pairs", "A-B,B-C"]);
    assert_eq!((bad.code, bad.err.contains("3 pairs of opposite faces")), (2, true));
    assert_eq!(grundy(&["cubes"]).code, 2);
}
