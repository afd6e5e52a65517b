//! Values: the differences of sums and values that a strategy for second visits.

use super::{Guide, stop};
use crate::check::{Claim, Differences, Held, Wholes, whole_bytes};
use crate::{Settings, Stop};
use grundy_game::{Player, nimber_text};
use grundy_value::{Store, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A player about to move, a sum, and a value: the player loses the difference.
type Loss = (Player, Vec<u32>, Value);

/// The value of the position at the top, written out, and the losses that prove it.
pub(crate) fn differences(
    guide: Box<dyn Guide + '_>,
    settings: &Settings,
) -> Result<(String, Vec<(Player, String, String)>), Stop> {
    let mut proof = Proof {
        wholes: Wholes::new(guide, &settings.budget),
        store: Store::new(&settings.budget),
        claimed: FxHashSet::default(),
        list: Vec::new(),
        settings,
        held: Held::new(&settings.budget),
    };
    let root = proof.wholes.top().map_err(stop)?;
    let value = proof.value(&root)?;
    for player in Player::BOTH {
        proof.claim((player, root.clone(), value))?;
    }
    let mut next = 0;
    while let Some(loss) = proof.list.get(next).cloned() {
        proof.support(&loss)?;
        next += 1;
    }
    let mut texts = FxHashMap::default();
    let text = proof.text(value, &mut texts)?;
    let list = std::mem::take(&mut proof.list);
    let written = list
        .into_iter()
        .map(|(player, whole, value)| Ok((player, proof.wholes.text(&whole), proof.text(value, &mut texts)?)));
    let mut written = written.collect::<Result<Vec<_>, Stop>>()?;
    // Positions that are written alike, such as pictures that differ in how they are stored, make one claim.
    let mut before = FxHashSet::default();
    written.retain(|claim| before.insert(claim.clone()));
    let Proof { wholes, held: _held, .. } = proof;
    Ok((text.clone(), needed(wholes, &text, written)?))
}

/// What the checker comes to of the claims: it knows all of them from the start and may choose other replies than were
/// chosen when they were made.
fn needed(mut wholes: Wholes<dyn Guide + '_>, value: &str, mut list: Vec<Claim>) -> Result<Vec<Claim>, Stop> {
    loop {
        let mut book = Differences::new(wholes, &list).map_err(stop)?;
        book.walk(value).map_err(stop)?;
        let mut used = book.used(&list).map_err(stop)?.into_iter();
        let before = list.len();
        list.retain(|_| used.next() == Some(true));
        if list.len() == before {
            return Ok(list);
        }
        wholes = book.wholes;
    }
}

struct Proof<'a> {
    wholes: Wholes<dyn Guide + 'a>,
    store: Store,
    claimed: FxHashSet<Loss>,
    list: Vec<Loss>,
    settings: &'a Settings,
    held: Held<'a>,
}

/// Longer texts of values are not written.
const LONGEST: usize = 1 << 16;

impl Proof<'_> {
    fn value(&mut self, whole: &[u32]) -> Result<Value, Stop> {
        let mut total = Value::ZERO;
        for &part in whole {
            let value = self.wholes.components.value(part, &mut self.store)?;
            total = self.store.sum(total, value)?;
        }
        Ok(total)
    }

    fn claim(&mut self, loss: Loss) -> Result<(), Stop> {
        let bytes = 2 * whole_bytes(&loss.1);
        if self.claimed.insert(loss.clone()) {
            self.held.more(bytes)?;
            self.list.push(loss);
        }
        Ok(())
    }

    /// Where a move of `player` in the difference leads: in the sum, or in the value, where Left has Right's options.
    fn options(&mut self, whole: &[u32], value: Value, player: Player) -> Result<Vec<(Vec<u32>, Value)>, Stop> {
        let lowered = match player {
            Player::Left => self.store.right_options(value)?,
            Player::Right => self.store.left_options(value)?,
        };
        let mut options: Vec<_> = lowered.into_iter().map(|option| (whole.to_vec(), option)).collect();
        let played = self.wholes.options(whole, player).map_err(stop)?;
        options.extend(played.into_iter().map(|option| (option, value)));
        Ok(options)
    }

    /// Claims a reply to every move of the loser.
    fn support(&mut self, (player, whole, value): &Loss) -> Result<(), Stop> {
        for (option, lowered) in self.options(whole, *value, *player)? {
            self.settings.budget.check()?;
            let replies = self.options(&option, lowered, player.other())?;
            let known = |(reply, value): &(Vec<u32>, Value)| self.claimed.contains(&(*player, reply.clone(), *value));
            if replies.iter().any(known) {
                continue;
            }
            let mut found = None;
            for (reply, value) in replies {
                let sum = self.value(&reply)?;
                // Left loses G - H when it starts exactly if G <= H.
                let loses = match player {
                    Player::Left => self.store.le(sum, value)?,
                    Player::Right => self.store.le(value, sum)?,
                };
                if loses {
                    found = Some((reply, value));
                    break;
                }
            }
            let (reply, value) = found.ok_or_else(Stop::contradiction)?;
            self.claim((*player, reply, value))?;
        }
        Ok(())
    }

    /// A value with every form written out.
    fn text(&mut self, value: Value, texts: &mut FxHashMap<Value, String>) -> Result<String, Stop> {
        if let Some(known) = texts.get(&value) {
            return Ok(known.clone());
        }
        let text = match (self.store.as_number(value), self.store.as_nimber(value)) {
            (Some(number), _) => number.to_string(),
            (None, Some(nimber)) => nimber_text(nimber),
            (None, None) => {
                let left = self.store.left_options(value)?;
                let right = self.store.right_options(value)?;
                format!("{{{}|{}}}", self.listed(left, texts)?, self.listed(right, texts)?)
            }
        };
        if text.len() > LONGEST {
            return Err(Stop::TooLarge(grundy_game::Text::new("the value is too long to be written out")));
        }
        texts.insert(value, text.clone());
        Ok(text)
    }

    /// Options in the order of their texts.
    fn listed(&mut self, options: Vec<Value>, texts: &mut FxHashMap<Value, String>) -> Result<String, Stop> {
        let list = options.into_iter().map(|option| self.text(option, texts));
        let mut list = list.collect::<Result<Vec<_>, _>>()?;
        list.sort();
        Ok(list.join(","))
    }
}
