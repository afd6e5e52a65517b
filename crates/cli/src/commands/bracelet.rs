//! `grundy bracelet`: longest bracelets in which no window of beads repeats.

use super::figures;
use crate::failure::{Exit, Failure};
use crate::language::{heading, say};
use crate::limits::{BudgetOptions, Format};
use clap::{Args, ValueEnum};
use grundy_budget::Budget;
use grundy_graph::bracelet::{
    all_bracelets, bracelet_length, bracelet_pieces, bracelet_through_euler, count_bracelets, find_repeat,
    two_colour_pieces,
};
use grundy_lang::Text;
use serde_json::json;
use std::io::Write;

/// The options of `bracelet`.
#[derive(Args)]
#[command(
    after_help = "With n colours and windows of k beads no bracelet is longer than n^k beads, and that is reached.

Examples:
  grundy bracelet --colours 2 --window 4
  grundy bracelet --colours 3 --window 2 --symbols RGB
  grundy bracelet --colours 2 --window 6 --count
  grundy bracelet --colours 2 --window 3 --windows
  grundy bracelet --colours 2 --window 3 --check 00010111
  grundy bracelet --colours 256 --window 3 --bytes > bytes.bin"
)]
pub struct Options {
    /// The number of colours
    #[arg(long, value_name = "N", alias = "colors")]
    colours: u32,
    /// The number of beads in a window
    #[arg(long, value_name = "K")]
    window: u32,
    /// How the bracelet is made
    #[arg(long, value_enum, default_value = "stream")]
    through: Through,
    /// Count the longest bracelets instead
    #[arg(long, conflicts_with_all = ["all", "check"])]
    count: bool,
    /// List the longest bracelets, each from its window of first colours on
    #[arg(long, conflicts_with = "check")]
    all: bool,
    /// List at most this many
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "all")]
    limit: usize,
    /// Check a bracelet of your own
    #[arg(long, value_name = "STRING")]
    check: Option<String>,
    /// List the windows in the order in which they occur: the arcs of an Eulerian circuit
    #[arg(long, conflicts_with_all = ["count", "all", "check", "bytes"])]
    windows: bool,
    /// A character for each colour, instead of digits and letters
    #[arg(long, value_name = "CHARACTERS", conflicts_with = "bytes")]
    symbols: Option<String>,
    /// Print raw bytes, 0 for the first colour
    #[arg(long, conflicts_with_all = ["count", "all", "check"])]
    bytes: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    budget: BudgetOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Through {
    /// Lyndon words one after the other, in constant memory.
    Stream,
    /// An Eulerian circuit of the graph on words.
    Euler,
}

/// How beads are written.
enum Alphabet {
    /// A character each.
    Characters(Vec<char>),
    /// Numbers with blanks between them.
    Numbers,
    /// Raw bytes.
    Bytes,
}

impl Alphabet {
    fn of(options: &Options) -> Result<Self, Failure> {
        let colours = options.colours as usize;
        if options.bytes {
            return if colours <= 256 {
                Ok(Self::Bytes)
            } else {
                Err(Failure::Usage(
                    Text::new("--bytes: {colours} colours do not fit into bytes").with("colours", colours),
                ))
            };
        }
        let Some(symbols) = &options.symbols else {
            return Ok(if colours <= 36 {
                Self::Characters(('0'..='9').chain('a'..='z').take(colours).collect())
            } else {
                Self::Numbers
            });
        };
        let characters: Vec<char> = symbols.chars().collect();
        let distinct = (1..characters.len()).all(|i| !characters[..i].contains(&characters[i]));
        if characters.len() != colours || !distinct {
            let problem = Text::new("--symbols: expected {colours} different characters, found {found}");
            return Err(Failure::Usage(problem.with("colours", colours).with("found", characters.len())));
        }
        Ok(Self::Characters(characters))
    }

    /// Appends beads to a text; `first` tells that nothing stands before them.
    fn push(&self, beads: &[u32], first: bool, text: &mut Vec<u8>) {
        match self {
            Self::Bytes => text.extend(beads.iter().map(|&bead| bead as u8)),
            Self::Characters(characters) => {
                let mut buffer = [0; 4];
                for &bead in beads {
                    text.extend_from_slice(characters[bead as usize].encode_utf8(&mut buffer).as_bytes());
                }
            }
            Self::Numbers => {
                for (i, bead) in beads.iter().enumerate() {
                    let gap = if first && i == 0 { "" } else { " " };
                    text.extend_from_slice(format!("{gap}{bead}").as_bytes());
                }
            }
        }
    }

