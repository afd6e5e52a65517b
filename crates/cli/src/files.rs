//! Reading the files named by `@file`.

use crate::failure::Failure;
use grundy_game::{FileError, Files};
use grundy_lang::Text;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The file system, with a bound on how much is read.
pub struct FileSystem;

/// Larger files are refused rather than read into memory.
const LARGEST: u64 = 1 << 32;

impl Files for FileSystem {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let fail = |error: std::io::Error| FileError(Text::of_system(&error));
        let mut content = Vec::new();
        File::open(path).map_err(fail)?.take(LARGEST + 1).read_to_end(&mut content).map_err(fail)?;
        if content.len() as u64 > LARGEST {
            return Err(FileError(Text::new("the file has more than {most} bytes").with("most", LARGEST)));
        }
        Ok(content)
    }
}

/// Writes a file under a temporary name and renames it, so that nobody ever sees half of it. Pipes and devices are
/// written to directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::unwritten(path.display(), &error);
    let special = fs::metadata(path).is_ok_and(|known| !known.is_file());
    let Some(name) = path.file_name().filter(|_| !special) else {
        return fs::write(path, bytes).map_err(failed);
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}", std::process::id()));
    let temporary = path.with_file_name(hidden);
    fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        let _ = fs::remove_file(&temporary);
        failed(error)
    })
}
