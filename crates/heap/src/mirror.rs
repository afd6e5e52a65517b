//! The newest nimbers stored backwards, so that the pairs of heaps with one total lie side by side in memory.

/// A reversed copy of the newest nimbers.
///
/// Up to its reach it holds every value; beyond, the oldest are dropped in bulk, so that memory stays bounded.
#[derive(Clone, Debug)]
pub(crate) struct Mirror<C> {
    buffer: Vec<C>,
    top: usize,
    reach: usize,
    pushed: usize,
    length: usize,
}

impl<C: Copy + Default> Mirror<C> {
    /// The most values that are kept when the whole sequence is longer.
    pub(crate) const REACH: usize = 1 << 22;

    /// A mirror for a sequence of `length` values.
    pub(crate) fn new(length: usize) -> Self {
        let (reach, size) = if length <= 2 * Self::REACH { (length, length) } else { (Self::REACH, 2 * Self::REACH) };
        Self { buffer: vec![C::default(); size], top: size, reach, pushed: 0, length }
    }

    /// The length of the sequence it was made for.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Bytes held for a sequence of `length` values.
    pub(crate) fn bytes(length: usize) -> u64 {
        (length.min(2 * Self::REACH) * size_of::<C>()) as u64
    }

    /// Adds the value of the next heap.
    pub(crate) fn push(&mut self, value: C) {
        if self.top == 0 {
            let keep = self.reach.min(self.buffer.len() / 2);
            self.top = self.buffer.len() - keep;
            self.buffer.copy_within(..keep, self.top);
        }
        self.top -= 1;
        self.buffer[self.top] = value;
        self.pushed += 1;
    }

    /// The values of heaps `from`, `from - 1`, … as far down as they are kept.
    pub(crate) fn down_from(&self, from: usize) -> &[C] {
        self.buffer.get(self.top + (self.pushed - 1 - from)..).unwrap_or(&[])
    }
}
