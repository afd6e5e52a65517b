//! Taking and breaking: octal codes and every other rule on heaps, under one roof.

mod misere;
mod rows;

use crate::nim::{heaps_board, write_heaps};
use crate::{Catalogue, Entry};
use grundy_budget::{Budget, Exhausted, pulse};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Page, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote, nimber_text,
};
use grundy_heap::{Clause, HeapError, Leave, MisereQuotient, Rule, RuleError, Sequence, for_each_option};
use grundy_solve::{Subject, lend};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A family of rules with a name in the notation: codes, painting, Grundy's game, …
pub trait Family: Send + Sync + 'static {
    /// The page about the game.
    const INFO: Info;

    /// The nimber of a heap by a formula, and whose it is, where there is one.
    fn formula(_heap: u64) -> Option<(u64, &'static str)> {
        None
    }

    /// Reads the rule from the arguments after the name.
    fn rule(input: &Input<'_>) -> Result<Rule, ParseError>;

    /// Rules in full notation, without heaps, that the conformance suite tries.
    const SMALL: &'static [&'static str];
}

/// What of a [`Family`] its positions need, so that all families share one set of solvers.
#[derive(Clone, Copy)]
struct Named {
    info: Info,
    formula: fn(u64) -> Option<(u64, &'static str)>,
}

/// One rule on heaps, with its nimber sequence as far as it was needed.
pub struct Heaps {
    named: Named,
    rule: Rule,
    sequence: Mutex<Sequence>,
    /// The misère quotient as far as it was found, once it was asked for.
    quotient: OnceLock<Option<MisereQuotient>>,
}

/// The entry of a family for the catalogue.
pub(crate) const fn family<F: Family>() -> Entry {
    Entry { info: F::INFO, read: read_family::<F>, impartial: None, small: small::<F>, graph_table: None }
}

fn read_family<F: Family>(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    let (rules, heaps) = Heaps::read_as::<F>(input)?;
    Ok(lend(rules, heaps))
}

fn small<F: Family>() -> Vec<String> {
    small_of(F::SMALL)
}

/// The same for every family, compiled once.
fn small_of(rules: &[&str]) -> Vec<String> {
    let one = rules.iter().flat_map(|rule| (0..=11).map(move |heap| format!("{rule}:{heap}")));
    let two = rules.iter().flat_map(|rule| (1..=5).map(move |heap| format!("{rule}:{heap},{}", 7 - heap)));
    one.chain(two).collect()
}

/// Take `take` beans from heap number `heap` (from 0) and leave these heaps in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Which heap.
    pub heap: usize,
    /// How many beans are taken.
    pub take: u64,
    /// The heaps left of it, in increasing order.
    pub left: Vec<u64>,
}

/// Options of one heap that are still listed one by one.
const LISTED: u64 = 1 << 16;

/// Options of a larger heap that are shown for each number of beans taken.
const SHOWN: usize = 20;

/// Winning moves, and how many there are in all.
struct Winning {
    moves: Vec<Break>,
    /// `None` where only some were looked for.
    count: Option<u64>,
}

impl PartialEq for Heaps {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule && self.named.info.name == other.named.info.name
    }
}

impl Heaps {
    fn read_as<F: Family>(input: &Input<'_>) -> Result<(Self, Vec<u64>), ParseError> {
        let rule = F::rule(input)?;
        let sequence = Mutex::new(Sequence::new(rule.clone()));
        let named = Named { info: F::INFO, formula: F::formula };
        Ok((Self { named, sequence, quotient: OnceLock::new(), rule }, input.heaps()?))
    }

    fn sequence(&self) -> MutexGuard<'_, Sequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nimber of a heap: stored, or by the proved period; `None` when neither is reached in reasonable time.
    fn nimber(&self, heap: u64) -> Option<u64> {
        if let Some((nimber, _)) = (self.named.formula)(heap) {
            return Some(nimber);
        }
        let plain = self.rule.most_left().is_some_and(|most| most <= 2) && self.rule.most_taken().is_some();
        let limit = if plain { 1 << 15 } else { 1 << 10 };
        let mut sequence = self.sequence();
        // why: a nimber out of reach is unknown here, and then searched for.
        sequence.at(heap).or_else(|| sequence.reach(heap, limit, &Budget::unlimited()).ok())
    }

