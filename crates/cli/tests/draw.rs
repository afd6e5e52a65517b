//! Drawing as a user would try it.

mod common;

use common::grundy;
use roxmltree::Document;

fn attributes(svg: &str, name: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    document.descendants().filter_map(|node| node.attribute(name)).map(str::to_owned).collect()
}

#[test]
fn a_board_carries_every_move() {
    let run = grundy(&["draw", "nim:2,1"]);
    assert_eq!(run.code, 0);
    let mut moves = attributes(&run.out, "data-move");
    moves.sort();
    assert_eq!(moves, ["take 1 from heap 1", "take 1 from heap 2", "take 2 from heap 1"]);
}

#[test]
fn a_sum_names_its_parts() {
    let run = grundy(&["draw", "nim:1 + coins(2):1"]);
    let mut moves = attributes(&run.out, "data-move");
    moves.sort();
    let listed = grundy(&["moves", "nim:1 + coins(2):1", "--format", "json"]);
    let mut expected: Vec<String> = common::json(&listed.out)["moves"]
        .as_array()
        .expect("a list of moves")
        .iter()
        .map(|found| found["move"].as_str().expect("a name").to_owned())
        .collect();
    expected.sort();
    assert_eq!(moves, expected);
}

#[test]
fn the_state_graph_has_every_position_and_its_kernel() {
    // Take one or two from five: the kernel is 0 and 3.
    let run = grundy(&["draw", "subtract(1,2):5", "--what", "graph"]);
    assert_eq!(run.code, 0);
    let mut names = attributes(&run.out, "aria-label");
    names.sort();
    assert_eq!(names, ["0 = 0, in the kernel", "1 = *", "2 = *2", "3 = 0, in the kernel", "4 = *", "5 = *2"]);
    // Misère: the last to take loses, so 1 and 4 are lost for the player to move.
    let run = grundy(&["draw", "subtract(1,2):5", "--what", "graph", "--play", "misere"]);
    let lost = attributes(&run.out, "aria-label").into_iter().filter(|name| name.ends_with("kernel")).count();
    assert_eq!(lost, 2);
}

#[test]
fn large_graphs_are_drawn_in_part_with_right_values() {
    let run = grundy(&["draw", "nim:9,9,9", "--what", "graph", "--most", "30"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Only the 30 positions nearest to the start"));
    for name in attributes(&run.out, "aria-label") {
        let (heaps, value) = name.split_once(" = ").expect("a name and a value");
        let sum = heaps.split(',').fold(0u64, |sum, heap| sum ^ heap.parse::<u64>().expect("a heap"));
        let expected = match sum {
            0 => "0, in the kernel".to_owned(),
            1 => "*".to_owned(),
            _ => format!("*{sum}"),
        };
        assert_eq!(value, expected, "{heaps}");
    }
}

#[test]
fn the_tree_follows_best_play() {
    let run = grundy(&["draw", "subtract(1,2):4", "--what", "tree"]);
    assert_eq!(run.code, 0);
    // 4, its options 3 and 2; best is 3; its options 2 and 1; on with 1 or 2 to 0.
    assert!(run.out.contains("of weight 1"));
    assert!(attributes(&run.out, "data-node").contains(&"subtract(1,2):0".to_owned()));
}

#[test]
fn files_by_their_ending() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, start) in
        [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.html", b"<!DOCTYPE html>"), ("a.txt", b"heap 1: | |")]
    {
        let path = folder.path().join(name);
        let run = grundy(&["draw", "nim:2,1", "-o", path.to_str().expect("a plain name")]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
        assert!(std::fs::read(&path).expect("the file was written").starts_with(start), "{name}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (arguments, code, words) in [
        (&["nim:1", "-o", "x.gif"][..], 2, ".svg, .png, .pdf, .tex, .html or .txt"),
        (&["nim:1", "-o", "no/such/folder/x.svg"], 1, "cannot write"),
        (&["nim:1", "--what", "graph", "-o", "x.txt"], 2, "only boards"),
        (&["nim:1", "--what", "graph", "--most", "0"], 2, "at least 1"),
        (&["nmi:1"], 2, "did you mean `nim`"),
        (&["nim:50,50,50", "--what", "graph", "--positions", "100"], 3, "positions"),
    ] {
        let run = grundy(&[&["draw"], arguments].concat());
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn thermographs_are_drawn() {
    let run = grundy(&["draw", "domineering:3x4", "--what", "thermograph"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let svg = roxmltree::Document::parse(&run.out).expect("the drawing is well-formed");
    assert_eq!(svg.root_element().tag_name().name(), "svg");
}

#[test]
fn sequences_and_cubes_are_drawn() {
    let run = grundy(&["draw", "octal(0.77)", "--what", "sequence", "--to", "150"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("period 12 from heap 71"), "the period is marked");
    let cubes = "B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G";
    let run = grundy(&["draw", cubes, "--what", "cubes"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(Document::parse(&run.out).is_ok() && run.out.contains("Factor 5") && !run.out.contains("Factor 6"));
    for (arguments, words) in [(["octal(0.9z)", "sequence"], "digit"), (["B-G", "cubes"], "cube")] {
        let run = grundy(&["draw", arguments[0], "--what", arguments[1]]);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn the_tree_of_a_partisan_game_takes_turns() {
    // Left, who starts, wins by cutting the blue edge under two reds; Right can then only cut the green one.
    let run = grundy(&["draw", "hackenbush:(l(r;r);le)", "--what", "tree"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let nodes = attributes(&run.out, "data-node");
    assert!(nodes.contains(&"hackenbush:l".to_owned()) && nodes.contains(&"hackenbush:G".to_owned()), "{nodes:?}");
}
