//! Nim: heaps of objects; take any number from one heap.

use grundy_draw::Picture;
use grundy_game::tabled::Tabled;
use grundy_game::{
    Course, Game, Hasse, ImpartialHints, Info, Input, Known, Numbering, Outcome, ParseError, PartisanHints, Play,
    Player, Refusal, Rules, Text, Theorem, TheoremNote,
};

/// The rules of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim;

/// Take `take` objects from heap number `heap` (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// Which heap.
    pub heap: usize,
    /// How many.
    pub take: u64,
}

/// The nim-sum of the heaps.
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

impl Rules for Nim {
    type Position = Vec<u64>;
    type Move = Take;

    fn moves(&self, heaps: &Vec<u64>, _: Player, moves: &mut Vec<Take>) -> Result<(), Refusal> {
        for (heap, &size) in heaps.iter().enumerate() {
            moves.extend((1..=size).map(|take| Take { heap, take }));
        }
        Ok(())
    }

    fn play(&self, heaps: &mut Vec<u64>, played: &Take) {
        heaps[played.heap] -= played.take;
    }

    fn move_count(&self, heaps: &Vec<u64>) -> Option<u64> {
        Some(heaps.iter().fold(0, |sum: u64, &heap| sum.saturating_add(heap)))
    }

    fn split(&self, heaps: &Vec<u64>, parts: &mut Vec<Vec<u64>>) {
        parts.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
    }

    fn gathers(&self) -> bool {
        true
    }

    fn canonicalise(&self, heaps: &mut Vec<u64>) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
    }

    fn theorem(&self, heaps: &Vec<u64>, play: Play) -> Option<Theorem<Take>> {
        Some(match play {
            Play::Normal => normal(heaps),
            Play::Misere => misere(heaps),
        })
    }

    fn tabled(&self, heaps: &Vec<u64>) -> Option<Tabled<Self>> {
        crate::heaps::tabled(heaps, |size| (0..size).collect())
    }

    fn position_bytes(&self, heaps: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + 8 * heaps.len()
    }
}

impl ImpartialHints for Nim {
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<u64> {
        Some(nim_sum(heaps))
    }

    fn moves_to_nimber(&self, heaps: &Vec<u64>, nimber: u64) -> Option<Vec<Take>> {
        Some(moves_to(heaps, nimber))
    }

    fn numbering(&self, heaps: &Vec<u64>) -> Option<Box<dyn Numbering<Vec<u64>>>> {
        crate::heaps::numbering(heaps, |size| (0..size).collect())
    }
}

impl PartisanHints for Nim {}

/// A heap h can be made h ⊕ sum ⊕ nimber by taking exactly when that is less than h.
fn moves_to(heaps: &[u64], nimber: u64) -> Vec<Take> {
    let change = nim_sum(heaps) ^ nimber;
    let smaller = |(heap, &size): (usize, &u64)| {
        let left = size ^ change;
        (left < size).then(|| Take { heap, take: size - left })
    };
    heaps.iter().enumerate().filter_map(smaller).collect()
}

/// Bouton 1901: the nim-sum decides.
fn normal(heaps: &[u64]) -> Theorem<Take> {
    let sum = nim_sum(heaps);
    let reason = match sum {
        0 => Text::new("the nim-sum of the heaps is 0 (Bouton)"),
        _ => Text::new("the nim-sum of the heaps is {sum}, not 0 (Bouton)").with("sum", sum),
    };
    let winning = if sum == 0 { Vec::new() } else { moves_to(heaps, 0) };
    Theorem { known: Known::Nimber(sum), reason, winning: Some(winning) }
}

