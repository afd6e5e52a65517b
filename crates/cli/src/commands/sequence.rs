//! `grundy sequence`: the nimbers of a rule on heaps, with their period.

use super::listing::{Entry, Listing};
use super::{bytes_of, catalogue};
use crate::blocks::{Blocks, checksum};
use crate::failure::{Exit, Failure};
use crate::files::{FileSystem, write_whole};
use crate::language::{row, say};
use crate::limits::{BudgetOptions, parse_count};
use crate::pages::Pages;
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Exhausted, Limits};
use grundy_game::{ParseError, nimber_text};
use grundy_heap::{Growth, HeapError, LongSequence, Nimbers, Rule, Sequence, seen_period};
use grundy_lang::Text;
use grundy_solve::{Settings, Worth, nimber, prove_period};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How the nimbers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Nimbers, statistics and the period, for people.
    Text,
    /// One object for machines.
    Json,
    /// Lines `heap,nimber`.
    Csv,
    /// Lines `heap nimber`, as the Encyclopedia of Integer Sequences wants them.
    Bfile,
    /// One byte a heap, two (little end first) where nimbers go beyond 255.
    Binary,
}

/// The options of `sequence`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy sequence 0.77 --to 100
  grundy sequence 'subtract(1,2,5)' --to 60 --format json
  grundy sequence ./squares.py --to 200
  grundy sequence officers --to 10^6 --file officers.nimbers
  grundy sequence grundy --to 2^33 --file grundy.nimbers
  grundy sequence --codes 0.001-0.777 --to 10^4 --file census.csv")]
pub struct Options {
    /// A rule such as 0.77, 1-4, paint(2), allbut(3), grundy, or a file of rules
    #[arg(required_unless_present = "codes", conflicts_with = "codes")]
    rule: Option<String>,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "100")]
    to: u64,
    /// How the nimbers are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    /// Compute every value, even where a period is proved
    #[arg(long)]
    no_period: bool,
    /// Keep the nimbers (or the census) in this file, and carry on from what it holds
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write a proof of the period to this file; `grundy check` verifies it
    #[arg(long, value_name = "FILE", conflicts_with = "codes")]
    certificate: Option<PathBuf>,
    /// A census: the period of every octal code from the first to the last
    #[arg(long, value_name = "CODE-CODE")]
    codes: Option<String>,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    match (&options.codes, &options.rule) {
        (Some(codes), _) => census(codes, options, out),
        (None, Some(text)) => of_rule(text, options, out),
        (None, None) => Err(Failure::Usage(Text::new("a rule is missing"))),
    }
}

/// The sequence of a rule on heaps or of a game. Reading counts: a set may name a million numbers.
fn of_rule(text: &str, options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start_quietly();
    match text.parse() {
        Ok(rule) => single(&rule, None, options, &budget, out),
        Err(_) => of_game(text, options, &budget, out),
    }
}

/// The sequence of a game of the catalogue: by its rule on heaps where it is known to have one, else position by position.
fn of_game(text: &str, options: &Options, budget: &Budget, out: &mut dyn Write) -> Result<Exit, Failure> {
    match catalogue().code(text, &FileSystem) {
        Ok(Some(rule)) => return single(&rule, Some(text), options, budget, out),
        Err(error) if error.place.is_some() || text.contains(".py") => return Err(error.into()),
        Ok(None) | Err(_) => {}
    }
    match first_row(text)? {
        Some(first) => by_positions(text, first, options, out),
        None => single(&read_rule(text)?, None, options, budget, out),
    }
}

/// Reads a rule, with errors under the offending character.
pub(super) fn read_rule(text: &str) -> Result<Rule, Failure> {
    text.parse().map_err(|error: grundy_heap::RuleError| {
        let offset = text.char_indices().nth(error.column - 1).map_or(text.len(), |(at, _)| at);
        Failure::Parse(ParseError::new(text, offset, usize::from(offset < text.len()), error.fault.text()))
    })
}

