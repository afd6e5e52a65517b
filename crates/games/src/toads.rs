//! Toads and Frogs: toads go right, frogs go left, by a step or a jump.

use crate::board::{self, Board, Place, Set, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};
use grundy_value::{Store, Value, ValueError};
use std::marker::PhantomData;

/// The rules of Toads and Frogs. Each row of the board is a lane; the layers hold toads, frogs and empty cells, and what
/// is in none of them lies beyond the end of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toads<S = u128> {
    /// Whether animals jump over their own kind too.
    own: bool,
    set: PhantomData<S>,
}

const EMPTY: usize = 2;

/// An animal moves from one cell to another of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    from: Place,
    to: Place,
}

/// The animals that can never move again: the largest set in which everyone is blocked by others of the set or by the
/// end of the lane. Nobody of it can be the first to move.
fn stuck<S: Set>(board: &Board<3, S>, own: bool) -> S {
    let [toads, frogs, empty] = &board.layers;
    let animals = toads.or(frogs);
    let cells = u32::from(board.rows) * board.stride();
    let end = S::low(cells).without(&animals.or(empty));
    // Beyond the last guard nothing can be landed on either.
    let beyond = S::low(cells).without(&S::low(cells - 2));
    // Whom each kind may jump over.
    let (by_toads, by_frogs) = if own { (&animals, &animals) } else { (frogs, toads) };
    let mut still = animals.clone();
    loop {
        let wall = end.or(&still);
        // A frog's left neighbours; beyond bit 0 lies the end of the first lane.
        let (near, far) = (raised(&wall, 1), raised(&wall, 2));
        let landing = wall.down(2).or(&beyond);
        let toads_stuck = toads.and(&wall.without(by_toads).down(1).or(&wall.and(by_toads).down(1).and(&landing)));
        let frogs_stuck = frogs.and(&near).without(&by_frogs.up(1).without(&far));
        let next = still.and(&toads_stuck.or(&frogs_stuck));
        if next == still {
            return still;
        }
        still = next;
    }
}

/// A set some cells further on, and the cells that come in at the beginning.
fn raised<S: Set>(set: &S, by: u32) -> S {
    set.up(by).or(&S::low(by))
}

/// How many steps the animals of one kind have when the other kind is absent from a single lane.
fn lone_steps<S: Set>(board: &Board<3, S>) -> Option<i64> {
    let [toads, frogs, empty] = &board.layers;
    if board.rows != 1 || !(toads.is_empty() || frogs.is_empty()) {
        return None;
    }
    let ahead = |toad: u32| i64::from(empty.down(toad).count());
    let behind = |frog: u32| i64::from(empty.and(&S::low(frog)).count());
    Some(bits(toads.clone()).map(ahead).sum::<i64>() - bits(frogs.clone()).map(behind).sum::<i64>())
}

impl<S: Set> Toads<S> {
    /// As [`lone_steps`], unless jumps over the own kind spare steps.
    fn lone_steps(&self, board: &Board<3, S>) -> Option<i64> {
        if self.own { None } else { lone_steps(board) }
    }
}

