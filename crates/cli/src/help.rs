//! Reading the command line, with help and mistakes in the language of the run.
//!
//! The reader writes its own English; for other languages its description is translated before it reads, and its mistakes
//! are told again in words of ours.

use crate::Cli;
use crate::failure::{Failure, printable};
use crate::language::{Mistake, language, say};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use grundy_lang::{Language, Text};
use std::error::Error as _;

/// Tells help, the version or a mistake, and gives the exit code.
pub fn told(error: &clap::Error) -> u8 {
    match (error.kind(), language()) {
        (
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            _,
        )
        | (_, Language::English) => {
            // There is nobody left to tell that standard output is closed.
            if error.use_stderr() && error.to_string().contains(|c: char| c.is_control() && c != '\n') {
                eprint!("{}", printable(&error.to_string()));
            } else {
                // why: where nothing can be printed nobody can be told
                let _ = error.print();
            }
        }
        _ => {
            eprintln!("{}: {}", Failure::word(), say(&mistake(error)));
            eprintln!("\n{}", say(&Text::new("For more information, try `--help`.")));
        }
    }
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// The description of the command line in the language of the run.
pub fn command() -> Command {
    let mut command = Cli::command();
    if language() == Language::English {
        return command;
    }
    command.build();
    translated(command)
}

fn translated(command: Command) -> Command {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).replace("[OPTIONS]", &say(&Text::new("[OPTIONS]")));
    let about = command.get_about().map(|about| sentence(&about.to_string()));
    let after = command.get_after_help().map(|after| paragraphs(&after.to_string()));
    let heading = say(&Text::new("Usage:"));
    let mut command = command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{heading} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .override_usage(usage)
        .subcommand_help_heading(word("Commands"))
        .mut_args(argument)
        .mut_subcommands(translated);
    if let Some(about) = about {
        command = command.about(about.clone()).long_about(about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
}

fn argument(arg: Arg) -> Arg {
    let mut short = arg.get_help().map_or(String::new(), |help| sentence(&help.to_string()));
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        short = format!("{short} {}", say(&Text::new("[default: {value}]").with("value", defaults.join(" "))));
    }
    let values = arg.get_possible_values();
    let mut long = short.clone();
    if !values.is_empty() {
        let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
        short = format!("{short} {}", say(&Text::new("[possible values: {values}]").with("values", names.join(", "))));
        long = format!("{long}\n\n{}", say(&Text::new("Possible values:")));
        for value in &values {
            let about = value.get_help().map_or(String::new(), |help| format!(": {}", sentence(&help.to_string())));
            long = format!("{long}\n- {}{about}", value.get_name());
        }
    }
    let heading = match arg.get_help_heading() {
        Some(heading) => language().translate(heading),
        None if arg.is_positional() => Some(word("Arguments")),
        None => Some(word("Options")),
    };
    let arg = arg.help(short).long_help(long).hide_default_value(true).hide_possible_values(true);
    match heading {
        Some(heading) => arg.help_heading(heading),
        None => arg,
    }
}

/// A word of the description, which the reader of the command line keeps for as long as the program runs.
fn word(english: &'static str) -> &'static str {
    language().translate(english).unwrap_or(english)
}

/// A sentence of the description in the language of the run.
fn sentence(english: &str) -> String {
    say(&Text::known(english))
}

/// The words below the options: sentences, and examples with perhaps a remark behind each.
fn paragraphs(english: &str) -> String {
    let paragraph = |text: &str| {
        if text.starts_with("Examples:") || text.contains("\n ") {
            text.lines().map(line).collect::<Vec<_>>().join("\n")
        } else {
            sentence(&text.replace('\n', " "))
        }
    };
    english.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// A line of examples: a heading, or a command and perhaps, after a gap, what it does.
fn line(english: &str) -> String {
    let known = english.trim_start();
    if known.len() == english.len() {
        return sentence(english);
    }
    match english.rsplit_once("  ").filter(|(before, _)| !before.trim().is_empty()) {
        Some((before, remark)) => format!("{before}  {}", sentence(remark)),
        None => english.to_owned(),
    }
}

/// What is wrong with the command line.
fn mistake(error: &clap::Error) -> Text {
    let context = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    // why: a sentence with a gap is better than none
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    // why: no value was given, and that is what is told
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let text = match error.kind() {
        ErrorKind::UnknownArgument => match context(ContextKind::SuggestedArg) {
            Some(meant) => Text::new("unexpected argument `{argument}`; did you mean `{meant}`?").with("meant", meant),
            None => Text::new("unexpected argument `{argument}`"),
        },
        ErrorKind::InvalidSubcommand => match context(ContextKind::SuggestedSubcommand) {
            Some(meant) => Text::new("unknown command `{command}`; did you mean `{meant}`?").with("meant", meant),
            None => Text::new("unknown command `{command}`"),
        }
        // why: a sentence with a gap is better than none
        .with("command", context(ContextKind::InvalidSubcommand).unwrap_or_default()),
        ErrorKind::InvalidValue if value.is_empty() => Text::new("`{argument}` needs a value"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let why = error.source().and_then(|source| source.downcast_ref::<Mistake>()).map(|own| own.0.clone());
            let why = why.or_else(|| {
                Some(Text::new("expected one of {names}").with("names", context(ContextKind::ValidValue)?))
            });
            match why {
                Some(why) => Text::new("invalid value `{value}` for `{argument}`: {why}").with_text("why", why),
                None => Text::new("invalid value `{value}` for `{argument}`"),
            }
        }
        ErrorKind::ArgumentConflict => {
            // why: a sentence with a gap is better than none
            let other = context(ContextKind::PriorArg).unwrap_or_default();
            Text::new("`{argument}` cannot be used with `{other}`").with("other", other)
        }
        ErrorKind::MissingRequiredArgument => Text::new("something is missing: {argument}"),
        ErrorKind::MissingSubcommand => Text::new("a command is missing"),
        _ => Text::new("the command line cannot be understood"),
    };
    text.with("argument", argument).with("value", value)
}
