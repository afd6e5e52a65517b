//! QDIMACS, the file format of quantified formulas.
//!
//! A header `p cnf VARIABLES CLAUSES`, then quantifier lines `e 1 2 0` and `a 3 0`, outermost first, then clauses as
//! lists of signed numbers ended by 0. Lines that begin with `c` are comments. Neighbouring blocks with the same
//! quantifier are one block, and variables that occur in clauses but in no quantifier line are outermost and
//! existential, as the format's definition has it. Variable 5 gets the name `x5`.

use std::fmt::Write;

use grundy_lang::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Problem, ReadError, quoted};
use crate::{Formula, Literal, Quantifier};

/// A formula read from a file, with remarks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The formula.
    pub formula: Formula,
    /// Where the header does not tell the truth; such files are common, and the clauses count, not the header.
    pub remarks: Vec<ReadError>,
}

/// Reads a QDIMACS text; errors and remarks name the line. Time linear in the text.
pub fn read_qdimacs(text: &str) -> Result<Reading, ReadError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line = index + 1;
        reader.read_line(line).map_err(|problem| problem.in_line(index + 1))?;
    }
    let last_line = reader.line.max(1);
    reader.finish().map_err(|problem| problem.in_line(last_line))
}

/// Writes a formula as QDIMACS. Variables named `x1`, `x2`, … keep their numbers; if any has another name, all are
/// numbered in the order of play and comments tell the names.
pub fn write_qdimacs(formula: &Formula) -> String {
    let mut text = String::new();
    let kept: Option<Vec<u64>> = (0..formula.variables()).map(|v| number_in(formula.name(v))).collect();
    let numbers = kept.unwrap_or_else(|| {
        for variable in 0..formula.variables() {
            let _ = writeln!(text, "c {} is {}", variable + 1, formula.name(variable));
        }
        (1..=formula.variables() as u64).collect()
    });
    let greatest = numbers.iter().max().copied().unwrap_or(0);
    let _ = writeln!(text, "p cnf {greatest} {}", formula.clauses().len());
    for (quantifier, variables) in formula.blocks() {
        text.push(if quantifier == Quantifier::Exists { 'e' } else { 'a' });
        for variable in variables {
            let _ = write!(text, " {}", numbers[variable]);
        }
        text.push_str(" 0\n");
    }
    for clause in formula.clauses() {
        for literal in clause {
            let sign = if literal.is_positive() { "" } else { "-" };
            let _ = write!(text, "{sign}{} ", numbers[literal.variable()]);
        }
        text.push_str("0\n");
    }
    text
}

/// The greatest number a file may give to a variable.
const GREATEST_NUMBER: u64 = i32::MAX as u64;

/// The 5 of `x5`, if the name is of this kind.
fn number_in(name: &str) -> Option<u64> {
    // why: names of another kind have no number
    let number: u64 = name.strip_prefix('x')?.parse().ok()?;
    (format!("x{number}") == name && (1..=GREATEST_NUMBER).contains(&number)).then_some(number)
}

/// The numbers of variables and clauses in a header line.
fn header(line: &str) -> Result<(u64, u64), Problem> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let parsed = match words[..] {
        // why: refused just below
        ["p", "cnf", variables, clauses] => variables.parse().ok().zip(clauses.parse().ok()),
        _ => None,
    };
    parsed.ok_or_else(|| Problem::Expected { expected: "`p cnf VARIABLES CLAUSES`", found: quoted(line) })
}

/// What is being read: a quantifier line, a clause, or neither.
#[derive(Default)]
enum Inside {
    #[default]
    Nothing,
    Block(Quantifier),
    Clause,
}

