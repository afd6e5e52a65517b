//! A table with named columns, as text, CSV, JSON, Markdown or LaTeX.

use clap::ValueEnum;
use serde_json::{Map, Value};
use std::io::{Result, Write};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SheetFormat {
    /// Columns for people.
    Text,
    /// Comma-separated values.
    Csv,
    /// A list of objects for machines.
    Json,
    /// A table in Markdown.
    Markdown,
    /// A tabular for LaTeX.
    Latex,
}

/// Rows of cells under named columns.
pub struct Sheet {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each with a cell a column: texts, numbers, truth values or nothing.
    pub rows: Vec<Vec<Value>>,
}

impl Sheet {
    /// Columns and rows changed over: the first column names the new rows.
    #[must_use]
    pub fn transposed(self) -> Self {
        let width = self.rows.len();
        let rows = self.columns.into_iter().enumerate().map(|(index, name)| {
            let cells = self.rows.iter().map(|row| row.get(index).cloned().unwrap_or(Value::Null));
            std::iter::once(Value::from(name)).chain(cells).collect()
        });
        Self { rows: rows.collect(), columns: (0..=width).map(|_| String::new()).collect() }
    }

    /// Writes the table.
    pub fn write(&self, format: SheetFormat, out: &mut dyn Write) -> Result<()> {
        match format {
            SheetFormat::Text => self.text(out),
            SheetFormat::Csv => self.csv(out),
            SheetFormat::Json => self.json(out),
            SheetFormat::Markdown => self.markdown(out),
            SheetFormat::Latex => self.latex(out),
        }
    }

    fn has_heading(&self) -> bool {
        self.columns.iter().any(|name| !name.is_empty())
    }

    fn lines(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let heading = self.has_heading().then(|| self.columns.clone());
        heading.into_iter().chain(self.rows.iter().map(|row| row.iter().map(cell).collect()))
    }

    fn text(&self, out: &mut dyn Write) -> Result<()> {
        let mut widths = vec![0; self.columns.len()];
        for line in self.lines() {
            for (width, cell) in widths.iter_mut().zip(&line) {
                *width = (*width).max(cell.chars().count());
            }
        }
        // Numbers stand under their last digit.
        let right: Vec<bool> = (0..widths.len())
            .map(|column| {
                self.rows.iter().all(|row| row.get(column).is_none_or(|cell| cell.is_number() || cell.is_null()))
            })
            .collect();
        for line in self.lines() {
            let cells = line.iter().zip(&widths).zip(&right).map(|((cell, &width), &right)| {
                if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }

    fn csv(&self, out: &mut dyn Write) -> Result<()> {
        for line in self.lines() {
            let cells = line.into_iter().map(|cell| {
                if cell.contains(['"', ',', '\n', ';']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))?;
        }
        Ok(())
    }

    fn json(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "[")?;
        for (index, row) in self.rows.iter().enumerate() {
            let comma = if index + 1 < self.rows.len() { "," } else { "" };
            let row = if self.has_heading() {
                Value::Object(self.columns.iter().cloned().zip(row.iter().cloned()).collect::<Map<_, _>>())
            } else {
                Value::Array(row.clone())
            };
            writeln!(out, "  {row}{comma}")?;
        }
        writeln!(out, "]")
    }

    fn markdown(&self, out: &mut dyn Write) -> Result<()> {
        let line = |cells: Vec<String>| {
            let cells =
                cells.into_iter().map(|cell| cell.replace('\\', "\\\\").replace('|', "\\|").replace('*', "\\*"));
            format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
        };
        writeln!(out, "{}", line(self.columns.clone()))?;
        writeln!(out, "|{}", "---|".repeat(self.columns.len()))?;
        self.rows.iter().try_for_each(|row| writeln!(out, "{}", line(row.iter().map(cell).collect())))
    }

    fn latex(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "\\begin{{tabular}}{{{}}}", "l".repeat(self.columns.len()))?;
        for (index, line) in self.lines().enumerate() {
            let cells: Vec<String> = line.iter().map(|cell| latex(cell)).collect();
            writeln!(out, "  {} \\\\", cells.join(" & "))?;
            if index == 0 && self.has_heading() {
                writeln!(out, "  \\hline")?;
            }
        }
        writeln!(out, "\\end{{tabular}}")
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Text as LaTeX sets it.
fn latex(text: &str) -> String {
    let mut out = String::new();
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => out.extend(['\\', char]),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' | '>' | '|' => out.extend(['$', char, '$']),
            char => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sheet: &Sheet, format: SheetFormat) -> String {
        let mut out = Vec::new();
        sheet.write(format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_holds_every_cell() {
        let sheet = Sheet {
            columns: vec!["n".to_owned(), "value".to_owned()],
            rows: vec![vec![1.into(), "{0|1}".into()], vec![10.into(), Value::Null]],
        };
        assert_eq!(written(&sheet, SheetFormat::Text), " n  value\n 1  {0|1}\n10\n");
        assert_eq!(written(&sheet, SheetFormat::Csv), "n,value\n1,{0|1}\n10,\n");
        assert_eq!(written(&sheet, SheetFormat::Markdown), "| n | value |\n|---|---|\n| 1 | {0\\|1} |\n| 10 |  |\n");
        assert!(written(&sheet, SheetFormat::Latex).contains("1 & \\{0$|$1\\} \\\\"));
        let read: Value = serde_json::from_str(&written(&sheet, SheetFormat::Json)).unwrap();
        assert_eq!(read, serde_json::json!([{"n": 1, "value": "{0|1}"}, {"n": 10, "value": null}]));
        let turned = sheet.transposed();
        assert_eq!(written(&turned, SheetFormat::Text), "n      1      10\nvalue  {0|1}\n");
    }
}
