//! Nimbers of impartial positions by depth-first search with a bounded table.
//!
//! Lemoine and Viennot (2012) decide a sum by asking "is G + *n lost?", which is "is n the nimber of G?", and so compute
//! only the nimbers they need. To answer for a component G:
//! - an option of nimber n shows that G has another nimber, and the question is settled without knowing which;
//! - when no option has nimber n, the nimber is at most n, and it is the first number that no option has.
//!
//! An option falls into components. Those with known nimbers count as one Nim heap; of the others all but one are searched
//! for their nimbers, the easiest first, and the last is asked a question of the same kind. Options are looked up before
//! any is searched, since one that is known may settle the question at once; so cheaply that such answers are not even
//! remembered, which keeps the table small.
//!
//! Where moves commute ([`ImpartialHints::commutes`]), a reply f that gives G after e the nimber n gives it to G after f as well,
//! by e: one refutation settles two options. And a reply that refuted one option is tried first on the others; the more
//! options it has refuted, the earlier it is searched, as in the history heuristic (J. Schaeffer, The history heuristic and
//! alpha-beta search enhancements in practice, 1989).

use crate::listing::list_for_search;
use crate::stock::Stocks;
use crate::table::{EXACT, Table, Worded, hash, sort_by_word};
use crate::{Settings, Stop};
use grundy_budget::{Budget, Meter};
use grundy_game::ImpartialHints;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Knows the nimbers of some components, from elsewhere.
pub(crate) type Lookup<P> = Arc<dyn Fn(&P) -> Option<u64> + Send + Sync>;

/// A search for nimbers that remembers the components it has met, as far as its memory goes.
///
/// The stack is explicit, so deep games cannot overflow it.
pub struct NimberSearch<'a, R: ImpartialHints> {
    rules: &'a R,
    /// Whether moves commute.
    commutes: bool,
    table: Table<R::Position, Worded<R>>,
    meter: Meter,
    theorems: bool,
    /// Tables on disk, where there are some.
    lookup: Option<Lookup<R::Position>>,
    /// Tables of small positions that a long search fills, where it may, and which of them is the largest one filled.
    stocks: Option<Arc<Stocks>>,
    stock: Option<usize>,
    /// How many components were searched since the stocks were told.
    untold: u64,
    stack: Vec<Frame<R::Position>>,
    choices: Vec<Choice<R::Move>>,
    /// Unknown components of choices, canonical.
    parts: Vec<R::Position>,
    /// The same as they stand, with the names of their moves, where moves commute; otherwise empty.
    placed: Vec<R::Position>,
    /// Moves that refuted options of the positions on the stack.
    replies: Vec<R::Move>,
    /// The move that showed the last question to have the answer no.
    reply: Option<R::Move>,
    moves: Vec<R::Move>,
    pieces: Vec<R::Position>,
    option: Option<R::Position>,
    /// Options of the position opened now of which something is to be looked up, and what that is: components as they stand and
    /// in canonical form.
    pending: Vec<Pending>,
    waiting: Vec<(R::Position, R::Position)>,
    /// Where choices with a hash stand, while many options are listed.
    listed: FxHashMap<u64, u32>,
    /// Hashes of the first parts of the choices listed for one component so far, while they are few.
    hashes: Vec<u32>,
    /// Components with known nimbers as they stood lately, each at the place that its hash names; where moves commute the
    /// same ones come again and again, and need not be made canonical to be known.
    recent: Vec<Option<(R::Position, u64)>>,
    /// What the threads that share the table are searching, where there are several.
    busy: Option<Arc<Busy>>,
    /// How many components were asked for since the table was last asked whether others have settled them.
    since: u32,
    budget: Budget,
    held: u64,
}

/// A component under search.
struct Frame<P> {
    position: P,
    /// Its canonical form, when it is not canonical itself.
    key: Option<P>,
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
    first_reply: usize,
    /// Which part of the choice in turn is being searched.
    waiting: usize,
    /// Whether choices that another thread is searching are left for later, and whether some were.
    patient: bool,
    deferred: bool,
    /// Whether an option was searched without settling the question.
    tried: bool,
    /// The hash under which other threads see that it is being searched, or 0.
    mark: u64,
}

