//! Any game whose canonical positions fit a key.

use super::{Keyed, Keys};
use crate::{Player, Refusal, Rules, Text};

/// How positions of a game become keys and back.
pub trait Encoding<R: Rules>: Send + Sync {
    /// How many bytes a key takes, at most 16.
    fn bytes(&self) -> usize;
    /// The tier of a position; every move leads to a lower one.
    fn tier(&self, key: u128) -> u32;
    /// The key of a canonical position; `None` when it does not fit.
    fn encode(&self, position: &R::Position) -> Option<u128>;
    /// The position with a key; `None` when there is none.
    fn decode(&self, key: u128) -> Option<R::Position>;
    /// How keys are made, in one sentence.
    fn describe(&self) -> String;
    /// How many positions there are at most, where that is known.
    fn at_most(&self) -> Option<u64> {
        None
    }
}

/// Canonical positions of a game by keys.
pub struct KeyedRules<R: Rules, E> {
    rules: R,
    encoding: E,
    start: u128,
}

impl<R: Rules, E: Encoding<R>> KeyedRules<R, E> {
    /// The table of what can be reached from `start`; `None` when that does not fit a key.
    pub fn new(rules: R, encoding: E, start: &R::Position) -> Option<Self> {
        let mut canonical = start.clone();
        rules.canonicalise(&mut canonical);
        let start = encoding.encode(&canonical)?;
        Some(Self { rules, encoding, start })
    }
}

impl<R: Rules, E: Encoding<R>> Keyed for KeyedRules<R, E> {
    fn key_bytes(&self) -> usize {
        self.encoding.bytes()
    }

    fn starts(&self) -> Vec<u128> {
        vec![self.start]
    }

    fn tier(&self, key: u128) -> u32 {
        self.encoding.tier(key)
    }

    fn options(&self, key: u128, options: &mut Vec<u128>) -> Result<(), Refusal> {
        let foreign = || Refusal::failed(Text::new("a key of the table does not belong to a position"));
        let position = self.encoding.decode(key).ok_or_else(foreign)?;
        let mut moves = Vec::new();
        self.rules.moves(&position, Player::Left, &mut moves)?;
        let mut option = position.clone();
        for played in &moves {
            option.clone_from(&position);
            self.rules.play(&mut option, played);
            self.rules.canonicalise(&mut option);
            options.push(self.encoding.encode(&option).ok_or_else(foreign)?);
        }
        Ok(())
    }

    fn numbering(&self) -> String {
        self.encoding.describe()
    }

    fn forecast(&self) -> Option<u64> {
        self.encoding.at_most()
    }
}

impl<R: Rules, E: Encoding<R>> Keys<R> for KeyedRules<R, E> {
    fn key(&self, rules: &R, position: &R::Position) -> Option<u128> {
        let mut canonical = position.clone();
        rules.canonicalise(&mut canonical);
        self.encoding.encode(&canonical)
    }

    fn position(&self, key: u128) -> Option<R::Position> {
        self.encoding.decode(key)
    }
}
