//! The simplest number: why `{-2|1}` is 0.

use grundy_game::Text;
use grundy_value::{Dyadic, Store, Value};

/// Numbers that are shown beside the simplest one.
const SHOWN: usize = 6;

/// Why options that are numbers, each of Left's below each of Right's, make the simplest number between them: the one
/// born first (Conway, On Numbers and Games, theorem 11). `None` where some option is not a number or they are not apart.
pub fn between(store: &Store, left: &[Value], right: &[Value]) -> Option<Text> {
    let numbers = |options: &[Value]| -> Option<Vec<Dyadic>> {
        options.iter().map(|&option| store.as_number(option).cloned()).collect()
    };
    numbers_between(&numbers(left)?, &numbers(right)?)
}

/// As `between`, for the options themselves.
pub fn numbers_between(left: &[Dyadic], right: &[Dyadic]) -> Option<Text> {
    let (lower, upper) = (left.iter().max(), right.iter().min());
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower >= upper
    {
        return None;
    }
    let fits = |number: &Dyadic| lower.is_none_or(|lower| lower < number) && upper.is_none_or(|upper| number < upper);
    let below = |number: &Dyadic| lower.is_some_and(|lower| number <= lower);
    let (simplest, day, others) = first_born(&fits, &below)?;
    let text = match (lower, upper) {
        (None, None) => Text::new("nobody has an option: this is {simplest}, the number born on day {day}"),
        (Some(lower), None) => Text::new(
            "Right has no option, so the value is the simplest number above {lower}: {simplest}, born on day {day}",
        )
        .with("lower", lower),
        (None, Some(upper)) => Text::new(
            "Left has no option, so the value is the simplest number below {upper}: {simplest}, born on day {day}",
        )
        .with("upper", upper),
        (Some(lower), Some(upper)) => Text::new(
            "the options are numbers, those of Left below those of Right, so the value is the simplest number between {lower} and {upper}: {simplest}, born on day {day}",
        )
        .with("lower", lower)
        .with("upper", upper),
    };
    let text = text.with("simplest", &simplest).with("day", day);
    if others.is_empty() || lower.or(upper).is_none() {
        return Some(text);
    }
    let others =
        others.iter().map(|(number, day)| Text::new("{number} on day {day}").with("number", number).with("day", *day));
    Some(
        Text::new("{sentence}; others that fit were born later: {others}")
            .with_text("sentence", text)
            .with_list("others", others.collect()),
    )
}

/// The number that fits and is born first, its birthday, and those that fit among the next two days; `below` says of a
/// number that does not fit on which side it lies.
fn first_born(
    fits: &dyn Fn(&Dyadic) -> bool,
    below: &dyn Fn(&Dyadic) -> bool,
) -> Option<(Dyadic, usize, Vec<(Dyadic, usize)>)> {
    /// Later birthdays are not looked for.
    const DAYS: usize = 64;
    let mut found: Option<(Dyadic, usize)> = None;
    let mut others = Vec::new();
    // All numbers born so far that may have something that fits on one side, in order, with the gaps between them.
    let mut born: Vec<Dyadic> = Vec::new();
    for day in 0..DAYS {
        let fresh = born_today(&born, day);
        let fitting: Vec<Dyadic> = fresh.iter().filter(|number| fits(number)).cloned().collect();
        match (&found, fitting.first()) {
            (None, Some(first)) => found = Some((first.clone(), day)),
            (None, None) => {}
            (Some(_), _) => others.extend(fitting.into_iter().map(|number| (number, day))),
        }
        if let Some((_, first)) = &found
            && (day >= first + 2 || others.len() >= SHOWN)
        {
            others.truncate(SHOWN);
            break;
        }
        born.extend(fresh);
        born.sort();
        narrow(&mut born, fits, below);
    }
    found.map(|(number, day)| (number, day, others))
}

