//! The value of a sum of positions, and the thermograph of a value as a picture.

use crate::{Position, Settings, Stop, ValueWay};
use grundy_draw::{Kink, Picture, Thermograph};
use grundy_game::Text;
use grundy_value::{Dyadic, Store, Value, ValueError, Wall};

/// Draws the thermograph of `value`.
pub fn thermograph_picture(store: &mut Store, value: Value, title: &str) -> Result<Picture, ValueError> {
    let graph = store.thermograph(value)?;
    Ok(Thermograph::new(corners(&graph.left), corners(&graph.right)).picture(title))
}

/// The corners of a wall from temperature 0 up: what lies below is not part of the usual drawing.
fn corners(wall: &Wall) -> Vec<Kink> {
    let zero = Dyadic::from(0);
    let mut kinks = vec![kink(&wall.at(&zero), &zero)];
    let above = wall.corners().into_iter().filter(|(_, temperature)| *temperature > zero);
    kinks.extend(above.map(|(value, temperature)| kink(&value, &temperature)));
    kinks
}

fn kink(value: &Dyadic, temperature: &Dyadic) -> Kink {
    Kink {
        value: place(value),
        temperature: place(temperature),
        value_label: value.to_string(),
        temperature_label: temperature.to_string(),
    }
}

/// Where a number is drawn; its label is exact.
fn place(number: &Dyadic) -> f64 {
    number.as_small().map_or(0.0, |(numerator, exponent)| numerator as f64 / 2f64.powi(exponent.min(60) as i32))
}

/// The value of a sum of positions, found by as many threads as [`Settings`] would say.
pub fn position_value(position: &Position, threads: usize, store: &mut Store) -> Result<Value, ValueError> {
    let settings = Settings { budget: store.budget().clone(), threads, ..Settings::default() };
    let mut total = Value::ZERO;
    if position.may_be_drawn() {
        let text = Text::new("{position} may be drawn, and has no value here").with("position", position);
        return Err(ValueError::undefined(text));
    }
    for part in position.parts() {
        let found = part.values(ValueWay::Auto, &settings).value(store).map_err(|stop| match stop {
            Stop::Exhausted(exhausted) => ValueError::Exhausted(exhausted),
            other => ValueError::undefined(Text::verbatim(other)),
        })?;
        total = store.sum(total, found.value)?;
    }
    Ok(total)
}
