//! A table together with the game it is about: what front ends ask about positions.

use crate::{About, Table, TableError};
use grundy_game::Outcome;
use grundy_game::tabled::{Cell, Place};
use grundy_lang::Text;
use grundy_solve::{Oracle, Position, Subject, Tabling};
use std::fmt;
use std::path::Path;

/// A finished table and the way from the positions of its game to its places.
pub struct Library {
    table: Table,
    tabling: Box<dyn Tabling>,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table.folder().display())
    }
}

/// What a table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The nimber, in a table of nimbers.
    pub nimber: Option<u8>,
    /// Who wins under normal play.
    pub outcome: Outcome,
    /// How many moves are left, in a table of remoteness.
    pub remoteness: Option<u8>,
}

impl Library {
    /// Opens a finished table; `tabling` finds the way of the game that a position in full notation is of.
    pub fn open<E: From<TableError>>(
        folder: &Path,
        tabling: impl FnOnce(&str) -> Result<Box<dyn Tabling>, E>,
    ) -> Result<Self, E> {
        let table = Table::open(folder)?;
        let tabling = tabling(&table.about().start)?;
        Ok(Self { table, tabling })
    }

    /// What the table holds.
    pub fn about(&self) -> &About {
        self.table.about()
    }

    /// The table itself.
    pub fn table(&self) -> &Table {
        &self.table
    }

    fn unnumbered(&self) -> TableError {
        let problem = Text::new("a position of the table has no number");
        TableError::Foreign { path: self.table.folder().to_owned(), problem }
    }

    /// The position at a place of the table.
    pub fn at(&self, place: Place) -> Result<Box<dyn Subject>, TableError> {
        self.tabling.at(place).ok_or_else(|| self.unnumbered())
    }

    /// What the cell at a place holds.
    pub fn stored(&self, place: Place) -> Result<u8, TableError> {
        self.table.probe(place)?.ok_or_else(|| self.unnumbered())
    }

    /// What the cell of a position holds; `None` when it is not in the table.
    pub fn cell(&self, position: &dyn Subject) -> Result<Option<u8>, TableError> {
        self.tabling.place(position).map_or(Ok(None), |place| self.table.probe(place))
    }

    /// What the table says of a sum.
    pub fn probe(&self, position: &Position) -> Result<Probed, TableError> {
        let cells = position.parts().iter().map(|part| self.cell(&**part)).collect::<Result<Option<Vec<u8>>, _>>()?;
        let about = self.about();
        let cells = cells.ok_or_else(|| {
            let problem = Text::new("`{position}` is not in the table of {start}");
            TableError::Absent(problem.with("position", position).with("start", &about.start))
        })?;
        let nimbers = holds_nimbers(about.cell);
        let cell = match *cells {
            [only] => only,
            _ if nimbers => cells.iter().fold(0, |sum, cell| sum ^ cell),
            _ => return Err(TableError::Absent(Text::new("outcomes of sums do not follow from those of their parts"))),
        };
        let remoteness = (about.cell == Cell::Remoteness).then_some(cell);
        Ok(Probed { nimber: nimbers.then_some(cell), outcome: outcome(about.cell, cell), remoteness })
    }
}

/// Whether cells hold nimbers, not only who wins.
pub fn holds_nimbers(cell: Cell) -> bool {
    matches!(cell, Cell::Nimber | Cell::SmallNimber)
}

/// Who wins a position whose cell holds this.
fn outcome(cell: Cell, value: u8) -> Outcome {
    match (cell, value) {
        (Cell::Outcome, 1) => Outcome::Left,
        (Cell::Outcome, 2) => Outcome::Right,
        (Cell::Remoteness, moves) if moves % 2 == 0 => Outcome::Second,
        (_, 0) => Outcome::Second,
        _ => Outcome::First,
    }
}

/// What a value of a cell means: a nimber as it is written, how many moves are left, or who wins.
pub fn meaning(cell: Cell, value: u8) -> String {
    if cell == Cell::Remoteness {
        return value.to_string();
    }
    if !holds_nimbers(cell) {
        return outcome(cell, value).name().to_owned();
    }
    match value {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        _ => format!("*{value}"),
    }
}

impl Oracle for Library {
    fn name(&self) -> String {
        self.table.folder().display().to_string()
    }

    fn nimber(&self, position: &dyn Subject) -> Result<Option<u64>, Text> {
        if !holds_nimbers(self.about().cell) {
            return Ok(None);
        }
        self.cell(position).map(|cell| cell.map(u64::from)).map_err(|error| error.text())
    }
}
