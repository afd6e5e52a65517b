//! Certificates: files that prove an answer.
//!
//! `docs/certificates.md` describes the format line by line and says why each kind proves what it says.

mod frame;
mod games;
mod heaps;
mod kernel;

pub use frame::{FormatError, VERSION};
pub use games::{Bound, FormulaProof, NimberProof, OutcomeProof, ValueProof, VerdictProof};
pub use heaps::{PeriodProof, QuotientProof, Repeats};
pub use kernel::{Arcs, KernelProof, NoKernelProof, ProofStep};

use frame::{Draft, Lines};
use grundy_game::{Outcome, Play, Text};
use std::fmt;

/// A proof of an answer; [`crate::check()`] says whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The nimber of an impartial position under normal play.
    Nimber(NimberProof),
    /// Who wins a position of any kind under either play rule.
    Outcome(OutcomeProof),
    /// Who wins a position that may be drawn, or that nobody does.
    Verdict(VerdictProof),
    /// The value of a position under normal play.
    Value(ValueProof),
    /// A kernel of a digraph.
    Kernel(KernelProof),
    /// A digraph has no kernel.
    NoKernel(NoKernelProof),
    /// The nimbers of a rule on heaps repeat.
    Period(PeriodProof),
    /// The misère quotient of a rule on heaps.
    Quotient(QuotientProof),
    /// A quantified formula is true, or false.
    Formula(FormulaProof),
}

/// Who wins, as a sentence.
pub(crate) fn sentence(outcome: Outcome) -> Text {
    Text::new(match outcome {
        Outcome::First => "the first player wins",
        Outcome::Second => "the second player wins",
        Outcome::Left => "Left wins, whoever starts",
        Outcome::Right => "Right wins, whoever starts",
        Outcome::Draw => "nobody wins: the game is a draw",
        Outcome::LeftFirst => "Left wins when starting; when Right starts, the game is a draw",
        Outcome::RightFirst => "Right wins when starting; when Left starts, the game is a draw",
        Outcome::LeftSecond => "Left wins when Right starts; when Left starts, the game is a draw",
        Outcome::RightSecond => "Right wins when Left starts; when Right starts, the game is a draw",
    })
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut draft = Draft::new(self.kind());
        match self {
            Self::Nimber(proof) => proof.write(&mut draft),
            Self::Outcome(proof) => proof.write(&mut draft),
            Self::Verdict(proof) => proof.write(&mut draft),
            Self::Value(proof) => proof.write(&mut draft),
            Self::Kernel(proof) => proof.write(&mut draft),
            Self::NoKernel(proof) => proof.write(&mut draft),
            Self::Period(proof) => proof.write(&mut draft),
            Self::Quotient(proof) => proof.write(&mut draft),
            Self::Formula(proof) => proof.write(&mut draft),
        }
        f.write_str(&draft.finish())
    }
}

