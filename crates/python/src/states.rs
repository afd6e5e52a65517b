//! State graphs.

use crate::array::Column;
use crate::picture::Drawing;
use grundy::draw::{Picture, State, StateGraph as Chart};
use grundy::game::{Kind, Outcome, Player};
use grundy::lang::Text;
use grundy::solve::{Position, Settings, StateMap, Stop};
use pyo3::prelude::*;

/// Positions that are drawn at most.
const DRAWN: usize = 400;

/// All positions that can be reached from a start, numbered in the order in which they are met, with an arc for every move.
/// The start is number 0.
#[pyclass(frozen, module = "grundy", name = "StateGraph")]
pub struct StateGraph {
    positions: Vec<String>,
    sources: Vec<u32>,
    targets: Vec<u32>,
    /// Who makes the move, in partisan games: 0 Left, 1 Right.
    players: Option<Vec<bool>>,
    labels: Labels,
    levels: Vec<u32>,
    complete: bool,
}

/// What is known of the positions.
enum Labels {
    Impartial { kernel: Vec<bool>, nimbers: Vec<u32>, remoteness: Vec<u32> },
    Partisan { outcomes: Vec<Option<Outcome>> },
}

impl StateGraph {
    pub fn explore(position: &Position, merge: bool, most: usize, settings: &Settings) -> Result<Self, Stop> {
        // Where play may go round or be drawn, positions have no nimbers to tell.
        if position.kind() == Kind::Partisan || position.may_be_drawn() {
            return Self::partisan(position, most.max(1), settings);
        }
        let found = position.states(merge, true, settings)?;
        let (mut sources, mut targets) = (Vec::new(), Vec::new());
        for (from, to) in found.digraph.arcs() {
            sources.push(from as u32);
            targets.push(to as u32);
        }
        let labels = Labels::Impartial { kernel: found.kernel, nimbers: found.nimbers, remoteness: found.remoteness };
        Ok(Self {
            positions: found.positions,
            sources,
            targets,
            players: None,
            labels,
            levels: found.levels,
            complete: true,
        })
    }

    fn partisan(position: &Position, most: usize, settings: &Settings) -> Result<Self, Stop> {
        let map = StateMap::explore(position, most, settings)?;
        let (mut sources, mut targets, mut players) = (Vec::new(), Vec::new(), Vec::new());
        for (from, state) in map.states.iter().enumerate() {
            for player in Player::BOTH {
                for (to, _) in &state.options[player as usize] {
                    sources.push(from as u32);
                    targets.push(*to as u32);
                    players.push(player == Player::Right);
                }
            }
        }
        Ok(Self {
            positions: map.states.iter().map(|state| state.position.to_string()).collect(),
            levels: map.states.iter().map(|state| state.level as u32).collect(),
            labels: Labels::Partisan { outcomes: map.states.iter().map(|state| state.outcome).collect() },
            complete: map.complete,
            sources,
            targets,
            players: Some(players),
        })
    }

    fn drawn(&self) -> Picture {
        let name = |text: &str| text.split_once(':').map_or(text, |(_, position)| position).to_owned();
        let states = self.positions.iter().enumerate().map(|(v, text)| {
            let state = State::new(name(text)).level(self.levels[v] as usize);
            match &self.labels {
                Labels::Impartial { kernel, nimbers, .. } => state.value(nimbers[v].to_string()).kernel(kernel[v]),
                Labels::Partisan { outcomes } => {
                    let word = outcomes[v].map_or("?", Outcome::name);
                    state.value(word).kernel(outcomes[v] == Some(Outcome::Second))
                }
            }
        });
        let arcs = self.sources.iter().zip(&self.targets).map(|(&from, &to)| (from as usize, to as usize));
        let chart = Chart::new(states.collect(), arcs.collect()).current(0);
        let title = Text::new("State graph of {position}").with("position", &self.positions[0]);
        if self.positions.len() <= DRAWN {
            return chart.picture("").titled(title);
        }
        chart.neighbourhood(0, usize::MAX, DRAWN).0.picture("").titled(title)
    }
}

#[pymethods]
impl StateGraph {
    fn __len__(&self) -> usize {
        self.positions.len()
    }

    /// The positions in their notation.
    #[getter]
    fn positions(&self) -> Vec<String> {
        self.positions.clone()
    }

    /// Whether everything that can be reached is here.
    #[getter]
    fn complete(&self) -> bool {
        self.complete
    }

    /// The numbers of the positions in which the moves are made.
    #[getter]
    fn sources(&self) -> Column {
        Column::words(self.sources.clone())
    }

    /// The numbers of the positions to which the moves lead.
    #[getter]
    fn targets(&self) -> Column {
        Column::words(self.targets.clone())
    }

    /// In partisan games, for each move whether it is Right's.
    #[getter]
    fn rights(&self) -> Option<Column> {
        self.players.clone().map(Column::truths)
    }

    /// The longest play from each position.
    #[getter]
    fn levels(&self) -> Column {
        Column::words(self.levels.clone())
    }

    /// The nimber of each position under normal play; ``None`` in partisan games.
    #[getter]
    fn nimbers(&self) -> Option<Column> {
        match &self.labels {
            Labels::Impartial { nimbers, .. } => Some(Column::words(nimbers.clone())),
            Labels::Partisan { .. } => None,
        }
    }

    /// For each position whether the player about to move loses; ``None`` in partisan games.
    #[getter]
    fn kernel(&self) -> Option<Column> {
        match &self.labels {
            Labels::Impartial { kernel, .. } => Some(Column::truths(kernel.clone())),
            Labels::Partisan { .. } => None,
        }
    }

    /// How long the game lasts from each position when the winner hurries and the loser stalls; ``None`` in partisan games.
    #[getter]
    fn remoteness(&self) -> Option<Column> {
        match &self.labels {
            Labels::Impartial { remoteness, .. } => Some(Column::words(remoteness.clone())),
            Labels::Partisan { .. } => None,
        }
    }

    /// Who wins each position; ``None`` where it was not found.
    #[getter]
    fn outcomes(&self) -> Vec<Option<&'static str>> {
        match &self.labels {
            Labels::Impartial { kernel, .. } => {
                kernel.iter().map(|&lost| Some(if lost { "second" } else { "first" })).collect()
            }
            Labels::Partisan { outcomes } => outcomes.iter().map(|outcome| outcome.map(Outcome::name)).collect(),
        }
    }

    /// The positions that the second player wins.
    #[getter]
    fn kernel_positions(&self) -> Vec<&str> {
        let names = self.positions.iter().zip(self.outcomes());
        names.filter(|(_, outcome)| *outcome == Some("second")).map(|(name, _)| name.as_str()).collect()
    }

    /// The graph as a ``networkx.DiGraph`` (in partisan games a ``MultiDiGraph``) on the notations of the positions.
    fn to_networkx<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._rooms")?.call_method1("to_networkx", (slf,))
    }

    /// The picture, in layers; of a large graph the positions nearest to the start.
    fn picture(&self) -> Drawing {
        Drawing::of(self.drawn())
    }

    fn _repr_svg_(&self) -> String {
        self.drawn().told_in(crate::errors::spoken()).to_svg()
    }

    fn __repr__(&self) -> String {
        format!("<state graph: {} positions, {} moves>", self.positions.len(), self.sources.len())
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<StateGraph>()
}
