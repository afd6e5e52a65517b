//! The state graph of a position with its kernel, levels and nimbers.
//!
//! `cargo run --example state_graph`

use grundy::game::NoFiles;
use grundy::solve::Settings;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = grundy::games::parse("nim:2,1", &NoFiles)?;
    let states = position.states(false, true, &Settings::default())?;
    for (number, text) in states.positions.iter().enumerate() {
        let kernel = if states.kernel[number] { "kernel" } else { "      " };
        let (level, nimber) = (states.levels[number], states.nimbers[number]);
        println!("{kernel}  level {level}  *{nimber}  {text} → {:?}", states.digraph.successors(number));
    }
    println!("kernel sequence: {:?}", states.kernel_sequence());
    Ok(())
}
