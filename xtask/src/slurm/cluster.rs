//! A real Slurm of two nodes on this machine: munge, slurmctld and two slurmd, in one temporary directory.
//!
//! Nothing of the host's own Slurm or munge is used or changed: keys, sockets, ports, state and logs are the cluster's own, so
//! clusters can run side by side. A guard ends the cluster when its owner ends, however that happens: a pipe tells the guard,
//! and the kernel closes a pipe even after `kill -9`.

use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::processes::{MARK, kill_cluster};
use crate::Result;
use crate::browser::apt;

/// The nodes' names.
pub(super) const NODES: [&str; 2] = ["n1", "n2"];
/// Memory of a node in MB as Slurm is told; it is not enforced.
const NODE_MEMORY: u32 = 8000;
/// Longest time until a daemon answers on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time between two looks.
const POLL: Duration = Duration::from_millis(100);

/// A daemon of the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Daemon {
    Munge,
    Controller,
    /// The daemon of a node, by index into [`NODES`].
    Node(usize),
}

/// A running cluster. Dropping it ends it.
pub(super) struct Cluster {
    directory: PathBuf,
    cpus: u32,
    daemons: Vec<(Daemon, Child)>,
    guard: Guard,
}

impl Cluster {
    /// Starts a cluster with this number of CPUs per node, after installing Slurm if it is missing.
    pub(super) fn start(cpus: u32) -> Result<Cluster> {
        if !["slurmctld", "slurmd", "munged"].iter().all(|name| program(name).is_absolute()) {
            apt(&["slurm-wlm", "munge"])?;
        }
        let directory = std::env::temp_dir().join(format!("warploom-slurm-{}", std::process::id()));
        let guard = Guard::start(&directory)?;
        let mut cluster = Cluster { directory, cpus, daemons: Vec::new(), guard };
        cluster.configure()?;
        cluster.launch(Daemon::Munge)?;
        cluster.wait_for("munged", |cluster| Ok(cluster.directory.join("munge/socket").exists()))?;
        cluster.launch(Daemon::Controller)?;
        for node in 0..NODES.len() {
            cluster.launch(Daemon::Node(node))?;
        }
        cluster.wait_for("the nodes", |cluster| {
            let idle = cluster.slurm("sinfo", &["--noheader", "--states=idle", "--format=%D"]);
            Ok(idle.is_ok_and(|idle| idle.trim() == NODES.len().to_string()))
        })?;
        Ok(cluster)
    }

    /// Tasks of one CPU that run at a time.
    pub(super) fn slots(&self) -> u32 {
        self.cpus * NODES.len() as u32
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    fn configure(&self) -> Result<()> {
        let wrong = |e: std::io::Error| format!("{}: {e}", self.directory.display());
        for part in ["", "state", "munge"].iter().chain(&NODES) {
            let place = self.directory.join(part);
            fs::create_dir_all(&place).map_err(wrong)?;
            // munged refuses a socket that others cannot reach, and a key in a place that others can write.
            fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).map_err(wrong)?;
        }
        let mut key = vec![0; 128];
        fs::File::open("/dev/urandom").and_then(|mut random| random.read_exact(&mut key)).map_err(wrong)?;
        let key_file = self.directory.join("munge/key");
        fs::write(&key_file, key).map_err(wrong)?;
        fs::set_permissions(&key_file, fs::Permissions::from_mode(0o400)).map_err(wrong)?;
        let text = configuration(&self.directory, self.cpus, free_ports()?, &host()?, &user()?);
        fs::write(self.directory.join("slurm.conf"), text).map_err(wrong)
    }

