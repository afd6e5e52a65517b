//! A rules file: from its text to a game.

mod numbers;

use crate::board::{MOST_SYMBOLS, Pattern};
use crate::boardgame::{BoardGame, BoardRules, Derived, Goals, Look};
use crate::card::Words;
use crate::cycle::{self, Ended};
use crate::functiongame::{Failed, FunctionGame, FunctionRules, Hooks, next_id};
use crate::graphgame::{GraphGame, GraphRules};
use crate::held::held;
use crate::pattern::{Reader, Shape, Way};
use crate::results::Results;
use crate::script::ast::{Expr, ExprKind, Function, Statement, StatementKind};
use crate::script::{Datum, Functions, Limits, Script, parse};
use crate::stated::Statements;
use crate::{Mistake, Place, graph};
use grundy_game::{Input, Kind, Page, ParseError, Text, notation};
use grundy_games::{Catalogue, Listed};
use grundy_lang::Language;
use grundy_solve::{MOST_PLAYERS, Subject, equip, lend};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A game read from a rules file; add it to a catalogue with [`Catalogue::with`].
///
/// ```
/// use grundy_game::NoFiles;
/// use grundy_games::Catalogue;
/// use grundy_rules::RulesFile;
///
/// let toads = r#"
/// board, cells = "strip", "T F _"
/// left  = ["T_ -> _T east", "TF_ -> _FT east"]
/// right = ["F_ -> _F west", "FT_ -> _TF west"]
/// "#;
/// let catalogue = Catalogue::standard().with(RulesFile::read("hoppers", toads)?);
/// let position = catalogue.parse("hoppers:TT_FF + nim:3", &NoFiles)?;
/// assert_eq!(position.to_string(), "hoppers:TT_FF + nim:3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RulesFile {
    reading: Reading,
    source: String,
    examples: Vec<String>,
    /// Codes of languages, with what the game is called there.
    titles: Vec<(String, String)>,
    ground: Ground,
    /// The same rules with other numbers, as they were asked for.
    variants: Arc<Mutex<Vec<Variant>>>,
}

/// Numbers given in brackets, and the rules with them.
type Variant = (Vec<(String, BigInt)>, RulesFile);

/// Variants that are kept.
const MOST_VARIANTS: usize = 50;

#[derive(Clone, Debug)]
enum Ground {
    Board(Arc<BoardRules>, Kind),
    Functions(Arc<FunctionRules>, Kind),
    Graph(Arc<GraphGround>, Kind),
}

/// Rules about graphs, compiled; graphs with more vertices and edges than the compiled rules have bits for are interpreted.
#[derive(Debug)]
struct GraphGround {
    compiled: Arc<GraphRules>,
    reading: Reading,
    body: Vec<Statement>,
    wide: OnceLock<Result<Arc<FunctionRules>, Mistake>>,
}

impl GraphGround {
    fn wide(&self) -> Result<&Arc<FunctionRules>, Mistake> {
        let made = self.wide.get_or_init(|| interpreted_graph(&self.reading, &self.body).map(Arc::new));
        made.as_ref().map_err(Clone::clone)
    }
}

/// A name that a file declares, with its value and place.
struct Declared<'a> {
    body: &'a [Statement],
}

