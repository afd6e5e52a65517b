//! Learning at the page: hints, hidden answers, opponents, finding games, tools.

#[path = "support/driver.rs"]
mod driver;
mod support;

use driver::Browser;
use grundy_web::LaneLimits;
use serde_json::json;
use support::{Running, query};

/// A view at which somebody is there.
fn at(server: &Running, hash: &str) -> Browser {
    let browser = Browser::at(server, hash);
    browser.touch();
    browser
}

/// Keeps what is asked and answered from now on, before the page sees it: what it withdraws afterwards was told all the same.
const LISTEN: &str = "window.heard = []; const plain = window.fetch; window.fetch = async (address, options) => {
    const answer = await plain(address, options); const text = await answer.text();
    window.heard.push([String(address), options?.body ?? '', text]);
    return new Response(text, {status: answer.status, headers: answer.headers}); }";

#[test]
fn hidden_answers_leak_nothing() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, "games");
    browser.run(LISTEN, &json!([]));
    browser.run(&format!("location.hash = '{}&opp=perfect&hide=1'", query("nim:3,4,5")), &json!([]));
    browser.element(".board .part:not(.off)");
    browser.make(".move");
    browser.until("the answer", "return document.querySelectorAll('.record .ply').length === 3 && document.querySelector('.board .part:not(.off)') !== null");
    let heard = browser.run("return window.heard", &json!([]));
    let heard = heard.as_array().unwrap();
    // The record, three pictures with their moves, and the opponent's move.
    assert!(heard.len() >= 5, "{heard:?}");
    for line in heard {
        let [address, _, answer] = [0, 1, 2].map(|at| line[at].as_str().unwrap_or_default());
        assert!(["draw", "moves", "replay", "reply"].iter().any(|name| address.ends_with(name)), "{address} was asked");
        for word in ["\"wins\"", "outcome", "winning", "\"value\":\"", "nim-sum", "kernel"] {
            assert!(!answer.contains(word), "{address} tells `{word}`: {answer}");
        }
    }
    let shown = browser.run("return document.querySelector('main').innerHTML", &json!([]));
    let shown = shown.as_str().unwrap_or_default().split("about-card").next().unwrap_or_default().to_owned();
    for mark in ["✓", "✗", "class=\"move win", " wins\"", "is winning", "class=\"slip", "chart\""] {
        assert!(!shown.contains(mark), "{mark} is on the page");
    }
    let order =
        browser.run("return [...document.querySelectorAll('.move .label')].map((one) => one.textContent)", &json!([]));
    let position = browser.run("return document.getElementById('position').value", &json!([]));
    let bare = server.post("/api/moves", &json!({"position": position, "values": false}).to_string()).json();
    let names: Vec<_> = bare["moves"].as_array().unwrap().iter().map(|found| found["move"].clone()).collect();
    assert_eq!(order, json!(names), "moves stand in the order of the rules");
    // Uncovered step by step.
    browser.click("#reveal");
    browser.until("the winner", "return document.querySelector('.verdict').textContent.includes('winning') && document.querySelector('.move.win') === null");
    browser.click("#reveal");
    browser.until(
        "the moves",
        "return document.querySelector('.move.win, .move.lose') !== null && document.getElementById('reason') === null",
    );
    browser.click("#reveal");
    browser.element("#reason");
    browser.until(
        "the graph",
        "return document.querySelector('.stage [data-node]') !== null && document.getElementById('reveal') === null",
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_hint_comes_in_two_steps_and_a_double_click_plays_once() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=person", query("nim:3,4,5")));
    browser.until("judged moves", "return document.querySelector('.board .wins') !== null");
    browser.keys(&["h"]);
    browser.until(
        "a light",
        "return document.querySelector('.spot') !== null && document.querySelector('.hint') === null",
    );
    browser.keys(&["h"]);
    browser.until("the move", "return document.querySelector('.part.hint') !== null && document.querySelector('.status').textContent.includes('Hint: take 2 from heap 1')");
    browser.run("const part = document.querySelector('.board .part:not(.off)'); for (const detail of [1, 2]) document.querySelector('.board .part:not(.off)').dispatchEvent(new MouseEvent('click', {bubbles: true, detail}))", &json!([]));
    browser.until("one move", "return document.querySelectorAll('.record .ply').length === 2");
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(browser.run("return document.querySelectorAll('.record .ply').length", &json!([])), json!(2));
}

