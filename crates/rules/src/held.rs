//! Positions of rules about numbers and of functions as searches keep them: few small numbers in place, everything else as a
//! value of the script.

use crate::numbers::{LINE_WIDTH, Line};
use crate::script::Datum;
use grundy_game::{Held, HeldMove, Numbers};
use std::borrow::Cow;

/// What few numbers are: one that stands alone, or a tuple.
const ALONE: u8 = 0;
const TUPLE: u8 = 1;

/// Numbers that may stand in place; more of them, and larger ones, are values of the script.
pub(crate) const MOST: usize = LINE_WIDTH;

/// Some numbers as they are kept in place; `None` where one of them is too large or there are too many.
#[inline]
fn narrow(numbers: impl ExactSizeIterator<Item = Option<i64>>) -> Option<([i32; MOST], usize)> {
    let (mut few, count) = ([0; MOST], numbers.len());
    for (number, few) in numbers.zip(few.get_mut(..count)?) {
        // why a number that is not small is kept otherwise.
        *few = i32::try_from(number?).ok()?;
    }
    Some((few, count))
}

fn few(position: &Datum) -> Option<(u8, [i32; MOST], usize)> {
    let number = |datum: &Datum| if let Datum::Int(number) = datum { Some(*number) } else { None };
    let (kind, items) = match position {
        Datum::Int(_) => (ALONE, std::slice::from_ref(position)),
        Datum::Tuple(items) => (TUPLE, &items[..]),
        _ => return None,
    };
    narrow(items.iter().map(number)).map(|(few, count)| (kind, few, count))
}

/// A position to be kept. Every value is kept in one way only.
pub(crate) fn held(position: Datum) -> Held {
    few(&position).and_then(|(kind, few, count)| Held::few(kind, &few[..count])).unwrap_or_else(|| Held::new(position))
}

/// A move, which is the position it leads to.
pub(crate) fn held_move(option: Datum) -> HeldMove {
    few(&option)
        .and_then(|(kind, few, count)| HeldMove::few(kind, &few[..count]))
        .unwrap_or_else(|| HeldMove::new(option))
}

/// The position that a move leads to.
#[inline]
pub(crate) fn led_to(played: &HeldMove) -> Held {
    played.as_position().unwrap_or_else(|| Held::new(datum_of_move(played).into_owned()))
}

/// The value of the script that a position is.
pub(crate) fn datum(position: &Held) -> Cow<'_, Datum> {
    match position.numbers() {
        Some((ALONE, numbers)) if numbers.len() == 1 => Cow::Owned(Datum::Int(numbers[0].into())),
        Some((_, numbers)) => {
            Cow::Owned(Datum::Tuple(numbers.iter().map(|&number| Datum::Int(number.into())).collect()))
        }
        None => Cow::Borrowed(position.get().expect("positions are values of the script")),
    }
}

/// The value of the script that a move leads to.
pub(crate) fn datum_of_move(played: &HeldMove) -> Cow<'_, Datum> {
    match played.as_position() {
        Some(few) => Cow::Owned(datum(&few).into_owned()),
        None => Cow::Borrowed(played.get().expect("moves are values of the script")),
    }
}

/// How many heaps a move leaves, where positions are heaps.
pub(crate) fn heaps(option: &HeldMove) -> usize {
    match option.numbers() {
        Some((_, numbers)) => numbers.len(),
        None => {
            if let Datum::Tuple(heaps) = &*datum_of_move(option) {
                heaps.len()
            } else {
                1
            }
        }
    }
}

/// The numbers of a tuple that is kept in place.
#[inline]
pub(crate) fn tuple(position: &Held) -> Option<Numbers> {
    position.numbers().filter(|(kind, _)| *kind == TUPLE).map(|(_, numbers)| numbers)
}

/// The number that a position is, kept in place.
#[inline]
pub(crate) fn alone(position: &Held) -> Option<Numbers> {
    position.numbers().filter(|(kind, _)| *kind == ALONE).map(|(_, numbers)| numbers)
}

/// The tuple of one number, kept in place.
#[inline]
pub(crate) fn tuple_of_one(number: i32) -> Option<Held> {
    Held::few_of(TUPLE, [number, 0, 0, 0, 0], 1)
}

/// A tuple kept in place; `None` where it cannot be.
#[inline]
pub(crate) fn tuple_of(numbers: &[i32]) -> Option<Held> {
    Held::few(TUPLE, numbers)
}

/// The move to some numbers, a tuple or one that stands alone; `None` where they cannot be kept in place.
#[inline]
pub(crate) fn move_to(numbers: &[i64], alone: bool) -> Option<HeldMove> {
    let (few, count) = narrow(numbers.iter().map(|&number| Some(number)))?;
    HeldMove::few_of(if alone { ALONE } else { TUPLE }, few, count)
}