    /// A command in the environment of the cluster.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.directory.join("slurm.conf")).env(MARK, &self.directory);
        command
    }

    /// Starts a daemon in the foreground, so that its process id is known.
    fn launch(&mut self, daemon: Daemon) -> Result<()> {
        let mut command = match daemon {
            Daemon::Munge => {
                let mut command = self.command(program("munged"));
                let place = |name: &str| self.directory.join("munge").join(name).display().to_string();
                command.arg("--foreground").arg(format!("--socket={}", place("socket")));
                command.arg(format!("--key-file={}", place("key")));
                command.arg(format!("--pid-file={}", place("pid")));
                command.arg(format!("--seed-file={}", place("seed")));
                command
            }
            Daemon::Controller => {
                let mut command = self.command(program("slurmctld"));
                command.arg("-D");
                command
            }
            Daemon::Node(node) => {
                let mut command = self.command(program("slurmd"));
                command.args(["-D", "-N", NODES[node]]);
                command
            }
        };
        let name = command.get_program().to_string_lossy().into_owned();
        let log = self
            .directory
            .join(format!("{}.out", Path::new(&name).file_name().unwrap_or_default().display()));
        let log = fs::File::options().create(true).append(true).open(&log);
        let log = log.map_err(|e| format!("{}: {e}", self.directory.display()))?;
        // Ctrl-C is for the owner: the guard ends the daemons. Times in logs have no summer.
        command.process_group(0).env("TZ", "UTC").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().map_err(|e| format!("{name}: {e}"))?;
        self.daemons.push((daemon, child));
        Ok(())
    }

    /// Kills a daemon alone with SIGKILL. What it started goes on.
    pub(super) fn kill(&mut self, daemon: Daemon) -> Result<()> {
        let Some(at) = self.daemons.iter().position(|(other, _)| *other == daemon) else {
            return Err(format!("{daemon:?} does not run"));
        };
        let (_, mut child) = self.daemons.remove(at);
        child.kill().and_then(|()| child.wait()).map_err(|e| format!("{daemon:?}: {e}"))?;
        Ok(())
    }

    /// Starts a killed daemon again and waits until it can be used. A restarted controller goes on at once, and asks its nodes how
    /// they are only a minute later.
    pub(super) fn restart(&mut self, daemon: Daemon) -> Result<()> {
        self.launch(daemon)?;
        match daemon {
            Daemon::Controller => {
                self.wait_for("the controller", |cluster| Ok(cluster.slurm("sinfo", &["--noheader"]).is_ok()))
            }
            Daemon::Node(node) => self.wait_until_up(&NODES[node..=node]),
            Daemon::Munge => Ok(()),
        }
    }

    /// Brings nodes that are down back, and waits for these.
    pub(super) fn wait_until_up(&self, nodes: &[&str]) -> Result<()> {
        self.wait_for("the nodes", |cluster| {
            let Ok(up) = cluster.resume() else { return Ok(false) };
            Ok(nodes.iter().all(|node| up.iter().any(|other| other == node)))
        })
    }

    /// Brings nodes that are down back, without waiting for it. Returns those that can be used.
    pub(super) fn resume(&self) -> Result<Vec<String>> {
        let states = self.slurm("sinfo", &["--noheader", "--Node", "--format=%N %t"])?;
        let mut up = Vec::new();
        for (node, state) in states.lines().filter_map(|line| line.trim().split_once(' ')) {
            // A star is a node that does not respond: its daemon has yet to report.
            if state.starts_with("down") || state.starts_with("drain") {
                let node = format!("NodeName={node}");
                // A node that has come back by itself cannot be resumed.
                let _ = self.slurm("scontrol", &["update", &node, "State=RESUME"]);
            } else if !state.ends_with('*') {
                up.push(node.to_owned());
            }
        }
        Ok(up)
    }

    /// Runs one of Slurm's commands and returns its output.
    pub(super) fn slurm(&self, command: &str, arguments: &[&str]) -> Result<String> {
        let Output { status, stdout, stderr } =
            self.command(command).args(arguments).output().map_err(|e| format!("{command}: {e}"))?;
        if !status.success() {
            return Err(format!("{command}: {}", String::from_utf8_lossy(&stderr).trim()));
        }
        Ok(String::from_utf8_lossy(&stdout).into_owned())
    }

    fn wait_for(&self, what: &str, is_so: impl Fn(&Cluster) -> Result<bool>) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self)? {
            if Instant::now() > deadline {
                return Err(format!(
                    "{what} did not come up within {} s\n{}",
                    PATIENCE.as_secs(),
                    self.logs()
                ));
            }
            thread::sleep(POLL);
        }
        Ok(())
    }

    /// The last lines of all logs.
    fn logs(&self) -> String {
        let mut text = String::new();
        for name in ["munged.out", "slurmctld.log", "n1.log", "n2.log", "slurmctld.out", "slurmd.out"] {
            let log = fs::read_to_string(self.directory.join(name)).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            for line in &lines[lines.len().saturating_sub(5)..] {
                text.push_str(&format!("{name}: {line}\n"));
            }
        }
        text
    }

    /// Ends all processes of the cluster and deletes its directory.
    pub(super) fn stop(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        let ended = self.guard.finish();
        // The guard has killed them; their owner has yet to take note.
        for (_, mut child) in self.daemons.drain(..) {
            let _ = child.kill();
            let _ = child.wait();
        }
        ended
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(message) = self.end() {
            eprintln!("error: {message}");
        }
    }
}

/// The process that ends a cluster when its owner ends.
struct Guard(Option<(Child, ChildStdin)>);

