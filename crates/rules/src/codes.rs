//! Rules on heaps that are taking and breaking in disguise.
//!
//! A rule about one heap `n` whose expressions are made of `n`, one variable that runs through a range, constants, sums,
//! differences, least and greatest, halves and comparisons is *piecewise linear*: what it does changes at places that are
//! linear in `n`, with slopes that are multiples of a quarter, as nothing is multiplied or divided by more than 2. Two such
//! places with different slopes change their order at most once, below 8·(C + 1) when no constant is beyond C; from there
//! on the options of heaps that leave the same remainder modulo 4 are the same intervals, moved along. A code has this form
//! too. So a rule that has the options of a code for all heaps up to 16·C + 64, which is more than two rounds of remainders
//! beyond the last change, has them for every heap.

use crate::numbers::{Called, Condition, Items, Number, NumberRule, NumberRules};
use crate::script::ast::Binary;
use grundy_budget::Budget;
use grundy_heap::Rule;

/// The greatest constant that is looked at.
const MOST: i64 = 64;

/// Rules with loops over so many constants are looked at.
const MOST_CONSTANTS: usize = 64;

/// The rule on heaps that these rules of both players are, where they are one.
pub(crate) fn code(rules: &NumberRules) -> Option<Rule> {
    let mut greatest = 1;
    for rule in rules.side(0) {
        greatest = greatest.max(reach_of(rule)?);
    }
    let last = 16 * greatest + 64;
    let mut all = Vec::new();
    for heap in 0..=last {
        all.push(options(rules, heap)?);
    }
    let candidates = [guess(&all, greatest), Some("couples".to_owned())];
    candidates.into_iter().flatten().find_map(|text| {
        // why a guess that is no code is no code.
        let rule: Rule = text.parse().ok()?;
        (0u64..).zip(&all).all(|(heap, found)| has_options(&rule, heap, found)).then_some(rule)
    })
}

/// What a move leaves: heaps that are not empty, in increasing order.
type Left = Vec<u64>;

/// All that moves leave, each once, in order.
fn options(rules: &NumberRules, heap: i64) -> Option<Vec<Left>> {
    let mut found = Vec::new();
    let mut sound = true;
    rules.options(0, &[heap], &mut |parts| {
        let mut left: Left = parts.iter().filter(|&&part| part != 0).map(|&part| part.unsigned_abs()).collect();
        sound &= parts.iter().all(|&part| part >= 0) && parts.iter().sum::<i64>() <= heap;
        left.sort_unstable();
        found.push(left);
    })?;
    sound.then(|| distinct(found))
}

fn has_options(rule: &Rule, heap: u64, expected: &[Left]) -> bool {
    let Ok(options) = grundy_heap::options(rule, heap, &Budget::unlimited()) else { return false };
    distinct(options.into_iter().map(|option| option.heaps).collect()) == expected
}

/// The only code that can have these options, from what each number of objects taken leaves.
fn guess(all: &[Vec<Left>], greatest: i64) -> Option<String> {
    // For each number taken: what it may leave, and whether two heaps that are equal.
    let (mut digits, mut equal) = (vec![0u32; all.len()], vec![false; all.len()]);
    for (heap, options) in (0u64..).zip(all) {
        for left in options {
            let take = heap.checked_sub(left.iter().sum())? as usize;
            if left.len() > 4 {
                return None;
            }
            digits[take] |= 1 << left.len();
            equal[take] |= left.len() == 2 && left[0] == left[1];
        }
    }
    let longest = 2 * greatest as u64 + 8;
    let digit = |take: u64| {
        // why what is never taken leaves nothing.
        let bits = digits.get(take as usize).copied().unwrap_or(0);
        // Two heaps that are never equal must differ.
        let distinct = if bits & 4 != 0 && !equal[take as usize] { "!" } else { "" };
        format!("{}{distinct}", char::from_digit(bits, 32).unwrap_or('0'))
    };
    // why rules without moves take nothing.
    let most = digits.iter().rposition(|&bits| bits != 0).unwrap_or(0) as u64;
    let taken: Vec<usize> = (0..digits.len()).filter(|&take| digits[take] != 0).collect();
    if most <= longest && taken.iter().all(|&take| digits[take] == 3) && !taken.is_empty() {
        let set: Vec<String> = taken.iter().map(usize::to_string).collect();
        return Some(format!("subtract({})", set.join(",")));
    }
    let leading = digit(0);
    let written = |to: u64| (1..=to).map(digit).collect::<String>();
    if most <= longest {
        return Some(format!("{leading}.{}", if most == 0 { "0".to_owned() } else { written(most) }));
    }
    // The tail begins where digits stay what they are.
    let repeated = digit(longest);
    let start = (1..=longest).rev().take_while(|&take| digit(take) == repeated).last()?;
    Some(format!("{leading}.{}[{repeated}]", written(start - 1)))
}

fn distinct(mut all: Vec<Left>) -> Vec<Left> {
    all.sort_unstable();
    all.dedup();
    all
}

