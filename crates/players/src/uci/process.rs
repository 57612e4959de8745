//! An engine's process: lines in, lines out, and its end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

const GAMES: &str = "/usr/games";
/// Longer lines are cut: an engine that never ends its line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines wait at most; an engine that talks faster than it is heard has to wait itself.
const LINES_WAITING: usize = 1_024;
/// How long an engine gets to leave by itself.
const GRACE: Duration = Duration::from_millis(300);

/// A running program that is talked to in lines. When it is dropped the program has ended and is reaped.
pub(super) struct Process {
    child: Child,
    /// Closed when it is time to leave.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// Not in time.
    Timeout,
    /// The program has closed its output.
    Closed,
}

impl Process {
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let spawn = |program: &Path| {
            Command::new(program)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
        };
        let path = Path::new(program);
        let mut child = match spawn(path) {
            // Debian keeps its engines where not everybody's search path looks.
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.components().count() == 1 => {
                spawn(&Path::new(GAMES).join(path)).map_err(|_| error)?
            }
            child => child?,
        };
        let stdin = child.stdin.take();
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        if let Some(stdout) = child.stdout.take() {
            // It ends with the program's output, or when nobody listens any more.
            thread::Builder::new()
                .name("engine output".to_owned())
                .spawn(move || forward(stdout, &sender))?;
        }
        Ok(Self { child, stdin, lines })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// The next line, if it comes in time.
    pub(super) fn hear(&self, timeout: Duration) -> Result<String, Silence> {
        self.lines.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Timeout,
            RecvTimeoutError::Disconnected => Silence::Closed,
        })
    }

    /// Ends the program now; how it ended, in words.
    pub(super) fn kill(&mut self) -> String {
        self.stdin = None;
        // Whoever has just ended by himself tells more than whoever was killed.
        let status = self.wait(Duration::from_millis(50)).map_or_else(
            || {
                let _ = self.child.kill();
                self.child.wait()
            },
            Ok,
        );
        status.map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < most => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
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
        match (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && lines.send(line).is_err() {
            return;
        }
    }
}
