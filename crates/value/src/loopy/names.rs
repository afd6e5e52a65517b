//! The famous loopy games.

use super::graph::{Graph, Node, Vertex};
use super::sides::Loopy;
use crate::{Result, Store, Value};

/// The games with a name of their own, as the language knows them.
pub const NAMES: [&str; 8] = ["on", "off", "dud", "over", "under", "upon", "tis", "tisn"];

impl Loopy {
    /// The game of that name.
    ///
    /// on = {on|}, off = {|off}, dud = {dud|dud} = on & off, over = {0|over}, under = {under|0}, upon = {upon|∗},
    /// tis = {tisn|} = 1 & 0, tisn = {|tis} = 0 & −1 (Winning Ways, chapter 11).
    pub fn named(name: &str, store: &mut Store) -> Result<Option<Self>> {
        let (zero, star) = (Node::Value(Value::ZERO), Node::Value(Value::STAR));
        let pass = Node::Loop(0);
        let vertex = |left: &[Node], right: &[Node]| Vertex { left: left.to_vec(), right: right.to_vec() };
        let vertices = match name {
            "on" => vec![vertex(&[pass], &[])],
            "off" => vec![vertex(&[], &[pass])],
            "dud" => vec![vertex(&[pass], &[pass])],
            "over" => vec![vertex(&[zero], &[pass])],
            "under" => vec![vertex(&[pass], &[zero])],
            "upon" => vec![vertex(&[pass], &[star])],
            "tis" => vec![vertex(&[Node::Loop(1)], &[]), vertex(&[], &[pass])],
            "tisn" => vec![vertex(&[], &[Node::Loop(1)]), vertex(&[pass], &[])],
            _ => return Ok(None),
        };
        Self::new(&Graph { root: pass, vertices }, store).map(Some)
    }

    /// ↑ᵒⁿ = {0 ‖ 0 | 0, pass}, the limit of the powers of up: {0 | ∗ − upon}.
    pub fn up_to_the_on(store: &mut Store) -> Result<Self> {
        let zero = Node::Value(Value::ZERO);
        let root = Vertex { left: vec![zero], right: vec![Node::Loop(1)] };
        let below = Vertex { left: vec![zero], right: vec![zero, Node::Loop(1)] };
        Self::new(&Graph { root: Node::Loop(0), vertices: vec![root, below] }, store)
    }
}
