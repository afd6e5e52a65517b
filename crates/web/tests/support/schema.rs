//! Whether a JSON value is what a schema says, for the words of JSON Schema 2020-12 that descriptions of types use.
//!
//! Stricter than the standard in two ways: a member of an object that no schema names is a mistake, and so is a word of a
//! schema that is not known here, since it would not be checked.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Checks `value` against `schema`, whose references lead into `root`; the error says where they differ.
pub fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    Checker { root }.whole(schema, value, "$")
}

/// The schema of what `description` says is sent with a status.
pub fn of_answer<'a>(description: &'a Value, path: &str, method: &str, status: u16) -> &'a Value {
    let mut response = &description["paths"][path][method]["responses"][status.to_string()];
    if let Some(reference) = response["$ref"].as_str() {
        response = description.pointer(&reference[1..]).unwrap_or_else(|| panic!("{reference} leads nowhere"));
    }
    let schema = &response["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{method} {path} {status} is not described");
    schema
}

struct Checker<'a> {
    root: &'a Value,
}

/// The members of an object that a schema names.
type Names = BTreeSet<String>;

/// Words that say nothing about what is allowed.
const REMARKS: [&str; 6] = ["title", "description", "default", "format", "example", "$schema"];

impl Checker<'_> {
    /// The value as the whole of its place: all its members must be named.
    fn whole(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let names = self.part(schema, value, at)?;
        match value.as_object().and_then(|object| object.keys().find(|&key| !names.contains(key))) {
            Some(key) => Err(format!("{at}.{key} is not described")),
            None => Ok(()),
        }
    }

    /// One of the schemas of a place; tells which members it names.
    fn part(&self, schema: &Value, value: &Value, at: &str) -> Result<Names, String> {
        let words = match schema {
            Value::Bool(true) => return Ok(keys(value)),
            Value::Object(words) => words,
            other => return Err(format!("{at}: {other} allows nothing")),
        };
        let mut names = Names::new();
        for (word, rule) in words.iter().filter(|(word, _)| !REMARKS.contains(&word.as_str())) {
            names.extend(self.word(word, rule, words, value, at)?);
        }
        Ok(names)
    }

    fn word(
        &self,
        word: &str,
        rule: &Value,
        words: &Map<String, Value>,
        value: &Value,
        at: &str,
    ) -> Result<Names, String> {
        let holds =
            |holds: bool| if holds { Ok(Names::new()) } else { Err(format!("{at}: {value} against {word} {rule}")) };
        match word {
            "type" => holds(of_type(rule, value)),
            "const" => holds(rule == value),
            "enum" => holds(list(rule).contains(value)),
            "required" => holds(value.as_object().is_none_or(|object| {
                list(rule).iter().all(|name| name.as_str().is_some_and(|name| object.contains_key(name)))
            })),
            "minimum" => holds(value.as_f64().is_none_or(|number| rule.as_f64().is_some_and(|least| number >= least))),
            "maximum" => holds(value.as_f64().is_none_or(|number| rule.as_f64().is_some_and(|most| number <= most))),
            "minLength" => holds(length(value.as_str().map(|text| text.chars().count()), |n| n >= size(rule))),
            "maxLength" => holds(length(value.as_str().map(|text| text.chars().count()), |n| n <= size(rule))),
            "minItems" => holds(length(value.as_array().map(Vec::len), |n| n >= size(rule))),
            "maxItems" => holds(length(value.as_array().map(Vec::len), |n| n <= size(rule))),
            "properties" => self.properties(rule, value, at),
            "additionalProperties" => self.others(rule, words.get("properties"), value, at),
            "prefixItems" => self.items(list(rule).iter().zip(list(value)).enumerate(), at),
            "items" => {
                let before = words.get("prefixItems").map_or(0, |items| list(items).len());
                self.items(list(value).iter().enumerate().skip(before).map(|(place, item)| (place, (rule, item))), at)
            }
            "allOf" => {
                let each: Result<Vec<Names>, String> = list(rule).iter().map(|one| self.part(one, value, at)).collect();
                Ok(each?.into_iter().flatten().collect())
            }
            "anyOf" | "oneOf" => self.one_of(list(rule), word == "oneOf", value, at),
            "$ref" => self.part(self.target(rule)?, value, at),
            other => Err(format!("{at}: the word {other} is not known")),
        }
    }

    fn properties(&self, rule: &Value, value: &Value, at: &str) -> Result<Names, String> {
        let named = rule.as_object().ok_or_else(|| format!("{at}: {rule} are no properties"))?;
        for (name, schema) in named {
            if let Some(member) = value.get(name) {
                self.whole(schema, member, &format!("{at}.{name}"))?;
            }
        }
        Ok(named.keys().cloned().collect())
    }

    /// The members that are not among the properties.
    fn others(&self, rule: &Value, named: Option<&Value>, value: &Value, at: &str) -> Result<Names, String> {
        let others = value.as_object().into_iter().flatten();
        let others = others.filter(|(name, _)| named.is_none_or(|named| named.get(name.as_str()).is_none()));
        for (name, member) in others {
            self.whole(rule, member, &format!("{at}.{name}"))?;
        }
        Ok(keys(value))
    }

    fn items<'b>(
        &self,
        items: impl Iterator<Item = (usize, (&'b Value, &'b Value))>,
        at: &str,
    ) -> Result<Names, String> {
        for (place, (schema, item)) in items {
            self.whole(schema, item, &format!("{at}[{place}]"))?;
        }
        Ok(Names::new())
    }

    fn one_of(&self, choices: &[Value], only: bool, value: &Value, at: &str) -> Result<Names, String> {
        let tried: Vec<Result<Names, String>> = choices.iter().map(|choice| self.part(choice, value, at)).collect();
        let fitting: Vec<&Names> = tried.iter().flatten().collect();
        match fitting.len() {
            0 => {
                let why: Vec<&str> = tried.iter().filter_map(|one| one.as_ref().err()).map(String::as_str).collect();
                Err(format!("{at}: no choice fits: {}", why.join("; ")))
            }
            2.. if only => Err(format!("{at}: {} choices fit, not one", fitting.len())),
            _ => Ok(fitting.into_iter().flatten().cloned().collect()),
        }
    }

    fn target(&self, reference: &Value) -> Result<&Value, String> {
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        pointer.and_then(|pointer| self.root.pointer(pointer)).ok_or_else(|| format!("{reference} leads nowhere"))
    }
}

fn keys(value: &Value) -> Names {
    value.as_object().into_iter().flat_map(|object| object.keys().cloned()).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn size(rule: &Value) -> u64 {
    rule.as_u64().unwrap_or_else(|| panic!("{rule} is not a size"))
}

/// Whether a length is right; what has no length is.
fn length(length: Option<usize>, right: impl Fn(u64) -> bool) -> bool {
    length.is_none_or(|length| right(length as u64))
}

fn of_type(rule: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    if rule.is_array() { list(rule).iter().any(is) } else { is(rule) }
}
