//! The state graph in layers by level, with the kernel marked.

use std::collections::VecDeque;

use super::node::{Detail, State, flowing};
use crate::layout::{LayeredOptions, layered};
use crate::picture::Picture;
use crate::role::{Dash, Role};
use crate::shape::{Path, Point, Shape, distance};
use grundy_lang::Text;

/// Arcs beyond which they are drawn as one stroke of faint ink without heads: all point downwards.
const MANY_ARCS: usize = 400;

/// Positions and moves, drawn in layers: the highest level at the top, positions without moves at the bottom.
///
/// Positions of the kernel are squares with a double border, the others are round. Arcs into the kernel, the winning
/// moves, are drawn heavier.
///
/// ```
/// use grundy_draw::{State, StateGraph};
///
/// let states = (0..4).map(|i| State::new(i.to_string()).level(i).kernel(i % 3 == 0)).collect();
/// let graph = StateGraph::new(states, vec![(3, 2), (3, 1), (2, 1), (2, 0), (1, 0)]);
/// assert!(graph.picture("Take one or two").description().to_string().contains("4 positions, 5 moves"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateGraph {
    states: Vec<State>,
    arcs: Vec<(usize, usize)>,
    /// Who makes the move of each arc; empty when both players have the same moves.
    makers: Vec<Maker>,
    current: Option<usize>,
    line: Vec<usize>,
}

/// Who can make a move, and whether it wins for somebody who can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maker {
    /// Left can.
    pub left: bool,
    /// Right can.
    pub right: bool,
    /// Whoever makes it wins.
    pub wins: bool,
}

impl Maker {
    /// Left's arcs are blue and whole, Right's red and dashed, those of both green and dotted.
    fn role(self) -> Role {
        match (self.left, self.right) {
            (true, false) => Role::Left,
            (false, true) => Role::Right,
            _ => Role::Either,
        }
    }
}

impl StateGraph {
    /// A state graph; arcs to states that do not exist are left out.
    pub fn new(states: Vec<State>, arcs: Vec<(usize, usize)>) -> Self {
        let n = states.len();
        let arcs = arcs.into_iter().filter(|&(a, b)| a < n && b < n).collect();
        Self { states, arcs, ..Self::default() }
    }

    /// Says who makes the move of each arc, in the order of the arcs; as many as there are arcs, or none.
    #[must_use]
    pub fn made_by(mut self, makers: Vec<Maker>) -> Self {
        self.makers = if makers.len() == self.arcs.len() { makers } else { Vec::new() };
        self
    }

    /// Marks the current position.
    #[must_use]
    pub fn current(mut self, state: usize) -> Self {
        self.current = Some(state);
        self
    }

    /// Marks the arcs along a line of play.
    #[must_use]
    pub fn along(mut self, line: Vec<usize>) -> Self {
        self.line = line;
        self
    }