impl<'a> Declared<'a> {
    /// The expression that a name is set to, also in `a, b = x, y`.
    fn expr(&self, name: &str) -> Option<&'a Expr> {
        let mut found = None;
        for statement in self.body {
            let StatementKind::Assign(targets, value) = &statement.kind else { continue };
            for target in targets {
                match (&target.kind, &value.kind) {
                    (ExprKind::Name(target), _) if target == name => found = Some(value),
                    (ExprKind::Tuple(targets), ExprKind::Tuple(values)) if targets.len() == values.len() => {
                        let at = targets.iter().position(|t| matches!(&t.kind, ExprKind::Name(n) if n == name));
                        if let Some(at) = at {
                            found = Some(&values[at]);
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn function(&self, name: &str) -> Option<&'a Function> {
        self.body.iter().rev().find_map(|statement| match &statement.kind {
            StatementKind::Def(function) if function.name == name => Some(function),
            _ => None,
        })
    }

    fn text(&self, name: &str) -> Result<Option<(&'a str, Place)>, Mistake> {
        match self.expr(name) {
            None => Ok(None),
            Some(Expr { kind: ExprKind::Text(text), place }) => Ok(Some((text, *place))),
            Some(other) => Err(Mistake::new(other.place, Text::new("`{name}` must be a string").with("name", name))),
        }
    }

    /// The pairs of strings of a dictionary, with the place of each.
    fn pairs(&self, name: &str) -> Result<Vec<(&'a str, &'a str, Place)>, Mistake> {
        let Some(expr) = self.expr(name) else { return Ok(Vec::new()) };
        let wrong =
            |place| Mistake::new(place, Text::new("`{name}` must be a dictionary of strings").with("name", name));
        let ExprKind::Dict(pairs) = &expr.kind else { return Err(wrong(expr.place)) };
        let text = |expr: &'a Expr| match &expr.kind {
            ExprKind::Text(text) => Ok(text.as_str()),
            _ => Err(wrong(expr.place)),
        };
        pairs.iter().map(|(key, value)| Ok((text(key)?, text(value)?, key.place))).collect()
    }

    /// How `draw` wants symbols to look: a glyph, perhaps with `left`, `right`, `either`, `empty` or `gone`.
    fn drawn(&self, symbols: &[char]) -> Result<Vec<Option<Look>>, Mistake> {
        let mut looks = vec![None; symbols.len()];
        for (symbol, look, place) in self.pairs("draw")? {
            let Some(at) = symbols.iter().position(|known| symbol.chars().eq([*known])) else {
                let problem = Text::new("`{symbol}` is not a cell of this board").with("symbol", symbol);
                return Err(Mistake::new(place, problem));
            };
            let wrong = || {
                let problem = Text::new("`{look}` is not how a cell can look").with("look", look);
                Mistake::new(place, problem).help("expected a sign, then `left`, `right`, `either`, `empty` or `gone`")
            };
            looks[at] = Some(Look::read(look).ok_or_else(wrong)?);
        }
        Ok(looks)
    }

    /// What the file says about results beside what `declared` tells.
    fn results(&self, declared: bool) -> Result<Results, Mistake> {
        Results::read(self.text("stuck")?, self.text("endless")?, declared)
    }

    /// The strings of a list, each with the place of its first character.
    fn texts(&self, name: &str) -> Result<Vec<(&'a str, Place)>, Mistake> {
        let Some(expr) = self.expr(name) else { return Ok(Vec::new()) };
        let items = match &expr.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => items.as_slice(),
            ExprKind::Text(_) => std::slice::from_ref(expr),
            _ => return Err(not_texts(name, expr.place)),
        };
        let text = |item: &'a Expr| match &item.kind {
            ExprKind::Text(text) => Ok((text.as_str(), Place::new(item.place.line, item.place.column + 1))),
            _ => Err(not_texts(name, item.place)),
        };
        items.iter().map(text).collect()
    }
}

/// How many players there are: two, unless the file says otherwise.
fn players(declared: &Declared<'_>) -> Result<(usize, Place), Mistake> {
    match declared.expr("players") {
        None => Ok((2, Place::new(1, 1))),
        Some(Expr { kind: ExprKind::Int(count), place }) => {
            let fits = count.to_usize().filter(|count| (2..=MOST_PLAYERS).contains(count));
            let wrong = || Text::new("a game has 2 to {most} players").with("most", MOST_PLAYERS);
            fits.map(|count| (count, *place)).ok_or_else(|| Mistake::new(*place, wrong()))
        }
        Some(other) => {
            Err(Mistake::new(other.place, Text::new("`{name}` must be a whole number").with("name", "players")))
        }
    }
}

/// What games of more than two players cannot have: moves of Left and of Right, boards of patterns, plays without end.
fn refuse_for_many(declared: &Declared<'_>, count: usize, place: Place) -> Result<(), Mistake> {
    let refused = [
        ("board", Text::new("with {count} players the rules are about numbers, or functions")),
        ("left", Text::new("with {count} players there is no Left and no Right: everyone moves by `both`")),
        ("right", Text::new("with {count} players there is no Left and no Right: everyone moves by `both`")),
        (
            "left_wins",
            Text::new(
                "with {count} players there is no Left and no Right: `wins` and `loses` speak of the player about to move",
            ),
        ),
        (
            "right_wins",
            Text::new(
                "with {count} players there is no Left and no Right: `wins` and `loses` speak of the player about to move",
            ),
        ),
        ("endless", Text::new("with {count} players every play must end")),
    ];
    match refused.into_iter().find(|(name, _)| declared.expr(name).is_some()) {
        Some((name, problem)) => {
            let place = declared.expr(name).map_or(place, |expr| expr.place);
            Err(Mistake::new(place, problem.with("count", count)))
        }
        None => Ok(()),
    }
}

fn not_texts(name: &str, place: Place) -> Mistake {
    Mistake::new(place, Text::new("`{name}` must be a list of strings").with("name", name))
}

/// Examples that are told.
const MOST_EXAMPLES: usize = 20;

/// Longest name of a game.
const LONGEST_NAME: usize = 60;

/// How a file is read.
#[derive(Clone, Debug)]
struct Reading {
    name: String,
    limits: Limits,
    /// Whether what the file says about its game is left out, so that nothing of it is kept for good.
    plain: bool,
    /// The arguments in brackets, as they are shown.
    arguments: Option<String>,
    players: usize,
}

impl RulesFile {
    /// Reads the rules of a game called `name`.
    pub fn read(name: &str, source: &str) -> Result<Self, Mistake> {
        Self::read_as(name, source, Limits::default(), false)
    }

