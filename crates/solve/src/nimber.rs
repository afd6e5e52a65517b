//! Nimbers of impartial positions by depth-first search with a bounded table.
//!
//! Lemoine and Viennot (2012) decide a sum by asking "is G + *n lost?", which is "is n the nimber of G?", and so compute
//! only the nimbers they need. To answer for a component G:
//! - an option of nimber n shows that G has another nimber, and the question is settled without knowing which;
//! - when no option has nimber n, the nimber is at most n, and it is the first number that no option has.
//!
//! An option falls into components. Those with known nimbers count as one Nim heap; of the others all but one are searched
//! for their nimbers, the easiest first, and the last is asked a question of the same kind. Options are looked up before
//! any is searched, since one that is known may settle the question at once.

use crate::table::{EXACT, Table};
use crate::{Engine, Stop};
use grundy_budget::Meter;
use grundy_game::{Player, Rules};
use std::sync::Arc;

/// A search for nimbers that remembers the components it has met, as far as its memory goes.
///
/// The stack is explicit, so deep games cannot overflow it.
pub struct NimberSearch<'a, R: Rules> {
    rules: &'a R,
    table: Arc<Table<R::Position>>,
    meter: Meter,
    theorems: bool,
    stack: Vec<Frame<R::Position>>,
    choices: Vec<Choice>,
    parts: Vec<R::Position>,
    moves: Vec<R::Move>,
    pieces: Vec<R::Position>,
    option: Option<R::Position>,
    /// Scrambles the order of options of equal effort, so that threads go different ways; 0 keeps the order.
    seed: u64,
    held: u64,
}

/// A component under search.
struct Frame<P> {
    position: P,
    /// The question: is this its nimber? `None`: which is it?
    asked: Option<u64>,
    /// The nimber looked for among the options now.
    probe: u64,
    /// The nimber is at most this.
    bound: u64,
    /// Nimbers that options have.
    seen: NimberSet,
    first_choice: usize,
    next_choice: usize,
    first_part: usize,
    /// Which part of the choice in turn is being searched.
    waiting: usize,
}

/// An option not wholly known: `known` is the nimber of its known components, the others are `parts[start..start + count]`.
/// When none is left the option's nimber is in `seen`.
struct Choice {
    known: u64,
    start: usize,
    count: usize,
    effort: u32,
}

/// What a search of a component found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    Nimber(u64),
    Not(u64),
}

/// Exclusions are remembered for nimbers below this.
const NOTED: u64 = 15;