/// The first number that is a position, for a game of the catalogue with a position for each number; `None` where this is no
/// such game. What a rules file does wrong is told.
fn first_row(text: &str) -> Result<Option<u64>, Failure> {
    let reads = |n: u64| catalogue().parse(&format!("{text}:{n}"), &FileSystem);
    match (reads(0), reads(1)) {
        (Ok(_), Ok(_)) => Ok(Some(0)),
        (Err(_), Ok(_)) => Ok(Some(1)),
        (_, Err(error)) if error.place.is_some() || text.contains(".py") => Err(error.into()),
        _ => Ok(None),
    }
}

/// The nimbers of `game:0`, `game:1` and so on, each position asked for itself.
fn by_positions(game: &str, first: u64, options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    if options.file.is_some() || options.certificate.is_some() || options.format == Form::Binary {
        let problem =
            Text::new("`{game}` is not a rule on heaps; its nimbers are printed as text, JSON, CSV or a b-file");
        return Err(Failure::Usage(problem.with("game", game)));
    }
    let settings = Settings { budget: options.budget.start(), ..Settings::default() };
    let mut nimbers = Vec::new();
    for number in first..=options.to {
        let position = catalogue().parse(&format!("{game}:{number}"), &FileSystem)?;
        let found = nimber(&position, &settings)?;
        match (found.value.as_ref().and_then(Worth::nimber), found.stopped) {
            (Some(value), _) => nimbers.push(value),
            (None, Some(stop)) => return Err(stop.into()),
            (None, None) => {
                let problem = Text::new("{position} has no nimber").with("position", position);
                return Err(Failure::Usage(problem));
            }
        }
    }
    let seen = seen_period(&nimbers).map(|seen| Growth { preperiod: seen.preperiod + first, ..seen });
    let numbered = (first..).zip(&nimbers);
    match options.format {
        Form::Json => {
            let period = seen.map_or(Value::Null, |seen| seen_json(seen, options.to));
            writeln!(out, "{}", json!({"rule": game, "first": first, "nimbers": nimbers, "period": period}))?;
        }
        Form::Csv => {
            writeln!(out, "number,nimber")?;
            numbered.into_iter().try_for_each(|(number, nimber)| writeln!(out, "{number},{nimber}"))?;
        }
        Form::Bfile => numbered.into_iter().try_for_each(|(number, nimber)| writeln!(out, "{number} {nimber}"))?,
        Form::Text | Form::Binary => {
            let title = Text::new("{game}:n for n from {first} to {last}").with("game", game).with("first", first);
            writeln!(out, "{}", say(&title.with("last", options.to)))?;
            for row in nimbers.chunks(20) {
                writeln!(out, "  {}", row.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))?;
            }
            writeln!(out, "{}", row("period", say(&seen_text(seen, options.to))))?;
        }
    }
    Ok(Exit::Answered)
}

/// What was seen and is not proved.
fn seen_text(seen: Option<Growth>, to: u64) -> Text {
    let text = match seen {
        None => Text::new("no period found to {to}"),
        Some(Growth { saltus: 0, .. }) => {
            Text::new("seen, not proved: from {preperiod} to {to} nimbers repeat every {period}")
        }
        Some(_) => Text::new("seen, not proved: from {preperiod} to {to} each {period} add {saltus} to the nimber"),
    };
    let text = text.with("to", to);
    match seen {
        None => text,
        Some(seen) => text.with("preperiod", seen.preperiod).with("period", seen.period).with("saltus", seen.saltus),
    }
}

fn seen_json(seen: Growth, to: u64) -> Value {
    json!({
        "period": seen.period,
        "preperiod": seen.preperiod,
        "saltus": seen.saltus,
        "proved": false,
        "last_exception": seen.preperiod.checked_sub(1),
        "checked_to": to,
    })
}

