//! The metadata of Zarr 3 arrays and groups, sealed with a checksum.

use crate::TableError;
use crate::files::write_whole;
use crate::shard::LEVEL;
use grundy_lang::Text;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// An array of rows of bytes, cut into shards and these into chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// How many rows there are.
    pub rows: u64,
    /// How many bytes a row has; a row of one byte makes an array of one dimension.
    pub width: u64,
    /// How many rows a shard has.
    pub shard: u64,
    /// How many rows a chunk has; divides the shard.
    pub chunk: u64,
}

impl Array {
    /// How many chunks a shard has.
    pub fn chunks(&self) -> usize {
        (self.shard / self.chunk) as usize
    }

    /// How many bytes a chunk has.
    pub fn chunk_bytes(&self) -> usize {
        (self.chunk * self.width) as usize
    }

    /// How many bytes a shard has when it is whole.
    pub fn shard_bytes(&self) -> usize {
        (self.shard * self.width) as usize
    }

    /// The file of a shard of the array in a folder.
    pub fn shard_path(&self, folder: &Path, shard: u64) -> PathBuf {
        let path = folder.join("c").join(shard.to_string());
        if self.width == 1 { path } else { path.join("0") }
    }

    /// The metadata, with attributes.
    pub fn node(&self, attributes: Value) -> Value {
        let of = |rows: u64| if self.width == 1 { json!([rows]) } else { json!([rows, self.width]) };
        json!({
            "zarr_format": 3,
            "node_type": "array",
            "shape": of(self.rows),
            "data_type": "uint8",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": of(self.shard)}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": 0,
            "codecs": [{
                "name": "sharding_indexed",
                "configuration": {
                    "chunk_shape": of(self.chunk),
                    "codecs": [
                        {"name": "bytes"},
                        {"name": "zstd", "configuration": {"level": LEVEL, "checksum": false}},
                        {"name": "crc32c"},
                    ],
                    "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}],
                    "index_location": "end",
                },
            }],
            "attributes": attributes,
        })
    }
}

/// The metadata of a group, with attributes.
pub fn group(attributes: Value) -> Value {
    json!({"zarr_format": 3, "node_type": "group", "attributes": attributes})
}

/// The attributes of a node that are ours.
pub fn ours(node: &mut Value) -> Option<&mut Map<String, Value>> {
    node.get_mut("attributes")?.get_mut("grundy")?.as_object_mut()
}

/// The text of a node with the checksum of the rest among its attributes.
fn sealed(mut node: Value) -> String {
    let check = format!("{:08x}", crc32c::crc32c(node.to_string().as_bytes()));
    if let Some(ours) = ours(&mut node) {
        ours.insert("check".to_owned(), check.into());
    }
    format!("{node:#}\n")
}

/// Writes the metadata of a node.
pub fn write_node(folder: &Path, node: Value) -> Result<(), TableError> {
    write_whole(&folder.join("zarr.json"), sealed(node).as_bytes())
}

/// Reads the metadata of a node, which must be exactly as it was written; `None` when there is none.
pub fn read_node(folder: &Path) -> Result<Option<Value>, TableError> {
    let path = folder.join("zarr.json");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(TableError::damaged(&path, Text::new("the description of the table is damaged")));
        }
        Err(error) => return Err(TableError::unread(&path)(error)),
    };
    let damaged = || {
        TableError::damaged(
            &path,
            Text::new("the description of the table is damaged or was changed by another program"),
        )
    };
    let mut node: Value = serde_json::from_str(&text).map_err(|_| damaged())?;
    let Some(ours) = ours(&mut node) else {
        return Err(TableError::foreign(folder, Text::new("this Zarr node was not written by grundy")));
    };
    ours.shift_remove("check");
    if sealed(node.clone()) == text { Ok(Some(node)) } else { Err(damaged()) }
}
