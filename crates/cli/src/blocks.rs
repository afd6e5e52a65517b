//! Files that grow block by block and are read again, and can be trusted when they are.
//!
//! ```text
//! grundy nimbers 2 of octal(0.77)\n      what the file holds, with the version of the format
//! length, check, bytes, check            a block; the next follows at once
//! ```
//! The length of a block is four bytes, little end first, and so are the checks, CRC-32C each: the first of the block's
//! number (from 0) and its length, the second of its bytes. A file that ends within a block is what an interrupted program
//! left behind: that block is dropped and written anew. Anything else that does not fit is damage, and the file is refused.

use crate::failure::Failure;
use crate::files::{resolved, write_whole};
use grundy_budget::{pulse, room_for};
use grundy_lang::Text;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Longer blocks are not written, and a longer length is damage.
const LONGEST: usize = 1 << 22;

/// The longest first line.
const HEADING: u64 = 1 << 16;

/// A file of blocks, ready to take more.
pub struct Blocks {
    path: PathBuf,
    file: File,
    /// The number of the next block.
    next: u32,
}

impl Blocks {
    /// Opens the file and gives the bytes of each block to `take`; makes the file when there is none. `heading` is its first
    /// line, without the end of the line.
    pub fn open(
        path: &Path,
        heading: &str,
        mut take: impl FnMut(&[u8]) -> Result<(), &'static str>,
    ) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::unwritten(path.display(), &error);
        let bad = |problem: Text| {
            Failure::Usage(Text::new("{file}: {problem}").with("file", path.display()).with_text("problem", problem))
        };
        let resolved = resolved(path).map_err(failed)?;
        if std::fs::metadata(&resolved).map_or(true, |known| known.len() == 0) {
            write_whole(&resolved, format!("{heading}\n").as_bytes())?;
        }
        let file = OpenOptions::new().read(true).write(true).open(&resolved).map_err(failed)?;
        let mut input = BufReader::new(&file);
        let mut first = Vec::new();
        input.by_ref().take(HEADING).read_until(b'\n', &mut first).map_err(failed)?;
        if first != format!("{heading}\n").as_bytes() {
            let shown = String::from_utf8_lossy(&first).trim_end().chars().take(100).collect::<String>();
            let text = Text::new("expected a file that begins with `{heading}`, but this one begins with `{shown}`");
            return Err(bad(text.with("heading", heading).with("shown", shown)));
        }
        let (mut end, mut next, mut bytes) = (first.len() as u64, 0u32, Vec::new());
        loop {
            match read_block(&mut input, next, &mut bytes).map_err(failed)? {
                Block::Whole => take(&bytes).map_err(|problem| {
                    bad(Text::new("block {number}: {problem}")
                        .with("number", next)
                        .with_text("problem", Text::new(problem)))
                })?,
                Block::Damaged => {
                    return Err(bad(
                        Text::new("block {number} is damaged; remove the file to begin anew").with("number", next)
                    ));
                }
                Block::CutOff => break,
            }
            end += bytes.len() as u64 + 12;
            next = next.checked_add(1).ok_or_else(|| bad(Text::new("too many blocks")))?;
        }
        file.set_len(end).map_err(failed)?;
        let mut blocks = Self { path: resolved, file, next };
        blocks.file.seek(SeekFrom::Start(end)).map_err(failed)?;
        Ok(blocks)
    }

    /// Adds bytes, as one block or, where they are many, as several.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        for part in bytes.chunks(LONGEST) {
            let block = block(self.next, part);
            self.file.write_all(&block).map_err(|error| Failure::unwritten(self.path.display(), &error))?;
            self.next += 1;
        }
        Ok(())
    }
}

/// A block as it stands in the file.
pub fn block(number: u32, bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u32;
    let mut block = Vec::with_capacity(bytes.len() + 12);
    block.extend(length.to_le_bytes());
    block.extend(head_check(number, length).to_le_bytes());
    block.extend(bytes);
    block.extend(checksum(bytes).to_le_bytes());
    block
}

