//! A rule on heaps says how many beans a move may take from one heap and into how many heaps the rest may be broken.

use std::fmt;

/// How the heaps left by a move must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// No condition.
    Any,
    /// All sizes different, written `!`.
    Distinct,
    /// All sizes equal, written `=`.
    Equal,
    /// Not all sizes equal, written `?`; a single heap is no exception to anything.
    Unlike,
}

/// The numbers of non-empty heaps a move may leave: one digit of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leave {
    counts: u64,
    open: bool,
    shape: Shape,
}

impl Leave {
    /// The largest number of heaps that a digit can name one by one.
    pub const MOST: u32 = 63;

    /// The digit whose bit `b` allows `b` heaps: 7 allows none, one or two.
    pub const fn bits(counts: u64) -> Self {
        Self { counts, open: false, shape: Shape::Any }
    }

    /// The digit that allows `from` heaps or any larger number.
    pub const fn at_least(from: u32) -> Self {
        Self { counts: u64::MAX << from, open: true, shape: Shape::Any }
    }

    /// The same digit with a condition on the shape of the heaps.
    #[must_use]
    pub const fn shaped(self, shape: Shape) -> Self {
        // Of two heaps, not all equal means different.
        let pairs = !self.open && self.counts >> 3 == 0;
        let shape = if pairs && matches!(shape, Shape::Unlike) { Shape::Distinct } else { shape };
        Self { shape, ..self }
    }

    /// Both digits' numbers of heaps together (the shape of `self` is kept).
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self { counts: self.counts | other.counts, open: self.open || other.open, shape: self.shape }
    }

    /// This digit's numbers of heaps but those of a digit without an end.
    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self { counts: self.counts & !other.counts, ..self }
    }

    /// Whether the move may leave exactly `heaps` non-empty heaps.
    pub fn allows(self, heaps: u64) -> bool {
        if heaps > u64::from(Self::MOST) { self.open } else { self.counts >> heaps & 1 == 1 }
    }

    /// The condition on the sizes of the heaps.
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// Whether no move is allowed at all.
    pub const fn is_empty(self) -> bool {
        self.counts == 0
    }

    /// The largest number of heaps, `None` without a bound.
    pub fn most(self) -> Option<u32> {
        // why: no counts at all: nothing may be left
        if self.open { None } else { Some(self.counts.checked_ilog2().unwrap_or(0)) }
    }

    /// The bit mask of the allowed numbers up to [`Leave::MOST`].
    pub const fn mask(self) -> u64 {
        self.counts
    }
}

/// One clause of a rule: take `take` beans, leave heaps as `leave` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// Number of beans taken.
    pub take: u64,
    /// What may be left.
    pub leave: Leave,
}

/// A taking and breaking game: the rule by which one heap is changed.
///
/// Every rule here is a code in the sense of Guy and Smith (1956): digit d_k says what may be left after taking k beans,
/// bit b of it whether the rest may be left as b heaps. A tail repeats its digits for ever. Heaps of a *frozen* size
/// cannot be moved in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    text: String,
    clauses: Vec<Clause>,
    tail: Vec<Leave>,
    tail_start: u64,
    frozen: Vec<u64>,
}

impl Rule {
    /// The rule with the given digits, from d_0 on, and digits that repeat for ever after them.
    ///
    /// The text is what the rule prints as.
    pub fn from_digits(text: impl Into<String>, digits: &[Leave], tail: &[Leave]) -> Self {
        let digits: Vec<Vec<Leave>> = digits.iter().map(|&leave| vec![leave]).collect();
        Self::from_mixed_digits(text, &digits, tail)
    }

    /// As [`Rule::from_digits`], where a digit may allow different numbers of heaps under different conditions.
    pub(crate) fn from_mixed_digits(text: impl Into<String>, digits: &[Vec<Leave>], tail: &[Leave]) -> Self {
        let takes = digits.iter().zip(0..).flat_map(|(leaves, take)| leaves.iter().map(move |&leave| (take, leave)));
        let clauses =
            takes.filter(|(_, leave)| !leave.is_empty()).map(|(take, leave)| Clause { take, leave }).collect();
        let tail = if tail.iter().all(|leave| leave.is_empty()) { Vec::new() } else { tail.to_vec() };
        Self { text: text.into(), clauses, tail, tail_start: digits.len() as u64, frozen: Vec::new() }
    }

