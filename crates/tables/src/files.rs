//! Files that appear whole or not at all.

use crate::TableError;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};

/// How files are called that are not whole yet.
const PART: &str = "part";

/// Writes a file beside its place, waits until it is on the disk, and renames it. After a crash there is the whole file, the
/// file that was there before, or none.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(TableError::unwritten(folder))?;
    write_beside(path, &folder.join(unused_name(path)), bytes)?;
    sync_folder(folder)
}

/// A name that nobody else gives to a file, on this machine or on another one that shares the folder.
fn unused_name(path: &Path) -> OsString {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    // A clock before 1970 is as good as any other here.
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    // why: the name is made unique by what follows.
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.{clock}.{}.{PART}", std::process::id(), COUNTER.fetch_add(1, Relaxed)));
    name
}

/// Writes a file under a name of its own and gives it its name.
pub fn write_beside(path: &Path, beside: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let written = File::create(beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let written = written.and_then(|()| fs::rename(beside, path));
    written.map_err(|error| {
        // The first error is the one to tell; what was written in vain is removed if it can be.
        drop(fs::remove_file(beside));
        TableError::unwritten(path)(error)
    })
}

/// Waits until a renaming is on the disk, where folders can be opened.
fn sync_folder(folder: &Path) -> Result<(), TableError> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(TableError::unwritten(folder))?;
    }
    Ok(())
}

/// Removes what a crash left behind in a folder and those within it: files that are not whole. Nobody may be writing meanwhile.
pub fn sweep(folder: &Path) -> Result<(), TableError> {
    for path in entries(folder)? {
        if path.is_dir() {
            sweep(&path)?;
        } else if path.extension().is_some_and(|extension| extension == PART) && path.is_file() {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(TableError::unwritten(&path)(error));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// What stands in a folder; nothing when it does not exist.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    match fs::read_dir(folder) {
        Ok(entries) => {
            entries.map(|entry| entry.map(|entry| entry.path()).map_err(TableError::unread(folder))).collect()
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(TableError::unread(folder)(error)),
    }
}

/// A lock on a table, given back when dropped or when the process ends in whatever way.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock, or says that somebody else has it.
    pub fn take(table: &Path) -> Result<Self, TableError> {
        fs::create_dir_all(table).map_err(TableError::unwritten(table))?;
        let path = table.join(".lock");
        let file = File::create(&path).map_err(TableError::unwritten(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, _file: file }),
            Err(fs::TryLockError::WouldBlock) => Err(TableError::Busy(table.to_owned())),
            Err(fs::TryLockError::Error(error)) => Err(TableError::unwritten(&path)(error)),
        }
    }

    /// Gives the lock back and removes its file.
    pub fn release(self) -> Result<(), TableError> {
        fs::remove_file(&self.path).map_err(TableError::unwritten(&self.path))
    }
}
