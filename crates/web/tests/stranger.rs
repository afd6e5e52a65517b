//! What somebody does who is not careful: leaves before the answer comes, clicks on what is about to change, changes
//! everything in the midst of a game, types what is far too long.

#[path = "support/driver.rs"]
mod driver;
mod support;

use driver::Browser;
use grundy_web::LaneLimits;
use serde_json::{Value, json};
use std::time::Duration;
use support::{Running, query};

/// Holds answers back: `slow` maps a part of an address to milliseconds.
const SLOWLY: &str = "window.slow = {}; const plain = window.fetch; window.fetch = async (address, options) => {
    const answer = await plain(address, options);
    const [, wait] = Object.entries(window.slow).find(([part]) => String(address).includes(part)) ?? ['', 0];
    if (wait) await new Promise((go) => setTimeout(go, wait));
    options?.signal?.throwIfAborted();
    return answer; }";

/// A view at which somebody is there and answers can be held back.
fn at(server: &Running, hash: &str) -> Browser {
    let browser = Browser::at(server, "games");
    browser.touch();
    browser.run(SLOWLY, &json!([]));
    browser.run("location.hash = arguments[0]", &json!([hash]));
    browser
}

fn hash(browser: &Browser) -> String {
    browser.run("return location.hash.slice(1)", &json!([])).as_str().unwrap_or_default().to_owned()
}

/// The moves in the record, waiting for nothing.
fn played(browser: &Browser) -> usize {
    let count = browser.run("return document.querySelectorAll('.record .ply:not(.start)').length", &json!([]));
    count.as_u64().unwrap_or_default() as usize
}

/// Gives answers that were held back the time to come and do harm.
fn pass_time() {
    std::thread::sleep(Duration::from_millis(1200));
}

#[test]
fn a_view_that_was_left_before_its_answer_came_does_nothing() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, "kernel");
    browser.element("#kernel");
    // The computer would begin, and put its move into the address of another view.
    browser.run(
        "slow = {'/api/replay': 300}; location.hash = arguments[0]",
        &json!([format!("{}&opp=perfect&you=right", query("nim:3,4,5"))]),
    );
    browser.element("#setup, form.bar #position");
    browser.run("location.hash = 'calculator'", &json!([]));
    browser.element("#value");
    pass_time();
    assert!(hash(&browser).starts_with("calculator"), "{}", hash(&browser));
    // What was typed last is asked for a moment later, and not any more when the view is gone.
    let typed = "const line = document.querySelector('.sheet input'); line.value = '7'; line.dispatchEvent(new Event('input', {bubbles: true})); location.hash = 'sequence'";
    browser.run(typed, &json!([]));
    browser.element("#period");
    pass_time();
    assert!(hash(&browser).starts_with("sequence"), "{}", hash(&browser));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_computer_does_not_move_for_a_person_who_took_its_side() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=perfect", query("nim:3,4,5")));
    browser.run("slow = {'/api/reply': 700}", &json!([]));
    browser.make(".move");
    browser.until(
        "the computer's turn",
        "return document.querySelector('.turn')?.textContent.includes('The computer is about to move')",
    );
    std::thread::sleep(Duration::from_millis(600));
    browser.click("#swap");
    pass_time();
    assert_eq!(played(&browser), 1, "a move that was asked for another player is not made");
    browser.make(".move");
    browser.until("the answer", "return document.querySelectorAll('.record .ply:not(.start)').length === 3");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_click_on_a_board_that_is_about_to_change_spoils_nothing() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=person", query("nim:3,4,5")));
    browser.make(".move");
    browser.make(".move");
    browser.until("both moves", "return document.querySelector('.board[aria-busy=false]') !== null && document.querySelectorAll('.record .ply:not(.start)').length === 2");
    let record = browser.run("return new URLSearchParams(location.hash.slice(1)).get('m')", &json!([]));
    // Back, and a click on the old picture and the old list before the new ones come.
    browser.run("slow = {'/api/draw': 400}; document.getElementById('back').click(); document.querySelector('.move').click(); document.querySelector('.board .part:not(.off)').dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))", &json!([]));
    browser.until("the new board", "return document.querySelector('.board[aria-busy=false]') !== null");
    let now: Value = browser.run("return new URLSearchParams(location.hash.slice(1)).get('m')", &json!([]));
    assert_eq!(now, record, "nothing was added to the record");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn back_and_a_change_of_language_while_the_computer_thinks_keep_the_game() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=perfect", query("nim:3,4,5")));
    browser.run("slow = {'/api/reply': 300}", &json!([]));
    browser.make(".move");
    browser.run("history.back()", &json!([]));
    browser.until("the start", "return document.getElementById('position').value === 'nim:3,4,5'");
    pass_time();
    assert_eq!(played(&browser), 1, "nothing is played where nobody stands");
    browser.run("history.forward()", &json!([]));
    browser.until("the answer", "return document.querySelectorAll('.record .ply:not(.start)').length === 2");
    browser.make(".move");
    // Two changes of language, the first answer last; the computer still answers once.
    browser.run("slow = {'/api/messages/es': 500}", &json!([]));
    browser.choose("#language", "es");
    browser.choose("#language", "ca");
    browser.until("the computer's answer", "return document.querySelectorAll('.record .ply:not(.start)').length === 4");
    pass_time();
    assert_eq!(browser.run("return document.documentElement.lang", &json!([])), json!("ca"));
    assert_eq!(browser.text("#undo"), "Desfés");
    assert_eq!(played(&browser), 4);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_picture_that_was_chosen_last_is_shown() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=person", query("nim:1,2")));
    browser.element(".stage [data-node]");
    let count = "return document.querySelectorAll('.stage [data-node]').length";
    browser.choose("#what", "tree");
    browser.until("the tree", "return document.querySelectorAll('.stage [data-node]').length > 6");
    let tree = browser.run(count, &json!([]));
    browser.choose("#what", "near");
    browser.until("the graph", "return document.querySelectorAll('.stage [data-node]').length === 6");
    // The first answer comes last.
    browser.run("slow = {'/api/draw': 500}", &json!([]));
    browser.choose("#what", "near");
    browser.run("setTimeout(() => (slow = {}), 100)", &json!([]));
    std::thread::sleep(Duration::from_millis(150));
    browser.choose("#what", "tree");
    pass_time();
    assert_eq!(browser.run(count, &json!([])), tree);
    browser.choose("#what", "near");
}

