//! Fast straight lines for bundles of thousands of arcs, where a general rasteriser takes many seconds.

use crate::shape::Point;

/// Pixels of an opaque bitmap, four bytes each.
pub(crate) struct Pixels<'a> {
    pub data: &'a mut [u8],
    pub width: usize,
    pub height: usize,
}

impl Pixels<'_> {
    /// Draws a line of a colour: for every step along its longer axis, each pixel across gets the share of it covered.
    pub(crate) fn line(&mut self, from: Point, to: Point, width: f64, rgb: u32) {
        let steep = (to.1 - from.1).abs() > (to.0 - from.0).abs();
        let turn = |(x, y): Point| if steep { (y, x) } else { (x, y) };
        let (mut a, mut b) = (turn(from), turn(to));
        if a.0 > b.0 {
            std::mem::swap(&mut a, &mut b);
        }
        let (along, across) = if steep { (self.height, self.width) } else { (self.width, self.height) };
        let slope = if b.0 - a.0 > 1e-9 { (b.1 - a.1) / (b.0 - a.0) } else { 0.0 };
        let half = width / 2.0 * (1.0 + slope * slope).sqrt();
        let first = a.0.round().max(0.0) as usize;
        let last = (b.0.round().max(0.0) as usize).min(along);
        for i in first..last {
            let middle = a.1 + (i as f64 + 0.5 - a.0) * slope;
            let (low, high) = (middle - half, middle + half);
            for j in low.max(0.0) as usize..(high.ceil().max(0.0) as usize).min(across) {
                let share = (high.min(j as f64 + 1.0) - low.max(j as f64)).clamp(0.0, 1.0);
                self.blend(if steep { (j, i) } else { (i, j) }, share, rgb);
            }
        }
    }

    fn blend(&mut self, (x, y): (usize, usize), share: f64, rgb: u32) {
        let at = 4 * (y * self.width + x);
        let Some(pixel) = self.data.get_mut(at..at + 3) else { return };
        let weight = (share * 256.0) as u32;
        for (byte, ink) in pixel.iter_mut().zip([rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255]) {
            *byte = ((u32::from(*byte) * (256 - weight) + ink * weight) >> 8) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ink a black line leaves on white paper, in pixels.
    fn ink(from: Point, to: Point, width: f64) -> f64 {
        let mut data = vec![255; 4 * 50 * 40];
        Pixels { data: &mut data, width: 50, height: 40 }.line(from, to, width, 0);
        data.chunks(4).map(|p| 1.0 - f64::from(p[0]) / 255.0).sum()
    }

    #[test]
    fn a_line_covers_its_length_times_its_width() {
        for (from, to) in [((5.0, 5.0), (45.0, 5.0)), ((5.0, 5.0), (5.0, 35.0)), ((5.0, 5.0), (45.0, 35.0))] {
            for width in [0.5, 1.0, 3.0] {
                let area = crate::shape::distance(from, to) * width;
                assert!((ink(from, to, width) - area).abs() < 0.06 * area + 0.5, "{from:?} {to:?} {width}");
            }
        }
    }

    #[test]
    fn lines_beyond_the_border_are_cut() {
        assert!(ink((-100.0, 20.0), (1000.0, 20.0), 1.0) < 51.0);
        assert!(ink((-100.0, -20.0), (1000.0, -20.0), 1.0) < 0.01);
    }
}
