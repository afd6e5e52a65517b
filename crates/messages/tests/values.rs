//! Every sentence of the value room that people read has its translations.

use grundy_lang::{Language, Text};
use grundy_value::lang::{NoPositions, Session};
use grundy_value::{Store, ValueError};
use std::path::{Path, PathBuf};

/// What stands before a sentence in the source.
const MARKS: [&str; 11] = [
    "Text::new(",
    "undefined(",
    "instead_of(",
    "what: ",
    ".help(",
    "self.error(start, ",
    "LangError::new(span, ",
    "LangError::new(expression.span, ",
    "count::<i64>(",
    "count::<i32>(",
    "self.count(",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The string literals that stand right after a mark.
fn sentences(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    for mark in MARKS {
        for after in code.split(mark).skip(1) {
            let Some(literal) = after.trim_start().strip_prefix('"') else { continue };
            let end = literal.match_indices('"').map(|(at, _)| at).find(|&at| !literal[..at].ends_with('\\'));
            found.push(literal[..end.unwrap()].replace("\\\"", "\""));
        }
    }
    found
}

#[test]
fn every_sentence_is_translated() {
    grundy_messages::install();
    let mut files = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../value/src")), &mut files);
    let mut all: Vec<String> =
        files.iter().flat_map(|path| sentences(&std::fs::read_to_string(path).unwrap())).collect();
    all.extend(
        ["a value", "a surreal number", "a loopy game", "a truth", "a text", "a list", "a thermograph"]
            .map(String::from),
    );
    all.sort();
    all.dedup();
    assert!(all.len() > 60, "{}", all.len());
    for language in [Language::Spanish, Language::Catalan] {
        let missing: Vec<_> = all.iter().filter(|sentence| language.translate(sentence).is_none()).collect();
        assert!(missing.is_empty(), "{language}: {missing:#?}");
    }
}

#[test]
fn mistakes_speak_spanish_and_catalan() {
    grundy_messages::install();
    let told = |program: &str, language| {
        let error = Session::new(Store::default(), NoPositions).run_to_texts(program).unwrap_err();
        error.render_in(program, language)
    };
    insta::assert_snapshot!(told("1 + meen(2)", Language::Spanish), @r"
    ninguna función se llama `meen` (columna 5)
      1 + meen(2)
          ^^^^^^^ ¿querías decir `mean`?
    ");
    insta::assert_snapshot!(told("{0|1", Language::Catalan), @r"
    s'esperava `,`, `|` o `}`, i aquí s'acaba (columna 5)
      {0|1
          ^
    ");
    let large = ValueError::TooLarge { what: "the nimber" };
    assert_eq!(large.to_string(), "the nimber is too large");
    assert_eq!(large.text().say(Language::Spanish), "el nímero es demasiado grande");
    assert_eq!(ValueError::undefined(Text::verbatim("x")).to_string(), "x");
}
