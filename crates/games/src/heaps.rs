//! What games on heaps of objects share: the picture and the lists of small positions.

use grundy_draw::{Heap, Heaps, Picture};
use grundy_game::tabled::{RunBlocks, Tabled};
use grundy_game::{HeapNumbering, Numbering, Rules, Text};
use std::sync::Arc;

/// Heaps as stacks of tokens, given as they were at the beginning of the game and as they are. Clicking the token that has
/// `k` tokens from it to the top takes those `k`, when `label` names such a move of heap number `heap`.
pub fn picture(title: String, start: &[u64], heaps: &[u64], label: impl Fn(usize, u64) -> Option<String>) -> Picture {
    /// No more tokens of a heap are drawn.
    const DRAWN: u64 = 100;
    let sizes = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let heap = |(heap, &size): (usize, &u64)| {
        let moves = (1..=size.min(DRAWN)).filter_map(|take| Some((size - take, label(heap, take)?)));
        let whole = start.get(heap).copied().unwrap_or(size);
        moves.fold(Heap::new(size).of(whole), |drawn, (rest, label)| drawn.plays(rest, label))
    };
    Heaps::new(heaps.iter().enumerate().map(heap).collect())
        .picture(title, Text::new("Heaps of {sizes}.").with("sizes", sizes))
}

/// `name:a,b,…` for all sorted lists of at most `heaps` heaps of at most `largest` objects.
pub fn small(name: &str, heaps: usize, largest: u64) -> Vec<String> {
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    let mut all = Vec::new();
    for _ in 0..heaps {
        let longer = |list: &Vec<u64>| {
            // why: a list of no heaps may go on with any.
            let least = list.last().copied().unwrap_or(0);
            (least..=largest).map(|heap| [list.as_slice(), &[heap]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
        all.extend(lists.iter().map(|list| format!("{name}:{}", crate::nim::write_heaps(list))));
    }
    all
}

/// The dense numbering of heaps up to the given sizes, when they are small enough for nimbers in a byte.
pub fn numbering(heaps: &[u64], options: impl Fn(u64) -> Vec<u64>) -> Option<Box<dyn Numbering<Vec<u64>>>> {
    if heaps.iter().any(|&heap| heap > 255) {
        return None;
    }
    Some(Box::new(HeapNumbering::new(heaps, options)?))
}

/// The table of all heaps up to the given sizes, when they are small enough for nimbers in a byte.
pub fn tabled<R: Rules<Position = Vec<u64>>>(heaps: &[u64], options: impl Fn(u64) -> Vec<u64>) -> Option<Tabled<R>> {
    if heaps.iter().any(|&heap| heap > 255) {
        return None;
    }
    let numbering = HeapNumbering::new(heaps, options)?;
    // At most a megabyte a block, and several blocks for all but the smallest tables.
    let low = numbering.count().ilog2().saturating_sub(3).clamp(7, 20);
    Some(Tabled::Dense(Arc::new(RunBlocks::new(numbering, low))))
}
