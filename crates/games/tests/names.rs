//! Vertices are called as the user called them: in every file format, through moves and back.

use grundy_budget::Budget;
use grundy_game::{FileError, Files, NoFiles, Player};
use grundy_games::parse;
use grundy_graph::format::{Format, read_digraph, read_graph, write_digraph, write_graph};
use grundy_graph::kernel::{check_kernel, find_kernel};
use grundy_graph::names::Names;
use grundy_graph::{Digraph, Graph, acyclic};
use grundy_solve::{Position, Subject};
use proptest::prelude::*;
use std::collections::BTreeSet;

struct OneFile(String);

impl Files for OneFile {
    fn read(&self, _: &str) -> Result<Vec<u8>, FileError> {
        Ok(self.0.as_bytes().to_vec())
    }
}

fn read(text: &str, files: &dyn Files) -> Position {
    parse(text, files).unwrap_or_else(|error| panic!("{text}: {}", error.render()))
}

fn labels(subject: &dyn Subject, player: Player) -> BTreeSet<String> {
    subject.moves(player).unwrap().into_iter().map(|found| found.label).collect()
}

/// A graph as a person has it: names, and edges between names.
#[derive(Clone, Debug)]
struct Drawn {
    names: Vec<String>,
    edges: Vec<(usize, usize)>,
}

/// Sparse numbers, numbers from 0, numbers in no order, words, odd words.
fn some_names(count: usize) -> impl Strategy<Value = Vec<String>> {
    let numbers = |most: u32| {
        prop::collection::btree_set(0..most, count)
            .prop_map(|set| set.into_iter().map(|n| n.to_string()).collect::<Vec<_>>())
    };
    let words = |pattern: &'static str| {
        prop::collection::vec(pattern, count).prop_map(|words| {
            words.into_iter().enumerate().map(|(place, word)| format!("{word}{place}")).collect::<Vec<_>>()
        })
    };
    prop_oneof![
        numbers(5000),
        Just((0..count).map(|n| n.to_string()).collect::<Vec<_>>()),
        Just((1..=count).map(|n| n.to_string()).collect::<Vec<_>>()),
        words("[a-z]{1,3}"),
        words("[-@ ,;\"()+%<>é#]{1,3}"),
    ]
    .prop_shuffle_names()
}

/// Puts the names in any order.
trait Shuffled: Strategy<Value = Vec<String>> + Sized {
    fn prop_shuffle_names(self) -> impl Strategy<Value = Vec<String>> {
        self.prop_flat_map(|names| Just(names).prop_shuffle())
    }
}

impl<S: Strategy<Value = Vec<String>>> Shuffled for S {}

fn drawn() -> impl Strategy<Value = Drawn> {
    (1..9_usize).prop_flat_map(|count| {
        let pairs = prop::collection::vec((0..count, 0..count), 0..14);
        (some_names(count), pairs).prop_map(|(names, pairs)| {
            let mut edges: Vec<(usize, usize)> =
                pairs.into_iter().filter(|(u, v)| u != v).map(|(u, v)| (u.min(v), u.max(v))).collect();
            edges.sort_unstable();
            edges.dedup();
            Drawn { names, edges }
        })
    })
}

/// The edges of a drawing as sets of names.
fn named_edges(drawn: &Drawn) -> BTreeSet<BTreeSet<String>> {
    drawn.edges.iter().map(|&(u, v)| [drawn.names[u].clone(), drawn.names[v].clone()].into()).collect()
}

fn edges_of(graph: &Graph, names: &Names) -> BTreeSet<BTreeSet<String>> {
    graph.edges().map(|(u, v)| [names.name(u), names.name(v)].into()).collect()
}

/// A name within the name of a move.
fn spoken(name: &str) -> String {
    if name.trim() == name { name.to_owned() } else { grundy_graph::names::escaped(name) }
}

