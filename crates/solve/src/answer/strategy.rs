//! The strategy book: how the winner wins, fit for reading.
//!
//! Moves that lead to the same position up to symmetry are gathered into one line, so a book on the Petersen graph has a
//! line for all its edges. For the winner one move is enough; against every kind of reply the book holds an answer, down to
//! a depth and a number of lines.

use super::{MoveReport, moves};
use crate::{Position, Settings, Stop, Subject};
use grundy_budget::pulse;
use grundy_game::{Kind, Outcome, Play, Player, Text};
use std::collections::{HashMap, VecDeque};

/// Moves that lead to the same position up to symmetry.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The names of the moves; the first stands for all.
    pub labels: Vec<String>,
    /// Where the first leads.
    pub to: Position,
    /// Whether they win.
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

/// How the player who is not about to move wins: an answer to every move.
#[derive(Clone, Debug)]
pub struct Book {
    /// The position.
    pub position: Position,
    /// Who is about to move and loses.
    pub loser: Player,
    /// Every kind of move with its answer.
    pub replies: Vec<Reply>,
    /// How many kinds of moves were left out for want of room.
    pub left_out: usize,
}

/// How a position is won by the player who is about to move, or lost.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Who is about to move.
    pub player: Player,
    /// The kinds of winning moves; empty when the position is lost.
    pub winning: Vec<Alike>,
    /// What follows the first winning move, or the position itself when it is lost; `None` where misère play is won
    /// because there is no move.
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

/// The strategy of the winner when `player` is about to move in `position`.
pub fn strategy(position: &Position, player: Player, extent: Extent, settings: &Settings) -> Result<Strategy, Stop> {
    decided_only(position)?;
    let mut writer = Writer { settings, lines: extent.lines };
    let options = writer.options(position, player)?;
    if options.is_empty() {
        let book = (settings.play == Play::Normal).then(|| Book {
            position: position.clone(),
            loser: player,
            replies: Vec::new(),
            left_out: 0,
        });
        return Ok(Strategy { player, winning: Vec::new(), book });
    }
    let mut winning: Vec<Alike> = options.iter().filter(|alike| alike.wins).cloned().collect();
    // A move that no symmetry turns into another leaves the most symmetry, and the shortest book.
    winning.sort_by_key(|alike| alike.labels.len());
    let book = match winning.first() {
        Some(first) => writer.book(&first.to, player.other(), extent.depth)?,
        None => writer.replies(position, player, options, extent.depth)?,
    };
    Ok(Strategy { player, winning, book: Some(book) })
}

/// Refuses games that may be drawn.
fn decided_only(position: &Position) -> Result<(), Stop> {
    if position.may_be_drawn() {
        let text = "this game may be drawn: `solve --certificate` writes what keeps the win or the draw, move by move";
        return Err(Stop::Unsuitable(Text::new(text)));
    }
    Ok(())
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
}

impl Writer<'_> {
    /// The moves of `player`, alike ones together, in the order of the first of each.
    fn options(&self, position: &Position, player: Player) -> Result<Vec<Alike>, Stop> {
        let partisan = position.kind() == Kind::Partisan;
        let listed = moves(position, self.settings)?.moves;
        let own = listed.into_iter().filter(|report| !partisan || report.player == Some(player));
        self.settings.budget.check()?;
        Ok(gathered(own.map(|MoveReport { label, to, wins, .. }| (label, to, wins)).collect()))
    }

    /// A winning move of `player`, one that leaves everything in pairs where there is one: it is easiest to remember.
    fn answer(&self, position: &Position, player: Player) -> Result<Option<Alike>, Stop> {
        let mut winning: Vec<Alike> = self.options(position, player)?.into_iter().filter(|alike| alike.wins).collect();
        let copies = self.settings.play == Play::Normal && position.kind() == Kind::Impartial;
        // why: the first is as good as any where none leaves pairs.
        let best = winning.iter().position(|alike| copies && twins(&alike.to).is_some()).unwrap_or(0);
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

/// A page of the whole strategy: a position in which the loser is about to move.
#[derive(Clone, Debug)]
pub struct Page {
    /// The position, one of its class under symmetry.
    pub position: Position,
    /// Who is about to move and loses.
    pub loser: Player,
    /// Every kind of move, the answer to it, and the page on which the position after it stands, up to symmetry; the page is
    /// missing where the answer ends the game or there was no room for it.
    pub replies: Vec<(Alike, Option<Alike>, Option<usize>)>,
}

/// The whole strategy of the winner, every lost position on one page, however it is reached.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Who is about to move at the start.
    pub player: Player,
    /// The kinds of winning moves; empty when the start is lost. The pages follow the first.
    pub winning: Vec<Alike>,
    /// The pages, what follows the first move (or the start itself, when it is lost) first.
    pub pages: Vec<Page>,
    /// Whether every position has its page.
    pub complete: bool,
}

/// The whole strategy of the winner when `player` is about to move, on at most `most` pages.
pub fn whole_strategy(position: &Position, player: Player, most: usize, settings: &Settings) -> Result<Whole, Stop> {
    decided_only(position)?;
    let writer = Writer { settings, lines: 0 };
    let options = writer.options(position, player)?;
    let mut winning: Vec<Alike> = options.into_iter().filter(|alike| alike.wins).collect();
    winning.sort_by_key(|alike| alike.labels.len());
    let (first, loser) = match winning.first() {
        Some(first) => (first.to.clone(), player.other()),
        None => (position.clone(), player),
    };
    let mut whole = Whole { player, winning, pages: Vec::new(), complete: true };
    let mut numbers = HashMap::from([(first.shape(), 0)]);
    let mut open = VecDeque::from([first]);
    while let Some(position) = open.pop_front() {
        let mut replies = Vec::new();
        for tried in writer.options(&position, loser)? {
            let answer = writer.answer(&tried.to, loser.other())?;
            let mut next = None;
            if let Some(answer) = &answer
                && !writer.options(&answer.to, loser)?.is_empty()
            {
                let (count, key) = (numbers.len(), answer.to.shape());
                next = numbers.get(&key).copied();
                if next.is_none() && count < most {
                    numbers.insert(key, count);
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