#[test]
fn a_lost_opponent_makes_it_hard() {
    let server = Running::start(LaneLimits::default());
    let reply = |style: &str, position: &str| {
        let asked = json!({"position": position, "turn": "left", "style": style, "seed": 3});
        server.post("/api/reply", &asked.to_string()).json()["move"].as_str().unwrap_or_default().to_owned()
    };
    // From 2,2 the longest way to lose takes one.
    assert!(reply("perfect", "nim:2,2").starts_with("take 1 from"));
    // A winner hurries.
    assert_eq!(reply("perfect", "nim:7"), "take 7 from heap 1");
    // From 1,2,3 every move has exactly one winning answer but those that leave 2,3 or 1,3 or 1,2 have more moves to try.
    for style in ["perfect", "tricky", "random"] {
        assert!(!reply(style, "nim:1,2,3").is_empty());
        assert!(!reply(style, "domineering:3x4").is_empty());
    }
    assert_eq!(reply("perfect", "nim:0"), "");
}

#[test]
fn the_side_and_the_start_are_chosen_and_seen() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=perfect", query("domineering:3x3")));
    browser.until("the players", "return document.querySelector('.player.left')?.textContent.includes('You') && document.querySelector('.player.right')?.textContent.includes('Computer')");
    browser.choose("#side", "right");
    browser.until("Right", "return document.querySelector('.player.right')?.textContent.includes('You')");
    browser.until("Left's move", "return document.querySelectorAll('.record .ply').length === 2 && document.querySelector('.record .ply.left') !== null");
    browser.choose("#starts", "right");
    browser.until("a new start", "return location.hash.includes('turn=right') && document.querySelector('.player.right')?.textContent.includes('starts')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn many_moves_are_paged_and_the_winning_heap_can_be_clicked() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=person", query("nim:1000,2000,3000")));
    browser
        .until("the winning move first", "return document.querySelector('.move.win')?.textContent.includes('heap 3')");
    browser.until("a part of the winning heap", "return [...document.querySelectorAll('.board .part:not(.off)')].some((part) => part.dataset.move?.includes('from heap 3'))");
    let first = browser.text(".move .label");
    browser.click("#more");
    browser.until(
        "the next page",
        &format!("return document.querySelector('.move .label')?.textContent !== {}", json!(first)),
    );
}

#[test]
fn the_graph_shows_small_boards_and_leaves_the_wheel_to_the_page() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &format!("{}&opp=person", query("domineering:4x4")));
    browser.until("boards", "return document.querySelectorAll('.stage [data-node]').length > 8");
    assert_eq!(
        browser.run(
            "return ['left', 'right'].map((side) => document.querySelector(`.stage svg > path.${side}`) !== null)",
            &json!([])
        ),
        json!([true, true])
    );
    let script = "const wheel = (init) => { const event = new WheelEvent('wheel', {deltaY: 120, bubbles: true, cancelable: true, ...init}); document.querySelector('.stage').dispatchEvent(event); return event.defaultPrevented; };
        return [wheel({}), wheel({ctrlKey: true})]";
    assert_eq!(browser.run(script, &json!([])), json!([false, true]));
    // A winning move is among what is drawn.
    let winning = server.post("/api/solve", r#"{"position":"domineering:4x4"}"#).json();
    let nodes = browser.run(
        "return [...document.querySelectorAll('.stage [data-node]')].map((node) => node.dataset.node)",
        &json!([]),
    );
    let shown = |to: &serde_json::Value| nodes.as_array().unwrap().contains(to);
    assert!(winning["winning_moves"].as_array().unwrap().iter().any(|found| shown(&found["to"])), "{nodes}");
}

