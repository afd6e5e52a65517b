//! How many small questions a second the server answers, alone and while long ones run.
//!
//! `cargo bench -p grundy-web --bench load` prints rates; eight connections ask for two seconds each time.

use grundy_web::{LaneLimits, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const SMALL: &str = r#"{"position":"nim:10,17,21"}"#;
const LONG: &str = r#"{"position":"nim:23,41,35 + wythoff:31,40","play":"misere","budget":{"time":4000}}"#;

fn main() {
    let server = Server::bind(0, LaneLimits::default()).expect("a free port");
    let (address, stopper) = (server.address(), server.stopper());
    let running = std::thread::spawn(move || server.run());
    let (rate, slowest) = small(address);
    println!("small questions alone:            {rate:>8.0} a second, slowest {slowest:?}");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| {
                while !stop.load(Relaxed) {
                    ask(&mut connect(address), address, LONG);
                    std::thread::sleep(Duration::from_millis(200));
                }
            });
        }
        std::thread::sleep(Duration::from_millis(500));
        let (rate, slowest) = small(address);
        println!("while 100 clients ask long ones:  {rate:>8.0} a second, slowest {slowest:?}");
        stop.store(true, Relaxed);
    });
    stopper.stop();
    let _ = running.join();
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server accepts");
    stream.set_nodelay(true).expect("no delay");
    stream
}

/// The rate of small questions over eight connections, and the longest wait.
fn small(address: SocketAddr) -> (f64, Duration) {
    let (asked, slowest) = (AtomicU64::new(0), AtomicU64::new(0));
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut stream = connect(address);
                while started.elapsed() < Duration::from_secs(2) {
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
