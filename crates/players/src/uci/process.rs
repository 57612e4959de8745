//! The process of an engine: line-based input and output, and its end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Where Debian installs engines; often not in `PATH`.
const GAMES: &str = "/usr/games";
/// Longer lines are split, so that a line without an end cannot exhaust the memory.
const MAX_LINE: u64 = 1 << 16;
/// Capacity of the line buffer; an engine that writes faster than we read blocks.
const MAX_WAITING_LINES: usize = 1_024;
/// How long to wait after `quit` before killing the process.
const GRACE: Duration = Duration::from_millis(300);

/// A running program with line-based input and output. Dropping it ends and reaps the process.
pub(super) struct Process {
    child: Child,
    /// `None` after it was closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Why no line was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReceiveError {
    /// The timeout elapsed.
    Timeout,
    /// The program has closed its output.
    Closed,
}

impl Process {
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let spawn = |program: &Path| {
            let mut command = Command::new(program);
            // Own process group: Ctrl-C must not end the engine before `stop` is sent.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            let command = command.args(arguments);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        };
        let path = Path::new(program);
        let mut child = match spawn(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.components().count() == 1 => {
                spawn(&Path::new(GAMES).join(path)).map_err(|_| error)?
            }
            child => child?,
        };
        let stdin = child.stdin.take();
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
        if let Some(stdout) = child.stdout.take() {
            // The thread ends with the output of the program, or when the receiver is dropped.
            thread::Builder::new()
                .name("engine output".to_owned())
                .spawn(move || forward(stdout, &sender))?;
        }
        Ok(Self { child, stdin, lines })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// Receives the next line.
    pub(super) fn receive(&self, timeout: Duration) -> Result<String, ReceiveError> {
        self.lines.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReceiveError::Timeout,
            RecvTimeoutError::Disconnected => ReceiveError::Closed,
        })
    }

    /// Kills the process. Returns its exit status as text.
    pub(super) fn kill(&mut self) -> String {
        self.stdin = None;
        // The status of a process that has just ended by itself is more informative.
        let status = self.wait(Duration::from_millis(50)).map_or_else(
            || {
                let _ = self.child.kill();
                self.child.wait()
            },
            Ok,
        );
        status.map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    fn wait(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < timeout => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.stdin = None;
        if self.wait(GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn forward(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut reader).take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && lines.send(line).is_err() {
            return;
        }
    }
}
