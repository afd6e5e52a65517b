//! Shards of a Zarr array: compressed, checksummed chunks in one file, with an index at its end.
//!
//! This is the codec `sharding_indexed` of Zarr 3 (Zarr Enhancement Proposal 2) with the inner codecs `bytes`, `zstd` and `crc32c`: for
//! each chunk its place and length, eight bytes each, little end first, and the CRC-32C of that index. A chunk that lies outside
//! the array is absent, both numbers 2^64 - 1.

use crate::TableError;
use crate::files::write_whole;
use grundy_lang::Text;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// How hard zstd tries: 1 is fastest.
pub const LEVEL: i32 = 1;

/// Marks an absent chunk.
const ABSENT: u64 = u64::MAX;

/// The most bytes a chunk may have when unpacked; more is damage.
const LARGEST_CHUNK: usize = 1 << 20;

/// Packs a shard of `chunks` chunks of `chunk` bytes. `bytes` may be shorter: chunks beyond it are absent, and the last one is
/// filled with zeros.
fn pack(bytes: &[u8], chunk: usize, chunks: usize) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::with_capacity(bytes.len() / 2 + 16 * chunks + 4);
    let mut index = Vec::with_capacity(16 * chunks + 4);
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    let mut padded = Vec::new();
    for number in 0..chunks {
        let whole = bytes.get(number * chunk..bytes.len().min((number + 1) * chunk)).filter(|piece| !piece.is_empty());
        let Some(mut piece) = whole else {
            index.extend([ABSENT.to_le_bytes(); 2].concat());
            continue;
        };
        if piece.len() < chunk {
            padded.clear();
            padded.extend_from_slice(piece);
            padded.resize(chunk, 0);
            piece = &padded;
        }
        let small = compressor.compress(piece)?;
        index.extend((packed.len() as u64).to_le_bytes());
        index.extend((small.len() as u64 + 4).to_le_bytes());
        packed.extend_from_slice(&small);
        packed.extend(crc32c::crc32c(&small).to_le_bytes());
    }
    let check = crc32c::crc32c(&index);
    packed.extend(index);
    packed.extend(check.to_le_bytes());
    Ok(packed)
}

/// Packs a shard and writes it, whole or not at all. Returns how many bytes it has.
pub fn write(path: &Path, bytes: &[u8], chunk: usize, chunks: usize) -> Result<u64, TableError> {
    let packed = pack(bytes, chunk, chunks).map_err(TableError::unwritten(path))?;
    write_whole(path, &packed)?;
    Ok(packed.len() as u64)
}

/// Where the chunks of a shard stand.
#[derive(Debug)]
pub struct Index(Vec<(u64, u64)>);

fn damaged(path: &Path, problem: &'static str) -> TableError {
    TableError::damaged(path, Text::new("the shard is damaged: {problem}").with_text("problem", Text::new(problem)))
}

impl Index {
    /// Reads the index from the last bytes of a shard.
    fn parse(path: &Path, tail: &[u8], chunks: usize) -> Result<Self, TableError> {
        let (words, check) = tail.split_at_checked(16 * chunks).ok_or_else(|| damaged(path, "it is too short"))?;
        if check != crc32c::crc32c(words).to_le_bytes() {
            return Err(damaged(path, "the checksum of its index does not fit"));
        }
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        Ok(Self(words.chunks_exact(16).map(|pair| (number(&pair[..8]), number(&pair[8..]))).collect()))
    }

    /// Opens a shard and reads its index.
    pub fn open(path: &Path, chunks: usize) -> Result<Self, TableError> {
        let mut file = File::open(path).map_err(TableError::unread(path))?;
        let tail = 16 * chunks + 4;
        let length = file.metadata().map_err(TableError::unread(path))?.len();
        let from = length.checked_sub(tail as u64).ok_or_else(|| damaged(path, "it is too short"))?;
        let mut bytes = vec![0; tail];
        file.seek(SeekFrom::Start(from)).map_err(TableError::unread(path))?;
        file.read_exact(&mut bytes).map_err(TableError::unread(path))?;
        Self::parse(path, &bytes, chunks)
    }

    /// Reads one chunk of a shard and unpacks it to exactly `chunk` bytes.
    pub fn chunk(&self, path: &Path, number: usize, chunk: usize) -> Result<Vec<u8>, TableError> {
        let &(from, length) = self.0.get(number).ok_or_else(|| damaged(path, "a chunk is missing"))?;
        if from == ABSENT || length > LARGEST_CHUNK as u64 {
            return Err(damaged(path, "a chunk is missing"));
        }
        let mut file = File::open(path).map_err(TableError::unread(path))?;
        let mut bytes = vec![0; length as usize];
        file.seek(SeekFrom::Start(from)).map_err(TableError::unread(path))?;
        file.read_exact(&mut bytes).map_err(TableError::unread(path))?;
        let mut whole = Vec::new();
        unpack_chunk(path, &bytes, chunk, &mut decompressor(path)?, &mut whole)?;
        Ok(whole)
    }
}