#[test]
fn options_open_side_by_side() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, "explore=domineering%3A2x3");
    browser.click(".option.left");
    browser.until("two positions", "return document.querySelectorAll('.position .small-board svg').length === 2");
    assert!(
        browser.run("return location.hash", &json!([])).as_str().unwrap_or_default().contains("%0A"),
        "both are in the link"
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn games_are_found_by_what_people_call_them() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, "games");
    browser.until("groups", "return document.querySelectorAll('main section h2').length >= 6");
    browser.run(
        "const s = document.getElementById('search'); s.value = 'skittles'; s.dispatchEvent(new Event('input'))",
        &json!([]),
    );
    assert_eq!(
        browser.run(
            "return [...document.querySelectorAll('.game:not([hidden]) .name')].map((name) => name.textContent)",
            &json!([])
        ),
        json!(["Kayles", "Dawson's Kayles"])
    );
    let typed =
        "document.getElementById('typed').value = arguments[0]; document.querySelector('form.bar').requestSubmit()";
    browser.run(typed, &json!(["chomp:3x4"]));
    browser.until(
        "the bar",
        "return [...document.querySelectorAll('#trouble a')].some((link) => link.textContent === 'bar:3x4')",
    );
    browser.run(typed, &json!(["nim"]));
    browser.until("its example", "return document.getElementById('position')?.value === 'nim:3,4,5'");
    browser.until("the rules", "return document.querySelector('.about-card')?.textContent.includes('Nim')");
}

#[test]
fn the_worksheet_names_values_and_keeps_its_state() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, "calculator");
    browser.until(
        "results",
        "return [...document.querySelectorAll('.sheet .value')].map((one) => one.textContent).join(' ').includes('±1')",
    );
    browser.click("#line");
    browser.run("const line = document.activeElement; line.value = 'g + g'; line.dispatchEvent(new Event('input', {bubbles: true}))", &json!([]));
    browser.until("the new line", "return [...document.querySelectorAll('.sheet .value')].at(-1).textContent === '0' && document.querySelector('.sheet.stale') === null");
    browser.run("location.reload()", &json!([]));
    browser.until("the same lines", "return [...document.querySelectorAll('.sheet input')].at(-1)?.value === 'g + g'");
    browser.click("#functions");
    browser.until("help", "return document.querySelectorAll('.functions dt').length > 20");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn pictures_are_made_in_every_format() {
    let server = Running::start(LaneLimits::default());
    for (format, start) in [("png", "iVBORw0KGgo"), ("pdf", "JVBERi0")] {
        for what in ["board", "near", "thermograph"] {
            let asked = json!({"position": "domineering:2x3", "what": what, "format": format, "theme": "dark"});
            let told = server.post("/api/draw", &asked.to_string()).json();
            assert!(told["file"].as_str().is_some_and(|file| file.starts_with(start)), "{what} {format}: {told}");
            assert_eq!(told["svg"], json!(""));
        }
    }
}

#[test]
fn a_presentation_shows_the_board_alone() {
    let server = Running::start(LaneLimits::default());
    let browser = at(&server, &query("nim:3,4,5"));
    browser.element(".board .part");
    browser.click("#present");
    let seen = "return ['header', '.options', '.side', '.board', '.verdict'].map((css) => { const box = document.querySelector(css).getBoundingClientRect(); return box.width > 0 && box.height > 0; })";
    assert_eq!(browser.run(seen, &json!([])), json!([false, false, false, true, true]));
    browser.click("#unpresent");
    browser.until("the page again", "return document.querySelector('header').getBoundingClientRect().height > 0");
}