/// The greatest constant of a rule; `None` when it is not piecewise linear in the sense above.
fn reach_of(rule: &NumberRule) -> Option<i64> {
    let ranges = rule.loops.iter().filter(|one| matches!(one.items, Items::Range(..))).count();
    let constants: usize =
        rule.loops.iter().map(|one| if let Items::List(list) = &one.items { list.len() } else { 1 }).product();
    if ranges > 1 || constants > MOST_CONSTANTS {
        return None;
    }
    let mut greatest = 0;
    for number in &rule.result {
        greatest = greatest.max(reach(number)?);
    }
    for condition in &rule.before {
        greatest = greatest.max(reach_of_condition(condition)?);
    }
    for one in &rule.loops {
        greatest = greatest.max(match &one.items {
            // why an empty list has no constant.
            Items::List(list) => list.iter().map(|number| number.saturating_abs()).max().unwrap_or(0),
            Items::Range(start, end, 1) => reach(start)?.max(reach(end)?),
            Items::Range(..) => return None,
        });
        for condition in &one.conditions {
            greatest = greatest.max(reach_of_condition(condition)?);
        }
    }
    (greatest <= MOST).then_some(greatest)
}

/// The sum of the constants of an expression, which bounds what it adds.
fn reach(number: &Number) -> Option<i64> {
    match number {
        Number::Is(number) => number.checked_abs(),
        Number::Slot(_) => Some(0),
        Number::Binary(Binary::Add | Binary::Subtract, a, b) => reach(a)?.checked_add(reach(b)?),
        Number::Binary(Binary::Multiply, a, b) => match (&**a, &**b) {
            (Number::Is(factor @ (0..=2)), other) | (other, Number::Is(factor @ (0..=2))) => {
                reach(other)?.checked_mul(*factor)
            }
            _ => None,
        },
        Number::Binary(Binary::FloorDivide, a, b) if matches!(**b, Number::Is(2)) && !halves(a) => reach(a),
        Number::Called(Called::Least | Called::Greatest, list) => {
            list.iter().try_fold(0i64, |sum, one| sum.checked_add(reach(one)?))
        }
        _ => None,
    }
}

/// Whether something is halved already.
fn halves(number: &Number) -> bool {
    match number {
        Number::Binary(Binary::FloorDivide, ..) => true,
        Number::Binary(_, a, b) => halves(a) || halves(b),
        Number::Called(_, list) => list.iter().any(halves),
        Number::Is(_) | Number::Slot(_) | Number::If(..) => false,
    }
}

fn reach_of_condition(condition: &Condition) -> Option<i64> {
    match condition {
        Condition::Compare(first, links) => {
            links.iter().try_fold(reach(first)?, |sum, (_, next)| sum.checked_add(reach(next)?))
        }
        Condition::Among(number, list, _) => {
            // why an empty list has no constant.
            let greatest = list.iter().map(|number| number.saturating_abs()).max().unwrap_or(0);
            reach(number)?.checked_add(greatest)
        }
        Condition::All(all) | Condition::Any(all) => {
            all.iter().try_fold(0, |greatest, one| Some(reach_of_condition(one)?.max(greatest)))
        }
        Condition::Not(inner) => reach_of_condition(inner),
        Condition::NotZero(number) => reach(number),
    }
}

#[cfg(test)]
mod tests {
    use crate::RulesFile;
    use grundy_game::{Input, NoFiles};
    use grundy_games::Listed;

    /// The code of a rule about one heap.
    fn code(rules: &str) -> Option<String> {
        let file = RulesFile::read("own", &format!("M = 4\nstate = 'heaps of n'\nboth = [{rules}]")).unwrap();
        let input = Input { source: "own:0", name: "own", arguments: None, position: ("0", 4), files: &NoFiles };
        file.code(&input).unwrap().map(|rule| rule.to_string())
    }

    #[test]
    fn rules_in_disguise_are_known() {
        for (rules, expected) in [
            ("'a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)'", "octal(0.77)"),
            ("'n - k for k in range(1, n + 1)'", "octal(0.[3])"),
            ("'k for k in range(n)'", "octal(0.[3])"),
            ("'n - k for k in (1, 3, 4) where k <= n'", "subtract(1,3,4)"),
            ("'n - k for k in range(1, M + 1) where k <= n'", "subtract(1-4)"),
            ("'n - 1 where n > 0', 'n - 2 where n > 1'", "subtract(1,2)"),
            ("'a; n - a for a in range(1, (n + 1) // 2)'", "octal(4!.0)"),
            ("'a; n - a for a in range(1, n) where a < n - a'", "octal(4!.0)"),
            ("'max(a - 1, 0); max(n - a - 2, 0) for a in range(n)'", "octal(0.137)"),
            ("'n - k for k in range(1, n + 1)', 'a; n - a for a in range(1, n // 2 + 1)'", "octal(4.[3])"),
            ("'a; n - a for a in range(1, n // 2 + 1) where n > 2'", "couples"),
            ("'nothing where 0 < n < 3', 'a; n - 3 - a for a in range(n - 2)'", "octal(0.117)"),
        ] {
            assert_eq!(code(rules).as_deref(), Some(expected), "{rules}");
        }
    }

    #[test]
    fn other_rules_are_not() {
        for rules in [
            "'n - k * k for k in range(1, n + 1) where k * k <= n'",
            "'n // 2 where n > 0'",
            "'n - 1 where n > 0 and n != 20'",
            "'n - k for k in range(1, n + 1) where (n + k) % 2 == 1'",
            "'a; n - 1 - a for a in range(n) where a != 7'",
        ] {
            assert_eq!(code(rules), None, "{rules}");
        }
    }
}
