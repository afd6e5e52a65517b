//! Richardson's construction: a kernel of a digraph without odd cycles.

use super::force::{Forcing, State};
use crate::Digraph;
use crate::strong::StrongComponents;

/// A kernel, given the strong components, whose parities must differ along every arc within one.
///
/// Components are taken from the sinks up, after what is forced. An open vertex then has an open successor; it lies in
/// the same component, because those below are decided, and has the other parity. So the open vertices of one parity
/// are independent and absorb those of the other. O(n + m).
pub(super) fn kernel_by_parity(digraph: &Digraph, strong: &StrongComponents) -> Vec<u32> {
    let mut forcing = Forcing::new(digraph);
    forcing.peel();
    for component in strong.iter() {
        for &v in component {
            if !strong.parity[v as usize] && forcing.state(v) == State::Open {
                forcing.take(v);
            }
        }
    }
    forcing.members()
}
