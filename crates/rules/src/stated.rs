//! What a file states about its positions (`nimber`, `value`), compared with its moves.
//!
//! A statement is a theorem of whoever wrote the file, and nothing but the moves can tell whether it is one. A statement that
//! follows from right ones about all options is right (induction over the moves), so positions are compared one by one: those
//! below the position asked about, as far as a bound on work reaches, and the small ones of the file, where theorems go wrong
//! most often. The first that disagrees is a mistake of the file.

use crate::Mistake;
use crate::functiongame::{FunctionRules, spent_steps};
use crate::script::Datum;
use grundy_budget::{Budget, Limits, pulse};
use grundy_game::{NoFiles, Player, Text, nimber_text, notation};
use grundy_value::{Store, Value, ValueError};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Positions and options that are looked at for one question.
const MOST_WORK: usize = 20_000;

/// Small positions of a file that are looked at.
const MOST_SMALL: usize = 40;

/// Instructions of the file's functions that are run for one question.
const MOST_STEPS: u64 = 1_000_000;

/// Bytes that values may take.
const MOST_BYTES: u64 = 64 << 20;

/// Positions whose worth is kept, and questions that are.
const MOST_KEPT: usize = 100_000;

/// What statements are about: nimbers, or values.
pub(crate) trait Scale: Default {
    type Worth: Copy + PartialEq;

    /// The function of the file that states it.
    const NAME: &'static str;

    /// The players whose moves count.
    const PLAYERS: &'static [Player];

    /// What the file states about a position, `None` where it says nothing.
    fn stated(&mut self, rules: &FunctionRules, position: &Datum) -> Result<Option<Self::Worth>, Halt>;

    /// What a position with such options is worth.
    fn formed(&mut self, options: &[Vec<Self::Worth>; 2]) -> Result<Self::Worth, Halt>;

    fn printed(&mut self, worth: Self::Worth) -> Result<String, Halt>;
}

/// Why a comparison ended early.
pub(crate) enum Halt {
    /// The file is wrong.
    Wrong(Mistake),
    /// The bound on work was reached.
    Bound,
}

impl From<Mistake> for Halt {
    fn from(mistake: Mistake) -> Self {
        Self::Wrong(mistake)
    }
}

/// Values that do not fit are not compared.
impl From<ValueError> for Halt {
    fn from(_: ValueError) -> Self {
        Self::Bound
    }
}

/// Statements about nimbers.
#[derive(Default)]
pub(crate) struct Nimbers;

impl Scale for Nimbers {
    type Worth = u64;
    const NAME: &'static str = "nimber";
    const PLAYERS: &'static [Player] = &[Player::Left];

    fn stated(&mut self, rules: &FunctionRules, position: &Datum) -> Result<Option<u64>, Halt> {
        Ok(rules.stated_nimber(position)?)
    }

    fn formed(&mut self, [options, _]: &[Vec<u64>; 2]) -> Result<u64, Halt> {
        let mut nimbers = options.clone();
        nimbers.sort_unstable();
        nimbers.dedup();
        // The least number that is missing.
        Ok((0..).zip(&nimbers).take_while(|(number, nimber)| number == *nimber).count() as u64)
    }

    fn printed(&mut self, nimber: u64) -> Result<String, Halt> {
        Ok(nimber_text(nimber))
    }
}

/// Statements about values.
pub(crate) struct Values(Store);

impl Default for Values {
    fn default() -> Self {
        Self(Store::new(&Budget::new(Limits { memory: Some(MOST_BYTES), ..Limits::default() })))
    }
}

impl Scale for Values {
    type Worth = Value;
    const NAME: &'static str = "value";
    const PLAYERS: &'static [Player] = &Player::BOTH;

    fn stated(&mut self, rules: &FunctionRules, position: &Datum) -> Result<Option<Value>, Halt> {
        let Some(text) = rules.stated_value(position)? else { return Ok(None) };
        match self.0.parse(&text) {
            Ok(value) => Ok(Some(value)),
            Err(ValueError::Exhausted(_)) => Err(Halt::Bound),
            Err(_) => Err(rules.not_a_value(text, position).into()),
        }
    }

