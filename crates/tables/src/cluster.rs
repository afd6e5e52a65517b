//! The processes that fill a table together.
//!
//! Connections are made here, not by timely, so that a process that never comes is noticed, so that both ends know that they
//! fill the same table, and so that a connection that is cut without a word is noticed too: sockets have a time limit for
//! reading, and everybody sends signs of life. What happens on the wire is neither encrypted nor authenticated.

use crate::TableError;
use crate::mail::Mail;
use grundy_budget::Budget;
use grundy_lang::Text;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Once;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Config, Hooks};

/// Which processes there are and which of them this one is.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Threads of each process.
    pub threads: usize,
    /// The number of this process.
    pub process: usize,
    /// Host and port of every process; empty when there is only this one.
    pub addresses: Vec<String>,
    /// How long silence may last, and how long the others may take to come.
    pub patience: Duration,
}

/// Where hosts come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// Host and port of every process.
    pub addresses: Vec<String>,
    /// The number of this process.
    pub process: usize,
}

/// The port of a host that names none.
const PORT: u16 = 2101;

/// What both ends say first.
const GREETING: &[u8; 16] = b"grundy tables 1\n";

impl Hosts {
    /// Reads one host a line, with or without a port; lines that begin with `#` are remarks.
    pub fn parse(text: &str, process: usize) -> Result<Self, Text> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let addresses: Vec<String> = lines.map(with_port).collect();
        Self::checked(addresses, process)
    }

    /// Takes hosts and number from the variables that Slurm sets (`SLURM_NODELIST`, `SLURM_PROCID`, `SLURM_NTASKS`): tasks on the
    /// same host get ports of their own.
    pub fn slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Text> {
        let get = |name: &'static str| {
            variable(name).ok_or_else(|| Text::new("{name} is not set: is this a Slurm job?").with("name", name))
        };
        let number = |name: &'static str| {
            let text = get(name)?;
            let problem = || Text::new("{name} is `{text}`, not a number").with("name", name).with("text", &text);
            text.trim().parse::<usize>().map_err(|_| problem())
        };
        let list = variable("SLURM_JOB_NODELIST").or_else(|| variable("SLURM_NODELIST"));
        let list = list
            .ok_or_else(|| Text::new("{name} is not set: is this a Slurm job?").with("name", "SLURM_JOB_NODELIST"))?;
        let nodes =
            expand(&list).ok_or_else(|| Text::new("cannot read the list of hosts `{text}`").with("text", &list))?;
        let (tasks, process) = (number("SLURM_NTASKS")?, number("SLURM_PROCID")?);
        if nodes.is_empty() || tasks == 0 {
            return Err(Text::new("the list of hosts is empty"));
        }
        // Slurm's default distribution gives each node a block of tasks, the first nodes one more where they do not divide.
        let (each, more) = (tasks / nodes.len(), tasks % nodes.len());
        let of_node = |node: usize| each + usize::from(node < more);
        let addresses = nodes
            .iter()
            .enumerate()
            .flat_map(|(at, node)| (0..of_node(at)).map(move |task| format!("{node}:{}", usize::from(PORT) + task)));
        Self::checked(addresses.collect(), process)
    }

    fn checked(addresses: Vec<String>, process: usize) -> Result<Self, Text> {
        if process < addresses.len() {
            return Ok(Self { addresses, process });
        }
        let problem = Text::new("process {process} of {count} hosts: processes are counted from 0");
        Err(problem.with("process", process).with("count", addresses.len()))
    }
}

fn with_port(host: &str) -> String {
    let has_port =
        host.rsplit_once(':').is_some_and(|(name, port)| !name.ends_with(':') && port.parse::<u16>().is_ok());
    if has_port { host.to_owned() } else { format!("{host}:{PORT}") }
}

/// Slurm's short way to write hosts: `a[1-3,07],b` is a1, a2, a3, a07, b.
fn expand(list: &str) -> Option<Vec<String>> {
    let mut hosts = Vec::new();
    let mut rest = list.trim();
    while !rest.is_empty() {
        let end = rest.find([',', '[']).unwrap_or(rest.len());
        if rest[end..].starts_with('[') {
            let close = end + rest[end..].find(']')?;
            for range in rest[end + 1..close].split(',') {
                let (from, to) = range.split_once('-').unwrap_or((range, range));
                // why: a list that cannot be read is refused as a whole.
                let (first, last): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
                if last < first || last - first > 100_000 {
                    return None;
                }
                hosts.extend(
                    (first..=last).map(|number| format!("{}{number:0width$}", &rest[..end], width = from.len())),
                );
            }
            rest = rest[close + 1..].trim_start_matches(',');
        } else {
            hosts.push(rest[..end].to_owned());
            rest = rest[end..].trim_start_matches(',');
        }
    }
    Some(hosts)
}

