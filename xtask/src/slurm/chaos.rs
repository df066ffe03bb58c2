//! Kills of every kind that a cluster knows, in a random order that a seed decides.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::cluster::{Cluster, Daemon, NODES};
use super::processes::of_task;
use crate::Result;

/// Longest time until a requeued task runs beside its orphan: Slurm's wait before a requeued task starts, and some more.
const TWIN_PATIENCE: Duration = Duration::from_secs(15);
/// Share of the runs that are finished when the last kill is due.
const LAST_KILL: f64 = 0.7;

/// A kind of kill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// `kill -9` of a chunk's process.
    Chunk,
    /// `scancel --signal=TERM`.
    Term,
    /// `scancel --signal=KILL`.
    Kill,
    /// `scontrol requeue`.
    Requeue,
    /// A node set down and resumed.
    NodeDown,
    /// `kill -9` of a slurmd, which is restarted: its step goes on.
    Slurmd,
    /// `kill -9` of a slurmd, its chunk frozen until the requeued task runs: both go on.
    Orphan,
    /// `kill -9` of slurmctld, which is restarted.
    Controller,
}

impl Kind {
    pub(super) const ALL: [Kind; 8] = [
        Kind::Chunk,
        Kind::Term,
        Kind::Kill,
        Kind::Requeue,
        Kind::NodeDown,
        Kind::Slurmd,
        Kind::Orphan,
        Kind::Controller,
    ];

    pub(super) fn describe(self) -> &'static str {
        match self {
            Kind::Chunk => "kill -9 of a chunk",
            Kind::Term => "scancel --signal=TERM",
            Kind::Kill => "scancel --signal=KILL",
            Kind::Requeue => "scontrol requeue",
            Kind::NodeDown => "node set down, resumed",
            Kind::Slurmd => "kill -9 of slurmd, restarted",
            Kind::Orphan => "kill -9 of slurmd, orphaned chunk",
            Kind::Controller => "kill -9 of slurmctld, restarted",
        }
    }
}

/// Random numbers that depend on the seed alone (SplitMix64).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A time between none and `longest`.
    fn time(&mut self, longest: Duration) -> Duration {
        longest.mul_f64((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// The kinds of `count` kills: each kind is there equally often, within one.
    fn deck(&mut self, count: usize) -> Vec<Kind> {
        let mut deck = Vec::new();
        while deck.len() < count {
            let mut round = Kind::ALL;
            for last in (1..round.len()).rev() {
                round.swap(last, self.below(last + 1));
            }
            deck.extend(round);
        }
        deck.truncate(count);
        deck
    }
}

/// A running task of the study.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Task {
    array: String,
    index: String,
    node: usize,
}

impl Task {
    /// Its name for Slurm's commands.
    fn name(&self) -> String {
        format!("{}_{}", self.array, self.index)
    }

    /// Reads a line of `squeue` in [`FORMAT`]. Other jobs than array tasks are none.
    fn read(line: &str) -> Option<(Task, Standing)> {
        let mut fields = line.split('|').map(str::trim);
        let (array, index, state) = (fields.next()?, fields.next()?, fields.next()?);
        index.parse::<u32>().ok()?;
        let node = fields.next().and_then(|name| NODES.iter().position(|node| *node == name));
        let task = Task { array: array.to_owned(), index: index.to_owned(), node: node.unwrap_or(0) };
        let is_held = fields.next().is_some_and(|reason| reason.ends_with("held"));
        let standing = match state {
            "RUNNING" if node.is_some() => Standing::Running,
            "PENDING" if is_held => Standing::Held,
            _ => Standing::Other,
        };
        Some((task, standing))
    }
}

/// Array, index, state, node and reason of a task.
const FORMAT: &str = "--format=%F|%K|%T|%N|%r";

/// What becomes of a task in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Running,
    /// Slurm does not start the task until somebody releases it.
    Held,
    Other,
}

/// The tasks of the study in the queue.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Queue {
    running: Vec<Task>,
    held: Vec<Task>,
    /// All tasks, those that wait among them.
    tasks: usize,
}

impl Queue {
    fn read(lines: &str) -> Queue {
        let mut queue = Queue::default();
        for (task, standing) in lines.lines().filter_map(Task::read) {
            queue.tasks += 1;
            match standing {
                Standing::Running => queue.running.push(task),
                Standing::Held => queue.held.push(task),
                Standing::Other => {}
            }
        }
        queue
    }
}

/// A sequence of kills while a study runs.
pub(super) struct Chaos {
    random: Random,
    deck: Vec<Kind>,
    /// The name of the study's jobs.
    job: String,
    /// When the next kill strikes, if it is due.
    strike_at: Option<Instant>,
    /// Kills so far, by kind.
    pub(super) made: BTreeMap<Kind, usize>,
    /// How often an orphan and its requeued task were seen to run at the same time.
    pub(super) twins: usize,
    /// How often a task was released that Slurm held after it failed to start it.
    pub(super) releases: usize,
    planned: usize,
    /// The most tasks that were in the queue at once.
    most_tasks: usize,
}

