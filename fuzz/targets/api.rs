//! The questions of the page: whatever is asked, the server answers in time, in JSON, and never with a mistake of its own.
//!
//! The first line of an input is what stands after `/api/`, the rest is the body. One server answers all runs, so that what
//! one question leaves behind meets the next.

use grundy_web::{LaneLimits, Server};
use std::cell::RefCell;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

thread_local! {
    static CONNECTION: RefCell<Option<TcpStream>> = const { RefCell::new(None) };
}

/// One run of the target.
pub fn run(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (path, body) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    // What no client could put into the first line of a request is no question.
    if !path.iter().all(u8::is_ascii_graphic) {
        return;
    }
    let (status, kind, answer) = ask(&String::from_utf8_lossy(path), body);
    assert!(matches!(status, 200 | 308 | 400 | 403 | 404 | 405 | 413 | 422 | 503), "{status}: {answer}");
    if kind.contains("json") {
        let told: serde_json::Value = serde_json::from_str(&answer).expect("an answer in JSON");
        assert!(status == 200 || told["error"].is_string(), "{status}: {answer}");
    }
}

fn server() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let mut limits = LaneLimits { slice: Duration::from_millis(10), ..LaneLimits::default() };
        limits.most.time = Some(Duration::from_millis(20));
        limits.most.memory = Some(32 << 20);
        let server = Server::bind(0, limits).expect("a free port");
        let address = server.address();
        std::thread::spawn(move || server.run());
        address
    })
}

/// Status, kind and body of the answer.
fn ask(path: &str, body: &[u8]) -> (u16, String, String) {
    let address = server();
    let mut request = format!(
        "POST /api/{path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    let kept = CONNECTION.take();
    let (stream, answer) = kept
        .and_then(|stream| exchange(stream, &request))
        // The server may have closed a connection that it kept for later.
        .or_else(|| exchange(TcpStream::connect(address).expect("the server accepts"), &request))
        .expect("the server answers");
    CONNECTION.set(Some(stream));
    answer
}

/// Sends a request and reads the answer; nothing when the connection ends before that.
fn exchange(mut stream: TcpStream, request: &[u8]) -> Option<(TcpStream, (u16, String, String))> {
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a timeout can be set");
    stream.set_nodelay(true).expect("small requests are sent at once");
    // A body that is too large is refused before it is read.
    let _ = stream.write_all(request);
    let (mut bytes, mut buffer) = (Vec::new(), [0; 1 << 14]);
    let (head, length) = loop {
        let read = stream.read(&mut buffer).ok().filter(|&read| read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length = field(&head, "content-length:").parse().unwrap_or(0);
            bytes.drain(..end + 4);
            break (head, length);
        }
    };
    while bytes.len() < length {
        let read = stream.read(&mut buffer).ok().filter(|&read| read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((stream, (status, field(&head, "content-type:"), String::from_utf8_lossy(&bytes).into_owned())))
}

fn field(head: &str, name: &str) -> String {
    head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
}
