//! Patterns such as `nim:{a},{b}` with the parameters that fill them.

use crate::failure::Failure;
use grundy_lang::Text;

/// More rows than this are a slip of the pen.
const MOST_ROWS: usize = 1_000_000;

/// A parameter: its name and what it runs through, which may name parameters before it.
pub struct Parameter {
    /// The name between the braces.
    pub name: String,
    values: Values,
}

enum Values {
    /// From the first number to the last, both included.
    Range(String, String),
    /// One text after the other.
    List(Vec<String>),
}

impl Parameter {
    /// Reads `a=0..9`, `b={a}..9` or `c=nim:1;nim:1,2`.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let bad = || {
            let problem = Text::new("`{text}` is not a parameter; write a=0..9, b={example}..9 or c=1;2;5");
            Failure::Usage(problem.with("text", text).with("example", "{a}"))
        };
        let (name, values) = text.split_once('=').ok_or_else(bad)?;
        let named = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !named || values.is_empty() {
            return Err(bad());
        }
        let values = match values.split_once("..") {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => Values::Range(from.to_owned(), to.to_owned()),
            Some(_) => return Err(bad()),
            None => Values::List(values.split(';').map(|value| value.trim().to_owned()).collect()),
        };
        Ok(Self { name: name.to_owned(), values })
    }

    /// What the parameter runs through when those before it have the given values.
    fn values(&self, known: &[(&str, String)]) -> Result<Vec<String>, Failure> {
        match &self.values {
            Values::List(list) => Ok(list.iter().map(|value| filled(value, known)).collect()),
            Values::Range(from, to) => {
                let number = |text: &str| {
                    let text = filled(text, known);
                    text.parse::<i64>().map_err(|_| {
                        let problem = Text::new("`{text}` is not a whole number, and {name} runs from one to another");
                        Failure::Usage(problem.with("text", text).with("name", &self.name))
                    })
                };
                let (from, to) = (number(from)?, number(to)?);
                if to.saturating_sub(from) >= MOST_ROWS as i64 {
                    return Err(too_many());
                }
                Ok((from..=to).map(|value| value.to_string()).collect())
            }
        }
    }
}

fn too_many() -> Failure {
    Failure::Usage(Text::new("a table has at most {most} rows").with("most", MOST_ROWS))
}

/// The text with each `{name}` of a known parameter replaced by its value; other braces stay.
pub fn filled(text: &str, known: &[(&str, String)]) -> String {
    known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// Every choice of values, the last parameter running fastest.
pub fn choices(parameters: &[Parameter]) -> Result<Vec<Vec<String>>, Failure> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    for (index, parameter) in parameters.iter().enumerate() {
        if parameters[..index].iter().any(|other| other.name == parameter.name) {
            let problem = Text::new("the parameter {name} is given twice").with("name", &parameter.name);
            return Err(Failure::Usage(problem));
        }
        let mut longer = Vec::new();
        for row in rows {
            let known: Vec<(&str, String)> =
                parameters.iter().map(|parameter| parameter.name.as_str()).zip(row.iter().cloned()).collect();
            for value in parameter.values(&known)? {
                if longer.len() >= MOST_ROWS {
                    return Err(too_many());
                }
                longer.push(row.iter().cloned().chain([value]).collect());
            }
        }
        rows = longer;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[&str]) -> Vec<String> {
        let parameters: Vec<Parameter> = texts.iter().map(|text| Parameter::read(text).ok().unwrap()).collect();
        choices(&parameters).ok().unwrap().into_iter().map(|row| row.join(" ")).collect()
    }

    #[test]
    fn later_parameters_may_depend_on_earlier_ones() {
        assert_eq!(rows(&["a=0..2", "b={a}..2"]), ["0 0", "0 1", "0 2", "1 1", "1 2", "2 2"]);
        assert_eq!(rows(&["a=x;y", "b={a}1;2"]), ["x x1", "x 2", "y y1", "y 2"]);
        assert_eq!(rows(&["a=3..1"]), Vec::<String>::new());
        assert_eq!(rows(&["a=-1..1"]), ["-1", "0", "1"]);
    }

    #[test]
    fn bad_parameters_are_refused() {
        for bad in ["", "a", "a=", "=1", "a=1..", "a=..2", "a b=1"] {
            assert!(Parameter::read(bad).is_err(), "{bad}");
        }
        assert!(choices(&[Parameter::read("a=0..9999999999").ok().unwrap()]).is_err());
        assert!(choices(&[Parameter::read("a=x..9").ok().unwrap()]).is_err());
        let twice = ["a=1", "a=2"].map(|text| Parameter::read(text).ok().unwrap());
        assert!(choices(&twice).is_err());
    }

    #[test]
    fn braces_of_values_stay() {
        assert_eq!(filled("value:{0|{n}}", &[("n", "3".to_owned())]), "value:{0|3}");
    }
}
