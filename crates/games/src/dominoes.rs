//! Toppling Dominoes: topple a domino of your colour to either side, and all beyond it fall too.

use grundy_draw::{Gesture, Picture, Point, Role, Shape};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};
use grundy_value::{Store, Value, ValueError};

/// The rules of Toppling Dominoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominoes;

/// A row of dominoes: who may topple each, from bit 0 on. Green ones are in both sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    length: u8,
    left: u128,
    right: u128,
}

/// Topple domino number `at` (from 0) to the east or to the west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topple {
    at: u8,
    east: bool,
}

impl Row {
    fn reversed(self) -> Self {
        if self.length == 0 {
            return self;
        }
        let unused = 128 - u32::from(self.length);
        let turn = |set: u128| set.reverse_bits() >> unused;
        Self { left: turn(self.left), right: turn(self.right), ..self }
    }

    fn swapped(self) -> Self {
        Self { left: self.right, right: self.left, ..self }
    }

    fn colour(self, at: u8) -> char {
        match (self.left >> at & 1, self.right >> at & 1) {
            (1, 0) => 'l',
            (0, 1) => 'r',
            _ => 'e',
        }
    }
}

/// The room of a domino.
const STEP: (f64, f64) = (52.0, 92.0);

/// The upper left corner of the room of a domino; long rows go on in the next line.
fn corner(place: u8) -> Point {
    const LINE: u8 = 12;
    (f64::from(place % LINE) * STEP.0, f64::from(place / LINE) * STEP.1)
}

impl Row {
    /// The colour of all dominoes, if it is the same.
    fn one_colour(self) -> Option<char> {
        let all = u128::MAX.checked_shr(128 - u32::from(self.length))?;
        match (self.left == all, self.right == all) {
            (true, true) => Some('e'),
            (true, false) if self.right == 0 => Some('l'),
            (false, true) if self.left == 0 => Some('r'),
            _ => None,
        }
    }
}

impl Rules for Dominoes {
    type Position = Row;
    type Move = Topple;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, row: &Row, player: Player, moves: &mut Vec<Topple>) -> Result<(), Refusal> {
        let own = if player == Player::Left { row.left } else { row.right };
        for at in (0..row.length).filter(|at| own >> at & 1 == 1) {
            moves.extend([true, false].map(|east| Topple { at, east }));
        }
        Ok(())
    }

    fn play(&self, row: &mut Row, played: &Topple) {
        if played.east {
            let kept = (1 << played.at) - 1;
            *row = Row { length: played.at, left: row.left & kept, right: row.right & kept };
        } else {
            let gone = played.at + 1;
            // why: a shift past the width leaves no domino.
            let shift = |set: u128| set.checked_shr(u32::from(gone)).unwrap_or(0);
            *row = Row { length: row.length - gone, left: shift(row.left), right: shift(row.right) };
        }
    }

    fn canonicalise(&self, row: &mut Row) {
        *row = (*row).min(row.reversed());
    }

    fn weight(&self, row: &Row) -> usize {
        usize::from(row.length)
    }
}

impl ImpartialHints for Dominoes {}

impl PartisanHints for Dominoes {
    const LIGHT: usize = 10;
    const HEAVY: usize = 24;

    fn canonicalise_up_to_sign(&self, row: &mut Row) -> bool {
        let plain = (*row).min(row.reversed());
        let swapped = row.swapped().min(row.swapped().reversed());
        *row = plain.min(swapped);
        swapped < plain
    }

    fn negate(&self, row: &mut Row) -> bool {
        *row = row.swapped();
        true
    }

    fn closed_value(&self, row: &Row, store: &mut Store) -> Result<Option<Value>, ValueError> {
        match row.one_colour() {
            Some('l') => store.integer(i64::from(row.length)).map(Some),
            Some('r') => store.integer(-i64::from(row.length)).map(Some),
            Some(_) => store.nimber(u64::from(row.length)).map(Some),
            None => Ok(None),
        }
    }

    fn value_theorem(&self, row: &Row) -> Option<Text> {
        let text = match row.one_colour()? {
            'e' => Text::new("{length} green dominoes: any number of them can be left standing, as in a nim heap"),
            _ => Text::new("{length} dominoes of one player, toppled one at a time from an end"),
        };
        Some(text.with("length", row.length))
    }
}

