//! Every row of the reference tables of values.

use grundy_value::{Order, Outcome, Store};

/// The rows of a table: input, property, expected.
fn rows(name: &str) -> Vec<[String; 3]> {
    let path = format!("{}/../../tests/reference/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows: Vec<_> = text
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<_> = line.split('\t').map(str::to_owned).collect();
            fields.try_into().unwrap_or_else(|fields| panic!("{name}: {fields:?}"))
        })
        .collect();
    assert!(rows.len() > 50, "{name} is nearly empty");
    rows
}

fn outcome_letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::First => "N",
        Outcome::Second => "P",
        Outcome::Left => "L",
        Outcome::Right => "R",
    }
}

#[test]
fn random_games_values() {
    let mut store = Store::default();
    for [input, property, expected] in rows("random_games.tsv") {
        let game = store.parse(&input).unwrap();
        match property.as_str() {
            "value" => {
                assert_eq!(game, store.parse(&expected).unwrap(), "{input}");
                let printed = store.print(game).unwrap();
                assert_eq!(game, store.parse(&printed).unwrap(), "{input} printed as {printed}");
                assert!(printed.len() <= expected.len(), "{printed} is longer than {expected}");
            }
            "OutcomeClass" => assert_eq!(outcome_letter(store.outcome(game)), expected, "{input}"),
            _ => {}
        }
    }
}

#[test]
fn printed_forms_of_all_tables_parse_back() {
    let tables = ["clobber", "domineering", "amazons", "toads_and_frogs", "hackenbush_trees", "toppling_dominoes"];
    let mut store = Store::default();
    for table in tables {
        for [input, property, expected] in rows(&format!("{table}.tsv")) {
            if property != "value" {
                continue;
            }
            let value = store.parse(&expected).unwrap_or_else(|error| panic!("{table} {input}: {expected}: {error}"));
            let printed = store.print(value).unwrap();
            assert_eq!(value, store.parse(&printed).unwrap(), "{expected} printed as {printed}");
            assert!(printed.len() <= expected.len(), "{printed} is longer than {expected}");
        }
    }
}

#[test]
fn day_two_order() {
    let mut store = Store::default();
    for [input, _, expected] in rows("day2_order.tsv") {
        let (g, h) = input.split_once(" ? ").unwrap();
        let (g, h) = (store.parse(g).unwrap(), store.parse(h).unwrap());
        let relation = match store.compare(g, h).unwrap() {
            Order::Equal => "=",
            Order::Less => "<",
            Order::Greater => ">",
            Order::Confused => "||",
        };
        assert_eq!(relation, expected, "{input}");
    }
}

#[test]
fn day_two_sums() {
    let mut store = Store::default();
    for [input, _, expected] in rows("day2_sums.tsv") {
        assert_eq!(store.parse(&input).unwrap(), store.parse(&expected).unwrap(), "{input}");
    }
}
