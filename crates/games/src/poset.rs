//! Poset games: take an element of a partial order and everything above it.

use crate::families::Families;
use crate::order::{Order, members};
use grundy_draw::{Edge, Gesture, Network, Picture, Role, Vertex};
use grundy_game::tabled::{Encoding, Keyed, KeyedRules, Keys, Tabled};
use grundy_game::{
    Game, Hasse, ImpartialHints, Info, Input, Join, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal,
    Rules, Sketch, Stand, Text, Theorem, TheoremNote, nearest,
};
use grundy_graph::names::unescaped;
use std::collections::BTreeSet;

/// The rules of the game on one partial order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poset {
    order: Order,
    /// Sets of elements with the same elements above and the same below, two or more each.
    twins: Vec<u128>,
    /// The order as it is written.
    source: String,
}

impl Poset {
    fn new(order: Order, source: String) -> Self {
        let strict = |i: usize| (order.above[i] & !(1 << i), order.below[i] & !(1 << i));
        let class =
            |i: usize| (0..order.count()).filter(|&j| strict(j) == strict(i)).fold(0u128, |set, j| set | 1 << j);
        let mut twins: Vec<u128> = (0..order.count()).map(class).filter(|set| set.count_ones() > 1).collect();
        twins.sort_unstable();
        twins.dedup();
        Self { order, twins, source }
    }

    /// The lowest elements that are gone; what is gone is everything above them.
    fn bites(&self, left: u128) -> impl Iterator<Item = usize> {
        let gone = self.order.all() & !left;
        members(gone).filter(move |&i| self.order.below[i] & gone == 1 << i)
    }
}

/// Whether Nim with these heaps is lost for the player about to move under misère play.
fn is_lost_misere_nim(heaps: &[u32]) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if heaps.iter().all(|&heap| heap <= 1) { sum == 1 } else { sum == 0 }
}

fn outcome(wins: bool) -> Known {
    Known::Outcome(if wins { Outcome::First } else { Outcome::Second })
}

impl Rules for Poset {
    /// What is left: with an element, everything below it is left.
    type Position = u128;

    /// The number of an element.
    type Move = u8;

    fn moves(&self, left: &u128, _: Player, moves: &mut Vec<u8>) -> Result<(), Refusal> {
        moves.extend(members(*left).map(|i| i as u8));
        Ok(())
    }

    fn play(&self, left: &mut u128, taken: &u8) {
        *left &= !self.order.above[usize::from(*taken)];
    }

    fn tabled(&self, left: &u128) -> Option<Tabled<Self>> {
        if let Some(table) = SubsetTable::new(self, *left) {
            return Some(Tabled::Keyed(Box::new(table)));
        }
        let encoding = Left { elements: self.order.count() };
        Some(Tabled::Keyed(Box::new(KeyedRules::new(self.clone(), encoding, left)?)))
    }

    fn gathers(&self) -> bool {
        true
    }

    fn split(&self, left: &u128, parts: &mut Vec<u128>) {
        parts.extend(self.order.components(*left, true));
    }

    /// Twins can be exchanged, so those that are left may as well be the first ones.
    fn canonicalise(&self, left: &mut u128) {
        for &class in &self.twins {
            let missing = (class & !*left).count_ones();
            if missing > 0 && missing < class.count_ones() {
                *left &= !class;
                *left |= members(class).take((class.count_ones() - missing) as usize).fold(0, |set, i| set | 1 << i);
            }
        }
    }

    fn weight(&self, left: &u128) -> usize {
        left.count_ones() as usize
    }

