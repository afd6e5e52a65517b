//! Clauses that follow one from the other, and what the last of them needs.

use grundy_budget::{Budget, Exhausted};

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

/// Derived clauses, one after the other, numbered from where the given ones end.
pub(super) struct Lemmas {
    given: usize,
    /// For each clause, where its literals and its sources end.
    ends: Vec<[usize; 2]>,
    literals: Vec<i32>,
    sources: Vec<u32>,
    budget: Budget,
    held: u64,
}

impl Lemmas {
    pub(super) fn new(given: usize, budget: &Budget) -> Self {
        let (ends, literals, sources) = Default::default();
        Self { given, ends, literals, sources, budget: budget.clone(), held: 0 }
    }

    /// Adds a clause that follows from others; returns its number.
    pub(super) fn add(&mut self, clause: &[i32], from: &[u32]) -> Result<u32, Exhausted> {
        // Vectors that grow hold up to twice of what is in them.
        let bytes = 2 * (size_of::<[usize; 2]>() + 4 * (clause.len() + from.len())) as u64;
        self.budget.reserve(bytes)?;
        self.held += bytes;
        // The greatest number stands for no clause.
        let number = u32::try_from(self.given + self.ends.len() + 1).map_err(|_| Exhausted::Memory)? - 1;
        self.literals.extend_from_slice(clause);
        self.sources.extend_from_slice(from);
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
        trimmed(self.given, last as usize, clause, |number| self.sources(number), &self.budget)
    }
}

impl Drop for Lemmas {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// What one clause needs of those before it, numbered anew from 1, with each clause deleted after its last use.
pub(super) fn trimmed<'c>(
    given: usize,
    last: usize,
    clause: impl Fn(usize) -> &'c [i32],
    from: impl Fn(usize) -> &'c [u32],
    budget: &Budget,
) -> Result<Vec<Step>, Exhausted> {
    let last_use = last_uses(given, last, &from);
    let used = || (given..=last).filter(|&number| last_use[number].is_some());
    let entries = used().map(|number| 4 * clause(number).len() + 8 * from(number).len()).sum::<usize>();
    let bytes = (entries + used().count() * 2 * size_of::<Step>() + 8 * last) as u64;
    // The steps are the caller's, who gives them back whenever he likes; here it is only asked whether there is room.
    budget.reserve(bytes)?;
    budget.release(bytes);
    let mut numbers: Vec<u64> = (1..=given as u64).collect();
    numbers.resize(last + 1, 0);
    let mut next = given as u64;
    let mut steps = Vec::new();
    for number in used() {
        next += 1;
        numbers[number] = next;
        let sources = from(number);
        let renumbered = sources.iter().map(|&source| numbers[source as usize]).collect();
        steps.push(Step::Add { number: next, clause: clause(number).to_vec(), from: renumbered });
        let over = sources.iter().filter(|&&source| last_use[source as usize] == Some(number as u32));
        let mut over: Vec<u64> = over.map(|&source| numbers[source as usize]).collect();
        over.sort_unstable();
        over.dedup();
        if !over.is_empty() && number != last {
            steps.push(Step::Delete(over));
        }
    }
    Ok(steps)
}

/// For each clause up to the last one, which clause uses it last, if the last one needs it at all.
fn last_uses<'c>(given: usize, last: usize, from: impl Fn(usize) -> &'c [u32]) -> Vec<Option<u32>> {
    let mut last_use: Vec<Option<u32>> = vec![None; last + 1];
    last_use[last] = Some(u32::MAX);
    for number in (given..=last).rev() {
        if last_use[number].is_some() {
            for &source in from(number) {
                last_use[source as usize].get_or_insert(number as u32);
            }
        }
    }
    last_use
}
