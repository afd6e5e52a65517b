//! The strategy book: how the winner wins, fit for reading.
//!
//! Moves that lead to the same position up to symmetry are gathered into one line, so a book on the Petersen graph has a
//! line for all its edges. For the winner one move is enough; against every kind of reply the book holds an answer, down to
//! a depth and a number of lines.

use super::{MoveReport, moves};
use crate::{Method, Position, Settings, Stop};
use grundy_game::{Kind, Outcome, Play, Player, Text};

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
    let winning: Vec<Alike> = options.iter().filter(|alike| alike.wins).cloned().collect();
    let book = match winning.first() {
        Some(first) => writer.book(&first.to, player.other(), extent.depth)?,
        None => writer.replies(position, player, options, extent.depth)?,
    };
    Ok(Strategy { player, winning, book: Some(book) })
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
        let mut kinds: Vec<(Position, Alike)> = Vec::new();
        for MoveReport { label, to, wins, .. } in own {
            self.settings.budget.check()?;
            let canonical = to.canonical();
            match kinds.iter_mut().find(|(kind, _)| kind.same(&canonical)) {
                Some((_, alike)) => alike.labels.push(label),
                None => kinds.push((canonical, Alike { labels: vec![label], to, wins })),
            }
        }
        Ok(kinds.into_iter().map(|(_, alike)| alike).collect())
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
            let answer = self.options(&tried.to, loser.other())?.into_iter().find(|alike| alike.wins);
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
    /// The first move, and how many are like it.
    pub fn text(&self) -> Text {
        match self.labels.len() {
            1 => Text::verbatim(&self.labels[0]),
            2 => Text::new("{move} (or {other}, which comes to the same)")
                .with("move", &self.labels[0])
                .with("other", &self.labels[1]),
            count => Text::new("{move} (or any of {count} moves that come to the same)")
                .with("move", &self.labels[0])
                .with("count", count - 1),
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

impl Strategy {
    /// The strategy line by line.
    pub fn lines(&self) -> Vec<Text> {
        let mut lines = Vec::new();
        match &self.winning[..] {
            [] => {}
            [only] => lines.push(Text::new("win by {move}").with_text("move", only.text())),
            [first, others @ ..] => {
                let others = others.iter().map(Alike::text).collect();
                let text = Text::new("win by {move}; also by {others}").with_text("move", first.text());
                lines.push(text.with_list("others", others));
            }
        }
        if let Some(book) = &self.book {
            if book.replies.is_empty() && book.left_out == 0 {
                lines.push(Text::new("  then there is no move left"));
            }
            lines.extend(book.lines());
        }
        lines
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

/// Whether `explain` should add the strategy: where the answer came from search, whose reason teaches nothing by itself.
pub(super) fn is_called_for(method: Method) -> bool {
    matches!(method, Method::Search | Method::Kernel | Method::Value | Method::Recursion)
}
