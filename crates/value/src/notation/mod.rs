//! The notation of values: reading and printing.

mod print;
mod read;

pub use print::Style;
pub(crate) use print::{Names, Printed, Printer, SortKey};
