//! The strategy book: how the winner wins, or how a draw is kept, fit for reading.
//!
//! Moves that lead to the same position up to symmetry are gathered into one line, so a book on the Petersen graph has a
//! line for all its edges. For the winner one move is enough; against every kind of reply the book holds an answer, down to
//! a depth and a number of lines.

use super::outcomes::by_theorem;
use super::{MoveReport, moves};
use crate::{Position, Settings, Stop, Subject, Verdicts, achieved};
use grundy_budget::pulse;
use grundy_game::{Achieved, Kind, Outcome, Play, Player, Text};
use std::collections::{HashMap, VecDeque};

/// Moves that lead to the same position up to symmetry.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The names of the moves; the first stands for all.
    pub labels: Vec<String>,
    /// Where the first leads.
    pub to: Position,
    /// Whether they win; in a book that keeps a draw, whether they keep it.
    pub wins: bool,
}

/// What the loser may try, and the answer to it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The moves that are tried, all alike.
    pub tried: Alike,
    /// The winning answer to the first of them; `None` where the loser's move ends the game in the winner's favour.
    pub answer: Option<Alike>,
    /// The book on what follows, where the depth allows it.
    pub then: Option<Box<Book>>,
}

/// How the player who is not about to move wins or keeps the draw: an answer to every move.
#[derive(Clone, Debug)]
pub struct Book {
    /// The position.
    pub position: Position,
    /// Who is about to move and loses, or cannot win.
    pub loser: Player,
    /// Every kind of move with its answer.
    pub replies: Vec<Reply>,
    /// How many kinds of moves were left out for want of room.
    pub left_out: usize,
}

/// How a position is won by the player who is about to move, or lost, or how one of the players keeps the draw.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Who is about to move.
    pub player: Player,
    /// What the strategy achieves: a win or a draw.
    pub aim: Achieved,
    /// The kinds of moves that achieve it; empty when the strategy is the other player's.
    pub winning: Vec<Alike>,
    /// What follows the first of them, or the position itself when the strategy is the other player's; `None` where misère play
    /// is won because there is no move.
    pub book: Option<Book>,
}

/// How much of a strategy is worked out.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many exchanges of a move and its answer deep.
    pub depth: usize,
    /// How many lines in all.
    pub lines: usize,
}

impl Default for Extent {
    fn default() -> Self {
        Self { depth: 1, lines: 24 }
    }
}

/// The strategy of the winner when `player` is about to move in `position`; of a drawn one how that player keeps the draw.
pub fn strategy(position: &Position, player: Player, extent: Extent, settings: &Settings) -> Result<Strategy, Stop> {
    if position.may_be_drawn() {
        let verdicts = Verdicts::new(position, settings)?;
        let first = strategies(position, player, extent, &verdicts, settings)?.into_iter().next();
        return first.ok_or_else(crate::kernel::outside);
    }
    let mut writer = Writer::new(settings, extent.lines, None);
    let options = writer.options(position, player)?;
    if options.is_empty() {
        let book = (settings.play == Play::Normal).then(|| Book::empty(position, player));
        return Ok(Strategy { player, aim: Achieved::Win, winning: Vec::new(), book });
    }
    let starter = options.iter().any(|alike| alike.wins);
    writer.strategy(position, player, options, starter, extent.depth)
}

/// The strategies of a position that may be drawn, for `player` about to move: one of the winner, or one for each player who
/// keeps the draw, first for the one about to move.
pub(super) fn strategies(
    position: &Position,
    player: Player,
    extent: Extent,
    verdicts: &Verdicts,
    settings: &Settings,
) -> Result<Vec<Strategy>, Stop> {
    let mut all = Vec::new();
    for (aim, starter) in aims(position, player, verdicts)? {
        let mut writer = Writer::new(settings, extent.lines, Some((verdicts, aim)));
        let options = writer.options(position, player)?;
        all.push(if options.is_empty() {
            let book = (!starter || aim == Achieved::Draw).then(|| Book::empty(position, player));
            Strategy { player, aim, winning: Vec::new(), book }
        } else {
            writer.strategy(position, player, options, starter, extent.depth)?
        });
    }
    Ok(all)
}

/// What can be achieved, and whether by the player about to move: one win, or a draw by either.
fn aims(position: &Position, player: Player, verdicts: &Verdicts) -> Result<Vec<(Achieved, bool)>, Stop> {
    Ok(match achieved(verdicts.verdict(position, player)?) {
        Achieved::Win => vec![(Achieved::Win, true)],
        Achieved::Loss => vec![(Achieved::Win, false)],
        Achieved::Draw => vec![(Achieved::Draw, true), (Achieved::Draw, false)],
    })
}

