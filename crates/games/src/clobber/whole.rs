//! Who wins Clobber on a board of few rows, searched depth first.
//!
//! Left is always about to move: after her move the players are exchanged. Small groups of stones count by their values, which are added
//! up; a table holds sums of large groups and such a value. Of two sums with the same groups the one with the larger value
//! is better for Left. Whoever can move in a group gives the opponent as many moves there as she has, so the options with the fewest
//! moves are tried first: they are decided soonest.

use super::shapes::{Named, Shape, Stones};
use grundy_budget::{Budget, Meter};
use grundy_value::{Outcome, Store, Value, ValueError};
use rustc_hash::FxHashMap;

/// Groups of at most this many stones have values.
const LIGHT: u32 = 8;
/// How many larger groups there can be on a board of [`super::shapes::MOST_BITS`] bits.
const MOST_PIECES: usize = 4;
/// A move more or less counts as much as these hundredths of the logarithm of the odds, see [`Stones::favour`].
const MOVE: i32 = 46;
/// What a small value that Left wins, or that whoever begins wins, says for Left in the same unit.
const VALUE_FAVOURS: (i32, i32) = (72, 43);

/// A large group, or its negative: twice its number, plus one for the negative. Numbers begin at 1.
type Piece = u32;

/// Large groups, the highest numbers first and 0 where there are no more, and the value of the small ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    pieces: [Piece; MOST_PIECES],
    value: Value,
}

impl Sum {
    const EMPTY: Self = Self { pieces: [0; MOST_PIECES], value: Value::ZERO };

    /// Takes out a piece, if it is there.
    fn take(&mut self, piece: Piece) -> bool {
        let found = self.pieces.iter().position(|&known| known == piece);
        if let Some(at) = found {
            self.pieces[at..].rotate_left(1);
            self.pieces[MOST_PIECES - 1] = 0;
        }
        found.is_some()
    }

    fn is_one_piece(&self) -> bool {
        self.pieces[0] != 0 && self.pieces[1] == 0
    }

    fn present(&self) -> impl Iterator<Item = Piece> {
        self.pieces.into_iter().take_while(|&piece| piece != 0)
    }
}

/// A large group that was searched.
#[derive(Clone, Copy, Debug)]
struct Component {
    shape: Shape,
    /// Whether it is its own negative.
    balanced: bool,
    /// Whether Left wins it alone when she is about to move, and whether she wins its negative.
    wins: [Option<bool>; 2],
}

/// A move of Left, from a sum whose other parts stay.
#[derive(Clone, Copy, Debug)]
enum Played {
    /// To what is left of the value, as the opponent sees it.
    Value(Value),
    /// In a piece, to these stones as the opponent sees them.
    Stones(Piece, Stones),
}

/// An option that is not decided.
struct Choice {
    /// The less, the sooner it is tried.
    order: i32,
    played: Played,
}

/// A search that remembers who wins every sum it has opened.
pub(super) struct Whole {
    store: Store,
    values: FxHashMap<Shape, Value>,
    numbers: FxHashMap<Shape, u32>,
    components: Vec<Component>,
    /// Who wins sums of the same pieces with different values.
    book: FxHashMap<[Piece; MOST_PIECES], Vec<(Value, bool)>>,
    meter: Meter,
    reserved: u64,
}

impl Whole {
    pub fn new(budget: &Budget) -> Self {
        Self {
            store: Store::new(budget),
            values: FxHashMap::default(),
            numbers: FxHashMap::default(),
            components: Vec::new(),
            book: FxHashMap::default(),
            meter: budget.meter(),
            reserved: 0,
        }
    }

    /// Whether Left, about to move, wins.
    pub fn left_wins(&mut self, stones: Stones) -> Result<bool, ValueError> {
        let mut sum = Sum::EMPTY;
        self.add(&mut sum, stones)?;
        let wins = self.wins(&sum)?;
        self.meter.settle();
        Ok(wins)
    }

    /// How many sums are in the table.
    #[cfg(test)]
    pub fn opened(&self) -> usize {
        let alone = self.components.iter().flat_map(|component| component.wins).flatten().count();
        alone + self.book.values().map(Vec::len).sum::<usize>()
    }

    fn charge(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.meter.budget().reserve(bytes as u64)?;
        self.reserved += bytes as u64;
        Ok(())
    }

    /// The value of a small group; every move takes a stone, so this goes down a few moves only.
    fn value(&mut self, shape: Shape) -> Result<Value, ValueError> {
        if let Some(&value) = self.values.get(&shape) {
            return Ok(value);
        }
        let stones = shape.stones();
        let left: Result<Vec<Value>, _> = stones.after_left().map(|after| self.value_of_all(after)).collect();
        let right: Result<Vec<Value>, _> =
            stones.negative().after_left().map(|after| self.value_of_all(after.negative())).collect();
        let value = self.store.form(&left?, &right?)?;
        self.charge(2 * size_of::<(Shape, Value)>())?;
        self.values.insert(shape, value);
        Ok(value)
    }