    /// Reads rules that come from a stranger: each call of a function gets no more than `limits`, and summary, literature and
    /// examples are left out, so that nothing stays when the game is dropped but the interpreters of this thread, which
    /// [`forget_functions`](crate::forget_functions) drops too.
    pub fn read_plain(name: &str, source: &str, limits: Limits) -> Result<Self, Mistake> {
        Self::read_as(name, source, limits, true)
    }

    fn read_as(name: &str, source: &str, limits: Limits, plain: bool) -> Result<Self, Mistake> {
        let name = name.chars().take(LONGEST_NAME).collect();
        Self::with_parameters(Reading { name, limits, plain, arguments: None, players: 2 }, source, &[])
    }

    fn with_parameters(reading: Reading, source: &str, arguments: &[(String, BigInt)]) -> Result<Self, Mistake> {
        let mut body = parse(source)?;
        for (parameter, value) in arguments {
            set_parameter(&mut body, parameter, value)?;
        }
        let declared = Declared { body: &body };
        let (players, place) = players(&declared)?;
        if players > 2 {
            refuse_for_many(&declared, players, place)?;
        }
        let list: Vec<String> = arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let arguments = (!list.is_empty()).then(|| list.join(","));
        let reading = Reading { arguments, players, ..reading };
        let on_graph = declared.text("board")?.is_some_and(|(board, _)| board == "graph");
        let ground = if on_graph {
            graph_ground(&reading, &body)?
        } else if declared.expr("board").is_some() {
            board_ground(&reading, &declared)?
        } else if declared.expr("state").is_some() {
            numbers::number_ground(&reading, &body)?
        } else if declared.function("moves").is_some() {
            function_ground(&reading, &body)?
        } else {
            return Err(Mistake::new(Place::new(1, 1), "the file says nothing about moves")
                .help("expected `board`, `state` or a function `moves`"));
        };
        let examples = declared.texts("examples")?.into_iter().take(MOST_EXAMPLES);
        let examples = examples.map(|(text, _)| notation::write(&reading.name, None, text)).collect();
        let titles = declared.pairs("names")?;
        let titles = titles.into_iter().map(|(code, title, _)| (code.to_owned(), title.to_owned())).collect();
        Ok(Self { reading, source: source.to_owned(), examples, titles, ground, variants: Arc::default() })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.reading.name
    }

    /// The text of the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What the game is called in a language, where the file's `names` say so.
    pub fn title(&self, language: Language) -> Option<&str> {
        self.titles.iter().find(|(code, _)| code == language.code()).map(|(_, title)| title.as_str())
    }

    /// The examples of the file, in full notation.
    pub fn examples(&self) -> &[String] {
        &self.examples
    }

    /// Whether both players have the same moves.
    pub fn kind(&self) -> Kind {
        match self.ground {
            Ground::Board(_, kind) | Ground::Functions(_, kind) | Ground::Graph(_, kind) => kind,
        }
    }

    /// What the rules are made of, in words.
    pub fn engine(&self) -> Text {
        Text::new(match &self.ground {
            Ground::Board(..) => "patterns, compiled to operations on whole boards",
            Ground::Functions(rules, _) if rules.numbers.is_some() => "rules about numbers, compiled",
            Ground::Functions(..) => "functions, run by an interpreter",
            Ground::Graph(..) => "rules about graphs, compiled to sets of vertices and edges",
        })
    }

    /// What the rules alone show: that every play ends.
    pub fn ends_always(&self) -> bool {
        self.why_ends().is_some()
    }

    /// Why every play ends, where the rules alone show it.
    pub fn why_ends(&self) -> Option<Text> {
        match &self.ground {
            Ground::Board(rules, _) if rules.derived.ends_always => {
                Some(Text::new("every play ends: a sum over the cells gets smaller with every move"))
            }
            Ground::Graph(..) => {
                Some(Text::new("every play ends: every move takes, cuts or colours something for good"))
            }
            _ => None,
        }
    }

