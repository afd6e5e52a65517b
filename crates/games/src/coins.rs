//! One heap of coins: take 1 to N; whoever takes the last coin loses.

use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote, for_example, notation,
};

/// The rules, with the most coins that may be taken at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coins {
    most: u64,
}

impl Coins {
    /// Coins that can be taken without taking the last one, which loses.
    fn free(coins: u64) -> u64 {
        coins.saturating_sub(1)
    }

    fn nimber(self, coins: u64) -> u64 {
        // N may be 2^64-1, so N+1 needs the wider type.
        (u128::from(Self::free(coins)) % (u128::from(self.most) + 1)) as u64
    }

    fn residue_moves(self, coins: u64, target: u64) -> Vec<u64> {
        // Heaps below this one whose nimber is the target: they differ by whole multiples of N+1, and the nearest one
        // is the only one within reach.
        let (nimber, modulus) = (u128::from(self.nimber(coins)), u128::from(self.most) + 1);
        let take = (nimber + modulus - u128::from(target) % modulus) % modulus;
        let possible = target <= self.most && take > 0 && take <= u128::from(Self::free(coins));
        if possible { vec![take as u64] } else { Vec::new() }
    }
}

impl Rules for Coins {
    type Position = u64;
    type Move = u64;

    /// Taking the last coin loses at once, so it counts as no move at all: one coin left is a lost position.
    fn moves(&self, coins: &u64, _: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
        moves.extend(1..=self.most.min(Self::free(*coins)));
        Ok(())
    }

    fn play(&self, coins: &mut u64, take: &u64) {
        *coins -= take;
    }

    fn move_count(&self, coins: &u64) -> Option<u64> {
        Some(self.most.min(Self::free(*coins)))
    }

    fn theorem(&self, coins: &u64, play: Play) -> Option<Theorem<u64>> {
        let (target, known) = match play {
            Play::Normal => (0, Known::Nimber(self.nimber(*coins))),
            // Whoever faces the last coin wins: as if one coin fewer lay there.
            Play::Misere => {
                let lost = self.nimber(*coins) == 1;
                (1, Known::Outcome(if lost { Outcome::Second } else { Outcome::First }))
            }
        };
        let winning = if self.nimber(*coins) == target { Vec::new() } else { self.residue_moves(*coins, target) };
        let reason = Text::new(
            "the first player loses exactly when the coins leave {remainder} on division by {modulus}; {coins} leave {rest}",
        )
        .with("remainder", (1 + u128::from(target)) % (u128::from(self.most) + 1))
        .with("modulus", u128::from(self.most) + 1)
        .with("coins", coins)
        .with("rest", u128::from(*coins) % (u128::from(self.most) + 1));
        Some(Theorem { known, reason, winning: Some(winning) })
    }
}

impl ImpartialHints for Coins {
    fn closed_form(&self, coins: &u64) -> Option<u64> {
        Some(self.nimber(*coins))
    }

    fn moves_to_nimber(&self, coins: &u64, nimber: u64) -> Option<Vec<u64>> {
        Some(self.residue_moves(*coins, nimber))
    }
}

impl PartisanHints for Coins {}

impl Game for Coins {
    const INFO: Info = Info {
        name: "coins",
        summary: "one heap; take 1 to N coins; whoever takes the last coin loses",
        rules: "A move takes 1 to N coins from the heap. The last coin is poison: whoever takes it loses, so the player who \
                finds a single coin has lost.",
        notation: "coins(N):M for M coins, at least 1: coins(4):21",
        theorems: &[TheoremNote {
            statement: "The first player loses exactly when M = k(N+1) + 1 for some k ≥ 0; the nimber is (M - 1) mod (N + 1).",
            literature: "C. G. Bachet, Problèmes plaisants et délectables (1612), for the game and its idea",
        }],
        examples: &["coins(4):21", "coins(3):7", "coins(2):1000000000000"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, u64), ParseError> {
        let text = input.required_arguments("coins(4):21")?;
        let &[most] = notation::number_set(input, text, 1)?.as_slice() else {
            return Err(input.argument_error(0, text.len(), "one number is expected").help(for_example("coins(4):21")));
        };
        let &[coins] = input.heaps()?.as_slice() else {
            return Err(input.position_error("`coins` has one heap only").help(for_example("coins(4):21")));
        };
        if coins == 0 {
            return Err(input.position_error("no coins are left").help("expected 1 or more"));
        }
        Ok((Self { most }, coins))
    }

    fn arguments(&self) -> Option<String> {
        Some(self.most.to_string())
    }

    fn write(&self, coins: &u64) -> String {
        coins.to_string()
    }

    fn label(&self, position: &u64, played: &u64) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &u64, take: &u64) -> Text {
        Text::new("take {n}").with("n", take)
    }

    fn explain(&self, coins: &u64, play: Play) -> Option<Vec<Text>> {
        let reason = self.theorem(coins, play)?.reason;
        let last = Text::new("the last coin is poison: whoever finds a single coin has lost");
        let turned = Text::new(
            "misère play turns the end of this game round: whoever finds a single coin has won. The game in which taking the last coin wins is {other}",
        );
        Some(match play {
            Play::Normal => vec![last, reason],
            Play::Misere => vec![turned.with("other", format_args!("subtract(1-{}):{coins}", self.most)), reason],
        })
    }

    fn board(&self, coins: &u64) -> String {
        crate::nim::heaps_board(&[*coins])
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let (title, coins) = (self.text(course.now), *course.now);
        let most = self.most.min(Self::free(coins));
        crate::heaps::picture(title, &[*course.start], &[coins], |_, take| {
            (take <= most).then(|| format!("take {take}"))
        })
    }

    fn small() -> Vec<String> {
        (1..=5).flat_map(|most| (1..=16).map(move |coins| format!("coins({most}):{coins}"))).collect()
    }
}