    fn value_of_all(&mut self, stones: Stones) -> Result<Value, ValueError> {
        let mut total = Value::ZERO;
        for group in stones.groups() {
            let value = self.named_value(group.named())?;
            total = self.store.sum(total, value)?;
        }
        Ok(total)
    }

    fn named_value(&mut self, named: Named) -> Result<Value, ValueError> {
        let value = self.value(named.shape)?;
        if named.negative { self.store.negative(value) } else { Ok(value) }
    }

    fn component(&self, piece: Piece) -> &Component {
        &self.components[(piece >> 1) as usize - 1]
    }

    fn negative_piece(&self, piece: Piece) -> Piece {
        if piece == 0 || self.component(piece).balanced { piece } else { piece ^ 1 }
    }

    /// The stones of a piece as Left sees them.
    fn stones(&self, piece: Piece) -> Stones {
        let stones = self.component(piece).shape.stones();
        if piece & 1 == 1 { stones.negative() } else { stones }
    }

    fn negative(&mut self, sum: &Sum) -> Result<Sum, ValueError> {
        let mut pieces = sum.pieces.map(|piece| self.negative_piece(piece));
        pieces.sort_unstable_by(|one, other| other.cmp(one));
        Ok(Sum { pieces, value: self.store.negative(sum.value)? })
    }

    /// Adds a piece, or takes out its negative.
    fn add_piece(&self, sum: &mut Sum, piece: Piece) -> Result<(), ValueError> {
        if sum.take(self.negative_piece(piece)) {
            return Ok(());
        }
        if sum.pieces[MOST_PIECES - 1] != 0 {
            return Err(ValueError::TooLarge { what: "the sum" });
        }
        sum.pieces[MOST_PIECES - 1] = piece;
        sum.pieces.sort_unstable_by(|one, other| other.cmp(one));
        Ok(())
    }

    /// Adds stones to a sum; large groups that are new get a number.
    fn add(&mut self, sum: &mut Sum, stones: Stones) -> Result<(), ValueError> {
        for group in stones.groups() {
            let named = group.named();
            if group.count() <= LIGHT {
                let value = self.named_value(named)?;
                sum.value = self.store.sum(sum.value, value)?;
                continue;
            }
            let number = match self.numbers.get(&named.shape) {
                Some(&number) => number,
                None => self.new_component(named)?,
            };
            self.add_piece(sum, number << 1 | u32::from(named.negative))?;
        }
        Ok(())
    }

    fn new_component(&mut self, named: Named) -> Result<u32, ValueError> {
        let number = self.components.len() as u32 + 1;
        if number >= 1 << 31 {
            return Err(ValueError::TooLarge { what: "the number of components" });
        }
        self.charge(2 * size_of::<(Shape, u32)>() + 2 * size_of::<Component>())?;
        self.components.push(Component { shape: named.shape, balanced: named.balanced, wins: [None; 2] });
        self.numbers.insert(named.shape, number);
        Ok(number)
    }

    /// Adds stones to a sum if all their large groups have numbers; returns whether they have. `order` grows by what the others
    /// weigh.
    fn add_known(&mut self, sum: &mut Sum, stones: Stones, order: &mut i32) -> Result<bool, ValueError> {
        let mut all = true;
        for group in stones.groups() {
            let named = group.named();
            if group.count() <= LIGHT {
                let value = self.named_value(named)?;
                sum.value = self.store.sum(sum.value, value)?;
                continue;
            }
            *order += weight(&group);
            match self.numbers.get(&named.shape) {
                Some(&number) => self.add_piece(sum, number << 1 | u32::from(named.negative))?,
                None => all = false,
            }
        }
        Ok(all)
    }

