//! What a table says of itself.

use crate::TableError;
use crate::files::{Lock, entries};
use crate::zarr::{self, Array, read_node, write_node};
use grundy_game::tabled::{Blocks, Cell, Keyed};
use grundy_lang::Text;
use serde_json::{Map, Value, json};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The version of the layout; a table with another one is refused.
pub const FORMAT: u64 = 1;

/// Bytes of a chunk, the unit of probing: small enough to be unpacked in some 20 µs.
const CHUNK: u64 = 1 << 15;

/// Keys of a chunk of a tier, and of a shard.
const TIER_CHUNK: u64 = 1 << 12;
const TIER_SHARD: u64 = 1 << 20;

/// What a table holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the game.
    pub game: String,
    /// The position whose followers are in the table, in full notation.
    pub start: String,
    /// What a cell holds.
    pub cell: Cell,
    /// How a position gets its number or its key.
    pub numbering: String,
    /// How many positions there are; of an unfinished table by keys, how many are known to be.
    pub positions: u64,
    /// How many positions have each value, from 0 on; `None` while the table is not finished.
    pub census: Option<Vec<u64>>,
    /// How positions are found.
    pub way: Way,
}

/// How positions are found in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// By number, in blocks of so many positions, a shard each.
    Dense {
        /// Positions of a block.
        block: u64,
    },
    /// By key, in tiers.
    Keyed {
        /// Bytes of a key.
        key_bytes: usize,
        /// The last tier that is wanted, when not all are.
        until: Option<u32>,
        /// How many positions each tier has, from tier 0 on.
        tiers: Vec<u64>,
    },
}

impl About {
    /// What a dense table is going to hold.
    pub fn dense(game: &str, start: &str, blocks: &dyn Blocks) -> Self {
        Self {
            game: game.to_owned(),
            start: start.to_owned(),
            cell: blocks.cell(),
            numbering: blocks.numbering(),
            positions: blocks.count(),
            census: None,
            way: Way::Dense { block: blocks.block_cells() },
        }
    }

    /// What a table by keys is going to hold.
    pub fn keyed(game: &str, start: &str, keyed: &dyn Keyed, until: Option<u32>) -> Self {
        Self {
            game: game.to_owned(),
            start: start.to_owned(),
            cell: Cell::Nimber,
            numbering: keyed.numbering(),
            positions: 0,
            census: None,
            way: Way::Keyed { key_bytes: keyed.key_bytes(), until, tiers: Vec::new() },
        }
    }

    /// The same with remoteness in the cells, for a table by keys.
    #[must_use]
    pub fn of_remoteness(self) -> Self {
        Self { cell: Cell::Remoteness, ..self }
    }

    /// The array of a dense table.
    pub(crate) fn array(&self) -> Option<Array> {
        let Way::Dense { block } = self.way else { return None };
        let bits = u64::from(self.cell.bits());
        let shard = block * bits / 8;
        Some(Array { rows: (self.positions * bits).div_ceil(8), width: 1, shard, chunk: shard.min(CHUNK) })
    }

    fn attributes(&self) -> Value {
        let mut ours = Map::new();
        let mut put = |name: &str, value: Value| drop(ours.insert(name.to_owned(), value));
        put("format", FORMAT.into());
        put("game", self.game.as_str().into());
        put("start", self.start.as_str().into());
        put("cells", self.cell.name().into());
        put("bits", self.cell.bits().into());
        put("numbering", self.numbering.as_str().into());
        put("positions", self.positions.into());
        match &self.way {
            Way::Dense { block } => {
                put("way", "dense".into());
                put("packing", "the first position stands in the lowest bits of a byte".into());
                put("block", (*block).into());
            }
            Way::Keyed { key_bytes, until, tiers } => {
                put("way", "keyed".into());
                put("key_bytes", (*key_bytes).into());
                put("until", (*until).into());
                put("tiers", tiers.as_slice().into());
            }
        }
        put("census", self.census.as_deref().map_or(Value::Null, Value::from));
        json!({"grundy": ours})
    }

    /// Writes the description.
    pub(crate) fn write(&self, table: &Path) -> Result<(), TableError> {
        let attributes = self.attributes();
        let node = self.array().map_or_else(|| zarr::group(attributes.clone()), |array| array.node(attributes.clone()));
        write_node(table, node)
    }

