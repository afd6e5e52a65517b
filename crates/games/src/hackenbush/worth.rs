//! Values of Hackenbush pictures by theorem: trees by the colon principle, green pictures by the fusion principle.

use super::{Colour, Stem};
use grundy_game::Text;
use grundy_value::{Dyadic, Store, Value, ValueError};
use rustc_hash::FxHashMap;

/// What a theorem can be said about.
enum Shape {
    /// Blue and red edges, one on top of the other.
    Stalk,
    /// No cycles.
    Tree,
    /// Green edges only.
    Green,
}

fn shape(stems: &[Stem]) -> Option<Shape> {
    if stems.is_empty() {
        return None;
    }
    let mut children = vec![0u32; vertex_count(stems)];
    let mut touched = vec![false; vertex_count(stems)];
    for stem in stems {
        let (a, b) = ends(*stem);
        for vertex in [a, b] {
            touched[vertex] = true;
            children[vertex] += 1;
        }
    }
    // Everything hangs on the ground, so there is no cycle exactly when each edge brings one vertex of its own.
    let vertices = touched.iter().skip(1).filter(|&&touched| touched).count();
    let tree = vertices == stems.len();
    let stalk = children[0] == 1 && children.iter().skip(1).all(|&degree| degree <= 2);
    if tree && stalk && stems.iter().all(|stem| stem.colour != Colour::Green) {
        Some(Shape::Stalk)
    } else if tree {
        Some(Shape::Tree)
    } else {
        stems.iter().all(|stem| stem.colour == Colour::Green).then_some(Shape::Green)
    }
}

/// The value, where a theorem gives it.
pub fn value(stems: &[Stem], store: &mut Store) -> Result<Option<Value>, ValueError> {
    Ok(match shape(stems) {
        Some(Shape::Stalk | Shape::Tree) => Some(tree(stems, store)?),
        Some(Shape::Green) => Some(store.nimber(fused(stems))?),
        None => None,
    })
}

/// Which theorem gives the value.
pub fn reason(stems: &[Stem]) -> Option<Text> {
    Some(match shape(stems)? {
        Shape::Stalk => Text::new(
            "Berlekamp's rule for a stalk of {edges} edges: whole up to the first change of colour, then halves",
        )
        .with("edges", stems.len()),
        Shape::Tree => {
            Text::new("a tree of {edges} edges worked out from its leaves (colon principle)").with("edges", stems.len())
        }
        Shape::Green => Text::new("a green picture of {edges} edges with its cycles melted (fusion principle)")
            .with("edges", stems.len()),
    })
}

fn vertex_count(stems: &[Stem]) -> usize {
    stems.iter().map(|stem| usize::from(stem.ends.0.max(stem.ends.1)) + 1).max().unwrap_or(1)
}

fn ends(stem: Stem) -> (usize, usize) {
    (usize::from(stem.ends.0), usize::from(stem.ends.1))
}

fn neighbours(stems: &[Stem]) -> Vec<Vec<(usize, usize)>> {
    let mut near = vec![Vec::new(); vertex_count(stems)];
    for (edge, stem) in stems.iter().enumerate() {
        let (a, b) = ends(*stem);
        near[a].push((edge, b));
        if a != b {
            near[b].push((edge, a));
        }
    }
    near
}

/// Vertices from the ground outwards, each with the edge and vertex it was reached by.
fn outwards(near: &[Vec<(usize, usize)>]) -> Vec<(usize, Option<(usize, usize)>)> {
    let mut seen = vec![false; near.len()];
    let mut order = vec![(0, None)];
    seen[0] = true;
    let mut next = 0;
    while let Some(&(vertex, _)) = order.get(next) {
        for &(edge, other) in &near[vertex] {
            if !seen[other] {
                seen[other] = true;
                order.push((other, Some((edge, vertex))));
            }
        }
        next += 1;
    }
    order
}