/// The sequence of a rule on heaps; `game` is what the user wrote where that is not the rule itself.
fn single(
    rule: &Rule,
    game: Option<&str>,
    options: &Options,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &options.file {
        Some(path) if is_long(path, options, budget) => return long(rule, game, path, options, budget, out),
        None if options.to > Sequence::LIMIT => {
            let text = Text::new("beyond heap {limit} nimbers are kept in a file: --file names it");
            return Err(Failure::Usage(text.with("limit", Sequence::LIMIT)));
        }
        _ => {}
    }
    let mut known = Nimbers::default();
    let mut file = match &options.file {
        Some(path) => Some(load(path, rule, &mut known)?),
        None => None,
    };
    let mut stored = known.len() as u64;
    let mut sequence = Sequence::resume(rule.clone(), known).watch_periods(!options.no_period);
    let mut stopped = None;
    let mut listing = begin_list(rule, game, options.format, budget, out)?;
    let mut rate = Rate::new(stored, listing.is_some());
    let finding = time_to_find(budget, options.format);
    // Block by block, so that a crash loses at most the block in hand; Ctrl-C loses nothing.
    while stopped.is_none() && sequence.len() <= options.to {
        let goal = options.to.min(sequence.len() + rate.block);
        if let Err(error) = sequence.extend_planned(goal, options.to, &finding) {
            stopped = Some(error);
        }
        if let Some(file) = &mut file {
            save(file, &sequence, stored)?;
            stored = sequence.len();
        }
        if let Some(listing) = &mut listing {
            list(listing, &sequence, options.to, out)?;
        }
        rate.show(sequence.len(), options.to);
    }
    // What a file held already.
    if let Some(listing) = &mut listing {
        list(listing, &sequence, options.to, out)?;
    }
    let cut = match listing {
        Some(listing) => {
            if options.format == Form::Json {
                writeln!(out, "],\"period\":{}}}", period_json(&sequence))?;
            }
            Printed::of(&listing)
        }
        None => print(rule, game, &sequence, options, budget, out)?,
    };
    if let Some(other) = stopped.as_ref().filter(|error| !matches!(error, HeapError::Exhausted(_))) {
        return Err(Failure::Usage(other.text()));
    }
    let stopped = match stopped {
        Some(HeapError::Exhausted(reason)) => Some(reason),
        _ => cut.cut,
    };
    tell_stop(stopped, sequence.len().min(options.to.saturating_add(1)), cut, options.file.is_some());
    if let Some(path) = &options.certificate {
        let unseen = || {
            let told =
                Text::new("no period shows to heap {heap}, so there is no certificate; a larger --to may show one");
            Failure::Failed(told.with("heap", options.to))
        };
        let unproved = || Failure::Failed(Text::new("no period is proved by the theorem that certificates are about"));
        let period = sequence.period().ok_or_else(unseen)?;
        let certificate = prove_period(rule, period).ok_or_else(unproved)?;
        write_whole(path, certificate.to_string().as_bytes())?;
    }
    Ok(if stopped.is_some() { Exit::Undecided } else { Exit::Answered })
}

/// How far a list was printed, and why no further.
#[derive(Clone, Copy)]
struct Printed {
    /// The first heap that was not printed; `None` where what is printed is a summary.
    heaps: Option<u64>,
    cut: Option<Exhausted>,
}

impl Printed {
    const SUMMARY: Self = Self { heaps: None, cut: None };

    fn of(listing: &Listing<'_>) -> Self {
        Self { heaps: Some(listing.printed()), cut: listing.cut() }
    }
}

/// Says where the work stopped, and where the list did if that was earlier: a file holds what was found beyond.
fn tell_stop(stopped: Option<Exhausted>, found: u64, printed: Printed, kept: bool) {
    let Some(reason) = stopped else { return };
    let listed = printed.heaps.map_or(found, |heaps| heaps.min(found));
    let heap = if kept { found } else { listed };
    let told = Text::new("stopped at heap {heap}: {reason}").with("heap", heap).with_text("reason", reason.text());
    eprintln!("{}", say(&told));
    if kept && listed < found {
        eprintln!("{}", say(&Text::new("the list ends before heap {heap}").with("heap", listed)));
    }
}

/// Begins a list that is printed while it is found; `None` for forms that need all nimbers first.
fn begin_list<'a>(
    rule: &Rule,
    game: Option<&str>,
    form: Form,
    budget: &'a Budget,
    out: &mut dyn Write,
) -> Result<Option<Listing<'a>>, Failure> {
    let entry = match form {
        Form::Text | Form::Binary => return Ok(None),
        Form::Csv => {
            writeln!(out, "heap,nimber")?;
            Entry::Line(b',')
        }
        Form::Bfile => Entry::Line(b' '),
        Form::Json => {
            write!(out, "{{\"rule\":{},", json!(rule.to_string()))?;
            if let Some(game) = game {
                write!(out, "\"game\":{},", json!(game))?;
            }
            write!(out, "\"nimbers\":[")?;
            Entry::Item
        }
    };
    Ok(Some(Listing::new(entry, budget)))
}

