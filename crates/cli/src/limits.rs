//! The options that every solving command shares: play rule, method, budget, format.

use crate::language::{Mistake, say};
use crate::{overseer, progress};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Limits};
use grundy_game::{Play, Text, UnknownName};
use grundy_lang::Language;
use grundy_solve::{Method, Settings};
use std::str::FromStr;
use std::time::Duration;

/// How the answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A few lines for people.
    Text,
    /// One object for machines.
    Json,
}

/// Takes one of the names that a word of the design has, such as `normal` or `misere`.
fn named<T>(names: Vec<PossibleValue>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownName> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

fn plays() -> Vec<PossibleValue> {
    let about = |play| match play {
        Play::Normal => PossibleValue::new(Play::Normal.name()).help("Cannot move = lose"),
        Play::Misere => PossibleValue::new(Play::Misere.name()).help("Cannot move = win"),
    };
    Play::ALL.map(about).to_vec()
}

fn methods() -> Vec<PossibleValue> {
    let about = |method: Method| {
        PossibleValue::new(method.name()).help(match method {
            Method::Auto => "A theorem if one applies, otherwise the best of the rest",
            Method::Theorem => "A theorem or nothing",
            Method::Kernel => "The kernel of the whole state graph",
            Method::Search => "Search with a table, without theorems",
            Method::Value => "Canonical forms and algebra, without theorems",
            Method::Recursion => "Plain recursion, memory proportional to the depth",
            Method::Retrograde => "Backwards from the ends of all plays; knows draws and how many moves are left",
        })
    };
    Method::ALL.map(about).to_vec()
}

/// Limits on time, memory and positions.
#[derive(Args, Clone, Debug)]
pub struct BudgetOptions {
    /// Stop after this long, such as 500ms, 10s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Budget")]
    time: Option<Duration>,
    /// Keep within this much memory, such as 64MiB, 2GB.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "4GiB", help_heading = "Budget")]
    memory: u64,
    /// Visit at most this many positions.
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Budget")]
    positions: Option<u64>,
}

impl BudgetOptions {
    /// The limits asked for.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time, memory: Some(self.memory), positions: self.positions }
    }

    /// The budget of the whole command, which Ctrl-C cancels and whose progress is shown after a second. Everything that
    /// follows in this thread works for it.
    pub fn start(&self) -> Budget {
        let budget = Budget::of_process(self.limits());
        progress::watch(&budget);
        std::mem::forget(budget.enter());
        budget
    }

    /// As [`BudgetOptions::start`] without showing progress.
    pub fn start_quietly(&self) -> Budget {
        let budget = Budget::of_process(self.limits());
        progress::cancel_on_interrupt(&budget);
        overseer::oversee(&budget, None);
        std::mem::forget(budget.enter());
        budget
    }

    /// As [`BudgetOptions::start`] for many pieces of work, for each of which the limit on positions holds.
    pub fn start_for_many(&self) -> Budget {
        let budget = Budget::of_process(Limits { positions: None, ..self.limits() });
        progress::watch(&budget);
        std::mem::forget(budget.enter());
        budget
    }

    /// As [`BudgetOptions::start`] without the time, which holds for each piece of the work.
    pub fn start_without_time(&self) -> Budget {
        let budget = Budget::of_process(Limits { memory: Some(self.memory), ..Limits::default() });
        progress::cancel_on_interrupt(&budget);
        overseer::oversee(&budget, None);
        std::mem::forget(budget.enter());
        budget
    }
}

/// The options of every command that solves.
#[derive(Args, Clone, Debug)]
pub struct SolveOptions {
    /// The play rule.
    #[arg(long, default_value = "normal", value_parser = named::<Play>(plays()))]
    play: Play,
    /// How the answer is to be found.
    #[arg(long, default_value = "auto", value_parser = named::<Method>(methods()))]
    method: Method,
    /// Threads for searches; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub threads: usize,
    /// Limits.
    #[command(flatten)]
    pub budget: BudgetOptions,
}

