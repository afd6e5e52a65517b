//! Every drawing is well-formed XML with a title and a text alternative, and stays inside its view box.

use grundy_draw::{
    Cell, CellKind, Cells, Edge, GameTree, Heap, Heaps, Kink, Network, Path, Picture, Recurrence, Role, SequencePlot,
    Shape, State, StateGraph, Thermograph, Vertex,
};
use proptest::prelude::*;
use roxmltree::{Document, Node};

/// Checks a picture and gives back the moves and positions its groups carry, as a reader of the file sees them.
fn check(picture: &Picture) -> Vec<String> {
    let svg = picture.to_svg();
    let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let root = document.root_element();
    let child = |name: &str| root.children().find(|n| n.has_tag_name(name)).and_then(|n| n.text()).unwrap_or("");
    assert!(!child("title").is_empty() && !child("desc").is_empty(), "{svg}");
    let view = numbers(root.attribute("viewBox").unwrap());
    let [left, top, width, height] = view[..] else { panic!("view box {view:?}") };
    let slack = 0.01;
    let inside = |x: f64, y: f64| {
        let fits =
            (left - slack..=left + width + slack).contains(&x) && (top - slack..=top + height + slack).contains(&y);
        assert!(fits, "({x}, {y}) outside {view:?}\n{svg}");
    };
    for node in document.descendants().filter(Node::is_element) {
        for (x, y) in corners(&node) {
            inside(x, y);
        }
    }
    let html = picture.to_html();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<desc>"));
    Document::parse(&picture.to_fragment()).unwrap();
    assert_eq!(svg, picture.clone().to_svg());
    let groups = document.descendants().filter(|n| n.attribute("role") == Some("button"));
    let labels = groups.map(|g| {
        assert!(g.attribute("aria-label").is_some() && g.attribute("tabindex") == Some("0"));
        g.attribute("data-move").or(g.attribute("data-node")).unwrap().to_owned()
    });
    labels.collect()
}

fn numbers(text: &str) -> Vec<f64> {
    let split = text.split(|c: char| c.is_whitespace() || c.is_ascii_uppercase());
    split.filter(|t| !t.is_empty()).map(|t| t.parse().unwrap()).collect()
}

/// The extreme points of an element that must be seen: control points of curves are not among them.
fn corners(node: &Node) -> Vec<(f64, f64)> {
    let get = |name: &str| node.attribute(name).map_or(0.0, |v| v.parse::<f64>().unwrap());
    match node.tag_name().name() {
        "circle" => {
            let (x, y, r) = (get("cx"), get("cy"), get("r"));
            vec![(x - r, y - r), (x + r, y + r)]
        }
        "rect" => vec![(get("x"), get("y")), (get("x") + get("width"), get("y") + get("height"))],
        "polygon" => numbers(node.attribute("points").unwrap()).chunks(2).map(|p| (p[0], p[1])).collect(),
        "path" => path_ends(node.attribute("d").unwrap()),
        // Half an em a letter is less than any face needs.
        "text" => {
            let half =
                node.text().unwrap_or("").chars().filter(char::is_ascii_digit).count() as f64 * get("font-size") / 4.0;
            match node.attribute("text-anchor") {
                Some("middle") => vec![(get("x") - half, get("y")), (get("x") + half, get("y"))],
                Some("end") => vec![(get("x") - 2.0 * half, get("y")), (get("x"), get("y"))],
                _ => vec![(get("x"), get("y")), (get("x") + 2.0 * half, get("y"))],
            }
        }
        _ => vec![],
    }
}

fn path_ends(data: &str) -> Vec<(f64, f64)> {
    let mut ends = Vec::new();
    for step in data.split_inclusive(|c: char| c.is_ascii_uppercase()).skip(1) {
        let values = numbers(step);
        if let [.., x, y] = values[..] {
            ends.push((x, y));
        }
    }
    ends
}

fn any_role() -> impl Strategy<Value = Role> {
    prop::sample::select(Role::all().collect::<Vec<_>>())
}

