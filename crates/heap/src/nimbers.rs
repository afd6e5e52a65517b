//! A stored nimber sequence: one byte a heap while the nimbers fit, two otherwise.

/// The nimbers of heaps 0, 1, 2, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nimbers {
    /// All nimbers below 256.
    Narrow(Vec<u8>),
    /// All nimbers below 65536.
    Wide(Vec<u16>),
}

impl Default for Nimbers {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl Nimbers {
    /// The number of heaps stored, heap 0 included.
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    /// Whether no heap is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nimber of one stored heap.
    pub fn get(&self, heap: usize) -> Option<u16> {
        match self {
            Self::Narrow(values) => values.get(heap).map(|&value| value.into()),
            Self::Wide(values) => values.get(heap).copied(),
        }
    }

    /// The nimber of a heap that must be stored: no number would do for one that is not.
    pub(crate) fn known(&self, heap: usize) -> u16 {
        match self {
            Self::Narrow(values) => values[heap].into(),
            Self::Wide(values) => values[heap],
        }
    }

    /// Appends the nimber of the next heap, widening the store when it does not fit into a byte.
    pub fn push(&mut self, value: u16) {
        match (&mut *self, u8::try_from(value)) {
            (Self::Narrow(values), Ok(narrow)) => values.push(narrow),
            (Self::Narrow(_), Err(_)) => {
                self.widen();
                self.push(value);
            }
            (Self::Wide(values), _) => values.push(value),
        }
    }

    /// Changes to two bytes a heap.
    pub fn widen(&mut self) {
        if let Self::Narrow(values) = self {
            *self = Self::Wide(values.iter().map(|&value| value.into()).collect());
        }
    }

    /// Drops all heaps from `len` on.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Self::Narrow(values) => values.truncate(len),
            Self::Wide(values) => values.truncate(len),
        }
    }

    /// The nimbers in order, from heap 0.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.len()).map(|heap| self.known(heap))
    }

    /// The nimbers as two bytes each.
    pub fn to_vec(&self) -> Vec<u16> {
        self.iter().collect()
    }

    /// Bytes a heap.
    pub fn width(&self) -> usize {
        match self {
            Self::Narrow(_) => 1,
            Self::Wide(_) => 2,
        }
    }
}

impl FromIterator<u16> for Nimbers {
    fn from_iter<T: IntoIterator<Item = u16>>(values: T) -> Self {
        let mut nimbers = Self::default();
        values.into_iter().for_each(|value| nimbers.push(value));
        nimbers
    }
}
