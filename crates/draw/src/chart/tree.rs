//! A game tree with the winning arcs marked.

use super::node::{Detail, State, flowing};
use crate::layout::tidy_tree;
use crate::picture::Picture;
use crate::role::Role;
use crate::shape::{Path, Shape};
use grundy_lang::Text;

/// A tree of positions, drawn from the root downwards. Arcs into the kernel have weight 1 and are drawn heavier with a
/// small 1 beside them: the player to move follows them. All other arcs have weight 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameTree {
    states: Vec<State>,
    children: Vec<Vec<usize>>,
    root: usize,
    line: Vec<usize>,
}

impl GameTree {
    /// A tree; `children[i]` are the options of state i.
    pub fn new(states: Vec<State>, mut children: Vec<Vec<usize>>, root: usize) -> Self {
        children.resize(states.len(), Vec::new());
        Self { states, children, root, line: Vec::new() }
    }

    /// Marks a line of play; its last position is the current one.
    #[must_use]
    pub fn along(mut self, line: Vec<usize>) -> Self {
        self.line = line;
        self
    }

    /// Draws the tree, with a text alternative that says what is in it.
    pub fn picture(&self, title: impl Into<String>) -> Picture {
        let detail = Detail::for_count(self.states.len());
        let (gap, drop) = match detail {
            Detail::Named if self.states.iter().any(|state| state.board.is_some()) => (16.0, 150.0),
            Detail::Named => (16.0, 88.0),
            Detail::Valued => (10.0, 64.0),
            Detail::Small => (6.0, 48.0),
        };
        let widths: Vec<f64> = self.states.iter().map(|s| detail.size(s).0).collect();
        let places: Vec<Option<(f64, f64)>> = tidy_tree(&self.children, self.root, &widths, gap)
            .into_iter()
            .map(|place| place.map(|(x, depth)| (x, depth as f64 * drop)))
            .collect();
        let drawn = places.iter().flatten().count();
        let mut picture = Picture::new(title).describe("");
        let (mut arcs, mut winning_arcs) = (0, 0);
        let mut badges = Vec::new();
        for (v, list) in self.children.iter().enumerate() {
            for &w in list {
                let (Some(Some(p)), Some(Some(q))) = (places.get(v), places.get(w)) else { continue };
                let top = (p.0, p.1 + detail.size(&self.states[v]).1 / 2.0);
                let end = (q.0, q.1 - detail.size(&self.states[w]).1 / 2.0 - 1.0);
                let winning = self.states[w].kernel;
                let played = self.line.windows(2).any(|pair| pair == [v, w]);
                let (role, width) = match (played, winning) {
                    (true, _) => (Role::Highlight, 3.5),
                    (false, true) => (Role::Kernel, 2.2),
                    (false, false) => (Role::Muted, 0.9),
                };
                picture.add(Shape::path(flowing(Path::new(), &[top, end])).role(role).width(width));
                arcs += 1;
                if winning {
                    winning_arcs += 1;
                    badges.push((f64::midpoint(top.0, end.0), f64::midpoint(top.1, end.1)));
                }
            }
        }
        if detail != Detail::Small {
            for at in badges {
                picture.add(Shape::circle(at, 7.5).role(Role::Kernel).width(1.0));
                picture.add(Shape::text(at, "1").size(10.0).bold().role(Role::Kernel));
            }
        }
        let current = self.line.last();
        for (v, (state, place)) in self.states.iter().zip(&places).enumerate() {
            if let Some(at) = place {
                detail.draw(&mut picture, state, *at, current == Some(&v));
            }
        }
        picture.describe(
            Text::new(
                "Game tree: {positions} positions, {moves} moves, {winning} of them of weight 1, into the kernel (squares \
                 with a double border).",
            )
            .with("positions", drawn)
            .with("moves", arcs)
            .with("winning", winning_arcs),
        )
    }
}
