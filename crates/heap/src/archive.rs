//! Where nimbers lie that do not fit into memory.

use std::io;

/// Nimbers of a page.
pub(crate) const PAGE: usize = 1 << 16;

/// Pages of bytes that can be read again, such as a file. All pages but the last have the same length.
///
/// The engine writes every page when it is whole, and the last one, short as it is, when it is asked to save; that one is written
/// again later. Whoever implements this makes sure that what is read is what was written.
pub trait Archive {
    /// How many bytes a nimber takes, 1 or 2.
    fn width(&self) -> usize;

    /// How many pages there are.
    fn pages(&self) -> u64;

    /// Reads a page.
    fn read(&self, page: u64, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// Writes the page after the last, or the last one again.
    fn write(&mut self, page: u64, bytes: &[u8]) -> io::Result<()>;

    /// Changes from one byte a nimber to two. Pages then hold twice the bytes.
    fn widen(&mut self) -> io::Result<()>;
}

/// An archive in memory, for trying things out.
#[derive(Clone, Debug)]
pub struct MemoryArchive {
    width: usize,
    /// The pages.
    pub pages: Vec<Vec<u8>>,
}

impl Default for MemoryArchive {
    fn default() -> Self {
        Self { width: 1, pages: Vec::new() }
    }
}

impl Archive for MemoryArchive {
    fn width(&self) -> usize {
        self.width
    }

    fn pages(&self) -> u64 {
        self.pages.len() as u64
    }

    fn read(&self, page: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let found = self.pages.get(page as usize).ok_or(io::ErrorKind::NotFound)?;
        bytes.clone_from(found);
        Ok(())
    }

    fn write(&mut self, page: u64, bytes: &[u8]) -> io::Result<()> {
        match self.pages.get_mut(page as usize) {
            Some(known) => *known = bytes.to_vec(),
            None => self.pages.push(bytes.to_vec()),
        }
        Ok(())
    }

    fn widen(&mut self) -> io::Result<()> {
        for page in &mut self.pages {
            *page = page.iter().flat_map(|&byte| [byte, 0]).collect();
        }
        self.width = 2;
        Ok(())
    }
}
