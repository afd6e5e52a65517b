//! The formula game: two players set the variables of a quantified formula, one to make it true, the other false.

mod picture;

use grundy_budget::{Budget, Exhausted};
use grundy_game::{
    Files, Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote,
};
use grundy_logic::{Formula, Place, ReadError, advise, decide, read_qdimacs};

/// The rules of the formula game on one formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaGame {
    formula: Formula,
    /// The steps of the play: a variable to set, or a pass.
    turns: Vec<Option<usize>>,
}

/// The steps played so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Played {
    /// What was chosen at each step; a pass counts as false.
    steps: Vec<bool>,
    /// Whether a false clause has been pointed at.
    refuted: bool,
}

/// One step of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Give the next variable this value.
    Set(bool),
    /// Nothing to set: it is the other player's variable.
    Pass,
    /// Point at a false clause when all variables are set.
    Refute,
}

impl FormulaGame {
    /// The game on a formula.
    pub fn new(formula: Formula) -> Self {
        let turns = formula.turns();
        Self { formula, turns }
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The values of the variables set so far, in the order of the prefix.
    fn values(&self, played: &Played) -> Vec<bool> {
        let set = self.turns.iter().zip(&played.steps).filter(|(turn, _)| turn.is_some());
        set.map(|(_, &value)| value).collect()
    }

    /// The existential player takes the odd steps: whether it is that player's turn.
    fn is_existential_turn(played: &Played) -> bool {
        played.steps.len().is_multiple_of(2) != played.refuted
    }

    /// The steps that can be made.
    fn steps(&self, played: &Played) -> Vec<Step> {
        match self.turns.get(played.steps.len()) {
            Some(Some(_)) => vec![Step::Set(true), Step::Set(false)],
            Some(None) => vec![Step::Pass],
            None if !played.refuted && !self.formula.holds(&self.values(played)) => vec![Step::Refute],
            None => Vec::new(),
        }
    }

    /// Plays the steps written behind a formula.
    fn replay(&self, text: &str, offset: usize, input: &Input<'_>) -> Result<Played, ParseError> {
        let mut played = Played::default();
        let mut at = 0;
        for word in text.split_whitespace() {
            at += text[at..].len() - text[at..].trim_start().len();
            let moves = self.steps(&played);
            let Some(found) = moves.iter().find(|step| self.label(&played, step) == word) else {
                let legal: Vec<String> = moves.iter().map(|step| format!("`{}`", self.label(&played, step))).collect();
                let help = match legal.as_slice() {
                    [] => Text::new("expected nothing: the play is over"),
                    [only] => Text::new("expected {move}").with("move", only),
                    [one, others @ ..] => {
                        Text::new("expected {one} or {other}").with("one", one).with("other", others.join(", "))
                    }
                };
                return Err(input.error(offset + at, word.len(), "not a move here").help(help));
            };
            self.play(&mut played, &found.clone());
            at += word.len();
        }
        Ok(played)
    }
}

impl Rules for FormulaGame {
    type Position = Played;
    type Move = Step;

    fn moves(&self, played: &Played, _: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        moves.extend(self.steps(played));
        Ok(())
    }

    fn play(&self, played: &mut Played, step: &Step) {
        match step {
            Step::Set(value) => played.steps.push(*value),
            Step::Pass => played.steps.push(false),
            Step::Refute => played.refuted = true,
        }
    }

    /// The number of steps is odd, so at the end the universal player is about to move and can do so only if a clause is
    /// false: under normal play the winner of the formula is the winner of the game.
    fn own_method(&self, played: &Played, play: Play, budget: &Budget) -> Result<Option<Theorem<Step>>, Exhausted> {
        if play == Play::Misere {
            return Ok(None);
        }
        let values = self.values(played);
        let mut moves = self.steps(played);
        let (truth, winning) = if let Some(Some(_)) = self.turns.get(played.steps.len()) {
            let advice = advise(&self.formula, &values, budget)?;
            moves.retain(|step| matches!(step, Step::Set(value) if advice.wins[usize::from(*value)]));
            (advice.winner == grundy_logic::Quantifier::Exists, moves)
        } else {
            let truth = decide(&self.formula, &values, budget)?;
            let wins = truth == Self::is_existential_turn(played);
            (truth, if wins { moves } else { Vec::new() })
        };
        let first = truth == Self::is_existential_turn(played);
        let outcome = if first { Outcome::First } else { Outcome::Second };
        Ok(Some(Theorem { known: Known::Outcome(outcome), reason: reason(truth, first), winning: Some(winning) }))
    }

