//! The notation of values: reading and printing.

mod print;
mod read;

pub(crate) use print::{Names, Printed, Printer, SortKey};
pub use print::Style;
