//! The budget matrix: every game, every method, every question, on example positions and on the largest that can be read.
//!
//! Memory is measured by the counting allocator. The limit is small, so that whoever pays no regard to it is over it within
//! a short time: it may be exceeded by a tenth and 32 MiB, as is promised. How late each question ended is
//! printed (`--nocapture`), not asserted: that is a matter of the machine. One test, since all threads of a process share
//! the count.

mod largest;

use grundy_budget::{Budget, Counting, Limits, account, caught};
use grundy_game::{NoFiles, Play};
use grundy_games::{entries, parse};
use grundy_solve::{Method, Position, Settings, StateMap, Stop, answer, explain, moves, nimber, prove};
use largest::largest;
use std::sync::Mutex;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MIB: u64 = 1 << 20;
const TIME: Duration = Duration::from_millis(20);
const MEMORY: u64 = 8 * MIB;
const BEYOND: u64 = 32 * MIB;

/// What is being asked, for when the ceiling is broken.
static NOW: Mutex<String> = Mutex::new(String::new());

type Asked = Box<dyn Fn(&Position, &Settings) -> Result<(), Stop>>;

/// Everything that can be asked of a position, with a name.
fn questions() -> Vec<(&'static str, Asked)> {
    vec![
        ("solve", Box::new(|position, settings| answer(position, settings).map(drop))),
        ("nimber", Box::new(|position, settings| nimber(position, settings).map(drop))),
        ("moves", Box::new(|position, settings| moves(position, settings).map(drop))),
        ("explain", Box::new(|position, settings| explain(position, settings).map(drop))),
        ("prove", Box::new(|position, settings| prove(position, settings).map(drop))),
        ("graph", Box::new(|position, settings| position.states(false, true, settings).map(drop))),
        ("map", Box::new(|position, settings| StateMap::explore(position, 500, settings).map(drop))),
        (
            "picture",
            Box::new(|position, _| {
                drop(position.picture().to_svg());
                Ok(())
            }),
        ),
        (
            "board",
            Box::new(|position, _| {
                drop(position.parts().iter().map(|part| part.board()).collect::<Vec<_>>());
                Ok(())
            }),
        ),
    ]
}

/// The largest excess over the limits so far.
#[derive(Default)]
struct Worst {
    time: (Duration, String),
    memory: (u64, String),
    broken: Vec<String>,
    asked: usize,
}

impl Worst {
    /// Asks one question within the limits.
    fn ask(&mut self, name: &str, text: &str, settings: Settings, ask: impl FnOnce(&Settings) -> Result<(), Stop>) {
        let case = format!("{name} {text} --method {} --play {}", settings.method, settings.play);
        NOW.lock().unwrap().clone_from(&case);
        let before = account::allocated();
        account::forget_peak();
        let budget = Budget::of_process(Limits { time: Some(TIME), memory: Some(MEMORY + before), positions: None });
        let settings = Settings { budget: budget.clone(), ..settings };
        let entered = budget.enter();
        // Any end is a good end here; whether answers are right is for other tests.
        let _ = caught(|| ask(&settings));
        let late = budget.elapsed().saturating_sub(TIME);
        drop(entered);
        drop(settings);
        let over = account::peak().saturating_sub(before + MEMORY);
        if over > MEMORY / 10 + BEYOND {
            self.broken.push(format!("{case}: {} MiB over {} MiB", over / MIB, MEMORY / MIB));
        }
        if late > self.time.0 {
            self.time = (late, case.clone());
        }
        if over > self.memory.0 {
            self.memory = (over, case);
        }
        self.asked += 1;
    }
}

#[test]
fn no_question_breaks_its_budget() {
    account::set_keeper(|| {
        eprintln!("over the ceiling: {:?}", NOW.try_lock().map(|now| now.clone()));
        std::process::exit(101);
    });
    account::set_ceiling(3 << 30);
    let mut worst = Worst::default();
    for entry in entries() {
        let mut texts: Vec<String> = entry.info.examples.iter().map(|&example| example.to_owned()).collect();
        texts.extend(entry.info.examples.iter().map(|example| largest(example)));
        texts.sort();
        texts.dedup();
        for text in texts {
            let Ok(position) = parse(&text, &NoFiles) else { continue };
            for (name, ask) in questions() {
                let searched = matches!(name, "solve" | "nimber" | "moves");
                let methods: &[Method] = if searched {
                    &[Method::Auto, Method::Kernel, Method::Search, Method::Value, Method::Recursion]
                } else {
                    &[Method::Auto]
                };
                let plays: &[Play] = if name == "picture" { &[Play::Normal] } else { &[Play::Normal, Play::Misere] };
                for &method in methods {
                    for &play in plays {
                        let settings =
                            Settings { play, method, budget: Budget::unlimited(), threads: 1, ..Settings::default() };
                        worst.ask(name, &text, settings, |settings| ask(&position, settings));
                    }
                }
            }
        }
    }
    assert!(worst.asked > 1000);
    println!("{} questions of {TIME:?} and {} MiB", worst.asked, MEMORY / MIB);
    println!("latest: {:?} late: {}", worst.time.0, worst.time.1);
    assert!(worst.broken.is_empty(), "{}", worst.broken.join("\n"));
    println!("largest: {} MiB over: {}", worst.memory.0 / MIB, worst.memory.1);
}