impl Certificate {
    /// The name of the kind of proof.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Nimber(_) => "nimber",
            Self::Outcome(_) => "outcome",
            Self::Verdict(_) => "verdict",
            Self::Value(_) => "value",
            Self::Kernel(_) => "kernel",
            Self::NoKernel(_) => "no-kernel",
            Self::Period(_) => "period",
            Self::Quotient(_) => "quotient",
            Self::Formula(_) => "formula",
        }
    }

    /// Reads a certificate; every line must be exactly as it is written.
    pub fn read(text: &str) -> Result<Self, FormatError> {
        let mut lines = Lines::open(text)?;
        let read = match lines.after("kind")? {
            "nimber" => Self::Nimber(NimberProof::read(&mut lines)?),
            "outcome" => Self::Outcome(OutcomeProof::read(&mut lines)?),
            "verdict" => Self::Verdict(VerdictProof::read(&mut lines)?),
            "value" => Self::Value(ValueProof::read(&mut lines)?),
            "kernel" => Self::Kernel(KernelProof::read(&mut lines)?),
            "no-kernel" => Self::NoKernel(NoKernelProof::read(&mut lines)?),
            "period" => Self::Period(PeriodProof::read(&mut lines)?),
            "quotient" => Self::Quotient(QuotientProof::read(&mut lines)?),
            "formula" => Self::Formula(FormulaProof::read(&mut lines)?),
            _ => return Err(lines.wrong("kind")),
        };
        if lines.is_over() { Ok(read) } else { Err(lines.wrong("end")) }
    }

    /// What is proved, as a sentence.
    pub fn statement(&self) -> Text {
        match self {
            Self::Nimber(proof) => Text::new("the nimber of {position} is {nimber}")
                .with("position", &proof.position)
                .with("nimber", proof.nimber),
            Self::Outcome(proof) => {
                let who = match (proof.outcome, proof.play) {
                    (Outcome::First, Play::Normal) => "the first player wins {position} under normal play",
                    (Outcome::First, Play::Misere) => "the first player wins {position} under misère play",
                    (Outcome::Second, Play::Normal) => "the second player wins {position} under normal play",
                    (Outcome::Second, Play::Misere) => "the second player wins {position} under misère play",
                    (Outcome::Left, Play::Normal) => "Left wins {position} under normal play, whoever starts",
                    (Outcome::Left, Play::Misere) => "Left wins {position} under misère play, whoever starts",
                    (Outcome::Right, Play::Normal) => "Right wins {position} under normal play, whoever starts",
                    (Outcome::Right, Play::Misere) => "Right wins {position} under misère play, whoever starts",
                    // The checker refuses such a certificate.
                    (_, Play::Normal | Play::Misere) => "{position} may be drawn",
                };
                Text::new(who).with("position", &proof.position)
            }
            Self::Verdict(proof) => {
                let what = match proof.play {
                    Play::Normal => "{position} under normal play: {verdict}",
                    Play::Misere => "{position} under misère play: {verdict}",
                };
                Text::new(what).with("position", &proof.position).with_text("verdict", sentence(proof.outcome))
            }
            Self::Value(proof) => Text::new("the value of {position} is {value}")
                .with("position", &proof.position)
                .with("value", &proof.value),
            Self::Kernel(proof) => {
                Text::new("{members} vertices are a kernel of the digraph with {order} vertices and {arcs} arcs")
                    .with("members", proof.kernel.len())
                    .with("order", proof.digraph.order)
                    .with("arcs", proof.digraph.arcs.len())
            }
            Self::NoKernel(proof) => Text::new("the digraph with {order} vertices and {arcs} arcs has no kernel")
                .with("order", proof.digraph.order)
                .with("arcs", proof.digraph.arcs.len()),
            Self::Period(proof) => {
                Text::new("the nimbers of {rule} repeat with least period {period} from heap {preperiod} on")
                    .with("rule", &proof.rule)
                    .with("period", proof.period)
                    .with("preperiod", proof.preperiod)
            }
            Self::Quotient(proof) => {
                let what = match proof.repeats {
                    Some(_) => "the misère quotient of {rule} has order {order}",
                    None => "the misère quotient of {rule} for heaps to {heap} has order {order}",
                };
                Text::new(what)
                    .with("rule", &proof.rule)
                    .with("order", proof.order)
                    .with("heap", proof.images.len().saturating_sub(1))
            }
            Self::Formula(proof) => {
                let what = if proof.holds { "the formula {formula} is true" } else { "the formula {formula} is false" };
                Text::new(what).with("formula", &proof.formula)
            }
        }
    }

    /// How many claims, steps or numbers there are to check.
    pub fn size(&self) -> usize {
        match self {
            Self::Nimber(proof) => proof.claims.len(),
            Self::Outcome(proof) => proof.claims.len(),
            Self::Verdict(proof) => proof.claims.len(),
            Self::Value(proof) => proof.claims.len(),
            Self::Kernel(proof) => proof.kernel.len(),
            Self::NoKernel(proof) => proof.steps.len(),
            Self::Period(_) => 2,
            Self::Quotient(proof) => proof.table.len() + proof.images.len(),
            Self::Formula(proof) => proof.choices.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Certificate {
        let claims = vec![(1, "nim:1".to_owned())];
        Certificate::Nimber(NimberProof { position: "nim:1".to_owned(), nimber: 1, claims })
    }

    #[test]
    fn nothing_may_follow_the_end() {
        let text = example().to_string();
        assert_eq!(Certificate::read(&text), Ok(example()));
        for more in ["\n", "x", "= 0 nim:0\n", "óóóóóóóóóóóóóóóóóóóóóó", "ó\n", "\r\n"] {
            assert!(Certificate::read(&(text.clone() + more)).is_err(), "{more:?}");
        }
    }

    #[test]
    fn other_versions_are_refused_with_a_sentence() {
        let old = "grundy certificate 2\nposition nim:1\nplay normal\nnimber 1\n= 1 nim:1\nend 1 0000000000000000\n";
        let error = Certificate::read(old).unwrap_err();
        assert_eq!(error.to_string(), "line 1: this is version 2 of the format, and only version 3 is read here");
        assert!(Certificate::read("").is_err());
    }
}
