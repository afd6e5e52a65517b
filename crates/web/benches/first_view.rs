//! How soon the page can be used, and how fast it answers a move, in a real browser.
//!
//! `cargo bench -p grundy-web --bench first_view` starts the server as a process of its own, with the browser already
//! open, and counts from its start to the drawn page; then it adds up the page's own files, clicks moves and counts to the
//! drawn answer, and notes the frames of animated moves. With `GRUNDY=path/to/grundy` the command itself is started
//! (`grundy serve`).

#[path = "../tests/support/driver.rs"]
mod driver;
#[path = "../tests/support/mod.rs"]
mod support;

use driver::Browser;
use grundy_web::{LaneLimits, Server};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    if std::env::args().any(|argument| argument == "serve") {
        let server = Server::bind(0, LaneLimits::default()).expect("a free port");
        println!("{}", server.url());
        return server.run().expect("the server runs");
    }
    let browser = Browser::open(1300, 1000);
    for (name, hash, shown) in [
        ("all games", "games", "document.querySelectorAll('.gallery .game svg').length > 30"),
        ("a game", "p=nim%3A3%2C4%2C5", "document.querySelector('.board .part') !== null"),
    ] {
        let mut times: Vec<Duration> = (0..7).map(|_| first_view(&browser, hash, shown)).collect();
        times.sort();
        println!("from the start of the server to {name}: median {:?}, slowest {:?}", times[3], times[6]);
    }
    let (mut child, url) = start();
    browser.go(&format!("{url}#games"));
    browser.until("the first view", "return document.querySelector('.gallery .game svg') !== null");
    let weight = "const own = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter((one) => !one.name.includes('/api/'));
        return [own.length, own.reduce((sum, one) => sum + one.decodedBodySize, 0)]";
    let weight = browser.run(weight, &json!([]));
    println!("own files of the first view: {}, {} bytes", weight[0], weight[1]);
    for position in ["nim:30,40,50", "chomp:petersen", "domineering:4x4", "bar:4x5", "hackenbush:girl"] {
        let times = moves(&browser, &url, position);
        let (mut drawn, mut answered): (Vec<f64>, Vec<f64>) = times.into_iter().unzip();
        drawn.sort_by(f64::total_cmp);
        answered.sort_by(f64::total_cmp);
        let (middle, last) = (drawn.len() / 2, drawn.len() - 1);
        println!(
            "{position}: click to drawn board, fastest {:.0} ms, median {:.0}, slowest {:.0}; request, fastest {:.1} ms, median {:.1}",
            drawn[0], drawn[middle], drawn[last], answered[0], answered[middle]
        );
    }
    for position in ["chomp:petersen", "nim:30,40,50", "domineering:8x8"] {
        let mut gaps = frames(&browser, &url, position);
        gaps.sort_by(f64::total_cmp);
        let mean = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
        let slowest = gaps.last().copied().unwrap_or(0.0);
        println!(
            "{position}: {:.0} frames a second while a move is animated, longest gap {slowest:.0} ms",
            1000.0 / mean
        );
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Milliseconds between the frames of the animation of a few moves.
fn frames(browser: &Browser, url: &str, position: &str) -> Vec<f64> {
    browser.go(&format!("{url}#{}&opp=person", support::query(position)));
    let mut gaps = Vec::new();
    for _ in 0..4 {
        let ready = "return document.querySelector('.board[aria-busy=false]') !== null && document.querySelector('.moves .move:not([disabled])') !== null";
        browser.until("a move", ready);
        let script = "const done = arguments[arguments.length - 1];
            new MutationObserver((_, watch) => { watch.disconnect();
              const times = []; const note = (now) => { times.push(now);
                if (now - times[0] < 260) requestAnimationFrame(note); else done(times.slice(1).map((time, i) => time - times[i])); };
              requestAnimationFrame(note);
            }).observe(document.querySelector('.board'), { childList: true });
            document.querySelector('.moves .move').click();";
        gaps.extend(browser.wait_for(script).as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64));
    }
    gaps
}

/// A server of its own and its address.
fn start() -> (Child, String) {
    let mut command = match std::env::var_os("GRUNDY") {
        Some(path) => Command::new(path),
        None => Command::new(std::env::current_exe().expect("a name")),
    };
    if std::env::var_os("GRUNDY").is_some() {
        command.args(["serve", "--port", "0"]);
    } else {
        command.arg("serve");
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the server starts");
    let lines = BufReader::new(child.stdout.take().expect("it speaks")).lines();
    let said = lines.map_while(Result::ok).find(|line| line.contains("http://")).expect("an address");
    let from = said.find("http://").unwrap_or(0);
    let url = said[from..].split_whitespace().next().unwrap_or_default().to_owned();
    (child, url)
}

fn first_view(browser: &Browser, hash: &str, shown: &str) -> Duration {
    browser.go("about:blank");
    let started = Instant::now();
    let (mut child, url) = start();
    browser.go(&format!("{url}#{hash}"));
    browser.until("the first view", &format!("return {shown}"));
    let taken = started.elapsed();
    let _ = child.kill();
    let _ = child.wait();
    taken
}

/// Plays both sides by clicking on the first move of the list; milliseconds from each click to the new board and for the
/// longest of the requests it needed.
fn moves(browser: &Browser, url: &str, position: &str) -> Vec<(f64, f64)> {
    browser.go(&format!("{url}#games"));
    browser.run("localStorage.setItem('opponent', 'person'); localStorage.setItem('tour', 'seen')", &json!([]));
    browser.go(&format!("{url}#{}", support::query(position)));
    let mut times = Vec::new();
    while times.len() < 12 {
        let over = "const s = document.querySelector('.status')?.textContent ?? ''; return s.match(/won/) ? 'over' : \
                    document.querySelector('.board[aria-busy=false]') && document.querySelector('.moves .move .value') ? 'on' : ''";
        if browser.until("the moves to be judged", over) == json!("over") {
            break;
        }
        let script = "const done = arguments[arguments.length - 1];
            const place = document.querySelector('.board');
            performance.clearResourceTimings();
            const start = performance.now();
            new MutationObserver((_, watch) => { watch.disconnect(); requestAnimationFrame(() => setTimeout(() => {
              const asked = performance.getEntriesByType('resource').filter((r) => /api\\/(draw|moves)/.test(r.name) && r.responseEnd);
              done([performance.now() - start, Math.max(0, ...asked.map((r) => r.responseEnd - r.requestStart))]);
            })); }).observe(place, { childList: true });
            document.querySelector('.moves .move').click();";
        let taken = browser.wait_for(script);
        times.push((taken[0].as_f64().unwrap_or(0.0), taken[1].as_f64().unwrap_or(0.0)));
    }
    times
}