    /// The nimbers of all heaps up to the largest, one after the other: every search would need most of them too.
    fn by_sequence(&self, heaps: &Vec<u64>, budget: &Budget) -> Result<Option<Theorem<Break>>, Exhausted> {
        for &heap in heaps {
            let reached = self.sequence().reach(heap, heap, budget);
            match reached {
                Ok(_) => {}
                Err(HeapError::Exhausted(exhausted)) => return Err(exhausted),
                // Nimbers beyond what a sequence stores: left to search.
                Err(_) => return Ok(None),
            }
        }
        Ok(self.theorem(heaps, Play::Normal))
    }

    fn nim_sum(&self, heaps: &[u64]) -> Option<u64> {
        heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ self.nimber(heap)?))
    }

    /// At least as many as one heap has options.
    fn count(&self, heap: u64) -> u64 {
        let ways = |clause: Clause| {
            let rest = heap - clause.take;
            let most = clause.leave.most().map_or(rest, u64::from);
            (0..=most.min(64)).filter(|&parts| clause.leave.allows(parts)).fold(0, |sum: u64, parts| {
                let ordered = rest.saturating_pow(parts.saturating_sub(1) as u32).max(1);
                sum.saturating_add(ordered.min(partitions(rest)))
            })
        };
        let (tail, start) = self.rule.tail();
        let few = |leave: &Leave| leave.most().is_some_and(|most| most <= 1);
        if tail.iter().all(few) && !tail.is_empty() && heap >= start {
            // A digit that leaves at most one heap adds as much wherever it stands, so the tail needs no walk.
            let finite = self.rule.clauses().iter().filter(|clause| clause.take <= heap);
            let each = finite.map(|&clause| ways(clause)).fold(0, u64::saturating_add);
            let rounds = |place: u64| (heap - start).checked_sub(place).map_or(0, |rest| rest / tail.len() as u64 + 1);
            let adds = |leave: &Leave| (0..=1).filter(|&parts| leave.allows(parts)).count() as u64;
            let repeated = (0..).zip(tail).map(|(place, leave)| rounds(place).saturating_mul(adds(leave)));
            return repeated.fold(each, u64::saturating_add);
        }
        let mut total = 0u64;
        for clause in self.rule.clauses_to(heap) {
            pulse(1);
            total = total.saturating_add(ways(clause));
            if total > LISTED * LISTED {
                break;
            }
        }
        total
    }

    /// Calls `visit` for every option of heap number `index`.
    fn each_break(&self, heaps: &[u64], index: usize, mut visit: impl FnMut(Break)) {
        // Without limits nothing can run out; what is not listed here is never asked for.
        // why: without limits nothing can run out; what is not listed here is never asked for.
        let _ = for_each_option(&self.rule, heaps[index], &Budget::unlimited(), |take, left| {
            pulse(1);
            visit(Break { heap: index, take, left: left.to_vec() });
        });
    }

    /// The moves to positions of a nimber; of a heap with very many options only the first, counted by residues of the
    /// period.
    fn moves_to(&self, heaps: &[u64], nimber: u64) -> Option<Winning> {
        let sum = self.nim_sum(heaps)?;
        let mut found = Winning { moves: Vec::new(), count: Some(0) };
        for (index, &heap) in heaps.iter().enumerate() {
            let wanted = sum ^ self.nimber(heap)? ^ nimber;
            if self.count(heap) > LISTED {
                let sequence = self.sequence();
                let (first, count) = match sequence.options_to(heap, wanted, SHOWN) {
                    Some(counted) => (counted.first, Some(counted.count)),
                    None => (sequence.some_options_to(heap, wanted, SHOWN)?, None),
                };
                found.count = found.count.zip(count).map(|(all, more)| all.saturating_add(more));
                found.moves.extend(first.into_iter().map(|(take, left)| Break { heap: index, take, left }));
                continue;
            }
            self.each_break(heaps, index, |played| {
                if self.nim_sum(&played.left) == Some(wanted) {
                    found.moves.push(played);
                    found.count = found.count.map(|count| count.saturating_add(1));
                }
            });
        }
        Some(found)
    }

    /// The options of one heap by nimber, and the mex, in one line.
    fn mex_line(&self, heaps: &[u64], index: usize) -> Option<Text> {
        const SHOWN: usize = 6;
        let mut by_nimber: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let mut all_known = true;
        self.each_break(heaps, index, |played| match self.nim_sum(&played.left) {
            Some(value) => by_nimber.entry(value).or_default().push(parts_text(&played.left)),
            None => all_known = false,
        });
        if !all_known {
            return None;
        }
        let listed = by_nimber.iter().map(|(nimber, options)| {
            let text = if options.len() > SHOWN {
                Text::new("{nimber} by {options}, … {count} in all").with("count", options.len())
            } else {
                Text::new("{nimber} by {options}")
            };
            text.with("nimber", nimber_text(*nimber)).with("options", options[..options.len().min(SHOWN)].join(", "))
        });
        let seen = by_nimber.keys().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let text = match by_nimber.len() {
            0 => Text::new("heap of {heap}: options none; mex({seen}) = {nimber}"),
            _ => Text::new("heap of {heap}: options {options}; mex({seen}) = {nimber}"),
        };
        let text = text.with("heap", heaps[index]).with_list("options", listed.collect());
        Some(text.with("seen", seen).with("nimber", self.nimber(heaps[index])?))
    }

    /// The winning move drawn on its bar, and what its symmetry is called.
    fn drawn(&self, heaps: &[u64], played: &Break) -> Option<Text> {
        const WIDEST: u64 = 72;
        let size = heaps[played.heap];
        if size > WIDEST || played.left.len() > 2 {
            return None;
        }
        let run = |symbol: &str, length: u64| symbol.repeat(length as usize);
        // why: heaps that are not left have size 0.
        let (first, second) = (played.left.first().copied().unwrap_or(0), played.left.get(1).copied().unwrap_or(0));
        let bar = format!("{}{}{}", run("■", first), run("·", played.take), run("■", second));
        let equal = first == second && heaps.len() == 1 && played.take > 0;
        let text = if equal && first > 0 {
            Text::new(
                "{bar}  the middle move: take {take} and leave {left}; then answer every move by its mirror image",
            )
        } else {
            return Some(
                Text::new("{bar}  {move}").with("bar", bar).with_text("move", self.words(&heaps.to_vec(), played)),
            );
        };
        Some(text.with("bar", bar).with("take", played.take).with("left", parts_text(&played.left)))
    }

    fn explain_normal(&self, heaps: &[u64]) -> Option<Vec<Text>> {
        const LARGEST: u64 = 400;
        let sum = self.nim_sum(heaps)?;
        if heaps.iter().any(|&heap| self.count(heap) > LARGEST) {
            return None;
        }
        let mut lines: Vec<Text> = (0..heaps.len()).map(|index| self.mex_line(heaps, index)).collect::<Option<_>>()?;
        if heaps.len() > 1 {
            let values = heaps.iter().map(|&heap| self.nimber(heap).map_or(String::new(), nimber_text));
            let values = values.collect::<Vec<_>>().join(" + ");
            lines.push(Text::new("{values} = {sum}").with("values", values).with("sum", nimber_text(sum)));
        }
        if sum == 0 {
            lines.push(Text::new("the nim-sum is 0: the second player wins"));
        } else {
            let mut winning = self.moves_to(heaps, 0)?.moves;
            // The most even split shows the symmetry, where there is one.
            // why: where nothing is left the largest heap has size 0.
            winning.sort_by_key(|played| (played.left.len() != 2, played.left.iter().max().copied().unwrap_or(0)));
            lines.extend(winning.first().and_then(|played| self.drawn(heaps, played)));
        }
        Some(lines)
    }
}

