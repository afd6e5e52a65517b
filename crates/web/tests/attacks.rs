//! Attacks: each of these took the memory or the threads of a server, or all its connections.

mod support;

use grundy_budget::{Counting, account};
use grundy_web::{LaneLimits, Patience, Server};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use support::{Running, request};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One attack at a time: all share the count of what is allocated.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

const MIB: u64 = 1 << 20;

/// What a server for tests may take in all.
fn limits() -> LaneLimits {
    let mut limits = LaneLimits { memory: 256 * MIB, ..LaneLimits::default() };
    limits.most.memory = Some(96 * MIB);
    limits.most.time = Some(Duration::from_secs(3));
    limits
}

fn still_answers(address: SocketAddr) {
    let headers = format!("Host: {address}\r\nContent-Type: application/json\r\n");
    let small = request(address, "POST", "/api/solve", &headers, br#"{"position":"nim:3,4,5"}"#);
    assert_eq!((small.status, &small.json()["value"]), (200, &json!("*2")));
}

/// Sends a question so many times at once; the server must bound its memory, say something each time, and go on.
fn attack(path: &str, body: &str, times: usize) {
    let _alone = alone();
    let server = Running::start(limits());
    still_answers(server.address);
    account::forget_peak();
    let before = account::allocated();
    std::thread::scope(|scope| {
        let crowd: Vec<_> = (0..times).map(|_| scope.spawn(|| server.post(path, body))).collect();
        for answer in crowd {
            let answer = answer.join().unwrap();
            assert!(matches!(answer.status, 200 | 422 | 503), "{path} {body}: {}", answer.status);
        }
    });
    still_answers(server.address);
    let most = account::peak().saturating_sub(before);
    println!("{times} times {path} {body}: at most {} MiB", most / MIB);
    // The answers that the clients hold are counted too.
    assert!(most < 256 * MIB + 26 * MIB + 32 * MIB, "{path} {body}: {} MiB", most / MIB);
}

#[test]
fn state_graphs_of_large_graphs() {
    attack("/api/graph", r#"{"position":"chomp:complete(199)"}"#, 4);
}

#[test]
fn moves_on_large_boards() {
    attack("/api/moves", r#"{"position":"chomp:complete(199)","values":false,"limit":100000}"#, 4);
    attack("/api/solve", r#"{"position":"chomp:path(4096)"}"#, 4);
}

#[test]
fn pictures_of_large_boards() {
    attack("/api/draw", r#"{"position":"bar:1000x1000"}"#, 4);
    attack("/api/draw", r#"{"position":"bar:1000x1000","whole":true}"#, 4);
    attack("/api/draw", r#"{"position":"impartial(clobber):5x5","what":"graph","most":2000}"#, 4);
}

#[test]
fn rules_that_never_end() {
    attack("/api/rules", r#"{"rules":"def moves(n):\n    while True:\n        pass\nexamples = ['1']"}"#, 4);
    attack(
        "/api/rules",
        r#"{"rules":"def moves(n):\n    return [n + k for k in range(1, 2000)]\nexamples = ['1']"}"#,
        4,
    );
    attack(
        "/api/solve",
        r#"{"position":"mine:1","rules":"def moves(n):\n    return [str(n) + 'a' * k for k in range(1000)]"}"#,
        4,
    );
}

#[test]
fn questions_that_were_deaf() {
    attack("/api/solve", r#"{"position":"allbut(2):1000000000000"}"#, 33);
    attack("/api/explain", r#"{"position":"allbut(2):1000000000000"}"#, 33);
    attack("/api/solve", r#"{"position":"impartial(nim):20000","budget":{"time":500}}"#, 33);
}

#[test]
fn a_glance_never_joins_the_long_lane() {
    let _alone = alone();
    let server = Running::start(LaneLimits { long: (1, 0), ..limits() });
    let headers = format!("Host: {}\r\nContent-Type: application/json\r\nX-Grundy-Glance: 1\r\n", server.address);
    let long = br#"{"position":"nim:23,41,35 + wythoff:31,40","play":"misere"}"#;
    std::thread::scope(|scope| {
        let glances: Vec<_> =
            (0..20).map(|_| scope.spawn(|| request(server.address, "POST", "/api/solve", &headers, long))).collect();
        for glance in glances {
            let glance = glance.join().unwrap();
            // In the long lane, with one place and no waiting, all but one would have been refused.
            let undecided = glance.status == 422 || glance.json()["outcome"] == "undecided";
            assert!(undecided && glance.status != 503, "{glance:?}");
        }
    });
}

fn impatient(patience: Patience) -> (SocketAddr, impl FnOnce()) {
    let server = Server::bind(0, limits()).expect("a free port").patience(patience);
    let (address, stopper) = (server.address(), server.stopper());
    let thread = std::thread::spawn(move || server.run().expect("the server runs"));
    (address, move || {
        stopper.stop();
        thread.join().expect("the server ends");
    })
}

#[test]
fn half_open_connections_keep_nobody_out() {
    let _alone = alone();
    let (address, stop) = impatient(Patience { most: 64, head: Duration::from_mins(1), ..Patience::default() });
    let mut silent = Vec::new();
    for number in 0..400 {
        let mut stream = TcpStream::connect(address).expect("the server accepts");
        if number % 2 == 0 {
            let _ = stream.write_all(b"POST /api/solve HTTP/1.1\r\nHost: ");
        }
        silent.push(stream);
        if number % 100 == 99 {
            still_answers(address);
        }
    }
    stop();
}

/// Reads until the other side closes; how many bytes came.
fn drain(stream: &mut TcpStream) -> usize {
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a timeout can be set");
    let (mut total, mut buffer) = (0, vec![0; 1 << 16]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return total,
            Ok(count) => total += count,
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return total,
            Err(error) => panic!("the server did not close: {error}"),
        }
    }
}

#[test]
fn heads_that_never_end_are_cut_off() {
    let _alone = alone();
    let (address, stop) = impatient(Patience { head: Duration::from_millis(300), ..Patience::default() });
    let mut slow = TcpStream::connect(address).expect("the server accepts");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("the server listens");
    let trickle = slow.try_clone().expect("a second handle");
    let dripping = std::thread::spawn(move || {
        let mut trickle = trickle;
        while trickle.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    drain(&mut slow);
    dripping.join().unwrap();
    still_answers(address);
    stop();
}

#[test]
fn clients_that_do_not_read_are_cut_off() {
    let _alone = alone();
    let (address, stop) = impatient(Patience { write: Duration::from_millis(300), ..Patience::default() });
    let mut deaf = TcpStream::connect(address).expect("the server accepts");
    let body = r#"{"rule":"octal(0.77)","to":100000}"#;
    let head = format!("POST /api/sequence HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
    let one = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    // Many questions one after the other, and nothing read: the answers fill every buffer between us.
    let mut sent = 0;
    deaf.set_write_timeout(Some(Duration::from_secs(5))).expect("a timeout can be set");
    while sent < 400 && deaf.write_all(one.as_bytes()).is_ok() {
        sent += 1;
    }
    std::thread::sleep(Duration::from_secs(1));
    let read = drain(&mut deaf);
    assert!(
        read < sent * 200_000,
        "{read} bytes for {sent} questions: the server waited for a client that did not read"
    );
    still_answers(address);
    stop();
}
