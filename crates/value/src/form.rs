//! {L|R} in canonical form: simplest numbers, dominated options, reversible options.

use crate::quick::Quick;
use crate::store::{DEPTH_LIMIT, Nus, Stops};
use crate::{Bound, Dyadic, Result, Store, Value, ValueError};

/// A side with more options takes long to compare even where no comparison recurses.
const MANY_OPTIONS: usize = 256;

/// A game being brought to canonical form: its value is fixed, its options are still on the move.
struct Pending {
    left: Vec<Value>,
    right: Vec<Value>,
    stops: Stops,
    /// A handle that no value has, for the memory of comparisons with this game.
    id: u32,
}

impl Store {
    /// The value of the game {left|right}.
    ///
    /// First the simplest-number theorem; otherwise dominated options are dropped and reversible ones bypassed until
    /// none is left (Conway, On Numbers and Games, chapter 10). The work is O(n²) comparisons for n options, most of
    /// them decided by stops.
    pub fn form(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        self.form_at(left, right, 0)
    }

    pub(crate) fn form_at(&mut self, left: &[Value], right: &[Value], depth: u32) -> Result<Value> {
        let mut lefts = self.spare.pop().unwrap_or_default();
        let mut rights = self.spare.pop().unwrap_or_default();
        lefts.extend_from_slice(left);
        rights.extend_from_slice(right);
        self.form_of(lefts, rights, depth)
    }

    /// As [`Store::form_at`], from lists that the store may keep.
    pub(crate) fn form_of(&mut self, mut left: Vec<Value>, mut right: Vec<Value>, depth: u32) -> Result<Value> {
        self.meter.step()?;
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        let value = match self.simplest_number(&left, &right)? {
            Some(number) => number,
            None => self.form_of_no_number(&mut left, &mut right, depth)?,
        };
        for mut side in [left, right] {
            side.clear();
            self.spare.push(side);
        }
        Ok(value)
    }

    /// The number that {left|right} is, if some number lies between the options: right of no left option's reach, left
    /// of no right option's.
    fn simplest_number(&mut self, left: &[Value], right: &[Value]) -> Result<Option<Value>> {
        if left.is_empty() && right.is_empty() {
            return Ok(Some(Value::ZERO));
        }
        if !left.is_empty() && !right.is_empty() {
            let (stops, exact) = self.stops_of_form(left, right);
            if exact.is_none() {
                // A left option admits its right stop x itself iff it is not ≥ x: exactly what `below_left` says of G.
                if stops.left > stops.right {
                    return Ok(None);
                }
                let found = stops.left.simplest(stops.below_left, stops.right, stops.above_right);
                if let Some(number) = found.to_dyadic() {
                    return self.number(&number).map(Some);
                }
                if stops.left == stops.right {
                    return Ok(None);
                }
            }
        }
        let lower = left
            .iter()
            .map(|&l| self.exact_right(l))
            .max()
            .map(|number| Bound { closed: !left.iter().any(|&l| self.at_least_number(l, &number)), number });
        let upper = right
            .iter()
            .map(|&r| self.exact_left(r))
            .min()
            .map(|number| Bound { closed: !right.iter().any(|&r| self.at_most_number(r, &number)), number });
        match Dyadic::simplest(lower.as_ref(), upper.as_ref()) {
            Some(number) => self.number(&number).map(Some),
            None => Ok(None),
        }
    }

    fn form_of_no_number(&mut self, left: &mut Vec<Value>, right: &mut Vec<Value>, depth: u32) -> Result<Value> {
        self.drop_dominated(left, true, depth)?;
        self.drop_dominated(right, false, depth)?;
        self.bypass_and_intern(left, right, depth)
    }

    /// The value of a sum from its options: those by moves in the first part, up to `split`, then those by moves in the
    /// second. Options by moves in the same part differ by options of that part, which dominate each other no more than
    /// these do, so only options by moves in different parts are compared.
    pub(crate) fn form_of_sum(
        &mut self,
        (mut left, left_split): (Vec<Value>, usize),
        (mut right, right_split): (Vec<Value>, usize),
        depth: u32,
    ) -> Result<Value> {
        self.meter.step()?;
        let value = if let Some(number) = self.simplest_number(&left, &right)? {
            number
        } else {
            self.drop_dominated_between(&mut left, left_split, true, depth)?;
            self.drop_dominated_between(&mut right, right_split, false, depth)?;
            self.bypass_and_intern(&mut left, &mut right, depth)?
        };
        for mut side in [left, right] {
            side.clear();
            self.spare.push(side);
        }
        Ok(value)
    }