    fn position_bytes(&self, played: &Played) -> usize {
        size_of::<Played>() + played.steps.len()
    }
}

/// Nobody asks a formula for its nimber, and it has to be searched for where its truth has not.
impl ImpartialHints for FormulaGame {
    const NIMBERS_ARE_DEAR: bool = true;
}

impl PartisanHints for FormulaGame {}

fn reason(truth: bool, first: bool) -> Text {
    let who = if first { Text::new("is about to move") } else { Text::new("is not about to move") };
    let sentence = if truth {
        Text::new(
            "the formula is true: the existential player, who {who}, can satisfy every clause (decided by solvers for quantified formulas)",
        )
    } else {
        Text::new(
            "the formula is false: the universal player, who {who}, can falsify a clause (decided by solvers for quantified formulas)",
        )
    };
    sentence.with_text("who", who)
}

impl Game for FormulaGame {
    const INFO: Info = Info {
        name: "formula",
        summary: "set the variables of a quantified formula in turn; one player wants it true, the other false",
        rules: "The variables are set in the order of the prefix, those under E by the existential player, who moves first, \
                and those under A by the universal player. A player whose turn comes while the next variable is not \
                theirs passes. When all are set, the universal player may point at a false clause; if there is none, \
                the universal player cannot move and loses.",
        notation: "formula:@FILE with a QDIMACS file, or formula:\"PREFIX : CLAUSES\", where E and A stand before their \
                   variables and literals are joined by | and negated by -; moves already made follow a semicolon: \
                   formula:\"E x1 A x2 : (x1|-x2) ; x1=1\"",
        theorems: &[TheoremNote {
            statement: "Who wins is PSPACE-complete to decide; it is decided here by clausal abstraction and by search \
                        with learning, in turns.",
            literature: "L. J. Stockmeyer and A. R. Meyer, Word problems requiring exponential time, STOC (1973); \
                         M. N. Rabe and L. Tentrup, CAQE, FMCAD (2015); L. Zhang and S. Malik, ICCAD (2002)",
        }],
        examples: &[
            "formula:\"E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)\"",
            "formula:\"A x E y : (x|-y) (-x|y) ; pass x=1\"",
            "formula:@game.qdimacs",
        ],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Played), ParseError> {
        input.no_arguments()?;
        if let Some(file) = input.file() {
            let (path, content) = file?;
            let formula = from_file(&content).map_err(|problem| input.position_error(in_file(path, problem)))?;
            return Ok((Self::new(formula), Played::default()));
        }
        let text = input.position.0;
        let (formula, moves) = text.split_once(';').unwrap_or((text, ""));
        let game = Self::new(formula.parse().map_err(|error| inline_error(input, formula, &error))?);
        let played = game.replay(moves, text.len() - moves.len(), input)?;
        Ok((game, played))
    }

    fn write(&self, played: &Played) -> String {
        let mut text = self.formula.to_string();
        for (step, (turn, value)) in self.turns.iter().zip(&played.steps).enumerate() {
            let name = turn.map_or("pass".to_owned(), |v| format!("{}={}", self.formula.name(v), u8::from(*value)));
            text += if step == 0 { " ; " } else { " " };
            text += &name;
        }
        text + if played.refuted { " refute" } else { "" }
    }

    fn label(&self, position: &Played, played: &Step) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, played: &Played, step: &Step) -> Text {
        match (step, self.turns.get(played.steps.len())) {
            (Step::Set(value), Some(Some(variable))) => {
                Text::verbatim(format_args!("{}={}", self.formula.name(*variable), u8::from(*value)))
            }
            (Step::Refute, _) => Text::new("refute"),
            _ => Text::new("pass"),
        }
    }

    fn picture(&self, played: &Played) -> grundy_draw::Picture {
        picture::draw(self, played)
    }

