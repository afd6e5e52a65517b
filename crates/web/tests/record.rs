//! The record of a game in a real browser: nothing that was played is lost.

#[path = "support/driver.rs"]
mod driver;
mod support;

use driver::Browser;
use grundy_web::LaneLimits;
use serde_json::{Value, json};
use support::{Running, query};

/// Waits until the page shows a position.
fn stands(browser: &Browser, wanted: &str) {
    let shown = "return document.getElementById('position')?.value === ";
    let still = "document.querySelector('.board[aria-busy=false] svg') !== null";
    browser.until(wanted, &format!("{shown}{} && {still}", json!(wanted)));
}

/// Makes a move by its name in the list.
fn make(browser: &Browser, label: &str, to: &str) {
    let ready = format!(
        "const b = [...document.querySelectorAll('.move')].find((b) => document.querySelector('.board[aria-busy=false]') && b.querySelector('.label').firstChild.textContent === {} && !b.disabled); if (!b) return false; b.click(); return true",
        json!(label)
    );
    browser.until(label, &ready);
    stands(browser, to);
}

/// The moves in the record.
fn moves(browser: &Browser) -> Value {
    browser.run(
        "return [...document.querySelectorAll('.record .ply:not(.start) .label')].map((label) => label.textContent)",
        &json!([]),
    )
}

const FIRST: &str = "take 2 from heap 1";
const SECOND: &str = "take 4 from heap 2";

fn two_moves(server: &Running) -> Browser {
    let browser = Browser::at(server, &format!("{}&opp=person", query("nim:3,4,5")));
    make(&browser, FIRST, "nim:1,4,5");
    make(&browser, SECOND, "nim:1,0,5");
    browser
}

#[test]
fn back_forward_reload_and_language_keep_the_record() {
    let server = Running::start(LaneLimits::default());
    let browser = two_moves(&server);
    assert_eq!(moves(&browser), json!([FIRST, SECOND]));
    browser.run("history.back()", &json!([]));
    stands(&browser, "nim:1,4,5");
    assert_eq!(moves(&browser), json!([FIRST, SECOND]), "going back destroys nothing");
    browser.run("location.reload()", &json!([]));
    stands(&browser, "nim:1,4,5");
    assert_eq!(moves(&browser), json!([FIRST, SECOND]), "nor does loading the page again");
    browser.run("history.forward()", &json!([]));
    stands(&browser, "nim:1,0,5");
    browser.choose("#language", "ca");
    browser.until(
        "Catalan",
        "return document.documentElement.lang === 'ca' && document.querySelector('.record .ply') !== null",
    );
    stands(&browser, "nim:1,0,5");
    assert_eq!(moves(&browser).as_array().map(Vec::len), Some(2), "a language is not another game");
    browser.choose("#language", "en");
    browser.until("English", "return document.documentElement.lang === 'en'");
    browser.choose(".bar select", "misere");
    browser.until("the rule", "return location.hash.includes('rule=misere')");
    stands(&browser, "nim:1,0,5");
    assert_eq!(moves(&browser), json!([FIRST, SECOND]), "nor is a play rule");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn another_move_begins_a_variation_and_the_link_holds_it() {
    let server = Running::start(LaneLimits::default());
    let browser = two_moves(&server);
    browser.click("#back");
    stands(&browser, "nim:1,4,5");
    make(&browser, "take 5 from heap 3", "nim:1,4,0");
    assert_eq!(moves(&browser), json!([FIRST, SECOND, "take 5 from heap 3"]));
    assert_eq!(browser.run("return document.querySelectorAll('.variation').length", &json!([])), json!(1));
    // Taking three would win from 1,4; taking one gives the win away, and so does no other move so far.
    make(&browser, "take 1 from heap 2", "nim:1,3,0");
    browser.until("the mark of the slip", "return document.querySelectorAll('.slip').length === 1");
    let link = browser.run("return location.href", &json!([]));
    let other = Browser::at(&server, link.as_str().unwrap_or_default().split_once('#').unwrap_or_default().1);
    stands(&other, "nim:1,3,0");
    assert_eq!(moves(&other), moves(&browser), "who gets the link gets the game");
    assert_eq!(other.run("return document.getElementById('opponent').value", &json!([])), json!("person"));
}

#[test]
fn a_typing_mistake_keeps_the_game() {
    let server = Running::start(LaneLimits::default());
    let browser = two_moves(&server);
    browser.run(
        "document.getElementById('position').value = 'nim:3,,4'; document.querySelector('form.bar').requestSubmit()",
        &json!([]),
    );
    assert!(browser.text(".complaint").contains("a heap is missing"));
    assert_eq!(moves(&browser), json!([FIRST, SECOND]));
    browser.run(
        "document.getElementById('position').value = 'nim:1,2'; document.querySelector('form.bar').requestSubmit()",
        &json!([]),
    );
    stands(&browser, "nim:1,2");
    browser.run("history.back()", &json!([]));
    stands(&browser, "nim:1,0,5");
    assert_eq!(moves(&browser), json!([FIRST, SECOND]), "the game before is one step back");
}

#[test]
fn a_game_goes_through_a_file() {
    let server = Running::start(LaneLimits::default());
    let browser = two_moves(&server);
    let script = "const done = arguments[arguments.length - 1];
        import('/address.js').then(({ readGame, writeFile, readFile, writeGame }) => {
          const game = readGame(new URLSearchParams(location.hash.slice(1)));
          const read = readFile(writeFile(game));
          done([writeGame(game) === writeGame(read), readFile('{}'), readFile('nonsense')]);
        })";
    assert_eq!(browser.wait_for(script), json!([true, null, null]));
}

#[test]
fn going_back_does_not_let_the_computer_replay() {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, &format!("{}&opp=perfect", query("nim:3,4,5")));
    browser.make(".move.win");
    browser.until("the answer", "return document.querySelectorAll('.record .ply').length === 3");
    let played = moves(&browser);
    browser.click("#back");
    browser.until("the computer's turn", "return document.getElementById('computer').hidden === false");
    std::thread::sleep(std::time::Duration::from_millis(900));
    assert_eq!(moves(&browser), played, "looking at a position of the computer plays nothing");
    browser.click("#undo");
    stands(&browser, "nim:3,4,5");
    assert_eq!(moves(&browser), played);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_server_that_goes_and_comes_back_keeps_the_game() {
    let server = Running::start(LaneLimits::default());
    let port = server.address.port();
    let browser = two_moves(&server);
    drop(server);
    browser.make(".move");
    browser.element("#gone");
    assert_eq!(moves(&browser).as_array().map(Vec::len), Some(3), "the move is kept");
    let again = Running::start_on(port, LaneLimits::default());
    browser.until(
        "the server",
        "return document.getElementById('gone') === null && document.querySelector('.move') !== null",
    );
    assert_eq!(moves(&browser).as_array().map(Vec::len), Some(3));
    browser.make(".move");
    browser.until("the record", "return document.querySelectorAll('.record .ply').length === 5");
    drop(again);
}