/// The components that threads are searching, by their hashes, as far as those do not fall together: so that threads go
/// different ways and seldom do the same work (J.-C. Weill, The ABDADA distributed minimax-search algorithm, 1996).
pub(crate) struct Busy {
    marks: Vec<AtomicU64>,
}

impl Busy {
    const MARKS: usize = 1 << 10;

    pub fn new() -> Self {
        Self { marks: (0..Self::MARKS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.marks[hash as usize % Self::MARKS]
    }

    fn begin(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    fn end(&self, hash: u64) {
        if self.is_marked(hash) {
            self.place(hash).store(0, Ordering::Relaxed);
        }
    }

    fn is_marked(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }
}

/// An option not wholly known: `known` is the nimber of its known components, the others are `parts[start..start + count]`.
/// When none is left the option's nimber is in `seen`.
struct Choice<M> {
    played: M,
    /// Whether it is known not to have the nimber looked for.
    refuted: bool,
    known: u64,
    start: u32,
    count: u32,
    /// How hard it is to search, less what speaks for it.
    effort: i32,
}

impl<M> Choice<M> {
    fn parts(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// An option some of whose components are to be looked up: the number of the move, the nimber of the other components, and how
/// many are waiting.
struct Pending {
    played: usize,
    known: u64,
    count: usize,
}

/// The choices listed for one component so far.
struct Listed {
    first_choice: usize,
    /// A bit for the hash of the first part of each.
    marks: u64,
}

/// What a search of a component found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    Nimber(u64),
    Not(u64),
}

/// Exclusions are remembered for nimbers below this.
const NOTED: u64 = 15;
/// A question that looking up fewer options settles is not worth remembering.
const CHEAP: usize = 4;
/// So many options are too many to compare each with all others.
const MANY: usize = 1 << 8;
/// How many components are kept at hand as they stand.
const RECENT: usize = 1 << 10;
/// Components so many moves away from the first one are marked while they are searched.
const MARKED: usize = 16;
/// In the first one and those fewer moves away, threads do not part before an option was searched in vain (R. Feldmann, B. Monien,
/// P. Mysliwietz and O. Vornberger, Distributed game-tree search, 1989: young brothers wait).
const TOGETHER: usize = 3;
/// How many components are asked for before a thread looks whether others have settled what it is searching.
const LOOK: u32 = 1 << 4;
/// How many options of a position are looked up at once, where a look takes long.
const AT_ONCE: usize = 1 << 4;
/// How many components are searched between two looks at the tables of small positions.
const TOLD: u64 = 1 << 10;
/// How many replies to other options are tried first.
const TRIED: usize = 2;

impl<'a, R: ImpartialHints> NimberSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the positions it meets.
    pub fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self::on_table(rules, &settings.budget, theorems, Table::new(&settings.budget))
    }

    /// Another search on the same table, for another thread.
    pub fn companion(&mut self, settings: &Settings) -> Result<Self, Stop> {
        let mut companion = Self::on_table(self.rules, &settings.budget, self.theorems, self.table.share()?);
        companion.lookup.clone_from(&self.lookup);
        companion.stocks.clone_from(&self.stocks);
        companion.stock = self.stock;
        Ok(companion)
    }

    /// As [`NimberSearch::companion`], for a thread that searches the same position.
    pub(crate) fn partner(&mut self, settings: &Settings, busy: &Arc<Busy>) -> Result<Self, Stop> {
        let mut partner = self.companion(settings)?;
        partner.busy = Some(Arc::clone(busy));
        Ok(partner)
    }

    /// Asks `lookup` for the nimbers of components before it searches them.
    pub(crate) fn ask_first(&mut self, lookup: Lookup<R::Position>) {
        self.lookup = Some(lookup);
    }

    /// Lets it fill tables of small positions when it takes long.
    pub(crate) fn may_stock(&mut self) {
        self.stocks = self.theorems.then(|| Arc::new(Stocks::of(self.rules)));
    }

    /// Whether the table is shared.
    pub(crate) fn is_shared(&self) -> bool {
        self.table.is_shared()
    }

    /// Lets another budget pay for the positions from now on; memory stays with the first.
    pub(crate) fn spend_from(&mut self, budget: &Budget) {
        self.meter = budget.meter();
    }

    fn on_table(rules: &'a R, budget: &Budget, theorems: bool, table: Table<R::Position, Worded<R>>) -> Self {
        Self {
            rules,
            commutes: R::COMMUTES && rules.commutes(),
            table,
            meter: budget.meter(),
            theorems,
            lookup: None,
            stocks: None,
            stock: None,
            untold: 0,
            stack: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            placed: Vec::new(),
            replies: Vec::new(),
            reply: None,
            moves: Vec::new(),
            pieces: Vec::new(),
            option: None,
            pending: Vec::new(),
            waiting: Vec::new(),
            listed: FxHashMap::default(),
            hashes: Vec::new(),
            recent: Vec::new(),
            busy: None,
            since: 0,
            budget: budget.clone(),
            held: 0,
        }
    }

    /// Whether moves commute; known when a game is compiled where they never do.
    #[inline]
    fn commutes(&self) -> bool {
        R::COMMUTES && self.commutes
    }

    /// The nimber of `position`.
    pub fn nimber(&mut self, position: &R::Position) -> Result<u64, Stop> {
        let (mut total, unknown) = self.components(position);
        for part in unknown {
            total ^= self.search_nimber(part)?;
        }
        Ok(total)
    }

    /// The nimber of `position`, question by question, so that what is excluded is known when the budget runs out.
    pub(crate) fn count_up(&mut self, position: &R::Position) -> Result<u64, Stop> {
        let mut nimber = 0;
        while !self.is_nimber(position, nimber)? {
            nimber += 1;
        }
        Ok(nimber)
    }

    /// Counts every position visited so far against the budget, for exact figures.
    pub fn settle_count(&mut self) {
        self.meter.settle();
    }

    /// Whether `nimber` is the nimber of `position`; often settled without finding out which one is.
    pub fn is_nimber(&mut self, position: &R::Position, nimber: u64) -> Result<bool, Stop> {
        let (mut total, mut unknown) = self.components(position);
        let last = unknown.pop();
        for part in unknown {
            total ^= self.search_nimber(part)?;
        }
        let Some(last) = last else { return Ok(total == nimber) };
        if excluded(self.table.get(&last), total ^ nimber) {
            return Ok(false);
        }
        Ok(self.search(last, Some(total ^ nimber))? == Finding::Nimber(total ^ nimber))
    }

    /// The nimber of `position` when it is known already, without a search.
    pub(crate) fn known(&self, position: &R::Position) -> Option<u64> {
        let (total, unknown) = self.components(position);
        unknown.is_empty().then_some(total)
    }

    /// As [`Self::known`], after a search of whether it is `nimber`, when it takes one.
    pub(crate) fn nimber_unless(&mut self, position: &R::Position, nimber: u64) -> Result<Option<u64>, Stop> {
        if self.known(position).is_none() {
            self.is_nimber(position, nimber)?;
        }
        Ok(self.known(position))
    }

    /// The numbers below 15 that the searches so far have shown not to be the nimber of `position`.
    pub fn excluded_nimbers(&self, position: &R::Position) -> Vec<u64> {
        let (total, unknown) = self.components(position);
        let [only] = &unknown[..] else { return Vec::new() };
        let note = self.table.get(only);
        excluded_by(note, total)
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
            match self.known_part(part) {
                Some(nimber) => {
                    total ^= nimber;
                    false
                }
                None => true,
            }
        });
        sort_by_word(&mut parts, |part| self.rules.weight(part) as u64);
        (total, parts)
    }