impl Chaos {
    /// Plans `kills` kills of tasks of the jobs with this name.
    pub(super) fn new(seed: u64, kills: usize, job: String) -> Chaos {
        let mut random = Random::new(seed);
        let deck = random.deck(kills).into_iter().rev().collect();
        let made = BTreeMap::new();
        Chaos {
            random,
            deck,
            job,
            strike_at: None,
            made,
            twins: 0,
            releases: 0,
            planned: kills,
            most_tasks: 0,
        }
    }

    /// Kills that are not made yet.
    pub(super) fn left(&self) -> usize {
        self.deck.len()
    }

    fn queue(&self, cluster: &Cluster) -> Result<Queue> {
        let name = format!("--name={}", self.job);
        let lines = cluster.slurm("squeue", &["--noheader", "--array", &name, FORMAT])?;
        Ok(Queue::read(&lines))
    }

    /// Releases held tasks, and strikes if a kill is due and a task runs. `finished` is the share of the study's runs that are finished after `elapsed`.
    ///
    /// Kills are tied to progress, not to time: each of them costs work, and at a fixed pace the study might never end.
    pub(super) fn step(&mut self, cluster: &mut Cluster, finished: f64, elapsed: Duration) -> Result<()> {
        // A busy controller may not answer in time: the next step asks again.
        let Ok(queue) = self.queue(cluster) else { return Ok(()) };
        for task in &queue.held {
            // A user has to do the same.
            self.releases += usize::from(cluster.slurm("scontrol", &["release", &task.name()]).is_ok());
        }
        if queue.running.is_empty() {
            // A restarted controller may take nodes to be down: an administrator brings them back.
            let _ = cluster.resume();
            return Ok(());
        }
        let Some(&kind) = self.deck.last() else { return Ok(()) };
        self.most_tasks = self.most_tasks.max(queue.tasks);
        // The last tasks are the last chance, however much is finished.
        let is_last_chance = queue.tasks <= cluster.slots() as usize;
        let overdue = overdue(self.planned, self.deck.len(), finished);
        if overdue == 0 && !is_last_chance {
            return Ok(());
        }
        // Progress is seen when a chunk ends. A delay of up to a task's time spreads the kills over the chunks' whole lives; it
        // must leave time for the kills after this one.
        let finished_tasks = finished * self.most_tasks as f64;
        let task_time = elapsed.mul_f64(f64::from(cluster.slots()) / finished_tasks.max(1.0));
        let study_left = elapsed.mul_f64((1.0 - finished).max(0.0) / finished.max(0.01));
        let pace = study_left.div_f64(self.deck.len().max(overdue) as f64);
        let longest = if is_last_chance { Duration::from_secs(1) } else { task_time };
        let longest = longest.min(pace);
        let strike_at = *self.strike_at.get_or_insert_with(|| Instant::now() + self.random.time(longest));
        // A kill that is late does not wait: the study may end before the last one.
        if Instant::now() < strike_at && overdue <= 1 {
            return Ok(());
        }
        let task = queue.running[self.random.below(queue.running.len())].clone();
        if self.strike(cluster, kind, &task)? {
            self.deck.pop();
            self.strike_at = None;
            *self.made.entry(kind).or_default() += 1;
            eprintln!(
                "kill {} of {}: {} (task {} on {})",
                self.planned - self.deck.len(),
                self.planned,
                kind.describe(),
                task.name(),
                NODES[task.node]
            );
        } else {
            // Its target was gone, or Slurm refused: another kind may succeed meanwhile.
            self.deck.rotate_right(1);
        }
        Ok(())
    }

