//! A whole game of every game in the catalogue, by clicking what the board lets click, and by keys; no game is known here.

#[path = "support/driver.rs"]
mod driver;
mod support;

use driver::Browser;
use grundy_game::NoFiles;
use grundy_games::{entries, parse};
use grundy_web::LaneLimits;
use serde_json::{Value, json};
use support::{Running, query};

/// Plays both sides to the end, choosing among the usable parts by a simple sequence of numbers. `keys` says whether keys
/// are pressed in place of clicks. Things that are there before and after a move and did not take part stand where they
/// stood; the focus stays on the board.
const PLAY: &str = r"
  const done = arguments[arguments.length - 1];
  const keys = KEYS;
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  const usable = () => [...document.querySelectorAll('.board[aria-busy=false] .part:not(.off)')];
  const over = () => document.querySelector('.board[aria-busy=false]') && /won|over/.test(document.querySelector('.status')?.textContent ?? '') && document.querySelector('.moves-card').hidden;
  const places = () => new Map([...document.querySelectorAll('.board [data-key]:not(.handle):not(.last)')].filter((e) => !e.dataset.key.startsWith('#')).map((e) => {
    const box = e.getBBox({ stroke: false });
    return [e.dataset.key, [box.x + box.width / 2, box.y + box.height / 2]];
  }));
  let seed = 11;
  const next = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  (async () => {
    let [moves, clicks] = [0, 0];
    const told = { moves: 0, moved: [], lost: 0, error: '' };
    for (;;) {
      for (let i = 0; i < 6000 && !usable().length && !over(); i += 1) await pause(5);
      if (over()) break;
      const parts = usable();
      if (!parts.length) { told.error = 'nothing to click at ' + document.getElementById('position').value; break; }
      const [hash, before] = [location.hash, places()];
      const part = parts[next(parts.length)];
      const state = () => location.hash + document.querySelectorAll('.board .clicked').length + usable().map((p) => p.dataset.key).join();
      const was = state();
      if (keys) {
        part.focus();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      } else part.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      const dialog = document.querySelector('dialog[open] .choices button');
      if (dialog) dialog.click();
      for (let i = 0; i < 6000 && state() === was; i += 1) await pause(5);
      if (state() === was) { told.error = 'a click does nothing at ' + document.getElementById('position').value + ' on ' + part.dataset.key + ': ' + document.querySelector('.status')?.textContent; break; }
      clicks += 1;
      if (location.hash !== hash) {
        moves += 1;
        for (let i = 0; i < 6000 && !usable().length && !over(); i += 1) await pause(5);
        const after = places();
        for (const [key, [x, y]] of before) {
          const now = after.get(key);
          if (now && Math.hypot(now[0] - x, now[1] - y) > 0.6) told.moved.push(key);
        }
        if (keys && !document.activeElement.closest('.board, .status')) told.lost += 1;
      }
      // Some games need not end.
      if (!ENDS && moves >= 50) break;
      if (clicks > 1000) { told.error = 'no end'; break; }
    }
    told.moves = moves;
    done(told);
  })();
";

fn play(browser: &Browser, server: &Running, position: &str, keys: bool) -> Value {
    browser.visit(server, &format!("{}&opp=person&hide=1", query(position)));
    browser.until("the board", "return document.querySelector('.board svg') !== null");
    // Whoever plays is there: questions may take their time, however busy the machine is.
    browser.touch();
    let ends = parse(position, &NoFiles).is_ok_and(|position| position.ends());
    browser.wait_for(&PLAY.replace("KEYS", &keys.to_string()).replace("ENDS", &ends.to_string()))
}

fn every_game(keys: bool) {
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "games");
    let mut problems = Vec::new();
    for entry in entries() {
        let Some(position) = entry.info.examples.iter().find(|text| !text.contains(":@")) else { continue };
        let told = play(&browser, &server, position, keys);
        let wrong = told["error"] != json!("") || told["lost"] != json!(0) || told["moves"] == json!(0);
        if wrong || told["moved"].as_array().is_some_and(|moved| !moved.is_empty()) {
            problems.push(format!("{position}: {told}"));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn every_game_is_played_by_clicking_the_board() {
    every_game(false);
}

#[test]
fn every_game_is_played_by_keys_and_the_focus_stays() {
    every_game(true);
}
