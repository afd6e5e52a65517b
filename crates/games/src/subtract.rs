//! Subtraction games: take a number of objects that belongs to a fixed set.

use crate::nim::{Take, heaps_board, take_label, take_words, write_heaps};
use grundy_budget::Budget;
use grundy_draw::Picture;
use grundy_game::tabled::Tabled;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Numbering, Outcome, ParseError, PartisanHints, Play, Player,
    Refusal, Rules, Text, Theorem, TheoremNote, notation,
};
use grundy_heap::{Period, Rule, Sequence};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The rules, with the set of numbers that may be taken and the nimber sequence as far as it was needed.
pub struct Subtract {
    set: Vec<u64>,
    sequence: Mutex<Sequence>,
}

/// Larger sets are refused.
const LARGEST_SET: usize = 4096;

impl PartialEq for Subtract {
    fn eq(&self, other: &Self) -> bool {
        self.set == other.set
    }
}

impl Subtract {
    fn new(set: Vec<u64>) -> Self {
        let sequence = Mutex::new(Sequence::new(Rule::subtraction(&set)));
        Self { set, sequence }
    }

    fn sequence(&self) -> MutexGuard<'_, Sequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nimber of a heap: stored, or by the proved period; `None` when neither is reached in reasonable time.
    fn nimber(&self, heap: u64) -> Option<u64> {
        let mut sequence = self.sequence();
        if let Some(known) = sequence.at(heap) {
            return Some(known);
        }
        let limit = ((1 << 26) / self.set.len() as u64).clamp(1 << 14, 1 << 22);
        // why: a nimber out of reach is unknown here, and then searched for.
        sequence.reach(heap, limit, &Budget::unlimited()).ok()
    }

    fn nim_sum(&self, heaps: &[u64]) -> Option<u64> {
        heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ self.nimber(heap)?))
    }

    fn period(&self) -> Option<Period> {
        self.sequence().period().copied()
    }

    fn takes<'a>(&'a self, heaps: &'a [u64]) -> impl Iterator<Item = Take> + 'a {
        let from = |(heap, size): (usize, &'a u64)| {
            self.set.iter().take_while(move |take| *take <= size).map(move |&take| Take { heap, take })
        };
        heaps.iter().enumerate().flat_map(from)
    }

    fn moves_to(&self, heaps: &[u64], nimber: u64) -> Option<Vec<Take>> {
        let sum = self.nim_sum(heaps)?;
        let mut found = Vec::new();
        for played in self.takes(heaps) {
            let size = heaps[played.heap];
            if sum ^ self.nimber(size)? ^ self.nimber(size - played.take)? == nimber {
                found.push(played);
            }
        }
        Some(found)
    }

    fn normal(&self, heaps: &[u64]) -> Option<Theorem<Take>> {
        let sum = self.nim_sum(heaps)?;
        let winning = if sum == 0 { Vec::new() } else { self.moves_to(heaps, 0)? };
        let values = heaps.iter().map(|&heap| self.nimber(heap).map_or(String::new(), |nimber| nimber.to_string()));
        let values = values.collect::<Vec<_>>().join(", ");
        let reason = match self.period() {
            Some(Period { period, preperiod, .. }) => Text::new(
                "nimbers of heaps repeat with period {period} from heap {preperiod} on, proved; here: {values}",
            )
            .with("period", period)
            .with("preperiod", preperiod),
            None => Text::new("nimbers of heaps by the mex rule; here: {values}"),
        };
        Some(Theorem { known: Known::Nimber(sum), reason: reason.with("values", values), winning: Some(winning) })
    }

    /// Misère play with one heap: whether heap n is won depends on the last max(S) heaps only, so it repeats for ever
    /// once that window does.
    fn misere(&self, heaps: &[u64]) -> Option<Theorem<Take>> {
        let &[heap] = heaps else { return None };
        let wins = MisereWindow::new(&self.set)?;
        let first = wins.wins(heap)?;
        let winning = self.takes(heaps).filter(|played| wins.wins(heap - played.take) == Some(false)).collect();
        let reason = Text::new("misère wins of one heap repeat with period {period} from heap {preperiod} on, proved")
            .with("period", wins.period)
            .with("preperiod", wins.preperiod);
        let outcome = if first { Outcome::First } else { Outcome::Second };
        Some(Theorem { known: Known::Outcome(outcome), reason, winning: Some(winning) })
    }
}

/// Which single heaps are won in misère play, up to the proved end of the first period.
struct MisereWindow {
    wins: Vec<bool>,
    preperiod: u64,
    period: u64,
}

impl MisereWindow {
    /// Walks heap by heap with the last 64 results in one word; `None` when the set does not fit the word or the window
    /// does not return in time.
    fn new(set: &[u64]) -> Option<Self> {
        const LONGEST: usize = 1 << 16;
        let largest = *set.last().filter(|&&largest| largest <= 64)?;
        let takes = set.iter().fold(0u64, |mask, &take| mask | 1 << (take - 1));
        let kept = u64::MAX >> (64 - largest);
        let mut seen = std::collections::HashMap::new();
        let mut wins: Vec<bool> = Vec::new();
        // Bit t-1 of `lost` says that taking t leads to a heap that exists and is lost.
        let (mut lost, mut exists) = (0u64, 0u64);
        while wins.len() < LONGEST {
            let heap = wins.len() as u64;
            if heap >= largest
                && let Some(preperiod) = seen.insert(lost & kept, heap)
            {
                return Some(Self { wins, preperiod, period: heap - preperiod });
            }
            let win = exists & takes == 0 || lost & takes != 0;
            wins.push(win);
            lost = lost << 1 | u64::from(!win);
            exists = exists << 1 | 1;
        }
        None
    }

