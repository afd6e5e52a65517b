//! Every row of the reference tables of values.

use grundy_value::{Dyadic, Order, Outcome, Store, Thermograph, Value, Wall, nimber};

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
        drawn => panic!("{drawn} in a table of games that end"),
    }
}

/// Every property of a random game that the table lists, as the table writes it, or `None` for one compared as a value.
fn property_text(store: &mut Store, game: Value, property: &str) -> Option<String> {
    let text = match property {
        "Mean" => store.mean(game).unwrap().to_string(),
        "Temperature" => store.temperature(game).unwrap().to_string(),
        "Thermograph" => thermograph_text(&store.thermograph(game).unwrap()),
        "LeftStop" => store.left_stop(game).to_string(),
        "RightStop" => store.right_stop(game).to_string(),
        "OutcomeClass" => outcome_letter(store.outcome(game)).into(),
        "MisereOutcomeClass" => outcome_letter(store.misere_outcome(game).unwrap()).into(),
        "Birthday" => store.birthday(game).unwrap().to_string(),
        "StopCount" => store.stop_count(game).unwrap().to_string(),
        "FollowerCount" => store.followers(game).unwrap().len().to_string(),
        "IsAtomic" => store.atomic_weight(game).unwrap().is_some().to_string(),
        "IsInfinitesimal" => store.is_infinitesimal(game).to_string(),
        "IsNumber" => store.is_number(game).to_string(),
        "IsNumberish" => store.is_numberish(game).to_string(),
        _ => return None,
    };
    Some(text)
}

fn thermograph_text(graph: &Thermograph) -> String {
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let wall = |wall: &Wall| {
        let critical = wall.critical_temperatures().iter().map(ToString::to_string).collect();
        let slopes = wall.slopes().iter().map(ToString::to_string).collect();
        format!("{},{},{}", graph.mean, list(critical), list(slopes))
    };
    format!("Thermograph({},{})", wall(&graph.left), wall(&graph.right))
}

/// The values of a braced set, split at its outer commas.
fn set(store: &mut Store, text: &str) -> Vec<Value> {
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap();
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in inner.chars() {
        depth += i32::from("{(".contains(c)) - i32::from("})".contains(c));
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(c);
        }
    }
    let mut values: Vec<_> =
        parts.iter().filter(|part| !part.is_empty()).map(|part| store.parse(part).unwrap()).collect();
    values.sort_unstable();
    values
}

#[test]
fn random_games_all_properties() {
    let mut store = Store::default();
    for [input, property, expected] in rows("random_games.tsv") {
        let game = store.parse(&input).unwrap();
        if let Some(text) = property_text(&mut store, game, &property) {
            assert_eq!(text, expected, "{input} {property}");
            continue;
        }
        let value = match property.as_str() {
            "value" => {
                let printed = store.print(game).unwrap();
                assert_eq!(game, store.parse(&printed).unwrap(), "{input} printed as {printed}");
                assert!(printed.len() <= expected.len(), "{printed} is longer than {expected}");
                game
            }
            "ReducedCanonicalForm" => store.reduced(game).unwrap(),
            "Freeze" => store.freeze(game).unwrap(),
            "Incentives" => {
                assert_eq!(store.incentives(game).unwrap(), set(&mut store, &expected), "{input}");
                continue;
            }
            other => panic!("a property without a test: {other}"),
        };
        assert_eq!(value, store.parse(&expected).unwrap(), "{input} {property}");
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

#[test]
fn day_two_conway_products() {
    let mut store = Store::default();
    for [input, _, expected] in rows("day2_conway_products.tsv") {
        let (g, h) = input.split_once(" x ").unwrap();
        let (g, h) = (store.parse(g).unwrap(), store.parse(h).unwrap());
        assert_eq!(store.product(g, h).unwrap(), store.parse(&expected).unwrap(), "{input}");
    }
}

#[test]
fn heating_and_cooling() {
    let mut store = Store::default();
    for [input, property, expected] in rows("heat_cool.tsv") {
        let game = store.parse(&input).unwrap();
        let (operation, parameter) = property.split_once(" by ").unwrap();
        let result = match operation {
            "cool" => {
                let t = store.parse(parameter).unwrap();
                let t: Dyadic = store.as_number(t).unwrap().clone();
                store.cool(game, &t)
            }
            "heat" => {
                let t = store.parse(parameter).unwrap();
                store.heat(game, t)
            }
            "overheat" => {
                let (s, t) = parameter.split_once(',').unwrap();
                let (s, t) = (store.parse(s).unwrap(), store.parse(t).unwrap());
                store.overheat(game, s, t)
            }
            other => panic!("{other}"),
        };
        assert_eq!(result.unwrap(), store.parse(&expected).unwrap(), "{input} {property}");
    }
}

#[test]
fn atomic_weights() {
    let mut store = Store::default();
    for [input, _, expected] in rows("atomic_weights.tsv") {
        let game = store.parse(&input).unwrap();
        let weight = store.atomic_weight(game).unwrap();
        assert_eq!(weight, Some(store.parse(&expected).unwrap()), "{input}");
    }
}

#[test]
fn nim_arithmetic() {
    for [input, _, expected] in rows("nim_arithmetic.tsv") {
        let expected: u128 = expected.parse().unwrap();
        let result = if let Some((a, b)) = input.split_once(" NimProduct ") {
            nimber::product(a.parse().unwrap(), b.parse().unwrap())
        } else if let Some((a, b)) = input.split_once(" NimSum ") {
            nimber::sum(a.parse().unwrap(), b.parse().unwrap())
        } else {
            let a = input.strip_suffix(".NimInverse").unwrap_or_else(|| panic!("{input}"));
            nimber::inverse(a.parse().unwrap()).unwrap()
        };
        assert_eq!(result, expected, "{input}");
    }
}

#[test]
fn numbers_of_games_by_day() {
    let mut store = Store::default();
    let counts: Vec<_> = (0..=3).map(|day| store.born_by(day).unwrap().len()).collect();
    assert_eq!(counts, [1, 4, 22, 1474]);
}
