//! The page of a game that is made while the program runs.

use crate::{Mistake, Place};
use grundy_game::{Page, TheoremNote};
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// All texts of all pages together; more files than fit into it are not read.
const MOST_BYTES: usize = 16 << 20;

#[derive(Default)]
struct Texts {
    known: FxHashMap<String, &'static str>,
    bytes: usize,
}

static TEXTS: LazyLock<Mutex<Texts>> = LazyLock::new(Mutex::default);

/// A text that lives as long as the program; equal texts are kept once, and the sum of all is bounded.
pub(crate) fn lasting(text: &str) -> Result<&'static str, Mistake> {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.known.get(text) {
        return Ok(known);
    }
    texts.bytes += text.len() + 64;
    if texts.bytes > MOST_BYTES {
        return Err(Mistake::new(Place::new(1, 1), "too many rules files are read by one program"));
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.known.insert(text.to_owned(), kept);
    Ok(kept)
}

/// What a file says about its game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub name: String,
    pub summary: String,
    pub rules: String,
    pub notation: String,
    pub literature: String,
    pub theorem: String,
    pub examples: Vec<String>,
}

impl Words {
    /// The page, which lives as long as the program.
    pub fn page(&self) -> Result<Page<'static>, Mistake> {
        let mut examples = Vec::new();
        for example in &self.examples {
            examples.push(lasting(example)?);
        }
        let theorems = if self.theorem.is_empty() && self.literature.is_empty() {
            Vec::new()
        } else {
            let statement = if self.theorem.is_empty() { &self.summary } else { &self.theorem };
            vec![TheoremNote { statement: lasting(statement)?, literature: lasting(&self.literature)? }]
        };
        Ok(Page {
            name: lasting(&self.name)?,
            summary: lasting(&self.summary)?,
            rules: lasting(&self.rules)?,
            notation: lasting(&self.notation)?,
            theorems: leak_once(theorems, &self.name),
            examples: leak_examples(examples),
        })
    }
}

fn leak_examples(examples: Vec<&'static str>) -> &'static [&'static str] {
    static KNOWN: LazyLock<Mutex<Vec<&'static [&'static str]>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().find(|found| ***found == examples[..]) {
        return found;
    }
    let kept: &'static [&'static str] = Box::leak(examples.into_boxed_slice());
    known.push(kept);
    kept
}

fn leak_once(theorems: Vec<TheoremNote<'static>>, name: &str) -> &'static [TheoremNote<'static>] {
    static KNOWN: LazyLock<Mutex<FxHashMap<String, &'static [TheoremNote<'static>]>>> = LazyLock::new(Mutex::default);
    let Some(first) = theorems.first() else { return &[] };
    let key = format!("{name}\n{}\n{}", first.statement, first.literature);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(key).or_insert_with(|| Box::leak(theorems.into_boxed_slice()))
}
