//! Everything the catalogue says is said in Spanish and Catalan too.

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Play, Player, Text};
use grundy_games::{Entry, entries, parse};
use grundy_lang::Language;
use grundy_solve::{Method, Position, Settings, answer, explain};
use std::cell::RefCell;
use std::collections::BTreeSet;

const FOREIGN: [Language; 2] = [Language::Spanish, Language::Catalan];

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
    grundy_messages::install();
    let missing: RefCell<BTreeSet<String>> = RefCell::default();
    let limits = Limits { positions: Some(2000), memory: Some(16 << 20), ..Limits::default() };
    for (text, small) in entries().iter().flat_map(positions) {
        let position = parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
        let misere = if listed(&position) { Method::Auto } else { Method::Theorem };
        let mut ways = vec![(Play::Normal, Method::Auto), (Play::Misere, misere)];
        if small {
            ways.extend([Method::Search, Method::Kernel, Method::Value].map(|method| (Play::Normal, method)));
        }
        for (play, method) in ways {
            let settings = Settings { play, method, budget: Budget::new(limits), threads: 1, oracles: Vec::new() };
            let found = answer(&position, &settings);
            let lines = if listed(&position) {
                explain(&position, &settings).map_or_else(|_| Vec::new(), |found| found.lines)
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
    grundy_messages::install();
    let mut missing = BTreeSet::new();
    for entry in entries() {
        let statements = entry.info.theorems.iter().map(|note| note.statement);
        for english in [entry.info.summary, entry.info.rules, entry.info.notation].into_iter().chain(statements) {
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
    grundy_messages::install();
    let missing: RefCell<BTreeSet<String>> = RefCell::default();
    for entry in entries() {
        for (text, _) in positions(entry) {
            let position = parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            for player in Player::BOTH.into_iter().filter(|_| listed(&position)) {
                for found in position.moves(player).unwrap() {
                    assert_eq!(found.words.to_string(), found.label, "{text}");
                    // What is a word here: three letters or more in a row that no bracket, digit or sign breaks.
                    let word = |word: &str| word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase());
                    let same = |language: &Language| found.words.say(*language) == found.label;
                    if found.label.split_whitespace().any(word) && FOREIGN.iter().all(same) {
                        missing.borrow_mut().insert(format!("{text}: {}", found.label));
                    }
                    FOREIGN.iter().for_each(|&language| miss(&found.words, language, &missing));
                }
            }
        }
    }
    assert!(missing.borrow().is_empty(), "{:#?}", missing.borrow());
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

/// Adds a text that misses a translation, or that is an English sentence in disguise: the same in every language.
fn untold(text: &Text, missing: &RefCell<BTreeSet<String>>) {
    let english = text.to_string();
    let sentence = ["the ", "is ", "are ", "expected", "of ", "not "].iter().any(|word| english.contains(word));
    for language in FOREIGN {
        miss(text, language, missing);
        if sentence && text.say(language) == english {
            missing.borrow_mut().insert(english.clone());
        }
    }
}

#[test]
fn every_mistake_in_a_position_is_told_in_each_language() {
    grundy_messages::install();
    let missing: RefCell<BTreeSet<String>> = RefCell::default();
    let mut seen = 0;
    for entry in entries() {
        for text in entry.info.examples.iter().copied().chain(["nim:1 + ", "complete:3", "chomp:petersn"]) {
            for mistake in mistyped(text).iter().filter_map(|text| parse(text, &NoFiles).err()) {
                seen += 1;
                untold(&mistake.problem, &missing);
                untold(&mistake.help, &missing);
            }
        }
    }
    assert!(seen > 1000, "{seen}");
    assert!(missing.borrow().is_empty(), "{:#?}", missing.borrow());
}

#[test]
fn every_mistake_in_a_rule_is_told_in_each_language() {
    grundy_messages::install();
    let missing: RefCell<BTreeSet<String>> = RefCell::default();
    for text in [
        "octal(0.77)",
        "octal(4.{1,2})",
        "subtract(1,2,5)",
        "subtract(1-3)",
        "allbut(2)",
        "hexadecimal(0.1f)",
        "kayles",
    ] {
        let mistakes = mistyped(text).into_iter().filter_map(|text| text.parse::<grundy_heap::Rule>().err());
        mistakes.for_each(|mistake| untold(&mistake.text(), &missing));
    }
    assert!(missing.borrow().is_empty(), "{:#?}", missing.borrow());
}
