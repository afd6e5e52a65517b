//! What games on heaps of objects share: the picture and the lists of small positions.

use grundy_draw::{Picture, Role, Shape};
use grundy_game::{HeapNumbering, Numbering};

/// Heaps as columns of tokens. Clicking the token that has `k` tokens from it to the top takes those `k`, when `label`
/// names such a move of heap number `heap`.
pub fn picture(title: String, heaps: &[u64], label: impl Fn(usize, u64) -> Option<String>) -> Picture {
    const TALLEST: u64 = 30;
    const STEP: f64 = 22.0;
    let sizes = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let mut picture = Picture::new(title).describe(format!("Heaps of {sizes}."));
    for (heap, &size) in heaps.iter().enumerate() {
        let x = heap as f64 * 70.0;
        picture.add(Shape::line((x - 24.0, 0.0), (x + 24.0, 0.0)).role(Role::Ground).width(2.0));
        for row in 0..size.min(TALLEST) {
            let y = -(row as f64) * STEP - 14.0;
            let token = Shape::rect((x - 20.0, y - 7.0), 40.0, 15.0).rounded(6.0).role(Role::Token);
            match label(heap, size - row) {
                Some(label) => picture.part(label, |part| {
                    part.add(token);
                }),
                None => picture.add(token),
            };
        }
        if size > TALLEST {
            picture.label((x, -(TALLEST as f64) * STEP - 14.0), "⋮");
        }
        picture.label((x, 18.0), size.to_string());
    }
    picture
}

/// `name:a,b,…` for all sorted lists of at most `heaps` heaps of at most `largest` objects.
pub fn small(name: &str, heaps: usize, largest: u64) -> Vec<String> {
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    let mut all = Vec::new();
    for _ in 0..heaps {
        let longer = |list: &Vec<u64>| {
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
