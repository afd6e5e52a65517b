//! No English sentence reaches what the command says in Spanish or Catalan, whatever it is asked; names of moves,
//! notation and literature apart.

mod common;

use common::{grundy, grundy_with_input, json};
use serde_json::Value;
use std::process::Command;

/// Words that are English and nothing else, and no part of the name of a move, of a command or of a field of JSON.
const ENGLISH: [&str; 45] = [
    "and",
    "are",
    "because",
    "between",
    "cannot",
    "could",
    "did",
    "does",
    "each",
    "every",
    "expected",
    "found",
    "has",
    "have",
    "how",
    "is",
    "loses",
    "many",
    "missing",
    "must",
    "nothing",
    "only",
    "player",
    "searched",
    "such",
    "than",
    "that",
    "the",
    "their",
    "then",
    "there",
    "these",
    "this",
    "those",
    "undecided",
    "until",
    "when",
    "where",
    "which",
    "who",
    "whoever",
    "whose",
    "wins",
    "with",
    "without",
];

const FOREIGN: [&str; 2] = ["es", "ca"];

/// The English words outside code: tags of pictures, back quotes, options, and names in capitals.
fn english(text: &str) -> Vec<String> {
    // The name of a game that is called so everywhere, and columns that are typed.
    let text = text.replace("Couples are Forever", "").replace("binary, and, or, xor", "");
    let words = text.split('<').enumerate().map(|(place, piece)| match piece.split_once('>') {
        Some((_, words)) if place > 0 => words,
        _ => piece,
    });
    let text: String = words.collect::<Vec<_>>().join(" ");
    let spoken: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = spoken.split(|c: char| !(c.is_alphanumeric() || "'-_:=.@<>(".contains(c)));
    words.filter(|word| ENGLISH.contains(word)).map(str::to_owned).collect()
}

fn check(arguments: &[&str], shown: &str) {
    let found: Vec<(String, &str)> =
        shown.lines().filter_map(|line| Some((english(line).into_iter().next()?, line))).take(5).collect();
    assert!(found.is_empty(), "{arguments:?}: {found:#?}");
}

/// Runs the command in both languages and checks everything it prints.
fn walk(arguments: &[&str], input: &str) {
    for language in FOREIGN {
        let arguments = [arguments, &["--lang", language]].concat();
        let run = grundy_with_input(&arguments, input.as_bytes());
        check(&arguments, &run.out);
        check(&arguments, &run.err);
        assert!(!run.out.is_empty() || !run.err.is_empty(), "{arguments:?}");
    }
}

fn games() -> Vec<Value> {
    json(&grundy(&["games", "--format", "json"]).out).as_array().expect("a list of games").clone()
}

/// The examples of the catalogue that need no file.
fn examples() -> Vec<String> {
    let all = games().into_iter().flat_map(|game| game["examples"].as_array().cloned().unwrap_or_default());
    all.filter_map(|text| text.as_str().map(str::to_owned)).filter(|text| !text.contains('@')).collect()
}

/// Enough for a verdict or for running out.
const LIMITS: [&str; 6] = ["--positions", "2000", "--memory", "64MiB", "--threads", "1"];

#[test]
fn answers_speak_every_language() {
    let examples = examples();
    assert!(examples.len() > 90, "{}", examples.len());
    for example in &examples {
        for command in [&["solve", example][..], &["solve", example, "--play", "misere"], &["explain", example]] {
            walk(&[command, &LIMITS].concat(), "");
        }
        walk(&["draw", example], "");
    }
}

#[test]
fn moves_and_graphs_speak_every_language() {
    for example in &examples() {
        // Labels are typed, so the lines that list them keep them; what surrounds them is told.
        for language in FOREIGN {
            let arguments = [&["moves", example, "--lang", language][..], &LIMITS].concat();
            let run = grundy(&arguments);
            check(&arguments, &run.err);
            for line in run.out.lines() {
                check(&arguments, line.split("  ").next().unwrap_or_default());
            }
        }
    }
    for arguments in [
        &["graph", "nim:2,2"][..],
        &["graph", "nim:2,2", "--tree", "2"],
        &["graph", "nim:2,2", "--format", "svg"],
        &["graph", "domineering:2x2"],
        &["draw", "nim:2,1", "--what", "graph"],
        &["draw", "nim:9,9", "--what", "graph", "--most", "5"],
        &["draw", "domineering:2x2", "--what", "tree"],
        &["draw", "domineering:2x3", "--what", "thermograph"],
        &["draw", "0.77", "--what", "sequence"],
        &["draw", "B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G", "--what", "cubes"],
    ] {
        walk(arguments, "");
    }
}

#[test]
fn pages_speak_every_language() {
    for language in FOREIGN {
        let run = grundy(&["games", "--format", "json", "--lang", language]);
        for game in json(&run.out).as_array().expect("a list of games") {
            let theorems = game["theorems"].as_array().cloned().unwrap_or_default();
            let statements = theorems.iter().map(|theorem| &theorem["statement"]);
            for text in [&game["summary"], &game["rules"], &game["notation"]].into_iter().chain(statements) {
                check(&[game["name"].as_str().unwrap_or("?"), language], text.as_str().unwrap_or_default());
            }
        }
    }
    for arguments in [&["games"][..], &["graphs"], &["graphs", "petersen"], &["graphs", "petresen"], &["games", "nmi"]]
    {
        walk(arguments, "");
    }
}

