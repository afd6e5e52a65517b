//! Arithmetic periods with a saltus, seen and proved, for codes that leave three heaps or more.
//!
//! Codes that leave three heaps can grow (R. Austin, Impartial and partizan games, 1976; S. Howse and R. J. Nowakowski,
//! Periodicity and arithmetic-periodicity in hexadecimal games, 2004). The proof here is by residues.
//!
//! **The law.** Suppose that g(n + p) = g(n) + s was checked for n₀ ≤ n ≤ N - p, where n₀ ≥ 1 and s is a power of two. Write
//! g(n) = s·q(n) + r(n) with r(n) < s, and call λ(n) = n - p·q(n) the *lag* of a heap. From n₀ on, r and λ have period p
//! and q grows by 1 with each period; Q is the greatest q(n) for n₀ ≤ n < n₀ + p, so a heap with the rest and lag of
//! any class and any quotient x ≥ Q is there, of λ + p·x beans. As s is a power of two, the nim-sum of heaps has the
//! nim-sum of their q for quotient and the nim-sum of their r for rest.
//!
//! Let m = n + p > N be the first heap for which the law is in doubt, h = q(n) + 1 and r = r(n), so m = λ(n) + p·h. The
//! law holds for m if s·h + r is not the nimber of an option and every smaller number is one.
//!
//! **Out of reach.** Let a move take t beans and leave heaps with nim-sum s·h + r. Those below n₀ have in all a beans and
//! nim-sum of quotients A; the others have quotients v. A nim-sum is at most the sum and has its parity, so A + Σv = h + 2c
//! with c ≥ 0, and counting beans, (a - p·A) + Σλ = λ(n) - t - 2·p·c. [`out_of_reach`] looks through all classes of such heaps
//! (at least one is not below n₀, as N is large) and finds that the left side, with the right rests and the right remainder
//! modulo 2·p, is never that small.
//!
//! **Reached from above.** A heap of quotient x beside companions whose quotients cancel (none, heaps of quotient 0, a pair
//! of equal quotients) makes quotient x. If the companions have w beans and the heap lag λ, then h - x = (t + w + λ - λ(n))/p,
//! whatever m is. Where a pair has both heaps from n₀ on, adding p beans to each still cancels: it serves h - x + 2,
//! h - x + 4, … too. [`Reach::above`] finds for each rest and parity that all h - x up to the first such *sliding* pair are
//! served; so is every x ≥ Q.
//!
//! **Reached from below.** An x < Q is made by one fixed heap of that quotient (none for 0) beside a pair of equal quotients
//! that takes up all other beans. [`Reach::below`] finds one for each rest and each remainder of m modulo 2·p.
//!
//! Nothing in these conditions depends on m but its remainder modulo 2·p, once h and N are large enough; so the law holds
//! for ever. ∎

use crate::rule::Rule;

/// An arithmetic period that was seen: g(n + period) = g(n) + saltus held for every heap from `preperiod` on as far as
/// nimbers were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The first heap from which on the law held.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What a period adds to the nimber; 0 where nimbers repeat.
    pub saltus: u64,
}

/// The least arithmetic period with a saltus that held over the upper half of the heaps below `length`, four times at
/// least.
///
/// What is seen here is not a proof. Costs about O(length) where neighbouring periods fail soon.
pub(crate) fn apparent_growth(length: u64, at: impl Fn(u64) -> u64) -> Option<Growth> {
    (1..=length / 8).find_map(|period| {
        let saltus = at(length - 1).checked_sub(at(length - 1 - period)).filter(|&saltus| saltus > 0)?;
        let law = |heap: &u64| at(*heap) + saltus == at(heap + period);
        let preperiod = (0..length - period).rev().take_while(law).last()?;
        (preperiod <= length / 2).then_some(Growth { preperiod, period, saltus })
    })
}

/// The least period, with a saltus or without, that numbers show over their upper half, four times at least; seen, not proved.
///
/// ```
/// let thirds: Vec<u64> = (0..40).map(|n| n % 3).collect();
/// assert_eq!(grundy_heap::seen_period(&thirds).map(|seen| (seen.period, seen.saltus)), Some((3, 0)));
/// ```
pub fn seen_period(numbers: &[u64]) -> Option<Growth> {
    let length = numbers.len();
    (1..=length / 8).find_map(|period| {
        let saltus = numbers[length - 1].checked_sub(numbers[length - 1 - period])?;
        let law = |at: &usize| numbers[*at].checked_add(saltus) == Some(numbers[at + period]);
        let preperiod = (0..length - period).rev().take_while(law).last()?;
        let found = Growth { preperiod: preperiod as u64, period: period as u64, saltus };
        (preperiod <= length / 2).then_some(found)
    })
}

