//! Budgets that count what is really allocated. One test, since all threads of a process share the count.

use grundy_budget::{Budget, Counting, Exhausted, Limits, account};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MIB: u64 = 1 << 20;

fn of_memory(memory: u64) -> Limits {
    Limits { memory: Some(memory), ..Limits::default() }
}

#[test]
fn real_allocations_count() {
    threads_that_end_leave_no_trace();
    a_process_over_its_limit_is_told();
    a_piece_of_work_answers_for_its_own_thread();
    the_ceiling_refuses_what_would_break_it();
    failures_are_told_to_the_keeper();
}

/// Memory that one thread takes and another gives back cancels out, however many threads there are.
fn threads_that_end_leave_no_trace() {
    let before = account::allocated();
    for _ in 0..200 {
        let small: Vec<Box<[u8; 100]>> =
            std::thread::spawn(|| (0..100).map(|_| Box::new([1; 100])).collect()).join().unwrap();
        black_box(&small);
    }
    assert!(account::allocated().abs_diff(before) < 4 * account::GRAIN as u64);
}

fn a_process_over_its_limit_is_told() {
    let budget = Budget::of_process(of_memory(32 * MIB));
    assert_eq!(budget.afford(16 * MIB), Ok(()));
    assert_eq!(budget.afford(64 * MIB), Err(Exhausted::Memory));
    let block = black_box(vec![1u8; 64 << 20]);
    assert!(account::peak() >= 64 * MIB);
    assert_eq!(budget.check(), Err(Exhausted::Memory));
    assert_eq!(budget.within(Limits::default()).check(), Err(Exhausted::Memory));
    assert_eq!(budget.reserve(1), Err(Exhausted::Memory));
    assert_eq!(budget.memory_left(), 0);
    drop(block);
    assert_eq!(budget.check(), Ok(()));
}

fn a_piece_of_work_answers_for_its_own_thread() {
    let all = Budget::of_process(of_memory(1024 * MIB));
    let piece = all.piece_of_work(of_memory(8 * MIB));
    account::begin();
    let block = black_box(vec![1u8; 16 << 20]);
    assert_eq!((piece.check(), all.check()), (Err(Exhausted::Memory), Ok(())));
    let other = piece.clone();
    assert_eq!(std::thread::spawn(move || other.check()).join().unwrap(), Ok(()), "another thread has taken nothing");
    account::begin();
    assert_eq!(piece.check(), Ok(()), "the next piece of work begins at 0");
    drop(block);
}

fn the_ceiling_refuses_what_would_break_it() {
    account::set_ceiling(account::allocated() + 32 * MIB);
    let mut list: Vec<u8> = Vec::new();
    assert!(list.try_reserve_exact(8 << 20).is_ok());
    assert!(list.try_reserve_exact(64 << 20).is_err());
}

/// The keeper is told once of each allocation that fails: by order, and because the system has no such memory.
fn failures_are_told_to_the_keeper() {
    static TOLD: AtomicU64 = AtomicU64::new(0);
    account::set_keeper(|| {
        TOLD.fetch_add(1, Relaxed);
    });
    let mut lists: [Vec<u8>; 3] = Default::default();
    account::fail_after(2);
    assert_eq!(account::failing_in(), 2);
    let succeeded = lists.each_mut().map(|list| list.try_reserve_exact(100).is_ok());
    assert_eq!((succeeded, TOLD.load(Relaxed)), ([true, true, false], 1));
    assert!(lists[2].try_reserve_exact(100).is_ok(), "only one fails");
    assert!(lists[0].try_reserve_exact(isize::MAX as usize).is_err());
    assert_eq!(TOLD.load(Relaxed), 2);
}
