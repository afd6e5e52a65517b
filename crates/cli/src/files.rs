//! Reading the files named by `@file`.

use crate::failure::Failure;
use grundy_game::{FileError, Files};
use grundy_lang::Text;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The file system, with a bound on how much is read: half of the memory that the command may use, since what is made of a
/// file takes memory too.
pub struct FileSystem;

/// The memory the command may use.
static MEMORY: AtomicU64 = AtomicU64::new(1 << 32);

/// Notes the memory that the command may use.
pub fn limit_memory(bytes: u64) {
    MEMORY.store(bytes, Ordering::Relaxed);
}

impl Files for FileSystem {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let fail = |error: std::io::Error| FileError(Text::of_system(&error));
        let file = File::open(path).map_err(fail)?;
        let size = file.metadata().map_err(fail)?.len();
        read_at_most(file, size, self.most() / 2).map_err(FileError)
    }

    fn most(&self) -> u64 {
        MEMORY.load(Ordering::Relaxed)
    }
}

/// Reads everything, or refuses when it is more than `most` bytes; `size` is how much is announced.
pub fn read_at_most(source: impl Read, size: u64, most: u64) -> Result<Vec<u8>, Text> {
    let too_large =
        || Text::new("there are more than the {most} bytes that are read within the memory budget").with("most", most);
    if size > most {
        return Err(too_large());
    }
    let mut content = Vec::new();
    content.try_reserve(size as usize).map_err(|_| too_large())?;
    source.take(most + 1).read_to_end(&mut content).map_err(|error| Text::of_system(&error))?;
    if content.len() as u64 > most { Err(too_large()) } else { Ok(content) }
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