    fn search_nimber(&mut self, part: R::Position) -> Result<u64, Stop> {
        if let Some(nimber) = self.known_part(&part) {
            return Ok(nimber);
        }
        match self.search(part, None)? {
            Finding::Nimber(nimber) | Finding::Not(nimber) => Ok(nimber),
        }
    }

    /// The nimber of a component in canonical form, when it is known.
    fn known_part(&self, part: &R::Position) -> Option<u64> {
        self.noted(part, self.table.get(part)).or_else(|| self.stocked(part))
    }

    /// The nimber of a component in canonical form of which this is noted, when that or a closed form tells it.
    fn noted(&self, part: &R::Position, note: u16) -> Option<u64> {
        if note & EXACT != 0 {
            return Some(u64::from(note & !EXACT));
        }
        let known = if self.theorems { self.rules.closed_form(part) } else { None };
        match &self.lookup {
            Some(lookup) if known.is_none() => lookup(part),
            _ => known,
        }
    }

    /// The nimber of a component by a table of small positions.
    fn stocked(&self, part: &R::Position) -> Option<u64> {
        self.stocks.as_ref()?.nimber(self.rules, self.stock?, part)
    }

    /// Counts a component that is searched; now and then a table of small positions is filled.
    fn count_searched(&mut self) -> Result<(), Stop> {
        self.untold += 1;
        if self.untold == TOLD
            && let Some(stocks) = &self.stocks
        {
            self.untold = 0;
            self.stock = stocks.after(TOLD, self.meter.budget())?;
        }
        Ok(())
    }

