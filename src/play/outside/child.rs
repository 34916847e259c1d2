//! A running program: lines to its stdin, lines from its stdout, each within a time.
//!
//! One thread writes and one reads, so that neither a program that does not read nor one that does
//! not write can block the game. A program is the leader of a process group of its own, which is
//! killed and waited for when the [`Child`] is dropped: nothing is left behind, and Ctrl-C on a
//! terminal reaches this program only, which then ends the others in order.

use super::fault::{Fault, FaultKind, excerpt};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line that a program may write.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// How often a wait looks whether the run was stopped.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to end by itself after the last line.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long the end of a program whose output ended is waited for.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// Process groups of running programs.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills every running program, for an exit that drops nothing.
pub fn kill_all() {
    for &id in RUNNING
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
    {
        kill_group(id);
    }
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // It may have ended already, which is as good.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// What the reading thread tells.
enum Heard {
    Line(Vec<u8>),
    TooLong,
    End,
    /// From the writing thread: the program has closed its input.
    Deaf,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The run was stopped meanwhile.
    Stopped,
    /// The program's fault; it is of no more use.
    Fault(Fault),
}

/// A running program.
#[derive(Debug)]
pub(super) struct Child {
    process: process::Child,
    requests: Option<Sender<Vec<u8>>>,
    heard: Receiver<Heard>,
}

impl Child {
    /// Starts a program; its stderr is this program's.
    pub fn start(command: &[String]) -> io::Result<Child> {
        let (name, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::other("no program is named"))?;
        let mut start = Command::new(name);
        start
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut process = start.spawn()?;
        running.insert(process.id());
        drop(running);
        let stdin = process.stdin.take().expect("stdin is a pipe");
        let stdout = process.stdout.take().expect("stdout is a pipe");
        let (requests, to_write) = channel();
        let (tell, heard) = sync_channel(16);
        let tell_deaf = tell.clone();
        thread::spawn(move || write_lines(stdin, &to_write, &tell_deaf));
        thread::spawn(move || read_lines(stdout, &tell));
        Ok(Child {
            process,
            requests: Some(requests),
            heard,
        })
    }

    /// Sends a line, which ends with its newline.
    fn send(&self, line: Vec<u8>) {
        if let Some(requests) = &self.requests {
            // If the thread has ended, the reading side tells why.
            let _ = requests.send(line);
        }
    }

    /// Sends a line and waits for the one that answers it.
    pub fn ask(
        &mut self,
        line: Vec<u8>,
        patience: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, NoAnswer> {
        match self.heard.try_recv() {
            Ok(Heard::Line(line)) => {
                let words = format!("it wrote {} without being asked", excerpt(&line));
                return Err(NoAnswer::Fault(Fault::new(FaultKind::WrongCount, words)));
            }
            Ok(other) => return Err(self.no_line(&other)),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(self.no_line(&Heard::End)),
        }
        self.send(line);
        let start = Instant::now();
        loop {
            if stopped() {
                return Err(NoAnswer::Stopped);
            }
            let left = patience.saturating_sub(start.elapsed());
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(other) => return Err(self.no_line(&other)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.no_line(&Heard::End)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let secs = patience.as_secs_f64();
                    let words = format!("it gave no answer within {secs} s");
                    return Err(NoAnswer::Fault(Fault::new(FaultKind::TimedOut, words)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn no_line(&mut self, heard: &Heard) -> NoAnswer {
        let (kind, words) = match heard {
            Heard::Line(_) => unreachable!("a line is an answer"),
            Heard::TooLong => (
                FaultKind::NotJson,
                format!("it wrote a line of more than {MAX_LINE_BYTES} bytes"),
            ),
            Heard::End | Heard::Deaf => match self.wait(LAST_BREATH) {
                Some(status) => (FaultKind::Died, format!("it ended ({status})")),
                None => (
                    FaultKind::ClosedPipe,
                    "it closed its input or output".to_string(),
                ),
            },
        };
        NoAnswer::Fault(Fault::new(kind, words))
    }

    /// Waits for the program to end, for a limited time.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < patience => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Sends a last line and lets the program end by itself; kills it if it does not.
    pub fn end(mut self, line: Vec<u8>) {
        self.send(line);
        self.requests = None;
        self.wait(FAREWELL);
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let id = self.process.id();
        self.requests = None;
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&id);
        drop(running);
        // Also when it has ended: what it started may be running yet.
        kill_group(id);
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>, tell: &SyncSender<Heard>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            let _ = tell.try_send(Heard::Deaf);
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, tell: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut reader)
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let heard = match read {
            Ok(n) if n > 0 && whole => Heard::Line(line),
            Ok(n) if n as u64 == MAX_LINE_BYTES => Heard::TooLong,
            _ => Heard::End,
        };
        let last = !matches!(heard, Heard::Line(_));
        if tell.send(heard).is_err() || last {
            return;
        }
    }
}