impl Guard {
    fn start(directory: &Path) -> Result<Guard> {
        let wrong = |e: std::io::Error| format!("cannot start the cluster's guard: {e}");
        let own = std::env::current_exe().map_err(wrong)?;
        let mut command = Command::new(own);
        command.args(["slurm", "--guard"]).arg(directory);
        // In another process group, Ctrl-C does not reach it.
        let mut child = command.process_group(0).stdin(Stdio::piped()).spawn().map_err(wrong)?;
        let pipe = child.stdin.take().ok_or("the cluster's guard has no input")?;
        Ok(Guard(Some((child, pipe))))
    }

    /// Lets the guard end the cluster and waits for it.
    fn finish(&mut self) -> Result<()> {
        let Some((mut child, pipe)) = self.0.take() else { return Ok(()) };
        drop(pipe);
        match child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the cluster's guard ended with {status}")),
            Err(e) => Err(format!("the cluster's guard: {e}")),
        }
    }
}

/// The guard's task: waits until the owner ends or lets go, then ends the cluster.
pub(super) fn guard(directory: &Path) -> Result<()> {
    // An error is the end of the owner too.
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    kill_cluster(directory)?;
    match fs::remove_dir_all(directory) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {e}", directory.display())),
        _ => Ok(()),
    }
}

/// The configuration of a cluster on `host`, with ports of the controller and of the nodes.
fn configuration(directory: &Path, cpus: u32, ports: [u16; 3], host: &str, user: &str) -> String {
    let place = directory.display();
    let [controller, nodes @ ..] = ports;
    let mut text = format!(
        "\
ClusterName=warploom
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
# A requeued job waits until its credential has expired: 120 s unless told otherwise, 5 s at least.
AuthInfo=socket={place}/munge/socket,cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
SlurmdTimeout=10
KillWait=2
RequeueExit=75
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={place}/jobcomp.txt
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/%n
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/%n.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/%n.log
# Two nodes share this machine: what they say about their CPUs and memory is taken as it is.
SlurmdParameters=config_overrides
DefMemPerCPU={}
",
        NODE_MEMORY / cpus.max(1)
    );
    for (name, port) in NODES.iter().zip(nodes) {
        text.push_str(&format!(
            "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory={NODE_MEMORY}\n"
        ));
    }
    text.push_str(&format!(
        "PartitionName=main Nodes={} Default=YES MaxTime=INFINITE State=UP\n",
        NODES.join(",")
    ));
    text
}

/// Ports that nothing listens on. They are all held while they are chosen, so that they differ.
fn free_ports() -> Result<[u16; 3]> {
    let choose = || -> std::io::Result<[u16; 3]> {
        let listeners = [(); 3].map(|()| TcpListener::bind(("0.0.0.0", 0)));
        let mut ports = [0; 3];
        for (port, listener) in ports.iter_mut().zip(listeners) {
            *port = listener?.local_addr()?.port();
        }
        Ok(ports)
    };
    choose().map_err(|e| format!("no free port: {e}"))
}

/// A daemon's program. Daemons are in a directory that is not in the search path of every user.
fn program(name: &str) -> PathBuf {
    let places = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];
    let found = places.iter().map(|place| Path::new(place).join(name)).find(|path| path.exists());
    found.unwrap_or_else(|| name.into())
}

fn host() -> Result<String> {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").map_err(|e| format!("hostname: {e}"))?;
    Ok(name.trim().split('.').next().unwrap_or_default().to_owned())
}

fn user() -> Result<String> {
    let output = Command::new("id").arg("-un").output().map_err(|e| format!("id: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_nodes_have_ports_and_places_of_their_own() {
        let text = configuration(Path::new("/run/box"), 2, [7, 8, 9], "desk", "lab");
        assert!(text.contains("SlurmctldHost=desk(127.0.0.1)\nSlurmctldPort=7\nSlurmUser=lab\n"));
        assert!(text.contains("AuthInfo=socket=/run/box/munge/socket,"));
        assert!(text.contains("NodeName=n1 NodeHostname=desk NodeAddr=127.0.0.1 Port=8 CPUs=2 "));
        assert!(text.contains("NodeName=n2 NodeHostname=desk NodeAddr=127.0.0.1 Port=9 CPUs=2 "));
        assert!(text.contains("SlurmdSpoolDir=/run/box/%n\n"));
        assert!(text.contains("DefMemPerCPU=4000\n"), "a task without --mem must not take the whole node");
    }

    #[test]
    fn free_ports_differ() {
        let [a, b, c] = free_ports().expect("there are free ports");
        assert!(a != b && b != c && a != c);
    }
}
