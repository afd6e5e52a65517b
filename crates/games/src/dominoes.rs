//! Toppling Dominoes: topple a domino of your colour to either side, and all beyond it fall too.

use crate::board::{Grown, Place, Set};
use grundy_draw::{Gesture, Picture, Point, Role, Shape};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};
use grundy_value::{Store, Value, ValueError};
use std::marker::PhantomData;

/// The rules of Toppling Dominoes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dominoes<S = u128>(PhantomData<S>);

/// A row of dominoes: who may topple each, from bit 0 on. Green ones are in both sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row<S = u128> {
    length: Place,
    left: S,
    right: S,
}

/// Topple domino number `at` (from 0) to the east or to the west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topple {
    at: Place,
    east: bool,
}

/// The room of a domino.
const STEP: (f64, f64) = (52.0, 92.0);

/// The upper left corner of the room of a domino; long rows go on in the next line.
fn corner(place: Place) -> Point {
    const LINE: Place = 12;
    (f64::from(place % LINE) * STEP.0, f64::from(place / LINE) * STEP.1)
}

impl<S: Set> Row<S> {
    fn reversed(&self) -> Self {
        if self.length == 0 {
            return self.clone();
        }
        let turn = |set: &S| set.reversed(self.length.into());
        Self { length: self.length, left: turn(&self.left), right: turn(&self.right) }
    }

    fn swapped(&self) -> Self {
        Self { length: self.length, left: self.right.clone(), right: self.left.clone() }
    }

    fn colour(&self, at: Place) -> char {
        match (self.left.has(at.into()), self.right.has(at.into())) {
            (true, false) => 'l',
            (false, true) => 'r',
            _ => 'e',
        }
    }

    /// The colour of all dominoes, if it is the same.
    fn one_colour(&self) -> Option<char> {
        if self.length == 0 {
            return None;
        }
        let all = S::low(self.length.into());
        match (self.left == all, self.right == all) {
            (true, true) => Some('e'),
            (true, false) if self.right.is_empty() => Some('l'),
            (false, true) if self.left.is_empty() => Some('r'),
            _ => None,
        }
    }
}

impl<S: Set> Rules for Dominoes<S> {
    type Position = Row<S>;
    type Move = Topple;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, row: &Row<S>, player: Player, moves: &mut Vec<Topple>) -> Result<(), Refusal> {
        let own = if player == Player::Left { &row.left } else { &row.right };
        for at in (0..row.length).filter(|&at| own.has(at.into())) {
            moves.extend([true, false].map(|east| Topple { at, east }));
        }
        Ok(())
    }

    fn play(&self, row: &mut Row<S>, played: &Topple) {
        if played.east {
            let kept = S::low(played.at.into());
            *row = Row { length: played.at, left: row.left.and(&kept), right: row.right.and(&kept) };
        } else {
            let gone = played.at + 1;
            let shift = |set: &S| set.down(gone.into());
            *row = Row { length: row.length - gone, left: shift(&row.left), right: shift(&row.right) };
        }
    }

    fn canonicalise(&self, row: &mut Row<S>) {
        *row = row.reversed().min(row.clone());
    }

    fn weight(&self, row: &Row<S>) -> usize {
        usize::from(row.length)
    }

    fn position_bytes(&self, row: &Row<S>) -> usize {
        size_of::<Row<S>>() + row.left.outside() + row.right.outside()
    }
}

impl<S: Set> ImpartialHints for Dominoes<S> {}

impl<S: Set> PartisanHints for Dominoes<S> {
    fn light(&self) -> usize {
        10
    }

    fn heavy(&self) -> usize {
        24
    }

    fn canonicalise_up_to_sign(&self, row: &mut Row<S>) -> bool {
        let swapped = row.swapped();
        let swapped = swapped.reversed().min(swapped);
        let plain = row.reversed().min(row.clone());
        let negative = swapped < plain;
        *row = if negative { swapped } else { plain };
        negative
    }

    fn negate(&self, row: &mut Row<S>) -> bool {
        *row = row.swapped();
        true
    }

    fn closed_value(&self, row: &Row<S>, store: &mut Store) -> Result<Option<Value>, ValueError> {
        match row.one_colour() {
            Some('l') => store.integer(i64::from(row.length)).map(Some),
            Some('r') => store.integer(-i64::from(row.length)).map(Some),
            Some(_) => store.nimber(u64::from(row.length)).map(Some),
            None => Ok(None),
        }
    }

    fn value_theorem(&self, row: &Row<S>) -> Option<Text> {
        let text = match row.one_colour()? {
            'e' => Text::new("{length} green dominoes: any number of them can be left standing, as in a nim heap"),
            _ => Text::new("{length} dominoes of one player, toppled one at a time from an end"),
        };
        Some(text.with("length", row.length))
    }
}

impl<S: Set> Game for Dominoes<S> {
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

    fn read(input: &Input<'_>) -> Result<(Self, Row<S>), ParseError> {
        input.no_arguments()?;
        let text = input.position.0;
        let length = text.chars().count();
        if length >= S::MOST as usize {
            let problem = Text::new("{length} dominoes are too many").with("length", length);
            let help = Text::new("the longest row has {most}").with("most", Grown::MOST - 1);
            return Err(input.position_error(problem).help(help));
        }
        let mut row = Row { length: length as Place, left: S::default(), right: S::default() };
        for (index, (at, symbol)) in text.char_indices().enumerate() {
            let (left, right) = match symbol {
                'l' | 'L' => (true, false),
                'r' | 'R' => (false, true),
                'e' | 'E' => (true, true),
                _ => {
                    let problem = Text::new("`{symbol}` is not a domino").with("symbol", symbol);
                    return Err(input.error(at, symbol.len_utf8(), problem).help("expected l, r or e"));
                }
            };
            for (set, has) in [(&mut row.left, left), (&mut row.right, right)] {
                if has {
                    set.insert(index as u32);
                }
            }
        }
        Ok((Self::default(), row))
    }

    fn write(&self, row: &Row<S>) -> String {
        (0..row.length).map(|at| row.colour(at)).collect()
    }

    fn label(&self, position: &Row<S>, played: &Topple) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Row<S>, played: &Topple) -> Text {
        let text = if played.east { Text::new("topple {n} east") } else { Text::new("topple {n} west") };
        text.with("n", played.at + 1)
    }

    /// Each half of a domino topples it to its side.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let row = course.now;
        // Dominoes that fell in the west were before the first one left.
        let first = course.made.iter().filter(|made| !made.played.east).map(|made| made.played.at + 1).sum::<Place>();
        let key = |at: Place| (first + at + 1).to_string();
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