impl<'a, R: Rules> NimberSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the positions it meets.
    pub fn new(rules: &'a R, engine: &Engine, theorems: bool) -> Self {
        let table = Arc::new(Table::new(&engine.budget, engine.threads()));
        Self::on_table(rules, engine, theorems, table, 0)
    }

    /// Another search on the same table, which goes its own way through the options.
    pub(crate) fn companion(&self, engine: &Engine, seed: u64) -> Self {
        Self::on_table(self.rules, engine, self.theorems, Arc::clone(&self.table), seed)
    }

    fn on_table(rules: &'a R, engine: &Engine, theorems: bool, table: Arc<Table<R::Position>>, seed: u64) -> Self {
        let meter = engine.budget.meter();
        let (stack, choices, parts, moves, pieces) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { rules, table, meter, theorems, stack, choices, parts, moves, pieces, option: None, seed, held: 0 }
    }

    /// The nimber of `position`.
    pub fn nimber(&mut self, position: &R::Position) -> Result<u64, Stop> {
        let (mut total, unknown) = self.components(position);
        for part in unknown {
            total ^= self.search_nimber(part)?;
        }
        Ok(total)
    }

    /// Whether `nimber` is the nimber of `position`; often settled without finding out which one is.
    pub fn is_nimber(&mut self, position: &R::Position, nimber: u64) -> Result<bool, Stop> {
        let (mut total, mut unknown) = self.components(position);
        let last = unknown.pop();
        for part in unknown {
            total ^= self.search_nimber(part)?;
        }
        let Some(last) = last else { return Ok(total == nimber) };
        if self.excluded(self.table.get(&last), total ^ nimber) {
            return Ok(false);
        }
        Ok(self.search(last, Some(total ^ nimber))? == Finding::Nimber(total ^ nimber))
    }

    /// The numbers below 15 that the searches so far have shown not to be the nimber of `position`.
    pub fn excluded_nimbers(&self, position: &R::Position) -> Vec<u64> {
        let (total, unknown) = self.components(position);
        let [only] = &unknown[..] else { return Vec::new() };
        let note = self.table.get(only);
        let mut excluded: Vec<u64> = (0..NOTED).filter(|&n| self.excluded(note, n)).map(|n| n ^ total).collect();
        excluded.sort_unstable();
        excluded
    }

    /// The nim-sum of the known components and the others, easiest first.
    fn components(&self, position: &R::Position) -> (u64, Vec<R::Position>) {
        let mut simple = position.clone();
        if self.theorems {
            self.rules.simplify(&mut simple);
        }
        let mut parts = Vec::new();
        self.rules.split(&simple, &mut parts);
        let mut total = 0;
        parts.retain_mut(|part| {
            self.rules.canonicalise(part);
            let known = self.known(part);
            total ^= known.unwrap_or(0);
            known.is_none()
        });
        parts.sort_by_key(|part| self.rules.effort(part));
        (total, parts)
    }

    fn search_nimber(&mut self, part: R::Position) -> Result<u64, Stop> {
        if let Some(nimber) = self.known(&part) {
            return Ok(nimber);
        }
        match self.search(part, None)? {
            Finding::Nimber(nimber) | Finding::Not(nimber) => Ok(nimber),
        }
    }

    /// The nimber of a component in canonical form, when it is known.
    pub(crate) fn known(&self, part: &R::Position) -> Option<u64> {
        let note = self.table.get(part);
        if note & EXACT != 0 {
            return Some(u64::from(note & !EXACT));
        }
        if self.theorems { self.rules.closed_form(part) } else { None }
    }

    fn excluded(&self, note: u16, nimber: u64) -> bool {
        if note & EXACT != 0 { u64::from(note & !EXACT) != nimber } else { nimber < NOTED && note >> nimber & 1 == 1 }
    }

    /// Searches one component, which is not known, for its nimber or for whether it is the one asked.
    fn search(&mut self, root: R::Position, asked: Option<u64>) -> Result<Finding, Stop> {
        self.stack.clear();
        self.choices.clear();
        self.parts.clear();
        let mut finding = self.open(root, asked)?;
        while let Some(mut frame) = self.stack.pop() {
            let next = match self.advance(&mut frame, finding.take()) {
                Step::Done(done) => {
                    self.choices.truncate(frame.first_choice);
                    self.parts.truncate(frame.first_part);
                    self.remember(&frame.position, done)?;
                    finding = Some(done);
                    continue;
                }
                Step::Ask(part, asked) => (part, asked),
            };
            self.stack.push(frame);
            finding = self.open(next.0, next.1)?;
        }
        Ok(finding.unwrap_or(Finding::Nimber(0)))
    }

    /// Lists the options of a component and puts it on the stack, or settles it at once.
    fn open(&mut self, position: R::Position, asked: Option<u64>) -> Result<Option<Finding>, Stop> {
        self.meter.step()?;
        let (first_choice, first_part) = (self.choices.len(), self.parts.len());
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.moves(&position, Player::Left, &mut moves);
        // The nimber is at most the number of options, and larger nimbers of options do not matter.
        let bound = moves.len() as u64;
        let mut settled = asked.filter(|&asked| asked > bound);
        let mut seen = NimberSet::default();
        for played in &moves {
            if settled.is_some() {
                break;
            }
            if let Some(nimber) = self.list_option(&position, played).filter(|&nimber| nimber <= bound) {
                seen.insert(nimber);
                settled = asked.filter(|&asked| asked == nimber);
            }
        }
        self.moves = moves;
        if let Some(asked) = settled {
            self.choices.truncate(first_choice);
            self.parts.truncate(first_part);
            self.remember(&position, Finding::Not(asked))?;
            return Ok(Some(Finding::Not(asked)));
        }
        let seed = self.seed;
        self.choices[first_choice..].sort_unstable_by_key(|choice| (choice.effort, (choice.start as u64) ^ seed));
        self.hold()?;
        let probe = asked.unwrap_or_else(|| seen.mex());
        self.stack.push(Frame {
            position,
            asked,
            probe,
            bound,
            seen,
            first_choice,
            next_choice: first_choice,
            first_part,
            waiting: 0,
        });
        Ok(None)
    }

    /// The nimber of an option when all its components are known; otherwise it becomes a choice.
    fn list_option(&mut self, position: &R::Position, played: &R::Move) -> Option<u64> {
        let option = match &mut self.option {
            Some(option) => {
                option.clone_from(position);
                option
            }
            none => none.insert(position.clone()),
        };
        self.rules.play(option, played);
        if self.theorems {
            self.rules.simplify(option);
        }
        self.pieces.clear();
        self.rules.split(option, &mut self.pieces);
        let (mut known, mut effort, start) = (0, 0u32, self.parts.len());
        let mut pieces = std::mem::take(&mut self.pieces);
        for mut piece in pieces.drain(..) {
            self.rules.canonicalise(&mut piece);
            if let Some(nimber) = self.known(&piece) {
                known ^= nimber;
            } else {
                effort = effort.saturating_add(self.rules.effort(&piece));
                self.parts.push(piece);
            }
        }
        self.pieces = pieces;
        let count = self.parts.len() - start;
        if count == 0 {
            return Some(known);
        }
        self.choices.push(Choice { known, start, count, effort });
        None
    }

    /// Goes on with a component after `finding` came back from the part it waited for.
    fn advance(&mut self, frame: &mut Frame<R::Position>, finding: Option<Finding>) -> Step<R::Position> {
        match finding {
            Some(Finding::Nimber(nimber)) => self.settle(frame.next_choice, frame.waiting, nimber),
            Some(Finding::Not(_)) => frame.next_choice += 1,
            None => {}
        }
        loop {
            if let Some(step) = self.next_question(frame) {
                return step;
            }
            if let Some(done) = next_probe(frame) {
                return Step::Done(done);
            }
            frame.next_choice = frame.first_choice;
        }
    }

    fn settle(&mut self, choice: usize, part: usize, nimber: u64) {
        let choice = &mut self.choices[choice];
        choice.known ^= nimber;
        choice.count -= 1;
        self.parts.swap(part, choice.start + choice.count);
    }

    /// The next thing to be searched to find an option of the nimber looked for; `None` at the end of the list or when an
    /// option is found to have it.
    fn next_question(&mut self, frame: &mut Frame<R::Position>) -> Option<Step<R::Position>> {
        while frame.next_choice < self.choices.len() {
            let at = frame.next_choice;
            let mut part = self.choices[at].start;
            while part < self.choices[at].start + self.choices[at].count {
                match self.known(&self.parts[part]) {
                    Some(nimber) => self.settle(at, part, nimber),
                    None => part += 1,
                }
            }
            let Choice { known, start, count, .. } = self.choices[at];
            if count == 0 {
                if known <= frame.bound {
                    frame.seen.insert(known);
                }
                if known == frame.probe {
                    return None;
                }
            } else if count == 1 {
                let asked = known ^ frame.probe;
                if !self.excluded(self.table.get(&self.parts[start]), asked) {
                    frame.waiting = start;
                    return Some(Step::Ask(self.parts[start].clone(), Some(asked)));
                }
            } else {
                let easiest = (start..start + count).min_by_key(|&part| self.rules.effort(&self.parts[part]));
                frame.waiting = easiest.unwrap_or(start);
                return Some(Step::Ask(self.parts[frame.waiting].clone(), None));
            }
            frame.next_choice += 1;
        }
        None
    }

    fn remember(&self, position: &R::Position, finding: Finding) -> Result<(), Stop> {
        let note = match finding {
            Finding::Nimber(nimber) if nimber < u64::from(EXACT) => EXACT | nimber as u16,
            Finding::Not(nimber) if nimber < NOTED => 1 << nimber,
            _ => return Ok(()),
        };
        let join = |old: u16, new: u16| match (old & EXACT, new & EXACT) {
            (0, 0) => old | new,
            (0, _) => new,
            _ => old,
        };
        self.table.put(position, self.rules.position_bytes(position), note, join)
    }

    /// Counts the stacks against the budget as they grow.
    fn hold(&mut self) -> Result<(), Stop> {
        let outside = self.parts.last().map_or(0, |part| self.rules.position_bytes(part));
        let bytes = self.choices.capacity() * size_of::<Choice>()
            + self.parts.capacity() * outside.max(size_of::<R::Position>())
            + self.stack.capacity() * size_of::<Frame<R::Position>>()
            + self.moves.capacity() * size_of::<R::Move>();
        let more = (bytes as u64).saturating_sub(self.held);
        if more > 0 {
            self.meter.budget().reserve(more)?;
            self.held += more;
        }
        Ok(())
    }
}

