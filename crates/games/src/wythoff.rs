//! Wythoff's game: two heaps; take from one, or equally from both.

use crate::nim::{Take, take_words};
use grundy_draw::{Gesture, Heap, Heaps, Picture, Role};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote, for_example,
};

/// The rules of Wythoff's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wythoff;

/// Larger heaps are refused: the golden section is computed exactly in 128 bits up to here.
const LARGEST: u64 = 1 << 62;

/// Take so many from the first and so many from the second heap; both are equal or one is 0.
pub type TakeTwo = [u64; 2];

/// The lost pair whose heaps differ by `k`: (⌊kφ⌋, ⌊kφ⌋ + k), computed with whole numbers only.
fn lost_pair(k: u64) -> [u64; 2] {
    let wide = u128::from(k);
    let low = u128::midpoint(wide, (5 * wide * wide).isqrt());
    [low as u64, (low + wide) as u64]
}

/// The lost pair that has `heap` as one of its heaps; every number occurs in exactly one (Beatty's theorem).
fn lost_partner(heap: u64) -> u64 {
    // ⌊kφ⌋ = heap asks for k near heap/φ, ⌊kφ⌋ + k = heap for k near heap/φ²; try the whole numbers around both.
    let wide = u128::from(heap);
    let near = ((5 * wide * wide).isqrt() - wide) / 2;
    for guess in [near, wide - near] {
        for k in guess.saturating_sub(1)..=guess + 1 {
            match lost_pair(k as u64) {
                [low, high] if low == heap => return high,
                [low, high] if high == heap => return low,
                _ => {}
            }
        }
    }
    unreachable!("every number lies in a lost pair (Beatty)")
}

fn is_lost([a, b]: [u64; 2]) -> bool {
    lost_pair(a.abs_diff(b))[0] == a.min(b)
}

/// All moves to lost positions: at most one from each heap and one from both.
fn winning([a, b]: [u64; 2]) -> Vec<TakeTwo> {
    let mut moves = Vec::new();
    let (left_of_b, left_of_a) = (lost_partner(a), lost_partner(b));
    if left_of_a < a {
        moves.push([a - left_of_a, 0]);
    }
    if left_of_b < b {
        moves.push([0, b - left_of_b]);
    }
    let [low, _] = lost_pair(a.abs_diff(b));
    if low < a.min(b) {
        moves.push([a.min(b) - low; 2]);
    }
    moves
}

impl Rules for Wythoff {
    type Position = [u64; 2];
    type Move = TakeTwo;

    fn moves(&self, &[a, b]: &[u64; 2], _: Player, moves: &mut Vec<TakeTwo>) -> Result<(), Refusal> {
        moves.extend((1..=a).map(|take| [take, 0]));
        moves.extend((1..=b).map(|take| [0, take]));
        moves.extend((1..=a.min(b)).map(|take| [take, take]));
        Ok(())
    }

    fn play(&self, heaps: &mut [u64; 2], take: &TakeTwo) {
        heaps[0] -= take[0];
        heaps[1] -= take[1];
    }

    fn move_count(&self, &[a, b]: &[u64; 2]) -> Option<u64> {
        Some(a.saturating_add(b).saturating_add(a.min(b)))
    }

    fn canonicalise(&self, heaps: &mut [u64; 2]) {
        heaps.sort_unstable();
    }

    fn theorem(&self, heaps: &[u64; 2], play: Play) -> Option<Theorem<TakeTwo>> {
        if play == Play::Misere {
            return None;
        }
        let [low, high] = lost_pair(heaps[0].abs_diff(heaps[1]));
        let lost = is_lost(*heaps);
        let known = match self.closed_form(heaps) {
            Some(nimber) => Known::Nimber(nimber),
            None => Known::Outcome(Outcome::First),
        };
        let reason =
            Text::new("the lost pairs are (⌊kφ⌋, ⌊kφ⌋+k) (Wythoff); with difference {k} it is ({low}, {high})")
                .with("k", high - low)
                .with("low", low)
                .with("high", high);
        Some(Theorem { known, reason, winning: Some(if lost { Vec::new() } else { winning(*heaps) }) })
    }
}

impl ImpartialHints for Wythoff {
    fn closed_form(&self, heaps: &[u64; 2]) -> Option<u64> {
        match *heaps {
            [0, heap] | [heap, 0] => Some(heap),
            _ => is_lost(*heaps).then_some(0),
        }
    }

