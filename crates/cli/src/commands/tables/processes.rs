//! Starting several processes on this machine, and finding the others on other machines.

use crate::failure::{Exit, Failure};
use grundy_lang::Text;
use grundy_tables::{Cluster, Hosts};
use std::io::Read;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Which processes fill a table.
pub struct Team<'a> {
    /// A file of hosts, a list joined by commas, or `slurm`.
    pub hosts: Option<&'a str>,
    pub process: Option<usize>,
}

/// More processes than this on one machine are a slip of the pen.
const MOST: usize = 64;

impl Team<'_> {
    /// The processes, as far as they are known before they meet.
    pub fn cluster(&self) -> Result<Cluster, Failure> {
        let alone = Cluster::alone(1);
        let Some(hosts) = self.hosts else { return Ok(alone) };
        let process =
            || self.process.ok_or_else(|| Failure::Usage(Text::new("which of the hosts is this? --process says it")));
        let found = if hosts == "slurm" {
            // why: what is not text is not set as far as we are concerned.
            Hosts::slurm(|name| std::env::var(name).ok())
        } else if hosts.contains(',') {
            Hosts::parse(&hosts.replace(',', "\n"), process()?)
        } else {
            let bytes = super::super::bytes_of(hosts)?;
            Hosts::parse(&String::from_utf8_lossy(&bytes), process()?)
        };
        let found = found.map_err(Failure::Usage)?;
        Ok(Cluster { process: found.process, addresses: found.addresses, ..alone })
    }
}

/// Starts this command again, once for each process, and waits for all. When one fails, the others are ended. Each is told
/// what this one was told, and so comes to the same number of threads.
pub fn launch(processes: usize) -> Result<Exit, Failure> {
    if processes > MOST {
        return Err(Failure::Usage(Text::new("at most {most} processes").with("most", MOST)));
    }
    let failed = |error: std::io::Error| {
        Failure::Failed(Text::new("cannot start a process: {why}").with_text("why", Text::of_system(&error)))
    };
    // All are held until all are chosen, so that they differ.
    let listeners =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let addresses = listeners.iter().map(|listener| listener.local_addr().map(|address| address.to_string()));
    let hosts = addresses.collect::<Result<Vec<_>, _>>().map_err(failed)?.join(",");
    drop(listeners);
    let program = std::env::current_exe().map_err(failed)?;
    let mut children = Vec::new();
    for process in 0..processes {
        let mut command = Command::new(&program);
        command.args(std::env::args_os().skip(1));
        command.args(["--hosts", &hosts, "--process", &process.to_string(), "--leash"]);
        command.stdin(Stdio::piped());
        if process > 0 {
            command.stdout(Stdio::null());
        }
        children.push(command.spawn().map_err(failed)?);
    }
    wait(children)
}

/// Waits for all processes; the first that fails decides.
fn wait(mut children: Vec<Child>) -> Result<Exit, Failure> {
    let failed = |error: std::io::Error| {
        Failure::Failed(Text::new("cannot wait for a process: {why}").with_text("why", Text::of_system(&error)))
    };
    let mut running: Vec<usize> = (0..children.len()).collect();
    let mut problem = None;
    while problem.is_none() && !running.is_empty() {
        for &process in &running {
            if let Some(status) = children[process].try_wait().map_err(failed)?.filter(|status| !status.success()) {
                problem.get_or_insert((process, status));
            }
        }
        let mut still = Vec::new();
        for process in running {
            if children[process].try_wait().map_err(failed)?.is_none() {
                still.push(process);
            }
        }
        running = still;
        std::thread::sleep(Duration::from_millis(10));
    }
    for process in running {
        // One that has ended meanwhile cannot be ended again.
        drop(children[process].kill());
        children[process].wait().map_err(failed)?;
    }
    match problem {
        None => Ok(Exit::Answered),
        Some((_, status)) if status.code() == Some(3) => Ok(Exit::Undecided),
        Some((process, status)) => {
            let text = Text::new("process {process} ended with {status}; the same command carries on");
            Err(Failure::Failed(text.with("process", process).with("status", status)))
        }
    }
}

/// Ends this process when whoever started it is gone, which closes standard input.
pub fn end_with_standard_input() {
    let started = std::thread::Builder::new().name("leash".to_owned()).spawn(|| {
        let mut byte = [0];
        // why: nothing is ever sent, and an error is an end too.
        let _ = std::io::stdin().read(&mut byte);
        std::process::exit(1);
    });
    // Without a thread the process ends when the others do.
    drop(started);
}