/// Moves with where they lead and whether they win; those that lead to the same position up to symmetry together, in the
/// order of the first of each. Of more moves than anyone would read, each stands for itself.
pub(super) fn gathered(moves: Vec<(String, Position, bool)>) -> Vec<Alike> {
    const MOST: usize = 400;
    if moves.len() > MOST {
        return moves.into_iter().map(|(label, to, wins)| Alike { labels: vec![label], to, wins }).collect();
    }
    let mut kinds: Vec<Alike> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (label, to, wins) in moves {
        pulse(1);
        match *numbers.entry(to.shape()).or_insert(kinds.len()) {
            number if number < kinds.len() => kinds[number].labels.push(label),
            _ => kinds.push(Alike { labels: vec![label], to, wins }),
        }
    }
    kinds
}

/// The components of a position in pairs of equal ones, each pair by its numbers and its notation; `None` where some
/// component has no twin or there is none at all.
pub(super) fn twins(position: &Position) -> Option<Vec<(usize, usize, String)>> {
    const MOST: usize = 64;
    let mut open: Vec<(usize, Box<dyn Subject>)> = Vec::new();
    let mut pairs = Vec::new();
    let mut count = 0;
    for part in position.parts() {
        for component in part.split() {
            count += 1;
            if count > MOST {
                return None;
            }
            let canonical = component.canonical();
            match open.iter().position(|(_, other)| **other == *canonical) {
                Some(at) => pairs.push((open.remove(at).0, count, component.text())),
                None => open.push((count, canonical)),
            }
        }
    }
    pairs.sort_unstable();
    (open.is_empty() && !pairs.is_empty()).then_some(pairs)
}

struct Writer<'a> {
    settings: &'a Settings,
    /// Lines that may still be written.
    lines: usize,
    /// The verdicts on a game that may be drawn, and what the strategy achieves there.
    judge: Option<(&'a Verdicts, Achieved)>,
    /// The pages of a whole strategy by the shapes of their positions.
    pages: HashMap<String, usize>,
}