    fn drop_dominated_between(
        &mut self,
        side: &mut Vec<Value>,
        split: usize,
        for_left: bool,
        depth: u32,
    ) -> Result<()> {
        const DROPPED: Value = Value(u32::MAX);
        for first in 0..split {
            for second in split..side.len() {
                let (one, other) = (side[first], side[second]);
                if other == DROPPED {
                    continue;
                }
                let (low, high) = if for_left { (one, other) } else { (other, one) };
                if self.le_at(low, high, depth)? {
                    side[first] = DROPPED;
                    break;
                }
                if self.le_at(high, low, depth)? {
                    side[second] = DROPPED;
                }
            }
        }
        side.retain(|&option| option != DROPPED);
        Ok(())
    }

    /// Bypasses reversible options of a game that has no dominated ones and is no number.
    fn bypass_and_intern(&mut self, left: &mut Vec<Value>, right: &mut Vec<Value>, depth: u32) -> Result<Value> {
        let stops = self.stops_of_form(left, right).0;
        let id = self.pending_id();
        let mut game = Pending { left: std::mem::take(left), right: std::mem::take(right), stops, id };
        if self.bypass_left(&mut game, depth)? {
            self.drop_dominated(&mut game.left, true, depth)?;
        }
        if self.bypass_right(&mut game, depth)? {
            self.drop_dominated(&mut game.right, false, depth)?;
        }
        (*left, *right) = (game.left, game.right);
        left.sort_unstable();
        right.sort_unstable();
        match self.compact_form(left, right, stops) {
            Some(nus) => self.compact(nus),
            None => self.intern(left, right),
        }
    }

    fn pending_id(&mut self) -> u32 {
        self.next_pending -= 1;
        if self.next_pending < 1 << 30 {
            self.orders.clear();
            self.next_pending = (u32::MAX >> 1) - 1;
        }
        self.next_pending
    }

