//! Partizan Euclid: the two ways to divide with remainder, one for each player.

use grundy_game::{Game, Info, Input, Kind, ParseError, Player, Rules, Text, TheoremNote};
use grundy_value::{Store, Value, ValueError};

/// The rules of Partizan Euclid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartizanEuclid;

/// The larger numbers are refused: Right's remainders can shrink by one at a time.
const LARGEST: u64 = 1 << 20;

impl Rules for PartizanEuclid {
    /// The dividend and the divisor.
    type Position = (u64, u64);
    /// The remainder that becomes the divisor.
    type Move = u64;

    fn kind(&self) -> Kind {
        Kind::Partisan
    }

    fn moves(&self, &(p, q): &(u64, u64), player: Player, moves: &mut Vec<u64>) {
        let remainder = p % q;
        if remainder > 0 {
            moves.push(if player == Player::Left { remainder } else { q - remainder });
        }
    }

    fn play(&self, position: &mut (u64, u64), &remainder: &u64) {
        *position = (position.1, remainder);
    }

    /// Only the remainder matters.
    fn canonicalise(&self, position: &mut (u64, u64)) {
        position.0 %= position.1;
        if position.0 == 0 {
            *position = (1, 1);
        }
    }

    fn weight(&self, position: &(u64, u64)) -> usize {
        position.1.checked_ilog2().map_or(0, |log| log as usize)
    }

    fn closed_value(&self, &(p, q): &(u64, u64), _: &mut Store) -> Result<Option<Value>, ValueError> {
        Ok((p % q == 0).then_some(Value::ZERO))
    }

    fn value_theorem(&self, &(p, q): &(u64, u64)) -> Option<Text> {
        let text = Text::new("{q} divides {p}: nobody can move").with("p", p).with("q", q);
        (p % q == 0).then_some(text)
    }
}

impl Game for PartizanEuclid {
    const INFO: Info = Info {
        name: "peuclid",
        summary: "Partizan Euclid: divide with remainder from below (Left) or from above (Right)",
        rules: "Of the pair p, q with p = kq + r and 0 < r < q, Left moves to q, r and Right to q, q - r. Whoever cannot move, \
                because q divides p, loses.",
        notation: "peuclid:P,Q, two numbers from 1 to 1048576: peuclid:7,5",
        theorems: &[TheoremNote {
            statement: "All positions are infinitesimal: both players can move, or neither.",
            literature: "N. A. McKay and R. J. Nowakowski, Outcomes of partizan Euclid (2012)",
        }],
        examples: &["peuclid:7,5", "peuclid:1,8", "peuclid:34,21"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, (u64, u64)), ParseError> {
        input.no_arguments()?;
        let help = format!("expected two numbers from 1 to {LARGEST}, such as 7,5");
        match input.heaps()?[..] {
            [p, q] if [p, q].iter().all(|number| (1..=LARGEST).contains(number)) => Ok((Self, (p, q))),
            [_, _] => Err(input.position_error("a number is out of range").help(help)),
            _ => Err(input.position_error("this is no pair of numbers").help(help)),
        }
    }

    fn write(&self, &(p, q): &(u64, u64)) -> String {
        format!("{p},{q}")
    }

    fn label(&self, &(_, q): &(u64, u64), remainder: &u64) -> String {
        format!("to {q},{remainder}")
    }

    fn small() -> Vec<String> {
        (1..=9).flat_map(|p| (1..=9).map(move |q| format!("peuclid:{p},{q}"))).collect()
    }
}