/// In how many ways a small heap falls into heaps; large heaps say "too many".
fn partitions(heap: u64) -> u64 {
    const SMALL: usize = 64;
    // why: a heap too large for an index has too many partitions to count.
    let Some(heap) = usize::try_from(heap).ok().filter(|&heap| heap <= SMALL) else { return u64::MAX };
    let mut ways = [0u64; SMALL + 1];
    ways[0] = 1;
    for part in 1..=heap {
        for total in part..=heap {
            ways[total] += ways[total - part];
        }
    }
    ways[heap]
}

/// Heaps joined by plus signs, 0 for none.
fn parts_text(parts: &[u64]) -> String {
    if parts.is_empty() {
        return "0".to_owned();
    }
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

impl Rules for Heaps {
    type Position = Vec<u64>;
    type Move = Break;

    fn moves(&self, heaps: &Vec<u64>, _: Player, moves: &mut Vec<Break>) -> Result<(), Refusal> {
        (0..heaps.len()).for_each(|index| self.each_break(heaps, index, |played| moves.push(played)));
        Ok(())
    }

    fn play(&self, heaps: &mut Vec<u64>, played: &Break) {
        let empty = if played.left.is_empty() { &[0][..] } else { &[] };
        heaps.splice(played.heap..=played.heap, played.left.iter().chain(empty).copied());
    }

    fn move_count(&self, heaps: &Vec<u64>) -> Option<u64> {
        Some(heaps.iter().fold(0, |sum: u64, &heap| sum.saturating_add(self.count(heap))))
    }

    fn split(&self, heaps: &Vec<u64>, parts: &mut Vec<Vec<u64>>) {
        parts.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
    }

    fn gathers(&self) -> bool {
        true
    }

    fn canonicalise(&self, heaps: &mut Vec<u64>) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
    }

    fn theorem(&self, heaps: &Vec<u64>, play: Play) -> Option<Theorem<Break>> {
        if play == Play::Misere {
            return None;
        }
        let sum = self.nim_sum(heaps)?;
        let winning =
            if sum == 0 { Some(Winning { moves: Vec::new(), count: Some(0) }) } else { self.moves_to(heaps, 0) };
        let values = heaps.iter().map(|&heap| self.nimber(heap).map_or(String::new(), |nimber| nimber.to_string()));
        let values = values.collect::<Vec<_>>().join(", ");
        let period = self.sequence().period().copied();
        let formula = heaps.iter().find_map(|&heap| (self.named.formula)(heap));
        let reason = match period {
            _ if formula.is_some() => Text::new("nimbers of heaps by the formula of {author}; here: {values}"),
            Some(found) if found.saltus == 0 => Text::new(
                "nimbers of heaps repeat with period {period} from heap {preperiod} on, proved by {theorem}; here: {values}",
            ),
            Some(_) => Text::new(
                "nimbers of heaps grow by {saltus} every {period} heaps from heap {preperiod} on, proved: {theorem}; here: {values}",
            ),
            None => Text::new("nimbers of heaps by the mex rule; here: {values}"),
        };
        let reason = match period {
            Some(found) => reason
                .with("saltus", found.saltus)
                .with("period", found.period)
                .with("preperiod", found.preperiod)
                .with_text("theorem", found.theorem.text()),
            None => reason,
        };
        let reason = match formula {
            Some((_, author)) => reason.with("author", author),
            None => reason,
        };
        let reason = reason.with("values", values);
        let reason = match &winning {
            Some(Winning { moves, count: Some(count) }) if *count > moves.len() as u64 => Text::new(
                "{reason}; alone it has {count} winning moves, and of a heap this large only the first {shown} are listed for each number taken",
            )
            .with_text("reason", reason)
            .with("count", *count)
            .with("shown", SHOWN),
            Some(Winning { count: None, .. }) => {
                Text::new("{reason}; of a heap this large only some winning moves are listed").with_text("reason", reason)
            }
            _ => reason,
        };
        Some(Theorem { known: Known::Nimber(sum), reason, winning: winning.map(|found| found.moves) })
    }

    fn own_method(&self, heaps: &Vec<u64>, play: Play, budget: &Budget) -> Result<Option<Theorem<Break>>, Exhausted> {
        if play == Play::Misere { self.by_quotient(heaps, budget) } else { self.by_sequence(heaps, budget) }
    }

    fn position_bytes(&self, heaps: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + 8 * heaps.len()
    }
}

