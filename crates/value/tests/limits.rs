//! Large, deep and hostile input: exact or refused, never a crash.

use grundy_budget::{Budget, Exhausted, Limits};
use grundy_value::lang::{NoPositions, Session};
use grundy_value::{Dyadic, Nus, SharedStore, Store, Value, ValueError};

/// {…{{1|-1}|-5}…|-5n}: every left option is one move deeper.
fn deep(store: &mut Store, depth: i64) -> Value {
    let one = store.integer(1).unwrap();
    let mut game = store.switch(&[one]).unwrap();
    for level in 1..depth {
        let right = store.integer(-5 * level).unwrap();
        game = store.form(&[game], &[right]).unwrap();
    }
    game
}

#[test]
fn deep_games_are_refused_and_do_not_overflow_the_stack() {
    let mut store = Store::default();
    let game = deep(&mut store, 5000);
    assert!(matches!(store.sum(game, game), Err(ValueError::TooDeep { .. })));
    assert!(matches!(store.print(game), Err(ValueError::TooDeep { .. })));
    assert!(matches!(store.negative(game), Err(ValueError::TooDeep { .. })));
    // What needs no recursion works at any depth.
    assert_eq!(store.stop_count(game).unwrap(), 5001.into());
    assert!(store.birthday(game).unwrap() >= 5000.into());
    assert_eq!(store.right_stop(game), Dyadic::from(-5 * 4999));
    let shallow = deep(&mut store, 50);
    let negative = store.negative(shallow).unwrap();
    assert_eq!(store.sum(shallow, negative).unwrap(), Value::ZERO);
}

#[test]
fn numbers_of_any_size() {
    let mut store = Store::default();
    let tiny = Dyadic::ONE.divided_by_power(200);
    let value = store.number(&tiny).unwrap();
    let text = store.print(value).unwrap();
    assert_eq!(store.parse(&text).unwrap(), value);
    let half = store.number(&tiny.half()).unwrap();
    assert_eq!(store.form(&[Value::ZERO], &[value]).unwrap(), half);
    // Stops beyond machine words compare exactly.
    let large = store.parse("{9223372036854775808|-9223372036854775808}").unwrap();
    assert_eq!(store.sum(large, large).unwrap(), Value::ZERO);
    let one = store.integer(1).unwrap();
    assert!(!store.le(large, one).unwrap());
    let bound = store.parse("9223372036854775809").unwrap();
    assert!(store.le(large, bound).unwrap());
    assert_eq!(store.left_stop(large).to_string(), "9223372036854775808");
}

#[test]
fn multiples_and_nimbers_at_the_edge() {
    let mut store = Store::default();
    let up = store.compact(Nus { number: Dyadic::ZERO, ups: i64::MAX, nimber: u64::MAX }).unwrap();
    let one_up = store.parse("^").unwrap();
    assert!(matches!(store.sum(up, one_up), Err(ValueError::TooLarge { .. })));
    assert!(store.le(one_up, up).unwrap());
    let nimber = store.nimber(u64::MAX).unwrap();
    assert_eq!(store.sum(nimber, nimber).unwrap(), Value::ZERO);
    assert!(matches!(store.left_options(nimber), Err(ValueError::TooLarge { .. })));
}

#[test]
fn memory_is_asked_of_the_budget_and_given_back() {
    let budget = Budget::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    let mut store = Store::new(&budget);
    let result = (0..).try_for_each(|n| store.nimber(n).map(|_| ()));
    assert_eq!(result, Err(ValueError::Exhausted(Exhausted::Memory)));
    assert!(budget.memory() > 0);
    drop(store);
    assert_eq!(budget.memory(), 0);
}

#[test]
fn a_cancelled_budget_stops_every_operation() {
    let budget = Budget::unlimited();
    let mut store = Store::new(&budget);
    budget.cancel();
    let games: Vec<_> = (1..40).map(|n| format!("+-{{{n},{n}*}}")).collect();
    let result = games.iter().try_fold(Value::ZERO, |total, game| {
        let game = store.parse(game)?;
        store.sum(total, game)
    });
    assert_eq!(result, Err(ValueError::Exhausted(Exhausted::Cancelled)));
}

#[test]
fn threads_share_one_store() {
    let store = SharedStore::default();
    let texts = ["{5|2||-1}", "^[2]*", "+-{1,1*}", "Tiny(2)", "{0,*|^ || -1}"];
    let values = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                let store = store.clone();
                scope.spawn(move || {
                    let mut values: Vec<_> = (0..texts.len())
                        .map(|place| (place + worker) % texts.len())
                        .map(|place| (place, store.with(|store| store.parse(texts[place]).unwrap())))
                        .collect();
                    values.sort_unstable();
                    values
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(values.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn long_ways_down_are_refused_at_once() {
    let mut store = Store::default();
    let far = store.parse("-1823437481924").unwrap();
    assert_eq!(store.companion(far).unwrap(), far);
    assert!(matches!(store.followers(far), Err(ValueError::TooLarge { .. })));
    assert!(matches!(store.ordinal_sum(Value::STAR, far), Err(ValueError::TooLarge { .. })));
    assert_eq!(store.misere_outcome(far).unwrap(), grundy_value::Outcome::Left);
    let thin = store.number(&Dyadic::ONE.divided_by_power(3_000_000)).map(|thin| store.followers(thin));
    assert!(matches!(thin, Err(ValueError::TooLarge { .. }) | Ok(Err(ValueError::TooLarge { .. }))));
}

#[test]
fn products_ask_the_budget() {
    let mut store = Store::default();
    let (a, b) = (store.nimber(100).unwrap(), store.nimber(200).unwrap());
    let nim_product = grundy_value::nimber::product(100, 200) as u64;
    assert_eq!(store.product(a, b).unwrap(), store.nimber(nim_product).unwrap());
    let budget = Budget::new(Limits { positions: Some(20_000), ..Limits::default() });
    let mut store = Store::new(&budget);
    let (a, b) = (store.parse("{*40|^}").unwrap(), store.parse("{*50|^^}").unwrap());
    assert_eq!(store.product(a, b), Err(ValueError::Exhausted(Exhausted::Positions)));
}

#[test]
fn lists_count_as_memory_while_the_program_runs() {
    let budget = Budget::new(Limits { memory: Some(8 << 20), ..Limits::default() });
    let mut session = Session::new(Store::new(&budget), NoPositions);
    let before = budget.memory();
    let error = session.run_to_texts("length([1..1000 for n in 1..1000])").unwrap_err();
    assert_eq!(error.exhausted, Some(Exhausted::Memory));
    assert!(session.run_to_texts("length([1..10 for n in 1..10])").is_ok());
    assert!(budget.memory() < before + (1 << 20), "{} {before}", budget.memory());
}
