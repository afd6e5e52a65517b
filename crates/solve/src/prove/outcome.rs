//! Outcomes: the sums that a winner's strategy visits.

use super::{Guide, stop};
use crate::check::{Book, Held, Wholes};
use crate::{Settings, Stop};
use grundy_game::{Outcome, Play, Player};

/// Who wins the position at the top, and the losses that prove it.
pub(crate) fn losses(
    guide: Box<dyn Guide + '_>,
    impartial: bool,
    settings: &Settings,
) -> Result<(Outcome, Vec<(Player, String)>), Stop> {
    let book = Book::new(Wholes::new(guide, &settings.budget), settings.play, impartial);
    let mut proof = Proof { book, list: Vec::new(), settings, held: Held::new(&settings.budget) };
    let root = proof.book.wholes.top().map_err(stop)?;
    let mut wins = [false; 2];
    for player in Player::BOTH {
        wins[player as usize] = !proof.loses(&root, player)?;
        if wins[player as usize] {
            proof.reply(&root, player)?;
        } else {
            proof.claim(root.clone(), player)?;
        }
    }
    // Each move of a loser gets a reply, and that may be a new claim.
    while let Some((player, whole)) = proof.book.queue.pop() {
        for option in proof.book.wholes.options(&whole, player).map_err(stop)? {
            proof.reply(&option, player.other())?;
        }
    }
    let outcome = Outcome::from_starts(wins[0], wins[1]);
    let Proof { book, list, held: _held, .. } = proof;
    Ok((outcome, needed(book, outcome, list)?))
}

/// What the checker comes to of the claims. It knows all of them from the start and may choose other replies than were
/// chosen when they were made; with some claims less it may choose others again, until all that are left are needed.
fn needed(
    mut book: Book<dyn Guide + '_>,
    outcome: Outcome,
    mut list: Vec<(Player, String)>,
) -> Result<Vec<(Player, String)>, Stop> {
    loop {
        book = book.emptied();
        for (player, text) in &list {
            book.claim(text, *player);
        }
        book.walk(outcome).map_err(stop)?;
        let before = list.len();
        list.retain(|(player, text)| book.is_used(text, *player));
        if list.len() == before {
            return Ok(list);
        }
    }
}

/// A proof as it grows.
struct Proof<'a> {
    /// The claims, as the checker sees them.
    book: Book<dyn Guide + 'a>,
    /// The claims in the order in which they were made.
    list: Vec<(Player, String)>,
    settings: &'a Settings,
    held: Held<'a>,
}

impl Proof<'_> {
    fn loses(&mut self, whole: &[u32], player: Player) -> Result<bool, Stop> {
        self.book.wholes.components.loses(whole, player)
    }

    /// Claims a loss of the opponent that `player` can move to, unless there is one already.
    fn reply(&mut self, whole: &[u32], player: Player) -> Result<(), Stop> {
        if self.book.is_won(whole, player).map_err(stop)? {
            return Ok(());
        }
        let mut options = self.book.wholes.options(whole, player).map_err(stop)?;
        // Light sums need few claims.
        let guide = &self.book.wholes.components;
        let weight = |option: &Vec<u32>| option.iter().map(|&part| guide.weight(part)).fold(0, usize::saturating_add);
        options.sort_by_cached_key(weight);
        for option in options {
            self.settings.budget.check()?;
            if self.loses(&option, player.other())? {
                return self.claim(option, player.other());
            }
        }
        Err(Stop::contradiction())
    }

    /// Claims that `player`, about to move, loses; component by component where that is enough.
    fn claim(&mut self, whole: Vec<u32>, player: Player) -> Result<(), Stop> {
        if self.book.covers(&whole, player).map_err(stop)? {
            return Ok(());
        }
        if self.settings.play == Play::Misere || whole.len() < 2 {
            return self.add(whole, player);
        }
        let (mut alone, mut rest) = (Vec::new(), Vec::new());
        for part in &whole {
            let loses = self.loses(std::slice::from_ref(part), player)?;
            if loses { &mut alone } else { &mut rest }.push(*part);
        }
        if alone.is_empty() || !rest.is_empty() && !self.loses(&rest, player)? {
            return self.add(whole, player);
        }
        for part in alone {
            self.add(vec![part], player)?;
        }
        if rest.is_empty() { Ok(()) } else { self.add(rest, player) }
    }

    fn add(&mut self, whole: Vec<u32>, player: Player) -> Result<(), Stop> {
        let text = self.book.wholes.text(&whole);
        if self.book.claim(&text, player) {
            self.held.more(2 * text.len() as u64 + 160)?;
            self.list.push((player, text));
        }
        // The walk comes to it at once, and will look for replies.
        self.book.covers(&whole, player).map_err(stop).map(drop)
    }
}
