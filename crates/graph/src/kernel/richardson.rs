//! Richardson's construction: a kernel of a digraph without odd cycles.

use crate::Digraph;
use crate::strong::StrongComponents;

/// A kernel, given colours that differ along every arc within a strong component.
///
/// Components are taken from the sinks up. Vertices with an arc into the kernel so far are out. If there are none in a
/// component of two vertices or more, each of its vertices has a successor in it, of the other colour, so the vertices
/// of one colour are independent and absorb the others. Otherwise what is forced within the component is peeled off
/// first, and then the same holds for the rest. O(n + m).
pub(super) fn kernel_by_colours(digraph: &Digraph, strong: &StrongComponents, colours: &[bool]) -> Vec<u32> {
    let order = digraph.order();
    let mut member = vec![false; order];
    let mut peeler = Peeler::default();
    for component in strong.iter() {
        let absorbed = |v: u32, member: &[bool]| digraph.successors(v as usize).iter().any(|&w| member[w as usize]);
        if let [v] = component {
            member[*v as usize] = !absorbed(*v, &member);
        } else if component.iter().any(|&v| absorbed(v, &member)) {
            peeler.take_component(digraph, component, colours, &mut member);
        } else {
            component.iter().for_each(|&v| member[v as usize] = !colours[v as usize]);
        }
    }
    (0..order as u32).filter(|&v| member[v as usize]).collect()
}

/// Peels single components; its memory is kept from one to the next.
#[derive(Default)]
struct Peeler {
    /// For each vertex of the digraph, its place in the component at hand; others have stale entries.
    place: Vec<u32>,
}

impl Peeler {
    fn take_component(&mut self, digraph: &Digraph, component: &[u32], colours: &[bool], member: &mut [bool]) {
        self.place.resize(digraph.order(), 0);
        component.iter().zip(0..).for_each(|(&v, i)| self.place[v as usize] = i);
        let place = &self.place;
        let inside = |w: u32| component.get(place[w as usize] as usize) == Some(&w);
        let mut arcs = Vec::new();
        for (&v, i) in component.iter().zip(0..) {
            arcs.extend(digraph.successors(v as usize).iter().filter(|&&w| inside(w)).map(|&w| (place[w as usize], i)));
        }
        let before = Predecessors::new(component.len(), &arcs);
        let mut peel = Peel {
            before: &before,
            left: before.leaving.clone(),
            decided: vec![false; component.len()],
            ready: Vec::new(),
        };
        let out = |v: u32| digraph.successors(v as usize).iter().any(|&w| !inside(w) && member[w as usize]);
        let absorbed: Vec<u32> = (0..component.len() as u32).filter(|&i| out(component[i as usize])).collect();
        absorbed.into_iter().for_each(|i| peel.put_out(i));
        while let Some(i) = peel.ready.pop() {
            peel.take(i, |i| member[component[i as usize] as usize] = true);
        }
        // What is left has a successor left, of the other colour.
        for (i, &v) in component.iter().enumerate() {
            if !peel.decided[i] && !colours[v as usize] {
                member[v as usize] = true;
            }
        }
    }
}

/// The arcs within a component, backwards.
struct Predecessors {
    starts: Vec<u32>,
    tails: Vec<u32>,
    /// How many arcs leave each vertex.
    leaving: Vec<u32>,
}

impl Predecessors {
    /// From pairs (head, tail).
    fn new(order: usize, arcs: &[(u32, u32)]) -> Self {
        let (mut starts, mut leaving) = (vec![0_u32; order + 1], vec![0_u32; order]);
        for &(head, tail) in arcs {
            starts[head as usize + 1] += 1;
            leaving[tail as usize] += 1;
        }
        (0..order).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut tails = vec![0; arcs.len()];
        for &(head, tail) in arcs {
            tails[next[head as usize] as usize] = tail;
            next[head as usize] += 1;
        }
        Self { starts, tails, leaving }
    }

    fn of(&self, i: u32) -> &[u32] {
        &self.tails[self.starts[i as usize] as usize..self.starts[i as usize + 1] as usize]
    }
}

struct Peel<'a> {
    before: &'a Predecessors,
    /// How many successors of each vertex within the component are not out.
    left: Vec<u32>,
    decided: Vec<bool>,
    /// Vertices all of whose successors are out.
    ready: Vec<u32>,
}

impl Peel<'_> {
    fn put_out(&mut self, i: u32) {
        if std::mem::replace(&mut self.decided[i as usize], true) {
            return;
        }
        for &p in self.before.of(i) {
            self.left[p as usize] -= 1;
            if self.left[p as usize] == 0 {
                self.ready.push(p);
            }
        }
    }

    fn take(&mut self, i: u32, mut member: impl FnMut(u32)) {
        if std::mem::replace(&mut self.decided[i as usize], true) {
            return;
        }
        member(i);
        let before = self.before;
        before.of(i).iter().for_each(|&p| self.put_out(p));
    }
}