#[test]
fn long_positions_fit_into_a_phone() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, "games");
    browser.resize(390, 800);
    let heaps = (1..=150).map(|heap: u32| heap.to_string()).collect::<Vec<_>>().join(",");
    let names =
        (0..40).map(|at| format!("a_long_name_of_a_vertex_{at}-another_name_{at}")).collect::<Vec<_>>().join(",");
    for position in [
        format!("nim:{heaps}"),
        format!("chomp:{names}"),
        "domineering:8x30".to_owned(),
        "{1|{2|{3|-4}}} + {0||||1|||2||3|4}".to_owned(),
    ] {
        browser.run("location.hash = arguments[0]", &json!([format!("{}&opp=person", query(&position))]));
        browser.until(&position, "return document.querySelector('.board[aria-busy=false] svg, .complaint') !== null");
        browser.until(&position, "return document.querySelector('.reason, .progress, #stopped, .complaint') !== null");
        let wide = browser.run("return [document.documentElement.scrollWidth, window.innerWidth]", &json!([]));
        assert!(wide[0].as_u64() <= wide[1].as_u64(), "{position}: {wide}");
        browser.run("location.hash = 'games'", &json!([]));
        browser.element("#search");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_server_that_is_gone_answers_later() {
    let server = Running::start(LaneLimits::default());
    let port = server.address.port();
    let browser = at(&server, &format!("{}&opp=person", query("nim:3,4,5")));
    browser.element(".board[aria-busy=false] .part");
    drop(server);
    browser.choose("#language", "ca");
    browser.element("#gone");
    browser.run("location.hash = 'kernel'", &json!([]));
    let again = Running::start_on(port, LaneLimits::default());
    browser.until("everything that was asked", "return document.getElementById('gone') === null && document.documentElement.lang === 'ca' && document.getElementById('kernel')?.textContent.includes('{')");
    drop(again);
}