/// Bouton 1901: play as in normal Nim until your move would leave only heaps of 1, then leave an odd number of them.
fn misere(heaps: &[u64]) -> Theorem<Take> {
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    let ones = heaps.iter().filter(|&&heap| heap == 1).count();
    let (first, reason, winning) = match large {
        0 => {
            let all = heaps.iter().enumerate().filter(|(_, size)| **size == 1).map(|(heap, _)| Take { heap, take: 1 });
            let first = ones % 2 == 0;
            let reason = Text::new("misère, only heaps of 1: the first player wins when their number, {ones}, is even");
            (first, reason.with("ones", ones), if first { all.collect() } else { Vec::new() })
        }
        1 => {
            // why: exactly one heap is above 1 here.
            let heap = heaps.iter().position(|&heap| heap > 1).unwrap_or_default();
            let left = u64::from(ones % 2 == 0);
            let reason = Text::new("misère, one heap above 1: cut it to {left} so that an odd number of ones is left");
            (true, reason.with("left", left), vec![Take { heap, take: heaps[heap] - left }])
        }
        _ => {
            let sum = nim_sum(heaps);
            let reason = Text::new("misère with several heaps above 1 is played as normal Nim; the nim-sum is {sum}");
            let winning = if sum == 0 { Vec::new() } else { moves_to(heaps, 0) };
            (sum != 0, reason.with("sum", sum), winning)
        }
    };
    let outcome = if first { Outcome::First } else { Outcome::Second };
    Theorem { known: Known::Outcome(outcome), reason, winning: Some(winning) }
}

impl Game for Nim {
    const INFO: Info = Info {
        name: "nim",
        summary: "heaps of objects; take any number from one heap",
        rules: "A move takes one or more objects from a single heap. Whoever takes the last object wins (normal play) or \
                loses (misère play).",
        notation: "nim:HEAPS, the sizes separated by commas, each from 0 to 2^64-1: nim:3,4,5",
        theorems: &[
            TheoremNote {
                statement: "The nimber is the nim-sum of the heaps; the first player loses exactly when it is 0.",
                literature: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
            },
            TheoremNote {
                statement: "Misère: with a heap above 1 the same side wins as in normal play; with heaps of 1 only, first \
                            wins when their number is even.",
                literature: "C. L. Bouton (1901)",
            },
        ],
        examples: &["nim:3,4,5", "nim:10,17,21", "nim:1,1,1"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Vec<u64>), ParseError> {
        input.no_arguments()?;
        Ok((Self, input.heaps()?))
    }

    fn write(&self, heaps: &Vec<u64>) -> String {
        write_heaps(heaps)
    }

    fn label(&self, position: &Vec<u64>, played: &Take) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Vec<u64>, played: &Take) -> Text {
        take_words(played)
    }

    fn explain(&self, heaps: &Vec<u64>, play: Play) -> Option<Vec<Text>> {
        match play {
            Play::Normal => Some(board_of_bits(heaps)),
            Play::Misere => {
                let mut lines = columns_of_bits(heaps);
                lines.push(misere(heaps).reason);
                Some(lines)
            }
        }
    }

    fn board(&self, heaps: &Vec<u64>) -> String {
        heaps_board(heaps)
    }

    /// Each heap is a chain: whoever takes an object takes all above it.
    fn hasse(&self, heaps: &Vec<u64>) -> Option<Hasse> {
        const MOST: u64 = 500;
        let total = heaps.iter().fold(0u64, |sum, &heap| sum.saturating_add(heap));
        if total > MOST {
            return None;
        }
        let mut order = Hasse { elements: Vec::new(), covers: Vec::new() };
        for (heap, &size) in heaps.iter().enumerate() {
            for object in 1..=size {
                if object > 1 {
                    order.covers.push((order.elements.len() - 1, order.elements.len()));
                }
                let name = if heaps.len() == 1 { object.to_string() } else { format!("{}.{object}", heap + 1) };
                order.elements.push(name);
            }
        }
        Some(order)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let title = self.text(course.now);
        crate::heaps::picture(title, course.start, course.now, |heap, take| Some(take_label(&Take { heap, take })))
    }

    fn small() -> Vec<String> {
        crate::heaps::small("nim", 3, 4)
    }
}