    fn theorem(&self, left: &u128, play: Play) -> Option<Theorem<u8>> {
        let chains = self.order.chains(*left);
        let (known, reason) = match (play, chains, self.order.grundy_set(*left)) {
            (Play::Normal, Some(chains), Some(set)) => (Known::Nimber(set.nimber().into()), chains_reason(&chains)),
            (Play::Misere, Some(chains), _) => (outcome(!is_lost_misere_nim(&chains)), chains_reason(&chains)),
            (Play::Normal, None, Some(set)) => {
                let reason = Text::new(
                    "without an N the order is made by setting orders side by side, where nimbers add, and by stacking \
                     them (Grundy sets of Deuber and Thomassé)",
                );
                (Known::Nimber(set.nimber().into()), reason)
            }
            _ => {
                let maximum = self.order.maximum(*left)?;
                let reason = Text::new(
                    "strategy stealing: {maximum} is above everything, so the answer to taking it could be the first move; \
                     this names no move, which must be searched",
                );
                (outcome(true), reason.with("maximum", &self.order.names[maximum]))
            }
        };
        Some(Theorem { known, reason, winning: None })
    }
}

impl ImpartialHints for Poset {
    fn closed_form(&self, left: &u128) -> Option<u64> {
        self.order.grundy_set(*left).map(|set| u64::from(set.nimber()))
    }
}

impl PartisanHints for Poset {}

/// What is left as a key: a bit for each element.
struct Left {
    elements: usize,
}

impl Encoding<Poset> for Left {
    fn bytes(&self) -> usize {
        self.elements.div_ceil(8).max(1)
    }

    fn tier(&self, key: u128) -> u32 {
        key.count_ones()
    }

    fn encode(&self, left: &u128) -> Option<u128> {
        Some(*left)
    }

    fn decode(&self, key: u128) -> Option<u128> {
        Some(key)
    }

    fn describe(&self) -> String {
        "bit i of the key, read as a number, is set when element i is left, elements counted from 0 in natural order"
            .to_owned()
    }
}

/// Subset take-away by keys: families of subsets up to the names of the letters.
struct SubsetTable {
    families: Families,
    start: u128,
    /// For each element, the bits of its letters.
    subsets: Vec<u32>,
}

impl SubsetTable {
    /// `None` unless the order is of all nonempty subsets of at most k of n letters.
    fn new(poset: &Poset, left: u128) -> Option<Self> {
        let (letters, most) = poset.source.strip_prefix("subsets(")?.strip_suffix(')')?.split_once(',')?;
        // why: an order of another kind has no table of this kind.
        let families = Families::new(letters.parse().ok()?, most.parse().ok()?)?;
        let letter = |letter: u8| letter.checked_sub(b'a').filter(|&bit| u32::from(bit) < crate::families::MOST);
        let subset = |name: &String| name.bytes().try_fold(0, |set, byte| Some(set | 1 << letter(byte)?));
        let subsets = poset.order.names.iter().map(subset).collect::<Option<Vec<u32>>>()?;
        let mut table = Self { families, start: 0, subsets };
        table.start = table.families.canonical(table.family(left));
        Some(table)
    }

    fn family(&self, left: u128) -> u128 {
        members(left).fold(0, |family, element| family | 1 << self.subsets[element])
    }
}

impl Keyed for SubsetTable {
    fn key_bytes(&self) -> usize {
        self.families.key_bytes()
    }

    fn starts(&self) -> Vec<u128> {
        vec![self.start]
    }

    fn tier(&self, key: u128) -> u32 {
        self.families.tier(key)
    }

    fn options(&self, key: u128, options: &mut Vec<u128>) -> Result<(), Refusal> {
        self.families.options(key, options)
    }

    /// All families can be grown from none; from a smaller start not all of them are wanted.
    fn seeds(&self) -> Option<Vec<u128>> {
        if self.start == self.families.full() { self.families.seeds() } else { None }
    }

    fn grow(&self, key: u128, grown: &mut Vec<u128>) {
        self.families.grow(key, grown);
    }

    fn forecast(&self) -> Option<u64> {
        self.families.forecast().filter(|_| self.start == self.families.full())
    }

    fn numbering(&self) -> String {
        self.families.numbering()
    }
}

