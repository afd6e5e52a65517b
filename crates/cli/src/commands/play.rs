//! `grundy play`: a game in the terminal.

use super::{next_line, position};
use crate::failure::{Exit, Failure};
use crate::limits::SolveOptions;
use crate::overseer;
use crate::players::{Engine, Random, Way};
use crate::progress;
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Limits, caught};
use grundy_game::{Achieved, Kind, Play, Player, Text};
use grundy_solve::{MoveReport, Position, PositionMove, Settings, Stop, answer, explain, moves};
use std::io::Write;
use std::time::{Duration, Instant};

/// The options of `play`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy play nim:3,4,5
  grundy play 'coins(4):21' --second --opponent mistakes --mistakes 30

At your turn type the number or the name of a move, or: hint, explain, tree, undo, redo, board, moves, restart, help, quit.
`--time` is what each move, hint, explanation and tree may take; without it that is 20 seconds.")]
pub struct Options {
    /// The position to start from
    position: String,
    /// Who plays against you
    #[arg(long, value_enum, default_value = "perfect")]
    opponent: Opponent,
    /// How many of a hundred moves of the opponent `mistakes` are random
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=100))]
    mistakes: u8,
    /// Let the opponent start
    #[arg(long)]
    second: bool,
    /// Show the weighted tree of the next moves at each of your turns
    #[arg(long)]
    tree: bool,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    solve: SolveOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// Never makes a mistake.
    Perfect,
    /// Makes mistakes now and then.
    Mistakes,
    /// Plays at random.
    Random,
    /// A second person at this terminal.
    Person,
}

/// Time the opponent and the hints may take at a move when no other limit is given.
const PATIENCE: Duration = Duration::from_secs(20);

/// Branches of a node of the tree at most.
const BRANCHES: usize = 12;

/// Most moves that are listed.
const LISTED: usize = 60;

/// One state of the game: where it is and who is about to move.
#[derive(Clone)]
struct Turn {
    position: Position,
    player: Player,
    first: bool,
}

struct Table<'a> {
    options: &'a Options,
    play: Play,
    limits: Limits,
    /// What the whole game may hold.
    all: Budget,
    turns: Vec<Turn>,
    /// What was undone, the last first.
    undone: Vec<Vec<Turn>>,
    random: Random,
    out: &'a mut dyn Write,
}

/// What the person at the terminal wants.
enum Wish {
    Play(PositionMove),
    /// The game has gone back; show it again.
    Back,
    Leave,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let all = options.solve.budget.start_without_time();
    progress::leave_on_interrupt();
    let start = Turn { position: position(&options.position)?, player: Player::Left, first: true };
    let mut limits = options.solve.budget.limits();
    limits.time = limits.time.or(Some(PATIENCE));
    let play = options.solve.settings(Budget::unlimited()).play;
    let random = Random::new(options.seed);
    let mut table = Table { options, play, limits, all, turns: vec![start], undone: Vec::new(), random, out };
    table.game()?;
    Ok(Exit::Answered)
}

