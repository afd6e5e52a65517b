//! Nimber sequences that are longer than memory.

use grundy_budget::Budget;
use grundy_lang::Text;
use std::io;
use std::ops::Range;

use crate::archive::Archive;
use crate::error::HeapError;
use crate::row::{NarrowRow, Row, WideRow, WordRow};
use crate::rule::Rule;
use crate::splitting::{Moves, Splitting, Stop};
use crate::store::{Paged, Store};

/// The nimber sequence of a rule that leaves at most two heaps, in an [`Archive`] of which little is in memory.
///
/// It is the engine of [`Sequence`](crate::Sequence), with the sparse space of Berlekamp, Conway and Guy, over pages of nimbers. Rare
/// heaps are mostly small, so what it looks at are the first pages and the newest; others are fetched. The archive is taken up
/// wherever it ends. No period is looked for: that shows long before.
pub struct LongSequence {
    moves: Moves,
    memory: u64,
    engine: Option<Engine>,
}

enum Engine {
    Small(Box<Splitting<WordRow, Paged<u8>>>),
    Narrow(Box<Splitting<NarrowRow, Paged<u8>>>),
    Wide(Box<Splitting<WideRow, Paged<u16>>>),
}

fn broken(error: &io::Error) -> HeapError {
    HeapError::Archive(Text::of_system(error))
}

/// Does the same with whichever engine there is.
macro_rules! with {
    ($engine:expr, $name:ident => $work:expr) => {
        match $engine {
            Engine::Small($name) => $work,
            Engine::Narrow($name) => $work,
            Engine::Wide($name) => $work,
        }
    };
}

impl LongSequence {
    /// The largest heap: a bound that nobody reaches.
    pub const LIMIT: u64 = 1 << 48;

    /// The sequence of a rule as far as an archive holds it, with about so many bytes of memory for its pages.
    pub fn open(rule: &Rule, archive: Box<dyn Archive>, memory: u64) -> Result<Self, HeapError> {
        let unsupported = || {
            HeapError::Unsupported(Text::new(
                "sequences longer than memory are for rules of finitely many digits that leave at most two heaps",
            ))
        };
        let moves = Moves::new(rule).ok_or_else(unsupported)?;
        let mut sequence = Self { moves, memory, engine: None };
        sequence.begin(archive, false)?;
        Ok(sequence)
    }

    /// Begins an engine that suits the nimbers in the archive; `large` when some are known to be too large for one machine word.
    fn begin(&mut self, archive: Box<dyn Archive>, large: bool) -> Result<(), HeapError> {
        let engine = if archive.width() == 2 {
            Engine::Wide(self.engine_over(archive))
        } else if large {
            Engine::Narrow(self.engine_over(archive))
        } else {
            Engine::Small(self.engine_over(archive))
        };
        let engine = match engine {
            Engine::Small(small) if small.span() > WordRow::LIMIT => {
                let archive = small.into_store().into_archive().map_err(|error| broken(&error))?;
                Engine::Narrow(self.engine_over(archive))
            }
            other => other,
        };
        self.engine = Some(engine);
        self.sound()
    }

    fn engine_over<R: Row>(&self, archive: Box<dyn Archive>) -> Box<Splitting<R, Paged<R::Cell>>> {
        Box::new(Splitting::over(self.moves.clone(), Paged::open(archive, self.memory)))
    }

    /// The first thing that went wrong in the archive.
    fn sound(&mut self) -> Result<(), HeapError> {
        let Some(engine) = &mut self.engine else { return Err(broken(&io::ErrorKind::BrokenPipe.into())) };
        with!(engine, engine => engine.store_mut().failure()).map_or(Ok(()), |error| Err(broken(&error)))
    }

    /// The number of heaps whose nimbers are known, heap 0 included.
    pub fn len(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| with!(engine, engine => engine.store().len() as u64))
    }

    /// Whether no nimber is known yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many heaps have each nimber.
    pub fn counts(&self) -> Vec<u64> {
        let sums = |counts: &[u64]| counts.chunks(2).map(|pair| pair.iter().sum()).collect();
        self.engine.as_ref().map_or_else(Vec::new, |engine| with!(engine, engine => sums(engine.counts())))
    }

    /// How many heaps are in the rare class of the sparse space, and the largest of them; `None` where none is used.
    pub fn rare(&self) -> Option<(u64, u64)> {
        with!(self.engine.as_ref()?, engine => engine.rare())
    }

    /// Computes the nimbers of all heaps up to `to`; when the budget runs out, those found so far stay.
    pub fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), HeapError> {
        if to > Self::LIMIT {
            return Err(HeapError::HeapTooLarge { heap: to, limit: Self::LIMIT });
        }
        loop {
            self.sound()?;
            let Some(engine) = &mut self.engine else { return Ok(()) };
            match with!(engine, engine => engine.extend(to as usize, budget)) {
                Ok(()) => return self.sound(),
                Err(Stop::Exhausted(exhausted)) => {
                    self.sound()?;
                    return Err(exhausted.into());
                }
                Err(Stop::Broken) => {}
                Err(Stop::Full) => self.enlarge()?,
            }
        }
    }

    /// Goes on with an engine for larger nimbers.
    fn enlarge(&mut self) -> Result<(), HeapError> {
        let failed = |error: io::Error| broken(&error);
        match self.engine.take() {
            Some(Engine::Small(engine)) => self.begin(engine.into_store().into_archive().map_err(failed)?, true),
            Some(Engine::Narrow(engine)) => {
                let mut archive = engine.into_store().into_archive().map_err(failed)?;
                archive.widen().map_err(failed)?;
                self.begin(archive, true)
            }
            wide => {
                self.engine = wide;
                Err(HeapError::NimberTooLarge { heap: self.len() })
            }
        }
    }

    /// Writes what is not in the archive yet.
    pub fn save(&mut self) -> Result<(), HeapError> {
        self.sound()?;
        let Some(engine) = &mut self.engine else { return Ok(()) };
        with!(engine, engine => engine.store_mut().save()).map_err(|error| broken(&error))
    }

    /// Calls `visit` with the known nimbers of the given heaps in order, many at a time.
    pub fn each<E: From<HeapError>>(
        &mut self,
        heaps: Range<u64>,
        mut visit: impl FnMut(&[u16]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut result = Ok(());
        let end = heaps.end.min(self.len()) as usize;
        let start = heaps.start.min(end as u64) as usize;
        if let Some(engine) = &self.engine {
            with!(engine, engine => engine.store().pieces(start..end, |_, cells| {
                if result.is_ok() {
                    // Cells are bytes or words.
                    #[allow(clippy::useless_conversion)]
                    let nimbers: Vec<u16> = cells.iter().map(|&cell| cell.into()).collect();
                    result = visit(&nimbers);
                }
            }));
        }
        result?;
        self.sound().map_err(E::from)
    }
}