impl<'a> Writer<'a> {
    fn new(settings: &'a Settings, lines: usize, judge: Option<(&'a Verdicts, Achieved)>) -> Self {
        Self { settings, lines, judge, pages: HashMap::new() }
    }

    /// What the strategy achieves.
    fn aim(&self) -> Achieved {
        self.judge.map_or(Achieved::Win, |(_, aim)| aim)
    }

    /// The moves of `player`, alike ones together, in the order of the first of each.
    fn options(&self, position: &Position, player: Player) -> Result<Vec<Alike>, Stop> {
        self.settings.budget.check()?;
        if let Some((verdicts, aim)) = self.judge {
            let judged = position.moves(player)?.into_iter().map(|found| {
                let reached = achieved(verdicts.verdict(&found.to, player.other())?).for_other();
                Ok((found.label, found.to, reached >= aim))
            });
            return Ok(gathered(judged.collect::<Result<_, Stop>>()?));
        }
        let partisan = position.kind() == Kind::Partisan;
        let listed = moves(position, self.settings)?.moves;
        let own = listed.into_iter().filter(|report| !partisan || report.player == Some(player));
        self.settings.budget.check()?;
        Ok(gathered(own.map(|MoveReport { label, to, wins, .. }| (label, to, wins)).collect()))
    }

    /// How good it is for `player` to move there, the best least. Where play may go round only the quickest win comes nearer to
    /// its end with every move; among moves that keep the play going, one to a position that has its page.
    fn rank(&self, alike: &Alike, player: Player) -> Result<(u8, u32, bool), Stop> {
        let Some((verdicts, _)) = self.judge else { return Ok((0, 0, false)) };
        let (kind, moves) = verdicts.verdict(&alike.to, player.other())?.preference();
        Ok((kind, moves, !self.pages.is_empty() && !self.pages.contains_key(&alike.to.shape())))
    }

    /// The moves among these that achieve what is aimed at, the best first; a move that no symmetry turns into another leaves
    /// the most symmetry, and the shortest book.
    fn achieving(&self, options: Vec<Alike>, player: Player) -> Result<Vec<Alike>, Stop> {
        let mut ranked = Vec::new();
        for alike in options.into_iter().filter(|alike| alike.wins) {
            ranked.push((self.rank(&alike, player)?, alike));
        }
        ranked.sort_by_key(|(rank, alike)| (*rank, alike.labels.len()));
        Ok(ranked.into_iter().map(|(_, alike)| alike).collect())
    }

    fn strategy(
        &mut self,
        position: &Position,
        player: Player,
        options: Vec<Alike>,
        starter: bool,
        depth: usize,
    ) -> Result<Strategy, Stop> {
        let winning = if starter { self.achieving(options.clone(), player)? } else { Vec::new() };
        let book = match winning.first() {
            Some(first) => self.book(&first.to, player.other(), depth)?,
            None => self.replies(position, player, options, depth)?,
        };
        Ok(Strategy { player, aim: self.aim(), winning, book: Some(book) })
    }

    /// A winning move of `player`, the one that is easiest to remember: where there is one, it leaves everything in pairs, or
    /// else what a theorem knows to be lost (a board that a half turn keeps, say).
    fn answer(&self, position: &Position, player: Player) -> Result<Option<Alike>, Stop> {
        let options = self.options(position, player)?;
        if self.judge.is_some() {
            return Ok(self.achieving(options, player)?.into_iter().next());
        }
        let mut winning: Vec<Alike> = options.into_iter().filter(|alike| alike.wins).collect();
        let copies = self.settings.play == Play::Normal && position.kind() == Kind::Impartial;
        let in_pairs = winning.iter().position(|alike| copies && twins(&alike.to).is_some());
        let by_theorem = || winning.iter().position(|alike| by_theorem(&alike.to, self.settings).is_some());
        // why: the first is as good as any where none stands out
        let best = in_pairs.or_else(by_theorem).unwrap_or(0);
        Ok(if winning.is_empty() { None } else { Some(winning.swap_remove(best)) })
    }

    fn book(&mut self, position: &Position, loser: Player, depth: usize) -> Result<Book, Stop> {
        let options = self.options(position, loser)?;
        self.replies(position, loser, options, depth)
    }

    fn replies(&mut self, position: &Position, loser: Player, options: Vec<Alike>, depth: usize) -> Result<Book, Stop> {
        let kinds = options.len();
        let mut book = Book { position: position.clone(), loser, replies: Vec::new(), left_out: 0 };
        if depth == 0 {
            book.left_out = kinds;
            return Ok(book);
        }
        for tried in options {
            if self.lines == 0 {
                break;
            }
            self.lines -= 1;
            let answer = self.answer(&tried.to, loser.other())?;
            book.replies.push(Reply { tried, answer, then: None });
        }
        // Lines go to the answers first; what room is left goes deeper, into the first lines.
        if depth > 1 {
            for index in 0..book.replies.len() {
                let Some(answer) = book.replies[index].answer.clone().filter(|_| self.lines > 0) else { continue };
                book.replies[index].then = Some(Box::new(self.book(&answer.to, loser, depth - 1)?));
            }
        }
        book.left_out = kinds - book.replies.len();
        Ok(book)
    }
}

impl Alike {
    /// The move that stands for all.
    pub fn name(&self) -> &str {
        self.labels.first().map_or("", String::as_str)
    }

    /// The first move, and how many are like it.
    pub fn text(&self) -> Text {
        match self.labels.len() {
            1 => Text::verbatim(&self.labels[0]),
            2 => Text::new("{move} (or {other}, which comes to the same)")
                .with("move", &self.labels[0])
                .with("other", &self.labels[1]),
            count => Text::new("{move} (one of {count} moves that come to the same)")
                .with("move", &self.labels[0])
                .with("count", count),
        }
    }
}

impl Book {
    /// The book of a position without moves.
    fn empty(position: &Position, loser: Player) -> Self {
        Self { position: position.clone(), loser, replies: Vec::new(), left_out: 0 }
    }

    /// The book line by line, indented by its depth.
    pub fn lines(&self) -> Vec<Text> {
        let mut lines = Vec::new();
        self.write(1, &mut lines);
        lines
    }

    fn write(&self, depth: usize, lines: &mut Vec<Text>) {
        let indent =
            |text: Text| Text::new("{indent}{line}").with("indent", "  ".repeat(depth)).with_text("line", text);
        for reply in &self.replies {
            let line = match &reply.answer {
                Some(answer) => Text::new("against {tried}: {answer}").with_text("answer", answer.text()),
                None => Text::new("{tried} ends the game"),
            };
            lines.push(indent(line.with_text("tried", reply.tried.text())));
            if let Some(then) = &reply.then {
                then.write(depth + 1, lines);
            }
        }
        if self.left_out > 0 {
            lines.push(indent(Text::new("and {count} more kinds of moves").with("count", self.left_out)));
        }
    }
}

