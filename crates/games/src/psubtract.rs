//! Partizan subtraction: each player takes from a heap as many objects as the player's own set allows.

use crate::nim::{Take, heaps_board, take_label, take_words, write_heaps};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote, notation,
};

/// The rules with both players' sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Psubtract {
    left: Vec<u64>,
    right: Vec<u64>,
}

/// The largest heap that is played: a search may have to go through all below it.
const LARGEST_HEAP: u64 = 1 << 20;
/// Most members of a set.
const LARGEST_SET: usize = 1024;

impl Psubtract {
    fn set(&self, player: Player) -> &[u64] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl Rules for Psubtract {
    type Position = Vec<u64>;
    type Move = Take;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, heaps: &Vec<u64>, player: Player, moves: &mut Vec<Take>) -> Result<(), Refusal> {
        for (heap, &size) in heaps.iter().enumerate() {
            let fitting = self.set(player).iter().take_while(|&&take| take <= size);
            moves.extend(fitting.map(|&take| Take { heap, take }));
        }
        Ok(())
    }

    fn play(&self, heaps: &mut Vec<u64>, played: &Take) {
        heaps[played.heap] -= played.take;
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

    fn position_bytes(&self, heaps: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + 8 * heaps.len()
    }
}

impl ImpartialHints for Psubtract {}

impl PartisanHints for Psubtract {
    fn heavy(&self) -> usize {
        4096
    }

    /// When both sets are the same, every position is its own negative.
    fn negate(&self, _: &mut Vec<u64>) -> bool {
        self.left == self.right
    }

    fn exchanged(&self) -> Option<Self> {
        Some(Self { left: self.right.clone(), right: self.left.clone() })
    }
}

impl Game for Psubtract {
    const INFO: Info = Info {
        name: "psubtract",
        summary: "take from a heap as many objects as your own set allows",
        rules: "Left takes from one heap a number of objects that is in Left's set, Right one that is in Right's. Whoever \
                cannot move loses.",
        notation: "psubtract(L/R):HEAPS, both sets as in subtract, heaps separated by commas: psubtract(1,2/1,3):7",
        theorems: &[TheoremNote {
            statement: "Exchanging the sets negates.",
            literature: "A. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games (1987)",
        }],
        examples: &["psubtract(1,2/1,3):7", "psubtract(2,5/1,5):8,4"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Vec<u64>), ParseError> {
        let text = input.required_arguments("psubtract(1,2/1,3):7")?;
        let Some((left, right)) = text.split_once('/') else {
            return Err(input
                .argument_error(0, text.len(), "a second set is missing")
                .help("expected Left's set / Right's set, such as (1,2/1,3)"));
        };
        let start = input.arguments.map_or(0, |(_, start)| start);
        let set = |text, offset| {
            let input = Input { arguments: Some((text, start + offset)), ..*input };
            notation::number_set(&input, text, LARGEST_SET)
        };
        let rules = Self { left: set(left, 0)?, right: set(right, left.len() + 1)? };
        let heaps = input.heaps()?;
        if heaps.iter().any(|&heap| heap > LARGEST_HEAP) {
            let largest = Text::new("the largest is {largest}").with("largest", LARGEST_HEAP);
            return Err(input.position_error("a heap is too large").help(largest));
        }
        Ok((rules, heaps))
    }

    fn arguments(&self) -> Option<String> {
        let [left, right] = [&self.left, &self.right].map(|set| notation::write_number_set(set));
        Some(format!("{left}/{right}"))
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
        crate::heaps::picture(self.text(course.now), course.start, course.now, |heap, take| {
            let allowed = Player::BOTH.iter().any(|&player| self.set(player).contains(&take));
            allowed.then(|| take_label(&Take { heap, take }))
        })
    }

    fn small() -> Vec<String> {
        let sets = ["1/2", "1,2/1,3", "2,5/1,5", "1,2/1,2", "1-3/2,4"];
        let heaps = (0..10).map(|heap| heap.to_string()).chain(["3,4".to_owned(), "2,2,5".to_owned()]);
        let heaps: Vec<String> = heaps.collect();
        sets.iter().flat_map(|set| heaps.iter().map(move |heap| format!("psubtract({set}):{heap}"))).collect()
    }
}