impl SolveOptions {
    /// A sentence in the language asked for.
    #[expect(clippy::unused_self, reason = "the language holds for the whole run")]
    pub fn say(&self, text: &Text) -> String {
        say(text)
    }

    /// The settings with a given budget.
    pub fn settings(&self, budget: Budget) -> Settings {
        Settings { play: self.play, method: self.method, budget, threads: self.threads, oracles: Vec::new() }
    }
}

/// Reads a language: en, es or ca.
pub fn parse_language(text: &str) -> Result<Language, Mistake> {
    text.parse().map_err(|unknown: grundy_lang::UnknownLanguage| Mistake(unknown.text()))
}

/// More threads than this are a slip of the pen.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, Mistake> {
    // why: refused just below
    let number = text.parse().ok().filter(|&threads| threads <= MOST_THREADS);
    let expected = || Text::new("expected a number of threads from 0 to {most}").with("most", MOST_THREADS);
    number.ok_or_else(|| Mistake(expected()))
}

fn split_unit(text: &str) -> (&str, &str) {
    let unit = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    (&text[..unit], text[unit..].trim())
}

/// A number with an optional decimal point times a whole unit, exact to the unit.
fn scaled(number: &str, unit: u64) -> Option<u64> {
    let clean = number.replace('_', "");
    let (whole, fraction) = clean.split_once('.').unwrap_or((&clean, ""));
    // why: the caller says what was expected
    let whole: u64 = if whole.is_empty() && !fraction.is_empty() { 0 } else { whole.parse().ok()? };
    let fraction = &fraction[..fraction.len().min(9)];
    // why: the caller says what was expected
    let part: u64 = if fraction.is_empty() { 0 } else { fraction.parse().ok()? };
    let part = u128::from(part) * u128::from(unit) / 10u128.pow(fraction.len() as u32);
    // why: the caller says what was expected
    whole.checked_mul(unit)?.checked_add(u64::try_from(part).ok()?)
}

/// Reads a length of time.
pub fn parse_time(text: &str) -> Result<Duration, Mistake> {
    let (number, unit) = split_unit(text);
    let milliseconds = match unit {
        "ms" => 1,
        "" | "s" => 1000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => {
            let problem = Text::new("`{unit}` is not a unit of time; expected ms, s, m or h");
            return Err(Mistake(problem.with("unit", unit)));
        }
    };
    scaled(number, milliseconds)
        .map(Duration::from_millis)
        .ok_or_else(|| Mistake(Text::new("expected a time such as 500ms, 10s or 2m")))
}

/// Reads an amount of memory.
pub fn parse_memory(text: &str) -> Result<u64, Mistake> {
    let (number, unit) = split_unit(text);
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => {
            let problem = Text::new("`{unit}` is not a unit of memory; expected MB, MiB, GB or GiB");
            return Err(Mistake(problem.with("unit", unit)));
        }
    };
    scaled(number, bytes).ok_or_else(|| Mistake(Text::new("expected an amount such as 64MiB or 2GB")))
}

/// Reads a count such as 1000000, 1_000_000 or 10^6.
pub fn parse_count(text: &str) -> Result<u64, Mistake> {
    let error = || Mistake(Text::new("expected a whole number such as 1000000 or 10^6"));
    if let Some((base, exponent)) = text.split_once('^') {
        let base: u64 = base.parse().map_err(|_| error())?;
        return base.checked_pow(exponent.parse().map_err(|_| error())?).ok_or_else(error);
    }
    text.replace('_', "").parse().map_err(|_| error())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_memory("64MiB"), Ok(64 << 20));
        assert_eq!(parse_memory("0.5GB"), Ok(500_000_000));
        assert_eq!(parse_count("10^6"), Ok(1_000_000));
        for bad in ["", "x", "1y", "-1s", "99999999999999999999s", "1.2.3s"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert!(parse_memory("64 parsecs").is_err());
        assert!(parse_count("10^99").is_err());
    }
}
