//! What is to be done for a question: method, play rule and kind of position, resolved once.
//!
//! Every method either runs as it was asked for or is refused with what would work. Nothing else in this room looks at
//! [`Method`]: the studies are told their way.

use crate::{Method, Position, Settings, Stop};
use grundy_game::{Kind, Play, Text};

/// How the question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The nimbers of the parts, added by nim-sum: impartial positions under normal play.
    Nimbers(NimberWay),
    /// The values of the parts, added; where they are out of reach, who wins by the second way, if there is one.
    Values(ValueWay, Option<OutcomeWay>),
    /// Who wins the position as a whole.
    Outcomes(OutcomeWay),
    /// Who wins or that nobody does, by retrograde analysis.
    Verdicts(VerdictWay),
}

/// How it is found out who wins where nobody may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerdictWay {
    /// By a theorem where there is one; the moves from the verdicts on everything that can be reached.
    Auto,
    /// The loopy nimbers of the parts, added.
    Nimbers,
    /// The verdicts on everything that can be reached from the whole position.
    Whole,
    /// By a theorem or not at all.
    Theorem,
}

/// How nimbers are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimberWay {
    /// By a theorem, the game's own tables, or search, whichever comes first.
    Auto,
    /// By a theorem or not at all.
    Theorem,
    /// From the labels of the state graph.
    Kernel,
    /// By search without theorems.
    Search,
}

/// How values are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueWay {
    /// By a theorem where there is one, otherwise as canonical forms.
    Auto,
    /// By a theorem or not at all.
    Theorem,
    /// As canonical forms, without theorems.
    Canonical,
}

/// How it is found out who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeWay {
    /// By the game's own tables where it has them, otherwise by search that uses what is known of components.
    Auto,
    /// By a theorem or not at all.
    Theorem,
    /// From the kernel of the state graph.
    Kernel,
    /// By search without theorems.
    Search,
    /// By plain recursion without a table.
    Recursion,
}

impl Plan {
    /// The plan for a position, or why the method does not suit it.
    pub fn of(position: &Position, settings: &Settings) -> Result<Self, Stop> {
        two_players(position)?;
        let (method, kind, play) = (settings.method, position.kind(), settings.play);
        if !position.may_be_drawn() {
            return Self::new(method, kind, play);
        }
        let parts = position.parts();
        if let Some(part) = parts.iter().find(|part| parts.len() > 1 && part.declares()) {
            let text = Text::new(
                "{part} cannot be part of a sum: its rules say themselves who has won, and not that whoever cannot move has lost",
            );
            return Err(Stop::Unsuitable(text.with("part", part.text())));
        }
        let by_nimbers = kind == Kind::Impartial && play == Play::Normal && !parts.iter().any(|part| part.declares());
        Ok(Self::Verdicts(match method {
            Method::Auto if by_nimbers => VerdictWay::Nimbers,
            Method::Auto => VerdictWay::Auto,
            Method::Retrograde => VerdictWay::Whole,
            Method::Theorem => VerdictWay::Theorem,
            Method::Kernel | Method::Search | Method::Value | Method::Recursion => {
                return Err(refused(method, NOT_DRAWN));
            }
        }))
    }

