//! Pictures of the page, to be looked at: `cargo xtask gallery [FOLDER]` writes every game after a move or two, state
//! graphs and every tool, at the widths of a phone, a desk and a projector.

#[path = "../tests/support/driver.rs"]
mod driver;
#[path = "../tests/support/mod.rs"]
mod support;

use driver::Browser;
use grundy_games::entries;
use grundy_web::LaneLimits;
use support::{Running, query};

const WIDTHS: [u32; 3] = [390, 1280, 1920];

/// Positions whose state graphs are shown.
const GRAPHS: [&str; 6] =
    ["nim:3,4,5", "chomp:banner", "domineering:3x3", "hackenbush:lrrl", "kayles:petersen", "toads:TT_FF"];

/// Every tool, with what it is asked.
const TOOLS: [(&str, &str); 9] = [
    ("games", "games"),
    ("explore", "explore=domineering%3A2x3%0Adomineering%3A2x2"),
    ("write", "write"),
    ("calculator", "calculator"),
    ("sequence", "sequence"),
    ("kernel", "kernel"),
    ("facts", "facts"),
    ("cubes", "cubes"),
    ("bracelet", "bracelet"),
];

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/gallery".to_owned());
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let server = Running::start(LaneLimits::default());
    let browser = Browser::at(&server, "games");
    let mut written = 0;
    let mut keep = |name: &str, hash: &str, ready: &str| {
        for width in WIDTHS {
            browser.resize(width, 1000);
            browser.visit(&server, hash);
            browser.touch();
            browser.until(name, ready);
            browser.keep(format!("{folder}/{name}-{width}.png"));
            written += 1;
        }
    };
    let judged =
        "return document.querySelector('.reason, #stopped') !== null && document.querySelector('.board svg') !== null";
    for entry in entries() {
        let Some(position) = entry.info.examples.iter().find(|text| !text.contains(":@")) else { continue };
        keep(entry.info.name, &format!("{}&opp=person", query(position)), judged);
    }
    let drawn = "const node = document.querySelector('.stage [data-node]'); node?.scrollIntoView({block: 'center'}); return node !== null";
    for position in GRAPHS {
        let name = format!("graph-{}", position.replace(|sign: char| !sign.is_alphanumeric(), "-"));
        keep(&name, &format!("{}&opp=person", query(position)), drawn);
    }
    for (tool, hash) in TOOLS {
        keep(
            tool,
            hash,
            "return document.querySelector('main svg') !== null && document.querySelector('.stale, .progress') === null",
        );
    }
    println!("{written} pictures in {folder}");
}
