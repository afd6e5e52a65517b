//! Misère quotients of rules on heaps, after Plambeck and Siegel (Misère quotients for impartial games, J. Combin.
//! Theory A 115 (2008)).
//!
//! The quotient of the heaps below n is known with, for every element q, a smallest position that maps to it. Adding the
//! heap of n asks who wins q + k·n for every q and k. Taking the smallest position for q, level k follows from level
//! k - 1, so the levels repeat and give a finite monoid, a *candidate*. The candidate is then proved: the pairs
//! (x, images of the options) that positions can have form a finite closure, and a candidate is right when in every
//! such pair x is lost exactly if none of the options is.

use grundy_budget::{Budget, Exhausted};
use grundy_lang::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::HeapError;
use crate::options::for_each_option;
use crate::rule::{Rule, Shape};

use super::monoid::Monoid;

/// How much is known about a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotientStatus {
    /// The quotient of the whole game: the images of heaps repeat, proved as for nimbers.
    Whole {
        /// The length of the period of the images.
        period: u64,
        /// The first heap from which on they repeat.
        preperiod: u64,
    },
    /// The quotient of heaps up to the last one computed; it is not proved that larger heaps add nothing.
    Partial,
    /// The budget ran out while the next heap was added; what stands here is proved for the heaps before it.
    Stopped,
    /// The candidate at the next heap could not be proved: the quotient may be infinite, or telling positions apart
    /// needs more than the method looks at.
    Stuck,
}

/// A misère quotient with the images of the heaps.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    /// The monoid of classes of positions.
    pub monoid: Monoid,
    /// The image of each heap, from heap 0.
    pub images: Vec<usize>,
    /// What is proved.
    pub status: QuotientStatus,
}

impl MisereQuotient {
    /// The image of a heap, if it was computed or follows from the period.
    pub fn image(&self, heap: u64) -> Option<usize> {
        // why: a heap beyond all memory was not computed
        let computed = |heap: u64| self.images.get(usize::try_from(heap).ok()?).copied();
        computed(heap).or_else(|| match self.status {
            QuotientStatus::Whole { period, preperiod } => computed(preperiod + heap.checked_sub(preperiod)? % period),
            _ => None,
        })
    }
}

/// A word in the generators: how often each occurs.
type Word = Vec<usize>;

impl MisereQuotient {
    /// The name of every element: its first word in the generators a, b, c, … by length, then alphabet, as `ab2`.
    ///
    /// The generators are the images of heaps that are no products of earlier ones.
    pub fn names(&self) -> Vec<String> {
        self.words().1.iter().map(spell).collect()
    }

    /// Relations that define the monoid: each rewrites a word to the name of the same element.
    pub fn relations(&self) -> Vec<(String, String)> {
        let (generators, words) = self.words();
        let mut found: Vec<(Word, Word)> = Vec::new();
        for word in &words {
            for letter in 0..generators.len() {
                let mut longer = word.clone();
                longer[letter] += 1;
                let product = longer
                    .iter()
                    .zip(&generators)
                    .fold(0, |product, (&times, &g)| self.monoid.product(product, self.monoid.power(g, times)));
                let covered = |left: &Word| left.iter().zip(&longer).all(|(a, b)| a <= b);
                if words[product] != longer && !found.iter().any(|(left, _)| covered(left)) {
                    found.push((longer, words[product].clone()));
                }
            }
        }
        found.iter().map(|(left, right)| (spell(left), spell(right))).collect()
    }

    /// The generators and the first word of every element.
    fn words(&self) -> (Vec<usize>, Vec<Word>) {
        let mut generators: Vec<usize> = Vec::new();
        let mut reached = FxHashSet::from_iter([0]);
        for &image in &self.images {
            if reached.contains(&image) {
                continue;
            }
            generators.push(image);
            let mut queue: Vec<usize> = reached.iter().copied().collect();
            while let Some(element) = queue.pop() {
                for &generator in &generators {
                    let product = self.monoid.product(element, generator);
                    if reached.insert(product) {
                        queue.push(product);
                    }
                }
            }
        }
        let mut words: Vec<Option<Word>> = vec![None; self.monoid.len()];
        words[0] = Some(vec![0; generators.len()]);
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(element) = queue.pop_front() {
            for (letter, &generator) in generators.iter().enumerate() {
                let product = self.monoid.product(element, generator);
                if words[product].is_none() {
                    // why: elements in the queue have their word
                    let mut word = words[element].clone().unwrap_or_default();
                    word[letter] += 1;
                    words[product] = Some(word);
                    queue.push_back(product);
                }
            }
        }
        let length = generators.len();
        (generators, words.into_iter().map(|word| word.unwrap_or_else(|| vec![0; length])).collect())
    }
}