    /// How many players move in turn.
    pub fn players(&self) -> usize {
        self.reading.players
    }

    pub(crate) fn functions(&self) -> Option<&FunctionRules> {
        match &self.ground {
            Ground::Functions(rules, _) => Some(rules),
            Ground::Board(..) | Ground::Graph(..) => None,
        }
    }

    /// Parameters given in brackets: `N=5,M=7`, or just values in the order in which the file sets them.
    fn given(&self, input: &Input<'_>) -> Result<Vec<(String, BigInt)>, ParseError> {
        let Some((text, _)) = input.arguments else { return Ok(Vec::new()) };
        let wrong = |problem: Text| input.argument_error(0, text.len(), problem);
        let known = parse(&self.source).map_or_else(|_| Vec::new(), |body| parameters(&body));
        let mut given = Vec::new();
        for (number, part) in text.split(',').enumerate() {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim().to_owned(), value),
                None => match known.get(number) {
                    Some(name) => (name.clone(), part),
                    None => return Err(wrong(Text::new("there are more arguments than the file has numbers to set"))),
                },
            };
            if !known.contains(&name) {
                return Err(wrong(Text::new("the file sets no number `{name}`").with("name", name)));
            }
            let Ok(value) = value.trim().parse::<BigInt>() else {
                let shown: String = value.chars().take(40).collect();
                return Err(wrong(Text::new("`{text}` is not a whole number").with("text", shown)));
            };
            given.push((name, value));
        }
        Ok(given)
    }
}

impl RulesFile {
    /// The rules with some numbers given, kept from the last time.
    fn variant(&self, given: Vec<(String, BigInt)>) -> Result<Self, Mistake> {
        let mut variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = variants.iter().find(|(known, _)| *known == given) {
            return Ok(known.clone());
        }
        let made = Self::with_parameters(self.reading.clone(), &self.source, &given)?;
        if variants.len() >= MOST_VARIANTS {
            variants.remove(0);
        }
        variants.push((given, made.clone()));
        Ok(made)
    }
}

impl Listed for RulesFile {
    fn page(&self) -> Page<'_> {
        match &self.ground {
            Ground::Board(rules, _) => rules.page,
            Ground::Functions(rules, _) => rules.page,
            Ground::Graph(ground, _) => ground.compiled.page,
        }
    }

    fn read(&self, input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
        let given = self.given(input)?;
        if !given.is_empty() {
            let variant = self.variant(given);
            let variant = variant.map_err(|mistake| input.argument_error(0, 0, mistake.text()))?;
            return variant.place(&Input { arguments: None, ..*input });
        }
        self.place(input)
    }

    fn small(&self) -> Vec<String> {
        match &self.ground {
            Ground::Board(rules, _) => rules.small.clone(),
            Ground::Functions(rules, _) => rules.small.clone(),
            Ground::Graph(ground, _) => ground.compiled.small.clone(),
        }
    }

    fn code(&self, input: &Input<'_>) -> Result<Option<grundy_heap::Rule>, ParseError> {
        let given = self.given(input)?;
        let variant = self.variant(given).map_err(|mistake| input.argument_error(0, 0, mistake.text()))?;
        let Ground::Functions(rules, Kind::Impartial) = &variant.ground else { return Ok(None) };
        Ok(rules.coded().map(|coded| coded.rule.clone()))
    }
}

impl RulesFile {
    /// Reads a position of these rules as they are.
    fn place(&self, input: &Input<'_>) -> Result<Box<dyn Subject>, ParseError> {
        Ok(match &self.ground {
            Ground::Board(rules, kind) => {
                let board = rules.read(input)?;
                if let Some(cycle) = rules.cycle(&board, *kind == Kind::Partisan) {
                    let mut error = input.position_error(cycle::refusal(&cycle));
                    error.place = Some(format!("{}:{}", rules.page.name, rules.place));
                    return Err(error);
                }
                match kind {
                    Kind::Partisan => equip(BoardGame::<true>(Arc::clone(rules)), board),
                    Kind::Impartial => equip(BoardGame::<false>(Arc::clone(rules)), board),
                }
            }
            Ground::Functions(rules, kind) => read_by_functions(rules, *kind, input)?,
            Ground::Graph(ground, kind) => {
                let rules = &ground.compiled;
                let placed = match kind {
                    Kind::Partisan => GraphGame::<true>::place(rules, input)?.map(|(game, at)| lend(game, at)),
                    Kind::Impartial => GraphGame::<false>::place(rules, input)?.map(|(game, at)| lend(game, at)),
                };
                if let Some(placed) = placed {
                    placed
                } else {
                    let wide = ground.wide().map_err(|mistake| input.position_error(mistake.text()))?;
                    read_by_functions(wide, *kind, input)?
                }
            }
        })
    }
}