/// The strategies that an answer with this outcome has: one for whoever starts, in partisan games one for each starter.
pub(super) fn starters(kind: Kind, outcome: Option<Outcome>) -> &'static [Player] {
    match (kind, outcome) {
        (_, None) => &[],
        (Kind::Impartial, Some(_)) => &[Player::Left],
        (Kind::Partisan, Some(_)) => &Player::BOTH,
    }
}

/// A page of the whole strategy: a position in which the other player is about to move.
#[derive(Clone, Debug)]
pub struct Page {
    /// The position, one of its class under symmetry.
    pub position: Position,
    /// Who is about to move and loses, or cannot win.
    pub loser: Player,
    /// Every kind of move, the answer to it, and the page on which the position after it stands, up to symmetry; the page is
    /// missing where the answer ends the game or there was no room for it.
    pub replies: Vec<(Alike, Option<Alike>, Option<usize>)>,
}

/// The whole strategy of the winner or of a player who keeps the draw, every position in which the other is about to move on one
/// page, however it is reached.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Who is about to move at the start.
    pub player: Player,
    /// What the strategy achieves: a win or a draw.
    pub aim: Achieved,
    /// The kinds of moves that achieve it; empty when the strategy is the other player's. The pages follow the first.
    pub winning: Vec<Alike>,
    /// The pages, what follows the first move (or the start itself, when the strategy is the other player's) first.
    pub pages: Vec<Page>,
    /// Whether every position has its page.
    pub complete: bool,
}

/// The whole strategy of the winner when `player` is about to move, or how that player keeps the draw, on at most `most` pages.
pub fn whole_strategy(position: &Position, player: Player, most: usize, settings: &Settings) -> Result<Whole, Stop> {
    let first = whole_strategies(position, player, most, settings)?.into_iter().next();
    first.ok_or_else(crate::kernel::outside)
}

/// As [`whole_strategy`]; of a drawn position one strategy for each player, first for the one about to move.
pub fn whole_strategies(
    position: &Position,
    player: Player,
    most: usize,
    settings: &Settings,
) -> Result<Vec<Whole>, Stop> {
    if !position.may_be_drawn() {
        let writer = Writer::new(settings, 0, None);
        let options = writer.options(position, player)?;
        let starter = options.iter().any(|alike| alike.wins);
        return Ok(vec![writer.whole(position, player, options, starter, most)?]);
    }
    let verdicts = Verdicts::new(position, settings)?;
    let mut all = Vec::new();
    for (aim, starter) in aims(position, player, &verdicts)? {
        let writer = Writer::new(settings, 0, Some((&verdicts, aim)));
        let options = writer.options(position, player)?;
        all.push(writer.whole(position, player, options, starter, most)?);
    }
    Ok(all)
}

impl Writer<'_> {
    fn whole(
        mut self,
        position: &Position,
        player: Player,
        options: Vec<Alike>,
        starter: bool,
        most: usize,
    ) -> Result<Whole, Stop> {
        let winning = if starter { self.achieving(options, player)? } else { Vec::new() };
        let (first, loser) = match winning.first() {
            Some(first) => (first.to.clone(), player.other()),
            None => (position.clone(), player),
        };
        let mut whole = Whole { player, aim: self.aim(), winning, pages: Vec::new(), complete: true };
        self.pages.insert(first.shape(), 0);
        let mut open = VecDeque::from([first]);
        while let Some(position) = open.pop_front() {
            let mut replies = Vec::new();
            for tried in self.options(&position, loser)? {
                let answer = self.answer(&tried.to, loser.other())?;
                let mut next = None;
                if let Some(answer) = &answer
                    && !answer.to.moves(loser)?.is_empty()
                {
                    let (count, key) = (self.pages.len(), answer.to.shape());
                    next = self.pages.get(&key).copied();
                    if next.is_none() && count < most {
                        self.pages.insert(key, count);
                        open.push_back(answer.to.clone());
                        next = Some(count);
                    }
                    whole.complete &= next.is_some();
                }
                replies.push((tried, answer, next));
            }
            whole.pages.push(Page { position, loser, replies });
        }
        Ok(whole)
    }
}