/// The budget for finding nimbers: forms that look at all of them afterwards need some time for that.
fn time_to_find(budget: &Budget, form: Form) -> Budget {
    match (form, budget.limits().time) {
        (Form::Text | Form::Binary, Some(time)) => {
            budget.within(Limits { time: Some(time / 20 * 19), ..Limits::default() })
        }
        _ => budget.clone(),
    }
}

/// Adds to a list what has been found.
fn list(listing: &mut Listing<'_>, sequence: &Sequence, to: u64, out: &mut dyn Write) -> Result<(), Failure> {
    sequence.each(listing.printed()..to.saturating_add(1), |nimbers| listing.add(nimbers, out))
}

/// Whether nimbers are kept in pages of a file instead of memory: where they do not fit, or already are.
fn is_long(path: &Path, options: &Options, budget: &Budget) -> bool {
    // A byte each, some more for the newest, and again while they are read.
    let bytes = options.to.saturating_mul(2);
    options.to > Sequence::LIMIT || bytes > budget.memory_left() || Pages::are_in(path)
}

/// Heaps among which a period is looked for before a long sequence is begun.
const TRIED: u64 = 1 << 16;

/// The most memory for pages.
const MOST_PAGES: u64 = 1 << 30;

/// The sequence of a rule on heaps, kept in a file of which little is in memory.
fn long(
    rule: &Rule,
    game: Option<&str>,
    path: &Path,
    options: &Options,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if options.certificate.is_some() {
        return Err(Failure::Usage(Text::new(
            "a sequence that is kept in pages of a file has no certificate of a period",
        )));
    }
    if !options.no_period && !Pages::are_in(path) {
        let mut beginning = Sequence::new(rule.clone());
        // why: without an answer here the sequence is begun, and says itself what is wrong.
        let _ = beginning.extend(TRIED.min(options.to), budget);
        if let Some(period) = beginning.period() {
            let text = Text::new(
                "{rule} has a proved period of {period}, so that `solve` answers for heaps of any size; --no-period keeps them all the same",
            );
            return Err(Failure::Usage(text.with("rule", rule).with("period", period.period)));
        }
    }
    let told = |error: HeapError| match error {
        HeapError::Archive(_) => Failure::Failed(
            Text::new("{file}: {problem}").with("file", path.display()).with_text("problem", error.text()),
        ),
        other => Failure::Usage(other.text()),
    };
    let pages = Pages::open(path, &rule.to_string())?;
    let memory = (budget.memory_left() / 2).min(MOST_PAGES);
    let mut sequence = LongSequence::open(rule, Box::new(pages), memory).map_err(told)?;
    let mut listing = begin_list(rule, game, options.format, budget, out)?;
    let mut rate = Rate::new(sequence.len(), listing.is_some());
    let finding = time_to_find(budget, options.format);
    let mut stopped = None;
    while stopped.is_none() && sequence.len() <= options.to {
        let goal = options.to.min(sequence.len() + rate.block);
        match sequence.extend(goal, &finding) {
            Ok(()) => {}
            Err(HeapError::Exhausted(reason)) => stopped = Some(reason),
            Err(other) => return Err(told(other)),
        }
        if let Some(listing) = &mut listing {
            list_long(listing, &mut sequence, options.to, out)?;
        }
        rate.show(sequence.len(), options.to);
    }
    sequence.save().map_err(told)?;
    if let Some(listing) = &mut listing {
        list_long(listing, &mut sequence, options.to, out)?;
    }
    let printed = match listing {
        Some(listing) => {
            if options.format == Form::Json {
                writeln!(out, "],\"period\":null}}")?;
            }
            Printed::of(&listing)
        }
        None => print_long(rule, &mut sequence, options, budget, out)?,
    };
    let stopped = stopped.or(printed.cut);
    tell_stop(stopped, sequence.len().min(options.to.saturating_add(1)), printed, true);
    Ok(if stopped.is_some() { Exit::Undecided } else { Exit::Answered })
}