/// Colon principle: a vertex is worth the sum over its branches of edge : worth of the branch's vertex.
fn tree(stems: &[Stem], store: &mut Store) -> Result<Value, ValueError> {
    let near = neighbours(stems);
    let mut worth = vec![Value::ZERO; near.len()];
    let mut memory = FxHashMap::default();
    for (vertex, parent) in outwards(&near).into_iter().rev() {
        if let Some((edge, below)) = parent {
            let branch = on_top_of(stems[edge].colour, worth[vertex], store, &mut memory)?;
            worth[below] = store.sum(worth[below], branch)?;
        }
    }
    Ok(worth[0])
}

type Memory = FxHashMap<(Colour, Value), Value>;

/// The ordinal sum edge : top. Recursion goes through the canonical options of `top`, of which no chain is longer than
/// the picture has edges.
fn on_top_of(colour: Colour, top: Value, store: &mut Store, memory: &mut Memory) -> Result<Value, ValueError> {
    if let (Colour::Blue | Colour::Red, Some(number)) = (colour, store.as_number(top)) {
        let number = number.clone();
        let lifted = if colour == Colour::Blue { above_one(&number) } else { -&above_one(&-&number) };
        return store.number(&lifted);
    }
    if let Some(&known) = memory.get(&(colour, top)) {
        return Ok(known);
    }
    let [mut left, mut right] = [Vec::new(), Vec::new()];
    if colour != Colour::Red {
        left.push(Value::ZERO);
    }
    if colour != Colour::Blue {
        right.push(Value::ZERO);
    }
    for option in store.left_options(top)? {
        left.push(on_top_of(colour, option, store, memory)?);
    }
    for option in store.right_options(top)? {
        right.push(on_top_of(colour, option, store, memory)?);
    }
    let value = store.form(&left, &right)?;
    memory.insert((colour, top), value);
    Ok(value)
}

/// 1 : x for a number x is (x + n) / 2^(n−1) with the least n ≥ 1 such that x + n > 1 (Winning Ways, chapter 7).
fn above_one(number: &Dyadic) -> Dyadic {
    let least = (&Dyadic::ONE - number).floor() + 1;
    let n = u32::try_from(least).unwrap_or(1).max(1);
    (number + &Dyadic::from(i64::from(n))).divided_by_power(n - 1)
}

/// Fusion principle: an edge that is no bridge is a loop where its cycle was melted and counts 1; a bridge counts the
/// nimber beyond it plus 1. Bridges are the edges that no walk goes around: low points of a depth-first search.
fn fused(stems: &[Stem]) -> u64 {
    let near = neighbours(stems);
    let mut entered = vec![usize::MAX; near.len()];
    let mut low = vec![usize::MAX; near.len()];
    let mut nimber = vec![0u64; near.len()];
    let mut stack = vec![(0usize, usize::MAX, 0usize)];
    let mut clock = 0;
    while let Some(&mut (vertex, by, ref mut next)) = stack.last_mut() {
        if entered[vertex] == usize::MAX {
            (entered[vertex], low[vertex]) = (clock, clock);
            clock += 1;
        }
        if let Some(&(edge, other)) = near[vertex].get(*next) {
            *next += 1;
            if edge == by {
                continue;
            }
            if entered[other] == usize::MAX {
                stack.push((other, edge, 0));
            } else if entered[other] <= entered[vertex] {
                // A back edge or loop, met once from its far end: one melted edge.
                low[vertex] = low[vertex].min(entered[other]);
                nimber[vertex] ^= 1;
            }
            continue;
        }
        stack.pop();
        if let Some(&(below, _, _)) = stack.last() {
            low[below] = low[below].min(low[vertex]);
            let bridge = low[vertex] > entered[below];
            // Melted vertices share one place, so what they carry adds where the cycle meets the rest.
            nimber[below] ^= if bridge { nimber[vertex] + 1 } else { nimber[vertex] ^ 1 };
        }
    }
    nimber[0]
}
