//! Reading the files named by `@file`, and writing files.

use crate::failure::Failure;
use grundy_budget::{pulse, room_for};
use grundy_game::{FileError, Files};
use grundy_lang::Text;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The file system, with a bound on how much is read: half of the memory that the command may use, since what is made of a
/// file takes memory too.
pub struct FileSystem;

/// The memory the command may use.
static MEMORY: AtomicU64 = AtomicU64::new(1 << 32);

/// Bytes read at a time.
const PIECE: u64 = 1 << 16;

/// Notes the memory that the command may use.
pub fn limit_memory(bytes: u64) {
    MEMORY.store(bytes, Ordering::Relaxed);
}

impl Files for FileSystem {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        // `-` is a file here, not the standard input.
        let path = if path == "-" { "./-" } else { path };
        read_input(path).map_err(|unread| FileError(unread.why))
    }

    fn most(&self) -> u64 {
        MEMORY.load(Ordering::Relaxed)
    }
}

/// Why an input was not read.
pub struct Unread {
    /// The reason for people.
    pub why: Text,
    /// Whether a larger budget would help.
    pub too_large: bool,
}

impl From<std::io::Error> for Unread {
    fn from(error: std::io::Error) -> Self {
        Self { why: Text::of_system(&error), too_large: false }
    }
}

/// The content of a file, or of standard input for `-`.
pub fn read_input(file: &str) -> Result<Vec<u8>, Unread> {
    let most = FileSystem.most() / 2;
    if file == "-" {
        return read_at_most(&mut std::io::stdin().lock(), 0, most);
    }
    let mut opened = File::open(file)?;
    let size = opened.metadata()?.len();
    read_at_most(&mut opened, size, most)
}

/// Reads everything, or refuses when it is more than `most` bytes; `size` is how much is announced. Keeps to the budget that
/// the thread works for.
fn read_at_most(source: &mut dyn Read, size: u64, most: u64) -> Result<Vec<u8>, Unread> {
    let too_large = || {
        let why = Text::new("there are more than the {most} bytes that are read within the memory budget");
        Unread { why: why.with("most", most), too_large: true }
    };
    if size > most {
        return Err(too_large());
    }
    let mut content = Vec::new();
    content.try_reserve(size as usize).map_err(|_| too_large())?;
    loop {
        if content.capacity() - content.len() < PIECE as usize {
            // The list doubles, and for a moment the old one is there too.
            room_for(2 * content.capacity() as u64);
        }
        pulse(PIECE / 64);
        let read = source.take(PIECE).read_to_end(&mut content)?;
        if content.len() as u64 > most {
            return Err(too_large());
        }
        if read == 0 {
            return Ok(content);
        }
    }
}

/// Where a path leads when links are followed, whether or not there is a file yet.
pub fn resolved(path: &Path) -> std::io::Result<PathBuf> {
    /// As many links as the system itself follows.
    const LINKS: usize = 40;
    let mut resolved = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&resolved) {
            Ok(target) => resolved = resolved.parent().unwrap_or(Path::new("")).join(target),
            // Not a link, or nothing there.
            Err(_) => return Ok(resolved),
        }
    }
    Err(std::io::Error::other("too many links, one to the next"))
}

/// Writes a file under a temporary name and renames it, so that nobody ever sees half of it. Links are followed and the
/// permissions of a file that is there are kept. Pipes and devices are written to directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_streamed(path, |file| Ok(file.write_all(bytes)?))
}

/// As [`write_whole`], with whatever `write` puts into the file.
pub fn write_streamed(path: &Path, write: impl FnOnce(&mut File) -> Result<(), Failure>) -> Result<(), Failure> {
    write_beside(path, write).map_err(|failure| match failure {
        Failure::Output(error) => Failure::unwritten(path.display(), &error),
        other => other,
    })
}

fn write_beside(path: &Path, write: impl FnOnce(&mut File) -> Result<(), Failure>) -> Result<(), Failure> {
    let path = resolved(path)?;
    // why: a file that is not there yet has no mode to keep
    let known = fs::metadata(&path).ok();
    let special = known.as_ref().is_some_and(|known| !known.is_file());
    let Some(name) = path.file_name().filter(|_| !special) else {
        return write(&mut File::create(&path)?);
    };
    if let Some(known) = &known
        && known.permissions().readonly()
    {
        return Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, "the file may not be written").into());
    }
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}", std::process::id()));
    let temporary = path.with_file_name(hidden);
    let create = || -> Result<(), Failure> {
        let mut file = File::create(&temporary)?;
        if let Some(known) = known {
            file.set_permissions(known.permissions())?;
        }
        write(&mut file)?;
        file.sync_all()?;
        Ok(fs::rename(&temporary, &path)?)
    };
    create().inspect_err(|_| {
        // why: what failed is told; that the half is still there too would be noise
        let _ = fs::remove_file(&temporary);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_modes_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "old").unwrap();
        fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", at("link")).unwrap();
        symlink("link", at("link to link")).unwrap();
        write_whole(&at("link to link"), b"new").unwrap();
        assert!(fs::symlink_metadata(at("link to link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("file")).unwrap(), b"new");
        assert_eq!(fs::metadata(at("file")).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("not yet", at("dangling")).unwrap();
        write_whole(&at("dangling"), b"there").unwrap();
        assert_eq!(fs::read(at("not yet")).unwrap(), b"there");
        symlink("round", at("round")).unwrap();
        assert!(write_whole(&at("round"), b"").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6, "nothing is left beside");
    }
}
