//! Painting bars: paint x adjacent unpainted squares of a bar, x in S.

use crate::octal::{Family, read_rule};
use grundy_game::{Info, Input, ParseError, TheoremNote};
use grundy_heap::Rule;

/// The painting games.
pub struct Paint;

impl Family for Paint {
    const INFO: Info = Info {
        name: "paint",
        summary: "bars of squares; paint x adjacent unpainted squares of one bar, x in S",
        rules: "A move paints x adjacent unpainted squares of one bar, where x belongs to S; what is left of the bar on both \
                sides stays in play as two bars. Whoever cannot paint loses.",
        notation: "paint(S):BARS with S like 2 or 1,2 or 1-4 and the lengths of the bars: paint(2):17",
        theorems: &[TheoremNote {
            statement: "If S contains 1 and 2, the first player wins every bar: paint the middle and answer by mirror images.",
            literature: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4",
        }],
        examples: &["paint(2):17", "paint(1,2):10", "paint(2,3):6,9"],
    };

    fn rule(input: &Input<'_>) -> Result<Rule, ParseError> {
        input.required_arguments("paint(2):17")?;
        read_rule(input, "paint")
    }

    const SMALL: &'static [&'static str] = &["paint(1)", "paint(2)", "paint(1,2)", "paint(2-3)"];
}
