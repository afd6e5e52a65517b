//! What is wrong with a rules file, and where.

use grundy_lang::{Language, Text};
use std::fmt;

/// A place in a file, counted from 1 in lines and in characters of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Place {
    /// The place with the given line and column.
    pub fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A mistake of a rules file: a place in it, what is wrong there and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub problem: Text,
    /// What would be right; may be empty.
    pub help: Text,
    /// Whether a limit on steps, bytes or depth was reached.
    pub limit: bool,
    /// The position at hand, when one was being asked.
    pub position: Option<String>,
}

impl Mistake {
    /// A mistake at a place.
    pub fn new(place: Place, problem: impl Into<Text>) -> Self {
        Self { place, problem: problem.into(), help: Text::default(), limit: false, position: None }
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = help.into();
        self
    }

    /// Says which position was asked.
    #[must_use]
    pub fn at_position(mut self, position: impl fmt::Display) -> Self {
        self.position.get_or_insert_with(|| position.to_string());
        self
    }

    /// The mistake in one sentence, without its place.
    pub fn text(&self) -> Text {
        let text = match &self.position {
            None => self.problem.clone(),
            Some(position) => Text::new("{problem}, at the position {position}")
                .with_text("problem", self.problem.clone())
                .with("position", position),
        };
        if self.help.is_empty() {
            return text;
        }
        Text::new("{problem}: {help}").with_text("problem", text).with_text("help", self.help.clone())
    }

    /// The mistake as people see it: the place, the sentence, the line with a caret under the column.
    pub fn render(&self, file: &str, source: &str, language: Language) -> String {
        let line = source.lines().nth(self.place.line.saturating_sub(1) as usize).unwrap_or("");
        let shown: String = line.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let indent = " ".repeat(self.place.column.saturating_sub(1).min(200) as usize);
        format!("{file}:{}: {}\n  {shown}\n  {indent}^", self.place, self.text().say(language))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text())
    }
}

impl std::error::Error for Mistake {}
