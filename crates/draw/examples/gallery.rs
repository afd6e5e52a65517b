//! Draws one of everything into a folder, as SVG and PNG: `cargo run -p grundy-draw --example gallery -- FOLDER`.

use std::path::PathBuf;

use grundy_draw::{
    Cell, CellKind, Cells, Edge, GameTree, Heap, Heaps, Kink, Network, Picture, Recurrence, Role, SequencePlot, State,
    StateGraph, Theme, Thermograph, Vertex,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to draw into")?);
    std::fs::create_dir_all(&folder)?;
    for (name, picture) in gallery() {
        std::fs::write(folder.join(format!("{name}.svg")), picture.to_svg())?;
        std::fs::write(folder.join(format!("{name}.png")), picture.to_png(Theme::Light, picture.png_scale())?)?;
        std::fs::write(folder.join(format!("{name}-dark.png")), picture.to_png(Theme::Dark, picture.png_scale())?)?;
    }
    Ok(())
}

fn gallery() -> Vec<(&'static str, Picture)> {
    vec![
        ("heaps", heaps()),
        ("chocolate", chocolate()),
        ("strip", strip()),
        ("petersen", petersen()),
        ("grid", grid(4, 5)),
        ("random", random(24, 36)),
        ("cubes", cubes()),
        ("hackenbush", hackenbush()),
        ("hasse", hasse()),
        ("coins", coins(12).current(12).picture("Take one, two or three")),
        ("nim-small", nim(&[2, 3, 2]).picture("Nim 2,3,2")),
        ("nim-middle", nim(&[5, 6, 7]).picture("Nim 5,6,7")),
        ("nim-large", nim(&[11, 12, 11]).picture("Nim 11,12,11")),
        ("nim-near", nim(&[11, 12, 11]).current(1000).neighbourhood(1000, 1, 60).0.picture("Around one position")),
        ("tree", tree()),
        ("switch", thermograph(&[(1, 1, 0, 1), (0, 1, 1, 1)], &[(-1, 1, 0, 1), (0, 1, 1, 1)])),
        (
            "thermograph",
            thermograph(
                &[(4, 1, -1, 1), (4, 1, 1, 2), (7, 2, 1, 1), (7, 2, 3, 2), (2, 1, 3, 1)],
                &[(-1, 1, -1, 1), (-1, 1, 0, 1), (2, 1, 3, 1)],
            ),
        ),
        ("kayles", kayles(150)),
        (
            "sequence-short",
            SequencePlot::new(vec![0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
                .recurrence(Recurrence { preperiod: 0, period: 4, saltus: 0, proved: true })
                .picture("Take 1, 2 or 3"),
        ),
        ("sum", Picture::sum("A sum", vec![heaps(), strip(), petersen()])),
    ]
}

fn heaps() -> Picture {
    let heap = |i: usize, size: u64| {
        (0..size).fold(Heap::new(size), |heap, rest| heap.plays(rest, format!("take {} from {i}", size - rest)))
    };
    let heaps = Heaps::new(vec![heap(1, 3), heap(2, 14), heap(3, 0), heap(4, 130)]);
    heaps.picture("Nim", "heaps of 3, 14, 0 and 130")
}

fn chocolate() -> Picture {
    let cell = |i: usize, j: usize| {
        if i == 0 && j == 0 {
            Cell::new(CellKind::Raised, Role::Poison).glyph("x").plays("bite 1,1")
        } else if i + j > 5 {
            Cell::gone()
        } else {
            Cell::new(CellKind::Raised, Role::Token).plays(format!("bite {},{}", i + 1, j + 1))
        }
    };
    let rows = (0..4).map(|i| (0..6).map(|j| cell(i, j)).collect()).collect();
    Cells::new(rows).numbered().picture("Chocolate", "a bar of chocolate, the corner is poisoned")
}

fn strip() -> Picture {
    let cell = |c: char| match c {
        'T' => Cell::new(CellKind::Piece, Role::Left).glyph("T").plays("toad"),
        'F' => Cell::new(CellKind::Piece, Role::Right).glyph("F").plays("frog"),
        _ => Cell::empty(),
    };
    Cells::strip("TT__FF_".chars().map(cell).collect())
        .span((0, 2), (0, 3), Role::Left, "both")
        .picture("Toads and Frogs", "two toads, two gaps, two frogs, a gap")
}

fn petersen() -> Picture {
    let ring = |radius: f64| {
        (0..5).map(move |i| {
            let turn = std::f64::consts::TAU * f64::from(i) / 5.0;
            (radius * turn.sin(), -radius * turn.cos())
        })
    };
    let vertices = (1..=10).map(|i| Vertex::new(i.to_string()).plays(format!("vertex {i}"))).collect();
    let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    let edges = edges.map(|(a, b)| Edge::new(a, b).plays(format!("edge {}-{}", a + 1, b + 1))).collect();
    let points = ring(2.0).chain(ring(1.0)).collect();
    Network::new(vertices, edges).at(points).picture("Petersen graph", "ten vertices, fifteen edges")
}

fn names(n: usize) -> Vec<Vertex> {
    (1..=n).map(|i| Vertex::new(i.to_string())).collect()
}

fn grid(rows: usize, columns: usize) -> Picture {
    let at = |i: usize, j: usize| columns * i + j;
    let mut edges = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            if i + 1 < rows {
                edges.push(Edge::new(at(i, j), at(i + 1, j)));
            }
            if j + 1 < columns {
                edges.push(Edge::new(at(i, j), at(i, j + 1)));
            }
        }
    }
    Network::new(names(rows * columns), edges).picture("Grid", "a grid graph")
}