    /// Searches one component, which is not known, for its nimber or for whether it is the one asked.
    fn search(&mut self, root: R::Position, asked: Option<u64>) -> Result<Finding, Stop> {
        self.stack.clear();
        self.choices.clear();
        self.parts.clear();
        self.placed.clear();
        self.replies.clear();
        let mut frame = match self.open(root.clone(), None, asked, 0)? {
            Opened::Frame(frame) => frame,
            Opened::Settled(finding) => {
                self.remember(&root, finding, &NimberSet::default())?;
                return Ok(finding);
            }
        };
        let mut finding = None;
        loop {
            match self.advance(&mut frame, finding.take()) {
                Step::Done(done) => {
                    self.unmark(&frame);
                    self.leave(frame.first_choice, frame.first_part, frame.first_reply);
                    self.remember(frame.key.as_ref().unwrap_or(&frame.position), done, &frame.seen)?;
                    finding = Some(done);
                    match self.stack.pop() {
                        Some(before) => frame = before,
                        None => return Ok(done),
                    }
                }
                Step::Ask(part, asked) => {
                    if let Some(settled) = self.settled_elsewhere(&mut frame) {
                        finding = Some(settled);
                        match self.stack.pop() {
                            Some(before) => frame = before,
                            None => return Ok(settled),
                        }
                        continue;
                    }
                    let key = self.parts[part].clone();
                    let (position, key) = match self.placed.get(part) {
                        Some(placed) => (placed.clone(), Some(key)),
                        None => (key, None),
                    };
                    match self.open(position, key, asked, frame.first_reply)? {
                        Opened::Settled(settled) => finding = Some(settled),
                        Opened::Frame(mut next) => {
                            self.mark(&mut next);
                            self.stack.push(std::mem::replace(&mut frame, next));
                        }
                    }
                }
            }
        }
    }

    /// Shows other threads that a component is being searched, when it is one of the first.
    fn mark(&self, frame: &mut Frame<R::Position>) {
        if let Some(busy) = &self.busy
            && self.stack.len() < MARKED
        {
            frame.mark = hash(frame.key.as_ref().unwrap_or(&frame.position));
            busy.begin(frame.mark);
        }
    }

    fn unmark(&self, frame: &Frame<R::Position>) {
        if let Some(busy) = self.busy.as_ref().filter(|_| frame.mark != 0) {
            busy.end(frame.mark);
        }
    }

    /// Whether another thread is searching this part.
    fn is_busy(&self, part: usize) -> bool {
        self.busy.as_ref().is_some_and(|busy| busy.is_marked(hash(&self.parts[part])))
    }

    /// Now and then, what another thread has found out of the question of a component on the stack: everything above it
    /// is left, and `frame` becomes that component, to be left by whoever asked.
    fn settled_elsewhere(&mut self, frame: &mut Frame<R::Position>) -> Option<Finding> {
        self.busy.as_ref()?;
        self.since += 1;
        if self.since < LOOK {
            return None;
        }
        self.since = 0;
        for at in 0..self.stack.len().min(MARKED) {
            let before = &self.stack[at];
            let note = self.table.fetch(before.key.as_ref().unwrap_or(&before.position));
            let settled = match before.asked {
                _ if note & EXACT != 0 => Finding::Nimber(u64::from(note & !EXACT)),
                Some(asked) if excluded(note, asked) => Finding::Not(asked),
                _ => continue,
            };
            self.unmark(frame);
            while self.stack.len() > at
                && let Some(above) = self.stack.pop()
            {
                self.unmark(&above);
                *frame = above;
            }
            self.leave(frame.first_choice, frame.first_part, frame.first_reply);
            self.reply = None;
            return Some(settled);
        }
        None
    }

