//! Every sentence in the sources of all rooms has its translations: nothing can be forgotten.

use grundy_lang::Language;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Calls whose string arguments are sentences.
const CALLS: [&str; 16] = [
    "Text::new(",
    "Text::from(",
    ".help(",
    "position_error(",
    "argument_error(",
    ".error(",
    "ParseError::new(",
    "LangError::new(",
    "undefined(",
    "describe(",
    "titled(",
    "caption(",
    "words(",
    "row(",
    "word(",
    "about(",
];

/// Files whose words are for programs, or are the names of values.
const NAMES_ALONE: [&str; 2] = ["web/src/openapi.rs", "value/src/loopy/print.rs"];

/// Fields of pages, which are sentences too.
const FIELDS: [&str; 5] = ["summary: ", "rules: ", "notation: ", "statement: ", "about: "];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "tests", "benches", "examples"].contains(&name.as_str()) {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A string literal at the start of the text, as the program holds it, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut said = String::new();
    let inside = text.strip_prefix('"')?;
    let mut rest = inside.char_indices();
    while let Some((at, char)) = rest.next() {
        match char {
            '"' => return Some((said, &inside[at + 1..])),
            '\\' => match rest.next()?.1 {
                'n' => said.push('\n'),
                '\n' => {
                    let after = &inside[at + 2..];
                    let blanks = after[..after.len() - after.trim_start().len()].chars().count();
                    rest.by_ref().take(blanks).for_each(drop);
                }
                other => said.push(other),
            },
            other => said.push(other),
        }
    }
    None
}

/// The literals among the arguments of a call whose opening bracket has been read; those of calls inside it, and those
/// that something is called on, are left out.
fn arguments(mut text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut own: Vec<bool> = vec![true];
    let mut before = '(';
    while let Some(char) = text.chars().next() {
        if char == '"' {
            let Some((said, rest)) = literal(text) else { return found };
            if own.iter().all(|&own| own) && !rest.starts_with('.') {
                found.push(said);
            }
            (text, before) = (rest, '"');
            continue;
        }
        match char {
            // A bracket after a name is a call of its own; a tuple or a condition is not.
            '(' => own.push(!(before.is_alphanumeric() || before == '_' || before == '!')),
            '[' => own.push(false),
            ')' | ']' => {
                own.pop();
                if own.is_empty() {
                    return found;
                }
            }
            '\'' => {
                // A character, or the name of a lifetime.
                let mut ahead = text.char_indices().skip(1);
                let first = ahead.next();
                let close = if first.is_some_and(|(_, c)| c == '\\') { ahead.nth(1) } else { ahead.next() };
                if let Some((at, '\'')) = close {
                    text = &text[at..];
                }
            }
            _ => {}
        }
        before = char;
        text = &text[text.chars().next().map_or(0, char::len_utf8)..];
    }
    found
}

/// Whether a template has words outside its gaps and outside the code between back quotes.
fn has_words(template: &str) -> bool {
    let (mut inside, mut quoted) = (false, false);
    template.chars().any(|c| {
        inside = (inside || c == '{') && c != '}';
        quoted ^= c == '`';
        !inside && !quoted && c.is_alphabetic()
    })
}

fn sentences(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for call in CALLS {
        for (at, _) in code.match_indices(call) {
            let before = code[..at].chars().next_back();
            let longer_name = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '"');
            if !(call.starts_with(char::is_lowercase) && longer_name) {
                found.extend(arguments(&code[at + call.len()..]));
            }
        }
    }
    for field in FIELDS {
        for (at, _) in code.match_indices(field) {
            found.extend(literal(code[at + field.len()..].trim_start()).map(|(said, _)| said));
        }
    }
    found.into_iter().filter(|said| has_words(said)).collect()
}

/// The code without its tests and comments.
fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    own.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_sentence_in_the_sources_is_translated() {
    grundy_messages::install();
    let mut files = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")), &mut files);
    let mut missing: BTreeMap<String, String> = BTreeMap::new();
    let mut seen = 0;
    for path in files.iter().filter(|path| !NAMES_ALONE.iter().any(|name| path.ends_with(name))) {
        for said in sentences(&code(&std::fs::read_to_string(path).unwrap())) {
            seen += 1;
            if [Language::Spanish, Language::Catalan].iter().any(|language| language.translate(&said).is_none()) {
                missing.insert(said, path.display().to_string());
            }
        }
    }
    assert!(seen > 500, "{seen}");
    if let Some(file) = std::env::var_os("GRUNDY_MISSING") {
        std::fs::write(file, missing.keys().map(|said| said.clone() + "\n").collect::<String>()).unwrap();
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn sentences_are_found_in_all_their_forms() {
    let code = r#"
        input.error(offset, text.len(), "a plain one").help(Text::new("with a {gap}").with("gap", "not me"));
        Text::new("in two \
                   lines"); Text::new(if odd { "odd" } else { "even" });
        row("a heading", format!("not this {}", 1)); Info { rules: "the rules", examples: &["nim:1"] };
        let quote = '"'; Text::new("after a quotation mark");
    "#;
    let expected = [
        "a heading",
        "a plain one",
        "after a quotation mark",
        "even",
        "in two lines",
        "odd",
        "the rules",
        "with a {gap}",
    ];
    assert_eq!(sentences(code).into_iter().collect::<Vec<_>>(), expected);
}
