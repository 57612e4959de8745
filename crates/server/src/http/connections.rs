//! Accepts connections: a limited number, each with a limited time to send its request.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};

use super::timed::TimedStream;
use crate::limits::Limits;

/// The maximum size of the head of a request.
const MAX_HEAD: usize = 64 << 10;
/// The time that open requests get at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(400);
/// The pause after a failure to accept: usually, the process has too many open files.
const RETRY: Duration = Duration::from_millis(50);

/// The time that a refused client gets to read its answer.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum number of refused clients that get an answer at once; further ones are only disconnected.
const MAX_REFUSALS: usize = 100;

/// The answer to a connection above the limit.
const REFUSAL: &str = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n\
                       Content-Length: 91\r\n\r\n\
                       {\"error\": {\"code\": \"busy\", \"message\": \"too many connections are open: close some of them\"}}";

/// Answers requests until `stop` completes, and gives the open ones a moment to end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stop: impl Future<Output = ()>,
) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    let refusals = Arc::new(Semaphore::new(MAX_REFUSALS));
    let (closing, _) = watch::channel(());
    // Each connection holds a sender; the receiver ends with the last of them.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(RETRY).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&permits).try_acquire_owned() else {
            tracing::warn!(limit = limits.connections, "too many connections");
            if let Ok(turn) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL_TIMEOUT, refuse(stream)).await;
                    drop(turn);
                });
            }
            continue;
        };
        let connection = answer(stream, router.clone(), *limits, closing.subscribe());
        let held = (permit, open.clone());
        tokio::spawn(async move {
            connection.await;
            drop(held);
        });
    }
    drop((closing, open));
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, all_closed.recv()).await;
}

/// Answers the requests of a connection, until `closing` changes.
async fn answer(stream: TcpStream, router: Router, limits: Limits, mut closing: watch::Receiver<()>) {
    // A response is not held back to be sent with the next one.
    let _ = stream.set_nodelay(true);
    let stream = TimedStream::new(stream, Duration::from_secs(limits.write_seconds as u64));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(limits.head_seconds as u64))
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let done = tokio::select! {
        done = connection.as_mut() => done,
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a connection was closed");
    }
}

/// Sends the refusal and waits until the client has closed the connection: if it were closed first, with a request unread, the
/// client would see no answer.
async fn refuse(mut stream: TcpStream) -> std::io::Result<()> {
    stream.write_all(REFUSAL.as_bytes()).await?;
    stream.shutdown().await?;
    tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?;
    Ok(())
}

/// Logs a request with its status and duration.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = std::time::Instant::now();
    let response = next.run(request).await;
    let (status, milliseconds) = (response.status().as_u16(), start.elapsed().as_millis());
    if response.status().is_server_error() {
        tracing::warn!(%method, path, status, milliseconds);
    } else {
        tracing::info!(%method, path, status, milliseconds);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::REFUSAL;

    #[test]
    fn the_refusal_has_the_length_that_it_states() {
        let (head, body) = REFUSAL.split_once("\r\n\r\n").expect("a head");
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).expect("a length");
        assert_eq!(length.parse(), Ok(body.len()));
    }
}
