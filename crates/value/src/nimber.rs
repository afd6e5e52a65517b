//! Arithmetic of nimbers: the field On₂, whose members below 2^128 form a field of their own.
//!
//! Conway, On Numbers and Games, chapter 6. The nimbers below 2^(2^k) are a field for every k.

/// The nim-sum: addition without carrying.
pub fn sum(a: u128, b: u128) -> u128 {
    a ^ b
}

/// The nim-product.
///
/// For F = 2^(2^k) the product of the Fermat powers F·F is F ⊕ F/2, and F·x is the ordinary product for x < F; Karatsuba's
/// three products a level give O(log₂3-power of the bits).
pub fn product(a: u128, b: u128) -> u128 {
    let bits = 128 - (a | b).leading_zeros();
    let half = bits.max(2).next_power_of_two() / 2;
    multiply(a, b, half)
}

/// The product of two nimbers below 2^(2·half).
fn multiply(a: u128, b: u128, half: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    if half == 1 {
        // In the field of four, 2·2 = 3, 2·3 = 1, 3·3 = 2.
        return [[3, 1], [1, 2]][a as usize - 2][b as usize - 2];
    }
    let low = (1u128 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let quarter = half / 2;
    let high = multiply(a1, b1, quarter);
    let base = multiply(a0, b0, quarter);
    let cross = multiply(a1 ^ a0, b1 ^ b0, quarter);
    // (a1 F + a0)(b1 F + b0) = (cross − base) F + base + high · F/2, since F² = F + F/2.
    ((cross ^ base) << half) ^ base ^ multiply(high, 1 << (half - 1), quarter)
}

/// The nim-power: `a` nim-multiplied `exponent` times, 1 for exponent 0.
pub fn power(a: u128, mut exponent: u128) -> u128 {
    let (mut result, mut square) = (1, a);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

/// The nim-inverse, none for 0: a^(2^128 − 2), since the nimbers below 2^128 are a field.
pub fn inverse(a: u128) -> Option<u128> {
    (a != 0).then(|| power(a, u128::MAX - 1))
}

/// The nim-square-root, which every nimber has once: a^(2^127).
pub fn square_root(a: u128) -> u128 {
    (0..127).fold(a, |root, _| product(root, root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: the least nimber that no a'b ⊕ ab' ⊕ a'b' with a' < a, b' < b is.
    fn by_definition(a: u128, b: u128, table: &[Vec<u128>]) -> u128 {
        let (a, b) = (a as usize, b as usize);
        let taken: Vec<u128> = (0..a)
            .flat_map(|x| (0..b).map(move |y| (x, y)))
            .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
            .collect();
        (0..=taken.len() as u128).find(|n| !taken.contains(n)).unwrap()
    }

    #[test]
    fn product_is_the_least_excluded() {
        let mut table = vec![vec![0; 18]; 18];
        for a in 0..18u128 {
            for b in 0..18u128 {
                table[a as usize][b as usize] = by_definition(a, b, &table);
                assert_eq!(product(a, b), table[a as usize][b as usize], "{a} {b}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn field_laws(a: u128, b: u128, c: u128) {
            prop_assert_eq!(product(a, b), product(b, a));
            prop_assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            prop_assert_eq!(product(square_root(a), square_root(a)), a);
            if let Some(inverse) = inverse(a) {
                prop_assert_eq!(product(a, inverse), 1);
            }
        }

        #[test]
        fn powers_add_exponents(a: u128, m in 0u128..1000, n in 0u128..1000) {
            prop_assert_eq!(product(power(a, m), power(a, n)), power(a, m + n));
        }
    }
}
