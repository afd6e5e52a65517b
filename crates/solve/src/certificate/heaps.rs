//! Certificates about rules on heaps.

use super::frame::{Draft, FormatError, Lines, numbers};

/// The nimbers of a rule on heaps repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodProof {
    /// The rule in its notation.
    pub rule: String,
    /// The first heap from which on nimbers repeat.
    pub preperiod: u64,
    /// The least length after which they do.
    pub period: u64,
}

impl PeriodProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("rule {}", self.rule));
        draft.line(format_args!("preperiod {}", self.preperiod));
        draft.line(format_args!("period {}", self.period));
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let rule = lines.after("rule")?.to_owned();
        Ok(Self { rule, preperiod: lines.number("preperiod")?, period: lines.number("period")? })
    }
}

/// From which heap on the images of heaps repeat, and after how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The first heap of the first period.
    pub from: u64,
    /// The length of a period.
    pub period: u64,
}

/// The misère quotient of a rule on heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientProof {
    /// The rule in its notation.
    pub rule: String,
    /// How many elements there are; 0 is the class of the empty sum.
    pub order: usize,
    /// The elements that the player about to move loses, ascending.
    pub lost: Vec<usize>,
    /// The element of each heap, from heap 0.
    pub images: Vec<usize>,
    /// How the elements of larger heaps go on; `None` when the quotient is only about the heaps listed.
    pub repeats: Option<Repeats>,
    /// The product of each two elements, row by row.
    pub table: Vec<usize>,
}

impl QuotientProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("rule {}", self.rule));
        draft.line(format_args!("order {}", self.order));
        draft.words("lost", self.lost.iter());
        draft.words("heaps", self.images.iter());
        match self.repeats {
            Some(Repeats { from, period }) => draft.line(format_args!("repeats {from} {period}")),
            None => draft.line(format_args!("repeats")),
        }
        for row in self.table.chunks(self.order.max(1)) {
            draft.words("row", row.iter());
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let elements = |list: Vec<u64>| list.into_iter().map(|one| one as usize).collect::<Vec<usize>>();
        let rule = lines.after("rule")?.to_owned();
        let order = lines.number("order")? as usize;
        let lost = elements(lines.numbers("lost")?);
        let images = elements(lines.numbers("heaps")?);
        let repeats = match lines.numbers("repeats")?[..] {
            [] => None,
            [from, period] => Some(Repeats { from, period }),
            _ => return Err(lines.wrong("repeats")),
        };
        let rows = lines.rest("row", |line| {
            let row = numbers(line.strip_prefix("row ")?)?;
            (row.len() == order).then(|| elements(row))
        })?;
        if rows.len() != order {
            return Err(lines.wrong("row"));
        }
        Ok(Self { rule, order, lost, images, repeats, table: rows.concat() })
    }
}