fn head_check(number: u32, length: u32) -> u32 {
    let mut head = [0; 8];
    head[..4].copy_from_slice(&number.to_le_bytes());
    head[4..].copy_from_slice(&length.to_le_bytes());
    checksum(&head)
}

/// What was found where a block should be.
pub enum Block {
    /// A block, as it was written.
    Whole,
    /// The end of the file, or part of a block before it.
    CutOff,
    /// Something else.
    Damaged,
}

/// Reads the block with this number.
pub fn read_block(input: &mut impl Read, number: u32, bytes: &mut Vec<u8>) -> std::io::Result<Block> {
    let Some(length) = read_word(input)? else { return Ok(Block::CutOff) };
    let Some(check) = read_word(input)? else { return Ok(Block::CutOff) };
    if check != head_check(number, length) || length as usize > LONGEST {
        return Ok(Block::Damaged);
    }
    room_for(u64::from(length));
    bytes.resize(length as usize, 0);
    match input.read_exact(bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(Block::CutOff),
        result => result?,
    }
    let Some(check) = read_word(input)? else { return Ok(Block::CutOff) };
    pulse(u64::from(length) / 64);
    Ok(if check == checksum(bytes) { Block::Whole } else { Block::Damaged })
}

fn read_word(input: &mut impl Read) -> std::io::Result<Option<u32>> {
    let mut word = [0; 4];
    match input.read_exact(&mut word) {
        Ok(()) => Ok(Some(u32::from_le_bytes(word))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// CRC-32C (Castagnoli 1993), which notices every change of up to 32 bits in a row and of any one or two bits.
pub fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |check, &byte| TABLE[usize::from(check as u8 ^ byte)] ^ check >> 8)
}

/// The checks of all bytes.
const TABLE: [u32; 256] = {
    /// The polynomial, its bits in reversed order.
    const CASTAGNOLI: u32 = 0x82f6_3b78;
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut check = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            check = if check & 1 == 1 { check >> 1 ^ CASTAGNOLI } else { check >> 1 };
            bit += 1;
        }
        table[byte] = check;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const HEADING: &str = "grundy test 2 of blocks";

    fn contents(path: &Path) -> Result<Vec<Vec<u8>>, Failure> {
        let mut found = Vec::new();
        Blocks::open(path, HEADING, |bytes| {
            found.push(bytes.to_vec());
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn the_checksum_is_the_standard_one() {
        assert_eq!(checksum(b"123456789"), 0xe306_9283);
        assert_eq!(checksum(&[0; 32]), 0x8a91_36aa);
    }

    #[test]
    fn blocks_come_back_and_no_flipped_bit_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blocks");
        let written: Vec<Vec<u8>> = vec![b"first".to_vec(), b"".to_vec(), vec![7; 300]];
        let mut blocks = Blocks::open(&path, HEADING, |_| Err("a new file is empty")).unwrap();
        for block in &written {
            blocks.append(block).unwrap();
        }
        drop(blocks);
        let read = contents(&path).unwrap();
        assert_eq!(read.concat(), written.concat());
        let sound = fs::read(&path).unwrap();
        for bit in 0..8 * sound.len() {
            let mut damaged = sound.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &damaged).unwrap();
            assert!(contents(&path).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn a_file_cut_off_anywhere_keeps_its_whole_blocks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blocks");
        let mut blocks = Blocks::open(&path, HEADING, |_| Ok(())).unwrap();
        blocks.append(b"one").unwrap();
        let after_one = fs::metadata(&path).unwrap().len();
        blocks.append(b"two").unwrap();
        let whole = fs::read(&path).unwrap();
        for length in after_one as usize..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut found = Vec::new();
            let mut blocks = Blocks::open(&path, HEADING, |bytes| {
                found.extend_from_slice(bytes);
                Ok(())
            })
            .unwrap();
            assert_eq!(found, b"one", "{length}");
            blocks.append(b"two").unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }
}
