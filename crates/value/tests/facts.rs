//! Facts of the literature on partisan values and surreal numbers.

use grundy_value::lang::{NoPositions, Session};
use grundy_value::{Dyadic, Outcome, Store, Value};

fn holds(statement: &str) {
    let mut session = Session::new(Store::default(), NoPositions);
    let shown = session.run_to_texts(statement).unwrap_or_else(|error| panic!("{}", error.render(statement)));
    assert_eq!(shown, ["true"], "{statement}");
}

#[test]
fn first_values() {
    for statement in [
        "{|} == 0",
        "{0|} == 1",
        "{|0} == -1",
        "{0|1} == 1/2",
        "{-2|1} == 0",
        "{0|0} == *",
        "{*|*} == 0",
        "* + * == 0",
        "{*,0|0} || 0",
        "{*,0|0} != *",
        "{*,0|0} + * > 0",
        "{0,*,*2|0,*,*2} == *3",
        "*1 + *2 + *3 == 0",
        "omega > 2**1000",
        "{0|*} == ^",
        "{0|v*} == ^<2>",
        "{^|*} == ^[2]",
        "^<2> + ^ == ^[2]",
        "Tiny(2) == {0||0|-2}",
        "Miny(1/4) == -Tiny(1/4)",
    ] {
        holds(statement);
    }
}

#[test]
fn star_lies_between_all_small_numbers() {
    let mut store = Store::default();
    for power in [0, 1, 10, 31, 32, 33, 64, 200, 1000] {
        let small = store.number(&Dyadic::ONE.divided_by_power(power)).unwrap();
        let below = store.negative(small).unwrap();
        assert!(store.le(Value::STAR, small).unwrap() && store.le(below, Value::STAR).unwrap(), "1/2^{power}");
        assert!(!store.le(small, Value::STAR).unwrap() && !store.le(Value::STAR, below).unwrap());
    }
}

#[test]
fn exactly_one_outcome_for_each_game_of_day_two() {
    let mut store = Store::default();
    for game in store.born_by(2).unwrap() {
        let (below, above) = (store.le(game, Value::ZERO).unwrap(), store.le(Value::ZERO, game).unwrap());
        let expected = match (below, above) {
            (true, true) => Outcome::Second,
            (true, false) => Outcome::Right,
            (false, true) => Outcome::Left,
            (false, false) => Outcome::First,
        };
        assert_eq!(store.outcome(game), expected);
        assert_eq!(store.outcome(game) == Outcome::Second, game == Value::ZERO);
    }
}

#[test]
fn numbers_of_day_two() {
    let mut store = Store::default();
    let born = store.born_by(2).unwrap();
    let mut numbers: Vec<_> = born.iter().filter_map(|&game| store.as_number(game)).collect();
    numbers.sort();
    let texts: Vec<_> = numbers.into_iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["-2", "-1", "-1/2", "0", "1/2", "1", "2"]);
}

#[test]
fn printed_names_are_the_common_ones() {
    let mut store = Store::default();
    let mut names: Vec<_> = store.born_by(2).unwrap().into_iter().map(|game| store.print(game).unwrap()).collect();
    names.sort();
    insta::assert_snapshot!(names.join("  "), @"*  *2  +-1  -1  -1*  -1/2  -2  0  1  1*  1/2  2  ^  ^*  v  v*  {*|-1}  {0,*|-1}  {0|-1}  {1|*}  {1|0,*}  {1|0}");
}

#[test]
fn sums_of_many_pairs_are_sums() {
    let mut store = Store::default();
    let games = store.born_by(2).unwrap();
    let mut pairs: Vec<_> = games.iter().flat_map(|&g| games.iter().map(move |&h| (g, h))).collect();
    let expected: Vec<_> = pairs.iter().map(|&(g, h)| store.sum(g, h).unwrap()).collect();
    store.sum_pairs(&mut pairs).unwrap();
    assert_eq!(pairs.iter().map(|pair| pair.0).collect::<Vec<_>>(), expected);
}