fn lost(peer: usize, address: &str, error: &dyn std::fmt::Display) -> TableError {
    let text = Text::new("no connection with process {number} at {address}: {error}");
    TableError::Cluster(text.with("number", peer).with("address", address).with("error", error))
}

impl Cluster {
    /// One process.
    pub fn alone(threads: usize) -> Self {
        Self { threads: threads.max(1), process: 0, addresses: Vec::new(), patience: Self::PATIENCE }
    }

    /// How long silence may last unless asked otherwise.
    pub const PATIENCE: Duration = Duration::from_secs(30);

    /// How often signs of life are sent: several times before the others lose their patience.
    fn beat(&self) -> Duration {
        (self.patience / 5).min(Duration::from_secs(2))
    }

    /// Connects with all others: calls those before this one, and waits for calls of those after it.
    fn sockets(&self, table: u64) -> Result<Vec<Option<TcpStream>>, TableError> {
        let until = Instant::now() + self.patience;
        let own = &self.addresses[self.process];
        let listener = TcpListener::bind(own).map_err(|error| {
            let text = Text::new("cannot listen at {address}: {error}");
            TableError::Cluster(text.with("address", own).with("error", error))
        })?;
        let mut sockets: Vec<Option<TcpStream>> = self.addresses.iter().map(|_| None).collect();
        for (peer, address) in self.addresses.iter().enumerate().take(self.process) {
            let stream = call(address, until).map_err(|error| lost(peer, address, &error))?;
            let said = self.greet(stream, table).map_err(|error| lost(peer, address, &error))?;
            sockets[peer] = Some(said.1);
        }
        listener.set_nonblocking(true).map_err(|error| lost(self.process, own, &error))?;
        while sockets.iter().skip(self.process + 1).any(Option::is_none) {
            match listener.accept() {
                Ok((stream, from)) => {
                    let greeted = stream.set_nonblocking(false).and_then(|()| self.greet(stream, table));
                    let (peer, stream) = match greeted {
                        Ok(greeted) => greeted,
                        // Whoever does not know the greeting is not one of us.
                        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                            return Err(lost(self.process, &from.to_string(), &error));
                        }
                        Err(_) => continue,
                    };
                    if peer > self.process && peer < sockets.len() {
                        sockets[peer] = Some(stream);
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock && Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) => {
                    // why: the error itself is told; this only names whose connection it was.
                    let missing = sockets.iter().skip(self.process + 1).position(Option::is_none).unwrap_or(0);
                    let peer = self.process + 1 + missing;
                    return Err(if error.kind() == std::io::ErrorKind::WouldBlock {
                        self.missed(peer)
                    } else {
                        lost(peer, &self.addresses[peer], &error)
                    });
                }
            }
        }
        Ok(sockets)
    }

    /// A process that was waited for in vain.
    fn missed(&self, peer: usize) -> TableError {
        let text = Text::new("process {number} at {address} has not come within {seconds} s: was it started?");
        let text = text.with("number", peer).with("address", &self.addresses[peer]);
        TableError::Cluster(text.with("seconds", self.patience.as_secs_f64()))
    }

    /// Says who this is and hears who the other is.
    fn greet(&self, mut stream: TcpStream, table: u64) -> std::io::Result<(usize, TcpStream)> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(self.patience))?;
        stream.set_write_timeout(Some(self.patience))?;
        let figures = [self.process as u64, self.threads as u64, self.addresses.len() as u64, table];
        let mut greeting = GREETING.to_vec();
        greeting.extend(figures.iter().flat_map(|figure| figure.to_le_bytes()));
        stream.write_all(&greeting)?;
        let mut answer = vec![0; greeting.len()];
        stream.read_exact(&mut answer)?;
        let (mine, theirs) = (&greeting[24..], &answer[24..]);
        if answer[..16] != greeting[..16] || mine != theirs {
            let problem = "it fills another table, has another version, or another number of threads or processes";
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, problem));
        }
        Ok((u64::from_le_bytes(std::array::from_fn(|at| answer[16 + at])) as usize, stream))
    }
}