    fn small() -> Vec<String> {
        let prefixes = ["", "E x ", "A x ", "E x y ", "E x A y ", "A x E y ", "A x y ", "E x A y E z ", "A x E y z "];
        let clauses = [
            "",
            "()",
            "(x)",
            "(-x)",
            "(x|y)",
            "(x|-y) (-x|y)",
            "(x|-y) (-x|y) (x)",
            "(x|y|z) (-x|-y) (-z|y)",
            "(x) (y|-z) (-x|-y|z)",
            "(x|z) (-x|-z) (y|z)",
        ];
        let pairs =
            prefixes.iter().flat_map(|prefix| clauses.iter().map(move |clauses| format!("{prefix}: {clauses}")));
        pairs.filter(|text| text.parse::<Formula>().is_ok()).map(|text| format!("formula:\"{text}\"")).collect()
    }
}

/// Reads a formula as the commands take it: `formula:@file`, `formula:"…"`, or either without the name of the game.
pub fn read_formula(text: &str, files: &dyn Files) -> Result<Formula, ParseError> {
    let start = if text.starts_with("formula:") { "formula:".len() } else { 0 };
    let body = &text[start..];
    let quoted = body.strip_prefix('"').and_then(|body| body.strip_suffix('"'));
    let position = quoted.map_or((body, start), |inner| (inner, start + 1));
    let input = Input { source: text, name: "formula", arguments: None, position, files };
    FormulaGame::read(&input).map(|(game, _)| game.formula)
}

/// A QDIMACS file, known by its header, or the inline notation.
fn from_file(content: &[u8]) -> Result<Formula, Text> {
    let text = std::str::from_utf8(content).map_err(|_| Text::new("the file is not text"))?;
    let inline = text.trim();
    if inline.contains(':') && !text.lines().any(|line| line.trim_start().starts_with("p ")) {
        return inline.parse().map_err(|error: ReadError| error.text());
    }
    read_qdimacs(text).map(|reading| reading.formula).map_err(|error| error.text())
}

/// A problem of a file, with its name.
fn in_file(path: &str, problem: Text) -> Text {
    Text::new("`{file}`: {problem}").with("file", path).with_text("problem", problem)
}

fn inline_error(input: &Input<'_>, text: &str, error: &ReadError) -> ParseError {
    let column = match error.place {
        Place::Column(column) => column,
        Place::Line(_) => 1,
    };
    let offset = text.char_indices().nth(column - 1).map_or(text.len(), |(offset, _)| offset);
    let length = text[offset..].chars().next().map_or(0, char::len_utf8);
    input.error(offset, length, error.problem.text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::NoFiles;

    fn decided(text: &str) -> (Outcome, Vec<String>) {
        let input = Input { source: text, name: "formula", arguments: None, position: (text, 0), files: &NoFiles };
        let (game, played) = FormulaGame::read(&input).unwrap();
        let found = game.own_method(&played, Play::Normal, &Budget::unlimited()).unwrap().unwrap();
        let winning = found.winning.unwrap().iter().map(|step| game.label(&played, step)).collect();
        (found.known.outcome(), winning)
    }

    #[test]
    fn the_strategy_of_the_first_player() {
        let three = "E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)";
        assert_eq!(decided(three), (Outcome::First, vec!["x1=1".into()]));
        assert_eq!(decided(&format!("{three} ; x1=1 x2=0")), (Outcome::First, vec!["x3=0".into()]));
        assert_eq!(decided(&format!("{three} ; x1=1 x2=1")), (Outcome::First, vec!["x3=1".into()]));
        assert_eq!(decided(&format!("{three} ; x1=1")), (Outcome::Second, vec![]));
        assert_eq!(decided(&format!("{three} ; x1=0 x2=1 x3=1")), (Outcome::First, vec!["refute".into()]));
    }

    #[test]
    fn a_universal_variable_in_front_is_waited_for() {
        assert_eq!(decided("A x E y : (x|-y) (-x|y)"), (Outcome::First, vec!["pass".into()]));
        assert_eq!(decided("A x : (x)"), (Outcome::Second, vec![]));
        assert_eq!(decided("A x : (x) ; pass"), (Outcome::First, vec!["x=0".into()]));
    }
}
