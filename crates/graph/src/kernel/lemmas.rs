//! Clauses that follow one from the other, and what the last of them needs.

use grundy_budget::{Budget, Exhausted};
use rustc_hash::FxHashSet;

/// One step of a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A clause with a number of its own that follows from the clauses of the given numbers: under the negation of the
    /// clause each of them in turn leaves one literal, and the last one none.
    Add {
        /// The number of the clause.
        number: u64,
        /// The clause: variables with their signs.
        clause: Vec<i32>,
        /// The clauses that it follows from.
        from: Vec<u64>,
    },
    /// These clauses are not used again.
    Delete(Vec<u64>),
}

/// What a derived clause is good for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It refutes something, or says what follows.
    Lemma,
    /// Another clause without literals that are false whatever the rest of the clause is. Whatever uses it may use instead
    /// what it follows from.
    Shorter,
}

/// Derived clauses, one after the other, numbered from where the given ones end.
pub(super) struct Lemmas {
    given: usize,
    /// For each clause, where its literals and its sources end.
    ends: Vec<[usize; 2]>,
    literals: Vec<i32>,
    sources: Vec<u32>,
    /// For each clause, whether it is a [`Kind::Shorter`] one.
    shorter: Vec<bool>,
    budget: Budget,
    held: u64,
}

impl Lemmas {
    pub(super) fn new(given: usize, budget: &Budget) -> Self {
        let (ends, literals, sources, shorter) = Default::default();
        Self { given, ends, literals, sources, shorter, budget: budget.clone(), held: 0 }
    }

    /// Adds a clause that follows from others; returns its number.
    pub(super) fn add(&mut self, kind: Kind, clause: &[i32], from: &[u32]) -> Result<u32, Exhausted> {
        // Vectors that grow hold up to twice of what is in them.
        let bytes = 2 * (size_of::<[usize; 2]>() + 1 + 4 * (clause.len() + from.len())) as u64;
        self.budget.reserve(bytes)?;
        self.held += bytes;
        // The greatest number stands for no clause.
        let number = u32::try_from(self.given + self.ends.len() + 1).map_err(|_| Exhausted::Memory)? - 1;
        self.literals.extend_from_slice(clause);
        self.sources.extend_from_slice(from);
        self.shorter.push(kind == Kind::Shorter);
        self.ends.push([self.literals.len(), self.sources.len()]);
        Ok(number)
    }

    fn begin(&self, index: usize) -> [usize; 2] {
        if index == 0 { [0, 0] } else { self.ends[index - 1] }
    }

    /// The literals of a derived clause; `None` for a given one.
    pub(super) fn clause(&self, number: u32) -> Option<&[i32]> {
        let index = (number as usize).checked_sub(self.given)?;
        let [end, _] = self.ends.get(index)?;
        Some(&self.literals[self.begin(index)[0]..*end])
    }

    fn sources(&self, number: usize) -> &[u32] {
        let index = number - self.given;
        &self.sources[self.begin(index)[1]..self.ends[index][1]]
    }

    /// What a clause needs, see [`trimmed`].
    pub(super) fn trimmed(&self, last: u32) -> Result<Vec<Step>, Exhausted> {
        let clause = |number: usize| self.clause(number as u32).unwrap_or(&[]);
        let shorter = |number: usize| self.shorter[number - self.given];
        trimmed(self.given, last as usize, clause, |number| self.sources(number), shorter, &self.budget)
    }
}

impl Drop for Lemmas {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// What one clause needs of those before it, numbered anew from 1, with each clause deleted after its last use. A
/// [`Kind::Shorter`] one that is used once is left out: its user names what it follows from.
pub(super) fn trimmed<'c>(
    given: usize,
    last: usize,
    clause: impl Fn(usize) -> &'c [i32],
    from: impl Fn(usize) -> &'c [u32],
    shorter: impl Fn(usize) -> bool,
    budget: &Budget,
) -> Result<Vec<Step>, Exhausted> {
    let uses = uses(given, last, &from, shorter);
    let kept = || (given..=last).filter(|&number| matches!(uses[number], Use::Until(_)));
    let entries = kept().map(|number| 4 * clause(number).len() + 10 * from(number).len() + 32).sum::<usize>();
    let bytes = (entries + kept().count() * 2 * size_of::<Step>() + 8 * last) as u64;
    // The steps are the caller's, who gives them back whenever he likes; here it is only asked whether there is room.
    budget.reserve(bytes)?;
    budget.release(bytes);
    let mut numbers: Vec<u64> = (1..=given as u64).collect();
    numbers.resize(last + 1, 0);
    let mut next = given as u64;
    let mut steps = Vec::new();
    let mut sources = Vec::new();
    for number in kept() {
        next += 1;
        numbers[number] = next;
        expand(number, &from, &uses, &mut sources);
        let renumbered = sources.iter().map(|&source| numbers[source as usize]).collect();
        steps.push(Step::Add { number: next, clause: clause(number).to_vec(), from: renumbered });
        let over = sources.iter().filter(|&&source| uses[source as usize] == Use::Until(number as u32));
        let mut over: Vec<u64> = over.map(|&source| numbers[source as usize]).collect();
        over.sort_unstable();
        if !over.is_empty() && number != last {
            steps.push(Step::Delete(over));
        }
    }
    Ok(steps)
}

/// What becomes of a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Nothing needs it.
    None,
    /// The last one to use it.
    Until(u32),
    /// It is left out, and this one uses what it follows from.
    Within(u32),
}

/// For each clause up to the last one, what becomes of it.
fn uses<'c>(given: usize, last: usize, from: impl Fn(usize) -> &'c [u32], shorter: impl Fn(usize) -> bool) -> Vec<Use> {
    let mut uses = vec![Use::None; last + 1];
    let mut again = vec![false; last + 1];
    uses[last] = Use::Until(u32::MAX);
    for number in (given..=last).rev() {
        let user = match uses[number] {
            Use::None => continue,
            Use::Until(user) if number != last && !again[number] && shorter(number) => {
                uses[number] = Use::Within(user);
                user
            }
            _ => number as u32,
        };
        for &source in from(number) {
            let source = source as usize;
            again[source] |= uses[source] != Use::None;
            if let Use::None | Use::Until(_) = uses[source] {
                let until = if let Use::Until(until) = uses[source] { until.max(user) } else { user };
                uses[source] = Use::Until(until);
            }
        }
    }
    uses
}

/// What a clause follows from, each source once, those of clauses that are left out in their place.
fn expand<'c>(number: usize, from: impl Fn(usize) -> &'c [u32], uses: &[Use], sources: &mut Vec<u32>) {
    sources.clear();
    let mut seen = FxHashSet::default();
    let mut open = vec![from(number).iter()];
    while let Some(list) = open.last_mut() {
        match list.next() {
            None => drop(open.pop()),
            Some(&source) if matches!(uses[source as usize], Use::Within(_)) => open.push(from(source as usize).iter()),
            Some(&source) => {
                if seen.insert(source) {
                    sources.push(source);
                }
            }
        }
    }
}
