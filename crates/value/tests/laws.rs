//! Laws of the algebra of values on random games.

use grundy_value::{Dyadic, Order, Store, Value};
use num_bigint::BigInt;
use proptest::prelude::*;

/// A game as it comes, before it is a value.
#[derive(Clone, Debug)]
enum Raw {
    Number(i64, u32),
    Nimber(u64),
    Up(i64),
    Form(Vec<Raw>, Vec<Raw>),
}

fn leaf() -> impl Strategy<Value = Raw> {
    prop_oneof![
        (-12i64..12, 0u32..3).prop_map(|(n, e)| Raw::Number(n, e)),
        (0u64..4).prop_map(Raw::Nimber),
        (-3i64..=3).prop_map(Raw::Up),
    ]
}

fn raw() -> impl Strategy<Value = Raw> {
    let side = |inner| prop::collection::vec(inner, 0..3);
    leaf().prop_recursive(3, 14, 4, move |inner| {
        (side(inner.clone().boxed()), side(inner.boxed())).prop_map(|(l, r)| Raw::Form(l, r))
    })
}

/// Games in which both players can move or neither can.
fn all_small() -> impl Strategy<Value = Raw> {
    let leaf = prop_oneof![(0u64..4).prop_map(Raw::Nimber), (-3i64..=3).prop_map(Raw::Up)];
    let side = |inner| prop::collection::vec(inner, 1..3);
    leaf.prop_recursive(2, 8, 3, move |inner| {
        (side(inner.clone().boxed()), side(inner.boxed())).prop_map(|(l, r)| Raw::Form(l, r))
    })
}

fn build(store: &mut Store, raw: &Raw) -> Value {
    match raw {
        Raw::Number(n, e) => store.number(&Dyadic::small(*n, *e)).unwrap(),
        Raw::Nimber(n) => store.nimber(*n).unwrap(),
        Raw::Up(n) => {
            let up = store.parse("^").unwrap();
            store.multiple(&BigInt::from(*n), up).unwrap()
        }
        Raw::Form(left, right) => {
            let left: Vec<_> = left.iter().map(|raw| build(store, raw)).collect();
            let right: Vec<_> = right.iter().map(|raw| build(store, raw)).collect();
            store.form(&left, &right).unwrap()
        }
    }
}

/// Order by Conway's definition alone, on the raw trees: the yardstick for the store's order.
fn le_by_definition(store: &mut Store, g: Value, h: Value) -> bool {
    let lefts = store.left_options(g).unwrap();
    let rights = store.right_options(h).unwrap();
    !lefts.into_iter().any(|left| le_by_definition(store, h, left))
        && !rights.into_iter().any(|right| le_by_definition(store, right, g))
}

/// Left wins moving second, on the raw tree of a sum: decides G ≥ 0 without any reduction.
fn left_survives(store: &mut Store, parts: &[Raw]) -> bool {
    !moves(parts, false).into_iter().any(|after| !left_wins_first(store, &after))
}

fn left_wins_first(store: &mut Store, parts: &[Raw]) -> bool {
    moves(parts, true).into_iter().any(|after| left_survives(store, &after))
}

fn options(raw: &Raw, left: bool) -> Vec<Raw> {
    let stars = |n: u64| (0..n).map(Raw::Nimber).collect();
    match raw {
        Raw::Form(l, r) => {
            if left {
                l.clone()
            } else {
                r.clone()
            }
        }
        Raw::Nimber(n) => stars(*n),
        Raw::Number(n, e) => {
            let number = Dyadic::small(*n, *e);
            let option = if left { number.left_option() } else { number.right_option() };
            option.and_then(|x| x.as_small()).map(|(n, e)| Raw::Number(n, e)).into_iter().collect()
        }
        Raw::Up(_) => Vec::new(),
    }
}

fn moves(parts: &[Raw], left: bool) -> Vec<Vec<Raw>> {
    let mut all = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        for option in options(part, left) {
            let mut after = parts.to_vec();
            after[place] = option;
            all.push(after);
        }
    }
    all
}