/// A word as text: `1` for the empty one.
fn spell(word: &Word) -> String {
    let letter =
        |index: usize| if index < 26 { char::from(b'a' + index as u8).to_string() } else { format!("x{index}") };
    let text: String = word
        .iter()
        .enumerate()
        .filter(|(_, times)| **times > 0)
        .map(|(index, &times)| if times == 1 { letter(index) } else { format!("{}{times}", letter(index)) })
        .collect();
    if text.is_empty() { "1".to_owned() } else { text }
}

/// Sets of elements as bits.
type Bits = Vec<u64>;

/// Computes the misère quotient of the heaps up to `to`, stopping earlier when the whole game is proved to have it.
///
/// When the budget runs out, the quotient of the heaps added so far is the result.
pub fn misere_quotient(rule: &Rule, to: u64, budget: &Budget) -> Result<MisereQuotient, HeapError> {
    let mut work = Work::new(rule, budget)?;
    while (work.images.len() as u64) <= to {
        match work.add_heap() {
            Ok(true) => {}
            Ok(false) => return Ok(work.finish(QuotientStatus::Stuck)),
            Err(HeapError::Exhausted(_)) => return Ok(work.finish(QuotientStatus::Stopped)),
            Err(other) => return Err(other),
        }
        if let Some(status) = work.whole() {
            return Ok(work.finish(status));
        }
    }
    Ok(work.finish(QuotientStatus::Partial))
}

struct Work<'a> {
    rule: &'a Rule,
    budget: &'a Budget,
    monoid: Monoid,
    images: Vec<usize>,
    /// The options of every heap as lists of heaps.
    options: Vec<Vec<Vec<u64>>>,
    /// The longest play of every heap, which falls with every move.
    length: Vec<u64>,
    closure: Closure,
}

/// The pairs (image, images of options) that positions can have.
#[derive(Default)]
struct Closure {
    pairs: FxHashSet<(usize, Bits)>,
    generators: Vec<(usize, Bits)>,
}

/// More pairs than this are not followed.
const MOST_PAIRS: usize = 300_000;
/// How often the classes are refined before a heap is given up.
const REFINEMENTS: usize = 3;
/// Powers up to which words are kept apart when nothing else is known.
const HIGHEST_INDEX: usize = 4;
/// Most words that are kept apart.
const MOST_WORDS: usize = 1500;
/// Larger candidates are not built.
const MOST_ELEMENTS: usize = 6000;

impl<'a> Work<'a> {
    fn new(rule: &'a Rule, budget: &'a Budget) -> Result<Self, HeapError> {
        if !rule.tail().0.is_empty() {
            return Err(HeapError::Unsupported(Text::new("misère quotients need a rule with finitely many digits")));
        }
        let mut work = Self {
            rule,
            budget,
            monoid: Monoid::trivial(),
            images: vec![0],
            options: vec![Vec::new()],
            length: vec![0],
            closure: Closure::default(),
        };
        work.closure.pairs.insert((0, vec![0]));
        Ok(work)
    }

    fn finish(self, status: QuotientStatus) -> MisereQuotient {
        MisereQuotient { monoid: self.monoid, images: self.images, status }
    }

    fn image(&self, heaps: &[u64]) -> usize {
        heaps.iter().fold(0, |product, &heap| self.monoid.product(product, self.images[heap as usize]))
    }

