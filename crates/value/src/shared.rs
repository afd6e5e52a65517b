//! One store for several threads.

use std::sync::{Arc, Mutex, PoisonError};

use crate::Store;

/// A store shared by threads: clones are the same store, and a lock is held for each piece of work.
///
/// Operations on values are many and short, so a lock for each would cost more than the work; [`SharedStore::with`] takes
/// it once for a batch.
#[derive(Clone, Debug, Default)]
pub struct SharedStore {
    store: Arc<Mutex<Store>>,
}

impl SharedStore {
    /// Shares a store.
    pub fn new(store: Store) -> Self {
        Self { store: Arc::new(Mutex::new(store)) }
    }

    /// Works on the store while no other thread does.
    pub fn with<T>(&self, work: impl FnOnce(&mut Store) -> T) -> T {
        // A panic elsewhere leaves the store whole: values are only ever added.
        work(&mut self.store.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