impl<S: Set> Rules for Toads<S> {
    type Position = Board<3, S>;
    type Move = Hop;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<3, S>, player: Player, moves: &mut Vec<Hop>) -> Result<(), Refusal> {
        let [toads, frogs, empty] = &board.layers;
        let over = |others: &S, same: &S| if self.own { others.or(same) } else { others.clone() };
        match player {
            Player::Left => {
                let able = toads.and(&empty.down(1).or(&over(frogs, toads).down(1).and(&empty.down(2))));
                moves.extend(bits(able).map(|from| {
                    let to = if empty.has(from + 1) { from + 1 } else { from + 2 };
                    Hop { from: from as Place, to: to as Place }
                }));
            }
            Player::Right => {
                let able = frogs.and(&empty.up(1).or(&over(toads, frogs).up(1).and(&empty.up(2))));
                moves.extend(bits(able).map(|from| {
                    let to = if empty.has(from - 1) { from - 1 } else { from - 2 };
                    Hop { from: from as Place, to: to as Place }
                }));
            }
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<3, S>, played: &Hop) {
        let (from, to) = (played.from.into(), played.to.into());
        let own = usize::from(!board.layers[0].has(from));
        board.layers[own].remove(from);
        board.layers[own].insert(to);
        board.layers[EMPTY].remove(to);
        board.layers[EMPTY].insert(from);
    }

    /// Lanes, cut at the animals that can never move again.
    fn split(&self, board: &Board<3, S>, parts: &mut Vec<Board<3, S>>) {
        let mut rest = board.filled().without(&stuck(board, self.own));
        let animals = board.layers[0].or(&board.layers[1]);
        while let Some(low) = rest.lowest() {
            let run = S::low(rest.run(low)).up(low);
            rest = rest.without(&run);
            if !run.and(&animals).is_empty() {
                parts.push(board.only(&run));
            }
        }
    }

    fn canonicalise(&self, board: &mut Board<3, S>) {
        board.trim();
    }

    fn weight(&self, board: &Board<3, S>) -> usize {
        board.filled().count() as usize
    }

    fn position_bytes(&self, board: &Board<3, S>) -> usize {
        board.bytes()
    }
}

impl<S: Set> ImpartialHints for Toads<S> {}

impl<S: Set> PartisanHints for Toads<S> {
    fn packed(&self, board: &Board<3, S>) -> Option<[u64; 2]> {
        board.packed()
    }

    fn light(&self) -> usize {
        9
    }

    fn heavy(&self) -> usize {
        24
    }

    fn canonicalise_up_to_sign(&self, board: &mut Board<3, S>) -> bool {
        board.trim();
        let mut image = board.clone();
        self.negate(&mut image);
        let negative = image < *board;
        if negative {
            *board = image;
        }
        negative
    }

    /// Seen from the other end, toads are frogs.
    fn negate(&self, board: &mut Board<3, S>) -> bool {
        *board = board.mirrored();
        board.layers.swap(0, 1);
        true
    }

    fn closed_value(&self, board: &Board<3, S>, store: &mut Store) -> Result<Option<Value>, ValueError> {
        self.lone_steps(board).map(|steps| store.integer(steps)).transpose()
    }

    fn value_theorem(&self, board: &Board<3, S>) -> Option<Text> {
        let steps = self.lone_steps(board)?;
        Some(
            Text::new("animals of one kind only: each counts its empty cells ahead, {steps} in all")
                .with("steps", steps),
        )
    }
}

