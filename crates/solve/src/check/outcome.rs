//! Outcomes: a set of sums, each lost by a player about to move, in which every move has a reply back into the set.
//!
//! The checker walks from the position itself. The claims only tell it which replies to choose: whatever a reply leads to is
//! checked in its turn, as a position and not as a text, so that a text that could mean two positions proves nothing of either.

use super::leaning::{LEAN, Leaning};
use super::whole::{Wholes, bytes, of_sum, print};
use super::{Components, Flaw, Held, Reader, ending_position};
use crate::OutcomeProof;
use grundy_budget::Budget;
use grundy_game::{Kind, Outcome, Play, Player};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check_outcome(proof: &OutcomeProof, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    let root = ending_position(&proof.position, read)?;
    let impartial = root.kind() == Kind::Impartial;
    if proof.outcome.is_drawn() || impartial && matches!(proof.outcome, Outcome::Left | Outcome::Right) {
        return Err(Flaw::Unfit);
    }
    let mut held = Held::new(budget);
    let mut claims = Vec::with_capacity(proof.claims.len());
    for (player, text) in &proof.claims {
        // In an impartial game all players have the same moves: Left stands for whoever is about to move.
        let player = match (player, impartial) {
            (None, true) => Player::Left,
            (Some(player), false) => *player,
            _ => return Err(Flaw::Unfit),
        };
        // The sum of nothing needs no claim: a player without a move has lost, or won.
        if text.is_empty() {
            return Err(Flaw::Unfit);
        }
        held.more(2 * text.len() as u64 + 160)?;
        claims.push((player, text.as_str()));
    }
    let components: Box<dyn Components> = match root.parts() {
        [only] => only.components(budget),
        parts => Box::new(of_sum(parts, budget)),
    };
    let mut book = Book::new(Wholes::new(components, budget), proof.play, impartial);
    for (player, text) in &claims {
        if !book.claim(text, *player) {
            return Err(Flaw::Unsupported((*text).to_owned()));
        }
    }
    book.walk(proof.outcome)?;
    let unused = claims.iter().find(|(player, text)| !book.is_used(text, *player));
    unused.map_or(Ok(()), |(_, text)| Err(Flaw::Unsupported((*text).to_owned())))
}

/// Of a sum so many components that are claimed alone are tried as set aside or not.
const MOST_ALONE: usize = 8;

/// The sums that are claimed to be lost, by the player about to move.
pub(crate) struct Book<C: Components + ?Sized> {
    pub wholes: Wholes<C>,
    play: Play,
    impartial: bool,
    /// For each player, the texts of the sums claimed, and whether the walk has come to them.
    claims: [FxHashMap<String, bool>; 2],
    /// The prints of those texts.
    prints: [FxHashSet<u64>; 2],
    /// For each player, the sums that the walk has come to, by number.
    met: [FxHashMap<Vec<u32>, u32>; 2],
    leaning: Leaning,
    /// The sums still to be checked.
    pub queue: Vec<(Player, Vec<u32>)>,
}

impl<C: Components + ?Sized> Book<C> {
    pub fn new(wholes: Wholes<C>, play: Play, impartial: bool) -> Self {
        let (claims, prints, met) = (Default::default(), Default::default(), Default::default());
        let leaning = Leaning::new(!wholes.components.surely_end());
        Self { wholes, play, impartial, claims, prints, met, leaning, queue: Vec::new() }
    }

    /// The same book without any claim.
    #[cfg(feature = "search")]
    pub fn emptied(mut self) -> Self {
        let (claims, prints, met) = (Default::default(), Default::default(), Default::default());
        (self.claims, self.prints, self.met) = (claims, prints, met);
        self.leaning = Leaning::new(self.leaning.is_wary());
        self.queue.clear();
        self
    }

    fn side(&self, player: Player) -> usize {
        usize::from(player == Player::Right && !self.impartial)
    }

    /// Notes that the claim that is looked at leans on another.
    fn lean_on(&mut self, number: u32) -> Result<(), Flaw> {
        self.leaning.lean_on(number);
        if self.leaning.is_wary() { self.wholes.hold(LEAN) } else { Ok(()) }
    }

    /// Notes a claim; says whether it is new.
    pub fn claim(&mut self, text: &str, player: Player) -> bool {
        let side = self.side(player);
        self.prints[side].insert(print(text));
        self.claims[side].insert(text.to_owned(), false).is_none()
    }

    /// Whether the walk has come to a claim.
    pub fn is_used(&self, text: &str, player: Player) -> bool {
        self.claims[self.side(player)].get(text) == Some(&true)
    }