fn small() -> impl Strategy<Value = Raw> {
    let leaf = prop_oneof![(-4i64..4, 0u32..2).prop_map(|(n, e)| Raw::Number(n, e)), (0u64..3).prop_map(Raw::Nimber)];
    let side = |inner| prop::collection::vec(inner, 0..3);
    leaf.prop_recursive(2, 7, 3, move |inner| {
        (side(inner.clone().boxed()), side(inner.boxed())).prop_map(|(l, r)| Raw::Form(l, r))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn playing_the_raw_game_agrees_with_the_value(a in small(), b in small()) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        let sum = store.sum(g, h).unwrap();
        let at_least_zero = store.le(Value::ZERO, sum).unwrap();
        prop_assert_eq!(left_survives(&mut store, &[a, b]), at_least_zero);
    }

    #[test]
    fn order_is_conways(a in raw(), b in raw()) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        prop_assert_eq!(store.le(g, h).unwrap(), le_by_definition(&mut store, g, h));
    }

    #[test]
    fn sums_are_a_partially_ordered_group(a in raw(), b in raw(), c in raw()) {
        let mut store = Store::default();
        let [g, h, k] = [a, b, c].map(|raw| build(&mut store, &raw));
        let gh = store.sum(g, h).unwrap();
        let hk = store.sum(h, k).unwrap();
        let one = store.sum(gh, k).unwrap();
        prop_assert_eq!(one, store.sum(g, hk).unwrap());
        prop_assert_eq!(store.difference(gh, h).unwrap(), g);
        let minus = store.negative(g).unwrap();
        prop_assert_eq!(store.negative(minus).unwrap(), g);
        prop_assert_eq!(store.sum(g, minus).unwrap(), Value::ZERO);
        let gk = store.sum(g, k).unwrap();
        prop_assert_eq!(store.compare(g, h).unwrap(), store.compare(gk, hk).unwrap());
        let difference = store.difference(g, h).unwrap();
        prop_assert_eq!(store.compare(g, h).unwrap(), store.compare(difference, Value::ZERO).unwrap());
        prop_assert_eq!(store.compare(g, h).unwrap() == Order::Equal, g == h);
    }

    #[test]
    fn canonical_forms_rebuild_to_themselves_and_print_and_parse(a in raw()) {
        let mut store = Store::default();
        let g = build(&mut store, &a);
        let (left, right) = (store.left_options(g).unwrap(), store.right_options(g).unwrap());
        prop_assert_eq!(store.form(&left, &right).unwrap(), g);
        let text = store.print(g).unwrap();
        prop_assert_eq!(store.parse(&text).unwrap(), g);
        // The name does not depend on what the store met before.
        let mut other = Store::default();
        let h = other.parse(&text).unwrap();
        prop_assert_eq!(other.print(h).unwrap(), text);
    }

    #[test]
    fn temperature_theory(a in raw(), b in raw(), n in 0i64..5) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        let sum = store.sum(g, h).unwrap();
        let means = &store.mean(g).unwrap() + &store.mean(h).unwrap();
        prop_assert_eq!(store.mean(sum).unwrap(), means);
        let hottest = store.temperature(g).unwrap().max(store.temperature(h).unwrap());
        prop_assert!(store.temperature(sum).unwrap() <= hottest);
        // Cooling is linear, and its stops are the walls of the thermograph.
        let t = Dyadic::small(n, 1);
        let (cold_g, cold_h) = (store.cool(g, &t).unwrap(), store.cool(h, &t).unwrap());
        let cold_sum = store.cool(sum, &t).unwrap();
        prop_assert_eq!(store.sum(cold_g, cold_h).unwrap(), cold_sum);
        let graph = store.thermograph(g).unwrap();
        prop_assert_eq!(store.left_stop(cold_g), graph.left.at(&t));
        prop_assert_eq!(store.right_stop(cold_g), graph.right.at(&t));
        // Cooling twice is cooling once by the sum.
        let twice = store.cool(cold_g, &t).unwrap();
        prop_assert_eq!(twice, store.cool(g, &(&t + &t)).unwrap());
    }

    #[test]
    fn heating_all_small_games_is_linear_keeps_order_and_is_undone_by_cooling(a in all_small(), b in all_small()) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        let two = store.integer(2).unwrap();
        let sum = store.sum(g, h).unwrap();
        let (hot_g, hot_h) = (store.heat(g, two).unwrap(), store.heat(h, two).unwrap());
        let hot_sum = store.heat(sum, two).unwrap();
        prop_assert_eq!(store.sum(hot_g, hot_h).unwrap(), hot_sum);
        prop_assert_eq!(store.compare(g, h).unwrap(), store.compare(hot_g, hot_h).unwrap());
        prop_assert_eq!(store.cool(hot_g, &Dyadic::from(2)).unwrap(), g);
    }

    #[test]
    fn atomic_weights_add(a in all_small(), b in all_small()) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        let sum = store.sum(g, h).unwrap();
        let weights = [g, h, sum].map(|game| store.atomic_weight(game).unwrap().unwrap());
        prop_assert_eq!(store.sum(weights[0], weights[1]).unwrap(), weights[2]);
    }

    #[test]
    fn norton_products_distribute_and_keep_order(a in small(), b in small()) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        let sum = store.sum(g, h).unwrap();
        for unit in ["^", "1", "^^*", "{1|^}"] {
            let unit = store.parse(unit).unwrap();
            let products = [g, h, sum].map(|game| store.norton_product(game, unit).unwrap());
            prop_assert_eq!(store.sum(products[0], products[1]).unwrap(), products[2]);
            prop_assert_eq!(store.compare(g, h).unwrap(), store.compare(products[0], products[1]).unwrap());
        }
    }

    #[test]
    fn reduced_forms_differ_by_infinitesimals(a in raw(), b in raw()) {
        let mut store = Store::default();
        let (g, h) = (build(&mut store, &a), build(&mut store, &b));
        let reduced = store.reduced(g).unwrap();
        let difference = store.difference(g, reduced).unwrap();
        prop_assert!(store.is_infinitesimal(difference));
        prop_assert_eq!(store.reduced(reduced).unwrap(), reduced);
        // Equal up to an infinitesimal exactly when the reduced forms are the same.
        let other = store.reduced(h).unwrap();
        let difference = store.difference(g, h).unwrap();
        prop_assert_eq!(store.is_infinitesimal(difference), reduced == other);
    }

    #[test]
    fn ordinal_sums_keep_order_and_have_subordinates(a in small(), b in small(), c in small()) {
        let mut store = Store::default();
        let [g, h, k] = [a, b, c].map(|raw| build(&mut store, &raw));
        let (gh, gk) = (store.ordinal_sum(g, h).unwrap(), store.ordinal_sum(g, k).unwrap());
        prop_assert_eq!(store.compare(h, k).unwrap(), store.compare(gh, gk).unwrap());
        if let Some(part) = store.subordinate(gh, g).unwrap() {
            prop_assert_eq!(part, h);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in r"[-+*^v{}()|,./<>\[\]0-9a-zA-Z:# \n;=±↑]{0,40}", any in any::<String>()) {
        let budget = grundy_budget::Budget::new(grundy_budget::Limits { positions: Some(20_000), ..Default::default() });
        let mut store = Store::new(&budget);
        for text in [text, any] {
            let _ = store.parse(&text);
            let _ = grundy_value::lang::parse_program(&text);
        }
    }
}
