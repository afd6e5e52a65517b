//! Bracelets in which no window of beads repeats: de Bruijn sequences.
//!
//! With n colours and windows of k beads there are n^k windows, so no bracelet is longer than n^k beads, and that is
//! reached (N. G. de Bruijn, 1946). Colours are the numbers below n.

use crate::euler::euler_circuit;
use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use grundy_lang::Text;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The most beads a bracelet may have here.
pub const MAX_LENGTH: u64 = 1 << 62;

/// How long the longest bracelet is: n^k, if that is at most [`MAX_LENGTH`].
pub fn bracelet_length(colours: u32, window: u32) -> Result<u64, GraphError> {
    if colours == 0 || window == 0 {
        return Err(GraphError::Puzzle(
            "a bracelet needs at least one colour and a window of at least one bead".into(),
        ));
    }
    let length = u64::from(colours).checked_pow(window).filter(|&length| length <= MAX_LENGTH);
    length.ok_or_else(|| too_long(colours, window))
}

fn too_long(colours: u32, window: u32) -> GraphError {
    let text = Text::new("a bracelet of {colours}^{window} beads is too long: at most 2^62 are made");
    GraphError::Puzzle(text.with("colours", colours).with("window", window))
}

/// The number of different longest bracelets, rotations counted once: (n!)^(n^(k-1)) / n^k (van Aardenne-Ehrenfest
/// and de Bruijn, 1951).
pub fn count_bracelets(colours: u32, window: u32) -> Result<BigUint, GraphError> {
    /// A number of more bits than this is not written out.
    const MAX_BITS: f64 = 3.0e7;
    if colours == 0 || window == 0 {
        bracelet_length(colours, window)?;
    }
    let words = f64::from(colours).powf(f64::from(window - 1));
    // An upper bound on the bits, only to refuse what would not fit; the number itself is exact.
    if colours > 1 && words * f64::from(colours) * f64::from(colours).log2() > MAX_BITS {
        let reason = Text::new(
            "the number of bracelets, ({colours}!)^({colours}^{less}) / {colours}^{window}, has too many digits to write out",
        );
        let reason = reason.with("colours", colours).with("less", window - 1).with("window", window);
        return Err(GraphError::Puzzle(reason));
    }
    let factorial: BigUint = (1..=colours).map(BigUint::from).product();
    let exponent = colours.checked_pow(window - 1).ok_or_else(|| too_long(colours, window))?;
    Ok(factorial.pow(exponent) / BigUint::from(colours).pow(window))
}

/// Streams a longest bracelet in pieces, in constant memory: the Lyndon words whose length divides k, in lexicographic
/// order, one after the other (Fredricksen, Kessler and Maiorana, 1978), the words made by Duval's rule.
pub fn bracelet_pieces<E: From<GraphError>>(
    colours: u32,
    window: u32,
    mut piece: impl FnMut(&[u32]) -> Result<(), E>,
) -> Result<(), E> {
    const PIECE: usize = 1 << 14;
    bracelet_length(colours, window)?;
    let k = window as usize;
    let mut word = vec![0_u32; k];
    let mut buffer = Vec::with_capacity(PIECE + k);
    let mut length = 1;
    loop {
        if k.is_multiple_of(length) {
            buffer.extend_from_slice(&word[..length]);
            if buffer.len() >= PIECE {
                piece(&buffer)?;
                buffer.clear();
            }
        }
        // The next word: repeat this one to k beads, drop the beads of the last colour, raise the last one left.
        (length..k).for_each(|i| word[i] = word[i - length]);
        let Some(last) = word.iter().rposition(|&bead| bead + 1 < colours) else { return piece(&buffer) };
        word[last] += 1;
        length = last + 1;
    }
}

/// Streams a longest bracelet of two colours like [`bracelet_pieces`], with a byte for each bead: `symbols[0]` or
/// `symbols[1]`. Whole words at a time in a machine word, so that memory bandwidth is the limit.
pub fn two_colour_pieces<E: From<GraphError>>(
    window: u32,
    symbols: [u8; 2],
    mut piece: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    const PIECE: usize = 1 << 16;
    bracelet_length(2, window)?;
    let k = window;
    let octets = octets(symbols);
    let mut buffer = vec![0_u8; PIECE + 64];
    let mut filled = 0;
    // The word stands in the low `length` bits, its first bead highest.
    let (mut word, mut length) = (0_u64, 1_u32);
    loop {
        if length == k || k.is_multiple_of(length) {
            let mut aligned = word << (64 - length);
            for _ in 0..length.div_ceil(8) {
                buffer[filled..filled + 8].copy_from_slice(&octets[(aligned >> 56) as usize]);
                filled += 8;
                aligned <<= 8;
            }
            // The last octet may hang over; what follows overwrites it.
            filled -= (length.next_multiple_of(8) - length) as usize;
            if filled >= PIECE {
                piece(&buffer[..filled])?;
                filled = 0;
            }
        }
        while length < k {
            let more = length.min(k - length);
            word = word << more | word >> (length - more);
            length += more;
        }
        let ones = word.trailing_ones();
        if ones >= k {
            return piece(&buffer[..filled]);
        }
        word = word >> ones | 1;
        length = k - ones;
    }
}

