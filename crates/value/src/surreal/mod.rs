//! Surreal numbers: for the learner as forms with their recursive definitions, for the worker as exact normal forms.

mod cut;
mod learn;
mod normal;
mod quotient;
mod signs;

pub use cut::{Cut, cut};
pub use learn::{Form, explain_le, explain_negative, explain_product, explain_sum};
pub use normal::Normal;
pub use quotient::Surreal;
pub use signs::{SIGNS_LIMIT, day_tree, from_signs, sign_expansion, simplest_between};

/// A rational number of any size.
pub type Rational = num_rational::Ratio<num_bigint::BigInt>;
