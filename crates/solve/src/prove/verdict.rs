//! Games that may be drawn: the losses that a winner brings about, and the positions in which a draw is kept.

use crate::check::Held;
use crate::retrograde::{Table, achieved};
use crate::{Bound, Settings, Stop};
use grundy_game::{Achieved, Kind, Outcome, Player, Rules};
use grundy_graph::retrograde::Verdict;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A claim: the player about to move, what is claimed of that player, and the position.
pub type Claim = (Player, Bound, String);

/// Who wins a position or that nobody does, and the claims that prove it; `text` writes a position.
pub(crate) fn verdicts<R: Rules>(
    rules: &Arc<R>,
    start: &R::Position,
    text: impl Fn(&R::Position) -> String,
    settings: &Settings,
) -> Result<(Outcome, Vec<Claim>), Stop> {
    let table = Table::new(Arc::clone(rules), &[start], true, settings)?;
    let held = Held::new(&settings.budget);
    let mut proof = Proof { rules: &**rules, table, met: FxHashSet::default(), queue: Vec::new(), settings, held };
    let mut root = start.clone();
    rules.canonicalise(&mut root);
    let mut starts = [Achieved::Draw; 2];
    for player in Player::BOTH {
        starts[player as usize] = achieved(proof.table.verdict(&root, player)?);
        if starts[player as usize] != Achieved::Win {
            proof.claim(&root, player)?;
        }
        if starts[player as usize] != Achieved::Loss {
            proof.reply(&root, player)?;
        }
    }
    let mut claims = Vec::new();
    while let Some((player, position)) = proof.queue.pop() {
        for option in proof.options(&position, player)? {
            proof.reply(&option, player.other())?;
        }
        let bound = match proof.table.verdict(&position, player)? {
            Verdict::Loss(Verdict::FOR_EVER) => Bound::Ever,
            Verdict::Loss(moves) => Bound::Moves(moves.into()),
            Verdict::Draw | Verdict::Win(_) => Bound::Held,
        };
        let written = text(&position);
        proof.held.more(written.len() as u64 + 64)?;
        claims.push((player, bound, written));
    }
    claims.sort();
    Ok((Outcome::from_achieved(starts[0], starts[1]), claims))
}

struct Proof<'a, R: Rules> {
    rules: &'a R,
    table: Table<R>,
    /// What is claimed, by the player about to move.
    met: FxHashSet<(Player, R::Position)>,
    /// Claims whose moves are still to be answered.
    queue: Vec<(Player, R::Position)>,
    settings: &'a Settings,
    held: Held<'a>,
}

impl<R: Rules> Proof<'_, R> {
    fn options(&self, position: &R::Position, player: Player) -> Result<Vec<R::Position>, Stop> {
        let mut moves = Vec::new();
        crate::listing::list(self.rules, position, player, &self.settings.budget, &mut moves)?;
        let after = |played: &R::Move| {
            let mut option = position.clone();
            self.rules.play(&mut option, played);
            self.rules.canonicalise(&mut option);
            option
        };
        Ok(moves.iter().map(after).collect())
    }

    fn side(&self, player: Player) -> Player {
        if self.rules.kind() == Kind::Impartial { Player::Left } else { player }
    }

    /// Claims that `player`, about to move, loses or cannot win.
    fn claim(&mut self, position: &R::Position, player: Player) -> Result<(), Stop> {
        let player = self.side(player);
        if self.met.insert((player, position.clone())) {
            self.settings.budget.check()?;
            self.held.more(2 * self.rules.position_bytes(position) as u64 + 64)?;
            self.queue.push((player, position.clone()));
        }
        Ok(())
    }

    /// Claims the position after a best move of `player`, who wins or keeps the draw: a quickest win, and where a draw is kept
    /// one that is claimed already, if there is any.
    fn reply(&mut self, position: &R::Position, player: Player) -> Result<(), Stop> {
        let other = self.side(player.other());
        let mut best: Option<((u8, u32), bool, R::Position)> = None;
        for option in self.options(position, player)? {
            let verdict = self.table.verdict(&option, player.other())?;
            if matches!(verdict, Verdict::Win(_)) {
                continue;
            }
            let rank = (verdict.preference(), !self.met.contains(&(other, option.clone())));
            if best.as_ref().is_none_or(|(preference, fresh, _)| rank < (*preference, *fresh)) {
                best = Some((rank.0, rank.1, option));
            }
        }
        match best {
            Some((_, _, option)) => self.claim(&option, other),
            None => Ok(()),
        }
    }
}