#[test]
fn the_other_commands_speak_every_language() {
    for arguments in [
        &["facts", "petersen"][..],
        &["facts", "path(4)", "--from", "1", "--to", "4", "--steps"],
        &["facts", "a>b,b>c,c>a,c>d", "--from", "d", "--to", "a"],
        &["facts", "a>b,b>a", "--draw", "condensation"],
        &["kernel", "a>b,b>c", "--levels", "--labels", "--count", "--all"],
        &["kernel", "a>b,b>c,c>a", "--count"],
        &["kernel", "a>b,b>a", "--sequence", "--all"],
        &["kernel", "a>b,b>c", "--check", "a"],
        &["kernel", "a>b,b>c", "--check", "a,c"],
        &["kernel", "a>b,b>c", "--format", "svg"],
        &["bracelet", "--colours", "2", "--window", "3", "--check", "00010111"],
        &["bracelet", "--colours", "2", "--window", "3", "--check", "0001"],
        &["bracelet", "--colours", "2", "--window", "3", "--check", "00000"],
        &["bracelet", "--colours", "2", "--window", "3", "--all", "--limit", "1"],
        &["bracelet", "--colours", "2", "--window", "99"],
        &["cubes", "--pairs", "B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G"],
        &["cubes", "--pairs", "A-A,A-A,B-B; A-A,B-B,A-A"],
        &["sequence", "0.77"],
        &["sequence", "0.6", "--to", "50"],
        &["sequence", "allbut(3)", "--to", "200"],
        &["sequence", "0.77", "--to", "10^9", "--positions", "10"],
        &["quotient", "0.75", "--to", "20"],
        &["quotient", "0.[3]"],
        &["reduce", "E x : (x)", "--to", "kayles"],
        &["match", "nim:2,3", "--games", "2"],
        &["match", "--sweep", "coins(2-3):1-4"],
        &["table", "kayles", "--connected-graphs", "3"],
        &["table", "nim", "--connected-graphs", "3"],
        &["eval", "explain({0|1} + 1)"],
    ] {
        walk(arguments, "");
    }
    walk(&["repl"], "1 + 2\nhelp mean\nmean(\nhelp nobody\n");
    walk(&["batch"], "nim:3,4\nnim:x\nchomp:petersen\n");
    walk(&["play", "nim:1,2"], "help\nmoves\nhint\nexplain\nundo\nredo\nboard\nrubbish\nquit\n");
    walk(&["play", "domineering:2x2", "--opponent", "person"], "1\n1\n1\n");
}

#[test]
fn mistakes_speak_every_language() {
    for arguments in [
        &["solve", "nmi:3"][..],
        &["solve", "nim:3,,4"],
        &["solve", "nim:3 4"],
        &["solve", "chomp:petersn"],
        &["solve", "chomp:@/nowhere"],
        &["solve", "{0|1"],
        &["solve", "formula:\"E x : (y)\""],
        &["solve", "octal(9.1):3"],
        &["solve", "nim:3", "--method", "magic"],
        &["solve", "nim:3", "--time", "soon"],
        &["solve", "nim:3", "--nonsense"],
        &["solve"],
        &["slove", "nim:3"],
        &["solve", "domineering:2x2", "--method", "kernel"],
        &["solve", "grundy:50", "--method", "theorem", "--play", "misere"],
        &["check", "/nowhere"],
        &["kernel", "/nowhere"],
        &["kernel", "a>b,b>a", "--labels"],
        &["kernel", "a>b", "--input", "papyrus"],
        &["eval", "meen(2)"],
        &["eval", "1/0"],
        &["eval", "@/nowhere"],
        &["sequence", "0.8x"],
        &["sequence", "--codes", "1-2"],
        &["draw", "nim:3", "-o", "board.papyrus"],
        &["draw", "nim:3", "--what", "graph", "-o", "board.txt"],
        &["cubes", "--pairs", "A-B"],
        &["graph", "nim:200,200", "--format", "svg"],
    ] {
        walk(arguments, "");
    }
}

#[test]
fn help_speaks_every_language() {
    walk(&["--help"], "");
    let listed = grundy(&["--help"]).out;
    let commands: Vec<&str> = listed
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        walk(&[command, "--help"], "");
        walk(&[command, "-h"], "");
    }
}

#[test]
fn the_environment_names_the_language() {
    let told = |set: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        let output = command.args(["solve", "nim:1"]).envs(set.iter().copied()).output().expect("the command runs");
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    };
    assert!(told(&[]).starts_with("first wins"));
    assert!(told(&[("LANG", "es_ES.UTF-8")]).starts_with("gana el primero"));
    assert!(told(&[("LANG", "es_ES.UTF-8"), ("LC_ALL", "ca_ES.UTF-8")]).starts_with("guanya el primer"));
    assert!(told(&[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "C")]).starts_with("first wins"));
}

#[test]
fn moves_are_typed_in_english_in_every_language() {
    for language in FOREIGN {
        let english = json(&grundy(&["solve", "nim:3,4,5", "--format", "json"]).out);
        let told = json(&grundy(&["solve", "nim:3,4,5", "--format", "json", "--lang", language]).out);
        assert_eq!(english["winning_moves"], told["winning_moves"]);
        assert_eq!(english["outcome"], told["outcome"]);
        assert_ne!(english["reason"], told["reason"]);
    }
}
