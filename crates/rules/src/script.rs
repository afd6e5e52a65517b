//! A small language of our own: the part of Python that rules of games need.
//!
//! Statements, functions, closures, comprehensions, tuples, lists, sets, dictionaries, strings and whole numbers of any
//! size; no classes, exceptions, fractions, files or clock. A file is compiled to instructions of a register machine; its
//! values lie in an arena that is emptied after each call from outside. Steps, bytes and depth are counted, every mistake
//! has its line and column, and running the same call twice gives the same result: sets and dictionaries go through their
//! members in the order of insertion, and what the file made while it was read cannot change afterwards.
//!
//! Differences to Python, all on purpose: generators, `map`, `zip` and the like are gathered at once instead of step by
//! step; sets have an order; `is` compares values that cannot change; `/` is refused.

// A fault is boxed so that results stay small; tables of instructions and operators read best one case a line.
#![allow(clippy::unnecessary_box_returns, clippy::match_same_arms, clippy::single_match_else)]
#![allow(clippy::unnecessary_wraps)]

pub(crate) mod ast;
mod builtin;
mod compile;
mod datum;
mod fault;
mod format;
mod machine;
mod method;
mod names;
mod op;
mod operate;
mod parse;
mod scope;
mod token;
mod value;

pub use datum::Datum;
pub use machine::Limits;

pub(crate) use machine::Machine;
pub(crate) use parse::{parse, parse_expression};
pub(crate) use scope::{bound, clause_names, mentioned};
pub(crate) use value::Value;

use crate::{Mistake, Place};
use op::Compiled;
use std::sync::Arc;

/// A file that was read and compiled, not yet run.
#[derive(Clone, Debug)]
pub struct Script {
    compiled: Arc<Compiled>,
}

impl Script {
    /// Reads and compiles a file.
    ///
    /// ```
    /// let script = grundy_rules::Script::read("print(sum(n * n for n in range(5)))")?;
    /// assert_eq!(script.run(grundy_rules::Limits::default())?, "30\n");
    /// # Ok::<(), grundy_rules::Mistake>(())
    /// ```
    pub fn read(source: &str) -> Result<Self, Mistake> {
        Self::of(&parse(source)?)
    }

    /// Compiles a tree.
    pub(crate) fn of(body: &[ast::Statement]) -> Result<Self, Mistake> {
        Ok(Self { compiled: Arc::new(compile::compile(body, &[])?) })
    }

    /// Runs the file and returns what it prints.
    pub fn run(&self, limits: Limits) -> Result<String, Mistake> {
        self.machine(limits).map(|machine| machine.output)
    }

    /// Runs the file and keeps what it defines.
    pub(crate) fn machine(&self, limits: Limits) -> Result<Machine, Mistake> {
        Machine::load(Arc::clone(&self.compiled), limits, &[])
    }

    /// Runs the file, then calls one of its functions.
    ///
    /// ```
    /// use grundy_rules::{Datum, Limits, Script};
    /// let script = Script::read("def double(n): return 2 * n")?;
    /// assert_eq!(script.call("double", &[Datum::Int(21)], Limits::default())?, Datum::Int(42));
    /// # Ok::<(), grundy_rules::Mistake>(())
    /// ```
    pub fn call(&self, function: &str, arguments: &[Datum], limits: Limits) -> Result<Datum, Mistake> {
        let mut machine = self.machine(limits)?;
        let Some(callee) = machine.global(function) else {
            return Err(unknown(function));
        };
        machine.ask(callee, arguments)
    }
}

impl Script {
    /// What a name means once the file has run.
    pub fn global(&self, name: &str, limits: Limits) -> Result<Datum, Mistake> {
        let machine = self.machine(limits)?;
        let start = Place::new(1, 1);
        match machine.global(name) {
            Some(value) => machine.datum(value).map_err(|fault| fault.mistake(start)),
            None => Err(unknown(name)),
        }
    }
}