    fn wins(&self, heap: u64) -> Option<bool> {
        let reduced = if heap < self.preperiod { heap } else { self.preperiod + (heap - self.preperiod) % self.period };
        self.wins.get(reduced as usize).copied()
    }
}

impl Rules for Subtract {
    type Position = Vec<u64>;
    type Move = Take;

    fn moves(&self, heaps: &Vec<u64>, _: Player, moves: &mut Vec<Take>) -> Result<(), Refusal> {
        moves.extend(self.takes(heaps));
        Ok(())
    }

    fn play(&self, heaps: &mut Vec<u64>, played: &Take) {
        heaps[played.heap] -= played.take;
    }

    fn split(&self, heaps: &Vec<u64>, parts: &mut Vec<Vec<u64>>) {
        parts.extend(heaps.iter().filter(|&&heap| heap >= self.set[0]).map(|&heap| vec![heap]));
    }

    fn gathers(&self) -> bool {
        true
    }

    fn canonicalise(&self, heaps: &mut Vec<u64>) {
        heaps.retain(|&heap| heap >= self.set[0]);
        heaps.sort_unstable();
    }

    fn theorem(&self, heaps: &Vec<u64>, play: Play) -> Option<Theorem<Take>> {
        match play {
            Play::Normal => self.normal(heaps),
            Play::Misere => self.misere(heaps),
        }
    }

    fn tabled(&self, heaps: &Vec<u64>) -> Option<Tabled<Self>> {
        crate::heaps::tabled(heaps, |size| self.set.iter().filter_map(|take| size.checked_sub(*take)).collect())
    }

    fn position_bytes(&self, heaps: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + 8 * heaps.len()
    }
}

impl ImpartialHints for Subtract {
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<u64> {
        self.nim_sum(heaps)
    }

    fn moves_to_nimber(&self, heaps: &Vec<u64>, nimber: u64) -> Option<Vec<Take>> {
        self.moves_to(heaps, nimber)
    }

    fn numbering(&self, heaps: &Vec<u64>) -> Option<Box<dyn Numbering<Vec<u64>>>> {
        crate::heaps::numbering(heaps, |size| self.set.iter().filter_map(|take| size.checked_sub(*take)).collect())
    }
}

impl PartisanHints for Subtract {}

impl Game for Subtract {
    const INFO: Info = Info {
        name: "subtract",
        summary: "heaps; take a number that belongs to the set S from one heap",
        rules: "A move takes s objects from one heap, where s belongs to the set S. Whoever cannot move loses (normal play) \
                or wins (misère play).",
        notation: "subtract(S):HEAPS with S like 1,2,5 or 1-4 or 1-4,7 and heaps up to 2^64-1: subtract(1,2,5):21",
        theorems: &[
            TheoremNote {
                statement: "The nimbers of heaps are periodic: as soon as max(S) values in a row repeat, they repeat for ever.",
                literature: "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)",
            },
            TheoremNote {
                statement: "Nimbers of several heaps add by nim-sum.",
                literature: "R. P. Sprague (1935), P. M. Grundy (1939)",
            },
        ],
        examples: &[
            "subtract(1,2,5):21",
            "subtract(1-4):21",
            "subtract(1,2,5):1000000000000000002",
            "subtract(2,3):9,14",
        ],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Vec<u64>), ParseError> {
        let text = input.required_arguments("subtract(1,2,5):21")?;
        let set = notation::number_set(input, text, LARGEST_SET)?;
        Ok((Self::new(set), input.heaps()?))
    }

    fn arguments(&self) -> Option<String> {
        Some(notation::write_number_set(&self.set))
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

    fn board(&self, heaps: &Vec<u64>) -> String {
        heaps_board(heaps)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let title = self.text(course.now);
        crate::heaps::picture(title, course.start, course.now, |heap, take| {
            self.set.binary_search(&take).is_ok().then(|| take_label(&Take { heap, take }))
        })
    }

    fn small() -> Vec<String> {
        let sets = ["1", "2", "1,2", "1,2,5", "1-3", "2,3", "1,4", "2,4,7", "3,5"];
        let one = sets.iter().flat_map(|set| (0..=14).map(move |heap| format!("subtract({set}):{heap}")));
        let two = sets.iter().flat_map(|set| (1..=7).map(move |heap| format!("subtract({set}):{heap},{}", 8 - heap)));
        one.chain(two).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losing_heaps_of_one_two_five_are_the_multiples_of_three() {
        let game = Subtract::new(vec![1, 2, 5]);
        assert!((0..300).all(|heap| (game.nimber(heap) == Some(0)) == (heap % 3 == 0)));
        assert_eq!(game.nimber(1_000_000_000_000_000_002), Some(0));
        assert_eq!(game.period().map(|found| found.period), Some(3));
    }

    #[test]
    fn one_heap_misere_is_periodic() {
        for set in [&[1u64, 2, 3][..], &[2, 3], &[3], &[1, 4], &[2, 5, 7], &[64]] {
            let window = MisereWindow::new(set).unwrap();
            let mut wins: Vec<bool> = Vec::new();
            for heap in 0..3000usize {
                let mut options =
                    set.iter().filter(|&&take| take <= heap as u64).map(|&take| wins[heap - take as usize]);
                let win = set[0] > heap as u64 || options.any(|option| !option);
                wins.push(win);
                assert_eq!(window.wins(heap as u64), Some(win), "{set:?} {heap}");
            }
        }
    }
}