/// The state of reading. Clauses keep the file's numbers until the free variables are known.
#[derive(Default)]
struct Reader {
    line: usize,
    header: Option<(u64, u64)>,
    inside: Inside,
    bound: Vec<(Quantifier, u64)>,
    is_bound: FxHashSet<u64>,
    literals: Vec<(u64, bool)>,
    clause_ends: Vec<usize>,
    /// The line and number of the first variable beyond the header's range.
    beyond: Option<(usize, u64)>,
    /// The line of the first clause beyond the header's count.
    extra: Option<usize>,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), Problem> {
        match line.trim_start().as_bytes().first() {
            None | Some(b'c') => Ok(()),
            Some(b'p') if self.header.is_none() => {
                self.header = Some(header(line)?);
                Ok(())
            }
            Some(_) => line.split_ascii_whitespace().try_for_each(|word| self.word(word)),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Problem> {
        let Some((_, announced)) = self.header else { return Err(Problem::NoHeader) };
        match (&self.inside, word) {
            (Inside::Nothing, "e" | "a") if self.clause_ends.is_empty() => {
                self.inside = Inside::Block(if word == "e" { Quantifier::Exists } else { Quantifier::ForAll });
            }
            (Inside::Block(_), "0") => self.inside = Inside::Nothing,
            (&Inside::Block(quantifier), _) => self.bind(quantifier, word)?,
            (Inside::Nothing | Inside::Clause, "0") => {
                self.clause_ends.push(self.literals.len());
                self.inside = Inside::Nothing;
                if self.clause_ends.len() as u64 > announced {
                    self.extra.get_or_insert(self.line);
                }
            }
            (Inside::Nothing | Inside::Clause, _) => {
                let literal = self.number(word)?;
                self.literals.push(literal);
                self.inside = Inside::Clause;
            }
        }
        Ok(())
    }

    fn bind(&mut self, quantifier: Quantifier, word: &str) -> Result<(), Problem> {
        let (number, positive) = self.number(word)?;
        if !positive {
            return Err(Problem::Expected { expected: "a variable's number", found: quoted(word) });
        }
        if !self.is_bound.insert(number) {
            return Err(Problem::QuantifiedTwice(number.to_string()));
        }
        self.bound.push((quantifier, number));
        Ok(())
    }

    /// A signed number other than 0.
    fn number(&mut self, word: &str) -> Result<(u64, bool), Problem> {
        let expected = "a number, and 0 at the end of each clause or quantifier line";
        // why: refused on the next line
        let value: Option<i64> = word.parse().ok().filter(|&value| value != 0);
        let value = value.ok_or_else(|| Problem::Expected { expected, found: quoted(word) })?;
        let number = value.unsigned_abs();
        if number > GREATEST_NUMBER {
            return Err(Problem::TooGreat(number));
        }
        if self.header.is_some_and(|(announced, _)| number > announced) {
            self.beyond.get_or_insert((self.line, number));
        }
        Ok((number, value > 0))
    }

    /// Where the header was wrong.
    fn remarks(&self, (variables, clauses): (u64, u64)) -> Vec<ReadError> {
        let mut remarks = Vec::new();
        if let Some((line, number)) = self.beyond {
            remarks.push(Problem::MoreVariables { announced: variables, number }.in_line(line));
        }
        let found = self.clause_ends.len() as u64;
        if found != clauses {
            let line = self.extra.unwrap_or(self.line);
            remarks.push(Problem::ClauseCount { announced: clauses, found }.in_line(line));
        }
        remarks
    }

    fn finish(self) -> Result<Reading, Problem> {
        let Some(header) = self.header else { return Err(Problem::NoHeader) };
        if !matches!(self.inside, Inside::Nothing) {
            return Err(Problem::Expected { expected: "0", found: Text::new("the end of the file") });
        }
        let remarks = self.remarks(header);
        let mut free: Vec<u64> =
            self.literals.iter().map(|&(number, _)| number).filter(|number| !self.is_bound.contains(number)).collect();
        free.sort_unstable();
        free.dedup();
        let order: Vec<(Quantifier, u64)> =
            free.into_iter().map(|number| (Quantifier::Exists, number)).chain(self.bound).collect();
        if order.len() > Literal::MAX_VARIABLES {
            return Err(Problem::TooGreat(order.len() as u64));
        }
        let place: FxHashMap<u64, usize> = order.iter().enumerate().map(|(v, &(_, number))| (number, v)).collect();
        let mut start = 0;
        let mut clauses = Vec::with_capacity(self.clause_ends.len());
        for end in self.clause_ends {
            let literals = self.literals[start..end].iter();
            clauses.push(literals.map(|&(number, positive)| Literal::new(place[&number], positive)).collect());
            start = end;
        }
        let variables = order.into_iter().map(|(quantifier, number)| (quantifier, format!("x{number}"))).collect();
        let formula = Formula::new(variables, clauses);
        Ok(Reading { formula: formula.expect("numbers are distinct and every literal has its variable"), remarks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let Reading { formula, remarks } = match read_qdimacs(text) {
            Ok(reading) => reading,
            Err(error) => return error.to_string(),
        };
        remarks.iter().fold(formula.to_string(), |text, remark| format!("{text} [{remark}]"))
    }

    #[test]
    fn reads_what_the_format_allows() {
        insta::assert_snapshot!(read("p cnf 0 0"), @":");
        insta::assert_snapshot!(read("p cnf 0 1\n0\n"), @": ()");
        insta::assert_snapshot!(read("c hi\n\n p cnf 3 2\ne 1 0\na 2 0\nc there\ne 3 0\n1 -2 0\nc here\n-3 2\n0\n"), @"E x1 A x2 E x3 : (x1|-x2) (-x3|x2)");
        insta::assert_snapshot!(read("p cnf 4 3\ne 0\na 2 0\ne 0\na 0\ne 3 4 0\n-2 -3 4 0\n2 -4 0 3\n-4 0"), @"A x2 E x3 x4 : (-x2|-x3|x4) (x2|-x4) (x3|-x4)");
    }

    #[test]
    fn free_variables_are_outermost_and_existential() {
        insta::assert_snapshot!(read("p cnf 9 1\na 2 0\n9 -2 7 0\n"), @"E x7 x9 A x2 : (x9|-x2|x7)");
    }

    #[test]
    fn errors_name_the_line() {
        insta::assert_snapshot!(read(""), @"line 1: no header line `p cnf VARIABLES CLAUSES`");
        insta::assert_snapshot!(read("c\n1 0"), @"line 2: no header line `p cnf VARIABLES CLAUSES`");
        insta::assert_snapshot!(read("p dnf 1 1"), @"line 1: expected `p cnf VARIABLES CLAUSES`, found `p dnf 1 1`");
        insta::assert_snapshot!(read("p cnf 1 -1"), @"line 1: expected `p cnf VARIABLES CLAUSES`, found `p cnf 1 -1`");
        insta::assert_snapshot!(read("p cnf 2 2\n1 0\n2"), @"line 3: expected 0, found the end of the file");
        insta::assert_snapshot!(read("p cnf 2 1\n3000000000 0\n"), @"line 2: 3000000000 is too great for the number of a variable");
        insta::assert_snapshot!(read("p cnf 2 1\ne 1 0\na 1 0\n1 0"), @"line 3: variable `1` is quantified twice");
        insta::assert_snapshot!(read("p cnf 2 1\ne -1 0\n1 0"), @"line 2: expected a variable's number, found `-1`");
        insta::assert_snapshot!(read("p cnf 2 1\n1 x 0"), @"line 2: expected a number, and 0 at the end of each clause or quantifier line, found `x`");
        insta::assert_snapshot!(read("p cnf 2 2\n1 0\na 2 0\n1 0"), @"line 3: expected a number, and 0 at the end of each clause or quantifier line, found `a`");
        insta::assert_snapshot!(read("p cnf 1 1\np cnf 1 1\n1 0"), @"line 2: expected a number, and 0 at the end of each clause or quantifier line, found `p`");
    }

    #[test]
    fn remarks_tell_where_the_header_is_wrong() {
        insta::assert_snapshot!(read("p cnf 2 2\n1 0\n\n"), @"E x1 : (x1) [line 3: the header announces 2 clauses, and there are 1]");
        insta::assert_snapshot!(read("p cnf 2 1\n1 0\n2 0\n-1 0\n"), @"E x1 x2 : (x1) (x2) (-x1) [line 3: the header announces 1 clauses, and there are 3]");
        insta::assert_snapshot!(read("p cnf 2 1\n-1\n3 0\n"), @"E x1 x3 : (-x1|x3) [line 3: the header announces variables up to 2, and here is variable 3]");
    }

    #[test]
    fn writing_keeps_numbers_or_tells_names() {
        let numbered = read_qdimacs("p cnf 9 2\na 2 0\n9 -2 7 0\n0\n").unwrap().formula;
        insta::assert_snapshot!(write_qdimacs(&numbered), @r"
        p cnf 9 2
        e 7 9 0
        a 2 0
        9 -2 7 0
        0
        ");
        let named: Formula = "E left A x7 : (left|-x7)".parse().unwrap();
        insta::assert_snapshot!(write_qdimacs(&named), @r"
        c 1 is left
        c 2 is x7
        p cnf 2 1
        e 1 0
        a 2 0
        1 -2 0
        ");
    }
}