fn unknown(name: &str) -> Mistake {
    let problem = grundy_lang::Text::new("the name `{name}` is not known").with("name", name);
    Mistake::new(Place::new(1, 1), problem)
}

/// The functions of one file, ready to be called many times on one thread.
#[derive(Debug)]
pub struct Functions {
    machine: Machine,
    known: Vec<(String, Option<Value>)>,
}

impl Functions {
    /// Runs the file.
    pub fn load(script: &Script, limits: Limits) -> Result<Self, Mistake> {
        Ok(Self { machine: script.machine(limits)?, known: Vec::new() })
    }

    fn named(&mut self, name: &str) -> Option<Value> {
        if let Some((_, value)) = self.known.iter().find(|(known, _)| known == name) {
            return *value;
        }
        let value = self.machine.global(name);
        self.known.push((name.to_owned(), value));
        value
    }

    /// Instructions that the last call took.
    pub(crate) fn steps(&self) -> u64 {
        self.machine.taken()
    }

    /// Whether the file has a function of this name.
    pub fn has(&mut self, name: &str) -> bool {
        matches!(self.named(name), Some(Value::Function(_) | Value::Builtin(_)))
    }

    /// What a name of the file means; `Datum::None` where it is a function.
    pub(crate) fn global(&mut self, name: &str) -> Option<Datum> {
        let value = self.named(name)?;
        // What cannot be kept is a function, and nobody asks for more here.
        Some(self.machine.datum(value).unwrap_or(Datum::None))
    }

    /// Where a function is defined.
    pub fn place(&mut self, name: &str) -> Place {
        self.named(name).and_then(|value| self.machine.place_of(value)).unwrap_or_default()
    }

    /// Calls a function. It is given as many of the arguments as it takes.
    pub fn call(&mut self, name: &str, arguments: &[Datum]) -> Result<Datum, Mistake> {
        let Some(function) = self.named(name) else { return Err(unknown(name)) };
        let most = self.machine.arity(function).map_or(arguments.len(), |(_, most)| most.min(arguments.len()));
        self.machine.ask(function, &arguments[..most])
    }

    /// Calls a function that gives a collection, and appends its items to `out`.
    pub fn list(&mut self, name: &str, arguments: &[Datum], out: &mut Vec<Datum>) -> Result<(), Mistake> {
        let Some(function) = self.named(name) else { return Err(unknown(name)) };
        let machine = &mut self.machine;
        let most = machine.arity(function).map_or(arguments.len(), |(_, most)| most.min(arguments.len()));
        machine.begin();
        machine
            .list(function, &arguments[..most], out)
            .map_err(|fault| fault.mistake(machine.place_of(function).unwrap_or_default()))
    }
}

impl Machine {
    fn list(&mut self, function: Value, arguments: &[Datum], out: &mut Vec<Datum>) -> fault::Outcome<()> {
        let mut values = [Value::None; 4];
        if arguments.len() > values.len() {
            return Err(machine::argument_count("list", arguments.len()));
        }
        for (value, argument) in values.iter_mut().zip(arguments) {
            *value = self.value(argument)?;
        }
        let items = self.call(function, &values[..arguments.len()])?;
        let mut state = 0;
        while let Some(item) = self.heap.next_item(items, &mut state)? {
            self.heap.charge(size_of::<Datum>())?;
            out.push(self.datum(item)?);
        }
        Ok(())
    }

    /// Calls a function from outside.
    pub fn ask(&mut self, function: Value, arguments: &[Datum]) -> Result<Datum, Mistake> {
        self.begin();
        let place = self.place_of(function).unwrap_or_default();
        let arguments = arguments
            .iter()
            .map(|argument| self.value(argument))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|fault| fault.mistake(place))?;
        self.call(function, &arguments).and_then(|value| self.datum(value)).map_err(|fault| fault.mistake(place))
    }
}