    /// Drops every option that another is at least as good as.
    pub(crate) fn drop_dominated(&mut self, side: &mut Vec<Value>, for_left: bool, depth: u32) -> Result<()> {
        let many = side.len() > MANY_OPTIONS;
        let mut kept = 0;
        'options: for next in 0..side.len() {
            let option = side[next];
            if many {
                // Comparisons that need no recursion ask the budget nothing themselves.
                self.meter.work(kept as u64)?;
            }
            let mut place = 0;
            while place < kept {
                let other = side[place];
                let (low, high) = if for_left { (option, other) } else { (other, option) };
                if self.le_at(low, high, depth)? {
                    continue 'options;
                }
                if self.le_at(high, low, depth)? {
                    kept -= 1;
                    side.swap(place, kept);
                } else {
                    place += 1;
                }
            }
            side.swap(kept, next);
            kept += 1;
        }
        side.truncate(kept);
        Ok(())
    }

    /// Replaces each left option that reverses through some G^LR ≤ G by the left options of that G^LR.
    fn bypass_left(&mut self, game: &mut Pending, depth: u32) -> Result<bool> {
        let mut changed = false;
        let mut place = 0;
        while place < game.left.len() {
            let replies = self.expand(game.left[place])?.right();
            let mut through = None;
            for reply in replies {
                if self.option_le_game(self.arena[reply], game, depth)? {
                    through = Some(self.arena[reply]);
                    break;
                }
            }
            let Some(through) = through else {
                place += 1;
                continue;
            };
            changed = true;
            game.left.swap_remove(place);
            for further in self.expand(through)?.left() {
                let further = self.arena[further];
                if !game.left.contains(&further) {
                    game.left.push(further);
                }
            }
        }
        Ok(changed)
    }

    /// The mirror image of [`Store::bypass_left`].
    fn bypass_right(&mut self, game: &mut Pending, depth: u32) -> Result<bool> {
        let mut changed = false;
        let mut place = 0;
        while place < game.right.len() {
            let replies = self.expand(game.right[place])?.left();
            let mut through = None;
            for reply in replies {
                if self.game_le_option(game, self.arena[reply], depth)? {
                    through = Some(self.arena[reply]);
                    break;
                }
            }
            let Some(through) = through else {
                place += 1;
                continue;
            };
            changed = true;
            game.right.swap_remove(place);
            for further in self.expand(through)?.right() {
                let further = self.arena[further];
                if !game.right.contains(&further) {
                    game.right.push(further);
                }
            }
        }
        Ok(changed)
    }

    /// Whether X ≤ G for the game in the making.
    fn option_le_game(&mut self, x: Value, game: &Pending, depth: u32) -> Result<bool> {
        if let Some(answer) = self.nodes[x.index()].stops.at_most(&game.stops) {
            return Ok(answer);
        }
        if let Some(answer) = self.orders.get(x.0, game.id) {
            return Ok(answer);
        }
        self.step_into(depth)?;
        let mut answer = true;
        for &right in &game.right {
            if self.le_at(right, x, depth + 1)? {
                answer = false;
                break;
            }
        }
        if answer {
            for place in self.expand(x)?.left() {
                if self.game_le_option(game, self.arena[place], depth + 1)? {
                    answer = false;
                    break;
                }
            }
        }
        self.orders.put(x.0, game.id, answer);
        Ok(answer)
    }

    /// Whether G ≤ X for the game in the making.
    fn game_le_option(&mut self, game: &Pending, x: Value, depth: u32) -> Result<bool> {
        if let Some(answer) = game.stops.at_most(&self.nodes[x.index()].stops) {
            return Ok(answer);
        }
        if let Some(answer) = self.orders.get(game.id, x.0) {
            return Ok(answer);
        }
        self.step_into(depth)?;
        let mut answer = true;
        for &left in &game.left {
            if self.le_at(x, left, depth + 1)? {
                answer = false;
                break;
            }
        }
        if answer {
            for place in self.expand(x)?.right() {
                if self.option_le_game(self.arena[place], game, depth + 1)? {
                    answer = false;
                    break;
                }
            }
        }
        self.orders.put(game.id, x.0, answer);
        Ok(answer)
    }

    pub(crate) fn step_into(&mut self, depth: u32) -> Result<()> {
        if depth >= DEPTH_LIMIT {
            return Err(ValueError::TooDeep { limit: DEPTH_LIMIT });
        }
        Ok(self.meter.step()?)
    }

    /// The number, ups and nimber that canonical options spell, if they do.
    fn compact_form(&self, left: &[Value], right: &[Value], stops: Stops) -> Option<Nus> {
        if stops.left != stops.right && stops.left != Quick::UNKNOWN {
            return None;
        }
        let all = || left.iter().chain(right);
        let number = self.as_compact(*left.first()?)?.number.clone();
        if !all().all(|&option| self.as_compact(option).is_some_and(|nus| nus.number == number)) {
            return None;
        }
        let part = |option: Value| self.as_compact(option).map_or((0, 0), |nus| (nus.ups, nus.nimber));
        let is_number = |side: &[Value]| side.len() == 1 && part(side[0]) == (0, 0);
        if left == right {
            let nimber = left.len() as u64;
            let mut seen: Vec<_> = left.iter().map(|&option| part(option)).collect();
            seen.sort_unstable();
            let expected = (0..nimber).map(|n| (0, n));
            return seen.into_iter().eq(expected).then_some(Nus { number, ups: 0, nimber });
        }
        let up_star =
            |many: &[Value]| many.len() == 2 && many.iter().all(|&option| part(option).0 == 0 && part(option).1 < 2);
        if is_number(right) && up_star(left) {
            return Some(Nus { number, ups: 1, nimber: 1 });
        }
        if is_number(left) && up_star(right) {
            return Some(Nus { number, ups: -1, nimber: 1 });
        }
        if is_number(left) && right.len() == 1 && part(right[0]).0 >= 0 {
            let (ups, nimber) = part(right[0]);
            return Some(Nus { number, ups: ups.checked_add(1)?, nimber: nimber ^ 1 });
        }
        if is_number(right) && left.len() == 1 && part(left[0]).0 <= 0 {
            let (ups, nimber) = part(left[0]);
            return Some(Nus { number, ups: ups.checked_sub(1)?, nimber: nimber ^ 1 });
        }
        None
    }
}