/// The drawing in every format for graphs, with the names it has there.
fn files(drawn: &Drawn) -> Vec<(Format, String, Drawn)> {
    let graph = Graph::from_edges(drawn.names.len(), drawn.edges.iter().copied()).unwrap();
    let names = Names::Words(drawn.names.clone());
    let numbered = Drawn { names: (1..=drawn.names.len()).map(|n| n.to_string()).collect(), ..drawn.clone() };
    let formats = Format::ALL.into_iter().filter_map(|format| Some((format, write_graph(&graph, &names, format)?)));
    formats
        .map(|(format, text)| {
            let kept = matches!(format, Format::Edges | Format::Dot);
            (format, text, if kept { drawn.clone() } else { numbered.clone() })
        })
        .collect()
}

fn check_reading(text: &str, expected: &Drawn) {
    let read = read_graph(text.as_bytes(), None, &Budget::unlimited()).unwrap();
    let names: BTreeSet<String> = (0..read.graph.order()).map(|v| read.names.name(v)).collect();
    assert_eq!(names, expected.names.iter().cloned().collect(), "{text}");
    assert_eq!(edges_of(&read.graph, &read.names), named_edges(expected), "{text}");
}

/// Printing and reading gives a position with the same moves, and the same print.
fn check_round_trip(subject: &dyn Subject) {
    let text = subject.text();
    let again = read(&text, &NoFiles);
    assert_eq!(again.to_string(), text);
    for player in Player::BOTH {
        assert_eq!(labels(&*again.parts()[0], player), labels(subject, player), "{text}");
    }
}

fn check_chomp(files: &OneFile, expected: &Drawn) {
    let position = read("chomp:@file", files);
    let subject = &*position.parts()[0];
    let vertices: BTreeSet<String> = expected.names.iter().map(|name| format!("vertex {}", spoken(name))).collect();
    let found = labels(subject, Player::Left);
    let (found_vertices, found_edges): (BTreeSet<String>, BTreeSet<String>) =
        found.into_iter().partition(|label| label.starts_with("vertex "));
    assert_eq!(found_vertices, vertices, "{}", files.0);
    assert_eq!(found_edges.len(), expected.edges.len());
    check_round_trip(subject);
    // What is left keeps its names.
    for taken in subject.moves(Player::Left).unwrap() {
        check_round_trip(&*taken.to);
        if taken.label.starts_with("vertex ") {
            let mut left = vertices.clone();
            left.remove(&taken.label);
            let found = labels(&*taken.to, Player::Left).into_iter().filter(|label| label.starts_with("vertex "));
            assert_eq!(found.collect::<BTreeSet<_>>(), left, "{} after {}", files.0, taken.label);
        }
    }
}

fn check_vertex_games(files: &OneFile, expected: &Drawn) {
    let position = read("kayles:@file", files);
    let subject = &*position.parts()[0];
    let vertices: BTreeSet<String> = expected.names.iter().map(|name| format!("vertex {}", spoken(name))).collect();
    assert_eq!(labels(subject, Player::Left), vertices, "{}", files.0);
    check_round_trip(subject);
    for (v, name) in expected.names.iter().enumerate() {
        let label = format!("vertex {}", spoken(name));
        let taken = subject.moves(Player::Left).unwrap().into_iter().find(|found| found.label == label).unwrap();
        let near = |u: usize| u == v || expected.edges.contains(&(u.min(v), u.max(v)));
        let left =
            (0..expected.names.len()).filter(|&u| !near(u)).map(|u| format!("vertex {}", spoken(&expected.names[u])));
        assert_eq!(labels(&*taken.to, Player::Left), left.collect(), "{} after {label}", files.0);
        check_round_trip(&*taken.to);
    }
    for game in ["arckayles", "col", "snort"] {
        let position = read(&format!("{game}:@file"), files);
        let subject = &*position.parts()[0];
        check_round_trip(subject);
        for player in Player::BOTH {
            for taken in subject.moves(player).unwrap() {
                check_round_trip(&*taken.to);
                assert!(labels(&*taken.to, player).is_subset(&labels(subject, player)), "{game} {}", files.0);
            }
        }
    }
}