    fn leave(&mut self, first_choice: usize, first_part: usize, first_reply: usize) {
        self.choices.truncate(first_choice);
        self.parts.truncate(first_part);
        self.placed.truncate(first_part);
        self.replies.truncate(first_reply);
    }

    /// Lists the options of a component and puts it on the stack, or settles it at once.
    fn open(
        &mut self,
        position: R::Position,
        key: Option<R::Position>,
        asked: Option<u64>,
        siblings: usize,
    ) -> Result<Opened<R::Position>, Stop> {
        self.meter.step()?;
        self.count_searched()?;
        self.reply = None;
        let (first_choice, first_part, first_reply) = (self.choices.len(), self.parts.len(), self.replies.len());
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        list_for_search(self.rules, &position, self.meter.budget(), &mut moves)?;
        self.replies_first(&mut moves, siblings);
        // The nimber is at most the number of options, and larger nimbers of options do not matter.
        let bound = moves.len() as u64;
        let mut settled = asked.filter(|&asked| asked > bound);
        let mut seen = NimberSet::default();
        let mut looked = 0;
        let mut list = Listed { first_choice, marks: 0 };
        if self.listed.capacity() > 8 * moves.len() {
            self.listed = FxHashMap::default();
        }
        self.listed.clear();
        self.hashes.clear();
        for (number, played) in moves.iter().enumerate() {
            if settled.is_some() {
                break;
            }
            looked += 1;
            if looked % MANY == 0 {
                self.meter.work(MANY as u64 / 4)?;
                self.hold()?;
            }
            let mut found = |nimber: u64, played: &R::Move| {
                if nimber > bound {
                    return None;
                }
                seen.insert(nimber);
                settled = settled.or(asked.filter(|&asked| asked == nimber));
                settled.map(|_| played.clone())
            };
            if let Some(nimber) = self.look(&position, (number, played), &mut list) {
                self.reply = found(nimber, played);
            }
            // The first ones may well settle it, and then others are looked up in vain.
            let enough = self.pending.len() > AT_ONCE.min(looked / 2) || looked == moves.len();
            if self.reply.is_none() && enough && !self.pending.is_empty() {
                self.reply = self.look_up(&moves, &mut list, found);
            }
        }
        self.pending.clear();
        self.waiting.clear();
        self.moves = moves;
        if let Some(asked) = settled {
            self.leave(first_choice, first_part, first_reply);
            let finding = Finding::Not(asked);
            if looked >= CHEAP {
                self.remember(key.as_ref().unwrap_or(&position), finding, &seen)?;
            }
            return Ok(Opened::Settled(finding));
        }
        self.order_choices(first_choice, siblings);
        self.hold()?;
        // That a nimber is not a large one cannot be noted, and would be found out again and again; so which it is.
        let asked = asked.filter(|&asked| asked < NOTED);
        let probe = asked.unwrap_or_else(|| seen.mex());
        Ok(Opened::Frame(Frame {
            position,
            key,
            asked,
            probe,
            bound,
            seen,
            first_choice,
            next_choice: first_choice,
            first_part,
            first_reply,
            waiting: 0,
            patient: self.busy.is_some(),
            deferred: false,
            tried: false,
            mark: 0,
        }))
    }

    /// Brings the latest replies to other options of the position before to the front.
    fn replies_first(&self, moves: &mut [R::Move], siblings: usize) {
        let mut front = 0;
        for reply in self.replies[siblings..].iter().rev().take(TRIED) {
            if let Some(at) = moves[front..].iter().position(|played| played == reply) {
                moves.swap(front, front + at);
                front += 1;
            }
        }
    }