    /// Makes a kill. Returns whether its target was still there.
    fn strike(&mut self, cluster: &mut Cluster, kind: Kind, task: &Task) -> Result<bool> {
        let node = format!("NodeName={}", NODES[task.node]);
        match kind {
            Kind::Chunk => {
                let processes = of_task(cluster.directory(), &task.array, &task.index)?;
                Ok(processes.first().is_some_and(|process| process.signal(Signal::KILL)))
            }
            Kind::Term => Ok(signal(cluster, "TERM", task)),
            Kind::Kill => Ok(signal(cluster, "KILL", task)),
            Kind::Requeue => Ok(cluster.slurm("scontrol", &["requeue", &task.name()]).is_ok()),
            Kind::NodeDown => {
                if cluster.slurm("scontrol", &["update", &node, "State=DOWN", "Reason=chaos"]).is_err() {
                    return Ok(false);
                }
                thread::sleep(self.random.time(Duration::from_secs(2)));
                cluster.wait_until_up(&NODES[task.node..=task.node])?;
                Ok(true)
            }
            Kind::Slurmd => {
                cluster.kill(Daemon::Node(task.node))?;
                thread::sleep(self.random.time(Duration::from_secs(1)));
                cluster.restart(Daemon::Node(task.node))?;
                Ok(true)
            }
            Kind::Orphan => {
                let orphans = of_task(cluster.directory(), &task.array, &task.index)?;
                let Some(orphan) = orphans.first() else { return Ok(false) };
                cluster.kill(Daemon::Node(task.node))?;
                // A node that hangs and comes back: a short chunk would end before Slurm starts it again elsewhere.
                orphan.signal(Signal::STOP);
                // Slurm finds out by itself after SlurmdTimeout and more; an administrator is quicker.
                let _ = cluster.slurm("scontrol", &["update", &node, "State=DOWN", "Reason=chaos"]);
                // A requeued task waits behind the rest of its array, unless its priority is above that of new jobs (4294901760).
                let requeued = format!("JobId={}", task.name());
                let _ = cluster.slurm("scontrol", &["update", &requeued, "Priority=4294967000"]);
                let was_twin = self.wait_for_twin(cluster, task)?;
                self.twins += usize::from(was_twin);
                orphan.signal(Signal::CONT);
                // Both work, until the restarted daemon learns that its task is not its own any more.
                thread::sleep(self.random.time(Duration::from_secs(3)));
                cluster.restart(Daemon::Node(task.node))?;
                Ok(true)
            }
            Kind::Controller => {
                cluster.kill(Daemon::Controller)?;
                thread::sleep(self.random.time(Duration::from_secs(2)));
                cluster.restart(Daemon::Controller)?;
                Ok(true)
            }
        }
    }

    /// Waits until a task runs twice. Returns false if its orphan ends before that.
    fn wait_for_twin(&self, cluster: &Cluster, task: &Task) -> Result<bool> {
        let deadline = Instant::now() + TWIN_PATIENCE;
        while Instant::now() < deadline {
            match of_task(cluster.directory(), &task.array, &task.index)?.len() {
                0 => return Ok(false),
                1 => thread::sleep(Duration::from_millis(50)),
                _ => return Ok(true),
            }
        }
        Ok(false)
    }
}

/// Signals a task by `scancel`, which goes on trying for more than a minute if the task has just ended.
fn signal(cluster: &Cluster, signal: &str, task: &Task) -> bool {
    // Without --full, the signal spares the batch script, which is the chunk itself.
    let signal = format!("--signal={signal}");
    cluster.slurm("timeout", &["3", "scancel", &signal, "--full", &task.name()]).is_ok()
}

/// How many of `left` kills are due when this share of the runs is finished. The first is due at the start, the last one a step
/// before [`LAST_KILL`].
fn overdue(planned: usize, left: usize, finished: f64) -> usize {
    let due = (planned as f64 * finished / LAST_KILL) as usize + 1;
    due.min(planned).saturating_sub(planned - left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kills_fall_due_with_progress() {
        assert_eq!(overdue(10, 10, 0.0), 1);
        assert_eq!(overdue(10, 9, 0.0), 0);
        assert_eq!(overdue(10, 9, 0.36), 5);
        assert_eq!(overdue(10, 3, 0.36), 0);
        assert_eq!(overdue(10, 3, 1.0), 3, "no more kills than planned");
        assert_eq!(overdue(10, 0, 1.0), 0);
    }

    #[test]
    fn a_deck_depends_on_its_seed_and_has_every_kind_equally_often() {
        let deck = |seed| Random::new(seed).deck(100);
        assert_eq!(deck(1), deck(1));
        assert_ne!(deck(1), deck(2));
        for kind in Kind::ALL {
            let count = deck(3).iter().filter(|other| **other == kind).count();
            assert!((12..=13).contains(&count), "{kind:?}: {count}");
        }
        assert_eq!(Random::new(1).deck(6).len(), 6);
    }

    #[test]
    fn a_random_time_is_within_its_limit() {
        let mut random = Random::new(5);
        let times: Vec<Duration> = (0..1000).map(|_| random.time(Duration::from_secs(1))).collect();
        assert!(times.iter().all(|time| *time < Duration::from_secs(1)));
        let mean = times.iter().sum::<Duration>() / 1000;
        assert!((Duration::from_millis(450)..Duration::from_millis(550)).contains(&mean), "{mean:?}");
    }

    #[test]
    fn the_queue_has_array_tasks_only_and_knows_where_they_run() {
        let lines = "1|3|RUNNING|n2|None\n1|4|PENDING||Resources\n1|5|COMPLETING|n1|None\n\
            1|6|PENDING||launch failed requeued held\n9|N/A|PENDING||Dependency\n";
        let queue = Queue::read(lines);
        let task = |index: &str, node| Task { array: "1".to_owned(), index: index.to_owned(), node };
        assert_eq!(queue, Queue { running: vec![task("3", 1)], held: vec![task("6", 0)], tasks: 4 });
        assert_eq!(queue.running[0].name(), "1_3");
    }
}
