//! Checking a kernel by its definition.

use crate::Digraph;
use grundy_lang::Text;

/// Why a set is not a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// An arc between two members (equal, for a loop).
    Dependent(u32, u32),
    /// A vertex outside without an arc into the set.
    NotAbsorbed(u32),
    /// A member is no vertex of the digraph.
    NoSuchVertex(u32),
}

impl Flaw {
    /// The flaw in a sentence, vertices called as `name` says.
    pub fn text(self, name: impl Fn(u32) -> String) -> Text {
        match self {
            Self::Dependent(u, v) => Text::new("an arc leads from member {one} to member {other}")
                .with("one", name(u))
                .with("other", name(v)),
            Self::NotAbsorbed(v) => Text::new("vertex {vertex} has no arc into the set").with("vertex", name(v)),
            Self::NoSuchVertex(v) => Text::new("`{vertex}` is not a vertex of the digraph").with("vertex", v),
        }
    }
}

/// Checks that a set is a kernel: no arc inside, and an arc into it from every vertex outside. O(n + m).
pub fn check_kernel(digraph: &Digraph, set: &[u32]) -> Result<(), Flaw> {
    let mut member = vec![false; digraph.order()];
    for &v in set {
        *member.get_mut(v as usize).ok_or(Flaw::NoSuchVertex(v))? = true;
    }
    for v in 0..digraph.order() {
        let into = digraph.successors(v).iter().find(|&&w| member[w as usize]);
        match (member[v], into) {
            (true, Some(&w)) => return Err(Flaw::Dependent(v as u32, w)),
            (false, None) => return Err(Flaw::NotAbsorbed(v as u32)),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flaw_is_found() {
        let digraph = Digraph::from_arcs(3, &[(0, 1), (1, 2), (2, 2)]).unwrap();
        assert_eq!(check_kernel(&digraph, &[0, 1]), Err(Flaw::Dependent(0, 1)));
        assert_eq!(check_kernel(&digraph, &[1]), Err(Flaw::NotAbsorbed(2)));
        assert_eq!(check_kernel(&digraph, &[2]), Err(Flaw::NotAbsorbed(0)));
        assert_eq!(check_kernel(&digraph, &[0, 2]), Err(Flaw::Dependent(2, 2)));
        assert_eq!(check_kernel(&digraph, &[7]), Err(Flaw::NoSuchVertex(7)));
        assert_eq!(check_kernel(&Digraph::from_arcs(0, &[]).unwrap(), &[]), Ok(()));
        assert_eq!(check_kernel(&Digraph::from_arcs(2, &[(0, 1), (1, 0)]).unwrap(), &[1]), Ok(()));
    }
}