/// Kernels, levels and labels of a digraph are those of the vertices that the file names.
fn check_digraph(drawn: &Drawn) {
    let arcs: Vec<(u32, u32)> = drawn.edges.iter().map(|&(u, v)| (v as u32, u as u32)).collect();
    let digraph = Digraph::from_arcs(drawn.names.len(), &arcs).unwrap();
    let by_name = |digraph: &Digraph, names: &Names| {
        let labels = acyclic::labels(digraph).unwrap();
        let kernel = find_kernel(digraph, &Budget::unlimited()).unwrap().kernel.unwrap();
        check_kernel(digraph, &kernel).unwrap();
        let labels: BTreeSet<(String, u32)> = labels.iter().enumerate().map(|(v, &l)| (names.name(v), l)).collect();
        (labels, kernel.iter().map(|&v| names.name(v as usize)).collect::<BTreeSet<String>>())
    };
    for format in Format::ALL {
        let own = Names::Words(drawn.names.clone());
        let Some(text) = write_digraph(&digraph, &own, format) else { continue };
        let read = read_digraph(text.as_bytes(), Some(format), &Budget::unlimited()).unwrap();
        let kept = matches!(format, Format::Edges | Format::Dot);
        let expected = by_name(&digraph, if kept { &own } else { &Names::From(1) });
        assert_eq!(by_name(&read.graph, &read.names), expected, "{text}");
        if !kept {
            continue;
        }
        for name in &drawn.names {
            let start = grundy_graph::names::escaped_but(name, "-");
            let position = self::read(&format!("digraph:\"@file@{start}\""), &OneFile(text.clone()));
            let place = drawn.names.iter().position(|other| other == name).unwrap();
            let next = digraph.successors(place).iter().map(|&w| format!("to {}", spoken(&drawn.names[w as usize])));
            assert_eq!(labels(&*position.parts()[0], Player::Left), next.collect(), "{text}");
            check_round_trip(&*position.parts()[0]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_format_keeps_the_names(drawn in drawn()) {
        for (_, text, expected) in files(&drawn) {
            check_reading(&text, &expected);
        }
        check_digraph(&drawn);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn moves_name_the_vertices_of_the_file(drawn in drawn()) {
        for (_, text, expected) in files(&drawn) {
            let files = OneFile(text);
            check_chomp(&files, &expected);
            check_vertex_games(&files, &expected);
        }
    }

    /// Representatives of classes under symmetry, as merged state graphs and certificates print them, are read back.
    #[test]
    fn representatives_are_read_back(drawn in drawn()) {
        let graph = Graph::from_edges(drawn.names.len(), drawn.edges.iter().copied()).unwrap();
        let text = write_graph(&graph, &Names::Words(drawn.names.clone()), Format::Edges).unwrap();
        let position = read("chomp:@file", &OneFile(text));
        let options = position.parts()[0].moves(Player::Left).unwrap();
        for subject in options.iter().map(|found| &found.to).chain(position.parts()) {
            let canonical = subject.canonical();
            let again = read(&canonical.text(), &NoFiles);
            prop_assert!(again.parts()[0].same(&*canonical), "{} of {}", canonical.text(), subject.text());
        }
    }

    #[test]
    fn any_name_can_be_written(names in prop::collection::btree_set(".{1,4}", 2..5)) {
        let names: Vec<String> = names.into_iter().filter(|name| !name.contains(char::is_control)).collect();
        prop_assume!(names.len() > 1);
        let escaped: Vec<String> = names.iter().map(|name| grundy_graph::names::escaped(name)).collect();
        let joined = |mark: &str| escaped.join(mark);
        for text in [
            format!("chomp:{}", joined("-")),
            format!("digraph:{}@{}", joined(">"), escaped[0]),
            format!("poset:{}", joined("<")),
            format!("kayles:{},;{}", joined(","), escaped[0]),
        ] {
            let position = read(&text, &NoFiles);
            check_round_trip(&*position.parts()[0]);
            for taken in position.parts()[0].moves(Player::Left).unwrap() {
                check_round_trip(&*taken.to);
            }
        }
    }
}

#[test]
fn the_examples_of_the_notation() {
    let text = |typed: &str| read(typed, &NoFiles).to_string();
    assert_eq!(text("chomp:1-2,2-3,a-b"), "chomp:1-2,2-3,a-b");
    assert_eq!(text("chomp:path(5);3"), "chomp:1-2,4-5");
    assert_eq!(text("chomp:1-2,4-5"), "chomp:1-2,4-5");
    assert!(read("chomp:path(5);3", &NoFiles).parts()[0].same(&*read("chomp:1-2,4-5", &NoFiles).parts()[0]));
    assert_eq!(text("chomp:petersen;2-1"), "chomp:petersen;1-2");
    let file = OneFile("graph{1--2 1--4 3--4 3--2 4--5}".to_owned());
    let position = read("chomp:@f.dot", &file);
    assert_eq!(position.to_string(), "chomp:1-2,1-4,2-3,3-4,4-5");
    let winning = grundy_solve::answer(&position, &grundy_solve::Settings::default()).unwrap().winning_moves;
    assert!(winning.iter().any(|found| found.label == "vertex 4"), "{winning:?}");
    let zero = OneFile("0 1\n1 2\n".to_owned());
    assert_eq!(read("kayles:@f.txt", &zero).to_string(), "kayles:0-1,1-2");
    let sparse = OneFile("10 20\n20 30\n".to_owned());
    assert_eq!(labels(&*read("kayles:@f.txt", &sparse).parts()[0], Player::Left).len(), 3);
    let letters = OneFile("L R\n".to_owned());
    let position = read("col:@f.txt", &letters);
    assert_eq!(position.to_string(), "col:L-R,");
    check_round_trip(&*position.parts()[0]);
}

#[test]
fn names_that_look_like_notation() {
    let refused = |text: &str| parse(text, &NoFiles).unwrap_err().to_string();
    assert_eq!(refused("digraph:r>x@y,x@y>t@r"), "`@` stands before the start alone; in a name it is written `%40`");
    let text = |typed: &str| read(typed, &NoFiles).to_string();
    assert_eq!(text("digraph:r>x%40y,x%40y>t@r"), "digraph:r>x%40y,x%40y>t@r");
    assert_eq!(text("digraph:a>b)\"c@a"), "digraph:a>b%29%22c@a");
    assert_eq!(text("digraph:\"a>b c@b c\""), "digraph:a>b%20c@b%20c");
    assert_eq!(text("poset:a%2Cb<c"), "poset:a%2Cb<c");
    assert_eq!(text("hackenbush:0-a%20bl,a%20b-cr"), "hackenbush:0-a%20bl,a%20b-cr");
    let cut = &read("hackenbush:0-xl,x-yr,0-zl", &NoFiles).parts()[0].moves(Player::Left).unwrap()[1];
    assert_eq!((cut.label.as_str(), cut.to.text().as_str()), ("cut blue 3 (0-z)", "hackenbush:0-xl,x-yr"));
}

#[test]
fn games_on_shelves_and_of_known_complexity_are_in_the_catalogue() {
    for name in grundy_games::complexity::games().chain(grundy_games::shelves::games()) {
        assert!(grundy_games::entry(name).is_some(), "{name}");
    }
}

/// A quotation mark in a name does not end a position that needs quoting.
#[test]
fn quotation_marks_are_written_out() {
    for text in
        ["chomp:a-b)\"", "kayles:a-b)\"", "arckayles:a-b)\"", "col:pa1|-x2)\"", "snort:a-b)\"", "cops(1):a-b)\""]
    {
        let written = read(text, &NoFiles).to_string();
        assert!(!written.contains('"') && written.contains("%22"), "{text}: {written}");
        assert_eq!(read(&written, &NoFiles).to_string(), written);
    }
}
