//! The process of an engine: line-based input and output, and its end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

/// Where Debian installs engines; often not in `PATH`.
const GAMES: &str = "/usr/games";
/// Longer lines are split, so that a line without an end cannot exhaust the memory.
const MAX_LINE: u64 = 1 << 16;
/// Capacity of the line buffers. An engine that writes faster than we read blocks; one that does not read is given up.
const MAX_WAITING_LINES: usize = 1_024;
/// How long to wait after `quit` before killing the process.
const GRACE: Duration = Duration::from_millis(300);

/// A running program with line-based input and output. Dropping it ends and reaps the process.
pub(super) struct Process {
    child: Child,
    /// Lines for the program; `None` after its input was closed.
    input: Option<SyncSender<String>>,
    lines: Receiver<String>,
    /// Kills the program if we end by a signal. Ends after the program, so that a signal meanwhile leaves no program behind.
    watchdog: Option<Watchdog>,
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
        let mut watchdog = Watchdog::start();
        let mut child = match spawn(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.components().count() == 1 => {
                spawn(&Path::new(GAMES).join(path)).map_err(|_| error)?
            }
            child => child?,
        };
        if let Some(watchdog) = &mut watchdog {
            watchdog.watch(child.id());
        }
        let (input, waiting) = mpsc::sync_channel(MAX_WAITING_LINES);
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process = Self { watchdog, child, input: Some(input), lines };
        if let Some(stdin) = stdin {
            // The thread ends when the sender is dropped, or with the program.
            let name = "engine input".to_owned();
            thread::Builder::new().name(name).spawn(move || write_lines(stdin, &waiting))?;
        }
        if let Some(stdout) = stdout {
            // The thread ends with the output of the program, or when the receiver is dropped.
            let name = "engine output".to_owned();
            thread::Builder::new().name(name).spawn(move || forward(stdout, &sender))?;
        }
        Ok(process)
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line without waiting for the program to read it. Fails if the program has ended, or if many lines wait.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        input.try_send(format!("{line}\n")).map_err(|error| match error {
            TrySendError::Full(_) => io::ErrorKind::TimedOut.into(),
            TrySendError::Disconnected(_) => io::ErrorKind::BrokenPipe.into(),
        })
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
        self.input = None;
        // The status of a process that has just ended by itself is more informative.
        let status = self.wait(Duration::from_millis(50)).map_or_else(
            || {
                let _ = self.child.kill();
                self.child.wait()
            },
            Ok,
        );
        self.watchdog = None;
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
        self.input = None;
        if self.wait(GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // The watchdog is dropped after this.
    }
}

/// A shell that kills the process group of an engine when the pipe to the shell is closed, which the system does when
/// we end, by whatever signal. An engine may ignore the end of its own input.
struct Watchdog(Child);

impl Watchdog {
    /// Starts a shell. It is started before the engine, so that the engine runs unwatched only until [`watch`](Self::watch) is called.
    #[cfg(unix)]
    fn start() -> Option<Self> {
        let mut command = Command::new("/bin/sh");
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Not `kill -KILL --`: an error in dash, the shell of Debian.
        let command =
            command.args(["-c", "read -r engine && { read -r line; kill -s KILL -- \"-$engine\"; }"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok().map(Self)
    }

    #[cfg(not(unix))]
    fn start() -> Option<Self> {
        None
    }

    /// Sends the process id of the engine.
    fn watch(&mut self, engine: u32) {
        if let Some(stdin) = &mut self.0.stdin {
            let _ = writeln!(stdin, "{engine}");
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Writes lines until the sender is dropped or the program closes its input.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Passes on the lines that the program writes, without control characters: names and messages are shown in terminals.
fn forward(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut reader).take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).replace(char::is_control, " ").trim().to_owned();
        if !line.is_empty() && lines.send(line).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::{CommandExt, ExitStatusExt};

    use super::*;

    #[test]
    fn the_watchdog_kills_the_engine_when_its_pipe_is_closed() {
        let mut engine = Command::new("sleep").arg("30").process_group(0).spawn().expect("a process");
        let mut watchdog = Watchdog::start().expect("a shell");
        watchdog.watch(engine.id());
        // As the system does when this process ends.
        drop(watchdog.0.stdin.take());
        assert_eq!(engine.wait().expect("a status").signal(), Some(9));
    }
}