    /// The images of the options of a heap, sorted.
    fn option_images(&self, heap: usize) -> Vec<usize> {
        let mut images: Vec<usize> = self.options[heap].iter().map(|heaps| self.image(heaps)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Adds the next heap; false when no candidate could be proved.
    fn add_heap(&mut self) -> Result<bool, HeapError> {
        let heap = self.images.len();
        let mut found = Vec::new();
        for_each_option(self.rule, heap as u64, self.budget, |_, heaps| found.push(heaps.to_vec()))?;
        let play = |heaps: &Vec<u64>| heaps.iter().map(|&part| self.length[part as usize]).sum::<u64>() + 1;
        self.length.push(found.iter().map(play).max().unwrap_or(0));
        self.options.push(found);
        let options = self.option_images(heap);
        if let Some((levels, _)) = self.levels(&options)?
            && let Some(same) = self.existing(&levels)
            && !options.is_empty()
            && self.closure.pairs.contains(&(same, self.bits(&options)))
        {
            self.images.push(same);
            return Ok(true);
        }
        let known = (self.monoid.clone(), self.images.clone());
        let added = self.enlarge(heap);
        if !matches!(added, Ok(true)) {
            (self.monoid, self.images) = known;
        }
        added
    }

    /// Makes room for a heap that the monoid does not know yet; what it leaves behind is proved only if it says true.
    fn enlarge(&mut self, heap: usize) -> Result<bool, HeapError> {
        let known = (self.monoid.clone(), self.images.clone());
        if self.adjoin(heap)? {
            return Ok(true);
        }
        let mut base = known.clone();
        // The new heap may tell apart positions that were the same so far: start from the closure, which knows more, and
        // from the closure of that.
        for _ in 0..REFINEMENTS {
            (self.monoid, self.images) = base;
            if !self.refine()? {
                break;
            }
            base = (self.monoid.clone(), self.images.clone());
            if self.adjoin(heap)? {
                return Ok(true);
            }
            (self.monoid, self.images) = base.clone();
            if !self.prove()? {
                break;
            }
        }
        // Or from words, of which only high powers are the same.
        for index in 1..=HIGHEST_INDEX {
            (self.monoid, self.images) = known.clone();
            if self.unfold(index) && self.adjoin(heap)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adjoins the heap to the monoid and proves the result.
    fn adjoin(&mut self, heap: usize) -> Result<bool, HeapError> {
        let options = self.option_images(heap);
        let Some((levels, repeat)) = self.levels(&options)? else { return Ok(false) };
        let (monoid, old, new) = self.monoid.adjoin(&levels, repeat);
        self.monoid = monoid;
        self.images.iter_mut().for_each(|image| *image = old[*image]);
        self.images.push(new);
        self.prove()
    }

    /// Replaces the monoid by that of the pairs in the closure, which keeps apart what has different options.
    fn refine(&mut self) -> Result<bool, HeapError> {
        let size = self.closure.pairs.len();
        if size > MOST_ELEMENTS / 2 {
            return Ok(false);
        }
        let mut pairs: Vec<(usize, Bits)> = self.closure.pairs.iter().cloned().collect();
        let empty = self.bits(&[]);
        pairs.sort_by_key(|pair| (*pair != (0, empty.clone()), pair.clone()));
        let index: FxHashMap<&(usize, Bits), usize> = pairs.iter().zip(0..).collect();
        let mut table = Vec::with_capacity(size * size);
        for (x, below) in &pairs {
            self.budget.check()?;
            for (y, beside) in &pairs {
                let mut joined = self.times(below, *y);
                joined.iter_mut().zip(self.times(beside, *x)).for_each(|(all, more)| *all |= more);
                let Some(&product) = index.get(&(self.monoid.product(*x, *y), joined)) else { return Ok(false) };
                table.push(product as u32);
            }
        }
        let heaps = 0..self.images.len();
        let pair = |heap: usize| (self.images[heap], self.bits(&self.option_images(heap)));
        let Some(images) = heaps.map(|heap| index.get(&pair(heap)).copied()).collect() else { return Ok(false) };
        let lost = pairs.iter().map(|pair| self.monoid.is_lost(pair.0)).collect();
        self.monoid = Monoid::new(table, lost);
        self.images = images;
        Ok(true)
    }

    /// Replaces the monoid by that of words in the images of heaps, where only x^(index + 2) = x^index for each letter:
    /// whatever a new heap tells apart below that is kept apart. False where the monoid itself has no such law, or there
    /// are too many words.
    fn unfold(&mut self, index: usize) -> bool {
        let mut letters: Vec<usize> = Vec::new();
        for &image in self.images.iter().filter(|&&image| image != 0) {
            if !letters.contains(&image) {
                letters.push(image);
            }
        }
        let law = |&x: &usize| self.monoid.power(x, index + 2) == self.monoid.power(x, index);
        let radix = index + 2;
        // why: too many letters are too many words, which is refused just below
        let size = u32::try_from(letters.len()).ok().and_then(|count| radix.checked_pow(count));
        let Some(size) = size.filter(|&size| size <= MOST_WORDS && letters.iter().all(law)) else { return false };
        let powers = |word: usize| (0..letters.len() as u32).map(move |letter| word / radix.pow(letter) % radix);
        let fold = |power: usize| if power < radix { power } else { index + (power - index) % 2 };
        let joined = |a: usize, b: usize| {
            let sums = powers(a).zip(powers(b)).map(|(a, b)| fold(a + b));
            sums.zip(0..).map(|(power, letter)| power * radix.pow(letter)).sum::<usize>() as u32
        };
        let table = (0..size).flat_map(|a| (0..size).map(move |b| (a, b))).map(|(a, b)| joined(a, b)).collect();
        let image = |word: usize| {
            let factors = powers(word).zip(&letters).map(|(power, &letter)| self.monoid.power(letter, power));
            factors.fold(0, |product, factor| self.monoid.product(product, factor))
        };
        let lost = (0..size).map(|word| self.monoid.is_lost(image(word))).collect();
        let letter = |image: &usize| letters.iter().position(|letter| letter == image);
        let images = self.images.iter().map(|image| letter(image).map_or(0, |at| radix.pow(at as u32))).collect();
        (self.monoid, self.images) = (Monoid::new(table, lost), images);
        true
    }

    /// The element that wins and loses with every other as the new heap does, judged by the first level.
    fn existing(&self, levels: &[Vec<bool>]) -> Option<usize> {
        let first = levels.get(1)?;
        let size = self.monoid.len();
        (0..size).find(|&x| (0..size).all(|q| self.monoid.is_lost(self.monoid.product(x, q)) == first[q]))
    }

    /// Whether q·t^k is lost, for every q and k, and the level from which on the list repeats.
    fn levels(&self, options: &[usize]) -> Result<Option<(Vec<Vec<bool>>, usize)>, HeapError> {
        let order = self.smallest_positions();
        let size = self.monoid.len();
        let mut levels: Vec<Vec<bool>> = vec![(0..size).map(|q| self.monoid.is_lost(q)).collect()];
        loop {
            let last = &levels[levels.len() - 1];
            let mut next = vec![false; size];
            for (q, below) in &order {
                let here = below.iter().any(|&smaller| next[smaller]);
                let there = options.iter().any(|&option| last[self.monoid.product(*q, option)]);
                // Without options at all the player to move has won.
                let none = below.is_empty() && options.is_empty();
                next[*q] = !(here || there || none);
            }
            self.budget.spend(size as u64)?;
            if let Some(repeat) = levels.iter().position(|level| *level == next) {
                // A new heap without moves is worth nothing: its levels all equal the first.
                return Ok(Some((levels, repeat)));
            }
            levels.push(next);
            if levels.len() * size > MOST_ELEMENTS {
                return Ok(None);
            }
        }
    }

    /// For every element, in order of play length, the images of the options of its smallest position.
    fn smallest_positions(&self) -> Vec<(usize, Vec<usize>)> {
        let size = self.monoid.len();
        let mut best: Vec<Option<(u64, Vec<usize>)>> = vec![None; size];
        best[0] = Some((0, Vec::new()));
        let mut atoms: FxHashMap<usize, usize> = FxHashMap::default();
        for heap in 1..self.images.len() {
            let slot = atoms.entry(self.images[heap]).or_insert(heap);
            if self.length[heap] < self.length[*slot] {
                *slot = heap;
            }
        }
        let mut atoms: Vec<usize> = atoms.into_values().collect();
        atoms.sort_unstable();
        // Shortest plays first: a position's length is the sum over its heaps, so this is Dijkstra's algorithm.
        let mut queue = std::collections::BTreeSet::from([(0u64, 0usize)]);
        let mut order = Vec::new();
        while let Some((length, q)) = queue.pop_first() {
            let below = best[q].as_ref().map_or(Vec::new(), |found| found.1.clone());
            for &heap in &atoms {
                let (image, longer) = (self.images[heap], length + self.length[heap]);
                let target = self.monoid.product(q, image);
                if best[target].as_ref().is_some_and(|found| found.0 <= longer) {
                    continue;
                }
                let mut options: Vec<usize> = below.iter().map(|&option| self.monoid.product(option, image)).collect();
                options.extend(self.option_images(heap).iter().map(|&option| self.monoid.product(option, q)));
                options.sort_unstable();
                options.dedup();
                if let Some(found) = &best[target] {
                    queue.remove(&(found.0, target));
                }
                best[target] = Some((longer, options));
                queue.insert((longer, target));
            }
            order.push((q, below));
        }
        order
    }

    fn bits(&self, elements: &[usize]) -> Bits {
        let mut bits = vec![0; self.monoid.len().div_ceil(64)];
        elements.iter().for_each(|&element| bits[element / 64] |= 1 << (element % 64));
        bits
    }

    /// Closes the pairs of all heaps under sums and checks every one of them.
    fn prove(&mut self) -> Result<bool, HeapError> {
        let mut generators: Vec<(usize, Bits)> =
            (1..self.images.len()).map(|heap| (self.images[heap], self.bits(&self.option_images(heap)))).collect();
        generators.sort();
        generators.dedup();
        let empty = self.bits(&[]);
        // A heap without moves changes nothing, provided that it is worth nothing.
        if generators.iter().any(|(image, options)| *options == empty && *image != 0) {
            return Ok(false);
        }
        generators.retain(|(_, options)| *options != empty);
        let mut closure = Closure { pairs: FxHashSet::default(), generators };
        let mut queue = vec![(0, empty.clone())];
        closure.pairs.insert((0, empty));
        let mut meter = self.budget.meter();
        // A pair stands in the set and, for a while, in the queue.
        let bytes = 2 * (size_of::<(usize, Bits)>() + size_of::<u64>() * self.monoid.len().div_ceil(64));
        let most_pairs = self.budget.memory_left() / bytes as u64;
        while let Some((x, options)) = queue.pop() {
            for (image, below) in &closure.generators {
                meter.step()?;
                // Sets of many elements take longer.
                meter.work(4 * options.len() as u64)?;
                let product = self.monoid.product(x, *image);
                let mut joined = self.times(&options, *image);
                joined.iter_mut().zip(self.times(below, x)).for_each(|(all, more)| *all |= more);
                let pair = (product, joined);
                if closure.pairs.contains(&pair) {
                    continue;
                }
                let wins = members(&pair.1).any(|option| self.monoid.is_lost(option));
                if wins == self.monoid.is_lost(product) || closure.pairs.len() > MOST_PAIRS {
                    return Ok(false);
                }
                if closure.pairs.len() as u64 >= most_pairs {
                    return Err(Exhausted::Memory.into());
                }
                closure.pairs.insert(pair.clone());
                queue.push(pair);
            }
        }
        self.closure = closure;
        Ok(true)
    }

    fn times(&self, set: &Bits, factor: usize) -> Bits {
        let mut product = vec![0; set.len()];
        for element in members(set) {
            let image = self.monoid.product(element, factor);
            product[image / 64] |= 1 << (image % 64);
        }
        product
    }

    /// Whether the images repeat far enough for the theorem: the bound is that of Guy and Smith.
    fn whole(&self) -> Option<QuotientStatus> {
        let plain = self.rule.every_leave(|leave| leave.shape() == Shape::Any);
        let heaps = u64::from(self.rule.most_left()?.max(1));
        let taken = self.rule.most_taken()?;
        let least = self.rule.frozen().last().map_or(1, |&size| size.saturating_add(1));
        let length = self.images.len();
        if !plain {
            return None;
        }
        (1..length).find_map(|period| {
            let mut start = length - period;
            while start > 0 && self.images[start - 1] == self.images[start - 1 + period] {
                start -= 1;
            }
            let begin = (start as u64).max(least);
            let left = heaps.saturating_mul(begin).saturating_add((heaps - 1).saturating_mul(period as u64));
            let end = left.saturating_add(taken);
            (end.saturating_add(period as u64) <= length as u64)
                .then_some(QuotientStatus::Whole { period: period as u64, preperiod: start as u64 })
        })
    }
}

/// The elements of a set.
fn members(set: &Bits) -> impl Iterator<Item = usize> + '_ {
    set.iter()
        .enumerate()
        .flat_map(|(index, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit))
}
