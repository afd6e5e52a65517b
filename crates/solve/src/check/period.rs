//! Periods of nimbers of a rule on heaps, by the theorem of Guy and Smith.

use super::{Flaw, Held};
use crate::PeriodProof;
use grundy_budget::Budget;
use grundy_game::Text;
use grundy_heap::{HeapError, Rule, Shape, for_each_option};

pub(super) fn check_period(proof: &PeriodProof, budget: &Budget) -> Result<(), Flaw> {
    let rule = read_rule(&proof.rule)?;
    let wrong = |template| Err(Flaw::Wrong(Text::new(template)));
    let PeriodProof { preperiod, period, .. } = *proof;
    if period == 0 {
        return wrong("a period has at least one heap");
    }
    let needed = bound(&rule, preperiod, period).and_then(|end| end.checked_add(period));
    let Some(needed) = needed else { return wrong("the theorem of Guy and Smith is not about this rule") };
    let mut held = Held::new(budget);
    held.more(needed.saturating_mul(8))?;
    let nimbers = nimbers(&rule, needed, budget)?;
    let (start, length) = (preperiod as usize, period as usize);
    let repeats =
        |from: usize, length: usize| (from..nimbers.len() - length).all(|n| nimbers[n] == nimbers[n + length]);
    if !repeats(start, length) {
        return wrong("the nimbers do not repeat as far as the theorem asks");
    }
    if start > 0 && repeats(start - 1, length) {
        return wrong("the nimbers repeat from an earlier heap on");
    }
    // Every period is a multiple of the least one, so the least one is found among its quotients by primes.
    let primes =
        (2..=length).filter(|&p| length.is_multiple_of(p) && (2..p).all(|q| q * q > p || !p.is_multiple_of(q)));
    for prime in primes {
        budget.check()?;
        if repeats(start, length / prime) {
            return wrong("the nimbers repeat with a shorter period");
        }
    }
    Ok(())
}

pub(super) fn read_rule(text: &str) -> Result<Rule, Flaw> {
    let rule: Rule = text
        .parse()
        .map_err(|error: grundy_heap::RuleError| Flaw::Unreadable(text.to_owned(), Text::verbatim(error)))?;
    // One rule, one text: nobody is to wonder what `00.77` is.
    if rule.to_string() == text {
        Ok(rule)
    } else {
        Err(Flaw::Unreadable(text.to_owned(), Text::new("it is written `{text}`").with("text", rule)))
    }
}

/// The number of heaps that must repeat before all larger ones do: of the heaps that a move from n leaves, at most k, when at
/// most d are taken, the largest has (n - d)/k beans or more. When that is start + p or more, taking a period p from it turns
/// options of n into options of n - p with the same nimber, and adding p turns them back. `None` where moves are not of this
/// kind. (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.)
pub(super) fn bound(rule: &Rule, preperiod: u64, period: u64) -> Option<u64> {
    let any = rule.every_leave(|leave| leave.shape() == Shape::Any || leave.most().is_some_and(|most| most <= 1));
    if !any || !rule.tail().0.is_empty() {
        return None;
    }
    let heaps = u64::from(rule.most_left()?.max(1));
    // Heaps that may not be moved in are exceptions, and the heap that is shortened must not become empty.
    let beyond = rule.frozen().last().map_or(Some(1), |frozen| frozen.checked_add(1))?;
    let start = preperiod.max(beyond);
    let end = heaps.checked_mul(start)?.checked_add((heaps - 1).checked_mul(period)?)?;
    end.checked_add(rule.most_taken()?)
}

/// The nimbers of the heaps below `count`, from the definition: the least number that no option has.
fn nimbers(rule: &Rule, count: u64, budget: &Budget) -> Result<Vec<u64>, Flaw> {
    let mut nimbers: Vec<u64> = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    for heap in 0..count {
        let visited = for_each_option(rule, heap, budget, |_, parts| {
            let nimber = parts.iter().fold(0, |sum, &part| sum ^ nimbers[part as usize]) as usize;
            if seen.len() <= nimber {
                seen.resize(nimber + 1, u64::MAX);
            }
            seen[nimber] = heap;
        });
        visited.map_err(heap_flaw)?;
        let least = seen.iter().position(|&mark| mark != heap).unwrap_or(seen.len());
        nimbers.push(least as u64);
    }
    Ok(nimbers)
}

pub(super) fn heap_flaw(error: HeapError) -> Flaw {
    match error {
        HeapError::Exhausted(exhausted) => Flaw::Exhausted(exhausted),
        other => Flaw::Wrong(other.text()),
    }
}
