//! Reading the files named by `@file`.

use grundy_game::{FileError, Files};
use std::fs::File;
use std::io::Read;

/// The file system, with a bound on how much is read.
pub struct FileSystem;

/// Larger files are refused rather than read into memory.
const LARGEST: u64 = 1 << 32;

impl Files for FileSystem {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let fail = |error: std::io::Error| FileError(error.to_string());
        let mut content = Vec::new();
        File::open(path).map_err(fail)?.take(LARGEST + 1).read_to_end(&mut content).map_err(fail)?;
        if content.len() as u64 > LARGEST {
            return Err(FileError(format!("the file has more than {LARGEST} bytes")));
        }
        Ok(content)
    }
}
