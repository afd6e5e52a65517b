//! Values of partisan positions by depth-first search with a table.
//!
//! Two kinds of work: positions are listed, split and looked up, and values are made canonical, added and compared. The first never
//! needs to know a value, since a component is known by its number ([`Name`]) before its value is. So it writes down what is to be
//! reckoned, in the order in which components are finished, and where that gets long, a second thread reckons meanwhile. Whoever does
//! it, the same is reckoned in the same order, so that nothing depends on the number of threads.

mod apart;
mod known;
mod reckoner;

use self::known::{Components, Name, Recent, Sought};
use self::reckoner::{Reckoner, Task};
use crate::listing::list;
use crate::{Settings, Stop};
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_game::{PartisanHints, Player};
use grundy_value::{Store, Value, ValueError};
use std::collections::VecDeque;

/// A search for canonical forms that remembers every component it has met.
///
/// Positions are split into components, each replaced by the representative of its class under symmetries and swaps of
/// the players; the value of a component is the canonical form of {values of Left's options | values of Right's}. The
/// stack is explicit, so deep games cannot overflow it. All calls on one search must pass the same store.
pub struct ValueSearch<'a, R: PartisanHints> {
    walker: Walker<'a, R>,
    reckoner: Reckoner,
    /// Batches that were not reckoned to their ends, before the one that the walker fills.
    waiting: VecDeque<Batch<R::Position>>,
    threads: usize,
    /// Batches that one thread fills and reckons by turns before another joins it.
    alone: usize,
}

/// What was written down to be reckoned.
struct Batch<P> {
    task: Task,
    given: Vec<Given<P>>,
}

/// A component whose value a theorem gives.
enum Given<P> {
    Value(Value),
    /// It was met where the store is not.
    Position(P),
}

impl<P> Batch<P> {
    fn new() -> Self {
        Self { task: Task::new(), given: Vec::new() }
    }

    fn clear(&mut self) {
        self.task.clear();
        self.given.clear();
    }
}

/// Words of a batch that is full: what two threads hand over stays in the cache of a core.
const FULL: usize = 1 << 14;

/// Before another thread joins, half a million components of options were looked up.
const ALONE: usize = 32;

/// Asks theorems for values: with the store in which they are needed, or with one that is there for the question only.
enum Theorems<'s> {
    Here(&'s mut Store),
    Elsewhere(Box<Store>),
}

/// What lists, splits and looks up positions.
struct Walker<'a, R: PartisanHints> {
    rules: &'a R,
    known: Components<R::Position>,
    recent: Recent<R::Position>,
    meter: Meter,
    theorems: bool,
    reserved: u64,
    /// How many components have a number.
    numbered: u32,
    /// How many of them have values by theorems.
    given: usize,
    batch: Batch<R::Position>,
    /// Words of a batch that is full.
    full: usize,
    /// The components of all options of the positions under way.
    links: Vec<Link>,
    /// Those of them that had no number when their position was met.
    open: Vec<R::Position>,
    moves: Vec<R::Move>,
    parts: Vec<R::Position>,
    sought: Vec<Sought<R::Position>>,
}

/// The positions under way, the one that is worked on last.
struct Walk<P> {
    stack: Vec<Frame<P>>,
    frame: Frame<P>,
}

/// A position under way; everything it has in the lists lies from these places on.
struct Frame<P> {
    /// The component it is; `None` for the position asked about.
    component: Option<P>,
    first_link: usize,
    first_right_link: usize,
    /// Links before this one have names.
    next_link: usize,
    first_open: usize,
}

/// A component of an option.
#[derive(Clone, Copy)]
struct Link {
    part: Part,
    /// Whether it is the last one of its option.
    last: bool,
}

#[derive(Clone, Copy)]
enum Part {
    Known(Name),
    /// Its representative is at this place of the open ones.
    Open {
        place: u32,
        negative: bool,
    },
}