/// Functions and rules about numbers are lent: a copy of the solvers takes seven seconds of a build.
fn read_by_functions(
    rules: &Arc<FunctionRules>,
    kind: Kind,
    input: &Input<'_>,
) -> Result<Box<dyn Subject>, ParseError> {
    let position = rules.read(input)?;
    let wrong = |mistake: Mistake| rules.shown(&mistake, input);
    if !rules.large_by_code(&position) {
        rules.try_out(&position, kind == Kind::Partisan).map_err(wrong)?;
        let endless = |problem: Text, help: Text| {
            let mut error = input.position_error(problem).help(help);
            error.place = Some(format!("{}:{}", rules.page.name, rules.told_at().map_err(wrong)?));
            Err(error)
        };
        if let Some(cycle) = rules.cycle(&position, kind == Kind::Partisan) {
            return endless(cycle::refusal(&cycle), Text::default());
        }
        if let Some(count) = rules.without_end(&position, kind == Kind::Partisan) {
            let problem = Text::new("a play of {count} moves was followed and has not ended").with("count", count);
            return endless(problem, Text::new("does every play end?"));
        }
        rules.compare_statements(&position, kind == Kind::Partisan).map_err(wrong)?;
    }
    Ok(match kind {
        Kind::Partisan => lend(FunctionGame::<true>(Arc::clone(rules)), held(position)),
        Kind::Impartial => lend(FunctionGame::<false>(Arc::clone(rules)), held(position)),
    })
}

/// The names that a file sets to whole numbers, in order.
fn parameters(body: &[Statement]) -> Vec<String> {
    let mut names = Vec::new();
    for statement in body {
        let StatementKind::Assign(targets, value) = &statement.kind else { continue };
        let [target] = &targets[..] else { continue };
        match (&target.kind, &value.kind) {
            (ExprKind::Name(name), ExprKind::Int(_)) => names.push(name.clone()),
            (ExprKind::Tuple(targets), ExprKind::Tuple(values)) if targets.len() == values.len() => {
                for (target, value) in targets.iter().zip(values) {
                    if let (ExprKind::Name(name), ExprKind::Int(_)) = (&target.kind, &value.kind) {
                        names.push(name.clone());
                    }
                }
            }
            _ => {}
        }
    }
    names
}

fn set_parameter(body: &mut [Statement], name: &str, number: &BigInt) -> Result<(), Mistake> {
    for statement in body {
        let StatementKind::Assign(targets, value) = &mut statement.kind else { continue };
        let [target] = &targets[..] else { continue };
        match (&target.kind, &mut value.kind) {
            (ExprKind::Name(target), kind @ ExprKind::Int(_)) if target == name => {
                *kind = ExprKind::Int(number.clone());
                return Ok(());
            }
            (ExprKind::Tuple(targets), ExprKind::Tuple(values)) if targets.len() == values.len() => {
                for (target, value) in targets.iter().zip(values) {
                    if matches!(&target.kind, ExprKind::Name(target) if target == name)
                        && matches!(value.kind, ExprKind::Int(_))
                    {
                        value.kind = ExprKind::Int(number.clone());
                        return Ok(());
                    }
                }
            }
            _ => {}
        }
    }
    Err(Mistake::new(Place::new(1, 1), Text::new("the file sets no number `{name}`").with("name", name)))
}

/// What the file says about its game; `describe` is the page's word on the notation where the file has none.
fn words(reading: &Reading, declared: &Declared<'_>, describe: &str) -> Result<Words, Mistake> {
    let name = &reading.name;
    if reading.plain {
        return Ok(Words { name: name.clone(), ..Words::default() });
    }
    let text = |key: &str| -> Result<String, Mistake> {
        Ok(declared.text(key)?.map(|(text, _)| text.chars().take(2000).collect()).unwrap_or_default())
    };
    let mut words = Words {
        name: name.clone(),
        summary: text("summary")?,
        rules: text("rules")?,
        notation: text("notation")?,
        literature: text("literature")?,
        theorem: text("theorem")?,
        examples: Vec::new(),
    };
    if words.summary.is_empty() {
        "a game from a rules file".clone_into(&mut words.summary);
    }
    if words.notation.is_empty() {
        words.notation = format!("{name}:{describe}");
    }
    for (example, _) in declared.texts("examples")?.into_iter().take(MOST_EXAMPLES) {
        words.examples.push(notation::write(name, None, example));
    }
    Ok(words)
}