impl Keys<Poset> for SubsetTable {
    fn key(&self, rules: &Poset, left: &u128) -> Option<u128> {
        let subsets = Self::new(rules, *left)?;
        (subsets.start & !self.families.full() == 0).then(|| self.families.canonical(subsets.start))
    }

    fn position(&self, key: u128) -> Option<u128> {
        let left = self.subsets.iter().enumerate().filter(|(_, subset)| key >> **subset & 1 == 1);
        Some(left.fold(0, |left, (element, _)| left | 1 << element))
    }
}

fn chains_reason(chains: &[u32]) -> Text {
    let heaps = chains.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    Text::new("chains side by side are heaps of Nim: nim:{heaps}").with("heaps", heaps)
}

impl Game for Poset {
    const INFO: Info = Info {
        name: "poset",
        summary: "take an element of a partial order and everything above it",
        rules: "A move takes an element that is left, together with all elements above it. Whoever cannot move loses; under \
                misère play, whoever takes the last element loses, which is Schuh's game on divisors and the chocolate bar \
                on a product of two chains.",
        notation: "poset:ORDER, items side by side joined by commas. An item is built, chain(n), antichain(n), boolean(n), \
                   divisors(n), subsets(n,k) for the nonempty subsets of at most k of n letters, products joined by *; or it is \
                   a relation a<b, a<b<c, or a lone element. Elements of a product are written 2.3, those of the second of \
                   several built items 2:3. What has been taken follows a semicolon, lowest elements only: \
                   poset:chain(3)*chain(4);2.2. A file, poset:@FILE, has lines `a < b` or `a b` (a below b), a lone element, \
                   or a comment after #; any relations that generate the order will do. At most 128 elements. In names, \
                   characters other than letters, digits and _ . ' : / - are written with % as in web addresses: x%40y.",
        theorems: &[
            TheoremNote {
                statement: "A maximum and at least two elements: the first player wins, under normal and misère play. This names no move.",
                literature: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
            },
            TheoremNote {
                statement: "Chains side by side are Nim.",
                literature: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
            },
            TheoremNote {
                statement: "Orders without an N (series-parallel orders, among them forests) are solved in polynomial time.",
                literature: "W. Deuber and S. Thomassé, Grundy sets of partial orders (1996)",
            },
        ],
        examples: &[
            "poset:chain(3)*chain(4)",
            "poset:boolean(3)",
            "poset:divisors(36)",
            "poset:subsets(4,2)",
            "poset:a<c,b<c,b<d",
            "poset:chain(3),chain(4);2:3",
            "poset:@hasse.txt",
        ],
    };

    fn read(input: &Input<'_>) -> Result<(Self, u128), ParseError> {
        input.no_arguments()?;
        if let Some(file) = input.file() {
            let (path, content) = file?;
            let order = from_file(&content).map_err(|problem| {
                input.position_error(Text::new("`{path}`: {problem}").with("path", path).with_text("problem", problem))
            })?;
            let source = order.relations();
            let all = order.all();
            return Ok((Self::new(order, source), all));
        }
        let text = input.position.0;
        let (order, taken) = text.split_once(';').unwrap_or((text, ""));
        let poset = read_items(input, order)?;
        let mut left = poset.order.all();
        for (offset, written) in pieces(taken, ',').filter(|_| !taken.is_empty()) {
            let offset = order.len() + 1 + offset;
            let name = unescaped(written.trim()).map_err(|(at, problem)| input.error(offset + at, 0, problem))?;
            let Some(element) = poset.order.names.iter().position(|other| *other == name) else {
                let shown: String = name.chars().take(30).collect();
                let error =
                    input.error(offset, written.len(), Text::new("no element named `{name}`").with("name", &shown));
                let close = nearest(&shown, poset.order.names.iter().map(String::as_str));
                return Err(error.help(close.map_or(Text::default(), did_you_mean)));
            };
            left &= !poset.order.above[element];
        }
        Ok((poset, left))
    }

    fn write(&self, left: &u128) -> String {
        let taken: Vec<String> = self.bites(*left).map(|i| self.order.written(i)).collect();
        if taken.is_empty() { self.source.clone() } else { format!("{};{}", self.source, taken.join(",")) }
    }