impl<'a, R: PartisanHints> ValueSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the positions it meets.
    pub fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self {
            walker: Walker::new(rules, settings, theorems),
            reckoner: Reckoner::new(),
            waiting: VecDeque::new(),
            threads: settings.threads(),
            alone: ALONE,
        }
    }

    /// The value of `position`.
    pub fn value(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Stop> {
        let result = self.search(store, position);
        self.walker.forget_the_way();
        result
    }

    /// Components in the table, without those whose values theorems give.
    pub fn components(&self) -> usize {
        self.walker.known.len() - self.walker.given
    }

    fn search(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Stop> {
        // What a budget interrupted comes first.
        self.reckon(store)?;
        let mut walk = self.walker.begin(position, &mut Theorems::Here(store))?;
        for batches in 0.. {
            if batches == self.alone && self.threads > 1 && self.walk_apart(&mut walk, store)? {
                break;
            }
            let walked = self.walker.walk(&mut walk, &mut Theorems::Here(store))?;
            self.reckon(store)?;
            if walked {
                break;
            }
        }
        Ok(self.reckoner.total())
    }

    /// Reckons all that was written down.
    fn reckon(&mut self, store: &mut Store) -> Result<(), Stop> {
        let rules = self.walker.rules;
        while let Some(batch) = self.waiting.front_mut() {
            reckon(&mut self.reckoner, batch, rules, store)?;
            self.waiting.pop_front();
        }
        reckon(&mut self.reckoner, &mut self.walker.batch, rules, store)
    }
}

/// Reckons a batch, which is empty afterwards.
fn reckon<R: PartisanHints>(
    reckoner: &mut Reckoner,
    batch: &mut Batch<R::Position>,
    rules: &R,
    store: &mut Store,
) -> Result<(), Stop> {
    let Batch { task, given } = batch;
    let mut value = |place: usize, store: &mut Store| match given.get(place) {
        Some(Given::Value(value)) => Ok(*value),
        Some(Given::Position(position)) => rules.closed_value(position, store)?.ok_or_else(Stop::contradiction),
        None => Err(Stop::contradiction()),
    };
    reckoner.work(task, store, &mut value)?;
    batch.clear();
    Ok(())
}

impl<'a, R: PartisanHints> Walker<'a, R> {
    fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self {
            rules,
            known: Components::new(),
            recent: Recent::new(),
            meter: settings.budget.meter(),
            theorems,
            reserved: 0,
            numbered: 0,
            given: 0,
            batch: Batch::new(),
            full: FULL,
            links: Vec::new(),
            open: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
            sought: Vec::new(),
        }
    }

    fn forget_the_way(&mut self) {
        self.links.clear();
        self.open.clear();
        self.sought.clear();
        self.moves.clear();
    }

    fn begin(&mut self, position: &R::Position, theorems: &mut Theorems<'_>) -> Result<Walk<R::Position>, Stop> {
        self.link(position)?;
        self.look_up(theorems)?;
        let first_right_link = self.links.len();
        let frame = Frame { component: None, first_link: 0, first_right_link, next_link: 0, first_open: 0 };
        Ok(Walk { stack: Vec::new(), frame })
    }

    /// Goes on until all is written down (`true`) or the batch is full.
    fn walk(&mut self, walk: &mut Walk<R::Position>, theorems: &mut Theorems<'_>) -> Result<bool, Stop> {
        while self.batch.task.len() < self.full {
            if let Some(part) = self.lacking(&mut walk.frame) {
                let child = self.enter(part, theorems)?;
                room(&mut walk.stack, 1, self.meter.budget())?;
                walk.stack.push(std::mem::replace(&mut walk.frame, child));
                continue;
            }
            self.write_down(&walk.frame)?;
            let Some(component) = walk.frame.component.take() else { return Ok(true) };
            self.links.truncate(walk.frame.first_link);
            self.open.truncate(walk.frame.first_open);
            let number = self.next_number()?;
            let packed = self.rules.packed(&component);
            self.learn(component, packed, number)?;
            let Some(parent) = walk.stack.pop() else { return Err(Stop::contradiction()) };
            walk.frame = parent;
        }
        Ok(false)
    }

    /// The first component of a position's options that has no number yet.
    fn lacking(&mut self, frame: &mut Frame<R::Position>) -> Option<R::Position> {
        while let Some(link) = self.links.get_mut(frame.next_link) {
            if let Part::Open { place, negative } = link.part {
                let part = &self.open[place as usize];
                let Some(number) = self.known.find(part, self.rules.packed(part)) else { return Some(part.clone()) };
                link.part = Part::Known(Name::new(number, negative));
            }
            frame.next_link += 1;
        }
        None
    }

    /// Lists the options of a component and links them to what is known.
    fn enter(&mut self, position: R::Position, theorems: &mut Theorems<'_>) -> Result<Frame<R::Position>, Stop> {
        let (first_link, first_open) = (self.links.len(), self.open.len());
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        list(self.rules, &position, Player::Left, self.meter.budget(), &mut moves)?;
        let left = moves.len();
        list(self.rules, &position, Player::Right, self.meter.budget(), &mut moves)?;
        // Every option will be looked at, so it counts.
        self.meter.steps(1 + moves.len() as u64)?;
        let mut first_right_link = first_link;
        for (at, played) in moves.iter().enumerate() {
            if at == left {
                first_right_link = self.links.len();
            }
            let mut option = position.clone();
            self.rules.play(&mut option, played);
            self.link(&option)?;
        }
        if left == moves.len() {
            first_right_link = self.links.len();
        }
        self.moves = moves;
        self.look_up(theorems)?;
        Ok(Frame { component: Some(position), first_link, first_right_link, next_link: first_link, first_open })
    }

    /// Appends the components of an option; what was not met lately is sought.
    fn link(&mut self, option: &R::Position) -> Result<(), Stop> {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.rules.split(option, &mut parts);
        room(&mut self.links, parts.len() + 1, self.meter.budget())?;
        room(&mut self.sought, parts.len(), self.meter.budget())?;
        if parts.is_empty() {
            self.links.push(Link { part: Part::Known(Name::NOTHING), last: true });
        }
        let last = parts.len();
        for (at, part) in (1..).zip(parts.drain(..)) {
            let packed = self.rules.packed(&part);
            let part = if let Some(name) = self.recent.get(&part, packed) {
                Part::Known(name)
            } else {
                let mut image = part.clone();
                let negative = self.rules.canonicalise_up_to_sign(&mut image);
                let image = (self.rules.packed(&image), image);
                self.sought.push(Sought::new((packed, part), image, negative, self.links.len()));
                // `look_up` puts in its place what is found.
                Part::Open { place: u32::MAX, negative }
            };
            self.links.push(Link { part, last: at == last });
        }
        self.parts = parts;
        Ok(())
    }

    /// Gives everything that is sought its name, or a place among what is open.
    fn look_up(&mut self, theorems: &mut Theorems<'_>) -> Result<(), Stop> {
        let mut sought = std::mem::take(&mut self.sought);
        self.known.prepare(&mut sought);
        room(&mut self.open, sought.len(), self.meter.budget())?;
        for sought in sought.drain(..) {
            let number = match self.known.found(&sought) {
                None if self.theorems => self.number_by_theorem(&sought, theorems)?,
                found => found,
            };
            self.links[sought.link].part = if let Some(number) = number {
                let name = Name::new(number, sought.negative);
                self.recent.put(sought.part, name, self.known.len());
                Part::Known(name)
            } else {
                self.open.push(sought.image.1);
                Part::Open { place: self.open.len() as u32 - 1, negative: sought.negative }
            };
        }
        self.sought = sought;
        Ok(())
    }

    /// The number of a component that was not found, if a theorem gives its value.
    fn number_by_theorem(
        &mut self,
        sought: &Sought<R::Position>,
        theorems: &mut Theorems<'_>,
    ) -> Result<Option<u32>, Stop> {
        let (packed, position) = &sought.image;
        let store: &mut Store = match theorems {
            Theorems::Here(store) => store,
            Theorems::Elsewhere(store) => store,
        };
        let Some(value) = self.rules.closed_value(position, store)? else { return Ok(None) };
        // Another option may have fallen into it just now.
        if let Some(number) = self.known.find(position, *packed) {
            return Ok(Some(number));
        }
        let given = match theorems {
            Theorems::Here(_) => Given::Value(value),
            Theorems::Elsewhere(_) => Given::Position(position.clone()),
        };
        let Batch { task, given: all } = &mut self.batch;
        task.room(0, self.meter.budget())?;
        room(all, 1, self.meter.budget())?;
        task.add_given(all.len());
        all.push(given);
        let number = self.next_number()?;
        self.given += 1;
        self.learn(position.clone(), *packed, number)?;
        Ok(Some(number))
    }

    /// Writes down how the value of a position comes from those of its links, which all have names: as the game of its options, or as
    /// their sum for the position asked about.
    fn write_down(&mut self, frame: &Frame<R::Position>) -> Result<(), Stop> {
        let links = &self.links[frame.first_link..];
        let task = &mut self.batch.task;
        task.room(links.len(), self.meter.budget())?;
        match frame.component {
            Some(_) => {
                let left = frame.first_right_link - frame.first_link;
                task.add_options(left, links.len() - left);
            }
            None => task.add_total(links.len()),
        }
        let mut open = false;
        task.add_components(links.iter().map(|link| match link.part {
            Part::Known(name) => name.marked(link.last),
            Part::Open { .. } => {
                open = true;
                0
            }
        }));
        if open { Err(Stop::contradiction()) } else { Ok(()) }
    }

    /// The number of the component that was written down last.
    fn next_number(&mut self) -> Result<u32, Stop> {
        if self.numbered as usize >= Name::MOST {
            return Err(ValueError::TooLarge { what: "the table of components" }.into());
        }
        self.numbered += 1;
        Ok(self.numbered)
    }

    fn learn(&mut self, component: R::Position, packed: Option<[u64; 2]>, number: u32) -> Result<(), Stop> {
        let outside = match packed {
            Some(_) => 0,
            None => self.rules.position_bytes(&component).saturating_sub(size_of::<R::Position>()),
        };
        let bytes = (outside + Components::<R::Position>::bytes(packed) + Reckoner::BYTES) as u64;
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        Ok(self.known.insert(component, packed, number, self.meter.budget())?)
    }
}