    /// Reads the description of a table; `None` when there is none.
    pub(crate) fn read(table: &Path) -> Result<Option<Self>, TableError> {
        let Some(mut node) = read_node(table)? else { return Ok(None) };
        let damaged = || TableError::damaged(table, Text::new("the description of the table lacks something"));
        let ours = Value::Object(std::mem::take(zarr::ours(&mut node).ok_or_else(damaged)?));
        match ours["format"].as_u64() {
            Some(FORMAT) => {}
            other => {
                let other = other.map_or_else(|| "?".to_owned(), |other| other.to_string());
                let problem = Text::new("this table has format {other}; this program reads format {ours}");
                return Err(TableError::foreign(table, problem.with("other", other).with("ours", FORMAT)));
            }
        }
        Self::parse(&ours).ok_or_else(damaged).map(Some)
    }

    fn parse(ours: &Value) -> Option<Self> {
        let text = |name: &str| ours[name].as_str().map(str::to_owned);
        let numbers = |value: &Value| value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
        let way = match ours["way"].as_str()? {
            "dense" => {
                let block = ours["block"].as_u64().filter(|block| block.is_power_of_two() && *block >= 128)?;
                Way::Dense { block }
            }
            "keyed" => Way::Keyed {
                key_bytes: ours["key_bytes"].as_u64().filter(|bytes| (1..=16).contains(bytes))? as usize,
                until: match &ours["until"] {
                    Value::Null => None,
                    // why: a description that cannot be read is refused as a whole.
                    until => Some(u32::try_from(until.as_u64()?).ok()?),
                },
                tiers: numbers(&ours["tiers"])?,
            },
            _ => return None,
        };
        Some(Self {
            game: text("game")?,
            start: text("start")?,
            // why: as above.
            cell: ours["cells"].as_str()?.parse().ok()?,
            numbering: text("numbering")?,
            positions: ours["positions"].as_u64()?,
            census: match &ours["census"] {
                Value::Null => None,
                census => Some(numbers(census)?),
            },
            way,
        })
    }

    /// The same before anything was filled.
    fn begun(&self) -> Self {
        let way = match &self.way {
            Way::Keyed { key_bytes, until, .. } => {
                Way::Keyed { key_bytes: *key_bytes, until: *until, tiers: Vec::new() }
            }
            dense @ Way::Dense { .. } => dense.clone(),
        };
        let positions = if matches!(way, Way::Dense { .. }) { self.positions } else { 0 };
        Self { census: None, positions, way, ..self.clone() }
    }

    /// Begins a table, or finds what was begun; a table of something else is refused. Returns what is there, and the lock on the
    /// table for process 0.
    pub(crate) fn begin(&self, table: &Path, process: usize) -> Result<(Option<Lock>, Self), TableError> {
        let lock = if process == 0 { Some(Lock::take(table)?) } else { None };
        match self.begin_locked(table) {
            Ok(there) => Ok((lock, there)),
            Err(error) => {
                // why: the first error is the one to tell.
                let _ = lock.map(Lock::release);
                Err(error)
            }
        }
    }

    fn begin_locked(&self, table: &Path) -> Result<Self, TableError> {
        match Self::read(table)? {
            None => {
                if !entries(&table.join("c"))?.is_empty() {
                    return Err(TableError::foreign(table, Text::new("there are shards without a description")));
                }
                // Another process may be writing the description just now.
                let ours = |path: &PathBuf| {
                    path.file_name()
                        .and_then(OsStr::to_str)
                        .is_some_and(|name| name == ".lock" || name.starts_with("zarr.json"))
                };
                if !entries(table)?.iter().all(ours) {
                    return Err(TableError::foreign(table, Text::new("the folder holds other things than a table")));
                }
                self.write(table)?;
                Ok(self.clone())
            }
            Some(there) if there.begun() == self.begun() => Ok(there),
            Some(there) => {
                let problem = Text::new("this is a table of {there}, laid out in another way than {wanted}");
                Err(TableError::foreign(table, problem.with("there", &there.start).with("wanted", &self.start)))
            }
        }
    }

    /// What processes that fill the same table must agree on.
    pub(crate) fn fingerprint(&self) -> u64 {
        u64::from(crc32c::crc32c(self.begun().attributes().to_string().as_bytes()))
    }
}

/// The arrays of a tier: keys and values.
pub(crate) fn tier_arrays(count: u64, key_bytes: usize) -> [Array; 2] {
    let chunk = TIER_CHUNK.min(count.next_power_of_two());
    let shard = TIER_SHARD.min(count.next_power_of_two());
    // A key of one byte still has two dimensions to a reader of ours: both arrays are told apart by their names.
    [key_bytes as u64, 1].map(|width| Array { rows: count, width, shard, chunk })
}