impl<S: Set> Game for Toads<S> {
    const INFO: Info = Info {
        name: "toads",
        summary: "toads go right, frogs go left, by a step or a jump",
        rules: "Left moves a toad one cell to the right into an empty cell, or jumps it over one frog into the empty cell \
                behind. Right moves frogs to the left likewise. In toads(own) animals also jump over one of their own kind. Whoever \
                cannot move loses.",
        notation: "toads:LANES joined by /, `T` toad, `F` frog, `_` empty (also t, f, .): toads:TT_FF, toads:T_F/TT__F; \
                   toads(own):LANES lets animals jump over their own kind too",
        theorems: &[
            TheoremNote {
                statement: "Two toads that face two frogs never move again: the lane falls apart there.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 1 (1982)",
            },
            TheoremNote {
                statement: "Toads alone are worth their free steps; turning the lane exchanges the players.",
                literature: "J. Erickson, New Toads and Frogs results (1996)",
            },
        ],
        examples: &["toads:TT_FF", "toads:TTT__FF", "toads:T_F/TT__F", "toads(own):TT_FF"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<3, S>), ParseError> {
        let own = match input.arguments {
            None => false,
            Some(("own", _)) => true,
            Some((other, _)) => {
                let error = input.argument_error(0, other.len(), "the only argument of `toads` is `own`");
                return Err(error.help("toads(own):TT_FF lets animals jump over their own kind too"));
            }
        };
        let lanes: Vec<&str> = input.position.0.split('/').collect();
        // why: no lanes have no length.
        let longest = lanes.iter().map(|lane| lane.chars().count()).max().unwrap_or(0);
        let Some(mut board) = Board::<3, S>::new(lanes.len(), longest) else {
            let problem = if longest == 0 { "the lane is empty" } else { "the lanes are too long" };
            return Err(input.position_error(problem).help("expected cells of T, F and _, or lanes joined by /"));
        };
        let mut offset = 0;
        for (row, lane) in lanes.iter().enumerate() {
            if lane.is_empty() {
                return Err(input.error(offset, 0, "this lane is empty").help("expected cells of T, F and _"));
            }
            for (column, (at, symbol)) in lane.char_indices().enumerate() {
                let layer = match symbol {
                    'T' | 't' => 0,
                    'F' | 'f' => 1,
                    '_' | '.' => EMPTY,
                    _ => {
                        let problem = Text::new("`{symbol}` is not a cell of a lane").with("symbol", symbol);
                        let error = input.error(offset + at, symbol.len_utf8(), problem);
                        return Err(error.help("expected T for a toad, F for a frog, _ for an empty cell"));
                    }
                };
                let bit = board.bit(row, column);
                board.layers[layer].insert(bit);
            }
            offset += lane.len() + 1;
        }
        Ok((Self { own, set: PhantomData }, board))
    }

    fn arguments(&self) -> Option<String> {
        self.own.then(|| "own".to_owned())
    }

    fn write(&self, board: &Board<3, S>) -> String {
        let text = board::write(board, ['T', 'F', '_'], '#');
        let lanes: Vec<&str> =
            text.split('|').map(|lane| lane.trim_matches('#')).filter(|lane| !lane.is_empty()).collect();
        if lanes.is_empty() { "_".to_owned() } else { lanes.join("/") }
    }

    fn label(&self, position: &Board<3, S>, played: &Hop) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, board: &Board<3, S>, played: &Hop) -> Text {
        let toad = board.layers[0].has(played.from.into());
        let ((row, from), (_, to)) = (board.place(u32::from(played.from)), board.place(u32::from(played.to)));
        let text = match (toad, board.rows > 1) {
            (true, false) => Text::new("toad {from}-{to}"),
            (false, false) => Text::new("frog {from}-{to}"),
            (true, true) => Text::new("toad {from}-{to} of lane {lane}"),
            (false, true) => Text::new("frog {from}-{to} of lane {lane}"),
        };
        text.with("from", from + 1).with("to", to + 1).with("lane", row + 1)
    }

    fn board(&self, board: &Board<3, S>) -> String {
        self.write(board).replace('/', "\n")
    }

    /// An animal has one move at most, so a click on it is enough.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<3, S>, hop: &Hop| {
            let (from, to) = (u32::from(hop.from), u32::from(hop.to));
            Way { path: vec![from], ..Way::slide(from, to) }
        };
        board::stones(self, course, ["T", "F", ""], way)
            .picture(self.text(course.now), "Lanes of cells; Left's toads go right, Right's frogs go left.")
    }

    fn small() -> Vec<String> {
        let mut lanes = vec![String::new()];
        let mut all = Vec::new();
        for length in 1..=6 {
            lanes = lanes.iter().flat_map(|lane| ["T", "F", "_"].map(|cell| format!("{lane}{cell}"))).collect();
            all.extend(lanes.iter().map(|lane| format!("toads:{lane}")));
            if length <= 5 {
                all.extend(lanes.iter().map(|lane| format!("toads(own):{lane}")));
            }
        }
        all.extend(["toads:T_F/TT__F", "toads:T__F/T_TF_F", "toads:TF_/_TF"].map(str::to_owned));
        all
    }
}
