//! Whole tables on disk: filling, probing, checking, exporting.

mod fill;
mod processes;
mod read;

pub use fill::{FillOptions, fill};
pub use read::{CheckOptions, ExportOptions, InfoOptions, ProbeOptions, check, export, info, open, probe};

use super::position;
use crate::failure::Failure;
use grundy_lang::Text;
use grundy_solve::{Subject, Tabling};

/// A position of one game, and the way in which that game is tabled.
fn tabled(text: &str) -> Result<(Box<dyn Subject>, Box<dyn Tabling>), Failure> {
    let position = position(text)?;
    let [only] = position.parts() else {
        return Err(Failure::Usage(Text::new("a table is about one game, not about a sum")));
    };
    let tabling = only.tabled().ok_or_else(|| {
        let text = Text::new("`{position}` cannot be tabled: its game has no way for it, or it is too large");
        Failure::Usage(text.with("position", only.text()))
    })?;
    Ok((only.clone(), tabling))
}
