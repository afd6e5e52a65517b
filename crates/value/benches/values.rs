//! Speed of the algebra of values: prints rates, no verdicts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy_value::{Dyadic, Result, Store, Value};

fn main() -> Result<()> {
    nine_switches()?;
    hot_nimber()?;
    day_three_sums()?;
    random_games()?;
    Ok(())
}

fn report(name: &str, time: Duration, note: &str) {
    println!("{name:<44} {:>10.3} ms   {note}", time.as_secs_f64() * 1000.0);
}

/// The best of several runs, each from an empty store.
fn best_of(runs: usize, mut run: impl FnMut() -> Result<()>) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// Sums of nine switches of distinct temperatures in canonical form, in rising and falling order.
fn nine_switches() -> Result<()> {
    let even: Vec<i64> = (1..=9).collect();
    let doubling: Vec<i64> = (0..9).map(|n| 1 << n).collect();
    for (name, heats) in [("±1 … ±9", even), ("±1, ±2, ±4 … ±256", doubling)] {
        for rising in [true, false] {
            let mut heats = heats.clone();
            if !rising {
                heats.reverse();
            }
            let mut values = 0;
            let time = best_of(20, || {
                let mut store = Store::default();
                black_box(sum_of_switches(&mut store, &heats)?);
                values = store.len();
                Ok(())
            })?;
            let order = if rising { "rising" } else { "falling" };
            report(&format!("sum of {name}, {order}"), time, &format!("{values} values"));
        }
    }
    Ok(())
}

fn sum_of_switches(store: &mut Store, heats: &[i64]) -> Result<Value> {
    let mut total = Value::ZERO;
    for &heat in heats {
        let heat = store.integer(heat)?;
        let switch = store.switch(&[heat])?;
        total = store.sum(total, switch)?;
    }
    Ok(total)
}

/// ∗14 heated by 1.
fn hot_nimber() -> Result<()> {
    let mut values = 0;
    let time = best_of(3, || {
        let mut store = Store::default();
        let (star, one) = (store.nimber(14)?, store.integer(1)?);
        black_box(store.heat(star, one)?);
        values = store.len();
        Ok(())
    })?;
    report("*14 heated by 1", time, &format!("{values} values"));
    Ok(())
}

/// All sums of two games born by day 3, each unordered pair once.
fn day_three_sums() -> Result<()> {
    let mut store = Store::default();
    let games = store.born_by(3)?;
    let start = Instant::now();
    for (place, &g) in games.iter().enumerate() {
        for &h in &games[place..] {
            black_box(store.sum(g, h)?);
        }
    }
    let time = start.elapsed();
    let sums = games.len() * (games.len() + 1) / 2;
    let rate = sums as f64 / time.as_secs_f64();
    report("all pairwise sums of the 1474 games of day 3", time, &format!("{rate:.0} sums/s, {} values", store.len()));
    Ok(())
}

/// 10^5 random games {a,b|c,d} of depth 2 to 3 over small numbers.
fn random_games() -> Result<()> {
    let mut store = Store::default();
    let mut random = Random(1);
    let count = 100_000;
    let start = Instant::now();
    for _ in 0..count {
        black_box(game(&mut store, &mut random, 2)?);
    }
    let time = start.elapsed();
    let rate = f64::from(count) / time.as_secs_f64();
    let bytes = store.bytes() / store.len();
    report("10^5 random games", time, &format!("{rate:.0} games/s, {} values, {bytes} bytes a value", store.len()));
    Ok(())
}

fn game(store: &mut Store, random: &mut Random, depth: u32) -> Result<Value> {
    if depth == 0 || random.below(5) == 0 {
        return store.number(&Dyadic::small(random.below(33) as i64 - 16, random.below(3) as u32));
    }
    let mut side = |random: &mut Random| -> Result<Vec<Value>> {
        (0..=random.below(2)).map(|_| game(store, random, depth - 1)).collect()
    };
    let (left, right) = (side(random)?, side(random)?);
    store.form(&left, &right)
}

/// A small generator of its own, so that every run measures the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
