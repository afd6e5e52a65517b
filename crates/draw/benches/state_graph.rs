//! How long a state graph takes to lay out and write: the graph of three heaps, a few sizes.

use std::hint::black_box;
use std::time::Instant;

use grundy_draw::{State, StateGraph};

fn main() {
    for heaps in [[4, 5, 6], [7, 8, 9], [9, 10, 11], [11, 12, 12]] {
        let graph = nim(heaps);
        let arcs = graph.1.len();
        let states = graph.0.len();
        let graph = StateGraph::new(graph.0, graph.1);
        let start = Instant::now();
        let picture = black_box(graph.picture("Nim"));
        let laid_out = start.elapsed();
        let start = Instant::now();
        let svg = black_box(picture.to_svg());
        let written = start.elapsed();
        println!("{states} states, {arcs} arcs: layout {laid_out:?}, SVG {written:?}, {} kB", svg.len() / 1000);
    }
}

fn nim([a, b, c]: [usize; 3]) -> (Vec<State>, Vec<(usize, usize)>) {
    let index = |x: usize, y: usize, z: usize| (x * (b + 1) + y) * (c + 1) + z;
    let (mut states, mut arcs) = (Vec::new(), Vec::new());
    for (x, y, z) in (0..=a).flat_map(|x| (0..=b).flat_map(move |y| (0..=c).map(move |z| (x, y, z)))) {
        let value = x ^ y ^ z;
        let state = State::new(format!("{x},{y},{z}")).value(format!("*{value}")).level(x + y + z);
        states.push(state.kernel(value == 0));
        let from = index(x, y, z);
        arcs.extend((0..x).map(|i| (from, index(i, y, z))));
        arcs.extend((0..y).map(|i| (from, index(x, i, z))));
        arcs.extend((0..z).map(|i| (from, index(x, y, i))));
    }
    (states, arcs)
}
