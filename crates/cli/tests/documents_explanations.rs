//! What the texts argue, each by one command.

mod common;

use common::{grundy, json};

/// The lines of an explanation.
fn explained(arguments: &[&str]) -> Vec<String> {
    let run = grundy(&[&["explain"], arguments].concat());
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
    run.out.lines().map(|line| line.trim().to_owned()).collect()
}

fn holds(lines: &[String], words: &str) {
    assert!(lines.iter().any(|line| line.contains(words)), "{words:?} is not in {lines:#?}");
}

/// Row 10: misère play is the kernel of the graph without its terminal vertices.
#[test]
fn misere_by_the_pruned_graph() {
    let lines = explained(&["subtract(1,2):7", "--play", "misere"]);
    holds(&lines, "the lost positions are the kernel of the state graph without its terminal positions");
    holds(&lines, "the state graph has 8 positions, 1 of them terminal; the kernel of the other 7 has 3");
    assert_eq!(lines.last().unwrap(), "the second player wins");
    let svg = grundy(&["draw", "subtract(1,2):7", "--what", "graph", "--prune", "--play", "misere"]).out;
    assert_eq!(svg.matches("class=\"node").count(), 7, "{svg}");
    let nim = explained(&["nim:1,2", "--play", "misere"]);
    holds(&nim, "misère, one heap above 1: cut it to");
    holds(&nim, "⊕   1 1 = 3");
}

/// Rows 12 and 27: equal heaps are copied.
#[test]
fn equal_heaps_by_copying() {
    let two = explained(&["nim:3,3"]);
    holds(&two, "copying (Tweedledum and Tweedledee)");
    holds(&two, "component 1 with component 2, both nim:3");
    holds(&two, "against take 1 from heap 1 (or take 1 from heap 2, which comes to the same): take 1 from heap 2");
    assert_eq!(two.last().unwrap(), "the second player wins");
    let four = explained(&["nim:5,5,5,5"]);
    holds(&four, "component 1 with component 2, both nim:5; component 3 with component 4, both nim:5");
}

/// Rows 13 and 14: both sides, handshakes and the vertex they promise.
#[test]
fn bipartite_chomp() {
    let odd = explained(&["chomp:banner"]);
    holds(&odd, "every edge joins {1, 3} and {2, 4, 5}");
    holds(&odd, "5 vertices and 5 edges: the nimber is (5 mod 2) + 2 (5 mod 2) = 3");
    holds(&odd, "some vertex has odd degree: {1, 5}");
    holds(&odd, "win by vertex 1; vertex 5");
    let even = explained(&["chomp:path(3)"]);
    holds(&even, "(handshakes)");
    holds(&even, "some have even degree: {2}");
    let edge = explained(&["chomp:path(4)"]);
    holds(&edge, "taking any edge leaves both numbers even");
    let lost = explained(&["chomp:cycle(4)"]);
    holds(&lost, "both numbers are even");
    assert_eq!(lost.last().unwrap(), "the second player wins");
}

