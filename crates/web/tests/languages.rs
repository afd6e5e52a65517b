//! Everything the catalogue says is said in Spanish and Catalan too.

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Play, Player, Text};
use grundy_games::{Entry, entries, parse};
use grundy_lang::Language;
use grundy_solve::{Engine, Method, Position, answer, explain};
use std::cell::RefCell;
use std::collections::BTreeSet;

const FOREIGN: [Language; 2] = [Language::Spanish, Language::Catalan];

/// The games that speak the other languages: those whose summary does. A game without translations speaks English.
fn translated() -> Vec<&'static Entry> {
    let speaks = |entry: &&Entry| FOREIGN.iter().all(|language| language.translate(entry.info.summary).is_some());
    let found: Vec<&Entry> = entries().iter().filter(speaks).collect();
    assert!(found.len() >= 38, "{} games have their summary in every language", found.len());
    found
}

/// Examples that need no file, and some small positions, which are marked.
fn positions(entry: &Entry) -> Vec<(String, bool)> {
    let examples = entry.info.examples.iter().filter(|text| !text.contains('@')).map(|text| (*text).to_owned());
    let small = (entry.small)();
    let step = small.len().div_ceil(20);
    let some = small.into_iter().step_by(step).map(|text| (text, true));
    examples.map(|text| (text, false)).chain(some).collect()
}

/// Whether the moves are few enough to be listed.
fn listed(position: &Position) -> bool {
    position.parts().iter().all(|part| part.move_count().is_none_or(|count| count < 1000))
}

/// Adds every template of a text that has words of its own and no translation.
fn miss(text: &Text, language: Language, missing: &RefCell<BTreeSet<String>>) {
    text.render(&|english| {
        let found = language.translate(english);
        if found.is_none() && has_words(english) {
            missing.borrow_mut().insert(format!("{language}: {english}"));
        }
        found
    });
}

/// Whether a template has letters outside its gaps.
fn has_words(template: &str) -> bool {
    let mut inside = false;
    template.chars().any(|c| {
        inside = (inside || c == '{') && c != '}';
        !inside && c.is_alphabetic()
    })
}

#[test]
fn every_reason_and_explanation_is_translated() {
    let missing = RefCell::default();
    let limits = Limits { positions: Some(2000), memory: Some(16 << 20), ..Limits::default() };
    for (text, small) in translated().into_iter().flat_map(positions) {
        let position = parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
        let misere = if listed(&position) { Method::Auto } else { Method::Theorem };
        let mut ways = vec![(Play::Normal, Method::Auto), (Play::Misere, misere)];
        if small {
            ways.extend([Method::Search, Method::Kernel, Method::Value].map(|method| (Play::Normal, method)));
        }
        for (play, method) in ways {
            let engine = Engine { play, method, budget: Budget::new(limits), threads: 1 };
            let found = answer(&position, &engine);
            let lines = if listed(&position) {
                explain(&position, &engine).map_or_else(|_| Vec::new(), |found| found.lines)
            } else {
                Vec::new()
            };
            for language in FOREIGN {
                found.iter().for_each(|found| miss(&found.reason, language, &missing));
                lines.iter().for_each(|line| miss(line, language, &missing));
            }
        }
    }
    let missing = missing.into_inner();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_page_about_a_game_is_translated() {
    let mut missing = BTreeSet::new();
    for entry in translated() {
        let statements = entry.info.theorems.iter().map(|note| note.statement);
        for english in [entry.info.summary, entry.info.rules].into_iter().chain(statements) {
            let known = FOREIGN.iter().all(|language| language.translate(english).is_some());
            if !known {
                missing.insert(format!("{}: {english}", entry.info.name));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_name_of_a_move_has_words_beside_it() {
    let mut missing = BTreeSet::new();
    for entry in translated() {
        for (text, _) in positions(entry) {
            let position = parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            // What is a word here: three letters or more in a row that no bracket, digit or sign breaks.
            let wordy = |label: &str| {
                label.split_whitespace().any(|word| word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase()))
            };
            for player in Player::BOTH {
                let moves = if listed(&position) { position.moves(player).unwrap_or_default() } else { Vec::new() };
                for label in moves.into_iter().map(|found| format!("move: {}", found.label)) {
                    let unknown = FOREIGN.iter().any(|language| language.say(&label) == label);
                    if unknown && wordy(&label["move: ".len()..]) {
                        missing.insert(label);
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Texts near the given one: each character left out, exchanged or doubled by one that means something.
fn mistyped(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).take(40).chain([text.len()]).collect();
    for pair in places.windows(2) {
        let (before, here, after) = (&text[..pair[0]], &text[pair[0]..pair[1]], &text[pair[1]..]);
        texts.push(format!("{before}{after}"));
        texts.push(before.to_owned());
        for odd in ["", ",", ":", "(", ")", "+", "0", "99999999999999999999", "-", ";", "|", "<", "\"", "?", "@x"] {
            texts.push(format!("{before}{odd}{after}"));
            texts.push(format!("{before}{here}{odd}{after}"));
        }
    }
    texts
}

#[test]
fn every_mistake_in_a_position_is_told_in_each_language() {
    let mut said = BTreeSet::new();
    for entry in translated() {
        for text in entry.info.examples.iter().copied().chain(["nim:1 + ", "complete:3", "chomp:petersn"]) {
            for mistake in mistyped(text).iter().filter_map(|text| parse(text, &NoFiles).err()) {
                said.extend([mistake.problem.to_string(), mistake.help.to_string()]);
            }
        }
    }
    untranslated(&said);
}

#[test]
fn every_mistake_in_a_value_or_rule_is_told_in_each_language() {
    let mut said = BTreeSet::new();
    for text in [
        "octal(0.77)",
        "octal(4.{1,2})",
        "subtract(1,2,5)",
        "subtract(1-3)",
        "allbut(2)",
        "hexadecimal(0.1f)",
        "kayles",
    ] {
        said.extend(
            mistyped(text).iter().filter_map(|text| Some(text.parse::<grundy_heap::Rule>().err()?.to_string())),
        );
    }
    assert!(said.len() > 5);
    untranslated(&said);
}

fn untranslated(said: &BTreeSet<String>) {
    let english =
        |sentence: &&String| has_words(sentence) && FOREIGN.iter().any(|language| language.say(sentence) == **sentence);
    if std::env::var_os("GRUNDY_SAY").is_some() {
        said.iter().for_each(|sentence| println!("{sentence}\n    {}", Language::Spanish.say(sentence)));
    }
    let missing: Vec<&String> = said.iter().filter(english).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