fn random(n: usize, m: usize) -> Picture {
    let mut state = 12345u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let edges = (0..m).map(|_| Edge::new(next(n), next(n))).collect();
    Network::new(names(n), edges).picture("Random graph", "a random multigraph")
}

fn cubes() -> Picture {
    let colours = ["B", "V", "N", "G"];
    let at = |c: char| colours.iter().position(|k| k.starts_with(c)).unwrap_or(0);
    let cubes = ["BG GG BV", "BN BG BV", "NN BV NG", "GG VN NG"];
    let edges = cubes.iter().enumerate().flat_map(|(i, pairs)| {
        pairs.split(' ').map(move |pair| {
            let ends: Vec<char> = pair.chars().collect();
            Edge::new(at(ends[0]), at(ends[1])).role(Role::Series(i as u8)).label((i + 1).to_string())
        })
    });
    let vertices = colours.iter().map(|c| Vertex::new(*c)).collect();
    let corners = vec![(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)];
    Network::new(vertices, edges.collect()).at(corners).picture("Four cubes", "the multigraph of opposite faces")
}

fn hackenbush() -> Picture {
    let edge = |a, b, role| Edge::new(a, b).role(role).plays(format!("cut {a}-{b}"));
    let (l, r, e) = (Role::Left, Role::Right, Role::Either);
    let edges = vec![
        edge(0, 1, l),
        edge(1, 2, r),
        edge(2, 3, l),
        edge(2, 4, r),
        edge(0, 5, e),
        edge(5, 6, l),
        edge(6, 0, r),
        edge(6, 7, l),
        edge(6, 7, r),
        edge(7, 7, e),
        edge(0, 0, l),
        edge(0, 8, l),
        edge(8, 9, e),
        edge(9, 10, r),
    ];
    let vertices = std::iter::once(Vertex::ground()).chain((1..11).map(|_| Vertex::new(""))).collect();
    Network::new(vertices, edges).picture("Hackenbush", "a picture standing on the ground")
}

fn hasse() -> Picture {
    let sets: Vec<usize> = (0..16).collect();
    let name = |s: usize| (0..4).filter(|i| s >> i & 1 == 1).map(|i| "abcd".as_bytes()[i] as char).collect::<String>();
    let vertices = sets.iter().map(|&s| Vertex::new(if s == 0 { "∅".to_owned() } else { name(s) })).collect();
    let edges =
        sets.iter().flat_map(|&s| (0..4).filter(move |i| s >> i & 1 == 0).map(move |i| Edge::new(s, s | 1 << i)));
    let levels: Vec<usize> = sets.iter().map(|s| s.count_ones() as usize).collect();
    Network::new(vertices, edges.collect()).by_level(&levels).picture("Subsets", "the subsets of a set of four")
}

fn coins(n: usize) -> StateGraph {
    let states = (0..=n).map(|i| State::new(i.to_string()).value(format!("*{}", i % 4)).level(i).kernel(i % 4 == 0));
    let arcs = (1..=n).flat_map(|i| (1..=i.min(3)).map(move |k| (i, i - k)));
    StateGraph::new(states.collect(), arcs.collect())
}

fn nim(heaps: &[usize; 3]) -> StateGraph {
    let [a, b, c] = *heaps;
    let index = |x: usize, y: usize, z: usize| (x * (b + 1) + y) * (c + 1) + z;
    let mut states = Vec::new();
    let mut arcs = Vec::new();
    for x in 0..=a {
        for y in 0..=b {
            for z in 0..=c {
                let value = x ^ y ^ z;
                let name = format!("{x},{y},{z}");
                let state = State::new(&name).value(format!("*{value}")).level(x + y + z).kernel(value == 0);
                states.push(state.position(format!("nim:{name}")));
                arcs.extend((0..x).map(|i| (index(x, y, z), index(i, y, z))));
                arcs.extend((0..y).map(|i| (index(x, y, z), index(x, i, z))));
                arcs.extend((0..z).map(|i| (index(x, y, z), index(x, y, i))));
            }
        }
    }
    StateGraph::new(states, arcs)
}

fn tree() -> Picture {
    let mut states = vec![];
    let mut children: Vec<Vec<usize>> = vec![];
    let mut heaps = vec![5usize];
    let mut next = 0;
    while next < heaps.len() {
        let heap = heaps[next];
        states.push(State::new(heap.to_string()).value(format!("*{}", heap % 3)).kernel(heap % 3 == 0));
        children.push(
            (1..=heap.min(2))
                .map(|k| {
                    heaps.push(heap - k);
                    heaps.len() - 1
                })
                .collect(),
        );
        next += 1;
    }
    let line = vec![0, children[0][1], children[children[0][1]][0]];
    GameTree::new(states, children, 0).along(line).picture("Five coins, take one or two")
}

fn thermograph(left: &[(i64, i64, i64, i64)], right: &[(i64, i64, i64, i64)]) -> Picture {
    let kinks = |wall: &[(i64, i64, i64, i64)]| wall.iter().map(|&(a, b, c, d)| Kink::exact((a, b), (c, d))).collect();
    Thermograph::new(kinks(left), kinks(right)).picture("A thermograph")
}

fn kayles(n: usize) -> Picture {
    let mut values = vec![0u64];
    for heap in 1..=n {
        let mut seen = [false; 64];
        for take in 1..=heap.min(2) {
            for left in 0..=heap - take {
                seen[(values[left] ^ values[heap - take - left]) as usize % 64] = true;
            }
        }
        values.push(seen.iter().position(|s| !s).unwrap_or(0) as u64);
    }
    let recurrence = Recurrence { preperiod: 71, period: 12, saltus: 0, proved: true };
    SequencePlot::new(values).recurrence(recurrence).picture("Kayles")
}