/// The eight beads of every octet.
fn octets(symbols: [u8; 2]) -> Vec<[u8; 8]> {
    (0..256).map(|octet: usize| std::array::from_fn(|i| symbols[octet >> (7 - i) & 1])).collect()
}

/// A longest bracelet from an Eulerian circuit of the word graph: vertices are words of k - 1 beads, arcs words of k.
pub fn bracelet_through_euler(colours: u32, window: u32, budget: &Budget) -> Result<Vec<u32>, GraphError> {
    let length = bracelet_length(colours, window)?;
    crate::digraph::check_size("windows for the word graph", length, Digraph::MAX_ORDER)?;
    if window == 1 {
        return Ok((0..colours).collect());
    }
    budget.reserve(24 * length)?;
    let words = length / u64::from(colours);
    let arcs: Vec<(u32, u32)> =
        (0..length).map(|word| ((word / u64::from(colours)) as u32, (word % words) as u32)).collect();
    let graph = Digraph::from_arcs(words as usize, &arcs)?;
    let circuit = euler_circuit(&graph).map_err(|reason| GraphError::Puzzle(reason.text(|v| v.to_string())));
    budget.release(24 * length);
    // The first bead of each word along the circuit.
    let place = (words / u64::from(colours)).max(1) as u32;
    Ok(circuit?.into_iter().map(|word| word / place).collect())
}

/// The first `limit` longest bracelets, each turned so that it starts with the window of all zeros, in lexicographic
/// order.
pub fn all_bracelets(colours: u32, window: u32, limit: usize, budget: &Budget) -> Result<Vec<Vec<u32>>, GraphError> {
    let length = bracelet_length(colours, window)?;
    crate::digraph::check_size("beads for listing all bracelets", length, 1 << 16)?;
    let (n, k, length) = (u64::from(colours), window as usize, length as usize);
    let mut meter = budget.meter();
    let mut found = Vec::new();
    // Beads chosen so far; the next colour to try stands on top. `used[w]` tells that a window was met.
    let mut beads = vec![0_u32; k.min(length)];
    let mut used = vec![false; length];
    used[0] = true;
    let mut codes = vec![0_u64];
    let mut next = 0_u32;
    while found.len() < limit {
        meter.step()?;
        let closed = beads.len() == length && closes(&beads, &used, n, k);
        if closed {
            found.push(beads.clone());
        }
        let code = codes[codes.len() - 1];
        let step = |colour: u32| ((code * n + u64::from(colour)) % length as u64) as usize;
        let free = (next..colours).find(|&colour| beads.len() < length && !used[step(colour)]);
        if let Some(colour) = free {
            used[step(colour)] = true;
            codes.push(step(colour) as u64);
            beads.push(colour);
            next = 0;
            continue;
        }
        if codes.len() == 1 {
            break;
        }
        used[code as usize] = false;
        codes.pop();
        next = beads.pop().map_or(0, |bead| bead + 1);
    }
    Ok(found)
}

/// Whether the windows over the end of a full row of beads are new and different.
fn closes(beads: &[u32], used: &[bool], n: u64, k: usize) -> bool {
    let length = beads.len();
    let code = |start: usize| (0..k).fold(0, |code, i| code * n + u64::from(beads[(start + i) % length]));
    let over: Vec<u64> = (length + 1 - k.min(length)..length).map(code).collect();
    over.iter().enumerate().all(|(i, w)| !used[*w as usize] && !over[..i].contains(w))
}

/// Two places of a bracelet where the same window starts, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The first place.
    pub first: usize,
    /// The second place.
    pub second: usize,
    /// The beads of the window.
    pub window: Vec<u32>,
}

