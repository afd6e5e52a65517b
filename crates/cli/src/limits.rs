//! The options that every solving command shares: play rule, method, budget, format.

use crate::{overseer, progress};
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Limits};
use grundy_game::{Play, Text};
use grundy_lang::Language;
use grundy_solve::{Engine, Method};
use std::time::Duration;

/// How the answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A few lines for people.
    Text,
    /// One object for machines.
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayRule {
    /// Cannot move = lose.
    Normal,
    /// Cannot move = win.
    #[value(alias = "misère")]
    Misere,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// A theorem if one applies, otherwise the best of the rest.
    Auto,
    /// A theorem or nothing.
    Theorem,
    /// The kernel of the whole state graph.
    Kernel,
    /// Search with a table, without theorems.
    Search,
    /// Canonical forms and algebra, without theorems.
    Value,
    /// Plain recursion, memory proportional to the depth.
    Recursion,
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
        overseer::oversee(&budget);
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
        overseer::oversee(&budget);
        std::mem::forget(budget.enter());
        budget
    }
}

/// The options of every command that solves.
#[derive(Args, Clone, Debug)]
pub struct SolveOptions {
    /// The play rule.
    #[arg(long, value_enum, default_value = "normal")]
    play: PlayRule,
    /// How the answer is to be found.
    #[arg(long, value_enum, default_value = "auto")]
    method: MethodName,
    /// Threads for searches; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub threads: usize,
    /// The language of reasons and messages.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = parse_language)]
    pub lang: Language,
    /// Limits.
    #[command(flatten)]
    pub budget: BudgetOptions,
}

impl SolveOptions {
    /// A sentence in the language asked for.
    pub fn say(&self, text: &Text) -> String {
        text.render(&|english| self.lang.translate(english))
    }

    /// The settings with a given budget.
    pub fn engine(&self, budget: Budget) -> Engine {
        let play = match self.play {
            PlayRule::Normal => Play::Normal,
            PlayRule::Misere => Play::Misere,
        };
        let method = match self.method {
            MethodName::Auto => Method::Auto,
            MethodName::Theorem => Method::Theorem,
            MethodName::Kernel => Method::Kernel,
            MethodName::Search => Method::Search,
            MethodName::Value => Method::Value,
            MethodName::Recursion => Method::Recursion,
        };
        Engine { play, method, budget, threads: self.threads }
    }
}

/// Reads a language: en, es or ca.
fn parse_language(text: &str) -> Result<Language, String> {
    text.parse()
}

/// More threads than this are a slip of the pen.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
fn parse_threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&threads| threads <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number of threads from 0 to {MOST_THREADS}"))
}

fn split_unit(text: &str) -> (&str, &str) {
    let unit = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    (&text[..unit], text[unit..].trim())
}

/// A number with an optional decimal point times a whole unit, exact to the unit.
fn scaled(number: &str, unit: u64) -> Option<u64> {
    let clean = number.replace('_', "");
    let (whole, fraction) = clean.split_once('.').unwrap_or((&clean, ""));
    let whole: u64 = if whole.is_empty() && !fraction.is_empty() { 0 } else { whole.parse().ok()? };
    let fraction = &fraction[..fraction.len().min(9)];
    let part: u64 = if fraction.is_empty() { 0 } else { fraction.parse().ok()? };
    let part = u128::from(part) * u128::from(unit) / 10u128.pow(fraction.len() as u32);
    whole.checked_mul(unit)?.checked_add(u64::try_from(part).ok()?)
}

/// Reads a length of time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let milliseconds = match unit {
        "ms" => 1,
        "" | "s" => 1000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(format!("`{unit}` is not a unit of time; expected ms, s, m or h")),
    };
    scaled(number, milliseconds)
        .map(Duration::from_millis)
        .ok_or_else(|| "expected a time such as 500ms, 10s or 2m".to_owned())
}

/// Reads an amount of memory.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return Err(format!("`{unit}` is not a unit of memory; expected MB, MiB, GB or GiB")),
    };
    scaled(number, bytes).ok_or_else(|| "expected an amount such as 64MiB or 2GB".to_owned())
}

/// Reads a count such as 1000000, 1_000_000 or 10^6.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let error = || "expected a whole number such as 1000000 or 10^6".to_owned();
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