    /// The nimber of an option when all its components are known; otherwise it becomes a choice, or waits to be looked up with
    /// others where a look takes long.
    fn look(&mut self, position: &R::Position, (number, played): (usize, &R::Move), list: &mut Listed) -> Option<u64> {
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
        self.rules.split_option(position, played, option, &mut self.pieces);
        let far = self.table.is_far();
        let (mut known, start, first) = (0, self.parts.len(), self.waiting.len());
        for at in 0..self.pieces.len() {
            if let Some(nimber) = self.at_hand(at) {
                known ^= nimber;
                continue;
            }
            let piece = self.pieces[at].clone();
            let mut part = piece.clone();
            self.rules.canonicalise(&mut part);
            if far {
                self.waiting.push((piece, part));
            } else {
                known ^= self.look_up_part(start, piece, part);
            }
        }
        let count = self.waiting.len() - first;
        if count > 0 {
            self.pending.push(Pending { played: number, known, count });
            return None;
        }
        if self.parts.len() == start {
            return Some(known);
        }
        self.add_choice(played.clone(), known, start, list);
        None
    }

    /// Looks up what is waiting; an option that is not known then becomes a choice. `found` is told the nimbers of the others, until it
    /// returns the move that settles the question.
    ///
    /// What is looked up is touched before anything is compared: memory is slow to answer, but answers many at once.
    fn look_up(
        &mut self,
        moves: &[R::Move],
        list: &mut Listed,
        mut found: impl FnMut(u64, &R::Move) -> Option<R::Move>,
    ) -> Option<R::Move> {
        if self.waiting.len() > 1 {
            self.table.touch(self.waiting.iter().map(|(_, part)| part));
        }
        let (mut pending, mut waiting) = (std::mem::take(&mut self.pending), std::mem::take(&mut self.waiting));
        let (mut parts, mut reply) = (waiting.drain(..), None);
        for Pending { played, mut known, count } in pending.drain(..) {
            let start = self.parts.len();
            for (piece, part) in parts.by_ref().take(count) {
                known ^= self.look_up_part(start, piece, part);
            }
            if self.parts.len() == start {
                reply = found(known, &moves[played]);
                if reply.is_some() {
                    break;
                }
            } else {
                self.add_choice(moves[played].clone(), known, start, list);
            }
        }
        drop(parts);
        (self.pending, self.waiting) = (pending, waiting);
        reply
    }

    /// The nimber of a component that is not at hand; 0 when it is unknown, and then it is added to those from `start` on.
    fn look_up_part(&mut self, start: usize, piece: R::Position, part: R::Position) -> u64 {
        if let Some(nimber) = self.noted(&part, self.table.near(&part)) {
            let place = self.recent_place(&piece);
            self.keep_at_hand(place, piece, nimber);
            return nimber;
        }
        self.add_part(start, piece, part);
        0
    }

    /// Makes an option a choice whose unknown components begin at `start`, unless there is one with the same.
    fn add_choice(&mut self, played: R::Move, known: u64, start: usize, list: &mut Listed) {
        let count = (self.parts.len() - start) as u32;
        let choice = Choice { played, refuted: false, known, start: start as u32, count, effort: 0 };
        if self.is_listed(&choice, list) {
            self.parts.truncate(start);
            self.placed.truncate(start);
        } else {
            self.choices.push(choice);
        }
    }

    /// Whether a choice with the same components is listed; if not it will be.
    fn is_listed(&mut self, choice: &Choice<R::Move>, list: &mut Listed) -> bool {
        let parts = &self.parts[choice.parts()];
        let hash = hash(&parts[0]);
        let same = |other: &Choice<R::Move>| other.known == choice.known && self.parts[other.parts()] == *parts;
        let before = &self.choices[list.first_choice..];
        if before.len() >= MANY {
            let at = *self.listed.entry(hash ^ choice.known).or_insert(before.len() as u32);
            return before.get(at as usize).is_some_and(same);
        }
        let (mark, short) = (1 << (hash >> 58), (hash >> 32) as u32);
        let perhaps = list.marks & mark != 0 && self.hashes.contains(&short);
        list.marks |= mark;
        let listed = perhaps && before.iter().any(same);
        if !listed {
            self.hashes.push(short);
        }
        listed
    }