    fn moves_to_nimber(&self, heaps: &[u64; 2], nimber: u64) -> Option<Vec<TakeTwo>> {
        (nimber == 0).then(|| winning(*heaps))
    }
}

impl PartisanHints for Wythoff {}

impl Game for Wythoff {
    const INFO: Info = Info {
        name: "wythoff",
        summary: "two heaps; take from one heap, or equally from both",
        rules: "A move takes any number of objects from one heap, or the same number from both heaps. Also known as moving a \
                queen towards the corner.",
        notation: "wythoff:A,B with heaps up to 2^62: wythoff:3,5",
        theorems: &[TheoremNote {
            statement: "The first player loses exactly on the pairs (⌊kφ⌋, ⌊kφ⌋ + k) with φ the golden section.",
            literature: "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)",
        }],
        examples: &["wythoff:3,5", "wythoff:7,9", "wythoff:1000000,1618033"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, [u64; 2]), ParseError> {
        input.no_arguments()?;
        let &[a, b] = input.heaps()?.as_slice() else {
            return Err(input.position_error("two heaps are expected").help(for_example("wythoff:3,5")));
        };
        if a.max(b) > LARGEST {
            return Err(input
                .position_error("a heap is too large")
                .help(Text::new("the largest is {largest}").with("largest", "2^62")));
        }
        Ok((Self, [a, b]))
    }

    fn write(&self, heaps: &[u64; 2]) -> String {
        crate::nim::write_heaps(heaps)
    }

    fn label(&self, position: &[u64; 2], played: &TakeTwo) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &[u64; 2], take: &TakeTwo) -> Text {
        match *take {
            [take, 0] => take_words(&Take { heap: 0, take }),
            [0, take] => take_words(&Take { heap: 1, take }),
            [take, _] => Text::new("take {n} from both").with("n", take),
        }
    }

    fn board(&self, heaps: &[u64; 2]) -> String {
        crate::nim::heaps_board(heaps)
    }

    /// The two heaps, and beside them what can be taken from both: clicking a token there takes as many from each as lie
    /// from it to the top.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        const DRAWN: u64 = 100;
        let &[a, b] = course.now;
        let start = course.start;
        let both = Heap::new(a.min(b)).of(start[0].min(start[1])).named("1+2").role(Role::Empty);
        let heaps = [Heap::new(a).of(start[0]), Heap::new(b).of(start[1]), both];
        // Tokens are on the board until the move leaves fewer; what is taken from both goes when the smaller heap shrinks.
        let ways = |take: TakeTwo, clicked: usize| {
            let left = [a - take[0], b - take[1]];
            let rests = [left[0], left[1], left[0].min(left[1])];
            let sizes = [a, b, a.min(b)];
            let mut taken = Vec::new();
            for heap in 0..3 {
                taken.extend(heaps[heap].above(heap, rests[heap].min(sizes[heap]))?);
            }
            let clicked = heaps[clicked].key(clicked, rests[clicked] + 1);
            Some(Gesture::new(self.label(course.now, &take), [clicked]).takes(taken))
        };
        let one = (1..=a.min(DRAWN)).filter_map(|take| ways([take, 0], 0));
        let other = (1..=b.min(DRAWN)).filter_map(|take| ways([0, take], 1));
        let same = (1..=a.min(b).min(DRAWN)).filter_map(|take| ways([take, take], 2));
        let gestures: Vec<Gesture> = one.chain(other).chain(same).collect();
        let description = Text::new("Heaps of {sizes}.").with("sizes", format_args!("{a}, {b}"));
        let board = gestures.into_iter().fold(Heaps::new(heaps.to_vec()), Heaps::gesture);
        board.picture(self.text(course.now), description)
    }

    fn small() -> Vec<String> {
        (0..=8).flat_map(|a| (a..=8).map(move |b| format!("wythoff:{a},{b}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_partner() {
        let lost: Vec<[u64; 2]> = (0..2000).map(lost_pair).collect();
        assert_eq!(lost[..5], [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10]]);
        for [low, high] in lost {
            assert_eq!((lost_partner(low), lost_partner(high)), (high, low));
        }
        for heap in (0..5000).map(|step| LARGEST - step * 7919) {
            assert!(is_lost([heap, lost_partner(heap)]), "{heap}");
        }
    }
}
