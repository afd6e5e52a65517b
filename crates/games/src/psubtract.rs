//! Partisan subtraction: one heap, each player with numbers of their own to take.

use crate::heaps;
use grundy_draw::Picture;
use grundy_game::{Game, Info, Input, Kind, ParseError, Player, Rules, Text, TheoremNote, notation};
use grundy_value::{Store, Value, ValueError};

/// The rules: how many objects each player may take.
#[derive(Debug, PartialEq, Eq)]
pub struct PartisanSubtract {
    /// Left's set and Right's, sorted.
    sets: [Vec<u64>; 2],
}

/// A heap, perhaps with the players swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    size: u64,
    swapped: bool,
}

/// The largest heap that is played: a search may have to go through all below it.
const LARGEST: u64 = 1 << 20;

impl PartisanSubtract {
    fn set(&self, player: Player, swapped: bool) -> &[u64] {
        &self.sets[if swapped { player.other() } else { player } as usize]
    }

    /// Whether nobody can take anything.
    fn finished(&self, heap: &Heap) -> bool {
        self.sets.iter().all(|set| set.first().is_none_or(|&least| least > heap.size))
    }

    fn written_sets(&self, swapped: bool) -> String {
        let [left, right] = Player::BOTH.map(|player| notation::write_number_set(self.set(player, swapped)));
        format!("{left}/{right}")
    }
}

impl Rules for PartisanSubtract {
    type Position = Heap;
    type Move = u64;

    fn kind(&self) -> Kind {
        Kind::Partisan
    }

    fn moves(&self, heap: &Heap, player: Player, moves: &mut Vec<u64>) {
        moves.extend(self.set(player, heap.swapped).iter().copied().take_while(|&taken| taken <= heap.size));
    }

    fn play(&self, heap: &mut Heap, &taken: &u64) {
        heap.size -= taken;
    }

    fn canonicalise_up_to_sign(&self, heap: &mut Heap) -> bool {
        std::mem::take(&mut heap.swapped)
    }

    fn negate(&self, heap: &mut Heap) -> bool {
        heap.swapped = !heap.swapped;
        true
    }

    fn weight(&self, heap: &Heap) -> usize {
        // There are no more positions than objects, so the logarithm is small.
        heap.size.checked_ilog2().map_or(0, |log| log as usize)
    }

    fn closed_value(&self, heap: &Heap, _: &mut Store) -> Result<Option<Value>, ValueError> {
        Ok(self.finished(heap).then_some(Value::ZERO))
    }

    fn value_theorem(&self, heap: &Heap) -> Option<Text> {
        let text = Text::new("nobody can take anything from {heap}");
        self.finished(heap).then(|| text.with("heap", heap.size))
    }
}

impl Game for PartisanSubtract {
    const INFO: Info = Info {
        name: "psubtract",
        summary: "one heap; Left takes a number of one set, Right a number of another",
        rules: "Left takes a number of objects from Left's set, Right one from Right's. Whoever cannot take loses.",
        notation: "psubtract(LEFT/RIGHT):HEAP, sets as in 1,2,5 or 1-4: psubtract(2,5/1,5):8; heaps up to 1048576",
        theorems: &[TheoremNote {
            statement: "Outcomes are periodic for every pair of finite sets.",
            literature: "A. S. Fraenkel and A. Kotzig, Partizan octal games: partizan subtraction games (1987)",
        }],
        examples: &["psubtract(2,5/1,5):8", "psubtract(1,2/4,5):10"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Heap), ParseError> {
        const EXAMPLE: &str = "psubtract(1,2/2,5):8";
        let text = input.required_arguments(EXAMPLE)?;
        let Some((left, right)) = text.split_once('/') else {
            let error = input.argument_error(0, text.len(), "two sets are needed, Left's and Right's");
            return Err(error.help(format!("for example `{EXAMPLE}`")));
        };
        let offset = input.arguments.map_or(0, |(_, start)| start);
        let read = |text: &str, from: usize| {
            let arguments = Some((text, offset + from));
            notation::number_set(&Input { arguments, ..*input }, text, 1000)
        };
        let sets = [read(left, 0)?, read(right, left.len() + 1)?];
        match input.heaps()?[..] {
            [size] if size <= LARGEST => Ok((Self { sets }, Heap { size, swapped: false })),
            [_] => Err(input.position_error("the heap is too large").help(format!("the largest is {LARGEST}"))),
            _ => Err(input.position_error("one heap is expected").help("join several heaps with `+`")),
        }
    }

    fn arguments(&self) -> Option<String> {
        Some(self.written_sets(false))
    }

    fn text(&self, heap: &Heap) -> String {
        notation::write("psubtract", Some(&self.written_sets(heap.swapped)), &self.write(heap))
    }

    fn write(&self, heap: &Heap) -> String {
        heap.size.to_string()
    }

    fn label(&self, _: &Heap, taken: &u64) -> String {
        format!("take {taken}")
    }

    fn picture(&self, heap: &Heap) -> Picture {
        heaps::picture(self.text(heap), &[heap.size], |_, taken| {
            let legal = self.sets.iter().any(|set| set.binary_search(&taken).is_ok());
            legal.then(|| format!("take {taken}"))
        })
    }

    fn small() -> Vec<String> {
        let sets = ["1/2", "1,2/1", "2,5/1,5", "1,3/2-4", "1-3/1-3", "2/3,4", "1,4/2,3"];
        sets.iter().flat_map(|sets| (0..=9).map(move |heap| format!("psubtract({sets}):{heap}"))).collect()
    }
}
