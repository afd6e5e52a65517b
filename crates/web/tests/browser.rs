//! The page in a real browser.

#[path = "support/driver.rs"]
mod driver;
mod support;

use driver::Browser;
use grundy_web::LaneLimits;
use serde_json::json;
use std::path::Path;
use std::process::Command;
use support::Running;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// A package of npm that `cargo xtask setup` has put beside the build.
fn package(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../npm/node_modules").join(name);
    assert!(folder.exists(), "{} is missing: `cargo xtask setup` fetches it", folder.display());
    folder
}

/// The name of a winning move that the page lists, `None` when the game is over.
fn winning(browser: &Browser) -> Option<String> {
    let script = "if (document.querySelector('.status')?.textContent.match(/won/)) return 'over';
        const turn = document.querySelector('.status .turn')?.textContent ?? '';
        if (!turn.includes('your turn')) return '';
        return document.querySelector('.move.win .label')?.textContent ?? ''";
    let found = browser.until("a winning move or the end", script);
    found.as_str().filter(|&label| label != "over").map(str::to_owned)
}

#[test]
fn a_whole_game_of_nim_is_played_by_mouse() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "games");
    browser.click(".gallery a[href*='nim']");
    browser.element(".board .part");
    browser.visit(&server, "p=nim%3A3%2C4%2C5");
    let mut moves = 0;
    while let Some(label) = winning(&browser) {
        browser.screenshot(&format!("nim-{moves}"));
        let click = "const part = [...document.querySelectorAll('.board .part:not(.off)')].find((part) => part.dataset.move.split('\\n').includes(arguments[0]));
            part.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))";
        browser.run(click, &json!([label]));
        let gone = format!(
            "return !document.querySelector('.status').textContent.includes('your turn') || document.querySelector('.move.win .label')?.textContent !== {}",
            json!(label)
        );
        browser.until("the move to be made", &gone);
        moves += 1;
    }
    assert_eq!(browser.text(".verdict"), "✓You have won!");
    assert!(moves >= 2, "{moves} moves");
    browser.screenshot("nim-over");
    browser.click("#undo");
    browser.until("the game to go back", "return document.querySelector('.move.win .label')?.textContent");
    browser.click("#redo");
    browser.until("the end again", "return document.querySelector('.verdict')?.textContent.includes('won')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_whole_game_is_played_by_keyboard() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "p=chomp%3Abanner");
    let mut moves = 0;
    while winning(&browser).is_some() {
        browser.until(
            "the moves to be judged",
            "return document.querySelector('.move.win') !== null && document.querySelector('.board .wins') !== null",
        );
        // The second hint puts the focus on the part of the board where a winning move begins.
        browser.run("document.activeElement.blur()", &json!([]));
        browser.keys(&["h", "h"]);
        browser.until("the hint", "return document.activeElement?.closest('.part')?.classList.contains('hint')");
        let before = browser.run("return document.getElementById('position').value", &json!([]));
        browser.keys(&[ENTER]);
        if browser.run("return document.querySelector('dialog[open]') !== null", &json!([])) == json!(true) {
            browser.keys(&[ENTER]);
        }
        let moved = format!("return document.getElementById('position').value !== {before}");
        browser.until("the move to be made", &moved);
        // The focus stays on the board, or goes to the verdict at the end.
        let kept = "return document.activeElement?.closest('.board, .status') !== null";
        browser.until("the focus", kept);
        moves += 1;
    }
    assert_eq!(browser.text(".verdict"), "✓You have won!");
    assert!(moves >= 1);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn everything_can_be_reached_by_tab() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "p=nim%3A1%2C2");
    winning(&browser);
    let mut reached: Vec<String> = Vec::new();
    for _ in 0..80 {
        browser.keys(&[TAB]);
        let script = "const e = document.activeElement; return e.closest('.board') ? 'board' : e.closest('.moves') ? 'moves' \
                      : e.closest('.stage') ? 'graph' : e.id || e.tagName";
        reached.push(browser.run(script, &json!([])).as_str().unwrap_or_default().to_owned());
    }
    for wanted in ["board", "moves", "graph", "position", "hint", "opponent", "starts", "language"] {
        assert!(reached.iter().any(|place| place == wanted), "{wanted} was not reached: {reached:?}");
    }
}

