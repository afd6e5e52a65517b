//! Richardson's construction: a kernel of a digraph without odd cycles.

use crate::Digraph;
use crate::strong::StrongComponents;

/// A kernel, given the strong components, whose parities must differ along every arc within one.
///
/// Components are taken from the sinks up. Vertices with an arc into the kernel so far are out, and what that forces
/// within the component is peeled off. An open vertex then has an open successor in the component, of the other parity,
/// so the open vertices of one parity are independent and absorb those of the other. O(n + m).
pub(super) fn kernel_by_parity(digraph: &Digraph, strong: &StrongComponents) -> Vec<u32> {
    let order = digraph.order();
    let mut member = vec![false; order];
    let mut peel = Peel { digraph, strong, reversed: None, decided: vec![false; order], left: Vec::new() };
    let mut absorbed = Vec::new();
    for component in strong.iter() {
        let is_absorbed = |v: u32| digraph.successors(v as usize).iter().any(|&w| member[w as usize]);
        absorbed.clear();
        absorbed.extend(component.iter().copied().filter(|&v| is_absorbed(v)));
        peel.put_out(&absorbed, |v| member[v as usize] = true);
        for &v in component {
            if !peel.decided[v as usize] && (component.len() == 1 || !strong.parity[v as usize]) {
                member[v as usize] = true;
            }
        }
    }
    (0..order as u32).filter(|&v| member[v as usize]).collect()
}

/// A strong component whose part of a kernel is what lies at even distance from one of its vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Centre {
    /// The vertex from which distances are measured, a member of the kernel.
    pub vertex: u32,
    /// The vertices of the component with their distances from the centre.
    pub distances: Vec<(u32, u32)>,
}

/// The strong components with cycles in which the kernel is what Richardson's proof takes: of a strongly connected digraph
/// without odd cycles, the vertices at even distance from any one of them. Components in which other ones force something
/// are left out. O(n + m) for each component.
pub fn centres(digraph: &Digraph, kernel: &[u32]) -> Vec<Centre> {
    let strong = crate::strong::strong_components(digraph, |_| true);
    let mut centres = Vec::new();
    for component in strong.iter().filter(|component| component.len() > 1) {
        let inner = digraph.induced(component);
        let member = |v: u32| kernel.binary_search(&v).is_ok();
        let Some(vertex) = component.iter().position(|&v| member(v)) else { continue };
        let distances: Option<Vec<(u32, u32)>> = crate::paths::distances(&inner, vertex as u32)
            .into_iter()
            .zip(component)
            .map(|(distance, &v)| distance.map(|distance| (v, distance)))
            .collect();
        // A component is strongly connected, so every vertex has a distance.
        let Some(distances) = distances else { continue };
        if distances.iter().all(|&(v, distance)| member(v) == distance.is_multiple_of(2)) {
            centres.push(Centre { vertex: component[vertex], distances });
        }
    }
    centres
}

/// Peels off what is forced within one component after the other.
struct Peel<'a> {
    digraph: &'a Digraph,
    strong: &'a StrongComponents,
    /// The arcs turned round, made when first needed.
    reversed: Option<Digraph>,
    decided: Vec<bool>,
    /// How many successors of a vertex within its component are not out; counted when one first goes out.
    left: Vec<u32>,
}

impl Peel<'_> {
    /// Puts vertices of one component out: a vertex with no other successors in the component is in then, and its
    /// predecessors there are out, and so on.
    fn put_out(&mut self, absorbed: &[u32], mut take: impl FnMut(u32)) {
        const UNCOUNTED: u32 = u32::MAX;
        let Self { digraph, strong, reversed, decided, left } = self;
        let Some(&first) = absorbed.first() else { return };
        let component = strong.number[first as usize];
        absorbed.iter().for_each(|&v| decided[v as usize] = true);
        if strong.component(component as usize).len() == 1 {
            return;
        }
        let inside = |v: u32| strong.number[v as usize] == component;
        let before = &*reversed.get_or_insert_with(|| digraph.reversed());
        left.resize(digraph.order(), UNCOUNTED);
        let mut out = absorbed.to_vec();
        while let Some(v) = out.pop() {
            for &p in before.successors(v as usize).iter().filter(|&&p| inside(p)) {
                let left = &mut left[p as usize];
                if *left == UNCOUNTED {
                    *left = digraph.successors(p as usize).iter().filter(|&&w| inside(w)).count() as u32;
                }
                *left -= 1;
                if *left > 0 || std::mem::replace(&mut decided[p as usize], true) {
                    continue;
                }
                take(p);
                for &u in before.successors(p as usize).iter().filter(|&&u| inside(u)) {
                    if !std::mem::replace(&mut decided[u as usize], true) {
                        out.push(u);
                    }
                }
            }
        }
    }
}