impl ImpartialHints for Heaps {
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<u64> {
        self.nim_sum(heaps)
    }

    fn moves_to_nimber(&self, heaps: &Vec<u64>, nimber: u64) -> Option<Vec<Break>> {
        self.moves_to(heaps, nimber)
            .filter(|found| found.count.is_some() || !found.moves.is_empty())
            .map(|found| found.moves)
    }
}

impl PartisanHints for Heaps {}

impl Game for Heaps {
    const INFO: Info = Octal::INFO;

    fn page(&self) -> Page<'_> {
        self.named.info
    }

    fn read(input: &Input<'_>) -> Result<(Self, Vec<u64>), ParseError> {
        Self::read_as::<Octal>(input)
    }

    fn arguments(&self) -> Option<String> {
        let text = self.rule.to_string();
        let (_, inside) = text.split_once('(')?;
        inside.strip_suffix(')').map(str::to_owned)
    }

    fn write(&self, heaps: &Vec<u64>) -> String {
        write_heaps(heaps)
    }

    fn label(&self, position: &Vec<u64>, played: &Break) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Vec<u64>, played: &Break) -> Text {
        let text = match (played.take, played.left.len()) {
            (0, _) => Text::new("split heap {heap} into {left}"),
            (_, 0 | 1) => Text::new("take {n} from heap {heap}"),
            _ => Text::new("take {n} from heap {heap}, leaving {left}"),
        };
        text.with("n", played.take).with("heap", played.heap + 1).with("left", parts_text(&played.left))
    }

    fn explain(&self, heaps: &Vec<u64>, play: Play) -> Option<Vec<Text>> {
        if play == Play::Normal { self.explain_normal(heaps) } else { None }
    }

    fn board(&self, heaps: &Vec<u64>) -> String {
        heaps_board(heaps)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        rows::picture(self, course)
    }

    fn small() -> Vec<String> {
        small::<Octal>()
    }
}