/// Looks for a window of `window` beads that occurs twice around a bracelet; the earliest second place is reported.
/// Expected O(length) for windows whose code fits 128 bits, O(length · window) otherwise.
pub fn find_repeat(beads: &[u32], window: usize) -> Option<Repeat> {
    let length = beads.len();
    let turn = |start: usize| (0..window).map(move |i| beads[(start + i) % length]);
    let base = u128::from(beads.iter().max().map_or(1, |&most| most + 1)).max(2);
    // why: a number that does not fit is handled as one that is too large
    let power = u32::try_from(window).ok().and_then(|k| base.checked_pow(k));
    let report = |first: usize, second: usize| Some(Repeat { first, second, window: turn(second).collect() });
    let Some(power) = power else {
        let mut seen: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        return (0..length).find_map(|at| seen.insert(turn(at).collect(), at).and_then(|first| report(first, at)));
    };
    let mut seen: FxHashMap<u128, usize> = FxHashMap::default();
    let mut code = if length == 0 { 0 } else { turn(0).fold(0, |code, bead| code * base + u128::from(bead)) };
    for at in 0..length {
        if let Some(first) = seen.insert(code, at) {
            return report(first, at);
        }
        // Drop the highest digit, shift, and add the next bead.
        code = (code % (power / base)) * base + u128::from(beads[(at + window) % length]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streamed(colours: u32, window: u32) -> Vec<u32> {
        let mut beads = Vec::new();
        bracelet_pieces(colours, window, |piece| -> Result<(), GraphError> {
            beads.extend_from_slice(piece);
            Ok(())
        })
        .unwrap();
        beads
    }

    fn is_longest(beads: &[u32], colours: u32, window: u32) -> bool {
        beads.len() as u64 == bracelet_length(colours, window).unwrap()
            && beads.iter().all(|&bead| bead < colours)
            && find_repeat(beads, window as usize).is_none()
    }

    #[test]
    fn every_way_makes_longest_bracelets() {
        for (colours, most) in [(1, 5), (2, 13), (3, 8), (4, 6), (5, 5), (7, 4), (16, 3), (300, 2)] {
            for window in 1..=most {
                assert!(is_longest(&streamed(colours, window), colours, window), "{colours} {window}");
                let through = bracelet_through_euler(colours, window, &Budget::unlimited()).unwrap();
                assert!(is_longest(&through, colours, window), "euler {colours} {window}");
            }
        }
    }

    #[test]
    fn the_fast_way_gives_the_same_beads() {
        for window in 1..=18 {
            let mut beads = Vec::new();
            two_colour_pieces(window, [0, 1], |piece| -> Result<(), GraphError> {
                beads.extend(piece.iter().map(|&bead| u32::from(bead)));
                Ok(())
            })
            .unwrap();
            assert!(beads == streamed(2, window), "{window}");
        }
    }

    #[test]
    fn known_bracelets() {
        let digits = |text: &str| text.bytes().map(|b| u32::from(b - b'0')).collect::<Vec<_>>();
        assert_eq!(find_repeat(&digits("0000100110101111"), 4), None);
        assert_eq!(find_repeat(&digits("00010111"), 3), None);
        let repeat = Repeat { first: 0, second: 3, window: vec![0, 1] };
        assert_eq!(find_repeat(&digits("01101"), 2), Some(repeat));
        assert_eq!(find_repeat(&digits("0101"), 200).unwrap().second, 2);
        assert_eq!(find_repeat(&[], 3), None);
    }

    #[test]
    fn counts_and_lists_agree_with_the_table() {
        let table = include_str!("../../../tests/reference/bracelet_counts.tsv");
        for line in table.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            let (colours, window) = (cells[0].parse().unwrap(), cells[1].parse().unwrap());
            assert_eq!(count_bracelets(colours, window).unwrap().to_string(), cells[2]);
        }
        for (colours, window) in
            [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 1), (3, 2), (4, 1), (5, 1)]
        {
            let all = all_bracelets(colours, window, usize::MAX, &Budget::unlimited()).unwrap();
            assert_eq!(count_bracelets(colours, window).unwrap(), all.len().into(), "{colours} {window}");
            assert!(all.iter().all(|beads| is_longest(beads, colours, window)));
            assert!(all.is_sorted_by(|a, b| a < b));
        }
        assert_eq!(all_bracelets(2, 6, 10, &Budget::unlimited()).unwrap().len(), 10);
    }

    #[test]
    fn limits_are_clear_answers() {
        let message = |result: Result<u64, GraphError>| result.unwrap_err().to_string();
        insta::assert_snapshot!(message(bracelet_length(2, 63)), @"a bracelet of 2^63 beads is too long: at most 2^62 are made");
        insta::assert_snapshot!(message(bracelet_length(0, 3)), @"a bracelet needs at least one colour and a window of at least one bead");
        assert_eq!(bracelet_length(2, 62).unwrap(), 1 << 62);
        assert_eq!(bracelet_length(1, u32::MAX).unwrap(), 1);
        assert!(count_bracelets(2, 60).is_err() && count_bracelets(1_000_000, 3).is_err());
        assert!(bracelet_through_euler(2, 40, &Budget::unlimited()).is_err());
        assert!(all_bracelets(2, 40, 1, &Budget::unlimited()).is_err());
    }
}
