//! Maundy Cake: cut a cake into any number of equal pieces.

use crate::cakes::{self, Cake, Plate, Table};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};

/// The rules of Maundy Cake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maundy;

/// Cut cake number `index` into `pieces` equal pieces by columns (Left) or rows (Right).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: usize,
    player: Player,
    pieces: u64,
}

impl Rules for Maundy {
    type Position = Plate;
    type Move = Share;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, plate: &Plate, player: Player, moves: &mut Vec<Share>) -> Result<(), Refusal> {
        for (index, cake) in cakes::kinds(plate) {
            let side = if player == Player::Left { cake.columns } else { cake.rows };
            let divisors = (2..=side).filter(|&pieces| side.is_multiple_of(pieces));
            moves.extend(divisors.map(|pieces| Share { index, player, pieces }));
        }
        Ok(())
    }

    fn play(&self, plate: &mut Plate, played: &Share) {
        let cake = plate[played.index];
        let piece = match played.player {
            Player::Left => Cake { columns: cake.columns / played.pieces, ..cake },
            Player::Right => Cake { rows: cake.rows / played.pieces, ..cake },
        };
        cakes::replace(plate, played.index, std::iter::repeat_n(piece, played.pieces as usize));
    }

    fn split(&self, plate: &Plate, parts: &mut Vec<Plate>) {
        parts.extend(plate.iter().filter(|cake| cake.rows > 1 || cake.columns > 1).map(|&cake| vec![cake]));
    }

    fn position_bytes(&self, plate: &Plate) -> usize {
        size_of::<Plate>() + size_of::<Cake>() * plate.len()
    }
}

impl ImpartialHints for Maundy {}

impl PartisanHints for Maundy {
    fn heavy(&self) -> usize {
        256
    }

    fn canonicalise_up_to_sign(&self, plate: &mut Plate) -> bool {
        cakes::lay_flat(plate)
    }

    fn negate(&self, plate: &mut Plate) -> bool {
        cakes::negate(plate);
        true
    }
}

impl Game for Maundy {
    const INFO: Info = Info {
        name: "maundy",
        summary: "Maundy Cake: cut a cake into any number of equal pieces",
        rules: "Left cuts one cake between columns into two or more equal pieces, Right between rows. Whoever cannot cut loses.",
        notation: "maundy:RxC, several cakes joined by commas: maundy:4x6",
        theorems: &[TheoremNote {
            statement: "Every Maundy cake is worth a whole number; turning the cake negates.",
            literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 2 (1982)",
        }],
        examples: &["maundy:4x6", "maundy:1x12"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Plate), ParseError> {
        Ok((Self, cakes::read(input, 1, 4096)?))
    }

    fn write(&self, plate: &Plate) -> String {
        cakes::write(plate, "1x1")
    }

    fn label(&self, position: &Plate, played: &Share) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, plate: &Plate, played: &Share) -> Text {
        let text = match played.player {
            Player::Left => Text::new("share {cake} by columns among {n}"),
            Player::Right => Text::new("share {cake} by rows among {n}"),
        };
        text.with("cake", plate[played.index]).with("n", played.pieces)
    }

    /// The first of the cuts shows how large the pieces are.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let side = |cake: Cake, player: Player| if player == Player::Left { cake.columns } else { cake.rows };
        let mut table = Table::laid(
            course,
            |share| share.index,
            |piece, share, _| {
                let length = side(piece.cake, share.player) / share.pieces;
                let columns = share.player == Player::Left;
                (0..share.pieces).map(|part| piece.slice(columns, part * length, length)).collect()
            },
        );
        let shares: Vec<Share> = Player::BOTH.into_iter().flat_map(|player| self.offered(course.now, player)).collect();
        for piece in table.clickable() {
            let index = table.index(&piece);
            for share in shares.iter().filter(|share| share.index == index) {
                let behind = side(piece.cake, share.player) / share.pieces;
                table.cut(&piece, share.player == Player::Left, behind, self.label(course.now, share));
            }
        }
        table.picture(self.text(course.now))
    }

    fn small() -> Vec<String> {
        cakes::small("maundy", 1, 6)
    }
}
