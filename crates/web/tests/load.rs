//! A crowd of long questions: refusals, bounded memory, and small questions answered all the while.

mod support;

use grundy_budget::Limits;
use grundy_web::LaneLimits;
use serde_json::json;
use std::time::Duration;
use support::Running;

/// Searched for minutes: a large Cram board, asked for its nimber without the theorem of symmetry.
const LONG: &str = r#"{"position":"cram:6x9","method":"search","budget":{"time":700}}"#;

/// A line of what the kernel says about this process, in kB.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the kernel tells");
    let line = status.lines().find(|line| line.starts_with(name)).expect("the line is there");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn a_hundred_long_questions_are_refused_or_bounded_while_small_ones_are_answered() {
    let limits = LaneLimits {
        long: (1, 4),
        slice_memory: 4 << 20,
        most: Limits { time: Some(Duration::from_secs(5)), memory: Some(16 << 20), positions: None },
        memory: 32 << 20,
        ..LaneLimits::default()
    };
    let server = Running::start(limits);
    assert_eq!(server.post("/api/solve", r#"{"position":"nim:3,4,5"}"#).status, 200);
    let before = memory("VmRSS");
    std::thread::scope(|scope| {
        let crowd: Vec<_> = (0..100).map(|_| scope.spawn(|| server.post("/api/solve", LONG))).collect();
        std::thread::sleep(Duration::from_millis(500));
        for _ in 0..20 {
            let small = server.post("/api/solve", r#"{"position":"nim:3,4,5"}"#);
            assert_eq!((small.status, &small.json()["value"]), (200, &json!("*2")));
        }
        let answers: Vec<_> = crowd.into_iter().map(|one| one.join().unwrap()).collect();
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
        assert!(refused.len() >= 80, "{} refusals", refused.len());
        assert!(refused.iter().all(|answer| answer.head.to_ascii_lowercase().contains("retry-after")));
        assert!(refused.iter().all(|answer| answer.json()["error"].as_str().is_some_and(|told| told.contains("busy"))));
        let others = answers.iter().filter(|answer| answer.status != 503);
        for other in others {
            let undecided = other.status == 422 || other.json()["outcome"] == "undecided";
            assert!(undecided && matches!(other.status, 200 | 422), "{other:?}");
        }
    });
    // 32 MB of tables at once, the threads of a hundred clients, and room to spare; a hundred tables would take 1.6 GB.
    let most = memory("VmHWM");
    assert!(most < before + 200_000, "{before} kB before, at most {most} kB");
}
