//! That claims do not lean on each other in a circle.

use rustc_hash::FxHashMap;

/// What each claim leans on, by number.
///
/// Where every play ends nobody needs to ask: a claim leans on positions that follow from its own. That the plays of a game end is
/// known of the games of the catalogue, but only believed of rules that somebody wrote and that were too large to be followed. There
/// a circle of claims would prove anything, and claims without one prove what they say whether all plays end or not: whoever
/// keeps to them comes to an end.
#[derive(Default)]
pub(super) struct Leaning {
    wary: bool,
    at: Option<u32>,
    on: FxHashMap<u32, Vec<u32>>,
}

/// Bytes that a claim takes which another leans on.
pub(super) const LEAN: u64 = 16;

impl Leaning {
    /// Nothing leans on anything yet; without being wary, nothing is noted.
    pub fn new(wary: bool) -> Self {
        Self { wary, ..Self::default() }
    }

    /// Whether anything is noted.
    pub fn is_wary(&self) -> bool {
        self.wary
    }

    /// From now on this claim is looked at.
    pub fn look_at(&mut self, claim: u32) {
        self.at = Some(claim);
    }

    /// The claim that is looked at leans on this one.
    pub fn lean_on(&mut self, claim: u32) {
        if self.wary
            && let Some(at) = self.at
        {
            self.on.entry(at).or_default().push(claim);
        }
    }

    /// Whether some claims lean on each other in a circle: some are left when, again and again, all are taken away on which no
    /// other leans.
    pub fn goes_round(&self) -> bool {
        let mut leaning: FxHashMap<u32, usize> = self.on.keys().map(|&claim| (claim, 0)).collect();
        for claim in self.on.values().flatten() {
            leaning.entry(*claim).and_modify(|count| *count += 1);
        }
        let mut free: Vec<u32> = leaning.iter().filter(|(_, count)| **count == 0).map(|(&claim, _)| claim).collect();
        let mut taken = 0;
        while let Some(claim) = free.pop() {
            taken += 1;
            for below in &self.on[&claim] {
                if let Some(count) = leaning.get_mut(below) {
                    *count -= 1;
                    if *count == 0 {
                        free.push(*below);
                    }
                }
            }
        }
        taken < leaning.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_round(pairs: &[(u32, u32)]) -> bool {
        let mut leaning = Leaning::new(true);
        for &(at, on) in pairs {
            leaning.look_at(at);
            leaning.lean_on(on);
        }
        leaning.goes_round()
    }

    #[test]
    fn circles_are_seen() {
        assert!(!goes_round(&[]));
        assert!(!goes_round(&[(0, 1), (1, 2), (0, 2), (0, 2), (5, 0), (3, 4)]));
        assert!(goes_round(&[(0, 0)]));
        assert!(goes_round(&[(0, 1), (1, 2), (2, 1), (3, 0)]));
        let chain: Vec<_> = (0..1000).map(|n| (n, n + 1)).collect();
        assert!(!goes_round(&chain));
        assert!(goes_round(&[chain, vec![(1000, 500)]].concat()));
    }
}