impl Game for Dominoes {
    const INFO: Info = Info {
        name: "dominoes",
        summary: "Toppling Dominoes: topple a domino of your colour to either side, and all beyond it fall too",
        rules: "Left topples a blue or green domino, Right a red or green one, to the east or to the west; it and every domino \
                on that side of it fall. Whoever cannot move loses.",
        notation: "dominoes:ROW of `l` blue, `r` red, `e` green: dominoes:lre, dominoes:llrr",
        theorems: &[
            TheoremNote {
                statement: "Reversing the row changes nothing; exchanging blue and red negates.",
                literature: "A. Fink, R. Nowakowski, A. Siegel, D. Wolfe, Toppling conjectures (2015)",
            },
            TheoremNote {
                statement: "A row of n dominoes of one player is worth n moves, of green ones *n.",
                literature: "M. Albert, R. Nowakowski, D. Wolfe, Lessons in Play (2007)",
            },
        ],
        examples: &["dominoes:lre", "dominoes:llerr"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Row), ParseError> {
        input.no_arguments()?;
        let text = input.position.0;
        let length = text.chars().count();
        if length > 128 {
            let problem = Text::new("{length} dominoes are too many").with("length", length);
            return Err(input.position_error(problem).help("the longest row has 128"));
        }
        let mut row = Row { length: length as u8, left: 0, right: 0 };
        for (index, (at, symbol)) in text.char_indices().enumerate() {
            let (left, right) = match symbol {
                'l' | 'L' => (1, 0),
                'r' | 'R' => (0, 1),
                'e' | 'E' => (1, 1),
                _ => {
                    let problem = Text::new("`{symbol}` is not a domino").with("symbol", symbol);
                    return Err(input.error(at, symbol.len_utf8(), problem).help("expected l, r or e"));
                }
            };
            row.left |= left << index;
            row.right |= right << index;
        }
        Ok((Self, row))
    }

    fn write(&self, row: &Row) -> String {
        (0..row.length).map(|at| row.colour(at)).collect()
    }

    fn label(&self, position: &Row, played: &Topple) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Row, played: &Topple) -> Text {
        let text = if played.east { Text::new("topple {n} east") } else { Text::new("topple {n} west") };
        text.with("n", played.at + 1)
    }

    /// Each half of a domino topples it to its side.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let row = course.now;
        // Dominoes that fell in the west were before the first one left.
        let first = course.made.iter().filter(|made| !made.played.east).map(|made| made.played.at + 1).sum::<u8>();
        let key = |at: u8| (first + at + 1).to_string();
        let mut picture = Picture::new(self.text(row)).describe("A row of dominoes.");
        for place in 0..course.start.length {
            picture.room(Shape::rect(corner(place), STEP.0, STEP.1).bounds());
        }
        for at in 0..row.length {
            let (x, y) = corner(first + at);
            let colour = row.colour(at);
            let role = match colour {
                'l' => Role::Left,
                'r' => Role::Right,
                _ => Role::Either,
            };
            picture.thing(key(at), Text::default(), |p| {
                p.add(Shape::rect((x + 9.0, y + 2.0), STEP.0 - 18.0, STEP.1 - 28.0).rounded(6.0).role(role).width(2.5));
                let middle = (x + STEP.0 / 2.0, y + STEP.1 / 2.0 - 12.0);
                p.add(Shape::text(middle, colour.to_string()).bold().size(16.0).role(role));
            });
        }
        for at in 0..row.length {
            let (x, y) = corner(first + at);
            for east in [false, true] {
                let fallen = if east { at..row.length } else { 0..at + 1 };
                let handle = format!("{}{}", key(at), if east { ">" } else { "<" });
                let label = self.label(row, &Topple { at, east });
                picture.gesture(Gesture::new(label, [handle.clone()]).takes(fallen.map(key)));
                let half = STEP.0 / 2.0;
                let left = x + if east { half } else { 0.0 };
                let tip = if east { 1.0 } else { -1.0 };
                let (middle, bottom) = (left + half / 2.0, y + STEP.1 - 12.0);
                picture.handle(handle, Text::default(), |p| {
                    p.add(Shape::rect((left, y), half, STEP.1).unseen());
                    let arrow = [(middle - 6.0 * tip, bottom - 7.0), (middle - 6.0 * tip, bottom + 7.0)];
                    p.add(Shape::polygon([arrow[0], arrow[1], (middle + 7.0 * tip, bottom)]).role(Role::Muted));
                });
            }
        }
        picture
    }

    fn small() -> Vec<String> {
        let mut rows = vec![String::new()];
        let mut all = vec!["dominoes:".to_owned()];
        for _ in 0..4 {
            rows = rows.iter().flat_map(|row| ['l', 'r', 'e'].map(|colour| format!("{row}{colour}"))).collect();
            all.extend(rows.iter().map(|row| format!("dominoes:{row}")));
        }
        all
    }
}