    /// Who wins where that is known, or follows from what is known.
    fn known(&mut self, sum: &Sum) -> Result<Option<bool>, ValueError> {
        if sum.pieces[0] == 0 {
            let outcome = self.store.outcome(sum.value);
            return Ok(Some(matches!(outcome, Outcome::Left | Outcome::First)));
        }
        if sum.is_one_piece() {
            let piece = sum.pieces[0];
            let alone = self.component(piece).wins[(piece & 1) as usize];
            let side = match alone {
                Some(true) => Outcome::Left,
                Some(false) => Outcome::Right,
                None => Outcome::First,
            };
            if alone.is_some() && (sum.value == Value::ZERO || self.store.outcome(sum.value) == side) {
                return Ok(alone);
            }
        }
        let Some(shelf) = self.book.get(&sum.pieces) else { return Ok(None) };
        for &(value, wins) in shelf {
            let (low, high) = if wins { (value, sum.value) } else { (sum.value, value) };
            if low == high || self.store.le(low, high)? {
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    fn note(&mut self, sum: &Sum, wins: bool) -> Result<(), ValueError> {
        if sum.is_one_piece() && sum.value == Value::ZERO {
            let piece = sum.pieces[0];
            let component = &mut self.components[(piece >> 1) as usize - 1];
            component.wins[(piece & 1) as usize] = Some(wins);
            return Ok(());
        }
        let mut bytes = 2 * size_of::<(Value, bool)>();
        let shelf = self.book.entry(sum.pieces).or_insert_with(|| {
            bytes += 2 * size_of::<([Piece; MOST_PIECES], Vec<(Value, bool)>)>() + 32;
            Vec::with_capacity(1)
        });
        let mut at = 0;
        while at < shelf.len() {
            let (value, known) = shelf[at];
            let (low, high) = if wins { (sum.value, value) } else { (value, sum.value) };
            // What follows from the new entry need not be kept.
            if known == wins && self.store.le(low, high)? {
                shelf.swap_remove(at);
            } else {
                at += 1;
            }
        }
        shelf.push((sum.value, wins));
        self.charge(bytes)
    }

    fn wins(&mut self, sum: &Sum) -> Result<bool, ValueError> {
        match self.known(sum)? {
            Some(wins) => Ok(wins),
            None => self.search(sum),
        }
    }

    /// Every move takes a stone or goes to an option of a value, so this goes down some fifty moves at most.
    fn search(&mut self, sum: &Sum) -> Result<bool, ValueError> {
        let rest = self.negative(sum)?;
        let (mut wins, mut options) = match self.options(sum, &rest)? {
            Some(options) => (false, options),
            None => (true, Vec::new()),
        };
        options.sort_by_key(|option| option.order);
        for option in options {
            let option = self.after(&rest, option.played)?;
            if !self.wins(&option)? {
                wins = true;
                break;
            }
        }
        self.note(sum, wins)?;
        Ok(wins)
    }

    /// The sum after a move, from the negative of the sum before it.
    fn after(&mut self, rest: &Sum, played: Played) -> Result<Sum, ValueError> {
        match played {
            Played::Value(value) => Ok(Sum { value, ..*rest }),
            Played::Stones(piece, stones) => {
                let mut option = *rest;
                option.take(self.negative_piece(piece));
                self.add(&mut option, stones)?;
                Ok(option)
            }
        }
    }

    /// The options that are not decided; `None` when one is that wins.
    fn options(&mut self, sum: &Sum, rest: &Sum) -> Result<Option<Vec<Choice>>, ValueError> {
        let mut options = Vec::new();
        let whole: i32 = rest.present().map(|piece| weight(&self.stones(piece))).sum();
        for option in self.store.left_options(sum.value)? {
            let value = self.store.negative(option)?;
            match self.known(&Sum { value, ..*rest })? {
                Some(false) => return Ok(None),
                Some(true) => {}
                None => {
                    options.push(Choice { order: whole + self.value_weight(value), played: Played::Value(value) });
                }
            }
        }
        let mut last = 0;
        for piece in sum.present() {
            if std::mem::replace(&mut last, piece) == piece {
                continue;
            }
            let stones = self.stones(piece);
            let mut others = *rest;
            others.take(self.negative_piece(piece));
            let weight_of_others = whole - weight(&stones.negative());
            for after in stones.after_left() {
                self.meter.step()?;
                let (after, mut option, mut order) = (after.negative(), others, weight_of_others);
                let known = if self.add_known(&mut option, after, &mut order)? { self.known(&option)? } else { None };
                match known {
                    Some(false) => return Ok(None),
                    Some(true) => {}
                    None => options.push(Choice {
                        order: order + self.value_weight(option.value),
                        played: Played::Stones(piece, after),
                    }),
                }
            }
        }
        Ok(Some(options))
    }

    fn value_weight(&self, value: Value) -> i32 {
        match self.store.outcome(value) {
            Outcome::Left => VALUE_FAVOURS.0,
            Outcome::Right => -VALUE_FAVOURS.0,
            Outcome::First => VALUE_FAVOURS.1,
            _ => 0,
        }
    }
}

/// What speaks against moving to a sum with this group: what speaks for the opponent, and how long it may take.
fn weight(group: &Stones) -> i32 {
    group.favour() + MOVE * group.moves() as i32
}

impl Drop for Whole {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