    /// The nimber of a piece of the option listed now, when it is known without its canonical form.
    fn at_hand(&mut self, at: usize) -> Option<u64> {
        let piece = &self.pieces[at];
        let place = self.recent_place(piece);
        match self.recent.get(place) {
            Some(Some((recent, nimber))) if recent == piece => return Some(*nimber),
            _ => {}
        }
        let nimber = self.stocked(piece)?;
        self.keep_at_hand(place, piece.clone(), nimber);
        Some(nimber)
    }

    /// Where a component is kept at hand.
    fn recent_place(&self, piece: &R::Position) -> usize {
        if self.commutes() { (hash(piece) >> (64 - RECENT.trailing_zeros())) as usize } else { 0 }
    }

    fn keep_at_hand(&mut self, place: usize, piece: R::Position, nimber: u64) {
        if self.commutes() {
            self.recent.resize(RECENT, None);
            self.recent[place] = Some((piece, nimber));
        }
    }

    /// Adds an unknown component of the option listed now, whose parts begin at `start`.
    fn add_part(&mut self, start: usize, piece: R::Position, part: R::Position) {
        if let Some(twin) = self.parts[start..].iter().position(|other| *other == part) {
            // Two equal components cancel.
            self.parts.swap_remove(start + twin);
            if self.commutes() {
                self.placed.swap_remove(start + twin);
            }
            return;
        }
        self.parts.push(part);
        if self.commutes() {
            self.placed.push(piece);
        }
    }

    /// Puts the choices from `first_choice` on into the order in which they are tried, the easiest first.
    fn order_choices(&mut self, first_choice: usize, siblings: usize) {
        let replies = &self.replies[siblings.max(self.replies.len().saturating_sub(MANY))..];
        for choice in &mut self.choices[first_choice..] {
            let weights = self.parts[choice.parts()].iter().map(|part| self.rules.weight(part));
            let effort = weights.fold(0, usize::saturating_add).min(i32::MAX as usize) as i32;
            let refuted = replies.iter().filter(|reply| **reply == choice.played).count() as i32;
            choice.effort = effort.saturating_sub_unsigned(self.rules.promise(&choice.played)).saturating_sub(refuted);
        }
        self.choices[first_choice..].sort_unstable_by_key(|choice| (choice.effort, choice.start));
    }

    /// Goes on with a component after `finding` came back from the part it waited for.
    fn advance(&mut self, frame: &mut Frame<R::Position>, finding: Option<Finding>) -> Step {
        match finding {
            Some(Finding::Nimber(nimber)) => self.settle(frame.next_choice, frame.waiting, nimber),
            Some(Finding::Not(_)) => {
                frame.next_choice += 1;
                frame.tried = true;
                self.refute(frame.next_choice);
            }
            None => {}
        }
        loop {
            if let Some(step) = self.next_question(frame) {
                return step;
            }
            if frame.deferred && !frame.seen.contains(frame.probe) {
                // What was left to other threads, and is not settled yet.
                (frame.patient, frame.deferred, frame.next_choice) = (false, false, frame.first_choice);
                continue;
            }
            if let Some(done) = next_probe(frame) {
                return Step::Done(done);
            }
            (frame.patient, frame.deferred) = (self.busy.is_some(), false);
            frame.next_choice = frame.first_choice;
            self.replies.truncate(frame.first_reply);
            self.choices[frame.first_choice..].iter_mut().for_each(|choice| choice.refuted = false);
        }
    }

    /// Takes note of the reply that refuted an option: as a move from here it is refuted too.
    fn refute(&mut self, rest: usize) {
        if self.commutes()
            && let Some(reply) = self.reply.take()
        {
            if let Some(choice) = self.choices[rest..].iter_mut().find(|choice| choice.played == reply) {
                choice.refuted = true;
            }
            self.replies.push(reply);
        }
    }

    fn settle(&mut self, choice: usize, part: usize, nimber: u64) {
        let choice = &mut self.choices[choice];
        choice.known ^= nimber;
        choice.count -= 1;
        let last = choice.parts().end;
        self.parts.swap(part, last);
        if self.commutes() {
            self.placed.swap(part, last);
        }
    }

