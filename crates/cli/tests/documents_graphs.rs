//! What the texts show of graphs and kernels, each by one command.

mod common;

use common::{grundy, grundy_with_input, json};
use serde_json::{Value, json as value};

/// Seven vertices, no odd cycle: what the text says of its figure holds here.
const SEVEN: &str = "v1 v2\nv2 v1\nv1 v3\nv3 v4\nv5 v4\nv6 v4\nv4 v2\nv7 v5\nv7 v6\n";

fn facts(graph: &str, options: &[&str]) -> Value {
    let run = grundy_with_input(&[&["facts", "-", "--format", "json"], options].concat(), graph.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    json(&run.out)
}

fn kernel(graph: &str, options: &[&str]) -> Value {
    let run = grundy_with_input(&[&["kernel", "-", "--format", "json"], options].concat(), graph.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    json(&run.out)
}

/// Row 1: a digraph read with its own names, drawn.
#[test]
fn a_digraph_with_names_of_its_own() {
    let svg = grundy_with_input(&["facts", "-", "--draw", "graph"], SEVEN.as_bytes());
    assert_eq!(svg.code, 0, "{}", svg.err);
    assert!((1..=7).all(|v| svg.out.contains(&format!(">v{v}<"))), "{}", svg.out);
    let found = kernel(SEVEN, &["--all"]);
    assert_eq!(found["kernels"], value!([["v1", "v4", "v7"], ["v2", "v3", "v5", "v6"]]));
}

/// Row 2: paths and distances.
#[test]
fn distances() {
    let path = facts(SEVEN, &["--from", "v7", "--to", "v2"]);
    assert_eq!((&path["path"]["distance"], path["path"]["vertices"].as_array().unwrap().len()), (&3.into(), 4));
    let none = facts(SEVEN, &["--from", "v1", "--to", "v7"]);
    assert_eq!((&none["path"]["distance"], &none["path"]["vertices"]), (&Value::Null, &Value::Null));
    let text = grundy_with_input(&["facts", "-", "--from", "v1", "--to", "v7"], SEVEN.as_bytes()).out;
    assert!(text.contains("no path leads from v1 to v7: the distance is ∞"), "{text}");
    let text = grundy_with_input(&["facts", "-", "--from", "v7", "--to", "v2"], SEVEN.as_bytes()).out;
    assert!(text.contains("v7 → v5 → v4 → v2: the distance from v7 to v2 is 3"), "{text}");
}

/// Row 3: an odd and an even cycle where there are any.
#[test]
fn cycles_of_both_kinds() {
    let even = facts(SEVEN, &[]);
    assert_eq!((&even["odd_cycle"], &even["even_cycle"]), (&Value::Null, &value!(["v1", "v2"])));
    let odd = facts("a b\nb c\nc a\n", &[]);
    assert_eq!((odd["odd_cycle"].as_array().unwrap().len(), &odd["even_cycle"]), (3, &Value::Null));
    let both = facts("a b\nb c\nc a\nc d\nd a\n", &[]);
    assert_eq!(both["odd_cycle"].as_array().unwrap().len(), 3);
    assert_eq!(both["even_cycle"].as_array().unwrap().len(), 4);
}

/// Row 4: degrees in and out, terminal vertices.
#[test]
fn degrees() {
    let found = facts(SEVEN, &[]);
    assert_eq!(found["degrees"]["v4"], value!({"in": 3, "out": 1}));
    assert_eq!(found["terminal"], value!([]));
    assert_eq!(facts("a b\nb c\nd\n", &[])["terminal"], value!(["c", "d"]));
    assert_eq!(found["handshake"], value!({"in": 9, "out": 9, "arcs": 9}));
}

/// Row 5: an acyclic digraph has a terminal vertex; levels by name.
#[test]
fn levels_by_name() {
    let found = kernel("a b\na c\nb c\n", &["--levels"]);
    assert_eq!(found["levels"], value!({"a": 2, "b": 1, "c": 0}));
    let text = grundy_with_input(&["kernel", "-", "--levels"], b"a b\na c\nb c\n").out;
    assert!(text.contains("  level 0     c\n  level 1     b\n  level 2     a\n"), "{text}");
    assert_eq!(kernel("a b\nb a\nb c\n", &["--levels"])["levels"], value!({"a": null, "b": null, "c": 0}));
}

/// Row 6: the induced subgraph without some vertices.
#[test]
fn without_some_vertices() {
    let left = facts(SEVEN, &["--without", "v2,v7"]);
    assert_eq!((&left["vertices"], &left["arcs"]), (&5.into(), &4.into()));
    assert_eq!(left["terminal"], value!(["v4"]));
    assert_eq!(kernel(SEVEN, &["--without", "v2"])["kernel"], value!(["v1", "v4", "v7"]));
    let stranger = grundy(&["facts", "petersen", "--without", "11"]);
    assert_eq!((stranger.code, stranger.err.contains("`11` is not a vertex")), (2, true), "{}", stranger.err);
}

/// Row 7: strong components; the condensation has no cycle.
#[test]
fn strong_components_and_condensation() {
    let found = facts(SEVEN, &[]);
    assert_eq!(found["components"], value!([["v1", "v2", "v3", "v4"], ["v5"], ["v6"], ["v7"]]));
    assert_eq!(found["condensation"], value!([[2, 1], [3, 1], [4, 2], [4, 3]]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("condensation.svg");
    let drawn =
        grundy_with_input(&["facts", "-", "--draw", "condensation", "-o", path.to_str().unwrap()], SEVEN.as_bytes());
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(svg.contains("{v1, v2, v3, v4}") && svg.contains("{v7}"), "{svg}");
}

/// Row 8: the kernel of a strongly connected digraph without odd cycles by even distances.
#[test]
fn richardsons_vertex() {
    let square = "1 2\n2 3\n3 4\n4 1\n";
    let found = kernel(square, &[]);
    assert_eq!(found["kernel"], value!([1, 3]));
    assert_eq!(found["centres"], value!([{"vertex": 1, "distances": {"1": 0, "2": 1, "3": 2, "4": 3}}]));
    let text = grundy_with_input(&["kernel", "-"], square.as_bytes()).out;
    assert!(text.contains("centre      1; distances from it: 0: 1; 1: 2; 2: 3; 3: 4"), "{text}");
}

/// Row 9: a digraph with even cycles and two kernel sequences.
#[test]
fn all_kernel_sequences() {
    let arcs = "v2>v1,v3>v2,v3>v4,v4>v3,v5>v2,v5>v4,v6>v3";
    let run = grundy(&["kernel", arcs, "--sequence", "--all", "--format", "json"]);
    let found = json(&run.out);
    assert_eq!(
        found["sequences"],
        value!([
            {"kernels": [["v1", "v3", "v5"], ["v2", "v4", "v6"]], "rest": []},
            {"kernels": [["v1", "v4", "v6"], ["v2"], ["v3", "v5"]], "rest": []},
        ])
    );
    assert_eq!(found["complete"], true);
    insta::assert_snapshot!(grundy(&["kernel", arcs, "--sequence", "--all"]).out, @r"
    kernel        3 of 6 vertices: v1, v3, v5
      case        no odd cycle
      because     no odd cycle, so there is a kernel (Richardson): in each strong component, sinks first, peel what is forced and take one of the two colours of the rest
      sequence 1
      K0          v1, v3, v5
      K1          v2, v4, v6
      sequence 2
      K0          v1, v4, v6
      K1          v2
      K2          v3, v5
      listed      all of them
      drawn       v3, v4, v5, v6 (left when all that is forced is peeled off)
      centre      v3; distances from it: 0: v3; 1: v4
    ");
}

/// Row 11: Sprague-Grundy labels by name, in text, JSON and picture.
#[test]
fn labels_by_name() {
    let graph = "digraph { a -> b; a -> c; b -> c; d -> a; d -> c }";
    let found = kernel(graph, &["--labels"]);
    assert_eq!(found["labels"], value!({"a": 2, "b": 1, "c": 0, "d": 1}));
    let text = grundy_with_input(&["kernel", "-", "--labels"], graph.as_bytes()).out;
    assert!(text.contains("  label 0     c\n  label 1     b, d\n  label 2     a\n"), "{text}");
    let svg = grundy_with_input(&["kernel", "-", "--labels", "--format", "svg"], graph.as_bytes()).out;
    assert!(svg.contains("a: 2") && svg.contains("c: 0"), "{svg}");
}

/// Row 34: Eulerian digraphs: the test, its reason, and a circuit built by joining circuits.
#[test]
fn eulerian_digraphs() {
    let joined = facts("a b\nb a\nb c\nc d\nd b\n", &["--steps"]);
    assert_eq!(joined["euler"]["circuit"].as_array().unwrap().len(), 6);
    let steps = joined["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[0]["circuit"], value!(["a", "b", "a"]));
    assert_eq!(steps[1]["circuit"], value!(["b", "c", "d", "b"]));
    assert_eq!(steps[1]["joined"], value!(["a", "b", "c", "d", "b", "a"]));
    let unbalanced = facts("a b\nb c\n", &[]);
    assert_eq!(unbalanced["euler"], value!({"circuit": null, "reason": "vertex a has in-degree 0 and out-degree 1"}));
    let apart = facts("a b\nb a\nc d\nd c\n", &[]);
    assert_eq!(apart["euler"]["reason"], "nothing connects a and c, where arcs or edges meet");
    let undirected = facts("1 2\n2 3\n3 1\n", &["--undirected"]);
    assert_eq!(undirected["euler"]["circuit"], value!([1, 2, 3, 1]));
    let odd = json(&grundy(&["facts", "petersen", "--format", "json"]).out);
    assert_eq!(odd["euler"]["reason"], "vertex 1 has 3 edges, an odd number");
    assert_eq!(odd["handshake"]["odd"].as_array().unwrap().len(), 10);
}

/// Sides of bipartite graphs, as the theorem on Chomp uses them.
#[test]
fn both_sides() {
    let banner = json(&grundy(&["facts", "banner", "--format", "json"]).out);
    assert_eq!(banner["sides"], value!([[1, 3], [2, 4, 5]]));
    assert_eq!(banner["even_cycle"].as_array().unwrap().len(), 4);
    assert_eq!(json(&grundy(&["facts", "cycle(5)", "--format", "json"]).out)["sides"], Value::Null);
}

/// Drawn vertices are what is left when everything forced is peeled off.
#[test]
fn drawn_vertices() {
    let found = kernel("a b\nb a\nb c\nc d\n", &[]);
    assert_eq!(found["drawn"], value!(["a", "b"]));
    assert_eq!(kernel("a b\nb a\nb c\n", &[])["drawn"], value!([]));
    assert_eq!(kernel("a b\n", &[]).get("drawn"), None);
}

/// A proof about a graph with names of its own is checked.
#[test]
fn certificates_of_named_graphs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.txt");
    let path = path.to_str().unwrap();
    for position in
        ["chomp:a-b,b-c,c-a,c-d,d-e,e-a", "kayles:x%40y-2,2-3,3-x%40y,3-4,4-10", "digraph:a>b%20c,b%20c>d,a>d@a"]
    {
        let solved = grundy(&["solve", position, "--certificate", path]);
        assert_eq!(solved.code, 0, "{position}: {}", solved.err);
        let checked = grundy(&["check", path]);
        assert_eq!(checked.code, 0, "{position}: {}{}", checked.out, checked.err);
    }
    let merged = grundy(&["graph", "chomp:a-b,b-c,c-a", "--merge", "--format", "json"]);
    let states = json(&merged.out);
    for state in states["positions"].as_array().unwrap() {
        let again = grundy(&["solve", state["position"].as_str().unwrap()]);
        assert_eq!(again.code, 0, "{state}: {}", again.err);
    }
}

/// The Node Kayles graph of a formula with moves called after its literals.
#[test]
fn kayles_of_a_formula_by_name() {
    let formula = "E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)";
    let named = grundy(&["reduce", formula, "--to", "kayles", "--format", "named"]).out;
    let solved = json(&grundy(&["solve", named.trim(), "--format", "json"]).out);
    let plain = grundy(&["reduce", formula, "--to", "kayles"]).out;
    let same = json(&grundy(&["solve", plain.trim(), "--format", "json"]).out);
    assert_eq!(solved["outcome"], same["outcome"]);
    let moves: Vec<&str> =
        solved["winning_moves"].as_array().unwrap().iter().map(|found| found["move"].as_str().unwrap()).collect();
    assert!(moves.iter().any(|label| label.starts_with("vertex x1")), "{moves:?}");
}

/// The families, each with a sentence and a command that draws it.
#[test]
fn families_are_listed() {
    let text = grundy(&["graphs"]).out;
    assert!(text.contains("petersen") && text.contains("grundy draw 'chomp:grid(3,4)' -o grid.svg"), "{text}");
    let all = json(&grundy(&["graphs", "--format", "json"]).out);
    assert!(all.as_array().unwrap().len() >= 55);
    let typo = grundy(&["graphs", "petersem"]);
    assert_eq!((typo.code, typo.err.contains("did you mean `petersen`?")), (2, true));
}

/// Files larger than the memory budget allows, and files without end, are refused.
#[test]
fn files_are_bounded() {
    for arguments in
        [["solve", "chomp:@/dev/zero"], ["kernel", "/dev/zero"], ["facts", "/dev/zero"], ["solve", "poset:@/dev/zero"]]
    {
        let run = grundy(&[&arguments[..], &["--memory", "8MiB"]].concat());
        assert_eq!(run.code, 2, "{arguments:?} {}", run.err);
        assert!(run.err.contains("memory budget"), "{}", run.err);
    }
    let large = grundy(&["solve", "chomp:complete(99999999999999999999)"]);
    assert_eq!(large.code, 2, "{}", large.err);
}