fn small_positions(name: &str, declared: &Declared<'_>, default: Vec<String>) -> Result<Vec<String>, Mistake> {
    let mut texts: Vec<String> = declared.texts("small")?.into_iter().map(|(text, _)| text.to_owned()).collect();
    if texts.is_empty() {
        texts = default;
    }
    if texts.is_empty() {
        texts = declared.texts("examples")?.into_iter().map(|(text, _)| text.to_owned()).collect();
    }
    Ok(texts.iter().map(|text| notation::write(name, None, text)).collect())
}

// Boards.

fn board_ground(reading: &Reading, declared: &Declared<'_>) -> Result<Ground, Mistake> {
    let (shape_name, shape_place) = declared.text("board")?.unwrap_or(("", Place::new(1, 1)));
    let shape = match shape_name {
        "strip" => Shape::Strip,
        "grid" => Shape::Grid,
        "hex" => Shape::Hex,
        other => {
            let problem = Text::new("`{board}` is not a kind of board").with("board", other);
            return Err(Mistake::new(shape_place, problem).help("known are `strip`, `grid`, `hex` and `graph`"));
        }
    };
    let Some((cells, cells_place)) = declared.text("cells")? else {
        return Err(
            Mistake::new(shape_place, "the symbols of the cells are missing").help("for example `cells = \". x o\"`")
        );
    };
    let symbols: Vec<char> = cells.chars().filter(|c| !c.is_whitespace()).collect();
    let repeated = symbols.iter().enumerate().any(|(at, symbol)| symbols[..at].contains(symbol));
    if symbols.is_empty() || symbols.len() > MOST_SYMBOLS || repeated || symbols.contains(&'|') {
        let problem = Text::new("between 1 and {most} different symbols are expected, `|` not among them");
        return Err(Mistake::new(cells_place, problem.with("most", MOST_SYMBOLS)));
    }
    let reader = Reader { symbols: &symbols, shape };
    let read = |name: &str| -> Result<Vec<Way>, Mistake> {
        let mut ways = Vec::new();
        for (text, place) in declared.texts(name)? {
            ways.extend(reader.rule(text, place)?);
        }
        Ok(ways)
    };
    let (left, right, both) = (read("left")?, read("right")?, read("both")?);
    let first = ["left", "right", "both"].into_iter().find_map(|name| declared.expr(name));
    let kind = if left.is_empty() && right.is_empty() { Kind::Impartial } else { Kind::Partisan };
    let join = |own: Vec<Way>| own.into_iter().chain(both.iter().cloned()).collect::<Vec<Way>>();
    let ways = [join(left), join(right)];
    if ways.iter().all(Vec::is_empty) {
        return Err(
            Mistake::new(shape_place, "the file says nothing about moves").help("expected `left`, `right` or `both`")
        );
    }
    if ways.iter().any(|ways| ways.len() > 4000) {
        return Err(Mistake::new(shape_place, "there are too many rules"));
    }
    let shapes = |name: &str| -> Result<Vec<Pattern>, Mistake> {
        let mut shapes = Vec::new();
        for (text, place) in declared.texts(name)? {
            shapes.extend(reader.shapes(text, place)?);
        }
        Ok(shapes)
    };
    let goals =
        Goals { ends: shapes("ends")?, wins: [shapes("left_wins")?, shapes("right_wins")?], draws: shapes("draws")? };
    if let Some(function) = declared.function("result") {
        return Err(Mistake::new(function.place, "on a board results are patterns")
            .help("expected `left_wins`, `right_wins`, `draws`, `ends` or `stuck`"));
    }
    let results = declared.results(goals.declare())?;
    // Where a goal names a winner, Left and Right are two, even when they have the same moves.
    let kind = if goals.wins.iter().all(Vec::is_empty) { kind } else { Kind::Partisan };
    let derived = Derived::of(shape, symbols.len(), &ways, &goals, results);
    let list: Vec<String> = symbols.iter().map(char::to_string).collect();
    let describe =
        format!("a size such as {}, or cells of `{}`", if shape == Shape::Strip { "7" } else { "3x4" }, list.join(" "));
    let page = words(reading, declared, &describe)?.page()?;
    let small = small_positions(&reading.name, declared, small_boards(shape, &symbols))?;
    let drawn = declared.drawn(&symbols)?;
    let (ended, place) = (Ended::default(), first.map_or(shape_place, |rules| rules.place));
    let rules = BoardRules { page, place, small, shape, symbols, ways, goals, results, derived, drawn, ended };
    Ok(Ground::Board(Arc::new(rules), kind))
}