    /// The plan for a position of this kind in which every play ends and somebody wins, or why the method does not suit it.
    pub fn new(method: Method, kind: Kind, play: Play) -> Result<Self, Stop> {
        Ok(match (method, kind, play) {
            (Method::Retrograde, _, _) => Self::Verdicts(VerdictWay::Whole),
            (Method::Recursion, _, _) => Self::Outcomes(OutcomeWay::Recursion),
            (Method::Kernel, Kind::Partisan, _) => return Err(refused(method, NOT_PARTISAN)),
            (Method::Value, _, Play::Misere) => return Err(refused(method, NOT_MISERE)),
            (Method::Auto, _, Play::Misere) => Self::Outcomes(OutcomeWay::Auto),
            (Method::Theorem, _, Play::Misere) => Self::Outcomes(OutcomeWay::Theorem),
            (Method::Kernel, Kind::Impartial, Play::Misere) => Self::Outcomes(OutcomeWay::Kernel),
            (Method::Search, _, Play::Misere) | (Method::Search, Kind::Partisan, Play::Normal) => {
                Self::Outcomes(OutcomeWay::Search)
            }
            (Method::Auto, Kind::Impartial, Play::Normal) => Self::Nimbers(NimberWay::Auto),
            (Method::Theorem, Kind::Impartial, Play::Normal) => Self::Nimbers(NimberWay::Theorem),
            (Method::Kernel, Kind::Impartial, Play::Normal) => Self::Nimbers(NimberWay::Kernel),
            (Method::Search | Method::Value, Kind::Impartial, Play::Normal) => Self::Nimbers(NimberWay::Search),
            (Method::Auto, Kind::Partisan, Play::Normal) => Self::Values(ValueWay::Auto, Some(OutcomeWay::Auto)),
            (Method::Theorem, Kind::Partisan, Play::Normal) => {
                Self::Values(ValueWay::Theorem, Some(OutcomeWay::Theorem))
            }
            (Method::Value, Kind::Partisan, Play::Normal) => Self::Values(ValueWay::Canonical, None),
        })
    }

    /// The plan for nimbers alone.
    pub fn nimbers(position: &Position, settings: &Settings) -> Result<NimberWay, Stop> {
        two_players(position)?;
        if position.kind() != Kind::Impartial || settings.play != Play::Normal || position.may_be_drawn() {
            return Err(Stop::Unsuitable(Text::new("nimbers are for impartial positions under normal play")));
        }
        match Self::of(position, settings)? {
            Self::Nimbers(way) => Ok(way),
            Self::Values(..) | Self::Outcomes(_) | Self::Verdicts(_) => Err(refused(settings.method, NO_NIMBERS)),
        }
    }
}

/// Refuses games of more than two players.
pub(crate) fn two_players(position: &Position) -> Result<(), Stop> {
    match position.players() {
        0..=2 => Ok(()),
        more => Err(Stop::two_players_only(more)),
    }
}

const NOT_PARTISAN: &str = "kernels decide impartial positions, and this one is partisan; `search` and `value` suit it";
const NOT_MISERE: &str = "values are for normal play; `search` suits misère play";
const NO_NIMBERS: &str = "it says who wins but finds no nimber; `search` and `kernel` do";
const NOT_DRAWN: &str = "this game may be drawn, and only `retrograde` tells a draw from a win";

fn refused(method: Method, why: &'static str) -> Stop {
    let text = Text::new("the method `{method}` does not suit the question: {why}").with("method", method);
    Stop::Unsuitable(text.with_text("why", Text::new(why)))
}

impl OutcomeWay {
    /// The method that an answer found this way names.
    pub(crate) fn method(self) -> Method {
        match self {
            Self::Auto | Self::Search => Method::Search,
            Self::Theorem => Method::Theorem,
            Self::Kernel => Method::Kernel,
            Self::Recursion => Method::Recursion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination runs as asked or is refused; the ways named never mix.
    #[test]
    fn every_combination_is_resolved() {
        for method in Method::ALL {
            for kind in [Kind::Impartial, Kind::Partisan] {
                for play in Play::ALL {
                    let plan = Plan::new(method, kind, play);
                    let suits = match method {
                        Method::Kernel => kind == Kind::Impartial,
                        Method::Value => play == Play::Normal,
                        _ => true,
                    };
                    assert_eq!(plan.is_ok(), suits, "{method} {kind} {play}");
                    if let Ok(Plan::Outcomes(way)) = plan {
                        let named = if method == Method::Auto { Method::Search } else { method };
                        assert_eq!(way.method(), named, "{method} {kind} {play}");
                    }
                }
            }
        }
    }
}