/// Makes room for more in a list; while it grows, the old one is there too.
fn room<T>(list: &mut Vec<T>, more: usize, budget: &Budget) -> Result<(), Exhausted> {
    if list.capacity() - list.len() < more {
        let larger = (list.capacity() * 2).max(list.len() + more);
        budget.afford((larger * size_of::<T>()) as u64)?;
        list.reserve(more);
    }
    Ok(())
}

impl<R: PartisanHints> Drop for Walker<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::Limits;
    use grundy_game::{ImpartialHints, Kind, Refusal, Rules};
    use std::collections::HashMap;

    /// A strip of cells: Left takes two neighbours, Right three. A part of two cells has a closed form where theorems are asked.
    struct Strip;

    impl Rules for Strip {
        type Position = u64;
        type Move = u64;

        const KIND: Kind = Kind::Partisan;

        fn moves(&self, cells: &u64, player: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
            let taken = if player == Player::Left { 3 } else { 7 };
            moves.extend((0..62).map(|at| taken << at).filter(|taken| cells & taken == *taken));
            Ok(())
        }

        fn play(&self, cells: &mut u64, taken: &u64) {
            *cells &= !taken;
        }

        fn split(&self, cells: &u64, parts: &mut Vec<u64>) {
            let mut rest = *cells;
            while rest != 0 {
                // Adding to the lowest cell of a run of ones carries past its end.
                let part = rest & !rest.wrapping_add(rest & rest.wrapping_neg());
                rest &= !part;
                parts.push(part);
            }
        }

        fn canonicalise(&self, cells: &mut u64) {
            *cells >>= if *cells == 0 { 0 } else { cells.trailing_zeros() };
        }
    }

    impl ImpartialHints for Strip {}

    impl PartisanHints for Strip {
        /// Every second board is known by two words.
        fn packed(&self, cells: &u64) -> Option<[u64; 2]> {
            cells.count_ones().is_multiple_of(2).then_some([*cells, 1])
        }

        fn closed_value(&self, cells: &u64, store: &mut Store) -> Result<Option<Value>, ValueError> {
            if cells.count_ones() == 2 { store.integer(1).map(Some) } else { Ok(None) }
        }
    }

    fn plain(store: &mut Store, cells: u64, known: &mut HashMap<u64, Value>) -> Value {
        if let Some(&value) = known.get(&cells) {
            return value;
        }
        let [left, right] = Player::BOTH.map(|player| {
            let mut moves = Vec::new();
            Strip.moves(&cells, player, &mut moves).unwrap();
            moves.iter().map(|taken| plain(store, cells & !taken, known)).collect::<Vec<_>>()
        });
        let value = store.form(&left, &right).unwrap();
        known.insert(cells, value);
        value
    }

    fn search(settings: &Settings, theorems: bool, full: usize, alone: usize) -> ValueSearch<'static, Strip> {
        let mut search = ValueSearch::new(&Strip, settings, theorems);
        (search.walker.full, search.alone) = (full, alone);
        search
    }

    #[test]
    fn batches_of_any_size_and_two_threads_agree_with_plain_recursion() {
        let (mut store, mut known) = (Store::default(), HashMap::new());
        let settings = Settings { threads: 2, ..Settings::default() };
        for (theorems, full, alone) in
            [(true, 1, usize::MAX), (false, 1 << 14, usize::MAX), (true, 1, 0), (false, 5, 1), (true, 40, 3)]
        {
            let mut search = search(&settings, theorems, full, alone);
            for length in 0..=15 {
                // A hole leaves two parts.
                for cells in [(1u64 << length) - 1, ((1 << length) - 1) & !0b1_0000_1000] {
                    let expected = plain(&mut store, cells, &mut known);
                    assert_eq!(search.value(&mut store, &cells), Ok(expected), "{cells:b}");
                }
            }
        }
    }

    #[test]
    fn handles_do_not_depend_on_the_number_of_threads() {
        let cells = (1 << 24) - 1;
        let mut found = [1, 2].map(|threads| {
            let mut store = Store::default();
            let settings = Settings { threads, ..Settings::default() };
            let mut search = search(&settings, true, 32, 1);
            let value = search.value(&mut store, &cells).unwrap();
            (value, store.len(), search.components(), settings.budget.positions())
        });
        // The store that answers theorems elsewhere holds values too, but is not this one.
        found.iter_mut().for_each(|found| found.3 = 0);
        assert_eq!(found[0], found[1]);
        assert!(found[0].2 > 20);
    }

    #[test]
    fn what_a_budget_interrupted_is_taken_up_again() {
        let cells = (1 << 22) - 1;
        let expected = {
            let mut store = Store::default();
            let value = search(&Settings::default(), true, FULL, ALONE).value(&mut store, &cells).unwrap();
            store.print(value).unwrap()
        };
        let mut stopped = 0;
        for (threads, full) in [(1, 8), (2, 8), (1, 1000), (2, 100)] {
            for positions in (1..400).step_by(19) {
                let whole = Settings { threads, ..Settings::default() };
                let budget = whole.budget.within(Limits { positions: Some(positions), ..Limits::default() });
                let mut store = Store::new(&budget);
                let mut search = search(&Settings { budget, ..whole.clone() }, true, full, 0);
                if let Err(stop) = search.value(&mut store, &cells) {
                    assert_eq!(stop, Stop::Exhausted(Exhausted::Positions));
                    stopped += 1;
                }
                store.set_budget(&whole.budget).unwrap();
                search.walker.meter = whole.budget.meter();
                let value = search.value(&mut store, &cells).unwrap();
                assert_eq!(store.print(value).unwrap(), expected);
            }
        }
        assert!(stopped > 40, "{stopped} were stopped");
    }
}
