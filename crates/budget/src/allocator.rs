//! The system's allocator, counting.
//!
//! The one place of this workspace with `unsafe`: an allocator cannot be written without it, and only an allocator sees
//! every byte, those of the libraries we use included. It adds nothing to the system's allocator but a count and a
//! ceiling, and passes every request on unchanged.

#![allow(unsafe_code)]

use crate::account;
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator, which tells [`account`] what is taken and given back.
///
/// ```
/// use grundy_budget::{Counting, account};
///
/// #[global_allocator]
/// static ALLOCATOR: Counting = Counting;
///
/// let before = account::allocated();
/// let block = vec![1u8; 1 << 20];
/// assert!(account::allocated() >= before + (1 << 20) - account::GRAIN as u64);
/// drop(block);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

/// What a block of so many bytes takes of the system: a word before it, and rounding.
fn taken(size: usize) -> i64 {
    ((size + 23) & !15).max(32) as i64
}

// SAFETY: every request goes to the system's allocator as it came, and its answer back as it came; counting touches no
// block. A request over the ceiling is answered by null, which the contract permits, and nothing here unwinds: keepers are
// told not to.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !account::permitted(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() {
            account::refused();
        } else {
            account::count(taken(layout.size()));
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !account::permitted(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        let block = unsafe { System.alloc_zeroed(layout) };
        if block.is_null() {
            account::refused();
        } else {
            account::count(taken(layout.size()));
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and the block came from the system's allocator.
        unsafe { System.dealloc(block, layout) };
        account::count(-taken(layout.size()));
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() && !account::permitted(size - layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `realloc`, and the block came from the system's allocator.
        let moved = unsafe { System.realloc(block, layout, size) };
        if moved.is_null() {
            account::refused();
        } else {
            account::count(taken(size) - taken(layout.size()));
        }
        moved
    }
}

/// Asks the system's allocator to give memory that is free back to the system, where it keeps some for later: after large
/// pieces of work on many threads that can be most of what a process has. Takes some milliseconds.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        unsafe extern "C" {
            fn malloc_trim(kept: usize) -> std::ffi::c_int;
        }
        // SAFETY: `malloc_trim` takes a number, may be called at any time from any thread, and touches only free memory.
        unsafe { malloc_trim(0) };
    }
}

/// Says `words` on standard error and ends the process at once. Whatever holds the locks of the standard streams may never
/// let them go, and memory may be what is lacking: this waits for nobody and allocates nothing. Nothing is flushed and no
/// destructor runs.
pub fn leave(words: &str, code: i32) -> ! {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        unsafe extern "C" {
            fn _exit(code: std::ffi::c_int) -> !;
        }
        if let Ok(stream) = std::io::stderr().as_fd().try_clone_to_owned() {
            // why: there is nobody left to tell that the last words were not heard
            let _ = std::fs::File::from(stream).write_all(words.as_bytes());
        }
        // SAFETY: `_exit` takes a number, may be called at any time from any thread, and does not return.
        unsafe { _exit(code) }
    }
    #[cfg(not(unix))]
    {
        // why: as above
        let _ = std::io::stderr().write_all(words.as_bytes());
        std::process::exit(code)
    }
}