    fn formed(&mut self, [left, right]: &[Vec<Value>; 2]) -> Result<Value, Halt> {
        Ok(self.0.form(left, right)?)
    }

    fn printed(&mut self, value: Value) -> Result<String, Halt> {
        Ok(self.0.print(value)?)
    }
}

/// How far statements were compared with moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    /// Positions whose statements follow from the moves.
    pub positions: usize,
    /// Whether these are all that can be reached.
    pub all: bool,
}

impl Compared {
    /// What the file states, and how far that was compared.
    pub fn reason(self, stated: Text) -> Text {
        let text = if self.all {
            Text::new("{stated}, which the moves of all positions below it confirm")
        } else {
            Text::new("{stated}; this was not proved, the moves of {count} positions agree with it")
        };
        text.with_text("stated", stated).with("count", self.positions)
    }
}

/// The comparisons made so far for one file.
pub(crate) struct Statements<S: Scale>(Mutex<Ledger<S>>);

impl<S: Scale> Default for Statements<S> {
    fn default() -> Self {
        Self(Mutex::new(Ledger {
            scale: S::default(),
            known: FxHashMap::default(),
            asked: FxHashMap::default(),
            small: None,
        }))
    }
}

impl<S: Scale> fmt::Debug for Statements<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Statements")
    }
}

struct Ledger<S: Scale> {
    scale: S,
    /// What positions are worth by their moves alone.
    known: FxHashMap<Datum, S::Worth>,
    /// What became of questions.
    asked: FxHashMap<Datum, Result<Compared, Mistake>>,
    /// What became of the small positions of the file, once they were looked at.
    small: Option<Result<(), Mistake>>,
}

impl<S: Scale> Statements<S> {
    /// Compares what the file states about a position, about those below it and about its small positions with the moves.
    pub fn compare(&self, rules: &FunctionRules, position: &Datum) -> Result<Compared, Mistake> {
        let mut ledger = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = ledger.asked.get(position) {
            return known.clone();
        }
        if ledger.small.is_none() {
            let mut small = small(rules).into_iter();
            ledger.small = Some(small.try_for_each(|position| ledger.compare(rules, &position).map(drop)));
        }
        // why: it was filled in just above.
        let small = ledger.small.clone().unwrap_or(Ok(()));
        let found = small.and_then(|()| ledger.compare(rules, position));
        if ledger.asked.len() >= MOST_KEPT {
            ledger.asked.clear();
        }
        ledger.asked.insert(position.clone(), found.clone());
        found
    }
}

/// The small positions of a file; what cannot be read is told when it is asked for.
fn small(rules: &FunctionRules) -> Vec<Datum> {
    let read = |text: &String| {
        let segments = notation::segments(text);
        let input = segments.iter().flatten().next().and_then(|segment| segment.input(text, &NoFiles));
        input.map(|input| rules.read(&input))
    };
    rules.small.iter().take(MOST_SMALL).filter_map(read).flatten().collect()
}

impl<S: Scale> Ledger<S> {
    fn compare(&mut self, rules: &FunctionRules, start: &Datum) -> Result<Compared, Mistake> {
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
        }
        let until = spent_steps() + MOST_STEPS;
        let mut walk = Walk { rules, ledger: self, told: FxHashMap::default(), agreed: 0, work: 0, until };
        let all = match walk.below(start) {
            Ok(()) => true,
            Err(Halt::Bound) => false,
            Err(Halt::Wrong(mistake)) => return Err(mistake),
        };
        Ok(Compared { positions: walk.agreed, all })
    }
}

/// A position whose options are being looked at.
struct Open {
    position: Datum,
    options: [Vec<Datum>; 2],
    /// Options of both players that were not looked at.
    rest: Vec<Datum>,
}

/// One comparison.
struct Walk<'a, S: Scale> {
    rules: &'a FunctionRules,
    ledger: &'a mut Ledger<S>,
    /// What the file states.
    told: FxHashMap<Datum, Option<S::Worth>>,
    /// Positions that were compared.
    agreed: usize,
    work: usize,
    until: u64,
}