fn any_point() -> impl Strategy<Value = (f64, f64)> {
    let number = prop_oneof![9 => -300.0..300.0f64, 1 => prop::num::f64::ANY];
    (number.clone(), number)
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let outline = prop_oneof![
        (any_point(), any_point()).prop_map(|(a, b)| Shape::arrow(a, b)),
        (any_point(), -5.0..80.0).prop_map(|(a, r)| Shape::circle(a, r)),
        (any_point(), any_point(), 0.0..9.0).prop_map(|(a, b, r)| Shape::rect(a, b.0, b.1).rounded(r)),
        prop::collection::vec(any_point(), 0..6).prop_map(Shape::polygon),
        (any_point(), any_point(), any_point(), any_point())
            .prop_map(|(a, b, c, d)| Shape::path(Path::from(a).cubic_to(b, c, d).quad_to(a, b)).with_head()),
        (any_point(), any::<String>()).prop_map(|(a, t)| Shape::text(a, t).bold()),
    ];
    (outline, any_role(), 0.0..9.0).prop_map(|(shape, role, width)| shape.role(role).width(width))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn scenes(shapes in prop::collection::vec((any_shape(), any::<Option<String>>()), 0..12), title in "\\PC{1,20}") {
        let mut picture = Picture::new(title).describe("a scene");
        let mut labels = 0;
        for (shape, part) in shapes {
            match part {
                Some(label) => {
                    labels += 1;
                    picture.part(label, |p| { p.add(shape); });
                }
                None => { picture.add(shape); }
            }
        }
        prop_assert_eq!(check(&picture).len(), labels);
        let rows = Picture::gallery("rows", vec![picture.clone(); 3]);
        assert_eq!(rows.moves().len(), 3 * picture.moves().len());
        let twice = Picture::sum("twice", vec![picture.clone(), picture]);
        prop_assert_eq!(check(&twice).len(), 2 * labels);
    }

    #[test]
    fn boards(
        cells in prop::collection::vec(prop::collection::vec((0..4usize, any_role(), ".{0,3}"), 0..6), 0..6),
        heaps in prop::collection::vec(0..140u64, 0..5),
    ) {
        let kinds = [CellKind::Flat, CellKind::Raised, CellKind::Piece, CellKind::Gone];
        let cell = |(k, role, glyph): &(usize, Role, String)| Cell::new(kinds[*k], *role).glyph(glyph.clone()).plays("go");
        let grid = Cells::new(cells.iter().map(|row| row.iter().map(cell).collect()).collect()).numbered();
        let count: usize = cells.iter().map(Vec::len).sum();
        prop_assert_eq!(check(&grid.picture("grid", "cells")).len(), count);
        prop_assert!(grid.to_text().lines().count() >= cells.len());
        let heap = |&n: &u64| (0..n).fold(Heap::new(n), |heap, rest| heap.plays(rest, format!("leave {rest}")));
        let board = Heaps::new(heaps.iter().map(heap).collect());
        // Of heaps of 101 to 150 the lowest 50 tokens are told as a number.
        let parts: u64 = heaps.iter().map(|&n| if n <= 100 { n } else { n - 50 }).sum();
        prop_assert_eq!(check(&board.picture("heaps", "heaps")).len() as u64, parts);
        prop_assert_eq!(board.to_text().lines().count(), heaps.len());
    }

    #[test]
    fn networks(
        n in 0usize..14,
        ends in prop::collection::vec((0usize..14, 0usize..14, any_role(), any::<bool>()), 0..30),
        ground in prop::collection::vec(any::<bool>(), 14),
        levels in prop::collection::vec(0usize..4, 14),
        points in prop::collection::vec(any_point(), 14),
    ) {
        let edge = |&(a, b, role, label): &(usize, usize, Role, bool)| {
            let edge = if label { Edge::arc(a, b).label("7") } else { Edge::new(a, b) };
            edge.role(role).plays(format!("cut {a}-{b}"))
        };
        let edges: Vec<Edge> = ends.iter().map(edge).collect();
        let valid = ends.iter().filter(|e| e.0 < n && e.1 < n).count();
        let plain: Vec<Vertex> = (0..n).map(|i| Vertex::new(i.to_string())).collect();
        let standing = (0..n).map(|i| if ground[i] { Vertex::ground() } else { Vertex::new("") }).collect();
        let network = Network::new(plain, edges.clone());
        for network in [
            network.clone(),
            network.clone().by_level(&levels[..n]),
            network.at(points[..n].to_vec()),
            Network::new(standing, edges),
        ] {
            prop_assert_eq!(check(&network.picture("graph", "a graph")).len(), valid);
        }
    }

    #[test]
    fn state_graphs_and_trees(
        levels in prop::collection::vec(0usize..7, 1..130),
        arcs in prop::collection::vec((0usize..130, 0usize..130), 0..500),
        centre in 0usize..130,
    ) {
        let n = levels.len();
        let state = |i: usize| State::new(format!("<{i}>")).value(format!("*{}", i % 5)).kernel(i.is_multiple_of(5))
            .level(levels[i]).position(format!("p{i}"));
        let states: Vec<State> = (0..n).map(state).collect();
        let graph = StateGraph::new(states.clone(), arcs.clone()).current(centre).along(vec![0, 1, 2]);
        prop_assert_eq!(check(&graph.picture("states")).len(), n);
        let (near, kept) = graph.neighbourhood(centre, 2, 20);
        prop_assert!(kept.len() <= 20 && (centre >= n) == kept.is_empty());
        prop_assert_eq!(check(&near.picture("near")).len(), kept.len());
        let mut children = vec![Vec::new(); n];
        for &(a, b) in arcs.iter().filter(|&&(a, _)| a < n) {
            children[a].push(b);
        }
        let tree = GameTree::new(states, children, centre % n).along(vec![centre % n]);
        prop_assert!(!check(&tree.picture("tree")).is_empty());
    }

    #[test]
    fn plots(
        values in prop::collection::vec(0..40u64, 0..200),
        preperiod in 0usize..250,
        period in 0usize..50,
        kinks in prop::collection::vec((-40i64..40, 0i64..9, -1i64..30, 0i64..9), 0..9),
    ) {
        let recurrence = Recurrence { preperiod, period, saltus: 2, proved: period.is_multiple_of(2) };
        check(&SequencePlot::new(values).recurrence(recurrence).picture("sequence"));
        let walls: Vec<Kink> = kinks.into_iter().map(|(a, b, c, d)| Kink::exact((a, b), (c, d))).collect();
        let (left, right) = walls.split_at(walls.len() / 2);
        check(&Thermograph::new(left.to_vec(), right.to_vec()).picture("thermograph"));
    }
}