/// The moves to the `width` first numbers of each option of a line; `None`, and none of them, where some cannot be kept in place.
pub(crate) fn moves_along(line: &Line, width: usize, alone: bool, moves: &mut Vec<HeldMove>) -> Option<()> {
    let fits = |at: usize| {
        let (low, high) = line.bounds(at);
        i64::from(i32::MIN) <= low && high <= i64::from(i32::MAX)
    };
    if !(0..MOST).all(fits) {
        return None;
    }
    // All that is made fits, and so does what it is made of, as sums without the overflow that comes and goes again.
    let (mut at, step) = (line.first.map(|number| number as i32), line.step.map(|number| number as i32));
    let kind = if alone { ALONE } else { TUPLE };
    // Made where they stay: what is read as a whole just after it was made in pieces is waited for.
    moves.extend((0..line.count).map(|_| {
        let numbers = at;
        at = std::array::from_fn(|place| at[place].wrapping_add(step[place]));
        HeldMove::few_of(kind, numbers, width).expect("a line has few numbers")
    }));
    Some(())
}

/// Puts the numbers of a tuple that is kept in place in order; `false` where it is kept otherwise.
#[inline]
pub(crate) fn sort(position: &mut Held) -> bool {
    let Some(numbers) = tuple(position) else { return false };
    if let &[a, b] = &*numbers {
        return a <= b || Held::few_of(TUPLE, [b, a, 0, 0, 0], 2).map(|sorted| *position = sorted).is_some();
    }
    if numbers.is_sorted() {
        return true;
    }
    let mut sorted = [0; MOST];
    sorted[..numbers.len()].copy_from_slice(&numbers);
    let sorted = &mut sorted[..numbers.len()];
    sorted.sort_unstable();
    tuple_of(sorted).map(|sorted| *position = sorted).is_some()
}

/// Options from `first` on are compared each with all others up to so many.
const COMPARED: usize = 8;

/// Drops options from `first` on that stand there before; all of them are kept in place.
pub(crate) fn keep_first(options: &mut Vec<HeldMove>, first: usize) {
    let count = options.len() - first;
    let mut kept = first;
    if count <= COMPARED {
        for at in first..options.len() {
            if !options[first..kept].contains(&options[at]) {
                options.swap(kept, at);
                kept += 1;
            }
        }
        options.truncate(kept);
        return;
    }
    // Numbers of options, counted from 1, each in the first free place from the one that its hash names.
    let size = (2 * count).next_power_of_two();
    let mut places = vec![0u32; size];
    for at in first..options.len() {
        let hash = options[at].numbers().map_or(0, hash);
        let mut place = (hash >> 32) as usize & (size - 1);
        let repeated = loop {
            match places[place] {
                0 => break false,
                number if options[first + number as usize - 1] == options[at] => break true,
                _ => place = (place + 1) & (size - 1),
            }
        };
        if !repeated {
            options.swap(kept, at);
            kept += 1;
            places[place] = (kept - first) as u32;
        }
    }
    options.truncate(kept);
}

fn hash((_, numbers): (u8, Numbers)) -> u64 {
    let join = |hash: u64, &number: &i32| (hash ^ u64::from(number as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    numbers.iter().fold(0, join)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back_and_few_numbers_stand_in_place() {
        let tuple = |numbers: &[i64]| Datum::Tuple(numbers.iter().map(|&number| Datum::Int(number)).collect());
        let large = i64::from(i32::MAX) + 1;
        for (value, in_place) in [
            (Datum::Int(7), true),
            (Datum::Int(-7), true),
            (Datum::Int(large), false),
            (tuple(&[]), true),
            (tuple(&[7]), true),
            (tuple(&[1, -2, 3, 0, i64::from(i32::MIN)]), true),
            (tuple(&[1, 2, 3, 4, 5, 6]), false),
            (tuple(&[1, large]), false),
            (Datum::Tuple([tuple(&[1, 2])].into()), false),
            (Datum::List([Datum::Int(1)].into()), false),
            (Datum::None, false),
            (Datum::Text("7".into()), false),
        ] {
            let (position, played) = (held(value.clone()), held_move(value.clone()));
            assert_eq!((position.numbers().is_some(), played.as_position().is_some()), (in_place, in_place), "{value}");
            assert_eq!((&*datum(&position), &*datum_of_move(&played)), (&value, &value));
            assert_eq!(led_to(&played), position);
        }
        // A number and the tuple of it are two positions.
        assert_ne!(held(Datum::Int(7)), held(tuple(&[7])));
        assert_ne!(held(tuple(&[7])), held(tuple(&[7, 0])));
    }
}
