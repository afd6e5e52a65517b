//! The two widths in which nimbers are stored while they are computed.

use std::ops::BitXor;

/// One byte for each nimber; 1 where it was marked.
pub(crate) trait Marks: Clone {
    /// All bytes.
    fn bytes(&self) -> &[u8];
    /// All bytes, to change.
    fn bytes_mut(&mut self) -> &mut [u8];
}

impl Marks for [u8; 256] {
    fn bytes(&self) -> &[u8] {
        self
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

impl Marks for Box<[u8; 1 << 16]> {
    fn bytes(&self) -> &[u8] {
        &self[..]
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self[..]
    }
}

/// A nimber as stored: one byte or two.
pub(crate) trait Cell: Copy + Eq + BitXor<Output = Self> + Into<u16> + Default {
    /// One flag for every nimber in use.
    type Flags: Marks;

    /// One flag for each nimber that fits, all down.
    fn flags() -> Self::Flags;

    /// Raises the flag of this nimber.
    fn mark(self, flags: &mut Self::Flags);

    /// The nimber `value`, if it fits.
    fn new(value: usize) -> Option<Self>;
}

impl Cell for u8 {
    type Flags = [u8; 256];

    fn flags() -> Self::Flags {
        [0; 256]
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost statement of the sweep")]
    fn mark(self, flags: &mut Self::Flags) {
        flags[usize::from(self)] = 1;
    }

    fn new(value: usize) -> Option<Self> {
        Self::try_from(value).ok()
    }
}

impl Cell for u16 {
    type Flags = Box<[u8; 1 << 16]>;

    fn flags() -> Self::Flags {
        // A box of an array, without building the array on the stack first.
        vec![0; 1 << 16].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the length is right"))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost statement of the sweep")]
    fn mark(self, flags: &mut Self::Flags) {
        flags[usize::from(self)] = 1;
    }

    fn new(value: usize) -> Option<Self> {
        Self::try_from(value).ok()
    }
}