    /// The rule that lets `leave` be left after taking any number in `set`.
    pub fn from_set(text: impl Into<String>, set: &[u64], leave: Leave) -> Self {
        let mut takes = set.to_vec();
        takes.sort_unstable();
        takes.dedup();
        let clauses: Vec<_> = takes.into_iter().filter(|&take| take > 0).map(|take| Clause { take, leave }).collect();
        let tail_start = clauses.last().map_or(1, |clause| clause.take.saturating_add(1));
        Self { text: text.into(), clauses, tail: Vec::new(), tail_start, frozen: Vec::new() }
    }

    /// The subtraction game: take a number in `set` from one heap.
    ///
    /// ```
    /// # use grundy_heap::Rule;
    /// assert_eq!(Rule::subtraction(&[5, 1, 2]).to_string(), "subtract(1,2,5)");
    /// ```
    pub fn subtraction(set: &[u64]) -> Self {
        let mut rule = Self::from_set("", set, Leave::bits(3));
        let takes: Vec<_> = rule.clauses.iter().map(|clause| clause.take).collect();
        rule.text = format!("subtract({})", join(&takes));
        rule
    }

    /// The same rule, with heaps of these sizes frozen.
    #[must_use]
    pub fn freeze(mut self, sizes: &[u64]) -> Self {
        self.frozen = sizes.to_vec();
        self.frozen.sort_unstable();
        self.frozen.dedup();
        self
    }

    /// The finitely many clauses before the tail, by increasing number of beans taken.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The repeating digits, empty for a finite rule, and the number of beans the first of them takes.
    pub fn tail(&self) -> (&[Leave], u64) {
        (&self.tail, self.tail_start)
    }

    /// The sizes of heaps that cannot be moved in, in increasing order.
    pub fn frozen(&self) -> &[u64] {
        &self.frozen
    }

    /// What may be left after taking `take` beans; where a digit has several conditions, under one of them.
    pub fn leave(&self, take: u64) -> Leave {
        if take >= self.tail_start && !self.tail.is_empty() {
            return self.tail[((take - self.tail_start) % self.tail.len() as u64) as usize];
        }
        let found = self.clauses.binary_search_by_key(&take, |clause| clause.take);
        found.map_or(Leave::bits(0), |index| self.clauses[index].leave)
    }

    /// All clauses that apply to heaps up to `heap`, the tail written out.
    pub fn clauses_to(&self, heap: u64) -> impl Iterator<Item = Clause> + '_ {
        let finite = self.clauses.iter().copied().take_while(move |clause| clause.take <= heap);
        let length = self.tail.len() as u64;
        let end = if length == 0 { self.tail_start } else { heap.saturating_add(1) };
        let tail = (self.tail_start..end).map(|take| Clause { take, leave: self.leave(take) });
        finite.chain(tail).filter(|clause| !clause.leave.is_empty())
    }

    /// The largest number of beans a move may take, `None` without a bound.
    pub fn most_taken(&self) -> Option<u64> {
        if self.tail.is_empty() { Some(self.clauses.last().map_or(0, |clause| clause.take)) } else { None }
    }

    /// The largest number of heaps a move may leave, `None` without a bound.
    pub fn most_left(&self) -> Option<u32> {
        self.all_leaves().map(Leave::most).try_fold(0, |most, next| Some(most.max(next?)))
    }

    /// Whether every digit has the given property.
    pub fn every_leave(&self, property: impl FnMut(Leave) -> bool) -> bool {
        self.all_leaves().all(property)
    }

    fn all_leaves(&self) -> impl Iterator<Item = Leave> + '_ {
        self.clauses.iter().map(|clause| clause.leave).chain(self.tail.iter().copied())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A sorted set with its runs of three or more written as ranges.
pub(crate) fn join(set: &[u64]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for run in set.chunk_by(|left, right| left + 1 == *right) {
        match run {
            [first, _, .., last] => parts.push(format!("{first}-{last}")),
            _ => parts.extend(run.iter().map(ToString::to_string)),
        }
    }
    parts.join(",")
}