/// Whether the nimbers, in which this growth was seen, prove that it goes on for ever.
///
/// For codes of finitely many digits without conditions on shapes. Takes O(k·p·s·N + N²) steps for k heaps, period p,
/// saltus s and N nimbers, and is not tried where that is too much.
pub(crate) fn is_proved(rule: &Rule, values: &[u16], growth: Growth) -> bool {
    let (Some(heaps), Some(taken)) = (rule.most_left(), rule.most_taken()) else { return false };
    let (heaps, taken) = (heaps as usize, taken as usize);
    let law = Law {
        values,
        start: growth.preperiod.max(1) as usize,
        period: growth.period as usize,
        saltus: growth.saltus as usize,
    };
    let frozen = rule.frozen().last().map_or(0, |&size| size as usize);
    let long_enough =
        law.top() >= heaps.saturating_mul(law.start).saturating_add(taken).max(frozen).max(law.start + law.period);
    let cells = (heaps + 2 * law.quotients_below_start()) * law.saltus * law.values.len();
    law.saltus.is_power_of_two()
        && long_enough
        && cells <= MOST_CELLS
        && cells.saturating_mul(law.period) <= MOST_STEPS
        && out_of_reach(&law, rule, heaps)
        && Reach::new(&law, rule, heaps).proves(taken)
}

/// The largest tables that a proof may need, in flags.
const MOST_CELLS: usize = 1 << 24;

/// The most steps that a proof may take.
const MOST_STEPS: usize = 1 << 30;

/// The law that was seen, with the nimbers that show it.
struct Law<'a> {
    values: &'a [u16],
    /// n₀, 1 or more.
    start: usize,
    period: usize,
    saltus: usize,
}

impl Law<'_> {
    /// The largest heap checked.
    fn top(&self) -> usize {
        self.values.len() - 1
    }

    fn quotient(&self, heap: usize) -> usize {
        usize::from(self.values[heap]) / self.saltus
    }

    fn rest(&self, heap: usize) -> usize {
        usize::from(self.values[heap]) % self.saltus
    }

    fn lag(&self, heap: usize) -> i64 {
        heap as i64 - (self.period * self.quotient(heap)) as i64
    }

    /// One heap of each class.
    fn classes(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.period
    }

    /// The greatest quotient of the first heaps of the classes: Q.
    fn greatest_quotient(&self) -> usize {
        self.classes().map(|heap| self.quotient(heap)).max().unwrap_or(0)
    }

    /// A power of two above the quotients of all heaps below the start.
    fn quotients_below_start(&self) -> usize {
        let greatest = (1..self.start).map(|heap| self.quotient(heap)).max().unwrap_or(0);
        (greatest + 1).next_power_of_two()
    }

    /// The remainder modulo two periods.
    fn remainder(&self, beans: i64) -> usize {
        beans.rem_euclid(2 * self.period as i64) as usize
    }

    /// The last heaps checked, one of each class.
    fn last(&self) -> std::ops::RangeInclusive<usize> {
        self.values.len() - self.period..=self.top()
    }
}

/// No sum.
const NEVER: i64 = i64::MAX / 2;

/// Whether no option of a heap beyond the checked ones has the nimber that the law gives that heap.
fn out_of_reach(law: &Law<'_>, rule: &Rule, heaps: usize) -> bool {
    let saltus = law.saltus;
    let below = below_start(law, heaps);
    // By remainder and rest: the least that heaps of which one or more are not below the start come to.
    let mut sums = vec![NEVER; 2 * law.period * saltus];
    (1..=heaps).all(|count| {
        let fewer: Vec<i64> = sums.iter().zip(&below[count - 1]).map(|(&with, &without)| with.min(without)).collect();
        sums.fill(NEVER);
        for class in law.classes() {
            let (lag, rest) = (law.lag(class), law.rest(class));
            for (index, &sum) in fewer.iter().enumerate().filter(|(_, sum)| **sum < NEVER) {
                let cell = law.remainder(sum + lag) * saltus + ((index % saltus) ^ rest);
                sums[cell] = sums[cell].min(sum + lag);
            }
        }
        let clauses =
            rule.clauses().iter().filter(|clause| clause.leave.allows(count as u64) && count as u64 + clause.take > 1);
        clauses.into_iter().all(|clause| {
            law.last().all(|heap| {
                let reach = law.lag(heap) - clause.take as i64;
                sums[law.remainder(reach) * saltus + law.rest(heap)] > reach
            })
        })
    })
}