/// The numbers born on a day: one below all, one above all, and one in each gap.
fn born_today(born: &[Dyadic], day: usize) -> Vec<Dyadic> {
    let (Some(first), Some(last)) = (born.first(), born.last()) else {
        return vec![Dyadic::small(0, 0)];
    };
    let day = i64::try_from(day).unwrap_or(i64::MAX);
    let mut fresh = Vec::new();
    // Ends that narrowing has cut off are not the ends of all numbers.
    if *first == Dyadic::small(1 - day, 0) {
        fresh.push(Dyadic::small(-day, 0));
    }
    fresh.extend(born.windows(2).map(|pair| (&pair[0] + &pair[1]).half()));
    if *last == Dyadic::small(day - 1, 0) {
        fresh.push(Dyadic::small(day, 0));
    }
    fresh
}

/// Keeps the numbers that fit and one neighbour on either side, so that a day does not double the work. While nothing fits,
/// the neighbours are those of the gap in which something will.
fn narrow(born: &mut Vec<Dyadic>, fits: &dyn Fn(&Dyadic) -> bool, below: &dyn Fn(&Dyadic) -> bool) {
    let first = born.iter().position(|number| !below(number)).unwrap_or(born.len());
    let end = first + born[first..].iter().take_while(|number| fits(number)).count();
    born.truncate((end + 1).min(born.len()));
    born.drain(..first.saturating_sub(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplest(lower: Option<(i64, u32)>, upper: Option<(i64, u32)>) -> (String, usize) {
        let number = |bound: Option<(i64, u32)>| bound.map(|(n, e)| Dyadic::small(n, e));
        let (lower, upper) = (number(lower), number(upper));
        let fits = |x: &Dyadic| lower.as_ref().is_none_or(|l| l < x) && upper.as_ref().is_none_or(|u| x < u);
        let below = |x: &Dyadic| lower.as_ref().is_some_and(|l| x <= l);
        let (found, day, _) = first_born(&fits, &below).unwrap();
        (found.to_string(), day)
    }

    #[test]
    fn the_number_born_first() {
        assert_eq!(simplest(Some((-2, 0)), Some((1, 0))), ("0".to_owned(), 0));
        assert_eq!(simplest(Some((0, 0)), Some((1, 0))), ("1/2".to_owned(), 2));
        assert_eq!(simplest(Some((5, 1)), Some((9, 1))), ("3".to_owned(), 3));
        assert_eq!(simplest(Some((1, 2)), Some((5, 3))), ("1/2".to_owned(), 2));
        assert_eq!(simplest(None, Some((-3, 0))), ("-4".to_owned(), 4));
        assert_eq!(simplest(Some((5, 0)), None), ("6".to_owned(), 6));
        assert_eq!(simplest(Some((1, 3)), Some((1, 2))), ("3/16".to_owned(), 5));
    }

    /// The numbers of 60 days would not fit into any memory.
    #[test]
    fn a_narrow_gap_takes_no_more_than_a_wide_one() {
        let third = (1i64 << 60) / 3;
        let (_, day) = simplest(Some((third, 60)), Some((third + 1, 60)));
        assert_eq!(day, 62);
        assert_eq!(simplest(Some((40, 0)), Some((83, 1))), ("41".to_owned(), 41));
    }

    #[test]
    fn it_is_what_dyadic_numbers_call_simplest() {
        for a in -9i64..9 {
            for b in a + 1..10 {
                let (lower, upper) = (Dyadic::small(a, 2), Dyadic::small(b, 2));
                let fits = |x: &Dyadic| lower < *x && *x < upper;
                let (found, day, others) = first_born(&fits, &|x| *x <= lower).unwrap();
                assert_eq!(found.birthday(), day.into(), "{lower} {upper}");
                assert!(others.iter().all(|(other, day)| fits(other)
                    && other.birthday() == (*day).into()
                    && other.birthday() > found.birthday()));
            }
        }
    }
}
