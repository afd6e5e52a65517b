//! Certificates about kernels of digraphs.

use super::frame::{Draft, FormatError, Lines, number, numbers};

/// A digraph; vertices count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arcs {
    /// How many vertices there are.
    pub order: u64,
    /// The arcs, ascending, each once.
    pub arcs: Vec<(u64, u64)>,
}

/// As many as there can be variables in a DIMACS file.
const MOST_VERTICES: u64 = i32::MAX as u64;

impl Arcs {
    fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("digraph {} {}", self.order, self.arcs.len()));
        for (from, to) in &self.arcs {
            draft.line(format_args!("{from} {to}"));
        }
    }

    fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let [order, size] = lines.numbers("digraph")?[..] else { return Err(lines.wrong("digraph")) };
        if order > MOST_VERTICES {
            return Err(lines.wrong("digraph"));
        }
        let mut arcs: Vec<(u64, u64)> = Vec::new();
        for _ in 0..size {
            let line = numbers(lines.next("ARC")?);
            let Some(&[from, to]) = line.as_deref() else { return Err(lines.wrong("ARC")) };
            let inside = |vertex| (1..=order).contains(&vertex);
            if !inside(from) || !inside(to) || arcs.last().is_some_and(|&last| last >= (from, to)) {
                return Err(lines.wrong("ARC"));
            }
            arcs.push((from, to));
        }
        Ok(Self { order, arcs })
    }
}

/// A kernel of a digraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelProof {
    /// The digraph.
    pub digraph: Arcs,
    /// The vertices of the kernel, ascending.
    pub kernel: Vec<u64>,
}

impl KernelProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        self.digraph.write(draft);
        draft.words("kernel", self.kernel.iter());
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let (digraph, kernel) = (Arcs::read(lines)?, lines.numbers("kernel")?);
        if kernel.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(lines.wrong("kernel"));
        }
        Ok(Self { digraph, kernel })
    }
}

/// A digraph has no kernel: a refutation, in the LRAT format, of the clauses that say that it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKernelProof {
    /// The digraph.
    pub digraph: Arcs,
    /// The steps.
    pub steps: Vec<ProofStep>,
}

/// A step of a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// The clause of this number follows from the clauses of those numbers.
    Add(u64, Vec<i64>, Vec<u64>),
    /// After the clause of this number, these are not used again.
    Delete(u64, Vec<u64>),
}

impl NoKernelProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        self.digraph.write(draft);
        for step in &self.steps {
            draft.line(format_args!("{}", step.lrat()));
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let digraph = Arcs::read(lines)?;
        Ok(Self { digraph, steps: lines.rest("STEP", ProofStep::read)? })
    }

    /// The clauses in the DIMACS format: variable v is true when vertex v is in the kernel.
    pub fn dimacs(&self) -> String {
        let clauses = crate::check::kernel_clauses(&self.digraph);
        let mut text = format!("p cnf {} {}\n", self.digraph.order, clauses.len());
        for clause in clauses {
            text += &joined(&clause);
            text += " 0\n";
        }
        text
    }

    /// The refutation in the DRAT format, for checkers that find out themselves what a clause follows from.
    pub fn drat(&self) -> String {
        let steps = self.steps.iter().filter_map(|step| match step {
            ProofStep::Add(_, clause, _) if clause.is_empty() => Some("0\n".to_owned()),
            ProofStep::Add(_, clause, _) => Some(format!("{} 0\n", joined(clause))),
            ProofStep::Delete(..) => None,
        });
        steps.collect()
    }

    /// The refutation in the LRAT format.
    pub fn lrat(&self) -> String {
        self.steps.iter().map(|step| step.lrat() + "\n").collect()
    }
}

fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl ProofStep {
    /// The step as a line of an LRAT file.
    fn lrat(&self) -> String {
        let listed = |list: String| if list.is_empty() { "0".to_owned() } else { list + " 0" };
        match self {
            Self::Add(number, clause, from) => format!("{number} {} {}", listed(joined(clause)), listed(joined(from))),
            Self::Delete(number, over) => format!("{number} d {}", listed(joined(over))),
        }
    }

    fn read(line: &str) -> Option<Self> {
        let (first, rest) = line.split_once(' ')?;
        let first = number(first)?;
        let list = |text: &str| {
            let inner = if text == "0" { "" } else { text.strip_suffix(" 0")? };
            numbers(inner).filter(|numbers| !numbers.contains(&0))
        };
        if let Some(over) = rest.strip_prefix("d ") {
            return Some(Self::Delete(first, list(over)?));
        }
        let (clause, from) =
            if let Some(from) = rest.strip_prefix("0 ") { ("", from) } else { rest.split_once(" 0 ")? };
        let literal = |text: &str| {
            // why: what is not a number is refused, whatever it is
            let value: i64 = text.parse().ok()?;
            // The least number has no negation.
            (value != 0 && value != i64::MIN && value.to_string() == text).then_some(value)
        };
        let words = clause.split(' ').filter(|_| !clause.is_empty());
        Some(Self::Add(first, words.map(literal).collect::<Option<Vec<i64>>>()?, list(from)?))
    }
}
