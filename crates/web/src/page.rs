//! The files of the page, held in the binary.

use crate::server::App;
use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use grundy_draw::{Role, Theme, stylesheet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// A file: its address, its kind, its content.
type File = (&'static str, &'static str, &'static str);

macro_rules! file {
    ($name:literal, $kind:literal) => {
        (concat!("/", $name), $kind, include_str!(concat!("../page/", $name)))
    };
}

/// Rules to begin with, the same that the command `rules new` writes.
macro_rules! start {
    ($name:literal) => {
        (concat!("/start/", $name), "text/plain; charset=utf-8", include_str!(concat!("../../../rules/start/", $name)))
    };
}

macro_rules! script {
    ($name:literal) => {
        file!($name, "text/javascript; charset=utf-8")
    };
}

const FILES: &[File] = &[
    file!("style.css", "text/css; charset=utf-8"),
    file!("icon.svg", "image/svg+xml"),
    start!("functions.py"),
    start!("grid.py"),
    start!("numbers.py"),
    start!("strip.py"),
    script!("about.js"),
    script!("address.js"),
    script!("app.js"),
    script!("ask.js"),
    script!("board.js"),
    script!("catalogue.js"),
    script!("chart.js"),
    script!("connection.js"),
    script!("controls.js"),
    script!("editor.js"),
    script!("explorer.js"),
    script!("facts.js"),
    script!("files.js"),
    script!("glosses.js"),
    script!("graphview.js"),
    script!("hints.js"),
    script!("known.js"),
    script!("labels.js"),
    script!("layout.js"),
    script!("motion.js"),
    script!("moveslist.js"),
    script!("offer.js"),
    script!("opponent.js"),
    script!("options.js"),
    script!("own.js"),
    script!("panzoom.js"),
    script!("picker.js"),
    script!("play.js"),
    script!("present.js"),
    script!("record.js"),
    script!("recordview.js"),
    script!("reveal.js"),
    script!("rules.js"),
    script!("search.js"),
    script!("settings.js"),
    script!("setup.js"),
    script!("share.js"),
    script!("sketch.js"),
    script!("source.js"),
    script!("status.js"),
    script!("table.js"),
    script!("tools.js"),
    script!("tour.js"),
    script!("view.js"),
    script!("why.js"),
    script!("words.js"),
    script!("worksheet.js"),
];

/// The addresses of all files.
pub fn routes() -> Router<App> {
    let router = Router::new()
        .route("/", get(|| async { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], index()) }))
        .route("/draw.css", get(|| async { css(picture_styles()) }));
    FILES.iter().fold(router, |router, &(path, kind, content)| {
        router.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], content) }))
    })
}

/// The page itself. It names all scripts, so that the browser asks for them at once and not as it finds each in another.
fn index() -> &'static str {
    static INDEX: OnceLock<String> = OnceLock::new();
    INDEX.get_or_init(|| {
        let scripts = FILES.iter().filter(|file| file.1.starts_with("text/javascript"));
        let links: Vec<String> =
            scripts.map(|file| format!("<link rel=\"modulepreload\" href=\"{}\">\n", file.0)).collect();
        include_str!("../page/index.html").replace("</head>", &format!("{}</head>", links.concat()))
    })
}

fn css(content: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], content)
}

/// The style sheet of the pictures, and the colours of both themes for a page whose reader has chosen one.
fn picture_styles() -> &'static str {
    static STYLES: OnceLock<String> = OnceLock::new();
    STYLES.get_or_init(|| {
        let mut styles = stylesheet();
        for (name, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
            let _ = write!(styles, ":root[data-theme={name}] svg.gd{{--gd-paper:#{:06x}", theme.paper());
            for role in Role::all() {
                let (class, colours) = (role.class(), role.colours(theme));
                let _ = write!(styles, ";--gd-{class}:#{:06x};--gd-{class}-tint:#{:06x}", colours.ink, colours.tint);
            }
            styles.push_str("}\n");
        }
        styles
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_complete() {
        let own: usize = FILES.iter().map(|file| file.2.len()).sum::<usize>() + index().len();
        assert!(own < 300_000, "{own} bytes");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let on_disk = std::fs::read_dir(folder).unwrap().filter_map(Result::ok);
        let served = |name: &str| name == "index.html" || FILES.iter().any(|file| file.0 == format!("/{name}"));
        for file in on_disk.filter(|file| file.path().is_file()) {
            let name = file.file_name().into_string().unwrap();
            assert!(served(&name), "{name} is not served");
        }
    }
}