/// Reads `name(arguments)` as a rule, with errors under the offending character.
pub fn read_rule(input: &Input<'_>, name: &str) -> Result<Rule, ParseError> {
    let (text, inside) = match input.arguments {
        Some((arguments, _)) => (format!("{name}({arguments})"), true),
        None => (name.to_owned(), false),
    };
    text.parse().map_err(|error: RuleError| {
        let skipped = if inside { name.chars().count() + 1 } else { 0 };
        let characters = (error.column - 1).saturating_sub(skipped);
        let arguments = input.arguments.map_or("", |(arguments, _)| arguments);
        let offset = arguments.char_indices().nth(characters).map_or(arguments.len(), |(at, _)| at);
        input.argument_error(offset, usize::from(offset < arguments.len()), error.fault.text())
    })
}

const GUY_SMITH: TheoremNote = TheoremNote {
    statement: "If the nimbers of a finite code that leaves at most two heaps repeat with period p from heap n to heap 2n + p + d, \
                d the greatest number that may be taken, they repeat for ever.",
    literature: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)",
};

/// Any code.
pub struct Octal;

impl Family for Octal {
    const INFO: Info = Info {
        name: "octal",
        summary: "taking and breaking by a code: digit k says what may be left after taking k",
        rules: "A move takes k beans from one heap if digit k of the code allows it: bit 1 of the digit lets nothing be left, \
                bit 2 one heap, bit 4 two heaps, bit 8 three heaps, and so on. The digit before the point is for moves that \
                only split. Whoever cannot move loses.",
        notation: "octal(CODE):HEAPS with a code such as 0.77, 4.3, 0.8 (three heaps), 4!.0 (different heaps), {2+}=.0 (equal \
                   heaps), 0.[3] (digits that repeat for ever): octal(0.77):40",
        theorems: &[GUY_SMITH],
        examples: &["octal(0.77):40", "octal(0.77):1000000000000", "octal(0.137):5,9", "octal(4.3):12"],
    };

    fn rule(input: &Input<'_>) -> Result<Rule, ParseError> {
        input.required_arguments("octal(0.77):40")?;
        read_rule(input, "octal")
    }

    const SMALL: &'static [&'static str] =
        &["octal(0.77)", "octal(0.137)", "octal(4.3)", "octal(0.8)", "octal(4!.0)", "octal(0.[3])", "octal({2+}=.0)"];
}
