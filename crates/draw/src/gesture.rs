//! How a move is made on a picture.

use std::collections::{HashMap, HashSet};

/// A way to make a move by clicking: the keys of the things and handles to click, one after another.
///
/// ```
/// use grundy_draw::Gesture;
///
/// let jump = Gesture::new("a1-c1", ["a1", "c1"]).takes(["o@b1"]).slides(["x@a1"]);
/// assert_eq!(jump.path, ["a1", "c1"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The name of the move.
    pub label: String,
    /// The keys to click, in order.
    pub path: Vec<String>,
    /// The keys of the things that are gone after the move.
    pub takes: Vec<String>,
    /// The keys of the things that are elsewhere after the move.
    pub slides: Vec<String>,
}

impl Gesture {
    /// A way to make the move called `label`.
    pub fn new<K: Into<String>>(label: impl Into<String>, path: impl IntoIterator<Item = K>) -> Self {
        Self { label: label.into(), path: path.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Sets the things that are gone after the move.
    #[must_use]
    pub fn takes<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.takes = keys.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the things that are elsewhere after the move.
    #[must_use]
    pub fn slides<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.slides = keys.into_iter().map(Into::into).collect();
        self
    }

    /// Puts a prefix before every key.
    pub(crate) fn prefix(&mut self, prefix: &str) {
        let keys = self.path.iter_mut().chain(&mut self.takes).chain(&mut self.slides);
        keys.for_each(|key| key.insert_str(0, prefix));
    }
}

/// Cuts every path where it has singled out its move, and leaves out ways that are the same then.
pub fn shorten(gestures: &mut Vec<Gesture>) {
    // The move that all paths with this beginning make, if it is one.
    let mut only: HashMap<&[String], Option<&str>> = HashMap::new();
    for gesture in gestures.iter() {
        for length in 1..=gesture.path.len() {
            let label = Some(gesture.label.as_str());
            let found = only.entry(&gesture.path[..length]).or_insert(label);
            if *found != label {
                *found = None;
            }
        }
    }
    let short = |gesture: &Gesture| {
        let singles = |length: &usize| only[&gesture.path[..*length]].is_some();
        (1..=gesture.path.len()).find(singles).unwrap_or(gesture.path.len())
    };
    let lengths: Vec<usize> = gestures.iter().map(short).collect();
    gestures.iter_mut().zip(lengths).for_each(|(gesture, length)| gesture.path.truncate(length));
    let mut seen = HashSet::new();
    gestures.retain(|gesture| seen.insert((gesture.path.clone(), gesture.label.clone())));
}

/// Makes every path single out its move: a path that another one goes on from ends in its last key once more, as when one
/// clicks a pin and clicks it again to take it alone.
pub fn finish(gestures: &mut [Gesture]) {
    let mut order: Vec<usize> = (0..gestures.len()).collect();
    order.sort_by(|&a, &b| gestures[a].path.cmp(&gestures[b].path));
    let goes_on = |pair: &&[usize]| {
        let (short, long) = (&gestures[pair[0]].path, &gestures[pair[1]].path);
        long.len() > short.len() && long.starts_with(short)
    };
    // What begins with a path stands right behind it in this order.
    let ended: Vec<usize> = order.windows(2).filter(goes_on).map(|pair| pair[0]).collect();
    for at in ended {
        let last = gestures[at].path.last().cloned();
        gestures[at].path.extend(last);
    }
}
