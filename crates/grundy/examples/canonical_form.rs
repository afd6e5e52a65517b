//! Canonical forms, means and temperatures of values and of positions.
//!
//! `cargo run --example canonical_form`

use grundy::game::NoFiles;
use grundy::solve::position_value;
use grundy::value::Store;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = Store::default();
    for text in ["{5|2||-1}", "{0|0} + {0|0}", "^ + ^ + *"] {
        let value = store.parse(text)?;
        println!("{text} = {}, mean {}", store.print(value)?, store.mean(value)?);
    }
    for text in ["domineering:3x4", "toads:TT_FF", "hackenbush:lr + nim:3"] {
        let position = grundy::games::parse(text, &NoFiles)?;
        let value = position_value(&position, 0, &mut store)?;
        println!("{text} = {}, temperature {}", store.print(value)?, store.temperature(value)?);
    }
    Ok(())
}
