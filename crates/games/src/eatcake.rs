//! Eatcake: eat a whole column (Left) or row (Right) of a cake.

use crate::cakes::{self, Cake, Piece, Plate, Table};
use grundy_draw::{Gesture, Picture};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};

/// The rules of Eatcake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eatcake;

/// Eat a strip of cake number `index` that has `before` strips before it: a column (Left) or a row (Right).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    index: usize,
    player: Player,
    before: u64,
}

impl Rules for Eatcake {
    type Position = Plate;
    type Move = Bite;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, plate: &Plate, player: Player, moves: &mut Vec<Bite>) -> Result<(), Refusal> {
        for (index, cake) in cakes::kinds(plate) {
            let side = if player == Player::Left { cake.columns } else { cake.rows };
            moves.extend((0..side.div_ceil(2)).map(|before| Bite { index, player, before }));
        }
        Ok(())
    }

    /// What lies on either side of the strip remains; a side without strips is nothing.
    fn play(&self, plate: &mut Plate, played: &Bite) {
        let cake = plate[played.index];
        let part = |length: u64| match played.player {
            Player::Left => Cake { columns: length, ..cake },
            Player::Right => Cake { rows: length, ..cake },
        };
        let whole = if played.player == Player::Left { cake.columns } else { cake.rows };
        let sides = [played.before, whole - 1 - played.before].into_iter().filter(|&length| length > 0).map(part);
        cakes::replace(plate, played.index, sides);
    }

    fn split(&self, plate: &Plate, parts: &mut Vec<Plate>) {
        parts.extend(plate.iter().map(|&cake| vec![cake]));
    }

    fn position_bytes(&self, plate: &Plate) -> usize {
        size_of::<Plate>() + size_of::<Cake>() * plate.len()
    }
}

impl ImpartialHints for Eatcake {}

impl PartisanHints for Eatcake {
    fn heavy(&self) -> usize {
        40
    }

    fn canonicalise_up_to_sign(&self, plate: &mut Plate) -> bool {
        cakes::lay_flat(plate)
    }

    fn negate(&self, plate: &mut Plate) -> bool {
        cakes::negate(plate);
        true
    }
}

impl Game for Eatcake {
    const INFO: Info = Info {
        name: "eatcake",
        summary: "eat a whole column (Left) or row (Right) of a cake",
        rules: "Left eats one whole column of a cake, Right one whole row; what lies on either side remains as cakes of their \
                own. Whoever cannot eat loses.",
        notation: "eatcake:RxC, several cakes joined by commas, sides from 0 on: eatcake:3x4",
        theorems: &[TheoremNote {
            statement: "Turning the cake negates.",
            literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 9 (1982)",
        }],
        examples: &["eatcake:3x4", "eatcake:2x2,1x3"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Plate), ParseError> {
        Ok((Self, cakes::read(input, 0, 4096)?))
    }

    fn write(&self, plate: &Plate) -> String {
        cakes::write(plate, "0x0")
    }

    fn label(&self, position: &Plate, played: &Bite) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, plate: &Plate, played: &Bite) -> Text {
        let text = match played.player {
            Player::Left => Text::new("eat column {n} of {cake}"),
            Player::Right => Text::new("eat row {n} of {cake}"),
        };
        text.with("n", played.before + 1).with("cake", plate[played.index])
    }

    /// Clicking a square eats its column or its row.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let strip = |piece: &Piece, player: Player, at: u64| -> Vec<String> {
            let (rows, columns) = piece.squares();
            match player {
                Player::Left => (0..rows).map(|row| piece.square(row, at)).collect(),
                Player::Right => (0..columns).map(|column| piece.square(at, column)).collect(),
            }
        };
        let side = |cake: Cake, player: Player| if player == Player::Left { cake.columns } else { cake.rows };
        let mut table = Table::laid(
            course,
            |bite| bite.index,
            |piece, bite, clicked| {
                let whole = side(piece.cake, bite.player);
                // The mirror image is the same move.
                let turned = whole - 1 - bite.before;
                let meant = clicked.is_some_and(|key| strip(piece, bite.player, turned).iter().any(|one| one == key));
                let before = if meant { turned } else { bite.before };
                let parts = [(0, before), (before + 1, whole - 1 - before)];
                let left = parts.into_iter().filter(|&(_, length)| length > 0);
                left.map(|(behind, length)| piece.slice(bite.player == Player::Left, behind, length)).collect()
            },
        );
        for piece in table.clickable() {
            let index = table.index(&piece);
            for player in Player::BOTH {
                let whole = side(piece.cake, player);
                for at in 0..whole {
                    let label = self.label(course.now, &Bite { index, player, before: at.min(whole - 1 - at) });
                    let taken = strip(&piece, player, at);
                    for square in &taken {
                        table.take(Gesture::new(label.clone(), [square.clone()]).takes(taken.clone()));
                    }
                }
            }
        }
        table.picture(self.text(course.now))
    }

    fn small() -> Vec<String> {
        cakes::small("eatcake", 0, 4)
    }
}