    fn show(&self, beads: &[u32]) -> String {
        let mut text = Vec::new();
        self.push(beads, true, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    fn read(&self, text: &str, colours: u32) -> Result<Vec<u32>, Failure> {
        let bad = |shown: String| {
            let problem = Text::new("--check: `{shown}` is none of the {colours} colours");
            Failure::Usage(problem.with("shown", shown).with("colours", colours))
        };
        if let Self::Characters(characters) = self {
            let bead = |c: char| characters.iter().position(|&known| known == c).map(|i| i as u32);
            return text.chars().map(|c| bead(c).ok_or_else(|| bad(c.to_string()))).collect();
        }
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        // why: a word that is no number is refused just behind
        words.map(|w| w.parse().ok().filter(|&bead| bead < colours).ok_or_else(|| bad(w.to_owned()))).collect()
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let alphabet = Alphabet::of(options)?;
    if let Some(text) = &options.check {
        return check(options, &alphabet, text, out);
    }
    if options.count {
        let count = count_bracelets(options.colours, options.window)?.to_string();
        match options.format {
            Format::Text => writeln!(out, "{count}")?,
            Format::Json => {
                let count = count.parse::<u64>().map_or_else(|_| json!(count), |small| json!(small));
                writeln!(out, "{}", json!({"colours": options.colours, "window": options.window, "count": count}))?;
            }
        }
        return Ok(Exit::Answered);
    }
    if options.all {
        return all(options, &alphabet, &budget, out);
    }
    let length = bracelet_length(options.colours, options.window)?;
    if options.windows {
        const MOST: u64 = 1 << 20;
        if length > MOST {
            let problem = Text::new("{count} windows are too many to list; at most {most}");
            return Err(Failure::Usage(problem.with("count", length).with("most", MOST)));
        }
        let windows = figures::windows(options.colours, options.window)?;
        let shown: Vec<String> = windows.iter().map(|beads| alphabet.show(beads)).collect();
        match options.format {
            Format::Text => writeln!(out, "{}", shown.join("\n"))?,
            Format::Json => {
                let told = json!({"colours": options.colours, "window": options.window, "windows": shown});
                writeln!(out, "{told}")?;
            }
        }
        return Ok(Exit::Answered);
    }
    if options.format == Format::Json {
        write!(out, r#"{{"colours":{},"window":{},"length":{length},"bracelet":""#, options.colours, options.window)?;
    }
    stream(options, &alphabet, &budget, out)?;
    match (options.format, &alphabet) {
        (Format::Json, _) => writeln!(out, "\"}}")?,
        (Format::Text, Alphabet::Bytes) => {}
        (Format::Text, _) => writeln!(out)?,
    }
    Ok(Exit::Answered)
}

fn stream(options: &Options, alphabet: &Alphabet, budget: &Budget, out: &mut dyn Write) -> Result<(), Failure> {
    let go_on = || budget.check().map_err(|stop| Failure::Graph(stop.into()));
    let json = options.format == Format::Json;
    if json
        && (matches!(alphabet, Alphabet::Bytes) || options.symbols.as_ref().is_some_and(|s| s.contains(['"', '\\'])))
    {
        return Err(Failure::Usage(Text::new("--format json cannot hold raw bytes, quotes or backslashes")));
    }
    let mut text = Vec::new();
    let mut first = true;
    let mut piece = |beads: &[u32]| -> Result<(), Failure> {
        go_on()?;
        text.clear();
        alphabet.push(beads, first, &mut text);
        first = false;
        Ok(out.write_all(&text)?)
    };
    if options.through == Through::Euler {
        return piece(&bracelet_through_euler(options.colours, options.window, budget)?);
    }
    let two_bytes = match alphabet {
        Alphabet::Bytes => Some([0, 1]),
        Alphabet::Characters(c) if c.iter().all(char::is_ascii) && c.len() == 2 => Some([c[0] as u8, c[1] as u8]),
        _ => None,
    };
    match two_bytes {
        Some(symbols) if options.colours == 2 => {
            two_colour_pieces(options.window, symbols, |beads| -> Result<(), Failure> {
                go_on()?;
                Ok(out.write_all(beads)?)
            })
        }
        _ => bracelet_pieces(options.colours, options.window, piece),
    }
}

fn all(options: &Options, alphabet: &Alphabet, budget: &Budget, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut found = all_bracelets(options.colours, options.window, options.limit.saturating_add(1), budget)?;
    let complete = found.len() <= options.limit;
    found.truncate(options.limit);
    let texts: Vec<String> = found.iter().map(|beads| alphabet.show(beads)).collect();
    match options.format {
        Format::Json => {
            let answer =
                json!({"colours": options.colours, "window": options.window, "bracelets": texts, "complete": complete});
            writeln!(out, "{answer}")?;
        }
        Format::Text => {
            for text in texts {
                writeln!(out, "{text}")?;
            }
            if !complete {
                eprintln!("{}", say(&Text::new("not all: there are more than {limit}").with("limit", options.limit)));
            }
        }
    }
    Ok(Exit::Answered)
}

fn check(options: &Options, alphabet: &Alphabet, text: &str, out: &mut dyn Write) -> Result<Exit, Failure> {
    let longest = bracelet_length(options.colours, options.window)?;
    let beads = alphabet.read(text, options.colours)?;
    let repeat = find_repeat(&beads, options.window as usize);
    if options.format == Format::Json {
        let repeat = repeat.as_ref().map(
            |found| json!({"window": alphabet.show(&found.window), "places": [found.first + 1, found.second + 1]}),
        );
        let answer = json!({"beads": beads.len(), "longest": longest, "check": repeat.is_none(), "repeat": repeat});
        writeln!(out, "{answer}")?;
        return Ok(Exit::Answered);
    }
    if let Some(found) = repeat {
        let told = Text::new("the window {window} starts at beads {first} and {second}")
            .with("window", alphabet.show(&found.window))
            .with("first", found.first + 1)
            .with("second", found.second + 1);
        writeln!(out, "{}{}", heading(Text::new("repeats")), say(&told))?;
    } else {
        let told = if beads.len() as u64 == longest {
            Text::new("{longest} beads, no window repeats: a longest one")
        } else {
            Text::new("no window repeats, but {beads} beads are not the {longest} of a longest one")
        };
        let told = told.with("longest", longest).with("beads", beads.len());
        writeln!(out, "{}{}", heading(Text::new("correct")), say(&told))?;
    }
    Ok(Exit::Answered)
}
