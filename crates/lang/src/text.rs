//! Sentences for people that can be shown in another language.

use crate::Language;
use std::fmt;

/// A sentence with named gaps: an English template and what fills its gaps.
///
/// The template itself is the key under which translations are kept, so a game file writes plain English and a sentence
/// without a translation still reads well. A gap is written `{name}`.
///
/// ```
/// use grundy_lang::Text;
/// let text = Text::new("the nim-sum is {sum}").with("sum", 14);
/// assert_eq!(text.to_string(), "the nim-sum is 14");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    template: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

/// What fills a gap of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A number, a position, a value: the same in every language.
    Plain(String),
    /// Another sentence or phrase, translated in its turn.
    Nested(Text),
    /// Several phrases, joined with `; `.
    List(Vec<Text>),
}

impl Text {
    /// A sentence with the given English template.
    pub fn new(template: &'static str) -> Self {
        Self { template, arguments: Vec::new() }
    }

    /// A sentence that is the same in every language: a formula, a drawing, a row of numbers.
    pub fn verbatim(text: impl fmt::Display) -> Self {
        Self::new("{text}").with("text", text)
    }

    /// The sentence of the catalogue with this English, or the text as it is in every language where there is none: for
    /// the pages of games, some of which are written while the program runs.
    ///
    /// ```
    /// use grundy_lang::{Language, Text};
    /// grundy_lang::install("second wins\tgana el segundo\tguanya el segon");
    /// assert_eq!(Text::known("second wins").say(Language::Catalan), "guanya el segon");
    /// assert_eq!(Text::known("somebody's own rules").say(Language::Catalan), "somebody's own rules");
    /// ```
    pub fn known(english: &str) -> Self {
        crate::key(english).map_or_else(|| Self::verbatim(english), Self::new)
    }

    /// What went wrong with a file, a port or another thing of the system, in words where it is something common.
    pub fn of_system(error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::NotFound => Self::new("there is no such file"),
            ErrorKind::PermissionDenied => Self::new("permission is denied"),
            ErrorKind::IsADirectory => Self::new("it is a folder"),
            ErrorKind::NotADirectory => Self::new("a part of the path is not a folder"),
            ErrorKind::AddrInUse => Self::new("the address is in use"),
            ErrorKind::StorageFull => Self::new("the disk is full"),
            ErrorKind::InvalidData => Self::new("it is not text"),
            _ => Self::verbatim(error),
        }
    }

    /// Fills the gap `name`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.arguments.push((name, Argument::Plain(value.to_string())));
        self
    }

    /// Fills the gap `name` with a phrase that is itself translated.
    #[must_use]
    pub fn with_text(mut self, name: &'static str, text: Text) -> Self {
        self.arguments.push((name, Argument::Nested(text)));
        self
    }

    /// Fills the gap `name` with several phrases.
    #[must_use]
    pub fn with_list(mut self, name: &'static str, texts: Vec<Text>) -> Self {
        self.arguments.push((name, Argument::List(texts)));
        self
    }

    /// The English template, the key of its translations.
    pub fn template(&self) -> &'static str {
        self.template
    }

    /// The sentence in the given language; a template without a translation stays English.
    ///
    /// ```
    /// use grundy_lang::{Language, Text};
    /// grundy_lang::install("`{typed}` is not {what}\t`{typed}` no es {what}\t`{typed}` no és {what}\na heap\tun montón\tun munt");
    /// let text = Text::new("`{typed}` is not {what}").with("typed", "x").with_text("what", Text::new("a heap"));
    /// assert_eq!(text.say(Language::Spanish), "`x` no es un montón");
    /// ```
    pub fn say(&self, language: Language) -> String {
        self.render(&|template| language.translate(template))
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// The sentence with every template looked up by `translate`; `None` keeps the English.
    pub fn render(&self, translate: &dyn Fn(&'static str) -> Option<&'static str>) -> String {
        let template = translate(self.template).unwrap_or(self.template);
        let mut out = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else { break };
            let name = &rest[open + 1..open + length];
            out.push_str(&rest[..open]);
            match self.arguments.iter().find(|(gap, _)| *gap == name) {
                Some((_, argument)) => out.push_str(&argument.render(translate)),
                None => out.push_str(&rest[open..=open + length]),
            }
            rest = &rest[open + length + 1..];
        }
        out.push_str(rest);
        out
    }
}

impl Argument {
    fn render(&self, translate: &dyn Fn(&'static str) -> Option<&'static str>) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Nested(text) => text.render(translate),
            Self::List(texts) => texts.iter().map(|text| text.render(translate)).collect::<Vec<_>>().join("; "),
        }
    }
}

impl From<&'static str> for Text {
    fn from(template: &'static str) -> Self {
        Self::new(template)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&|_| None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_in_any_language() {
        let text = Text::new("{a} beats {b}").with("a", 3).with_text("b", Text::new("nothing"));
        assert_eq!(text.to_string(), "3 beats nothing");
        let catalan = |template: &'static str| match template {
            "{a} beats {b}" => Some("{b} perd contra {a}"),
            "nothing" => Some("res"),
            _ => None,
        };
        assert_eq!(text.render(&catalan), "res perd contra 3");
    }

    #[test]
    fn braces_that_are_no_gap_stay() {
        assert_eq!(Text::verbatim("{0|1} and {").to_string(), "{0|1} and {");
        assert_eq!(Text::new("set {unknown} {").to_string(), "set {unknown} {");
    }
}
