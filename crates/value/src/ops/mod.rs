//! Operations on values beyond order and sum, a file for each idea.

mod atomic;
mod days;
mod products;
mod reduced;
pub(crate) mod structure;
mod temper;
pub(crate) mod thermograph;