impl Table<'_> {
    fn say(&mut self, text: &Text) -> Result<(), Failure> {
        let line = self.options.solve.say(text);
        Ok(writeln!(self.out, "{line}")?)
    }

    fn now(&self) -> Turn {
        // There is always the start.
        self.turns[self.turns.len() - 1].clone()
    }

    /// Whether the person who started the program is about to move.
    fn mine(&self, turn: &Turn) -> bool {
        self.options.opponent == Opponent::Person || turn.first != self.options.second
    }

    fn game(&mut self) -> Result<(), Failure> {
        loop {
            let turn = self.now();
            let begun = Instant::now();
            let legal = self.within_limits(|settings| {
                overseer::needed(&settings.budget, || Ok(turn.position.moves(turn.player)?))
            })?;
            self.show(&turn)?;
            if legal.is_empty() {
                return self.end(&turn);
            }
            if self.repeats(&turn)? {
                return self.conclude(&turn, turn.position.endless(turn.player, self.play));
            }
            let wish =
                if self.mine(&turn) { self.person(&turn, &legal)? } else { self.opponent(&turn, &legal, begun)? };
            match wish {
                Wish::Play(chosen) => {
                    if self.mine(&turn) {
                        self.undone.clear();
                    }
                    self.turns.push(Turn { position: chosen.to, player: turn.player.other(), first: !turn.first });
                }
                Wish::Back => {}
                Wish::Leave => return self.say(&Text::new("Goodbye.")),
            }
        }
    }

    fn show(&mut self, turn: &Turn) -> Result<(), Failure> {
        writeln!(self.out, "\n{}", turn.position)?;
        for part in turn.position.parts() {
            let board = part.board();
            if board.lines().count() > 1 {
                board.lines().try_for_each(|line| writeln!(self.out, "  {line}"))?;
            }
        }
        Ok(())
    }

    /// Notices that the position was there before with the same player about to move; says whether for the third time, which
    /// ends the game.
    fn repeats(&mut self, turn: &Turn) -> Result<bool, Failure> {
        if turn.position.ends() {
            return Ok(false);
        }
        let same = |other: &Turn| other.position.same(&turn.position) && other.player == turn.player;
        let times = self.turns.iter().filter(|other| same(other)).count();
        match times {
            0 | 1 => return Ok(false),
            2 => {
                self.say(&match turn.position.endless(turn.player, self.play) {
                    Achieved::Draw => {
                        Text::new("This position was there before; when it comes a third time, the game is a draw.")
                    }
                    Achieved::Win | Achieved::Loss => Text::new(
                        "This position was there before; when it comes a third time, the play counts as one that goes on for ever.",
                    ),
                })?;
            }
            _ => self.say(&Text::new("This position stands for the third time."))?,
        }
        Ok(times > 2)
    }

    fn end(&mut self, turn: &Turn) -> Result<(), Failure> {
        let ended = turn.position.ended(turn.player, self.play);
        if ended != Achieved::Draw {
            self.say(&Text::new("There is no move left."))?;
        }
        self.conclude(turn, ended)
    }

    /// Says who has won when the player about to move has achieved this.
    fn conclude(&mut self, turn: &Turn, achieved: Achieved) -> Result<(), Failure> {
        let wins = match achieved {
            Achieved::Win => true,
            Achieved::Loss => false,
            Achieved::Draw => return self.say(&Text::new("The game is a draw.")),
        };
        let text = match (self.options.opponent, self.mine(turn) == wins) {
            (Opponent::Person, _) if turn.first == wins => Text::new("The first player has won!"),
            (Opponent::Person, _) => Text::new("The second player has won!"),
            (_, true) => Text::new("You have won!"),
            (_, false) => Text::new("The computer has won."),
        };
        self.say(&text)
    }

    /// Lets the opponent move, in what is left of the time of a move that `begun` then.
    fn opponent(&mut self, turn: &Turn, legal: &[PositionMove], begun: Instant) -> Result<Wish, Failure> {
        let slips =
            self.options.opponent == Opponent::Mistakes && self.random.below(100) < usize::from(self.options.mistakes);
        let way = if slips || self.options.opponent == Opponent::Random { Way::Random } else { Way::Search };
        let time = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        let mut engine = Engine::new(way, self.play, Limits { time, ..self.limits }, &self.all);
        let chosen = engine.choose(&turn.position, turn.player, legal, &mut self.random)?;
        let Some(chosen) = chosen else { return Ok(Wish::Leave) };
        self.say(&Text::new("The computer plays: {move}").with("move", &chosen.label))?;
        Ok(Wish::Play(chosen))
    }

    /// Asks the person what to do until it is a move, a step back or farewell. The end of input is farewell too.
    fn person(&mut self, turn: &Turn, legal: &[PositionMove]) -> Result<Wish, Failure> {
        if self.options.tree {
            self.tree(turn)?;
        }
        self.list(turn, legal)?;
        loop {
            let line = self.options.solve.say(&Text::new("Your move (a number, a name, or help)?"));
            write!(self.out, "{line} ")?;
            self.out.flush()?;
            let Some(typed) = next_line(&mut std::io::stdin().lock())? else {
                writeln!(self.out)?;
                return Ok(Wish::Leave);
            };
            match typed.trim() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Wish::Leave),
                "undo" | "u" => {
                    if self.undo() {
                        return Ok(Wish::Back);
                    }
                    self.say(&Text::new("There is nothing to undo."))?;
                }
                "redo" | "r" => {
                    if let Some(turns) = self.undone.pop() {
                        self.turns.extend(turns);
                        return Ok(Wish::Back);
                    }
                    self.say(&Text::new("There is nothing to redo."))?;
                }
                "restart" => {
                    self.turns.truncate(1);
                    self.undone.clear();
                    return Ok(Wish::Back);
                }
                "board" | "b" => self.show(turn)?,
                "help" | "?" => self.help()?,
                "hint" | "h" => self.hint(turn)?,
                "explain" | "e" => self.explain(turn)?,
                "tree" | "t" => self.tree(turn)?,
                "moves" | "m" => self.list(turn, legal)?,
                wanted => match chosen(wanted, legal) {
                    Some(found) => return Ok(Wish::Play(found.clone())),
                    None => self.say(&Text::new("`{typed}` is not a move here.").with("typed", wanted))?,
                },
            }
        }
    }

    fn list(&mut self, turn: &Turn, legal: &[PositionMove]) -> Result<(), Failure> {
        let whose = match (turn.position.kind(), turn.player, turn.first) {
            (Kind::Partisan, Player::Left, _) => Text::new("Left is about to move."),
            (Kind::Partisan, Player::Right, _) => Text::new("Right is about to move."),
            (_, _, true) => Text::new("The first player is about to move."),
            (_, _, false) => Text::new("The second player is about to move."),
        };
        self.say(&whose)?;
        for (number, found) in legal.iter().enumerate().take(LISTED) {
            writeln!(self.out, "  {:>3}. {}", number + 1, found.label)?;
        }
        if legal.len() > LISTED {
            self.say(&Text::new("and {count} more").with("count", legal.len() - LISTED))?;
        }
        Ok(())
    }

    /// Goes back to the person's last turn; says whether there was one.
    fn undo(&mut self) -> bool {
        let earlier = self.turns[..self.turns.len() - 1].iter().rposition(|turn| self.mine(turn));
        earlier.inspect(|&index| self.undone.push(self.turns.split_off(index + 1))).is_some()
    }

    fn help(&mut self) -> Result<(), Failure> {
        for (word, meaning) in [
            ("3", "make the third move of the list; its name does the same"),
            ("hint", "a winning move, where there is one"),
            ("explain", "who wins, and why"),
            ("tree", "the next two moves as a tree; moves of weight 1 win"),
            ("undo", "back to your last turn"),
            ("redo", "forth again"),
            ("board", "show the position again"),
            ("moves", "show the moves again"),
            ("restart", "begin again"),
            ("quit", "leave"),
        ] {
            let meaning = self.options.solve.say(&Text::new(meaning));
            writeln!(self.out, "  {word:<9}{meaning}")?;
        }
        Ok(())
    }

    /// Does something within the limits of a move; Ctrl-C ends the thinking.
    fn within_limits<T>(&self, think: impl FnOnce(&Settings) -> Result<T, Stop>) -> Result<T, Stop> {
        let budget = self.all.within(self.limits);
        progress::cancel_on_interrupt(&budget);
        let entered = budget.enter();
        let settings = self.options.solve.settings(budget.clone());
        let found = caught(|| think(&settings)).unwrap_or_else(|exhausted| Err(exhausted.into()));
        drop(entered);
        progress::leave_on_interrupt();
        found
    }

    fn hint(&mut self, turn: &Turn) -> Result<(), Failure> {
        let found = self.within_limits(|settings| answer(&turn.position, settings))?;
        let own = |player: Option<Player>| player.is_none_or(|player| player == turn.player);
        let text = match (found.winning_moves.iter().find(|found| own(found.player)), found.outcome) {
            (Some(best), _) => match found.remoteness[turn.player as usize] {
                Some(moves) => Text::new("Hint: {move} wins, at the latest with move {count} from here")
                    .with("move", &best.label)
                    .with("count", moves),
                None => Text::new("Hint: {move}").with("move", &best.label),
            },
            (None, None) => Text::new("Nobody knows yet who is winning."),
            (None, Some(_)) if found.drawing_moves.iter().any(|found| own(found.player)) => {
                let keeps = found.drawing_moves.iter().find(|found| own(found.player));
                // why: there is one.
                let label = keeps.map(|found| found.label.as_str()).unwrap_or_default();
                Text::new("Hint: {move} keeps the draw; no move wins against perfect play.").with("move", label)
            }
            (None, Some(_)) => Text::new("No move wins against perfect play."),
        };
        self.say(&text)
    }

    /// The tree of this move and the next: weight 1 for arcs into the kernel, the moves that win, 0 for the others.
    fn tree(&mut self, turn: &Turn) -> Result<(), Failure> {
        let budgeted = self.within_limits(|settings| {
            let first = own_moves(&turn.position, turn.player, settings)?;
            let replies = first.iter().take(BRANCHES).map(|found| own_moves(&found.to, turn.player.other(), settings));
            let replies = replies.collect::<Result<Vec<_>, _>>()?;
            Ok((first, replies))
        });
        let (first, replies) = match budgeted {
            Err(stop) if stop.is_undecided() => {
                return self.say(
                    &Text::new("The tree is too large for the time of a move: {stop}").with_text("stop", stop.text()),
                );
            }
            found => found?,
        };
        writeln!(self.out, "  {}", turn.position)?;
        for (index, (found, replies)) in first.iter().zip(&replies).enumerate() {
            let last = index + 1 == first.len();
            let (branch, stem) = if last { ("└─", "  ") } else { ("├─", "│ ") };
            writeln!(self.out, "  {branch}{}─ {} → {}", u8::from(found.wins), found.label, found.to)?;
            for (index, reply) in replies.iter().take(BRANCHES).enumerate() {
                let branch = if index + 1 == replies.len() { "└─" } else { "├─" };
                writeln!(self.out, "  {stem}  {branch}{}─ {} → {}", u8::from(reply.wins), reply.label, reply.to)?;
            }
            if replies.len() > BRANCHES {
                let more =
                    self.options.solve.say(&Text::new("and {count} more").with("count", replies.len() - BRANCHES));
                writeln!(self.out, "  {stem}  └─ {more}")?;
            }
        }
        if first.len() > BRANCHES {
            let more = self.options.solve.say(&Text::new("and {count} more").with("count", first.len() - BRANCHES));
            writeln!(self.out, "  └─ {more}")?;
        }
        Ok(())
    }

    fn explain(&mut self, turn: &Turn) -> Result<(), Failure> {
        for line in self.within_limits(|settings| explain(&turn.position, settings))?.lines {
            let line = self.options.solve.say(&line);
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }
}

/// The moves of one player with whether they win.
fn own_moves(position: &Position, player: Player, settings: &Settings) -> Result<Vec<MoveReport>, Stop> {
    let mut all = moves(position, settings)?.moves;
    all.retain(|found| found.player.is_none_or(|own| own == player));
    Ok(all)
}

/// The move meant by a number, a name, or the beginning of one name only.
fn chosen<'a>(wanted: &str, legal: &'a [PositionMove]) -> Option<&'a PositionMove> {
    if let Ok(number) = wanted.parse::<usize>() {
        return legal.get(number.checked_sub(1)?);
    }
    let exact = legal.iter().find(|found| found.label == wanted);
    exact.or_else(|| {
        let mut beginning = legal.iter().filter(|found| found.label.starts_with(wanted));
        beginning.next().filter(|_| beginning.next().is_none())
    })
}