/// The least a - p·A that a number of heaps below the start come to, with a beans and nim-sum A of quotients: by number of
/// heaps, then by remainder and rest.
fn below_start(law: &Law<'_>, heaps: usize) -> Vec<Vec<i64>> {
    let (saltus, row) = (law.saltus, 2 * law.period * law.saltus);
    // The least beans by nim-sum of quotients, remainder and rest.
    let mut beans = vec![NEVER; law.quotients_below_start() * row];
    beans[0] = 0;
    let mut least = Vec::new();
    for _ in 0..heaps {
        let mut sums = vec![NEVER; row];
        let mut more = vec![NEVER; beans.len()];
        for (index, &total) in beans.iter().enumerate().filter(|(_, total)| **total < NEVER) {
            let (nim_sum, rest) = (index / row, index % saltus);
            let lag = total - (law.period * nim_sum) as i64;
            let cell = law.remainder(lag) * saltus + rest;
            sums[cell] = sums[cell].min(lag);
            for heap in 1..law.start {
                let total = total + heap as i64;
                let nim_sum = nim_sum ^ law.quotient(heap);
                let cell = nim_sum * row + law.remainder(total) * saltus + (rest ^ law.rest(heap));
                more[cell] = more[cell].min(total);
            }
        }
        least.push(sums);
        beans = more;
    }
    least
}

/// A set of numbers of beans with rests.
#[derive(Clone)]
struct Flags {
    saltus: usize,
    up: Vec<bool>,
}

impl Flags {
    fn new(beans: usize, saltus: usize) -> Self {
        Self { saltus, up: vec![false; beans * saltus] }
    }

    fn raise(&mut self, beans: usize, rest: usize) {
        if let Some(flag) = self.up.get_mut(beans * self.saltus + rest) {
            *flag = true;
        }
    }

    fn has(&self, beans: i64, rest: usize) -> bool {
        usize::try_from(beans).is_ok_and(|beans| self.up.get(beans * self.saltus + rest) == Some(&true))
    }

    fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let up = self.up.iter().enumerate().filter(|(_, flag)| **flag);
        up.map(|(index, _)| (index / self.saltus, index % self.saltus))
    }

    /// All sums of one of these and one of the others, as far as these go.
    fn plus(&self, others: &[(usize, usize)]) -> Self {
        let mut sums = Self { saltus: self.saltus, up: vec![false; self.up.len()] };
        for (beans, rest) in self.iter() {
            others.iter().for_each(|&(more, other)| sums.raise(beans + more, rest ^ other));
        }
        sums
    }
}

/// What the options of a heap beyond the checked ones reach.
struct Reach<'a> {
    law: &'a Law<'a>,
    rule: &'a Rule,
    heaps: usize,
    /// The least lag of a class.
    least_lag: i64,
    /// Beans and rests of companions whose quotients cancel, with the lag of a free heap less the least: by number of
    /// companions.
    served: Vec<Flags>,
    /// Those of them with a sliding pair.
    sliding: Vec<Flags>,
    /// Heaps of quotient 0 and their rests.
    idle: Vec<(usize, usize)>,
}

impl<'a> Reach<'a> {
    fn new(law: &'a Law<'a>, rule: &'a Rule, heaps: usize) -> Self {
        let idle: Vec<_> =
            (1..=law.top()).filter(|&heap| law.quotient(heap) == 0).map(|heap| (heap, law.rest(heap))).collect();
        let least_lag = law.classes().map(|class| law.lag(class)).min().unwrap_or(0);
        let mut reach = Self { law, rule, heaps, least_lag, served: Vec::new(), sliding: Vec::new(), idle };
        let none = Flags::new(law.values.len(), law.saltus);
        let mut alone = none.clone();
        alone.raise(0, 0);
        let (pairs, sliding) = reach.pairs();
        let (mut companions, mut slide) = (alone.clone(), none.clone());
        for count in 0..heaps {
            (companions, slide) = match count {
                0 => (alone.clone(), none.clone()),
                1 => (alone.plus(&reach.idle), none.clone()),
                2 => (pairs.clone(), sliding.clone()),
                _ => (companions.plus(&reach.idle), slide.plus(&reach.idle)),
            };
            reach.served.push(reach.beside(&companions));
            reach.sliding.push(reach.beside(&slide));
        }
        reach
    }

