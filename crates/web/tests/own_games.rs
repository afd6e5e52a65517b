//! Games of somebody's own, facts of graphs and digraphs drawn by hand, in a real browser.

#[path = "support/driver.rs"]
mod driver;
mod support;

use driver::Browser;
use grundy_web::LaneLimits;
use serde_json::json;
use support::{Running, query};

/// Writes rules into the editor.
fn write(browser: &Browser, rules: &str) {
    let script = "const text = document.getElementById('source'); text.focus(); text.value = arguments[0]; \
                  text.dispatchEvent(new Event('input', {bubbles: true}))";
    browser.run(script, &json!([rules]));
}

const ROWS: &str = "board, cells = \"strip\", \"_ x\"\nboth = [\"__ -> xx east\"]\nexamples = [\"6\"]\n";

#[test]
fn rules_are_written_played_and_shared() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "write");
    browser.until("the rules to begin with", "return document.querySelectorAll('.board .part').length >= 2 && document.querySelectorAll('.stage [data-node]').length > 3");
    assert!(browser.text("#engine").contains("every play ends"));
    // A mistake is told at its line, and the way leads there.
    write(&browser, "board, cells = \"strip\", \"_ T F\"\nleft = [\"T_ -> _T\"\n");
    browser.until("the mistake", "return document.querySelector('#mistake .complaint') !== null && document.querySelector('.lines .wrong') !== null");
    let told = browser.text("#wrong");
    assert!(told.starts_with("Line "), "{told}");
    browser.click("#wrong");
    let line = browser.run(
        "const text = document.activeElement; return text.value.slice(0, text.selectionStart).split('\\n').length",
        &json!([]),
    );
    assert!(told.starts_with(&format!("Line {line},")), "{told}: {line}");
    // Other rules: another board, its winner, and its graph.
    write(&browser, ROWS);
    browser.until("the new board", "return document.getElementById('position').value.startsWith('mine:') && document.querySelector('#mistake').textContent === '' && document.querySelector('.halves .verdict').textContent.includes('first wins')");
    browser.until("a click", "const part = document.querySelector('.halves .board .part:not(.off)'); if (!part || document.querySelector('.halves .stale')) return false; part.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1})); return true");
    browser.until("the move", "return document.getElementById('undo').disabled === false && document.getElementById('position').value.includes('xx')");
    browser.click("#undo");
    browser.until("the way back", "return !document.getElementById('position').value.includes('xx')");
    // The same game at the table, against the computer.
    browser.click("#play");
    browser.until("the table", "return document.querySelector('.status .turn')?.textContent.includes('your turn') && document.querySelector('.move.win') !== null");
    browser.make(".move.win");
    browser.until("the computer's answer or the end", "return document.querySelectorAll('.record .ply').length >= 3 || document.querySelector('.verdict').textContent.includes('won')");
    let link = browser.run("return location.hash.slice(1)", &json!([]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
    // Whoever gets the link sees the rules first; nothing runs before a click.
    let other = Browser::at(&server, "games");
    let listen = "window.asked = []; const plain = window.fetch; window.fetch = (address, options) => { window.asked.push(String(address)); return plain(address, options); }";
    other.run(listen, &json!([]));
    other.run("location.hash = arguments[0]", &json!([link]));
    other.element("#run");
    assert!(other.text("pre.source").contains("__ -> xx"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(other.run("return window.asked", &json!([])), json!([]), "nothing is asked before the click");
    other.click("#run");
    other.until("the game", "return document.querySelectorAll('.record .ply').length >= 2");
    // It is trusted in this tab from now on, also after a reload.
    other.run("location.reload()", &json!([]));
    other.until("the game again", "return document.querySelectorAll('.record .ply').length >= 2");
    assert_eq!(other.complaints(), Vec::<String>::new());
}

#[test]
fn rules_that_never_end_or_ask_for_too_much_are_told_and_the_page_lives() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "write");
    browser.element(".board .part");
    for rules in [
        "def moves(n):\n    while True:\n        pass\nexamples = [\"3\"]\n",
        "def moves(n):\n    return [0] * 10**9\nexamples = [\"3\"]\n",
        "x = (",
    ] {
        write(&browser, rules);
        browser.until("a complaint", "return document.querySelector('#mistake .complaint')?.textContent");
        browser.run("document.querySelector('#mistake').replaceChildren()", &json!([]));
    }
    write(&browser, ROWS);
    browser.until("the board", "return document.querySelector('.halves .verdict').textContent.includes('first wins')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn facts_of_graphs_are_told_and_kept_in_the_link() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "facts=a%3Eb%2Cb%3Ec%2Cc%3Ea%2Cc%3Ed&from=a&to=d");
    let row = |key: &str| browser.text(&format!("[data-fact={key}] td"));
    assert!(row("path").contains("a → b → c → d: the distance from a to d is 3"), "{}", row("path"));
    assert_eq!(row("odd_cycle"), "a, b, c");
    assert!(row("terminal").contains('d'));
    assert!(row("components").starts_with('2'), "{}", row("components"));
    browser.until("graph and condensation", "return document.querySelectorAll('.pictures-side svg').length === 2");
    browser.run("document.getElementById('graph').value = 'petersen'; for (const id of ['from', 'to']) document.getElementById(id).value = ''; document.getElementById('without').value = '1'; document.querySelector('form.bar').requestSubmit()", &json!([]));
    browser.until(
        "Petersen without a vertex",
        "return document.getElementById('summary').textContent.includes('9 vertices, 12 edges')",
    );
    assert!(browser.run("return location.hash", &json!([])).as_str().unwrap_or_default().contains("without=1"));
    browser.run(
        "document.getElementById('graph').value = 'peterson('; document.querySelector('form.bar').requestSubmit()",
        &json!([]),
    );
    assert!(browser.text(".complaint").contains("is not a graph"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_digraph_is_drawn_and_its_token_placed() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, &query("digraph:a>b,a>c,b>c@a"));
    browser.element(".board .part");
    browser.click("#edit");
    browser.until("the drawing", "return document.querySelectorAll('.sketch .edge').length === 3");
    browser.click_at(".sketch", 60.0, 60.0);
    browser.until("a vertex", "return document.querySelectorAll('.sketch [data-vertex]').length === 4");
    browser.click(".sketch [data-vertex='2']");
    browser.click(".sketch [data-vertex='3']");
    browser.choose("#token", "1");
    let built = "return document.querySelector('.editor .bar input[type=text]').value === 'digraph:a>b,a>c,b>c,c>d@b'";
    browser.until("the notation", built);
    browser.screenshot("edit-digraph");
    browser.click("#done");
    browser.until("the new start", "return document.getElementById('position').value === 'digraph:a>b,a>c,b>c,c>d@b' && document.querySelector('.board .part') !== null");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn names_of_positions_appear_by_zoom() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "games");
    browser.run("localStorage.setItem('what', 'graph')", &json!([]));
    browser.visit(&server, &format!("{}&opp=person", query("nim:3,4,5")));
    browser.touch();
    browser.until("the graph", "return document.querySelectorAll('.stage [data-node]').length > 80");
    let shown =
        "return [...document.querySelectorAll('.stage .place')].filter((name) => !name.hasAttribute('hidden')).length";
    browser.click(".zoom button:nth-child(4)");
    let far = browser.run(shown, &json!([]));
    for _ in 0..5 {
        browser.click(".zoom button:nth-child(1)");
    }
    let near = browser.run(shown, &json!([]));
    assert!(far.as_u64() < near.as_u64() && near.as_u64() > Some(60), "{far} names from afar, {near} from near");
}
