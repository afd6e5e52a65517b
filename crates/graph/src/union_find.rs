//! Classes of things, united step by step.

/// The representative of a class.
pub(crate) fn find(parents: &mut [u32], mut i: u32) -> u32 {
    while parents[i as usize] != i {
        parents[i as usize] = parents[parents[i as usize] as usize];
        i = parents[i as usize];
    }
    i
}

/// Unites two classes; the smaller representative stays.
pub(crate) fn unite(parents: &mut [u32], i: u32, j: u32) {
    let (i, j) = (find(parents, i), find(parents, j));
    parents[i.max(j) as usize] = i.min(j);
}
