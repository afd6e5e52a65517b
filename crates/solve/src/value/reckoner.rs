//! Values of components from the values of those that their options fall into. Compiled once: it knows no game.

use super::known::Name;
use crate::Stop;
use grundy_budget::{Budget, Exhausted};
use grundy_value::{Store, Value};

/// What is to be reckoned, in words: components in the order of their numbers, and the sum that was asked for.
pub(super) struct Task {
    words: Vec<u32>,
    /// The words before this one are done.
    done: usize,
}

/// A component with options: how many components those of Left fall into, how many those of Right, then these, each marked where it
/// is the last of its option.
const OPTIONS: u32 = 0;
/// A position: how many components it falls into, and these.
const TOTAL: u32 = 1;
/// A component whose value is given, and its place there.
const GIVEN: u32 = 2;

/// Words before a list of components.
const HEAD: usize = 3;

impl Task {
    pub fn new() -> Self {
        Self { words: Vec::new(), done: 0 }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.done = 0;
    }

    /// Makes room for a list of components.
    pub fn room(&mut self, components: usize, budget: &Budget) -> Result<(), Exhausted> {
        super::room(&mut self.words, HEAD + components, budget)
    }

    pub fn add_options(&mut self, left: usize, right: usize) {
        self.words.extend([OPTIONS, left as u32, right as u32]);
    }

    pub fn add_total(&mut self, components: usize) {
        self.words.extend([TOTAL, components as u32, 0]);
    }

    pub fn add_given(&mut self, place: usize) {
        self.words.extend([GIVEN, place as u32, 0]);
    }

    /// The components of a list, marked.
    pub fn add_components(&mut self, marked: impl Iterator<Item = u32>) {
        self.words.extend(marked);
    }
}

/// The values of the given components by their places.
pub(super) type Given<'a> = dyn FnMut(usize, &mut Store) -> Result<Value, Stop> + 'a;

/// The values of all components by their numbers.
pub(super) struct Reckoner {
    /// Each with its negative, or with 0 where that was not asked for yet.
    values: Vec<(Value, Value)>,
    total: Value,
    /// The values of the components of options.
    parts: Vec<Value>,
    /// The values of options.
    options: Vec<Value>,
    /// The first two components of options, which options these are, and the further components of options.
    pairs: Vec<(Value, Value)>,
    paired: Vec<usize>,
    further: Vec<(usize, Value)>,
}

impl Reckoner {
    pub fn new() -> Self {
        Self {
            values: vec![(Value::ZERO, Value::ZERO)],
            total: Value::ZERO,
            parts: Vec::new(),
            options: Vec::new(),
            pairs: Vec::new(),
            paired: Vec::new(),
            further: Vec::new(),
        }
    }

    /// What a component takes here.
    pub const BYTES: usize = size_of::<(Value, Value)>();

    /// The sum that was asked for last.
    pub fn total(&self) -> Value {
        self.total
    }

    /// Does all that is left of a task; what was done before something failed stays done.
    pub fn work(&mut self, task: &mut Task, store: &mut Store, given: &mut Given<'_>) -> Result<(), Stop> {
        while let Some([kind, first, second]) = task.words.get(task.done..).and_then(|rest| rest.first_chunk::<HEAD>())
        {
            let start = task.done + HEAD;
            let (first, second) = (*first as usize, *second as usize);
            let end = match *kind {
                GIVEN => {
                    let value = given(first, store)?;
                    self.learn(value, store)?;
                    start
                }
                OPTIONS => {
                    let (middle, end) = (start + first, start + first + second);
                    let value = self.form(&task.words[start..middle], &task.words[middle..end], store)?;
                    self.learn(value, store)?;
                    end
                }
                _ => {
                    self.options.clear();
                    self.sums(&task.words[start..start + first], store)?;
                    let [total] = self.options[..] else { return Err(Stop::contradiction()) };
                    self.total = total;
                    start + first
                }
            };
            task.done = end;
        }
        Ok(())
    }

    fn form(&mut self, left: &[u32], right: &[u32], store: &mut Store) -> Result<Value, Stop> {
        self.options.clear();
        self.sums(left, store)?;
        let middle = self.options.len();
        self.sums(right, store)?;
        Ok(store.form(&self.options[..middle], &self.options[middle..])?)
    }

    /// Gives the next component its value.
    fn learn(&mut self, value: Value, store: &Store) -> Result<(), Stop> {
        super::room(&mut self.values, 1, store.budget())?;
        self.values.push((value, Value::ZERO));
        Ok(())
    }

    /// Appends the values of the options that fall into some components: the sums of the values of these.
    fn sums(&mut self, components: &[u32], store: &mut Store) -> Result<(), Stop> {
        self.pairs.clear();
        self.paired.clear();
        self.further.clear();
        self.look_up(components, store)?;
        let mut parts = 0;
        for (&value, &word) in self.parts.iter().zip(components) {
            let (_, last) = Name::of_marked(word);
            match (parts, self.options.len(), self.options.last()) {
                (0, ..) => self.options.push(value),
                (1, option, Some(&first)) => {
                    self.pairs.push((first, value));
                    self.paired.push(option - 1);
                }
                (_, option, _) => self.further.push((option - 1, value)),
            }
            parts = if last { 0 } else { parts + 1 };
        }
        store.sum_pairs(&mut self.pairs)?;
        for (&option, &(sum, _)) in self.paired.iter().zip(&self.pairs) {
            self.options[option] = sum;
        }
        for &(option, value) in &self.further {
            self.options[option] = store.sum(self.options[option], value)?;
        }
        Ok(())
    }

    /// Reads the values of some components. They lie all over a long list, so nothing else is done here: the processor then has
    /// many reads under way at once.
    fn look_up(&mut self, components: &[u32], store: &mut Store) -> Result<(), Stop> {
        let (mut unknown, mut new_negative) = (false, false);
        self.parts.clear();
        self.parts.extend(components.iter().map(|&word| {
            let (name, _) = Name::of_marked(word);
            let Some(&(value, negative)) = self.values.get(name.number()) else {
                unknown = true;
                return Value::ZERO;
            };
            new_negative |= name.is_negative() && negative == Value::ZERO && value != Value::ZERO;
            if name.is_negative() { negative } else { value }
        }));
        if unknown {
            return Err(Stop::contradiction());
        }
        if new_negative {
            for (part, &word) in self.parts.iter_mut().zip(components) {
                let (name, _) = Name::of_marked(word);
                if name.is_negative() {
                    let (value, negative) = &mut self.values[name.number()];
                    *negative = store.negative(*value)?;
                    *part = *negative;
                }
            }
        }
        Ok(())
    }
}
