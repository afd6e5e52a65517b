//! Certificates: files that prove an answer. Their format, version 2.
//!
//! A certificate is a text. Its lines are, in order:
//! ```text
//! grundy certificate 2
//! position cram:2x3           the position, in its notation
//! play normal                 or: misere
//! nimber 1                    what is proved; or, under misère play: winner first | winner second
//! = 1 cram:2x3                a claim a line
//! = 0 cram:2x2
//! end 17 2b1f0c9d8e7a6b5c     the number of claims and a checksum of everything above
//! ```
//! A claim is one of
//! - `= N POSITION`: the nimber of the position is N;
//! - `- POSITION`: the player about to move loses.
//!
//! Claims of nimbers are about components in canonical form and prove each other by mex: `= N` needs an option of each
//! smaller nimber and that no option has nimber N. An option shows that it has not nimber N by claims on all its
//! components, or by claims on all but one and on an option of that one: a component with an option of some nimber has
//! another one. Claims of losses are about whole sums and form a set in which every move has a reply back into the set.
//! Since play ends, closed means true.

use grundy_game::Play;
use std::fmt::{self, Write};

/// A proof of an answer; [`crate::check()`] says whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The position in its notation.
    pub position: String,
    /// The play rule.
    pub play: Play,
    /// What is proved.
    pub proved: Proved,
    /// The claims, each with the notation of its position.
    pub claims: Vec<(Claim, String)>,
}

/// What a certificate proves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// Its nimber.
    Nimber(u64),
    /// Whether the player about to move wins.
    FirstWins(bool),
}

/// What is claimed of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// The nimber is this.
    Is(u64),
    /// The player about to move loses.
    Lost,
}

/// What is wrong with the text of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut body = format!("grundy certificate 2\nposition {}\nplay {}\n", self.position, self.play);
        match self.proved {
            Proved::Nimber(nimber) => writeln!(body, "nimber {nimber}")?,
            Proved::FirstWins(first) => writeln!(body, "winner {}", if first { "first" } else { "second" })?,
        }
        for (claim, position) in &self.claims {
            match claim {
                Claim::Is(nimber) => writeln!(body, "= {nimber} {position}")?,
                Claim::Lost => writeln!(body, "- {position}")?,
            }
        }
        writeln!(f, "{body}end {} {:016x}", self.claims.len(), checksum(body.as_bytes()))
    }
}

impl Certificate {
    /// Reads a certificate; every line must be exactly as it is written.
    pub fn read(text: &str) -> Result<Self, FormatError> {
        let mut lines = text.split_inclusive('\n').enumerate();
        let mut next = |problem: &'static str| {
            let end = || FormatError { line: text.lines().count() + 1, problem: "the text ends too early" };
            let (index, line) = lines.next().ok_or_else(end)?;
            let line_end =
                line.strip_suffix('\n').ok_or(FormatError { line: index + 1, problem: "the line is cut off" })?;
            Ok::<_, FormatError>((line_end, FormatError { line: index + 1, problem }))
        };
        let (line, error) = next("expected `grundy certificate 2`")?;
        (line == "grundy certificate 2").then_some(()).ok_or(error)?;
        let (line, error) = next("expected `position`")?;
        let position = line.strip_prefix("position ").ok_or(error)?.to_owned();
        let (line, error) = next("expected `play normal` or `play misere`")?;
        let play = match line {
            "play normal" => Play::Normal,
            "play misere" => Play::Misere,
            _ => return Err(error),
        };
        let (line, error) = next("expected `nimber` or `winner`")?;
        let proved = match line.split_once(' ') {
            Some(("nimber", nimber)) => Proved::Nimber(number(nimber).ok_or(error)?),
            Some(("winner", "first")) => Proved::FirstWins(true),
            Some(("winner", "second")) => Proved::FirstWins(false),
            _ => return Err(error),
        };
        let mut claims = Vec::new();
        loop {
            let (line, error) = next("expected a claim or the end")?;
            if let Some(end) = line.strip_prefix("end ") {
                let above: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
                if above + line.len() + 1 != text.len() {
                    return Err(FormatError { problem: "something follows the end", ..error });
                }
                let right = format!("{} {:016x}", claims.len(), checksum(&text.as_bytes()[..above]));
                let error = FormatError { problem: "the number of claims or the checksum is wrong", ..error };
                return if end == right { Ok(Self { position, play, proved, claims }) } else { Err(error) };
            }
            claims.push(claim(line).ok_or(error)?);
        }
    }
}

fn claim(line: &str) -> Option<(Claim, String)> {
    if let Some(position) = line.strip_prefix("- ") {
        return Some((Claim::Lost, position.to_owned()));
    }
    let (nimber, position) = line.strip_prefix("= ")?.split_once(' ')?;
    Some((Claim::Is(number(nimber)?), position.to_owned()))
}

/// A number written the one way that is allowed.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

/// FNV-1a, 64 bits: against accidents; forgeries are caught by checking the claims.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_may_follow_the_end() {
        let claims = vec![(Claim::Is(1), "nim:1".to_owned())];
        let certificate =
            Certificate { position: "nim:1".to_owned(), play: Play::Normal, proved: Proved::Nimber(1), claims };
        let text = certificate.to_string();
        assert_eq!(Certificate::read(&text), Ok(certificate));
        for more in ["\n", "x", "= 0 nim:0\n", "óóóóóóóóóóóóóóóóóóóóóó", "ó\n"] {
            let error = Certificate::read(&(text.clone() + more)).unwrap_err();
            assert_eq!(error.to_string(), "line 6: something follows the end", "{more:?}");
        }
    }
}
