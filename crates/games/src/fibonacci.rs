//! Fibonacci Nim: one heap; take at most twice what was taken just before.

use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote,
};

/// The rules of Fibonacci Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fibonacci;

/// A heap and the most that may be taken from it now, at most the heap itself.
pub type Limited = (u64, u64);

/// The parts of Zeckendorf's sum, smallest first: the only way to write a number as Fibonacci numbers of which no two
/// are neighbours.
fn zeckendorf(mut number: u64) -> Vec<u64> {
    let mut fibonacci = vec![1u64, 2];
    while let [.., a, b] = fibonacci[..]
        && let Some(next) = a.checked_add(b).filter(|&next| next <= number)
    {
        fibonacci.push(next);
    }
    let mut parts = Vec::new();
    for &part in fibonacci.iter().rev() {
        if part <= number && number > 0 {
            parts.push(part);
            number -= part;
        }
    }
    parts.reverse();
    parts
}

/// All moves to lost positions.
///
/// After taking k the rest is lost exactly if 2k is less than its least part. Then the parts of k are smaller and no
/// neighbours of the rest's, so they are the first parts of the whole heap; only those sums need be tried.
fn winning((heap, most): Limited) -> Vec<u64> {
    let parts = zeckendorf(heap);
    let sums = parts.iter().scan(0, |sum, part| {
        *sum += part;
        Some(*sum)
    });
    let next = parts.iter().skip(1).map(|&part| Some(part)).chain([None]);
    let wins = |&(take, next): &(u64, Option<u64>)| take <= most && next.is_none_or(|next| take < next.div_ceil(2));
    sums.zip(next).filter(wins).map(|(take, _)| take).collect()
}

impl Rules for Fibonacci {
    type Position = Limited;
    type Move = u64;

    fn moves(&self, &(heap, most): &Limited, _: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
        moves.extend(1..=most.min(heap));
        Ok(())
    }

    fn play(&self, (heap, most): &mut Limited, &take: &u64) {
        *heap -= take;
        *most = take.saturating_mul(2).min(*heap);
    }

    fn move_count(&self, &(heap, most): &Limited) -> Option<u64> {
        Some(most.min(heap))
    }

    fn theorem(&self, &(heap, most): &Limited, play: Play) -> Option<Theorem<u64>> {
        if play == Play::Misere {
            return None;
        }
        let parts = zeckendorf(heap);
        // why: the empty heap has no Fibonacci number in it.
        let least = parts.first().copied().unwrap_or(0);
        let sum = parts.iter().rev().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
        let lost = heap == 0 || most < least;
        let reason = match (heap, lost) {
            (0, _) => Text::new("nothing is left to take"),
            (_, true) => Text::new(
                "{heap} = {sum} as a sum of Fibonacci numbers, no two neighbours (Zeckendorf); its least part {least} is more than the {most} that may be taken, so the second player wins (Whinihan)",
            ),
            (_, false) => Text::new(
                "{heap} = {sum} as a sum of Fibonacci numbers, no two neighbours (Zeckendorf); its least part {least} may be taken, and the next part is then out of reach (Whinihan)",
            ),
        };
        let reason = reason.with("heap", heap).with("sum", sum).with("least", least).with("most", most);
        let known = if lost { Known::Nimber(0) } else { Known::Outcome(Outcome::First) };
        Some(Theorem { known, reason, winning: Some(if lost { Vec::new() } else { winning((heap, most)) }) })
    }
}

impl ImpartialHints for Fibonacci {
    fn closed_form(&self, &(heap, most): &Limited) -> Option<u64> {
        (heap == 0 || zeckendorf(heap).first().is_some_and(|&least| most < least)).then_some(0)
    }
}

impl PartisanHints for Fibonacci {}

impl Game for Fibonacci {
    const INFO: Info = Info {
        name: "fibonacci",
        summary: "one heap; take at most twice what was taken just before",
        rules: "The first move takes any number of objects, but not the whole heap; every later move at least one and at most \
                twice as many as the move before it. Whoever cannot move loses.",
        notation: "fibonacci:N for the start, fibonacci:N,M when at most M may be taken: fibonacci:20 or fibonacci:13,4",
        theorems: &[TheoremNote {
            statement: "The second player wins exactly if no more may be taken than the least part minus one of the heap written as a sum of \
                        Fibonacci numbers, no two neighbours; at the start, exactly if the heap is a Fibonacci number.",
            literature: "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963); E. Zeckendorf (1972)",
        }],
        examples: &["fibonacci:20", "fibonacci:13", "fibonacci:17,4", "fibonacci:1000000000000"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Limited), ParseError> {
        input.no_arguments()?;
        match *input.heaps()?.as_slice() {
            [heap] => Ok((Self, (heap, heap.saturating_sub(1)))),
            [heap, most] => Ok((Self, (heap, most.min(heap)))),
            _ => Err(input
                .position_error("one heap, and perhaps the most that may be taken, are expected")
                .help("for example `fibonacci:20` or `fibonacci:13,4`")),
        }
    }

    fn write(&self, &(heap, most): &Limited) -> String {
        if most == heap.saturating_sub(1) { heap.to_string() } else { format!("{heap},{most}") }
    }

    fn label(&self, position: &Limited, played: &u64) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Limited, take: &u64) -> Text {
        Text::new("take {n}").with("n", take)
    }

    fn board(&self, &(heap, most): &Limited) -> String {
        format!("{}   ≤ {most}", crate::nim::heaps_board(&[heap]))
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let position = course.now;
        crate::heaps::picture(self.text(position), &[course.start.0], &[position.0], |_, take| {
            (take <= position.1).then(|| self.label(position, &take))
        })
    }

    fn small() -> Vec<String> {
        (0..=13).flat_map(|heap| (0..=heap).map(move |most| format!("fibonacci:{heap},{most}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_fibonacci_numbers() {
        assert!(zeckendorf(0).is_empty());
        assert_eq!(zeckendorf(1), [1]);
        assert_eq!(zeckendorf(100), [3, 8, 89]);
        assert_eq!(zeckendorf(u64::MAX).iter().sum::<u64>(), u64::MAX);
    }

    /// Lost positions and winning moves against the definition, beyond what the conformance suite tries.
    #[test]
    fn theorem_is_brute_force() {
        const LARGEST: usize = 90;
        let mut lost = vec![vec![true; LARGEST + 1]; LARGEST + 1];
        for heap in 0..=LARGEST {
            for most in 0..=heap {
                let wins: Vec<u64> = (1..=most)
                    .filter(|&take| lost[heap - take][(2 * take).min(heap - take)])
                    .map(|take| take as u64)
                    .collect();
                lost[heap][most] = wins.is_empty();
                let position = (heap as u64, most as u64);
                let theorem = Fibonacci.theorem(&position, Play::Normal).unwrap();
                assert_eq!(theorem.known.outcome() == Outcome::Second, wins.is_empty(), "{position:?}");
                assert_eq!(theorem.winning, Some(wins), "{position:?}");
            }
        }
    }
}
