//! Every game of the gallery passes the check, and its values are those the literature or brute force gives.

use grundy_game::{NoFiles, nimber_text, notation};
use grundy_games::{Catalogue, Listed};
use grundy_rules::{Datum, RulesFile, declared_value};
use grundy_solve::{Settings, answer};
use grundy_value::Store;
use std::path::PathBuf;
use std::time::Duration;

fn gallery() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, String)> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "py"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_gallery_passes_the_check() {
    let files = gallery();
    assert!(files.len() >= 60, "{} games", files.len());
    let mut wrong = Vec::new();
    for (name, source) in &files {
        let file = match RulesFile::read(name, source) {
            Ok(file) => file,
            Err(mistake) => {
                wrong.push(format!("{name}:{mistake}"));
                continue;
            }
        };
        assert!(!file.page().theorems.is_empty(), "{name} names no literature");
        assert!(!file.page().examples.is_empty(), "{name} has no example");
        let report = file.check(Duration::from_secs(4));
        wrong.extend(report.problems.iter().map(|problem| format!("{name}: {problem}")));
        if report.starts == 0 {
            wrong.push(format!("{name}: nothing was checked"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nimbers are numbers, values are texts.
#[test]
fn stated_values_are_found() {
    let mut compared = [0, 0];
    let mut wrong = Vec::new();
    for (name, source) in gallery() {
        let Ok(Some(Datum::Dict(values))) = declared_value(&source, "values") else { continue };
        let file = RulesFile::read(&name, &source).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
        let catalogue = Catalogue::standard().with(file);
        let mut store = Store::default();
        for (text, value) in values.iter() {
            let Datum::Text(text) = text else { panic!("{name}: values") };
            let text = notation::write(&name, None, text);
            let position = catalogue.parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            let found = answer(&position, &Settings::default()).unwrap().value_text();
            let expected = match value {
                Datum::Int(nimber) => nimber_text(u64::try_from(*nimber).unwrap()),
                Datum::Text(value) => {
                    let value = store.parse(value).unwrap_or_else(|error| panic!("{text}: {error}"));
                    store.print(value).unwrap()
                }
                _ => panic!("{name}: values"),
            };
            if found.as_ref() != Some(&expected) {
                wrong.push(format!("{text} = {found:?}, not {expected}"));
            }
            compared[usize::from(matches!(value, Datum::Text(_)))] += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared[0] > 100 && compared[1] > 80, "{compared:?}");
}

/// Who wins where files declare results, as worked out by hand or by another program.
#[test]
fn stated_outcomes_are_found() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (name, source) in gallery() {
        let Ok(Some(Datum::Dict(outcomes))) = declared_value(&source, "outcomes") else { continue };
        let file = RulesFile::read(&name, &source).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
        let catalogue = Catalogue::standard().with(file);
        for (text, outcome) in outcomes.iter() {
            let (Datum::Text(text), Datum::Text(outcome)) = (text, outcome) else { panic!("{name}: outcomes") };
            let text = notation::write(&name, None, text);
            let position = catalogue.parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            let found = answer(&position, &Settings::default()).unwrap_or_else(|stop| panic!("{text}: {stop}")).outcome;
            if found.map(|found| found.to_string()).as_deref() != Some(&**outcome) {
                wrong.push(format!("{text}: {found:?}, not {outcome}"));
            }
            compared += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 20, "{compared}");
}