    /// The next thing to be searched to find an option of the nimber looked for; `None` at the end of the list or when an
    /// option is found to have it.
    fn next_question(&mut self, frame: &mut Frame<R::Position>) -> Option<Step> {
        // The first option often settles the question: threads search it together before they go different ways.
        let patient = frame.patient && (frame.tried || self.stack.len() >= TOGETHER);
        while frame.next_choice < self.choices.len() {
            let at = frame.next_choice;
            if self.choices[at].refuted {
                frame.next_choice += 1;
                continue;
            }
            let (mut part, mut note) = (self.choices[at].start as usize, 0);
            while part < self.choices[at].parts().end {
                let found = self.table.fetch(&self.parts[part]);
                if found & EXACT == 0 {
                    (part, note) = (part + 1, found);
                } else {
                    self.settle(at, part, u64::from(found & !EXACT));
                }
            }
            let Choice { known, start, count, .. } = self.choices[at];
            let (start, count) = (start as usize, count as usize);
            if count == 0 {
                if known <= frame.bound {
                    frame.seen.insert(known);
                }
                if known == frame.probe {
                    self.reply = Some(self.choices[at].played.clone());
                    return None;
                }
            } else if count == 1 {
                let asked = known ^ frame.probe;
                let open = !excluded(note, asked);
                if open && patient && self.is_busy(start) {
                    frame.deferred = true;
                } else if open {
                    frame.waiting = start;
                    return Some(Step::Ask(start, Some(asked)));
                }
            } else {
                let easiest = (start..start + count).min_by_key(|&part| self.rules.weight(&self.parts[part]));
                let easiest = easiest.unwrap_or(start);
                if patient && self.is_busy(easiest) {
                    frame.deferred = true;
                } else {
                    frame.waiting = easiest;
                    return Some(Step::Ask(easiest, None));
                }
            }
            frame.next_choice += 1;
        }
        None
    }

    /// Notes what was found out about a component, some of whose options have the nimbers `seen`.
    fn remember(&mut self, position: &R::Position, finding: Finding, seen: &NimberSet) -> Result<(), Stop> {
        let note = match finding {
            Finding::Nimber(nimber) if nimber < u64::from(EXACT) => EXACT | nimber as u16,
            Finding::Not(nimber) if nimber < NOTED => 1 << nimber | seen.low as u16 & (EXACT - 1),
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
        let bytes = self.choices.capacity() * size_of::<Choice<R::Move>>()
            + (self.parts.capacity() + self.placed.capacity()) * outside.max(size_of::<R::Position>())
            + self.stack.capacity() * size_of::<Frame<R::Position>>()
            + self.moves.capacity() * size_of::<R::Move>()
            + self.listed.capacity() * size_of::<(u64, u64)>()
            + self.hashes.capacity() * size_of::<u32>()
            + self.waiting.capacity() * 2 * outside.max(size_of::<R::Position>())
            + self.recent.capacity() * (outside + size_of::<Option<(R::Position, u64)>>());
        let more = (bytes as u64).saturating_sub(self.held);
        if more > 0 {
            self.budget.reserve(more)?;
            self.held += more;
        }
        Ok(())
    }
}

impl<R: ImpartialHints> Drop for NimberSearch<'_, R> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// The numbers that a note excludes, plus a nimber.
fn excluded_by(note: u16, total: u64) -> Vec<u64> {
    let mut excluded: Vec<u64> = (0..NOTED).filter(|&n| excluded(note, n)).map(|n| n ^ total).collect();
    excluded.sort_unstable();
    excluded
}

/// Whether a note says that a component has not this nimber.
fn excluded(note: u16, nimber: u64) -> bool {
    if note & EXACT != 0 { u64::from(note & !EXACT) != nimber } else { nimber < NOTED && note >> nimber & 1 == 1 }
}

/// A component whose options have been listed.
enum Opened<P> {
    Settled(Finding),
    Frame(Frame<P>),
}

/// What a component needs next.
enum Step {
    /// Search the part with this number, for the nimber asked or for any.
    Ask(usize, Option<u64>),
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
