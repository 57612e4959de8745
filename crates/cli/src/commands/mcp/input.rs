//! Standard input with long requests replaced.

use std::io::{self, BufRead, BufReader, Read};

use rmcp::model::RequestId;
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWriteExt, duplex};
use tokio::runtime::Handle;

/// The longest message in bytes, the limit of rmcp.
const MAX_BYTES: u64 = 16 << 20;
/// The method of a request that replaces a longer one.
pub(super) const TOO_LONG: &str = "pinsight/too_long";

/// Returns standard input. Replaces a request above the limit by a short one with the same id, which the server refuses:
/// rmcp discards the request, and the client would wait for an answer. Must be called in a runtime.
pub(super) fn stdin() -> impl AsyncRead + Send + Unpin + 'static {
    let (mut sender, receiver) = duplex(1 << 16);
    let runtime = Handle::current();
    // The thread ends with the input or with the process.
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(message)) = next_message(&mut input, MAX_BYTES) {
            if runtime.block_on(sender.write_all(&message)).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Returns the next line, or what replaces it if it is longer than `limit` bytes; `None` at the end. Memory is bounded by
/// the limit.
fn next_message(input: &mut impl BufRead, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(limit).read_until(b'\n', &mut line)?;
    if (line.len() as u64) < limit || line.ends_with(b"\n") {
        return Ok((!line.is_empty()).then_some(line));
    }
    let mut rest = RestOfLine { input, is_over: false };
    let whole = BufReader::new(line.as_slice().chain(&mut rest));
    let read: Result<Identified, _> = serde_json::from_reader(whole);
    io::copy(&mut rest, &mut io::sink())?;
    Ok(Some(match read {
        Ok(Identified { id: Some(id) }) => {
            format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "method": TOO_LONG })).into_bytes()
        }
        // A notification, or not JSON: neither has an answer. An empty line is ignored.
        _ => b"\n".to_vec(),
    }))
}

/// The id of a message; the other fields are skipped.
#[derive(Deserialize)]
struct Identified {
    id: Option<RequestId>,
}

/// Reads up to the line feed, and consumes it.
struct RestOfLine<'a, R> {
    input: &'a mut R,
    is_over: bool,
}

impl<R: BufRead> Read for RestOfLine<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over {
            return Ok(0);
        }
        let available = self.input.fill_buf()?;
        let end = available.iter().take(buffer.len()).position(|&byte| byte == b'\n');
        let count = available.take(end.unwrap_or(buffer.len()) as u64).read(buffer)?;
        self.is_over = end.is_some();
        self.input.consume(count + usize::from(self.is_over));
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn messages(mut input: &[u8], limit: u64) -> Vec<String> {
        let next = || next_message(&mut input, limit).expect("memory can be read");
        std::iter::from_fn(next).map(|message| String::from_utf8(message).expect("UTF-8")).collect()
    }

    #[test]
    fn lines_up_to_the_limit_are_unchanged() {
        assert_eq!(
            messages(b"{}\n\nnot json\n12345678\n{\"id\":1}", 9),
            ["{}\n", "\n", "not json\n", "12345678\n", "{\"id\":1}"]
        );
    }

    #[test]
    fn a_longer_request_is_replaced_by_one_with_its_id() {
        let long = "8".repeat(100_000);
        let text = format!(
            "{{\"id\":7,\"params\":\"{long}\"}}\n{{\"id\":1}}\n{{\"params\":{{\"id\":3,\"fen\":\"{long}\"}},\"id\":\"x\"}}\n\
             {{\"params\":\"{long}\"}}\n{long}\n{{\"id\":2}}\n{{\"params\":\"{long}"
        );
        let read = |message: String| serde_json::from_str::<Value>(&message).ok();
        let replaced = |id: Value| Some(json!({ "jsonrpc": "2.0", "id": id, "method": TOO_LONG }));
        let found: Vec<Option<Value>> = messages(text.as_bytes(), 1000).into_iter().map(read).collect();
        let (one, two) = (Some(json!({ "id": 1 })), Some(json!({ "id": 2 })));
        assert_eq!(found, [replaced(json!(7)), one, replaced(json!("x")), None, None, two, None]);
    }
}