/// All boards up to a size at which there are some hundreds.
fn small_boards(shape: Shape, symbols: &[char]) -> Vec<String> {
    let most = match symbols.len() {
        1 | 2 => 6,
        3 => 5,
        _ => 4,
    };
    let mut all = Vec::new();
    for rows in 1..=if shape == Shape::Strip { 1 } else { most } {
        for columns in 1..=most / rows {
            let mut texts = vec![String::new()];
            for cell in 0..rows * columns {
                let bar = if cell > 0 && cell % columns == 0 { "|" } else { "" };
                texts = texts.iter().flat_map(|text| symbols.iter().map(move |c| format!("{text}{bar}{c}"))).collect();
            }
            all.extend(texts);
        }
    }
    all
}

// Functions.

fn hooks(functions: &mut Functions) -> Hooks {
    Hooks {
        split: functions.has("split"),
        images: functions.has("images"),
        nimber: functions.has("nimber"),
        value: functions.has("value"),
        read: functions.has("read"),
        write: functions.has("write"),
        label: functions.has("label"),
        result: functions.has("result"),
    }
}

fn function_ground(reading: &Reading, body: &[Statement]) -> Result<Ground, Mistake> {
    let declared = Declared { body };
    let Some(moves) = declared.function("moves") else {
        return Err(Mistake::new(Place::new(1, 1), "the file says nothing about moves"));
    };
    let kind = match moves.parameters.len() {
        1 => Kind::Impartial,
        2 => Kind::Partisan,
        _ => {
            let problem = "`moves` takes the position, and the player where that matters";
            return Err(Mistake::new(moves.place, problem));
        }
    };
    // A result that depends on the player, or names one, tells Left and Right apart.
    let result = declared.function("result");
    let kind = if result.is_some_and(|result| result.parameters.len() == 2) { Kind::Partisan } else { kind };
    // With more than two players whose turn it is belongs to the position.
    let kind = if reading.players > 2 { Kind::Impartial } else { kind };
    let script = Script::of(body)?;
    let names = ["moves", "moves"].map(str::to_owned);
    let rules = functions(reading, &declared, Plan::new(script, names, "a position"))?;
    Ok(Ground::Functions(Arc::new(rules), kind))
}

/// What the functions of a file are made into.
struct Plan<'a> {
    script: Script,
    /// The functions that list moves of Left and of Right.
    moves: [String; 2],
    /// Where rules about numbers stand.
    places: [Vec<Place>; 2],
    /// How many numbers a position or a heap has.
    width: usize,
    heaps: bool,
    graph: bool,
    small: Vec<String>,
    describe: &'a str,
}

impl<'a> Plan<'a> {
    /// A game whose positions are whatever the functions take.
    fn new(script: Script, moves: [String; 2], describe: &'a str) -> Self {
        Self {
            script,
            moves,
            places: Default::default(),
            width: 0,
            heaps: false,
            graph: false,
            small: Vec::new(),
            describe,
        }
    }
}

fn functions(reading: &Reading, declared: &Declared<'_>, plan: Plan<'_>) -> Result<FunctionRules, Mistake> {
    let limits = reading.limits;
    let mut loaded = Functions::load(&plan.script, limits)?;
    let mut hooks = hooks(&mut loaded);
    let mut results = declared.results(hooks.result)?;
    if reading.players > 2 {
        // Values, parts and images are of games of two.
        hooks = Hooks { split: false, images: false, nimber: false, value: false, ..hooks };
        results.declared = true;
    }
    Ok(FunctionRules {
        id: next_id(),
        script: plan.script,
        limits,
        page: words(reading, declared, plan.describe)?.page()?,
        arguments: reading.arguments.clone(),
        small: small_positions(&reading.name, declared, plan.small)?,
        moves: plan.moves,
        places: plan.places,
        heaps: plan.heaps,
        graph: plan.graph,
        players: reading.players,
        width: plan.width,
        numbers: None,
        symmetric: false,
        exchange: None,
        heap_rules: None,
        dead: OnceLock::new(),
        coded: OnceLock::new(),
        results,
        hooks,
        failed: Failed::default(),
        ended: Ended::default(),
        nimbers: Statements::default(),
        values: Statements::default(),
    })
}

// Graphs.

