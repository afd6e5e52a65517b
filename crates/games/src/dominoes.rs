//! Toppling Dominoes: tip a domino of your colour to either side; all on that side fall with it.

use grundy_draw::{Cell, CellKind, Cells, Picture, Role};
use grundy_game::{Game, Info, Input, Kind, ParseError, Player, Rules, Text, TheoremNote};
use grundy_value::{Store, Value, ValueError};

/// The rules on one row of dominoes.
#[derive(Debug, PartialEq, Eq)]
pub struct Dominoes {
    /// `l` blue, `r` red, `e` green.
    row: Vec<u8>,
    /// For each domino where the run of its colour ends.
    run_ends: Vec<u32>,
}

/// What still stands of the row: every play leaves an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    start: u32,
    end: u32,
    /// Whether blue and red are exchanged.
    swapped: bool,
}

/// A domino tipped to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topple {
    domino: u32,
    rightwards: bool,
}

/// Dominoes of the longest row that is played.
const LONGEST: usize = 4096;

impl Dominoes {
    fn new(row: Vec<u8>) -> Self {
        let mut run_ends = vec![0; row.len()];
        for at in (0..row.len()).rev() {
            run_ends[at] = if row.get(at + 1) == Some(&row[at]) { run_ends[at + 1] } else { at as u32 + 1 };
        }
        Self { row, run_ends }
    }

    fn colour(&self, position: Interval, domino: u32) -> u8 {
        match (self.row[domino as usize], position.swapped) {
            (b'l', true) => b'r',
            (b'r', true) => b'l',
            (colour, _) => colour,
        }
    }

    /// The only colour of an interval and its length.
    fn one_colour(&self, position: Interval) -> Option<(u8, u32)> {
        let Interval { start, end, .. } = position;
        let single = start < end && self.run_ends[start as usize] >= end;
        single.then(|| (self.colour(position, start), end - start))
    }
}

impl Rules for Dominoes {
    type Position = Interval;
    type Move = Topple;

    const HEAVY: usize = 24;

    fn kind(&self) -> Kind {
        Kind::Partisan
    }

    fn moves(&self, position: &Interval, player: Player, moves: &mut Vec<Topple>) {
        let other = if player == Player::Left { b'r' } else { b'l' };
        let own = (position.start..position.end).filter(|&domino| self.colour(*position, domino) != other);
        moves.extend(own.flat_map(|domino| [false, true].map(|rightwards| Topple { domino, rightwards })));
    }

    fn play(&self, position: &mut Interval, played: &Topple) {
        if played.rightwards {
            position.end = played.domino;
        } else {
            position.start = played.domino + 1;
        }
    }

    fn split(&self, position: &Interval, parts: &mut Vec<Interval>) {
        if position.start < position.end {
            parts.push(*position);
        }
    }

    fn canonicalise(&self, position: &mut Interval) {
        if position.start >= position.end {
            *position = Interval { start: 0, end: 0, swapped: false };
        }
    }

    fn canonicalise_up_to_sign(&self, position: &mut Interval) -> bool {
        self.canonicalise(position);
        std::mem::take(&mut position.swapped)
    }

    fn negate(&self, position: &mut Interval) -> bool {
        position.swapped = !position.swapped;
        true
    }

    fn weight(&self, position: &Interval) -> usize {
        position.end.saturating_sub(position.start) as usize
    }

    fn closed_value(&self, position: &Interval, store: &mut Store) -> Result<Option<Value>, ValueError> {
        match self.one_colour(*position) {
            Some((b'l', length)) => store.integer(i64::from(length)).map(Some),
            Some((b'r', length)) => store.integer(-i64::from(length)).map(Some),
            Some((_, length)) => store.nimber(u64::from(length)).map(Some),
            None => Ok(None),
        }
    }

    fn value_theorem(&self, position: &Interval) -> Option<Text> {
        let (colour, length) = self.one_colour(*position)?;
        let text = match colour {
            b'e' => Text::new("{length} green dominoes: any number of them can be left standing, as in a nim heap"),
            _ => Text::new("{length} dominoes of one player, toppled one at a time from an end"),
        };
        Some(text.with("length", length))
    }
}

impl Game for Dominoes {
    const INFO: Info = Info {
        name: "dominoes",
        summary: "Toppling Dominoes: tip a domino of your colour to either side; all on that side fall",
        rules: "A row of blue, red and green dominoes. Left tips a blue or green one, Right a red or green one, to the left or \
                to the right; it falls together with all dominoes on that side. Whoever cannot move loses.",
        notation: "dominoes:ROW of l (blue, Left), r (red, Right) and e (green): dominoes:lrel; _ is the empty row; at most \
                   4096 dominoes",
        theorems: &[
            TheoremNote {
                statement: "A row of n dominoes of one player is worth n moves, of green ones *n.",
                literature: "M. Albert, R. Nowakowski, D. Wolfe, Lessons in Play (2007)",
            },
            TheoremNote {
                statement: "Rows whose value is a number are palindromes, one for each dyadic number.",
                literature: "A. Fink, R. Nowakowski, A. Siegel, D. Wolfe, Toppling conjectures (2015)",
            },
        ],
        examples: &["dominoes:lrel", "dominoes:lerler", "dominoes:eeee"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Interval), ParseError> {
        input.no_arguments()?;
        let text = input.position.0;
        let help = "expected `l` (blue), `r` (red), `e` (green), or `_` for an empty row";
        if text.is_empty() {
            return Err(input.position_error("the row of dominoes is missing").help(help));
        }
        let text = if text == "_" { "" } else { text };
        if let Some((at, other)) = text.char_indices().find(|&(_, symbol)| !"lre".contains(symbol)) {
            return Err(input.error(at, other.len_utf8(), format!("`{other}` is no domino")).help(help));
        }
        if text.len() > LONGEST {
            return Err(input
                .position_error(format!("the row has {} dominoes", text.len()))
                .help("at most 4096 are played"));
        }
        let position = Interval { start: 0, end: text.len() as u32, swapped: false };
        Ok((Self::new(text.as_bytes().to_vec()), position))
    }

    fn write(&self, position: &Interval) -> String {
        if position.start >= position.end {
            return "_".to_owned();
        }
        (position.start..position.end).map(|domino| char::from(self.colour(*position, domino))).collect()
    }

    fn label(&self, position: &Interval, played: &Topple) -> String {
        let side = if played.rightwards { "right" } else { "left" };
        format!("domino {} to the {side}", played.domino - position.start + 1)
    }

    fn picture(&self, position: &Interval) -> Picture {
        let cell = |domino: u32| {
            let colour = self.colour(*position, domino);
            let role = match colour {
                b'l' => Role::Left,
                b'r' => Role::Right,
                _ => Role::Either,
            };
            [false, true]
                .into_iter()
                .fold(Cell::new(CellKind::Raised, role).glyph(char::from(colour).to_string()), |cell, rightwards| {
                    cell.plays(self.label(position, &Topple { domino, rightwards }))
                })
        };
        let cells = Cells::strip((position.start..position.end).map(cell).collect());
        cells.picture(self.text(position), "A row of dominoes; the one tipped falls with all on that side.")
    }

    fn small() -> Vec<String> {
        let mut all = vec!["dominoes:_".to_owned()];
        let mut last = vec!["dominoes:".to_owned()];
        for _ in 0..4 {
            last = last.iter().flat_map(|row| ['l', 'r', 'e'].map(|domino| format!("{row}{domino}"))).collect();
            all.extend(last.iter().cloned());
        }
        all
    }
}
