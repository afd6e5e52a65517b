//! Cutcake: Left cuts a cake between columns, Right between rows.

use crate::cakes::{self, Cake, Plate, Table};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};
use grundy_value::{Store, Value, ValueError};

/// The rules of Cutcake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutcake {
    /// Whether Left cuts between rows and Right between columns: the other way round.
    rows: bool,
}

impl Cutcake {
    /// Whether a player cuts between columns.
    fn cuts_columns(self, player: Player) -> bool {
        (player == Player::Left) != self.rows
    }

    /// The cake as the usual rules see it: turned where the players have changed directions.
    fn usual(self, cake: Cake) -> Cake {
        if self.rows { cake.turned() } else { cake }
    }
}

/// Cut cake number `index` into two, the first with `first` columns (Left) or rows (Right).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    index: usize,
    player: Player,
    first: u64,
}

/// Conway's closed form: with 2^k ≤ rows < 2^(k+1), a cake at least as wide is worth ⌊columns / 2^k⌋ − 1.
fn worth(cake: Cake) -> i64 {
    let (rows, columns) = (cake.rows.max(1).ilog2(), cake.columns.max(1).ilog2());
    if columns >= rows { (cake.columns >> rows) as i64 - 1 } else { 1 - (cake.rows >> columns) as i64 }
}

impl Rules for Cutcake {
    type Position = Plate;
    type Move = Cut;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, plate: &Plate, player: Player, moves: &mut Vec<Cut>) -> Result<(), Refusal> {
        for (index, cake) in cakes::kinds(plate) {
            let side = if self.cuts_columns(player) { cake.columns } else { cake.rows };
            moves.extend((1..=side / 2).map(|first| Cut { index, player, first }));
        }
        Ok(())
    }

    fn play(&self, plate: &mut Plate, played: &Cut) {
        let cake = plate[played.index];
        let columns = self.cuts_columns(played.player);
        let part = |length: u64| {
            if columns { Cake { columns: length, ..cake } } else { Cake { rows: length, ..cake } }
        };
        let whole = if columns { cake.columns } else { cake.rows };
        cakes::replace(plate, played.index, [part(played.first), part(whole - played.first)]);
    }

    fn split(&self, plate: &Plate, parts: &mut Vec<Plate>) {
        parts.extend(plate.iter().filter(|cake| cake.rows > 1 || cake.columns > 1).map(|&cake| vec![cake]));
    }

    fn position_bytes(&self, plate: &Plate) -> usize {
        size_of::<Plate>() + size_of::<Cake>() * plate.len()
    }
}

impl ImpartialHints for Cutcake {}

impl PartisanHints for Cutcake {
    fn heavy(&self) -> usize {
        64
    }

    fn canonicalise_up_to_sign(&self, plate: &mut Plate) -> bool {
        cakes::lay_flat(plate)
    }

    fn negate(&self, plate: &mut Plate) -> bool {
        cakes::negate(plate);
        true
    }

    fn closed_value(&self, plate: &Plate, store: &mut Store) -> Result<Option<Value>, ValueError> {
        store.integer(plate.iter().map(|&cake| worth(self.usual(cake))).sum()).map(Some)
    }

    fn value_theorem(&self, plate: &Plate) -> Option<Text> {
        Some(match plate[..] {
            [cake] => {
                let cake = self.usual(cake);
                let text = if cake.columns.ilog2() >= cake.rows.ilog2() {
                    Text::new(
                        "{columns} / 2^{power} rounded down, less 1; 2^{power} is the largest power of 2 up to {rows}",
                    )
                } else {
                    Text::new(
                        "1, less {rows} / 2^{power} rounded down; 2^{power} is the largest power of 2 up to {columns}",
                    )
                };
                let power = cake.rows.min(cake.columns).ilog2();
                text.with("power", power).with("rows", cake.rows).with("columns", cake.columns)
            }
            _ => Text::new("the worths of the cakes add"),
        })
    }
}

impl Game for Cutcake {
    const INFO: Info = Info {
        name: "cake",
        summary: "Cutcake: Left cuts a cake between columns, Right between rows",
        rules: "Left cuts one cake into two between two columns, Right between two rows; in cake(rows) it is the other way round. \
                Whoever cannot cut loses.",
        notation: "cake:RxC, several cakes joined by commas: cake:3x5, cake:2x3,1x4; cake(rows):RxC when Left cuts between rows",
        theorems: &[TheoremNote {
            statement: "With 2^k the largest power of 2 up to the number of rows, a cake with at least 2^k columns is worth \
                        ⌊columns / 2^k⌋ − 1; turning the cake negates.",
            literature: "J. H. Conway, On Numbers and Games, chapter 15 (1976); Winning Ways, chapter 2",
        }],
        examples: &["cake:3x5", "cake:2x3,1x4", "cake(rows):2x4"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Plate), ParseError> {
        let rows = match input.arguments {
            None => false,
            Some(("rows", _)) => true,
            Some((other, _)) => {
                let error = input.argument_error(0, other.len(), "the only argument of `cake` is `rows`");
                return Err(error.help("cake(rows):3x5 lets Left cut between rows and Right between columns"));
            }
        };
        let plate = cakes::read(&Input { arguments: None, ..*input }, 1, 10_000)?;
        Ok((Self { rows }, plate))
    }

    fn arguments(&self) -> Option<String> {
        self.rows.then(|| "rows".to_owned())
    }

    fn write(&self, plate: &Plate) -> String {
        cakes::write(plate, "1x1")
    }

    fn label(&self, position: &Plate, played: &Cut) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, plate: &Plate, played: &Cut) -> Text {
        let text = if self.cuts_columns(played.player) {
            Text::new("cut {cake} after column {n}")
        } else {
            Text::new("cut {cake} after row {n}")
        };
        text.with("cake", plate[played.index]).with("n", played.first)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let mut table = Table::laid(
            course,
            |cut| cut.index,
            |piece, cut, clicked| {
                let columns = self.cuts_columns(cut.player);
                let whole = if columns { piece.cake.columns } else { piece.cake.rows };
                // The mirror image is the same move.
                let turned = clicked.is_some_and(|key| key == piece.cut(columns, whole - cut.first));
                let first = if turned { whole - cut.first } else { cut.first };
                vec![piece.slice(columns, 0, first), piece.slice(columns, first, whole - first)]
            },
        );
        for piece in table.clickable() {
            let index = table.index(&piece);
            for player in Player::BOTH {
                let columns = self.cuts_columns(player);
                let whole = if columns { piece.cake.columns } else { piece.cake.rows };
                for behind in 1..whole {
                    let label = self.label(course.now, &Cut { index, player, first: behind.min(whole - behind) });
                    table.cut(&piece, columns, behind, label);
                }
            }
        }
        table.picture(self.text(course.now))
    }

    fn small() -> Vec<String> {
        let mut small = cakes::small("cake", 1, 5);
        small.extend(cakes::small("cake(rows)", 1, 4));
        small
    }
}