/// Row 15: Chomp on five vertices and five edges is won by the two vertices of odd degree.
#[test]
fn two_vertices_of_odd_degree() {
    let answer = json(&grundy(&["solve", "chomp:banner", "--format", "json"]).out);
    let moves: Vec<&str> =
        answer["winning_moves"].as_array().unwrap().iter().map(|found| found["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["vertex 1", "vertex 5"]);
    let dot = grundy(&["graph", "chomp:a-b,b-c,c-d,d-a,a-e", "--format", "dot"]).out;
    assert!(dot.contains("a-b,b-c,c-d,d-a,a-e") || dot.contains("a-b"), "{dot}");
}

/// Row 19: Nim and Chomp side by side, in binary, with all winning moves.
#[test]
fn a_sum_in_binary() {
    let lines = explained(&["nim:3,2 + chomp:banner"]);
    holds(&lines, "1 = 0 1");
    holds(&lines, "3 = 1 1");
    holds(&lines, "⊕   1 0 = 2");
    holds(&lines, "nim:3,2 must change from 1 to 1 ⊕ 2 = 3: nim: take 2 from heap 1, nim: take 2 from heap 2");
    holds(&lines, "chomp:banner must change from 3 to 3 ⊕ 2 = 1");
    holds(&lines, "2 parts are each won for whoever starts: their nimbers decide the sum");
    assert_eq!(lines.last().unwrap(), "the first player wins");
}

/// Row 18 in words: what won and lost parts mean for a sum.
#[test]
fn won_and_lost_parts() {
    holds(&explained(&["nim:1,1 + nim:2,2"]), "each part alone is lost for whoever starts, and so is the sum");
    holds(&explained(&["nim:1,1 + nim:2"]), "nim:2 alone is won for whoever starts and the rest is lost");
}

/// Row 29: A + A is lost by copying, at once.
#[test]
fn twins_cancel() {
    let lines = explained(&["cram:3x3 + cram:3x3"]);
    holds(&lines, "equal components cancel");
    assert_eq!(lines.last().unwrap(), "the second player wins");
    // Nothing has to be searched, however large the board.
    let large = grundy(&["solve", "cram:7x7 + cram:7x7", "--positions", "1000"]);
    assert_eq!(large.code, 0, "{}", large.err);
    assert!(large.out.starts_with("second wins"), "{}", large.out);
}

/// Row 31: the painted bar of seven squares.
#[test]
fn the_painted_bar() {
    let lines = explained(&["paint(2):7"]);
    holds(&lines, "mex(0,2) = 1");
    assert_eq!(lines.last().unwrap(), "the first player wins");
    assert!(!lines.iter().any(|line| line.contains("take 0")), "{lines:?}");
    let eight = explained(&["paint(2):8"]);
    holds(&eight, "the middle move: take 2 and leave 3+3; then answer every move by its mirror image");
    let split = explained(&["grundy:7"]);
    assert!(!split.iter().any(|line| line.contains("take 0")), "{split:?}");
}

/// Row 32: the coin game under the other play rule.
#[test]
fn coins_under_misere_play() {
    let lines = explained(&["coins(4):21", "--play", "misere"]);
    holds(
        &lines,
        "whoever finds a single coin has won. The game in which taking the last coin wins is subtract(1-4):21",
    );
    assert_eq!(lines.last().unwrap(), "the first player wins");
}

/// Symmetry with the pairing shown.
#[test]
fn even_boards_by_the_half_turn() {
    let lines = explained(&["cram:4x4"]);
    holds(&lines, "cells with the same letter change places under the half turn");
    for row in ["a b c d", "e f g h", "h g f e", "d c b a"] {
        holds(&lines, row);
    }
    let odd = explained(&["cram:4x5"]);
    holds(&odd, "f g * h i");
    holds(&odd, "i h * g f");
    holds(&odd, "the first player takes the middle, c2-c3");
}

/// Row 42: the simplest number.
#[test]
fn the_simplest_number() {
    let lines = explained(&["{-2|1}"]);
    holds(&lines, "{-2|1} in its shortest form is 0");
    holds(&lines, "the simplest number between -2 and 1: 0, born on day 0");
    holds(&lines, "-1 on day 1");
    assert_eq!(lines.last().unwrap(), "the second player wins");
    let half = explained(&["{0|1}"]);
    holds(&half, "the simplest number between 0 and 1: 1/2, born on day 2");
    let hot = explained(&["{3|-1}"]);
    holds(&hot, "if Left starts, play comes to the number 3, if Right starts, to -1");
    holds(&hot, "confused with every number between them");
    holds(&explained(&["cake:3x5"]), "number avoidance");
}

/// Row 44: a number with a star.
#[test]
fn starred_numbers() {
    holds(&explained(&["2*"]), "2* is read as 2 + *, a number and a star; the heap of 2 in Nim is written *2");
    let run = grundy(&["eval", "2*"]);
    assert_eq!((run.out.trim(), run.err.contains("2* is read as 2 + *")), ("2*", true), "{}", run.err);
}

/// Searched positions have a strategy, its moves gathered by symmetry.
#[test]
fn petersen_for_a_class() {
    let lines = explained(&["chomp:petersen"]);
    holds(&lines, "vertex 1 (one of 10 moves that come to the same) → *");
    holds(&lines, "win by edge 1-2 (one of 15 moves that come to the same)");
    holds(&lines, "after edge 1-2:");
    assert!(lines.iter().any(|line| line.starts_with("against vertex ")), "{lines:#?}");
    assert!(lines.len() <= 60, "{} lines", lines.len());
    let deep = explained(&["chomp:petersen", "--depth", "2"]);
    assert!(deep.len() > lines.len());
}

/// Lost positions say why each kind of move fails, in partisan games too.
#[test]
fn lost_positions_are_refuted() {
    let lines = explained(&["domineering:2x4"]);
    holds(&lines, "when Left starts, Right has an answer:");
    assert_eq!(lines.last().unwrap(), "Right wins, whoever starts");
    let replies = lines.iter().filter(|line| line.starts_with("against ") || line.ends_with(" ends the game")).count();
    assert!(replies >= 2, "{lines:#?}");
}

/// A whole strategy as text, JSON and a page.
#[test]
fn whole_strategies() {
    let folder = tempfile::tempdir().unwrap();
    for (position, end) in [("chomp:cycle(5)", "json"), ("bar:3x4", "txt"), ("domineering:2x4", "html")] {
        let path = folder.path().join(format!("strategy.{end}"));
        let run = grundy(&["explain", position, "--strategy", path.to_str().unwrap()]);
        assert_eq!(run.code, 0, "{}", run.err);
        let text = std::fs::read_to_string(path).unwrap();
        match end {
            "json" => {
                let all = json(&text);
                let strategy = &all["strategies"][0];
                assert_eq!(strategy["complete"], true);
                let pages = strategy["pages"].as_array().unwrap();
                for reply in pages.iter().flat_map(|page| page["replies"].as_array().unwrap()) {
                    let next = reply["page"].as_u64();
                    assert!(next.is_none_or(|next| (1..=pages.len() as u64).contains(&next)), "{reply}");
                    let to = reply["answer"]["to"].as_str().unwrap();
                    let solved = json(&grundy(&["solve", to, "--format", "json"]).out);
                    assert_eq!(solved["outcome"], "second", "{reply}");
                }
            }
            "txt" => assert!(text.contains("1. bar:") && text.contains("against eat"), "{text}"),
            _ => assert!(text.contains("<svg") && text.contains("Right, who starts, wins by"), "{text}"),
        }
    }
    let wrong = grundy(&["explain", "nim:1", "--strategy", "strategy.doc"]);
    assert_eq!((wrong.code, wrong.err.contains(".txt, .json or .html")), (2, true), "{}", wrong.err);
}