impl<R: Rules> Drop for NimberSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}

/// What a component needs next.
enum Step<P> {
    Ask(P, Option<u64>),
    Done(Finding),
}

/// After all options were tried for the nimber looked for, or one was found to have it: what that settles, or the next
/// nimber to look for.
fn next_probe<P>(frame: &mut Frame<P>) -> Option<Finding> {
    let found = frame.seen.contains(frame.probe);
    match frame.asked {
        Some(asked) if asked == frame.probe => {
            if found {
                return Some(Finding::Not(asked));
            }
            frame.bound = frame.bound.min(asked);
            frame.asked = None;
        }
        _ if !found => return Some(Finding::Nimber(frame.probe)),
        _ => {}
    }
    frame.probe = frame.seen.mex();
    (frame.probe >= frame.bound).then_some(Finding::Nimber(frame.bound))
}

/// A set of nimbers that knows its mex.
#[derive(Clone, Debug, Default)]
pub(crate) struct NimberSet {
    low: u64,
    high: Vec<u64>,
}

impl NimberSet {
    /// A mex is at most the number of moves, so larger nimbers, which closed forms can give, need not be kept.
    const LARGEST: u64 = 1 << 24;

    pub fn insert(&mut self, nimber: u64) {
        if nimber < 64 {
            self.low |= 1 << nimber;
        } else if nimber < Self::LARGEST {
            let word = (nimber / 64) as usize - 1;
            if word >= self.high.len() {
                self.high.resize(word + 1, 0);
            }
            self.high[word] |= 1 << (nimber % 64);
        }
    }

    pub fn contains(&self, nimber: u64) -> bool {
        if nimber < 64 {
            return self.low >> nimber & 1 == 1;
        }
        self.high.get((nimber / 64) as usize - 1).is_some_and(|word| word >> (nimber % 64) & 1 == 1)
    }

    /// The least nimber that is not in the set.
    pub fn mex(&self) -> u64 {
        if self.low != u64::MAX {
            return u64::from(self.low.trailing_ones());
        }
        let full = self.high.iter().take_while(|word| **word == u64::MAX).count();
        (full as u64 + 1) * 64 + self.high.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
    }
}