/// Adds to a list what has been found, as it is read from its file.
fn list_long(
    listing: &mut Listing<'_>,
    sequence: &mut LongSequence,
    to: u64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    sequence.each(listing.printed()..to.saturating_add(1), |nimbers| listing.add(nimbers, out))
}

/// Prints a long sequence as bytes, or what is to be said of it.
fn print_long(
    rule: &Rule,
    sequence: &mut LongSequence,
    options: &Options,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Printed, Failure> {
    let end = sequence.len().min(options.to.saturating_add(1));
    let counts = sequence.counts();
    if options.format == Form::Binary {
        let wide = counts.iter().skip(256).any(|&count| count > 0);
        let mut listing = Listing::new(Entry::Bytes { wide }, budget);
        sequence.each(0..end, |nimbers| listing.add(nimbers, out))?;
        return Ok(Printed::of(&listing));
    }
    let known = sequence.len();
    let title = Text::new("{rule}, heaps 0 to {last}").with("rule", rule).with("last", known.saturating_sub(1));
    writeln!(out, "{}", say(&title))?;
    let mut first = Vec::new();
    sequence.each(0..end.min(SHOWN), |nimbers| {
        first.extend(nimbers.iter().map(u16::to_string));
        Ok::<(), Failure>(())
    })?;
    for line in first.chunks(ROW) {
        writeln!(out, "  {}", line.join(" "))?;
    }
    if end > SHOWN {
        writeln!(out, "  {}", say(&Text::new("… (--format csv prints all)")))?;
    }
    let frequencies: BTreeMap<u64, u64> = (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
    // why: without heaps there is no largest nimber.
    let largest = frequencies.keys().last().copied().unwrap_or(0);
    writeln!(out, "{}", row("largest", largest))?;
    print_frequencies(&frequencies, out)?;
    if let Some((count, last)) = sequence.rare() {
        let text = Text::new("{count} heaps in the rare class of the sparse space, the largest {heap}");
        writeln!(out, "{}", row("because", say(&text.with("count", count).with("heap", last))))?;
    }
    if !options.no_period {
        let looked_at = TRIED.min(known.saturating_sub(1));
        writeln!(out, "{}", row("period", say(&Text::new("no period found to {to}").with("to", looked_at))))?;
    }
    Ok(Printed::SUMMARY)
}

/// How fast the sequence grows: the size of the next block and what to tell people.
struct Rate {
    block: u64,
    /// How long a block should take.
    aim: Duration,
    /// When the block in hand was begun, and how many heaps were known then.
    begun: (Instant, u64),
    /// When the last line was shown, and how many heaps were known then.
    shown: (Instant, u64),
    terminal: bool,
}

impl Rate {
    fn new(heaps: u64, listed: bool) -> Self {
        let now = (Instant::now(), heaps);
        // What is listed is listed after each block, which must not wait until the time is up.
        let aim = Duration::from_millis(if listed { 25 } else { 500 });
        Self { block: 1 << 12, aim, begun: now, shown: now, terminal: std::io::stderr().is_terminal() }
    }

    /// Called after each block; every second on a terminal, every ten elsewhere, tells rate and time left.
    fn show(&mut self, heaps: u64, to: u64) {
        let taken = self.begun.0.elapsed();
        self.block = if taken < self.aim { self.block * 2 } else { self.block.div_ceil(2) };
        self.block = self.block.clamp(1 << 8, 1 << 26);
        self.begun = (Instant::now(), heaps);
        let since = self.shown.0.elapsed();
        if since < Duration::from_secs(if self.terminal { 1 } else { 10 }) || heaps > to {
            return;
        }
        let rate = (heaps - self.shown.1) as f64 / since.as_secs_f64();
        let left = (to - heaps) as f64 / rate.max(1e-9);
        let line = Text::new("heap {heaps} of {to}, {rate} heaps a second, at this rate {left} left")
            .with("heaps", heaps)
            .with("to", to)
            .with("rate", format_args!("{rate:.0}"))
            .with_text("left", duration(left));
        let line = say(&line);
        if self.terminal {
            eprint!("\r\x1b[K{line}\r");
        } else {
            eprintln!("{line}");
        }
        self.shown = (Instant::now(), heaps);
    }
}

/// Seconds in the unit people would use.
pub(super) fn duration(seconds: f64) -> Text {
    match seconds {
        ..120.0 => Text::verbatim(format_args!("{seconds:.0} s")),
        ..7200.0 => Text::verbatim(format_args!("{:.0} min", seconds / 60.0)),
        ..172_800.0 => Text::verbatim(format_args!("{:.1} h", seconds / 3600.0)),
        _ => Text::new("{count} days").with("count", format_args!("{:.0}", seconds / 86400.0)),
    }
}

/// Opens a file of nimbers, two bytes each, little end first.
fn load(path: &Path, rule: &Rule, nimbers: &mut Nimbers) -> Result<Blocks, Failure> {
    Blocks::open(path, &format!("grundy nimbers 2 of {rule}"), |bytes| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        pairs.iter().for_each(|pair| nimbers.push(u16::from_le_bytes(*pair)));
        if rest.is_empty() { Ok(()) } else { Err("half a nimber") }
    })
}

/// Adds the values from `stored` on.
fn save(file: &mut Blocks, sequence: &Sequence, stored: u64) -> Result<(), Failure> {
    let mut bytes = Vec::with_capacity(2 * (sequence.len() - stored) as usize);
    for heap in stored..sequence.len() {
        // why: refused on the next line
        let nimber = sequence.at(heap).and_then(|nimber| u16::try_from(nimber).ok());
        let nimber = nimber.ok_or_else(|| {
            Failure::Failed(Text::new("the nimber of heap {heap} cannot be stored").with("heap", heap))
        })?;
        bytes.extend(nimber.to_le_bytes());
    }
    file.append(&bytes)
}

/// Prints nimbers as bytes, or what is to be said of them.
fn print(
    rule: &Rule,
    game: Option<&str>,
    sequence: &Sequence,
    options: &Options,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Printed, Failure> {
    let end = sequence.len().min(options.to.saturating_add(1));
    let counts = counts(sequence, end);
    if options.format == Form::Binary {
        let mut listing = Listing::new(Entry::Bytes { wide: counts.len() > 256 }, budget);
        sequence.each(0..end, |nimbers| listing.add(nimbers, out))?;
        return Ok(Printed::of(&listing));
    }
    if let Some(game) = game {
        let told = Text::new("{game} is played by the rule {rule}").with("game", game).with("rule", rule);
        writeln!(out, "{}", say(&told))?;
    }
    print_text(rule, sequence, end, &counts, out)?;
    if !options.no_period {
        print_period(sequence, out)?;
    }
    Ok(Printed::SUMMARY)
}

/// How many heaps below `end` have each nimber, up to the largest there is, and the first heap with it.
fn counts(sequence: &Sequence, end: u64) -> Vec<(u64, u64)> {
    let mut counts: Vec<(u64, u64)> = Vec::new();
    let mut heap = 0;
    let Ok(()) = sequence.each(0..end, |nimbers| {
        for &nimber in nimbers {
            let nimber = usize::from(nimber);
            if nimber >= counts.len() {
                counts.resize(nimber + 1, (0, 0));
            }
            let (count, first) = &mut counts[nimber];
            if *count == 0 {
                *first = heap;
            }
            *count += 1;
            heap += 1;
        }
        Ok::<(), std::convert::Infallible>(())
    });
    counts
}

fn period_json(sequence: &Sequence) -> Value {
    if let Some(found) = sequence.period() {
        return json!({
            "period": found.period,
            "preperiod": found.preperiod,
            "saltus": found.saltus,
            "proved": true,
            "last_exception": found.last_exception(),
            "checked_to": found.checked_to,
            "theorem": say(&found.theorem.text()),
        });
    }
    sequence.apparent_growth().map_or(Value::Null, |seen| seen_json(seen, sequence.len().saturating_sub(1)))
}

/// How many nimbers are shown to people, and in rows of how many.
const SHOWN: u64 = 1000;
const ROW: usize = 20;

fn print_text(
    rule: &Rule,
    sequence: &Sequence,
    end: u64,
    counts: &[(u64, u64)],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let title = Text::new("{rule}, heaps 0 to {last}").with("rule", rule).with("last", end.saturating_sub(1));
    writeln!(out, "{}", say(&title))?;
    let mut first = Vec::new();
    sequence.each(0..end.min(SHOWN), |nimbers| {
        first.extend(nimbers.iter().map(u16::to_string));
        Ok::<(), Failure>(())
    })?;
    for line in first.chunks(ROW) {
        writeln!(out, "  {}", line.join(" "))?;
    }
    if end > SHOWN {
        writeln!(out, "  {}", say(&Text::new("… (--format csv prints all)")))?;
    }
    // Without heaps nothing is larger than 0.
    let (largest, heap) = counts.iter().enumerate().next_back().map_or((0, 0), |(nimber, &(_, first))| (nimber, first));
    let most = Text::new("{largest}, first at heap {heap}").with("largest", largest).with("heap", heap);
    writeln!(out, "{}", row("largest", say(&most)))?;
    let frequencies =
        (0..).zip(counts).filter(|(_, (count, _))| *count > 0).map(|(nimber, (count, _))| (nimber, *count));
    print_frequencies(&frequencies.collect(), out)?;
    Ok(())
}

/// The most and the least frequent nimbers.
fn print_frequencies(frequencies: &BTreeMap<u64, u64>, out: &mut dyn Write) -> std::io::Result<()> {
    const RARE: usize = 8;
    let mut common: Vec<(u64, u64)> = frequencies.iter().map(|(&value, &count)| (count, value)).collect();
    common.sort_by_key(|&(count, value)| (std::cmp::Reverse(count), value));
    let shown = |list: &[(u64, u64)]| {
        list.iter().map(|(count, value)| format!("{}: {count}", nimber_text(*value))).collect::<Vec<_>>().join(", ")
    };
    writeln!(out, "{}", row("frequent", shown(&common[..common.len().min(RARE)])))?;
    if common.len() > RARE {
        let start = common.len().saturating_sub(RARE).max(RARE);
        writeln!(out, "{}", row("rare", shown(&common[start..])))?;
    }
    Ok(())
}

/// The period, or how far none was found.
fn print_period(sequence: &Sequence, out: &mut dyn Write) -> std::io::Result<()> {
    let Some(found) = sequence.period() else {
        let told = match sequence.apparent_growth() {
            None => Text::new("no period found to {to}"),
            Some(Growth { preperiod, period, saltus }) => {
                Text::new("none proved; from heap {preperiod} to {to} each {period} heaps add {saltus} to the nimber")
                    .with("preperiod", preperiod)
                    .with("period", period)
                    .with("saltus", saltus)
            }
        };
        return writeln!(out, "{}", row("period", say(&told.with("to", sequence.len().saturating_sub(1)))));
    };
    let told = match (found.saltus, found.last_exception()) {
        (0, None) => Text::new("{period}, no exception"),
        (0, Some(last)) => Text::new("{period}, last exception {last}").with("last", last),
        (_, None) => Text::new("{period} with saltus {saltus}, no exception"),
        (_, Some(last)) => Text::new("{period} with saltus {saltus}, last exception {last}").with("last", last),
    };
    writeln!(out, "{}", row("period", say(&told.with("period", found.period).with("saltus", found.saltus))))?;
    let why = Text::new("{theorem}; checked to heap {heap}").with_text("theorem", found.theorem.text());
    writeln!(out, "{}", row("because", say(&why.with("heap", found.checked_to))))
}

/// The period of every octal code in a range, one line a code; with a file, codes it already lists are not done again.
fn census(codes: &str, options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let codes = code_range(codes)?;
    let budget = options.budget.start();
    let heading = "code,period,preperiod,saltus,largest,checked_to";
    let stored_heading = format!("{heading},check");
    let mut done = BTreeSet::new();
    let mut file = match &options.file {
        Some(path) => {
            let failed = |error: std::io::Error| Failure::unwritten(path.display(), &error);
            if !path.exists() {
                write_whole(path, format!("{stored_heading}\n").as_bytes())?;
            }
            let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
            file.set_len(listed(path, &stored_heading, options.to, &mut done)?).map_err(failed)?;
            Some(file)
        }
        None => None,
    };
    writeln!(out, "{heading}")?;
    let open: Vec<String> = codes.into_iter().filter(|code| !done.contains(code)).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for batch in open.chunks(threads) {
        let lines: Vec<Result<String, Failure>> = std::thread::scope(|scope| {
            let work: Vec<_> =
                batch.iter().map(|code| scope.spawn(|| census_line(code, options.to, &budget))).collect();
            let join = |work: std::thread::ScopedJoinHandle<'_, _>| {
                work.join().unwrap_or_else(|_| Err(Failure::Failed(Text::new("a thread of the census failed"))))
            };
            work.into_iter().map(join).collect()
        });
        for line in lines {
            match line {
                Err(Failure::Usage(reason)) if budget.check().is_err() => {
                    eprintln!("{}", say(&reason));
                    return Ok(Exit::Undecided);
                }
                line => {
                    let line = line?;
                    writeln!(out, "{line}")?;
                    if let Some(file) = &mut file {
                        file.write_all(format!("{line},{:08x}\n", checksum(line.as_bytes())).as_bytes())?;
                    }
                }
            }
        }
    }
    Ok(Exit::Answered)
}

fn census_line(code: &str, to: u64, budget: &Budget) -> Result<String, Failure> {
    let mut sequence = Sequence::new(read_rule(code)?);
    sequence.extend(to, budget).map_err(|error| {
        Failure::Usage(Text::new("{code}: {problem}").with("code", code).with_text("problem", error.text()))
    })?;
    let largest = (0..sequence.len()).filter_map(|heap| sequence.at(heap)).max().unwrap_or(0);
    let period = sequence
        .period()
        .map_or(",,".to_owned(), |found| format!("{},{},{}", found.period, found.preperiod, found.saltus));
    Ok(format!("{code},{period},{largest},{to}"))
}

/// Notes the codes that a census file lists already, and returns how long its whole lines are; each ends with the checksum
/// of what stands before. A line without its end is what an interrupted program left behind.
fn listed(path: &Path, heading: &str, to: u64, done: &mut BTreeSet<String>) -> Result<u64, Failure> {
    let bad = |problem: Text| {
        Failure::Usage(Text::new("{file}: {problem}").with("file", path.display()).with_text("problem", problem))
    };
    let text = bytes_of(&path.to_string_lossy())?;
    let text = String::from_utf8(text).map_err(|_| bad(Text::new("not UTF-8 text")))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    if lines.next() != Some(heading) {
        return Err(bad(Text::new("holds another census, or one of another version")));
    }
    for (number, line) in (2..).zip(lines) {
        let sound = line.rsplit_once(',').filter(|(row, check)| *check == format!("{:08x}", checksum(row.as_bytes())));
        let damaged =
            || bad(Text::new("line {number} is damaged; remove the file to begin anew").with("number", number));
        let (code, checked_to) =
            sound.and_then(|(row, _)| Some((row.split(',').next()?, row.rsplit(',').next()?))).ok_or_else(damaged)?;
        if checked_to != to.to_string() {
            let other = Text::new("holds a census of heaps to {other}, not to {to}");
            return Err(bad(other.with("other", checked_to).with("to", to)));
        }
        done.insert(code.to_owned());
    }
    Ok(whole as u64)
}

/// All octal codes from the first to the last, both with the same number of digits.
fn code_range(text: &str) -> Result<Vec<String>, Failure> {
    const MOST: u64 = 1 << 20;
    let usage = || {
        let problem = Text::new("`{text}` is not a range of octal codes; write it like 0.001-0.777");
        Failure::Usage(problem.with("text", text))
    };
    let (first, last) = text.split_once('-').ok_or_else(usage)?;
    let number = |code: &str| {
        let (lead, digits) = code.trim().split_once('.')?;
        // why: a code that is no number is refused by whoever asked
        let octal = |text: &str| u64::from_str_radix(text, 8).ok();
        (matches!(lead, "0" | "4") && (1..=7).contains(&digits.len())).then_some(())?;
        Some((octal(lead)?, digits.len(), octal(digits)?))
    };
    let ((lead, width, from), (other, same, to)) = (number(first).ok_or_else(usage)?, number(last).ok_or_else(usage)?);
    if lead != other || width != same || from > to || to - from > MOST {
        return Err(usage());
    }
    Ok((from..=to).map(|digits| format!("{lead}.{digits:0width$o}")).collect())
}
