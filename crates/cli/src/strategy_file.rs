//! A whole strategy as a file: text, JSON or a page for a browser.

use crate::failure::Failure;
use crate::files::write_whole;
use crate::language::{language, say};
use grundy_game::{Achieved, Kind, Player, Text};
use grundy_solve::{Alike, Position, Settings, StrategyPage, Whole, whole_strategies};
use serde_json::{Value, json};
use std::fmt::{self, Write as _};
use std::path::Path;

/// Pages of a strategy at most; the file says when there would be more.
const MOST_PAGES: usize = 5000;

/// Pages that are drawn in a file for a browser.
const DRAWN: usize = 200;

/// What the file is to hold, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Html,
}

fn form(path: &Path) -> Result<Form, Failure> {
    let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
    match end.as_deref() {
        Some("txt") => Ok(Form::Text),
        Some("json") => Ok(Form::Json),
        Some("html" | "htm") => Ok(Form::Html),
        _ => {
            let problem =
                Text::new("cannot tell what to write into `{file}`: expected a name ending in .txt, .json or .html");
            Err(Failure::Usage(problem.with("file", path.display())))
        }
    }
}

/// Writes the strategy of whoever wins, or of both players where they keep the draw, for each player who may start.
pub fn write(path: &Path, position: &Position, settings: &Settings) -> Result<(), Failure> {
    let form = form(path)?;
    let starters: &[Player] = if position.kind() == Kind::Partisan { &Player::BOTH } else { &[Player::Left] };
    let mut all = Vec::new();
    for &player in starters {
        all.extend(whole_strategies(position, player, MOST_PAGES, settings)?);
    }
    let content = match form {
        Form::Text => as_text(position, &all),
        Form::Json => format!("{:#}\n", as_json(position, settings, &all)),
        Form::Html => as_html(position, &all),
    };
    write_whole(path, content.as_bytes())
}

/// Appends what is formatted.
fn put(to: &mut String, what: fmt::Arguments<'_>) {
    // why: a string takes everything that is written to it.
    let _ = to.write_fmt(what);
}

/// Whose strategy it is and how it begins.
fn heading(position: &Position, whole: &Whole) -> Text {
    let starter = match (position.kind(), whole.player) {
        (Kind::Impartial, _) => Text::new("the player who starts"),
        (Kind::Partisan, Player::Left) => Text::new("Left, who starts,"),
        (Kind::Partisan, Player::Right) => Text::new("Right, who starts,"),
    };
    let text = match whole.winning.first() {
        Some(first) if whole.aim == Achieved::Draw => Text::new("In {position} {starter} keeps the draw by {move}; what follows stands on page 1. A page stands for all images of its position under symmetry.")
            .with_text("move", first.text()),
        None if whole.aim == Achieved::Draw => Text::new("In {position} {starter} cannot win; the answer to every move that keeps the draw stands on page 1. A page stands for all images of its position under symmetry."),
        Some(first) => Text::new("In {position} {starter} wins by {move}; what follows stands on page 1. A page stands for all images of its position under symmetry.")
            .with_text("move", first.text()),
        None => Text::new("In {position} {starter} loses; the answer to every move stands on page 1. A page stands for all images of its position under symmetry."),
    };
    text.with("position", position).with_text("starter", starter)
}

/// A line of a page: what is tried, the answer, and where it goes on.
fn line((tried, answer, next): &(Alike, Option<Alike>, Option<usize>)) -> Text {
    let text = match (answer, next) {
        (None, _) => Text::new("{tried} ends the game"),
        (Some(answer), Some(next)) => Text::new("against {tried}: {answer}; then page {page}")
            .with_text("answer", answer.text())
            .with("page", next + 1),
        (Some(answer), None) => Text::new("against {tried}: {answer}").with_text("answer", answer.text()),
    };
    text.with_text("tried", tried.text())
}

fn rest(whole: &Whole) -> Option<Text> {
    let text = Text::new("The strategy has more than {most} pages; positions beyond them are left out.");
    (!whole.complete).then(|| text.with("most", MOST_PAGES))
}

fn as_text(position: &Position, all: &[Whole]) -> String {
    let mut out = String::new();
    for whole in all {
        put(&mut out, format_args!("{}\n\n", say(&heading(position, whole))));
        for (number, page) in whole.pages.iter().enumerate() {
            put(&mut out, format_args!("{}. {}\n", number + 1, page.position));
            if page.replies.is_empty() {
                put(&mut out, format_args!("   {}\n", say(&Text::new("there is no move left"))));
            }
            for reply in &page.replies {
                put(&mut out, format_args!("   {}\n", say(&line(reply))));
            }
        }
        if let Some(rest) = rest(whole) {
            put(&mut out, format_args!("\n{}\n", say(&rest)));
        }
        out.push('\n');
    }
    out
}

fn as_json(position: &Position, settings: &Settings, all: &[Whole]) -> Value {
    let alike = |kind: &Alike| json!({"moves": kind.labels, "to": kind.to.to_string()});
    let page = |page: &StrategyPage| {
        let replies: Vec<Value> = page
            .replies
            .iter()
            .map(|(tried, answer, next)| {
                json!({"tried": alike(tried), "answer": answer.as_ref().map(alike), "page": next.map(|next| next + 1)})
            })
            .collect();
        json!({"position": page.position.to_string(), "replies": replies})
    };
    let strategy = |whole: &Whole| {
        json!({
            "starts": if position.kind() == Kind::Partisan { json!(whole.player.to_string()) } else { Value::Null },
            "wins": whole.aim == Achieved::Win && !whole.winning.is_empty(),
            "aim": whole.aim.name(),
            "winning": whole.winning.iter().map(alike).collect::<Vec<_>>(),
            "pages": whole.pages.iter().map(page).collect::<Vec<_>>(),
            "complete": whole.complete,
        })
    };
    json!({
        "position": position.to_string(),
        "play": settings.play.to_string(),
        "strategies": all.iter().map(strategy).collect::<Vec<_>>(),
    })
}

/// A text as it stands in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn as_html(position: &Position, all: &[Whole]) -> String {
    let title = escaped(&say(&Text::new("A strategy for {position}").with("position", position)));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>body{{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}section{{border-top:1px solid #999;padding:.5rem 0}}svg{{max-width:20rem;max-height:12rem}}</style></head>\n<body><h1>{title}</h1>\n",
        language().code()
    );
    for (which, whole) in all.iter().enumerate() {
        put(&mut out, format_args!("<p>{}</p>\n", escaped(&say(&heading(position, whole)))));
        for (number, page) in whole.pages.iter().enumerate() {
            let name = escaped(&page.position.to_string());
            put(&mut out, format_args!("<section id=\"p{which}-{}\"><h2>{}. {name}</h2>\n", number + 1, number + 1));
            if number < DRAWN {
                out.push_str(&page.position.picture().told_in(language()).to_svg());
            }
            out.push_str("<ul>\n");
            for reply in &page.replies {
                let words = escaped(&say(&line(reply)));
                let line = match reply.2 {
                    Some(next) => format!("<li><a href=\"#p{which}-{}\">{words}</a></li>\n", next + 1),
                    None => format!("<li>{words}</li>\n"),
                };
                out.push_str(&line);
            }
            out.push_str("</ul></section>\n");
        }
        if let Some(rest) = rest(whole) {
            put(&mut out, format_args!("<p>{}</p>\n", escaped(&say(&rest))));
        }
    }
    out.push_str("</body></html>\n");
    out
}