fn decompressor(path: &Path) -> Result<zstd::bulk::Decompressor<'static>, TableError> {
    zstd::bulk::Decompressor::new().map_err(TableError::unread(path))
}

/// Checks a chunk, unpacks it and appends its bytes.
fn unpack_chunk(
    path: &Path,
    bytes: &[u8],
    chunk: usize,
    decompressor: &mut zstd::bulk::Decompressor<'_>,
    whole: &mut Vec<u8>,
) -> Result<(), TableError> {
    let (small, check) = bytes.split_last_chunk::<4>().ok_or_else(|| damaged(path, "a chunk is too short"))?;
    if *check != crc32c::crc32c(small).to_le_bytes() {
        return Err(damaged(path, "the checksum of a chunk does not fit"));
    }
    let from = whole.len();
    whole.resize(from + chunk, 0);
    let unpacked = decompressor.decompress_to_buffer(small, &mut whole[from..]);
    let length = unpacked.map_err(|_| damaged(path, "a chunk cannot be unpacked"))?;
    if length == chunk { Ok(()) } else { Err(damaged(path, "a chunk is too short")) }
}

/// Unpacks all chunks of a shard that was read whole, each of `chunk` bytes, and checks that nothing else stands in it.
pub fn unpack(path: &Path, shard: &[u8], chunk: usize, chunks: usize) -> Result<Vec<u8>, TableError> {
    let tail = shard.len().checked_sub(16 * chunks + 4).ok_or_else(|| damaged(path, "it is too short"))?;
    let index = Index::parse(path, &shard[tail..], chunks)?;
    let mut bytes = Vec::with_capacity(chunk * chunks);
    let mut decompressor = decompressor(path)?;
    let mut end = 0;
    for (from, length) in index.0.into_iter().filter(|&(from, _)| from != ABSENT) {
        let to = from.checked_add(length).filter(|&to| from == end && to <= tail as u64);
        let to = to.ok_or_else(|| damaged(path, "its chunks do not follow each other"))?;
        unpack_chunk(path, &shard[from as usize..to as usize], chunk, &mut decompressor, &mut bytes)?;
        end = to;
    }
    if end == tail as u64 { Ok(bytes) } else { Err(damaged(path, "something stands between its chunks and its index")) }
}

/// Reads a whole shard.
pub fn read(path: &Path, chunk: usize, chunks: usize) -> Result<Vec<u8>, TableError> {
    let shard = std::fs::read(path).map_err(TableError::unread(path))?;
    unpack(path, &shard, chunk, chunks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_come_back_and_no_flipped_bit_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c/0");
        let bytes: Vec<u8> = (0..1000u32).map(|at| (at * at % 7) as u8).collect();
        write(&path, &bytes, 256, 5).unwrap();
        let shard = std::fs::read(&path).unwrap();
        let whole = unpack(&path, &shard, 256, 5).unwrap();
        assert_eq!((&whole[..1000], whole.len()), (&bytes[..], 1024));
        let index = Index::open(&path, 5).unwrap();
        assert_eq!(index.chunk(&path, 1, 256).unwrap(), bytes[256..512]);
        assert!(index.chunk(&path, 4, 256).is_err());
        for bit in 0..8 * shard.len() {
            let mut damaged = shard.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(unpack(&path, &damaged, 256, 5).is_err(), "bit {bit}");
        }
        for length in 0..shard.len() {
            assert!(unpack(&path, &shard[..length], 256, 5).is_err(), "{length}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("c"), b"not a folder").unwrap();
        assert!(matches!(write(&folder.path().join("c/0"), &[1], 64, 1), Err(TableError::Unwritten { .. })));
        if Path::new("/dev/full").exists() {
            let (path, beside) = (folder.path().join("0"), folder.path().join("0.part"));
            std::os::unix::fs::symlink("/dev/full", &beside).unwrap();
            let error = crate::files::write_beside(&path, &beside, &[1; 100]).unwrap_err();
            assert!(
                matches!(&error, TableError::Unwritten { error, .. } if error.kind() == std::io::ErrorKind::StorageFull),
                "{error}"
            );
            assert!(!folder.path().join("0").exists());
        }
    }
}