    fn label(&self, position: &u128, played: &u8) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &u128, taken: &u8) -> Text {
        Text::new("take {n}").with("n", &self.order.names[usize::from(*taken)])
    }

    /// The elements level by level, the lowest at the bottom.
    fn board(&self, left: &u128) -> String {
        let levels = self.order.levels();
        // why: an empty board has no level above 0.
        let highest = members(*left).map(|i| levels[i]).max().unwrap_or(0);
        let row = |level: usize| {
            let names = members(*left).filter(|&i| levels[i] == level).map(|i| self.order.names[i].as_str());
            names.collect::<Vec<_>>().join("  ")
        };
        (0..=highest).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn picture(&self, left: &u128) -> Picture {
        let order = &self.order;
        let all = 0..order.count();
        let covers: Vec<(usize, usize)> =
            all.clone().flat_map(|i| all.clone().filter(move |&j| order.covers(i, j)).map(move |j| (i, j))).collect();
        let vertex = |i: usize| Vertex::new(order.names[i].clone()).gone(left >> i & 1 == 0);
        let edge = |&(i, j): &(usize, usize)| Edge::new(i, j).gone(left >> j & 1 == 0);
        let take = |i: usize| {
            let taken = order.above[i] & left;
            let edges = covers.iter().enumerate().filter(|(_, (_, j))| taken >> j & 1 == 1);
            let keys = members(taken).map(Network::vertex_key).chain(edges.map(|(edge, _)| Network::edge_key(edge)));
            Gesture::new(self.label(left, &(i as u8)), [Network::vertex_key(i)]).takes(keys)
        };
        let network = Network::new(all.map(vertex).collect(), covers.iter().map(edge).collect());
        let network = network.by_level(&order.levels());
        let description = Text::new("A partial order with {count} elements left, larger ones higher.");
        let description = description.with("count", left.count_ones());
        members(*left).map(take).fold(network, Network::gesture).picture(self.text(left), description)
    }

    fn hasse(&self, left: &u128) -> Option<Hasse> {
        let elements: Vec<usize> = members(*left).collect();
        let covers = elements.iter().enumerate().flat_map(|(a, &i)| {
            let above = elements.iter().enumerate().filter(move |&(_, &j)| self.order.covers(i, j));
            above.map(move |(b, _)| (a, b))
        });
        let covers = covers.collect();
        Some(Hasse { elements: elements.iter().map(|&i| self.order.names[i].clone()).collect(), covers })
    }

    fn sketch(&self, left: &u128) -> Option<Sketch> {
        let elements: Vec<usize> = members(*left).collect();
        let vertices = elements.iter().map(|&i| self.order.written(i)).collect();
        let covers = elements.iter().enumerate().flat_map(|(a, &i)| {
            let above = elements.iter().enumerate().filter(move |&(_, &j)| self.order.covers(i, j));
            above.map(move |(b, _)| (a, b, 0))
        });
        Some(Sketch { stand: Stand::Order, vertices, joins: covers.collect(), kinds: BELOW, nothing: "" })
    }

    fn small() -> Vec<String> {
        let pairs = [("1", "2"), ("1", "3"), ("2", "3"), ("1", "4"), ("2", "4"), ("3", "4")];
        let mut texts: Vec<String> = (0u32..64)
            .map(|choice| {
                let chosen = pairs.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
                let relations = chosen.map(|(_, (a, b))| format!("{a}<{b}"));
                let items: Vec<String> = ["1", "2", "3", "4"].map(str::to_owned).into_iter().chain(relations).collect();
                format!("poset:{}", items.join(","))
            })
            .collect();
        let built = [
            "chain(1)",
            "chain(5)",
            "chain(2)*chain(3)",
            "chain(3)*chain(3);2.3",
            "chain(2),chain(3)",
            "chain(1),chain(1),chain(2)",
            "chain(2)*chain(2),chain(2)",
            "chain(2)*chain(2),x<y",
            "chain(2),chain(3);1:1,2:3",
            "boolean(0)",
            "boolean(3)",
            "boolean(3);∅",
            "divisors(12)",
            "subsets(3,2)",
            "antichain(3)",
            "antichain(2)*chain(2)",
            "a<c,b<c,b<d",
            "a<d,b<d,b<e,c<e",
            "a<x,a<y,b<y,b<z,c<z,c<x",
            "root<left,root<right,left<leaf",
        ];
        texts.extend(built.iter().map(|text| format!("poset:{text}")));
        texts
    }
}