#[test]
fn a_shared_link_shows_its_position() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "p=nim%3A1%2C1%2C1&rule=misere");
    browser
        .until("the verdict", "return document.querySelector('.verdict')?.textContent.includes('computer is winning')");
    assert_eq!(browser.run("return document.getElementById('position').value", &json!([])), json!("nim:1,1,1"));
    browser.visit(&server, "p=nim%3A3%2C%2C4");
    let shown = browser.text(".complaint");
    assert!(shown.contains("a heap is missing") && shown.contains('^'), "{shown}");
    browser.visit(&server, "p=nim%3A2%2C1");
    browser.until("the graph", "return document.querySelectorAll('.stage [data-node]').length === 6");
    browser.run("document.querySelector('.stage [data-node=\"nim:1,1\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))", &json!([]));
    browser.until("the jump", "return document.getElementById('position').value === 'nim:1,1'");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn positions_are_edited_and_kernels_drawn() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "p=nim%3A3%2C4");
    browser.element(".board .part");
    browser.click("#edit");
    browser.click("#add");
    browser.click("#done");
    browser.until("the new position", "return document.getElementById('position')?.value === 'nim:3,4,1'");
    browser.visit(&server, "p=chomp%3Apath(2)");
    browser.element(".board .part");
    browser.click("#edit");
    browser.element(".sketch");
    browser.click_at(".sketch", 40.0, 40.0);
    browser.until("a third vertex", "return document.querySelectorAll('.sketch [data-vertex]').length === 3");
    browser.click(".sketch [data-vertex='2']");
    browser.click(".sketch [data-vertex='0']");
    browser.until("a second edge", "return document.querySelectorAll('.sketch .edge').length === 2");
    browser.screenshot("edit-graph");
    browser.click("#done");
    browser.until("the new graph", "return document.querySelectorAll('.board .part').length === 5");
    browser.visit(&server, "kernel");
    browser.until("a kernel", "return document.getElementById('kernel')?.textContent.includes('{')");
    browser.screenshot("kernel");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The number of joins drawn in the sketch.
fn joined(browser: &Browser, count: usize) {
    browser.until("the joins", &format!("return document.querySelectorAll('.sketch .edge').length === {count}"));
}

