//! Values: G has the value H when the difference of the two is lost by whoever starts.
//!
//! As with outcomes, the checker walks from the position itself, and the claims tell it which replies to choose.

use super::leaning::{LEAN, Leaning};
use super::literal::{Literal, Literals};
use super::whole::{Wholes, bytes, of_sum, print};
use super::{Components, Flaw, Held, Reader, ending_position};
use crate::ValueProof;
use grundy_budget::Budget;
use grundy_game::{Player, Text};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks that the claims prove that both players lose the position minus the value when they start, and that all claims
/// are needed.
pub(super) fn check_value(proof: &ValueProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = ending_position(&proof.position, read)?;
    let mut held = Held::new(budget);
    for (_, text, minus) in &proof.claims {
        held.more(2 * (text.len() + minus.len()) as u64 + 160)?;
    }
    let components: Box<dyn Components> = match root.parts() {
        [only] => only.components(budget),
        parts => Box::new(of_sum(parts, budget)),
    };
    let mut book = Differences::new(Wholes::new(components, budget), &proof.claims)?;
    book.walk(&proof.value)?;
    match book.used(&proof.claims)?.iter().position(|used| !used) {
        Some(unused) => Err(Flaw::Unsupported(proof.claims[unused].1.clone())),
        None => Ok(()),
    }
}

/// The differences that are claimed to be lost, by the player about to move.
pub(crate) struct Differences<C: Components + ?Sized> {
    pub wholes: Wholes<C>,
    literals: Literals,
    /// For each player, the differences claimed, and whether the walk has come to them.
    claims: [FxHashMap<(String, Literal), bool>; 2],
    /// The prints of the texts of those sums, with the values.
    prints: [FxHashSet<(u64, Literal)>; 2],
    /// For each player, the differences that the walk has come to, by number.
    met: [FxHashMap<(Vec<u32>, Literal), u32>; 2],
    leaning: Leaning,
    queue: Vec<(Player, Vec<u32>, Literal)>,
}

/// A player about to move, a sum and a value to be taken from it, as they are written.
pub(crate) type Claim = (Player, String, String);

impl<C: Components + ?Sized> Differences<C> {
    /// Notes the claims; none may be made twice.
    pub fn new(wholes: Wholes<C>, claims: &[Claim]) -> Result<Self, Flaw> {
        let leaning = Leaning::new(!wholes.components.surely_end());
        let mut made = Self {
            wholes,
            leaning,
            literals: Literals::default(),
            claims: Default::default(),
            prints: Default::default(),
            met: Default::default(),
            queue: Vec::new(),
        };
        for (player, text, minus) in claims {
            let (side, minus) = (*player as usize, made.literal(minus)?);
            made.prints[side].insert((print(text), minus));
            if made.claims[side].insert((text.clone(), minus), false).is_some() {
                return Err(Flaw::Unsupported(text.clone()));
            }
        }
        Ok(made)
    }

    fn literal(&mut self, text: &str) -> Result<Literal, Flaw> {
        let why = || Text::new("it is not a value with its options written out");
        self.literals.read(text).ok_or_else(|| Flaw::Unreadable(text.to_owned(), why()))
    }

    /// Which of the claims the walk has come to.
    pub fn used(&mut self, claims: &[Claim]) -> Result<Vec<bool>, Flaw> {
        let is_used = |(player, text, minus): &Claim| {
            let minus = self.literal(minus)?;
            Ok(self.claims[*player as usize].get(&(text.clone(), minus)) == Some(&true))
        };
        claims.iter().map(is_used).collect()
    }

    /// Walks from the sum at the top minus a value until everything it has come to is checked.
    pub fn walk(&mut self, value: &str) -> Result<(), Flaw> {
        let root = self.wholes.top()?;
        let value = self.literal(value)?;
        for player in Player::BOTH {
            if !self.covers(&root, value, player)? {
                return Err(Flaw::NotProved);
            }
        }
        while let Some((player, whole, minus)) = self.queue.pop() {
            let difference = (whole, minus);
            if let Some(&number) = self.met[player as usize].get(&difference) {
                self.leaning.look_at(number);
            }
            let (whole, minus) = difference;
            if !self.is_lost(&whole, minus, player)? {
                return Err(Flaw::Unsupported(self.wholes.text(&whole)));
            }
        }
        if self.leaning.goes_round() { Err(Flaw::Circular) } else { Ok(()) }
    }

    /// Whether the claims say that `player`, about to move, loses; if so, that is to be checked.
    fn covers(&mut self, whole: &[u32], minus: Literal, player: Player) -> Result<bool, Flaw> {
        let side = player as usize;
        if !self.prints[side].contains(&(self.wholes.print(whole)?, minus)) {
            return Ok(false);
        }
        let difference = (whole.to_vec(), minus);
        if let Some(&number) = self.met[side].get(&difference) {
            self.lean_on(number)?;
            return Ok(true);
        }
        let Some(used) = self.claims[side].get_mut(&(self.wholes.text(whole), minus)) else { return Ok(false) };
        *used = true;
        self.wholes.hold(2 * bytes(whole))?;
        self.queue.push((player, whole.to_vec(), minus));
        let number = (self.met[0].len() + self.met[1].len()) as u32;
        self.lean_on(number)?;
        self.met[side].insert(difference, number);
        Ok(true)
    }

    /// Notes that the claim that is looked at leans on another.
    fn lean_on(&mut self, number: u32) -> Result<(), Flaw> {
        self.leaning.lean_on(number);
        if self.leaning.is_wary() { self.wholes.hold(LEAN) } else { Ok(()) }
    }

    /// Every difference that a move of `player` leads to: a move in the sum, or in the negative of the value, where Left has
    /// Right's options.
    fn options(&mut self, whole: &[u32], minus: Literal, player: Player) -> Result<Vec<(Vec<u32>, Literal)>, Flaw> {
        let played = self.wholes.options(whole, player)?;
        let mut options: Vec<_> = played.into_iter().map(|option| (option, minus)).collect();
        let lowered = self.literals.options(minus, player == Player::Right);
        let lowered = lowered.ok_or_else(|| Flaw::Wrong(Text::new("a number is too large")))?;
        self.wholes.meter.steps(lowered.len() as u64)?;
        options.extend(lowered.into_iter().map(|literal| (whole.to_vec(), literal)));
        Ok(options)
    }

    /// Whether every move of `player` has a reply to a difference claimed as lost.
    fn is_lost(&mut self, whole: &[u32], minus: Literal, player: Player) -> Result<bool, Flaw> {
        for (option, literal) in self.options(whole, minus, player)? {
            if !self.is_answered(&option, literal, player)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the opponent of `player` has a reply to a difference that `player` loses by the claims.
    fn is_answered(&mut self, whole: &[u32], minus: Literal, player: Player) -> Result<bool, Flaw> {
        for (reply, literal) in self.options(whole, minus, player.other())? {
            if self.covers(&reply, literal, player)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
