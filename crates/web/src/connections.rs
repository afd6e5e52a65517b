//! Connections: how many there may be, and how long each may take.
//!
//! A browser needs a handful of connections; whoever opens hundreds and says nothing must not keep others out. The head of
//! a request has to arrive within [`Patience::head`], a client has to read what it is sent within [`Patience::write`], and
//! when there are [`Patience::most`] connections, a new one takes the place of the one that has been idle longest. Bodies
//! have a limit of their own, where they are read.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::Sleep;

/// How patient the server is with its clients.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a client may leave unread what it is sent.
    pub write: Duration,
    /// Connections at a time; fewer than the files a process may open, as a rule 1024.
    pub most: usize,
    /// How long open requests may take when the server ends.
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { head: seconds(10), write: seconds(20), most: 256, farewell: seconds(2) }
    }
}

/// What is known of one connection.
#[derive(Debug)]
struct Known {
    /// Requests that are being answered.
    answering: AtomicUsize,
    /// When something last came or went, in milliseconds since the server began.
    active: AtomicU64,
    /// Another connection needs the place.
    leave: Notify,
    /// The server ends.
    finish: Notify,
}

/// All connections, by number.
#[derive(Debug)]
struct Crowd {
    begun: Instant,
    known: Mutex<BTreeMap<u64, Arc<Known>>>,
    /// Somebody has left.
    left: Notify,
}

impl Crowd {
    fn known(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Known>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    /// Sends the connection away that has been idle longest; `false` when all are being answered.
    fn make_room(&self) -> bool {
        let mut known = self.known();
        let idle = known.iter().filter(|(_, one)| one.answering.load(Relaxed) == 0);
        let Some(number) = idle.min_by_key(|(_, one)| one.active.load(Relaxed)).map(|(&number, _)| number) else {
            return false;
        };
        if let Some(one) = known.remove(&number) {
            one.leave.notify_one();
        }
        true
    }
}

/// Accepts connections and serves them until `stop` is done; then open requests have a moment to end.
pub async fn serve(listener: TcpListener, router: Router, patience: Patience, stop: impl Future<Output = ()>) {
    let crowd = Arc::new(Crowd { begun: Instant::now(), known: Mutex::default(), left: Notify::new() });
    let mut stop = pin!(stop);
    let mut number = 0;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            // As a rule there are too many open files; the next moment may be better.
            crowd.make_room();
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        let full = crowd.known().len() >= patience.most;
        if full && !crowd.make_room() {
            continue;
        }
        // Small answers are sent at once; where the system cannot do that they are still sent.
        let _ = stream.set_nodelay(true);
        number += 1;
        let known = Arc::new(Known {
            answering: AtomicUsize::new(0),
            active: AtomicU64::new(crowd.now()),
            leave: Notify::new(),
            finish: Notify::new(),
        });
        crowd.known().insert(number, Arc::clone(&known));
        let (crowd, router) = (Arc::clone(&crowd), router.clone());
        tokio::spawn(async move {
            attend(stream, router, &known, &crowd, patience).await;
            crowd.known().remove(&number);
            crowd.left.notify_one();
        });
    }
    drop(listener);
    crowd.known().values().for_each(|one| one.finish.notify_one());
    let all_left = async {
        while !crowd.known().is_empty() {
            crowd.left.notified().await;
        }
    };
    // Whoever has not left by then is cut off when the runtime ends.
    let _ = tokio::time::timeout(patience.farewell, all_left).await;
}

/// Serves one connection to its end.
async fn attend(stream: TcpStream, router: Router, known: &Arc<Known>, crowd: &Arc<Crowd>, patience: Patience) {
    let io =
        Patient { stream, stalled: None, limit: patience.write, known: Arc::clone(known), crowd: Arc::clone(crowd) };
    let service = hyper::service::service_fn(|request: Request<Incoming>| {
        let answering = Answering::new(known);
        let mut router = router.clone();
        async move {
            let response: Result<Response<Body>, Infallible> =
                tower_service::Service::call(&mut router, request.map(Body::new)).await;
            drop(answering);
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .serve_connection(TokioIo::new(io), service);
    let mut connection = pin!(connection);
    // How a connection ends is the client's affair: answers were given or the client went away.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = known.leave.notified() => {}
        () = known.finish.notified() => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(patience.farewell, connection).await;
        }
    }
}

/// Counts a request as long as it is being answered.
struct Answering(Arc<Known>);

impl Answering {
    fn new(known: &Arc<Known>) -> Self {
        known.answering.fetch_add(1, Relaxed);
        Self(Arc::clone(known))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Relaxed);
    }
}

/// A stream that notes its activity and fails when the other side does not read.
struct Patient {
    stream: TcpStream,
    /// Since when nothing could be written.
    stalled: Option<Pin<Box<Sleep>>>,
    limit: Duration,
    known: Arc<Known>,
    crowd: Arc<Crowd>,
}

impl Patient {
    fn note_activity(&self) {
        self.known.active.store(self.crowd.now(), Relaxed);
    }

    /// Passes on what writing came to; waiting too long is an error.
    fn judge<T>(&mut self, context: &mut Context<'_>, written: Poll<std::io::Result<T>>) -> Poll<std::io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            self.note_activity();
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.note_activity();
        }
        read
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        let closed = Pin::new(&mut self.stream).poll_shutdown(context);
        self.judge(context, closed)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