impl<S: Scale> Walk<'_, S> {
    /// Goes through everything below a position, deep first, and from the last option to the first, which often is the smallest.
    fn below(&mut self, start: &Datum) -> Result<(), Halt> {
        let mut line = Vec::new();
        if !self.ledger.known.contains_key(start) {
            line.push(self.open(start.clone())?);
        }
        while let Some(open) = line.last_mut() {
            match open.rest.pop() {
                Some(option) if self.ledger.known.contains_key(&option) => {}
                Some(option) => line.push(self.open(option)?),
                None => {
                    if let Some(Open { position, options, .. }) = line.pop() {
                        self.close(position, &options)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn spend(&mut self, work: usize) -> Result<(), Halt> {
        self.work += work;
        pulse(work as u64);
        if self.work > MOST_WORK || spent_steps() > self.until { Err(Halt::Bound) } else { Ok(()) }
    }

    /// Lists the options of a position, and compares what is stated about it with what is stated about them.
    fn open(&mut self, position: Datum) -> Result<Open, Halt> {
        let mut options = [Vec::new(), Vec::new()];
        for (list, &player) in options.iter_mut().zip(S::PLAYERS) {
            self.rules.options(&position, player, list).map_err(|mistake| mistake.at_position(&position))?;
        }
        self.spend(1 + options.iter().map(Vec::len).sum::<usize>())?;
        if let Some(stated) = self.stated(&position)? {
            let mut told = [Vec::new(), Vec::new()];
            for (told, options) in told.iter_mut().zip(&options) {
                for option in options {
                    let about = self.stated(option)?;
                    // No position is worth what one of its options is.
                    if about == Some(stated) {
                        let problem = Text::new("the file states {stated} of it and of its option {option}");
                        return self.wrong(&position, problem.with("option", self.rules.written(option)), stated, None);
                    }
                    told.extend(about);
                }
            }
            let complete = told.iter().zip(&options).all(|(told, options)| told.len() == options.len());
            let follows = if complete { self.ledger.scale.formed(&told)? } else { stated };
            if follows != stated {
                let problem = Text::new("the file states {stated}, but what it states of the options gives {found}");
                return self.wrong(&position, problem, stated, Some(follows));
            }
            self.agreed += usize::from(complete);
        }
        let rest = options.iter().flatten().cloned().collect();
        Ok(Open { position, options, rest })
    }

    /// Compares what is stated about a position with what its options are worth.
    fn close(&mut self, position: Datum, options: &[Vec<Datum>; 2]) -> Result<(), Halt> {
        let known = &self.ledger.known;
        let worth =
            [0, 1].map(|side: usize| options[side].iter().filter_map(|option| known.get(option).copied()).collect());
        let found = self.ledger.scale.formed(&worth)?;
        if let Some(stated) = self.stated(&position)?.filter(|stated| *stated != found) {
            let problem = Text::new("the file states {stated}, brute force finds {found}");
            return self.wrong(&position, problem, stated, Some(found));
        }
        self.ledger.known.insert(position, found);
        Ok(())
    }

    fn stated(&mut self, position: &Datum) -> Result<Option<S::Worth>, Halt> {
        if let Some(&told) = self.told.get(position) {
            return Ok(told);
        }
        let told = self.ledger.scale.stated(self.rules, position)?;
        self.spend(1)?;
        self.told.insert(position.clone(), told);
        Ok(told)
    }

    /// The mistake of a statement that disagrees with others or with the moves.
    fn wrong<T>(
        &mut self,
        position: &Datum,
        problem: Text,
        stated: S::Worth,
        found: Option<S::Worth>,
    ) -> Result<T, Halt> {
        let mut problem = problem.with("stated", self.ledger.scale.printed(stated)?);
        if let Some(found) = found {
            problem = problem.with("found", self.ledger.scale.printed(found)?);
        }
        Err(Mistake::new(self.rules.place(S::NAME)?, problem).at_position(self.rules.written(position)).into())
    }
}