/// Heaps separated by commas; no heap at all is written as one that is empty.
pub(crate) fn write_heaps(heaps: &[u64]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// The name of taking from a heap.
pub(crate) fn take_label(played: &Take) -> String {
    take_words(played).to_string()
}

/// The name of a move of Nim in words.
pub(crate) fn take_words(played: &Take) -> Text {
    Text::new("take {n} from heap {heap}").with("n", played.take).with("heap", played.heap + 1)
}

/// Heaps as rows of sticks, long ones cut short.
pub(crate) fn heaps_board(heaps: &[u64]) -> String {
    const LONGEST: u64 = 40;
    let row = |(index, &size): (usize, &u64)| {
        let sticks = "| ".repeat(size.min(LONGEST) as usize);
        format!("heap {}: {sticks}{}({size})", index + 1, if size > LONGEST { "… " } else { "" })
    };
    heaps.iter().enumerate().map(row).collect::<Vec<_>>().join("\n")
}

/// The nim-sum in binary columns and the move it shows, as on a blackboard.
fn board_of_bits(heaps: &[u64]) -> Vec<Text> {
    let sum = nim_sum(heaps);
    let mut lines = columns_of_bits(heaps);
    if let Some(last) = lines.pop() {
        let verdict = if sum == 0 {
            Text::new("{columns}: the second player wins")
        } else {
            Text::new("{columns}, not 0: the first player wins")
        };
        lines.push(verdict.with_text("columns", last));
    }
    lines.extend(winning_sentences(heaps, sum));
    lines
}

/// The heaps in binary columns, and their nim-sum under them.
fn columns_of_bits(heaps: &[u64]) -> Vec<Text> {
    let sum = nim_sum(heaps);
    // why: without heaps the columns are one bit wide.
    let widest = heaps.iter().max().copied().unwrap_or(0).max(1);
    let bits = 64 - widest.leading_zeros();
    let digits = widest.to_string().len();
    let binary = |number: u64| {
        let bit = |at: u32| if number >> at & 1 == 1 { "1" } else { "0" };
        (0..bits).rev().map(bit).collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<Text> =
        heaps.iter().map(|&heap| Text::verbatim(format!("{heap:digits$} = {}", binary(heap)))).collect();
    lines.push(Text::verbatim(format!("{:digits$}   {} = {sum}", "⊕", binary(sum))));
    lines
}

fn winning_sentences(heaps: &[u64], sum: u64) -> Vec<Text> {
    if sum == 0 {
        return vec![Text::new("Whatever heap is changed, the nim-sum stops being 0, and the reply makes it 0 again.")];
    }
    let sentence = |played: Take| {
        let heap = heaps[played.heap];
        Text::new(
            "The leading 1 of {sum} stands in the heap of {heap}. {heap} ⊕ {sum} = {left}, so take {take} from the heap of {heap}.",
        )
        .with("sum", sum)
        .with("heap", heap)
        .with("left", heap - played.take)
        .with("take", played.take)
    };
    moves_to(heaps, 0).into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_three_heaps() {
        assert_eq!(nim_sum(&[6, 9, 15]), 0);
        assert_eq!(nim_sum(&[4, 5, 7]), 6);
        assert_eq!(moves_to(&[10, 17, 21], 0), [Take { heap: 0, take: 6 }]);
        assert!(moves_to(&[4, 5, 7], 0).contains(&Take { heap: 2, take: 6 }));
    }

    #[test]
    fn the_eighteen_losing_positions_below_ten() {
        let mut losing = Vec::new();
        for a in 0..10u64 {
            for b in a..10 {
                losing.extend((b..10).filter(|&c| nim_sum(&[a, b, c]) == 0).map(|c| (a, b, c)));
            }
        }
        let mut expected: Vec<_> = (0..10).map(|n| (0, n, n)).collect();
        expected.extend([(1, 2, 3), (1, 4, 5), (1, 6, 7), (1, 8, 9), (2, 4, 6), (2, 5, 7), (3, 4, 7), (3, 5, 6)]);
        assert_eq!(losing, expected);
    }

    #[test]
    fn the_largest_heaps_are_exact() {
        assert_eq!(moves_to(&[u64::MAX, 1], 0), [Take { heap: 0, take: u64::MAX - 1 }]);
        assert_eq!(Nim.move_count(&vec![u64::MAX, u64::MAX]), Some(u64::MAX));
    }
}