/// The one kind of relation.
const BELOW: &[Join] = &[Join { name: "below", role: Role::Plain, written: "{from}<{to}" }];

/// The pieces of `text` between separators outside brackets, each with its offset.
fn pieces(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0i32;
    let mut cuts = vec![0];
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == separator && depth <= 0 {
            cuts.push(at + 1);
        }
    }
    let ends: Vec<usize> = cuts.iter().skip(1).map(|cut| cut - 1).chain([text.len()]).collect();
    cuts.into_iter().zip(ends).map(|(from, to)| (from, &text[from..to]))
}

/// Reads items side by side.
fn read_items(input: &Input<'_>, text: &str) -> Result<Poset, ParseError> {
    let mut built = Vec::new();
    let (mut names, mut pairs) = (Vec::new(), Vec::new());
    for (offset, item) in pieces(text, ',') {
        if item.contains('(') {
            built.push((item.trim(), product(input, offset, item)?));
        } else {
            let chain = item.split('<').map(|name| element(name.trim())).collect::<Result<Vec<_>, _>>();
            let chain = chain.map_err(|problem| {
                let error = input.error(offset, item.len(), problem);
                error.help("expected relations such as `a<b`, or `chain(3)*chain(4)`, `boolean(3)`, `divisors(36)`")
            })?;
            relate(chain, &mut names, &mut pairs);
        }
    }
    let refuse = |problem: Text| input.error(0, text.len(), problem);
    let related = Order::from_relations(names, &pairs).map_err(refuse)?;
    let several = built.len() + usize::from(related.count() > 0) > 1;
    let mut order = Order::antichain(0).map_err(refuse)?;
    let mut sources = Vec::new();
    for (index, (source, mut part)) in built.into_iter().enumerate() {
        if several {
            part.names.iter_mut().for_each(|name| *name = format!("{}:{name}", index + 1));
        }
        order = order.beside(&part).map_err(refuse)?;
        sources.push(source.to_owned());
    }
    order = order.beside(&related).map_err(refuse)?;
    if related.count() > 0 {
        sources.push(related.relations());
    }
    if order.count() == 0 {
        return Err(refuse(Text::new("the poset has no elements")));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = order.names.iter().find(|name| !seen.insert(name.as_str())) {
        return Err(refuse(Text::new("two elements are called `{name}`").with("name", twice)));
    }
    Ok(Poset::new(order, sources.join(",")))
}

fn relate(chain: Vec<String>, names: &mut Vec<String>, pairs: &mut Vec<(String, String)>) {
    pairs.extend(chain.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
    names.extend(chain);
}

/// The element that a name in a relation stands for.
fn element(written: &str) -> Result<String, Text> {
    let allowed = |c: char| c.is_alphanumeric() || "_.-':/%".contains(c) || !c.is_ascii();
    if written.is_empty() {
        return Err(Text::new("the name of an element is missing"));
    }
    if let Some(odd) = written.chars().find(|&c| !allowed(c)) {
        let problem =
            Text::new("`{symbol}` is written with `%` in a name; letters, digits and _ . - ' : / stand for themselves");
        return Err(problem.with("symbol", odd));
    }
    unescaped(written).map_err(|(_, problem)| problem)
}

/// Reads built orders joined by `*`.
fn product(input: &Input<'_>, offset: usize, text: &str) -> Result<Order, ParseError> {
    let mut all: Option<Order> = None;
    for (at, factor) in pieces(text, '*') {
        let refuse = |problem: Text| input.error(offset + at, factor.len(), problem);
        let one = family(factor.trim()).map_err(|(problem, help)| refuse(problem).help(help))?;
        all = Some(match all {
            None => one,
            Some(before) => before.product(&one).map_err(refuse)?,
        });
    }
    all.ok_or_else(|| input.error(offset, text.len(), "a built order is missing"))
}

fn did_you_mean(close: &str) -> Text {
    Text::new("did you mean `{name}`?").with("name", close)
}

/// A built order such as `chain(3)`; a mistake with what would help.
fn family(text: &str) -> Result<Order, (Text, Text)> {
    const NAMES: [&str; 5] = ["chain", "antichain", "boolean", "divisors", "subsets"];
    let plain = |problem: Text| (problem, Text::default());
    let Some((name, rest)) = text.split_once('(') else {
        return Err((
            Text::new("`{text}` is not a built order").with("text", text),
            Text::new("products are of built orders: `chain(3)*chain(4)`"),
        ));
    };
    let arguments = rest.strip_suffix(')').ok_or_else(|| plain(Text::new("this bracket is not closed")))?;
    let numbers = arguments.split(',').map(|piece| piece.trim().parse::<u64>()).collect::<Result<Vec<_>, _>>();
    let numbers = numbers.map_err(|_| plain(Text::new("expected whole numbers in `{text}`").with("text", text)))?;
    let small = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    match (name, &numbers[..]) {
        ("chain", &[n]) => Order::chain(small(n)).map_err(plain),
        ("antichain", &[n]) => Order::antichain(small(n)).map_err(plain),
        ("boolean", &[n]) => Order::boolean(small(n)).map_err(plain),
        ("divisors", &[n]) => Order::divisors(n).map_err(plain),
        ("subsets", &[n, k]) => Order::subsets(small(n), 1, small(k)).map_err(plain),
        ("subsets", _) => Err(plain(Text::new("`subsets` takes two numbers, `subsets(n,k)`"))),
        (name, _) if NAMES.contains(&name) => Err(plain(Text::new("`{name}` takes one number").with("name", name))),
        _ => {
            let all = || Text::new("expected one of {names}").with("names", NAMES.join(", "));
            let help = nearest(name, NAMES).map_or_else(all, did_you_mean);
            Err((Text::new("no built order named `{name}`").with("name", name), help))
        }
    }
}

/// The element that a word of a file stands for, as it is.
fn file_element(word: &str) -> Result<String, Text> {
    if word.is_empty() {
        return Err(Text::new("the name of an element is missing"));
    }
    if word.contains(char::is_control) {
        return Err(Text::new("a name with a control character"));
    }
    Ok(word.to_owned())
}

/// Reads a file of relations, one a line.
fn from_file(content: &[u8]) -> Result<Order, Text> {
    let text = std::str::from_utf8(content).map_err(|_| Text::new("the file is not text"))?;
    let (mut names, mut pairs) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let at_line =
            |reason: Text| Text::new("line {line}: {reason}").with("line", number + 1).with_text("reason", reason);
        let line = line.split_once('#').map_or(line, |(before, _)| before).trim();
        if line.is_empty() {
            continue;
        }
        let words: Vec<&str> =
            if line.contains('<') { line.split('<').collect() } else { line.split_whitespace().collect() };
        if !line.contains('<') && words.len() > 2 {
            return Err(at_line(Text::new("expected `a < b`, `a b` or one element")));
        }
        let chain = words.iter().map(|word| file_element(word.trim())).collect::<Result<Vec<_>, _>>();
        relate(chain.map_err(at_line)?, &mut names, &mut pairs);
    }
    let order = Order::from_relations(names, &pairs)?;
    if order.count() == 0 { Err(Text::new("the poset has no elements")) } else { Ok(order) }
}