#[test]
fn a_hackenbush_picture_is_drawn_by_mouse() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, &support::query("hackenbush:lr"));
    browser.element(".board .part");
    browser.click("#edit");
    joined(&browser, 2);
    // A new vertex, joined to the ground in green and to the top of the stalk in red.
    browser.click_at(".sketch", 60.0, 120.0);
    browser.until("a vertex", "return document.querySelectorAll('.sketch [data-vertex]').length === 4");
    browser.click(".kinds input[value='2']");
    browser.click(".sketch [data-vertex='3']");
    browser.click_at(".sketch [data-vertex='0']", 30.0, 12.0);
    joined(&browser, 3);
    browser.click(".kinds input[value='1']");
    browser.click(".sketch [data-vertex='3']");
    browser.click(".sketch [data-vertex='2']");
    joined(&browser, 4);
    browser.screenshot("edit-hackenbush");
    let built = "return document.querySelector('.editor input[type=text]').value === 'hackenbush:0-1l,1-2r,3-0e,3-2r'";
    browser.until("the notation", built);
    browser.click("#done");
    browser.until("four edges to cut", "return document.querySelectorAll('.board .part').length === 4");
    // An edge is taken away by clicking it, a vertex by the key.
    browser.click("#edit");
    joined(&browser, 4);
    browser.click(".sketch .edge[data-join='3']");
    joined(&browser, 3);
    browser.run("document.querySelector('.sketch [data-vertex=\"3\"]').focus()", &json!([]));
    browser.keys(&["\u{e017}"]);
    joined(&browser, 2);
    browser.click("#done");
    browser.until("two edges to cut", "return document.querySelectorAll('.board .part').length === 2");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn an_order_is_drawn_by_keyboard_and_circles_are_refused() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, &support::query("poset:a<b"));
    browser.element(".board .part");
    browser.keys(&["e"]);
    joined(&browser, 1);
    let focus = |css: &str| browser.run("document.querySelector(arguments[0]).focus()", &json!([css]));
    focus("#grow");
    browser.keys(&[ENTER]);
    browser.until("a third element", "return document.querySelectorAll('.sketch [data-vertex]').length === 3");
    for (from, to, joins) in [(1, 2, 2), (2, 0, 2), (0, 2, 3)] {
        focus(&format!(".sketch [data-vertex='{from}']"));
        browser.keys(&[ENTER]);
        browser.until("the first end", "return document.querySelector('.sketch [aria-pressed=true]') !== null");
        focus(&format!(".sketch [data-vertex='{to}']"));
        browser.keys(&[ENTER]);
        joined(&browser, joins);
        let refused = browser.text(".refused").contains("circle");
        assert_eq!(refused, from == 2, "{from} below {to}");
    }
    browser.screenshot("edit-order");
    // The text says the same; typing it changes the drawing.
    let typed = "const text = document.querySelector('.sketching textarea'); text.value = text.value + ', d, c<e'; \
                 text.dispatchEvent(new Event('input', {bubbles: true})); return text.value";
    assert_eq!(browser.run(typed, &json!([])), json!("a<b, b<c, a<c, d, c<e"));
    browser.until("five elements", "return document.querySelectorAll('.sketch [data-vertex]').length === 5");
    browser.click("#done");
    browser.until("five elements to take", "return document.querySelectorAll('.board .part').length === 5");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_language_is_switched() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "p=nim%3A6%2C9%2C15");
    browser
        .until("English", "return document.querySelector('.verdict')?.textContent.includes('The computer is winning')");
    browser.choose("#language", "ca");
    browser.until("Catalan", "return document.querySelector('.verdict')?.textContent.includes('Va guanyant')");
    browser.until("a Catalan reason", "return document.getElementById('reason')?.textContent.includes('suma nim')");
    assert_eq!(browser.run("return document.documentElement.lang", &json!([])), json!("ca"));
    browser.screenshot("catalan");
    browser.choose("#language", "es");
    browser.until("Spanish", "return document.querySelector('.verdict')?.textContent.includes('Va ganando')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_long_search_is_cancelled() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "p=nim%3A23%2C41%2C35%20%2B%20wythoff%3A31%2C40&rule=misere");
    // A link alone starts no long work: the answer is cut short until somebody clicks.
    browser.until("the glance", "return document.querySelector('#why, main')?.textContent.includes('undecided') || document.getElementById('stopped') !== null");
    browser.touch();
    browser.until("progress", "return document.querySelector('.progress span')?.textContent.match(/\\d/) !== null && document.getElementById('cancel') !== null");
    browser.screenshot("progress");
    browser.click("#cancel");
    browser
        .until("the end of the search", "return document.getElementById('stopped')?.textContent.includes('cancelled')");
}

/// Every view, with something that is there when it is ready.
const VIEWS: [(&str, &str); 17] = [
    ("games", ".gallery .game"),
    ("p=nim%3A3%2C4%2C5&m=take+1+from+heap+1%21take+2+from+heap+2&at=2", ".slip"),
    ("p=domineering%3A3x3", ".canonical"),
    ("p=nim%3A3%2C4%2C5&hide=1", "#reveal"),
    ("explore=domineering%3A2x3", ".option"),
    ("calculator", "#value"),
    ("sequence", "#period"),
    ("kernel", "#kernel"),
    ("p=hackenbush%3A(l(r;r);le)", ".move.win"),
    ("p=poset%3Aboolean(3)", ".move.win"),
    ("cubes", ".plot svg"),
    ("bracelet", "#beads"),
    ("write", ".stage [data-node]"),
    (
        "p=mine%3A5&rules=state%20%3D%20%22heaps%20of%20n%22%0Aboth%20%3D%20%5B%22n%20-%201%20where%20n%20%3E%200%22%5D",
        "#run",
    ),
    ("facts=a%3Eb%2Cb%3Ec%2Cc%3Ea%2Cc%3Ed&from=a&to=d", "[data-fact=euler]"),
    ("p=digraph%3Aa%3Eb%2Ca%3Ec%2Cb%3Ec%40a", ".move.win"),
    ("p=toads%3ATT_FF", ".stage [data-node]"),
];

