//! A server to test against, and a plain HTTP client.

#![allow(dead_code)] // Each test file uses its own part.

pub mod schema;

use grundy_web::{LaneLimits, Server, Stopper};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

/// A running server that ends when dropped.
pub struct Running {
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts a server on a free port.
    pub fn start(limits: LaneLimits) -> Self {
        Self::start_on(0, limits)
    }

    /// Starts a server on a port.
    pub fn start_on(port: u16, limits: LaneLimits) -> Self {
        let server = Server::bind(port, limits).expect("a free port");
        let (address, stopper) = (server.address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().expect("the server runs"));
        Self { address, stopper, thread: Some(thread) }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Posts a JSON text.
    pub fn post(&self, path: &str, body: &str) -> Response {
        let headers = format!("Host: {}\r\nContent-Type: application/json\r\n", self.address);
        request(self.address, "POST", path, &headers, body.as_bytes())
    }

    /// Gets a path.
    pub fn get(&self, path: &str) -> Response {
        request(self.address, "GET", path, &format!("Host: {}\r\n", self.address), b"")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

/// The part of an address that shows a position.
pub fn query(position: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    format!("p={}", position.bytes().map(escaped).collect::<String>())
}

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Sends one request and reads the whole response.
pub fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
    let mut stream = TcpStream::connect(address).expect("the server accepts");
    stream.set_read_timeout(Some(Duration::from_mins(2))).expect("a timeout can be set");
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    let head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{headers}{length}\r\n");
    // The server may answer and close before it has read everything; that is its right.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
    read_response(&mut stream)
}

/// Reads a response up to its end: as many bytes as it announces, or until the connection closes.
pub fn read_response(stream: &mut TcpStream) -> Response {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 16384]);
    let blank = |bytes: &[u8]| bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let mut wanted = usize::MAX;
    while bytes.len() < wanted {
        match stream.read(&mut buffer) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&buffer[..count]),
            _ => break,
        }
        if let (usize::MAX, Some(end)) = (wanted, blank(&bytes)) {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length =
                head.split_once("content-length:").and_then(|(_, rest)| rest.lines().next()?.trim().parse().ok());
            wanted = length.map_or(usize::MAX - 1, |length: usize| end + 4 + length);
        }
    }
    let split = blank(&bytes).unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..split]).into_owned();
    let rest = bytes.get(split + 4..).unwrap_or_default();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(rest) } else { rest.to_vec() };
    Response { status, head, body: String::from_utf8_lossy(&body).into_owned() }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(String::from_utf8_lossy(&rest[..end]).trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}