#[test]
fn an_empty_picture_is_still_a_picture() {
    assert!(check(&Picture::new("nothing")).is_empty());
}

#[test]
fn several_moves_share_a_part() {
    let mut picture = Picture::new("shared").describe("one disc, two moves");
    picture.part_of(["a & b".to_owned(), "c\"d".to_owned()], "either", |p| {
        p.add(Shape::circle((0.0, 0.0), 9.0));
    });
    assert_eq!(check(&picture), ["a & b\nc\"d"]);
    assert_eq!(picture.map_moves(|m| format!("1: {m}")).moves(), ["1: a & b", "1: c\"d"]);
}

#[test]
fn the_kernel_is_marked_by_shape_as_well_as_colour() {
    let states = vec![State::new("0").kernel(true), State::new("1").level(1)];
    let svg = StateGraph::new(states, vec![(1, 0)]).picture("two").to_svg();
    let document = Document::parse(&svg).unwrap();
    let rects: Vec<_> = document.descendants().filter(|n| n.has_tag_name("rect")).skip(1).collect();
    let square: Vec<bool> = rects.iter().map(|n| n.attribute("rx").is_none()).collect();
    assert_eq!(square, [true, true, false]);
}

#[test]
fn a_heap_in_text_and_svg() {
    let heaps = Heaps::new(vec![Heap::new(3), Heap::new(12), Heap::new(50)]);
    insta::assert_snapshot!(heaps.to_text(), @r"
    1: | | |                                                      3
    2: | | | | |  | | | | |  | |                                  12
    3: | | | | |  | | | | |  | | | | |  | | | | |  | | | | | ...  50
    ");
    let picture = Heaps::new(vec![Heap::new(1).plays(0, "take 1")]).picture("Nim", "one stick");
    insta::assert_snapshot!(picture.to_fragment(), @r#"
    <svg xmlns="http://www.w3.org/2000/svg" class="gd" role="group" viewBox="-22 -36 80 72" width="80" height="72">
    <title>Nim</title>
    <desc>one stick</desc>
    <g class="part" data-key="1.1" data-move="take 1" role="button" tabindex="0" aria-label="take 1">
    <title>take 1</title>
    <rect x="-3" y="-27" width="42" height="24" class="zone"/>
    <rect x="0" y="-24" width="36" height="18" rx="8" class="token" stroke-width="1.5"/>
    </g>
    <text x="18" y="23.04" font-size="14" text-anchor="middle" font-weight="700" class="plain">1</text>
    <path d="M-12 2L48 2" class="ground o" stroke-width="3"/>
    </svg>
    "#);
}

#[test]
fn a_part_that_shows_nothing_stays_a_part_of_a_sum() {
    let mut empty = Picture::new("empty").describe("nothing to see");
    empty.part("go", |p| {
        p.add(Shape::polygon(vec![]));
    });
    let sum = Picture::sum("twice", vec![empty.clone(), empty]);
    assert_eq!(check(&sum), ["go", "go"]);
}