    /// All pairs of equal quotients, and those of them with both heaps from the start on.
    fn pairs(&self) -> (Flags, Flags) {
        let (law, top) = (self.law, self.law.top());
        let mut all = Flags::new(law.values.len(), law.saltus);
        let mut sliding = all.clone();
        for low in 1..=top / 2 {
            for high in (low..=top - low).filter(|&high| law.quotient(high) == law.quotient(low)) {
                let rest = law.rest(low) ^ law.rest(high);
                all.raise(low + high, rest);
                if low >= law.start {
                    sliding.raise(low + high, rest);
                }
            }
        }
        (all, sliding)
    }

    /// The companions with a free heap of each class beside them.
    fn beside(&self, companions: &Flags) -> Flags {
        let law = self.law;
        let lags: Vec<_> =
            law.classes().map(|class| ((law.lag(class) - self.least_lag) as usize, law.rest(class))).collect();
        companions.plus(&lags)
    }

    fn proves(&self, taken: usize) -> bool {
        self.law.last().all(|heap| self.above(heap)) && self.below(taken)
    }

    /// Whether the heap one period later reaches every smaller nimber with quotient Q or more.
    fn above(&self, heap: usize) -> bool {
        let law = self.law;
        let farthest = (law.quotient(heap) + 1).saturating_sub(law.greatest_quotient());
        (0..law.saltus).all(|rest| {
            let first = usize::from(rest >= law.rest(heap));
            [first, first + 1].into_iter().all(|first| {
                for distance in (first..=farthest).step_by(2) {
                    if self.serves(&self.sliding, heap, distance, rest) {
                        return true;
                    }
                    if !self.serves(&self.served, heap, distance, rest) {
                        return false;
                    }
                }
                false
            })
        })
    }

    /// Whether some move leaves a quotient this much below that of the heap one period later, and this rest.
    fn serves(&self, by_companions: &[Flags], heap: usize, distance: usize, rest: usize) -> bool {
        let reach = (self.law.period * distance) as i64 + self.law.lag(heap) - self.least_lag;
        self.rule.clauses().iter().any(|clause| {
            by_companions.iter().zip(1..).any(|(flags, count)| {
                clause.leave.allows(count) && clause.take + count > 1 && flags.has(reach - clause.take as i64, rest)
            })
        })
    }

    /// Whether every nimber with a quotient below Q is reached by all heaps beyond the checked ones.
    fn below(&self, taken: usize) -> bool {
        let law = self.law;
        let greatest = law.greatest_quotient();
        let lag = law.classes().map(|class| law.lag(class)).max().unwrap_or(0).max(0) as usize;
        // With more beans in the fixed heaps the pair might have a quotient below Q.
        let Some(most) = law.top().checked_sub(taken + 2 * lag + 2 * law.period * greatest) else {
            return greatest == 0;
        };
        let pairs: Vec<_> = law
            .classes()
            .flat_map(|a| (a..law.start + law.period).map(move |b| (a, b)))
            .map(|(a, b)| (law.remainder(law.lag(a) + law.lag(b)), law.rest(a) ^ law.rest(b)))
            .collect();
        (0..greatest).all(|quotient| {
            let reached = self.beside_pairs(&pairs, quotient, most);
            reached.up.iter().all(|&flag| flag)
        })
    }

    /// By remainder and rest: the heaps for which a move leaves a pair that takes up all beans but those of fixed heaps, at
    /// most this many, with this quotient.
    fn beside_pairs(&self, pairs: &[(usize, usize)], quotient: usize, most: usize) -> Flags {
        let law = self.law;
        let mut fixed = Flags::new(most + 1, law.saltus);
        let mut reached = Flags::new(2 * law.period, law.saltus);
        for count in 2..=self.heaps {
            fixed = match count {
                2 if quotient == 0 => {
                    fixed.raise(0, 0);
                    fixed
                }
                3 => {
                    let mut heaps = Flags::new(most + 1, law.saltus);
                    let suited = (1..=most).filter(|&heap| law.quotient(heap) == quotient);
                    suited.for_each(|heap| heaps.raise(heap, law.rest(heap)));
                    heaps
                }
                _ => fixed.plus(&self.idle),
            };
            for clause in self.rule.clauses().iter().filter(|clause| clause.leave.allows(count as u64)) {
                for (beans, rest) in fixed.iter() {
                    for &(pair, other) in pairs {
                        reached.raise(law.remainder((beans + pair) as i64 + clause.take as i64), rest ^ other);
                    }
                }
            }
        }
        reached
    }
}