/// The rules of Left and of Right about a graph.
fn graph_sides(declared: &Declared<'_>) -> Result<([Vec<graph::GraphRule>; 2], Kind, Place), Mistake> {
    let place = declared.expr("board").map_or(Place::new(1, 1), |expr| expr.place);
    let read = |name: &str| -> Result<Vec<graph::GraphRule>, Mistake> {
        declared.texts(name)?.into_iter().map(|(text, place)| graph::rule(text, place)).collect()
    };
    let (left, right, both) = (read("left")?, read("right")?, read("both")?);
    let kind = if left.is_empty() && right.is_empty() { Kind::Impartial } else { Kind::Partisan };
    let sides = [left, right].map(|own| own.into_iter().chain(both.iter().cloned()).collect::<Vec<_>>());
    if sides.iter().all(Vec::is_empty) {
        return Err(Mistake::new(place, "the file says nothing about moves").help("expected `left`, `right` or `both`"));
    }
    Ok((sides, kind, place))
}

fn graph_ground(reading: &Reading, body: &[Statement]) -> Result<Ground, Mistake> {
    let declared = Declared { body };
    let (sides, kind, _) = graph_sides(&declared)?;
    // Functions of the file speak of positions as the interpreter has them.
    if !body.iter().any(|statement| matches!(statement.kind, StatementKind::Def(_))) {
        let page = words(reading, &declared, GRAPHS)?.page()?;
        let small = small_positions(&reading.name, &declared, small_graphs())?;
        let results = declared.results(false)?;
        if let Some(compiled) = GraphRules::new(page, small, results, &sides) {
            let compiled = Arc::new(compiled);
            let (reading, body, wide) = (reading.clone(), body.to_vec(), OnceLock::new());
            return Ok(Ground::Graph(Arc::new(GraphGround { compiled, reading, body, wide }), kind));
        }
    }
    Ok(Ground::Functions(Arc::new(interpreted_graph(reading, body)?), kind))
}

/// What is said of the notation of graphs.
const GRAPHS: &str =
    "edges between commas such as 1-2,2-3L,4, or a graph such as petersen, path(5), grid(2,3) or graph6";

fn small_graphs() -> Vec<String> {
    let small = ["1", "1-2", "path(3)", "path(4)", "cycle(4)", "complete(3)", "star(3)", "0-1L,0-2R,1-3G", "1*-2,2-3"];
    small.map(str::to_owned).to_vec()
}

/// Rules about graphs for the interpreter.
fn interpreted_graph(reading: &Reading, body: &[Statement]) -> Result<FunctionRules, Mistake> {
    let declared = Declared { body };
    let (sides, _, place) = graph_sides(&declared)?;
    let rules = sides.iter().map(|side| graph::expression(side, place)).collect();
    let rules = Expr { place, kind: ExprKind::Tuple(rules) };
    let mut extended = parse(graph::SCRIPT)?;
    let target = vec![numbers::name_at("_rules", place)];
    extended.push(Statement { place, kind: StatementKind::Assign(target, rules) });
    if sides.iter().flatten().all(graph::is_local) {
        let value = numbers::name_at("_parts", place);
        extended.push(Statement { place, kind: StatementKind::Assign(vec![numbers::name_at("split", place)], value) });
    }
    extended.extend(body.iter().cloned());
    let script = Script::of(&extended)?;
    let moves = ["_left_moves", "_right_moves"].map(str::to_owned);
    let plan = Plan { small: small_graphs(), graph: true, ..Plan::new(script, moves, GRAPHS) };
    functions(reading, &declared, plan)
}

/// The value a name has in a file, for tests of galleries.
pub fn declared_value(source: &str, name: &str) -> Result<Option<Datum>, Mistake> {
    let script = Script::read(source)?;
    let body = parse(source)?;
    if (Declared { body: &body }).expr(name).is_none() {
        return Ok(None);
    }
    script.global(name, Limits::default()).map(Some)
}

/// A catalogue that takes rules as text.
pub trait WithRules: Sized {
    /// The catalogue with the game that a rules file describes, which takes the place of one of the same name.
    ///
    /// ```
    /// use grundy_games::Catalogue;
    /// use grundy_rules::WithRules;
    /// let catalogue = Catalogue::standard().with_rules("countdown", "state = 'n'\nboth = ['n - 1 where n > 0']")?;
    /// assert!(catalogue.parse("countdown:7 + nim:2", &grundy_game::NoFiles).is_ok());
    /// # Ok::<(), grundy_rules::Mistake>(())
    /// ```
    fn with_rules(self, name: &str, text: &str) -> Result<Self, Mistake>;
}

impl WithRules for Catalogue {
    fn with_rules(self, name: &str, text: &str) -> Result<Self, Mistake> {
        Ok(self.with(RulesFile::read(name, text)?))
    }
}
