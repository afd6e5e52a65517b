//! Euclid: two heaps; take a multiple of the smaller from the larger.

use crate::nim::{Take, take_words};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text,
    Theorem, TheoremNote, for_example,
};

/// The rules of Euclid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euclid;

/// Take `take` objects, a multiple of the smaller heap, from heap number `heap` (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduce {
    heap: usize,
    take: u64,
}

/// The nimber of two heaps: ⌊|a/b - b/a|⌋, with whole numbers only.
fn nimber([a, b]: [u64; 2]) -> u64 {
    let (low, high) = (u128::from(a.min(b)), u128::from(a.max(b)));
    ((high * high - low * low) / (low * high)) as u64
}

/// The larger heap's number, the smaller heap's size, and how many times the smaller may be taken.
fn shape([a, b]: [u64; 2]) -> (usize, u64, u64) {
    let (low, high) = (a.min(b), a.max(b));
    (usize::from(b > a), low, (high - 1) / low)
}

/// All moves to options of a nimber.
///
/// Left with j times the smaller heap and a rest below it, the nimber lies between j - 1 and j + 1 (for j ≥ 1) and grows
/// with j; so besides the rest alone only a few j need be tried.
fn moves_to(heaps: [u64; 2], wanted: u64) -> Vec<Reduce> {
    let (heap, low, most) = shape(heaps);
    let after = |times: u64| {
        let mut left = heaps;
        left[heap] -= times * low;
        left
    };
    let quotient = heaps[heap] / low;
    let kept = [0].into_iter().chain(wanted.saturating_sub(1).max(1)..=wanted.saturating_add(1));
    let mut times: Vec<u64> = kept.filter_map(|kept| quotient.checked_sub(kept)).collect();
    times.sort_unstable();
    times.dedup();
    let fitting = times.into_iter().filter(|&times| (1..=most).contains(&times) && nimber(after(times)) == wanted);
    fitting.map(|times| Reduce { heap, take: times * low }).collect()
}

impl Rules for Euclid {
    type Position = [u64; 2];
    type Move = Reduce;

    fn moves(&self, heaps: &[u64; 2], _: Player, moves: &mut Vec<Reduce>) -> Result<(), Refusal> {
        let (heap, low, most) = shape(*heaps);
        moves.extend((1..=most).map(|times| Reduce { heap, take: times * low }));
        Ok(())
    }

    fn play(&self, heaps: &mut [u64; 2], played: &Reduce) {
        heaps[played.heap] -= played.take;
    }

    fn move_count(&self, heaps: &[u64; 2]) -> Option<u64> {
        Some(shape(*heaps).2)
    }

    fn canonicalise(&self, heaps: &mut [u64; 2]) {
        heaps.sort_unstable();
    }

    fn theorem(&self, heaps: &[u64; 2], play: Play) -> Option<Theorem<Reduce>> {
        if play == Play::Misere {
            return None;
        }
        let value = nimber(*heaps);
        let reason = if value == 0 {
            Text::new(
                "{high}/{low} is less than the golden section: the second player wins; the nimber is ⌊|a/b - b/a|⌋ (Nivasch)",
            )
        } else {
            Text::new(
                "{high}/{low} is more than the golden section: the first player wins; the nimber is ⌊|a/b - b/a|⌋ = {value} (Nivasch)",
            )
        };
        let (low, high) = (heaps[0].min(heaps[1]), heaps[0].max(heaps[1]));
        let reason = reason.with("high", high).with("low", low).with("value", value);
        let winning = if value == 0 { Vec::new() } else { moves_to(*heaps, 0) };
        Some(Theorem { known: Known::Nimber(value), reason, winning: Some(winning) })
    }
}

impl ImpartialHints for Euclid {
    fn closed_form(&self, heaps: &[u64; 2]) -> Option<u64> {
        Some(nimber(*heaps))
    }

    fn moves_to_nimber(&self, heaps: &[u64; 2], nimber: u64) -> Option<Vec<Reduce>> {
        Some(moves_to(*heaps, nimber))
    }
}

impl PartisanHints for Euclid {}

impl Game for Euclid {
    const INFO: Info = Info {
        name: "euclid",
        summary: "two heaps; take a multiple of the smaller from the larger",
        rules: "A move takes a positive multiple of the smaller heap from the larger one and must leave something of it. Whoever \
                cannot move, because the heaps are equal, loses.",
        notation: "euclid:A,B with two heaps of at least 1: euclid:7,3",
        theorems: &[
            TheoremNote {
                statement: "The second player wins exactly if the larger heap is less than φ times the smaller, φ the golden section.",
                literature: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Math. Gazette 53 (1969); \
                             J. W. Grossman, Problem 1537, Math. Magazine 70 (1997)",
            },
            TheoremNote {
                statement: "The nimber is ⌊|a/b - b/a|⌋.",
                literature: "G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Math. 306 (2006)",
            },
        ],
        examples: &["euclid:7,3", "euclid:8,5", "euclid:1000000000000,7"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, [u64; 2]), ParseError> {
        input.no_arguments()?;
        match *input.heaps()?.as_slice() {
            [a, b] if a > 0 && b > 0 => Ok((Self, [a, b])),
            _ => Err(input.position_error("two heaps of at least 1 are expected").help(for_example("euclid:7,3"))),
        }
    }

    fn write(&self, heaps: &[u64; 2]) -> String {
        crate::nim::write_heaps(heaps)
    }

    fn label(&self, position: &[u64; 2], played: &Reduce) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &[u64; 2], played: &Reduce) -> Text {
        take_words(&Take { heap: played.heap, take: played.take })
    }

    fn board(&self, heaps: &[u64; 2]) -> String {
        crate::nim::heaps_board(heaps)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let title = self.text(course.now);
        let (larger, low, most) = shape(*course.now);
        crate::heaps::picture(title, course.start, course.now, |heap, take| {
            let legal = heap == larger && take.is_multiple_of(low) && take / low <= most;
            legal.then(|| format!("take {take} from heap {}", heap + 1))
        })
    }

    fn small() -> Vec<String> {
        (1..=9).flat_map(|a| (1..=9).map(move |b| format!("euclid:{a},{b}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nimbers_are_brute_force() {
        const LARGEST: usize = 120;
        let mut found = vec![vec![0u64; LARGEST + 1]; LARGEST + 1];
        for a in 1..=LARGEST {
            for b in 1..=a {
                let options: Vec<u64> = (1..=(a - 1) / b)
                    .map(|times| {
                        let left = a - times * b;
                        found[left.max(b)][left.min(b)]
                    })
                    .collect();
                found[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
                let heaps = [b as u64, a as u64];
                assert_eq!(nimber(heaps), found[a][b], "{heaps:?}");
                for wanted in 0..6 {
                    let expected = options.iter().filter(|&&value| value == wanted).count();
                    assert_eq!(moves_to(heaps, wanted).len(), expected, "{heaps:?} to *{wanted}");
                }
            }
        }
        assert_eq!(nimber([u64::MAX, 1]), u64::MAX - 1);
    }
}