    /// The part of the graph within `radius` arcs of a state, in either direction, and at most `most` states, nearest
    /// first; also the old numbers of the states kept. For graphs too large to draw whole.
    pub fn neighbourhood(&self, centre: usize, radius: usize, most: usize) -> (StateGraph, Vec<usize>) {
        let n = self.states.len();
        if centre >= n || most == 0 {
            return (StateGraph::default(), Vec::new());
        }
        let mut neighbours = vec![Vec::new(); n];
        for &(a, b) in &self.arcs {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let mut new_number = vec![None; n];
        new_number[centre] = Some(0);
        let mut kept = vec![centre];
        let mut queue = VecDeque::from([(centre, 0)]);
        while let Some((v, d)) = queue.pop_front() {
            if d == radius {
                continue;
            }
            for &w in &neighbours[v] {
                if new_number[w].is_none() && kept.len() < most {
                    new_number[w] = Some(kept.len());
                    kept.push(w);
                    queue.push_back((w, d + 1));
                }
            }
        }
        let kept_arc = |&(a, b): &(usize, usize)| Some((new_number[a]?, new_number[b]?));
        let makers = self.arcs.iter().zip(&self.makers).filter(|(arc, _)| kept_arc(arc).is_some());
        let part = StateGraph {
            states: kept.iter().map(|&v| self.states[v].clone()).collect(),
            arcs: self.arcs.iter().filter_map(kept_arc).collect(),
            makers: makers.map(|(_, &maker)| maker).collect(),
            current: self.current.and_then(|v| new_number.get(v).copied().flatten()),
            line: self.line.iter().filter_map(|&v| new_number.get(v).copied().flatten()).collect(),
        };
        (part, kept)
    }

    /// Draws the graph, with a text alternative that says what is in it.
    ///
    /// 2,000 states with 17,000 arcs take a fraction of a second.
    pub fn picture(&self, title: impl Into<String>) -> Picture {
        let mut picture = Picture::new(title).describe(self.words());
        let detail = Detail::for_count(self.states.len());
        let levels: Vec<usize> = self.states.iter().map(|s| s.level).collect();
        let widths: Vec<f64> = self.states.iter().map(|s| detail.size(s).0).collect();
        let options = match detail {
            Detail::Named if self.states.iter().any(|state| state.board.is_some()) => {
                LayeredOptions { gap: 22.0, level_gap: 150.0, row_gap: 110.0, row: 12 }
            }
            Detail::Named => LayeredOptions { gap: 22.0, level_gap: 84.0, row_gap: 52.0, row: 24 },
            Detail::Valued => LayeredOptions { gap: 14.0, level_gap: 78.0, row_gap: 32.0, row: 40 },
            Detail::Small => LayeredOptions { gap: 9.0, level_gap: 60.0, row_gap: 22.0, row: 90 },
        };
        let placed = layered(&levels, &widths, &self.arcs, options);
        let mut bundles = [Path::new(), Path::new()];
        let played: Vec<(usize, usize)> = self.line.windows(2).map(|pair| (pair[0], pair[1])).collect();
        for (number, (&(a, b), bends)) in self.arcs.iter().zip(&placed.bends).enumerate() {
            let back = self.states[a].level <= self.states[b].level;
            let points = self.run((a, b), bends, &placed.points, detail);
            let maker = self.makers.get(number).copied();
            let winning = maker.map_or(self.states[b].kernel && !self.states[a].kernel, |maker| maker.wins);
            if back && self.arcs.len() <= MANY_ARCS {
                let path = self.way_back((a, b), &placed.points, detail);
                let shape = arc_shape(path, maker.map(Maker::role), winning, played.contains(&(a, b)));
                picture.add(shape.dash(Dash::Dashed));
                continue;
            }
            if played.contains(&(a, b)) || self.arcs.len() <= MANY_ARCS {
                let path = draw_run(Path::new(), &points, detail);
                picture.add(arc_shape(path, maker.map(Maker::role), winning, played.contains(&(a, b))));
            } else {
                let bundle = &mut bundles[usize::from(winning)];
                *bundle = draw_run(std::mem::take(bundle), &points, detail);
            }
        }
        let [faint, winning] = bundles;
        // The more arcs, the thinner: thousands shall not become a fog.
        let thin = (3000.0 / self.arcs.len() as f64).clamp(0.25, 0.8);
        for (path, role, width) in [(faint, Role::Faint, thin), (winning, Role::Kernel, 1.4 * thin)] {
            if !path.steps().is_empty() {
                picture.add(Shape::path(path).role(role).width(width));
            }
        }
        for (i, (state, &at)) in self.states.iter().zip(&placed.points).enumerate() {
            detail.draw(&mut picture, state, at, self.current == Some(i));
        }
        picture
    }

    /// The points of an arc from rim to rim.
    fn run(&self, (a, b): (usize, usize), bends: &[Point], points: &[Point], detail: Detail) -> Vec<Point> {
        let (p, q) = (points[a], points[b]);
        let mut list = vec![p];
        list.extend_from_slice(bends);
        list.push(q);
        let last = list.len() - 1;
        if detail == Detail::Named {
            let down = if p.1 <= q.1 { 1.0 } else { -1.0 };
            list[0].1 += down * detail.size(&self.states[a]).1 / 2.0;
            list[last].1 -= down * (detail.size(&self.states[b]).1 / 2.0 + 1.0);
        } else {
            let near = list[last - 1];
            let d = distance(near, q).max(1e-9);
            let back = (detail.size(&self.states[b]).1 / 2.0 + 1.0).min(d);
            list[last] = (q.0 + (near.0 - q.0) / d * back, q.1 + (near.1 - q.1) / d * back);
        }
        list
    }

    /// An arc that does not lead downwards, in a bow to the right, so that it does not lie on one that does.
    fn way_back(&self, (a, b): (usize, usize), points: &[Point], detail: Detail) -> Path {
        let side = |v: usize, up: f64| {
            let (w, h) = detail.size(&self.states[v]);
            let out = if self.states[v].drawn { h / 8.0 } else { 0.0 };
            (points[v].0 + w / 2.0 + out, points[v].1 + up * h / 4.0)
        };
        let (p, q) = if a == b { (side(a, 1.0), side(b, -1.0)) } else { (side(a, -1.0), side(b, 1.0)) };
        let bow = 24.0 + 0.15 * distance(p, q);
        let far = p.0.max(q.0) + bow;
        Path::new().move_to(p).cubic_to((far, p.1), (far, q.1), q)
    }

    fn words(&self) -> Text {
        let kernel = self.states.iter().filter(|s| s.kernel).count();
        let back = self.arcs.iter().any(|&(a, b)| self.states[a].level <= self.states[b].level);
        let drawn = self.states.iter().filter(|s| s.drawn).count();
        let words = Text::new(if back || drawn > 0 {
            "State graph: {positions} positions, {moves} moves, {kernel} positions in the kernel (squares with a double border), {drawn} \
             drawn (hexagons). Moves into the kernel are drawn heavier. Moves that lead back are dashed."
        } else {
            "State graph: {positions} positions, {moves} moves, {kernel} positions in the kernel (squares with a double border). \
             Moves into the kernel are drawn heavier. Every move leads downwards."
        })
        .with("drawn", drawn)
        .with("positions", self.states.len())
        .with("moves", self.arcs.len())
        .with("kernel", kernel);
        let Some(state) = self.current.and_then(|i| self.states.get(i)) else { return words };
        let current = if state.kernel {
            Text::new("{words} The current position is {position}, in the kernel.")
        } else {
            Text::new("{words} The current position is {position}, not in the kernel.")
        };
        current.with_text("words", words).with("position", &state.label)
    }
}

/// Smooth where there are bends or boxes, straight otherwise.
fn draw_run(path: Path, points: &[Point], detail: Detail) -> Path {
    match points {
        [p, q] if detail != Detail::Named => path.move_to(*p).line_to(*q),
        _ => flowing(path, points),
    }
}

/// An arc; one whose maker is known has the colour and dash of that player.
fn arc_shape(path: Path, maker: Option<Role>, winning: bool, played: bool) -> Shape {
    let (role, width) = match (played, winning) {
        (true, _) => (Role::Highlight, 3.5),
        (false, true) => (Role::Kernel, 2.0),
        (false, false) => (Role::Muted, 0.8),
    };
    let arc = Shape::path(path).width(width).with_head();
    match maker {
        Some(maker) if !played => arc.role(maker).dash(maker.dash()),
        Some(maker) => arc.role(role).dash(maker.dash()),
        None => arc.role(role),
    }
}