/// A language, a theme and a width.
type Look = (&'static str, &'static str, u32);

/// All twelve looks. Any four in a row have every language, and both themes at both widths (3 and 4 have no common divisor).
fn looks() -> Vec<Look> {
    (0..12).map(|look| (["en", "es", "ca"][look % 3], ["light", "dark"][look % 4 / 2], [390, 1280][look % 2])).collect()
}

/// The looks of a view. All twelve of every view take minutes, so the test command takes four a view, which go round: three
/// views in a row have all twelve. With `GRUNDY_TEST_ALL=1` every view is looked at in all of them.
fn looks_of(view: usize) -> Vec<Look> {
    let all = looks();
    let four = view % 3 * 4;
    if std::env::var_os("GRUNDY_TEST_ALL").is_some() { all } else { all[four..four + 4].to_vec() }
}

#[test]
fn the_page_is_accessible_in_light_and_dark_at_desk_and_phone() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "games");
    let axe = std::fs::read_to_string(package("axe-core").join("axe.min.js")).expect("axe-core is readable");
    for (view, (place, ready)) in VIEWS.into_iter().enumerate() {
        for (tongue, theme, width) in looks_of(view) {
            browser.resize(width, 1000);
            browser.run(
                "localStorage.setItem('language', arguments[0]); localStorage.setItem('theme', arguments[1])",
                &json!([tongue, theme]),
            );
            browser.visit(&server, place);
            browser.element(ready);
            if ["p=hackenbush", "p=poset", "p=digraph"].iter().any(|start| place.starts_with(start)) {
                browser.click("#edit");
                browser.element(".sketch .edge");
            }
            browser.run(
                "document.querySelectorAll('*').forEach((e) => e.getAnimations().forEach((a) => a.finish()))",
                &json!([]),
            );
            let name = place.replace("p=", "");
            browser.screenshot(&format!("{}-{theme}-{width}", name.split(['%', '=']).next().unwrap_or_default()));
            let wide = browser.run("return document.documentElement.scrollWidth <= window.innerWidth + 1", &json!([]));
            assert_eq!(wide, json!(true), "{place} is wider than a window of {width}");
            browser.run(&axe, &json!([]));
            let script = "const done = arguments[arguments.length - 1];
                axe.run(document).then((found) => done(found.violations.map(
                  (one) => one.id + ': ' + one.help + ' ' + one.nodes.slice(0, 4).map((node) => node.target + ' ' + node.failureSummary).join(' | '))))";
            let violations = browser.wait_for(script);
            assert_eq!(violations, json!([]), "{place} {theme} {width} {tongue}");
        }
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_types_of_the_page_are_right() {
    let checked = Command::new("node")
        .arg(package("typescript").join("bin/tsc"))
        .args(["-p", concat!(env!("CARGO_MANIFEST_DIR"), "/tsconfig.json")])
        .output()
        .expect("node is missing: `cargo xtask setup` installs it");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[test]
fn every_sentence_of_the_page_is_translated() {
    grundy_messages::install();
    let known: Vec<&str> = grundy_lang::Language::Spanish.sentences().map(|(english, _)| english).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    let mut found = 0;
    for file in std::fs::read_dir(folder).expect("the page").filter_map(Result::ok) {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        for (at, _) in text.match_indices("t(\"") {
            if text[..at].ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c)) {
                continue;
            }
            let sentence = text[at + 3..].split('"').next().unwrap_or_default();
            found += 1;
            assert!(known.contains(&sentence), "not in the catalogue: {sentence}");
        }
    }
    assert!(found > 80, "{found} sentences");
}