/// Calls until somebody answers or the time is up.
fn call(address: &str, until: Instant) -> std::io::Result<TcpStream> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let attempt = address.to_socket_addrs().and_then(|mut found| {
            let none = || std::io::Error::new(std::io::ErrorKind::NotFound, "the host is not known");
            let address = found.next().ok_or_else(none)?;
            TcpStream::connect_timeout(&address, left.max(Duration::from_millis(1)))
        });
        match attempt {
            Ok(stream) => return Ok(stream),
            Err(error) if left.is_zero() => return Err(error),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// The threads of timely that read and write sockets panic when a connection is lost, and nothing else would notice: the process
/// ends, and with it, one after the other, all of them.
fn end_when_a_connection_is_lost() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = std::thread::current();
            if thread.name().is_some_and(|name| name.starts_with("timely:")) {
                let text =
                    Text::new("another process was lost; what is written is kept, and the same command carries on");
                eprintln!("{text}");
                std::process::exit(LOST);
            }
            usual(panic);
        }));
    });
}

/// How a process ends that lost another one.
const LOST: i32 = 1;

/// Has all workers of all processes do a piece of work together, and returns what those of this process found. `table` is what
/// all of them must agree on.
pub fn run<T: Send + 'static>(
    cluster: &Cluster,
    table: u64,
    budget: &Budget,
    work: impl Fn(&mut Mail<'_>) -> Result<T, TableError> + Send + Sync + 'static,
) -> Result<Vec<T>, TableError> {
    let threads = cluster.threads.max(1);
    let failed = |error: String| TableError::Cluster(Text::verbatim(error));
    let (mut builders, mut others) = Config::Process(threads).try_build().map_err(failed)?;
    if cluster.addresses.len() > 1 {
        end_when_a_connection_is_lost();
        let sockets = cluster.sockets(table)?;
        let locals = builders.into_iter().filter_map(|builder| match builder {
            AllocatorBuilder::Process(local) => Some(local),
            AllocatorBuilder::Thread(_) | AllocatorBuilder::Tcp(_) => None,
        });
        let made =
            initialize_networking_from_sockets(locals.collect(), sockets, cluster.process, threads, Hooks::default());
        let (connected, guard) = made.map_err(|error| lost(cluster.process, "", &error))?;
        builders = connected.into_iter().map(AllocatorBuilder::Tcp).collect();
        others = Box::new(guard);
    }
    let (budget, beat) = (budget.clone(), cluster.beat());
    let guards = timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
        // What this thread allocates and how long it takes counts for the budget.
        let _entered = budget.enter();
        let mut mail = Mail::new(worker, threads, beat, budget.clone());
        let result = grundy_budget::caught(|| work(&mut mail)).unwrap_or_else(|exhausted| Err(exhausted.into()));
        if !matches!(result, Ok(_) | Err(TableError::Stopped)) {
            mail.stop();
        }
        result
    });
    gathered(guards.map_err(failed)?.join())
}

/// All results, or the first error that says something.
fn gathered<T>(results: Vec<Result<Result<T, TableError>, String>>) -> Result<Vec<T>, TableError> {
    let mut found = Vec::new();
    let mut failure: Option<TableError> = None;
    for result in results {
        let problem = match result {
            Ok(Ok(done)) => {
                found.push(done);
                continue;
            }
            Ok(Err(error)) => error,
            Err(panic) => TableError::Cluster(Text::new("a thread failed: {panic}").with("panic", panic)),
        };
        if failure.as_ref().is_none_or(|known| matches!(known, TableError::Stopped)) {
            failure = Some(problem);
        }
    }
    failure.map_or(Ok(found), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_hosts_are_read() {
        assert_eq!(expand("a[1-3,07],b,c[10]").unwrap(), ["a1", "a2", "a3", "a07", "b", "c10"]);
        assert_eq!(expand("n[3-1]"), None);
        assert_eq!(expand("n[1"), None);
        let hosts = Hosts::parse("# two\nalpha\nbeta:99\n[::1]\n", 1).unwrap();
        assert_eq!(
            (hosts.addresses, hosts.process),
            (vec!["alpha:2101".into(), "beta:99".into(), "[::1]:2101".into()], 1)
        );
        assert!(Hosts::parse("alpha", 1).is_err());
        let variable = |name: &str| {
            let pairs = [("SLURM_JOB_NODELIST", "n[1-2]"), ("SLURM_NTASKS", "3"), ("SLURM_PROCID", "2")];
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let hosts = Hosts::slurm(variable).unwrap();
        assert_eq!((hosts.addresses, hosts.process), (vec!["n1:2101".into(), "n1:2102".into(), "n2:2101".into()], 2));
        assert!(Hosts::slurm(|_| None).is_err());
    }
}