    /// Walks from the sum at the top until everything it has come to is checked.
    pub fn walk(&mut self, outcome: Outcome) -> Result<(), Flaw> {
        let root = self.wholes.top()?;
        for player in Player::BOTH {
            let wins = outcome.wins_first(player);
            let proved = if wins { self.is_won(&root, player)? } else { self.covers(&root, player)? };
            if !proved {
                return Err(Flaw::NotProved);
            }
        }
        while let Some((player, whole)) = self.queue.pop() {
            if let Some(&number) = self.met[self.side(player)].get(&whole) {
                self.leaning.look_at(number);
            }
            if !self.is_lost(&whole, player)? {
                return Err(Flaw::Unsupported(self.wholes.text(&whole)));
            }
        }
        if self.leaning.goes_round() { Err(Flaw::Circular) } else { Ok(()) }
    }

    /// Whether the claims say that `player`, about to move, loses; if so, that is to be checked. Under normal play a sum is
    /// lost when its components can be dealt into sums that are: the reply to a move is made where the move was. Here, some
    /// components that are claimed alone are set aside, as many as can be, and the rest must be claimed as one. A further claim
    /// never makes a sum lose its cover.
    pub fn covers(&mut self, whole: &[u32], player: Player) -> Result<bool, Flaw> {
        if self.comes_to(whole, player)? {
            return Ok(true);
        }
        if self.play == Play::Misere || whole.len() == 1 {
            return Ok(false);
        }
        let mut alone = Vec::new();
        for (at, part) in whole.iter().enumerate() {
            if alone.len() < MOST_ALONE && self.claimed(std::slice::from_ref(part), player)?.is_some() {
                alone.push(at);
            }
        }
        for chosen in (0..1u32 << alone.len()).rev() {
            let is_aside = |at: &usize| (0..alone.len()).any(|bit| chosen >> bit & 1 == 1 && alone[bit] == *at);
            let (aside, rest): (Vec<usize>, Vec<usize>) = (0..whole.len()).partition(is_aside);
            let rest: Vec<u32> = rest.into_iter().map(|at| whole[at]).collect();
            if rest.is_empty() || !aside.is_empty() && self.comes_to(&rest, player)? {
                for at in aside {
                    self.comes_to(&whole[at..=at], player)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The text of a sum, when it is claimed as one.
    fn claimed(&mut self, whole: &[u32], player: Player) -> Result<Option<String>, Flaw> {
        let side = self.side(player);
        let print = self.wholes.print(whole)?;
        let text = self.prints[side].contains(&print).then(|| self.wholes.text(whole));
        Ok(text.filter(|text| self.claims[side].contains_key(text)))
    }

    /// Whether a sum is claimed as one; if so, the walk comes to it.
    fn comes_to(&mut self, whole: &[u32], player: Player) -> Result<bool, Flaw> {
        let side = self.side(player);
        if let Some(&number) = self.met[side].get(whole) {
            self.lean_on(number)?;
            return Ok(true);
        }
        let Some(text) = self.claimed(whole, player)? else { return Ok(false) };
        let number = (self.met[0].len() + self.met[1].len()) as u32;
        self.lean_on(number)?;
        self.wholes.hold(2 * bytes(whole))?;
        self.claims[side].insert(text, true);
        self.met[side].insert(whole.to_vec(), number);
        self.queue.push((player, whole.to_vec()));
        Ok(true)
    }

    /// Whether `player`, about to move, has a move to a sum claimed as lost, or under misère play no move at all.
    pub fn is_won(&mut self, whole: &[u32], player: Player) -> Result<bool, Flaw> {
        let mut is_over = true;
        for (at, options) in self.wholes.moves(whole, player)? {
            for option in options.iter() {
                is_over = false;
                let option = self.wholes.after(whole, at, option)?;
                if self.covers(&option, player.other())? {
                    return Ok(true);
                }
            }
        }
        Ok(is_over && self.play == Play::Misere)
    }

    /// Whether every move of `player` leads to a sum that the other wins; under misère play there must be a move.
    fn is_lost(&mut self, whole: &[u32], player: Player) -> Result<bool, Flaw> {
        let mut is_over = true;
        for (at, options) in self.wholes.moves(whole, player)? {
            for option in options.iter() {
                is_over = false;
                let option = self.wholes.after(whole, at, option)?;
                if !self.is_won(&option, player.other())? {
                    return Ok(false);
                }
            }
        }
        Ok(!is_over || self.play == Play::Normal)
    }
}
