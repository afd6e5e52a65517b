//! How many small questions a second the server answers, alone and while long ones run, and what memory it takes.
//!
//! `cargo bench -p grundy-web --bench load` starts the server as a process of its own and asks it from eight connections,
//! two seconds each time. Memory is what the kernel says the server holds.

use grundy_web::{LaneLimits, Server};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const SMALL: &str = r#"{"position":"nim:10,17,21"}"#;
const LONG: &str = r#"{"position":"cram:6x9","method":"search","budget":{"time":4000}}"#;

fn main() {
    if std::env::args().any(|argument| argument == "serve") {
        let server = Server::bind(0, LaneLimits::default()).expect("a free port");
        println!("{}", server.address());
        return server.run().expect("the server runs");
    }
    let mut child = Command::new(std::env::current_exe().expect("a name"))
        .arg("serve")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it speaks")).read_line(&mut line).expect("an address");
    let address: SocketAddr = line.trim().parse().expect("an address");
    small(address, Duration::from_millis(300));
    for round in 1..=3 {
        let before = memory(&child, "VmRSS");
        let (rate, slowest) = small(address, Duration::from_secs(2));
        let after = memory(&child, "VmRSS");
        println!(
            "small questions, round {round}: {rate:>8.0} a second, slowest {slowest:?}; memory {before} -> {after} kB"
        );
    }
    crowd(&child, address);
    child.kill().expect("the server ends");
    let _ = child.wait();
}

/// A hundred clients that ask long questions again and again, and small ones beside them.
fn crowd(child: &Child, address: SocketAddr) {
    let stop = AtomicBool::new(false);
    let statuses = Mutex::new(std::collections::BTreeMap::<String, u64>::new());
    std::thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| {
                while !stop.load(Relaxed) {
                    let head = ask(&mut connect(address), address, LONG);
                    let status = head.split(' ').nth(1).unwrap_or("none").to_owned();
                    *statuses.lock().expect("nobody panics").entry(status).or_default() += 1;
                    std::thread::sleep(Duration::from_millis(200));
                }
            });
        }
        std::thread::sleep(Duration::from_millis(500));
        let (rate, slowest) = small(address, Duration::from_secs(8));
        println!("while 100 clients ask long ones: {rate:>6.0} a second, slowest {slowest:?}");
        stop.store(true, Relaxed);
    });
    let statuses = statuses.into_inner().expect("nobody panics");
    let (now, most) = (memory(child, "VmRSS"), memory(child, "VmHWM"));
    println!("  answers to the long ones by status: {statuses:?}; memory {now} kB, at most {most} kB");
}

/// A line of what the kernel says about a process, in kB.
fn memory(child: &Child, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server accepts");
    stream.set_nodelay(true).expect("no delay");
    stream
}

/// The rate of small questions over eight connections, and the longest wait.
fn small(address: SocketAddr, length: Duration) -> (f64, Duration) {
    let (asked, slowest) = (AtomicU64::new(0), AtomicU64::new(0));
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut stream = connect(address);
                while started.elapsed() < length {
                    let before = Instant::now();
                    let head = ask(&mut stream, address, SMALL);
                    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
                    slowest.fetch_max(before.elapsed().as_micros() as u64, Relaxed);
                    asked.fetch_add(1, Relaxed);
                }
            });
        }
    });
    let rate = asked.load(Relaxed) as f64 / started.elapsed().as_secs_f64();
    (rate, Duration::from_micros(slowest.load(Relaxed)))
}

/// Sends one question on an open connection and reads the answer.
fn ask(stream: &mut TcpStream, address: SocketAddr, body: &str) -> String {
    let request = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("the server reads");
    let (mut seen, mut buffer) = (Vec::new(), [0; 8192]);
    loop {
        let count = stream.read(&mut buffer).expect("the server answers");
        seen.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&seen);
        let whole = text.split_once("\r\n\r\n").is_some_and(|(head, rest)| {
            let length = head
                .to_ascii_lowercase()
                .split_once("content-length: ")
                .and_then(|(_, rest)| rest.split("\r\n").next().and_then(|digits| digits.parse::<usize>().ok()));
            rest.len() >= length.unwrap_or(0)
        });
        if whole || count == 0 {
            return text.into_owned();
        }
    }
}
