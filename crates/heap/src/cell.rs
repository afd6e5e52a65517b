//! The two widths in which nimbers are stored while they are computed.

use std::ops::BitXor;

/// A nimber as stored: one byte or two.
pub(crate) trait Cell: Copy + Eq + BitXor<Output = Self> + Into<u16> + Default {
    /// One flag for every nimber in use.
    type Flags: AsRef<[u8]> + AsMut<[u8]> + Clone;

    /// Flags for nimbers below `span`, a power of two, all down.
    fn flags(span: usize) -> Self::Flags;

    /// Raises the flag of this nimber.
    fn mark(self, flags: &mut Self::Flags);

    /// The nimber `value`, if it fits.
    fn new(value: usize) -> Option<Self>;
}

impl Cell for u8 {
    type Flags = [u8; 256];

    fn flags(_span: usize) -> Self::Flags {
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
    type Flags = Vec<u8>;

    fn flags(span: usize) -> Self::Flags {
        vec![0; span]
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost statement of the sweep")]
    fn mark(self, flags: &mut Self::Flags) {
        if let Some(flag) = flags.get_mut(usize::from(self)) {
            *flag = 1;
        }
    }

    fn new(value: usize) -> Option<Self> {
        Self::try_from(value).ok()
    }
}
