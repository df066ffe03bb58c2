//! Every key of a description: what it says, what it may be, whether it may be left out.
//!
//! The list is what files and overrides are judged by, so that an error can name the key that was meant and the values
//! that can be, and it is what the book prints.

use super::MachineError;
use toml::{Table, Value};
use warploom_kernel::class::Class;
use warploom_kernel::ptx::nearest;

/// A key.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// Where it stands: `sm.units.*.count`, where `*` is any name, and `%` a class of instructions.
    pub path: String,
    /// What it may be.
    pub kind: Kind,
    /// Whether the table it stands in must have it.
    pub needed: bool,
    /// What it says.
    pub about: &'static str,
}

/// What a key's value may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Any text of one line.
    Text,
    /// True or false.
    Flag,
    /// A whole number from the first to the second.
    Whole(u32, u32),
    /// A number from the first to the second.
    Number(f64, f64),
    /// One of these.
    Word(&'static [&'static str]),
    /// A list of whole numbers.
    Wholes,
}

/// A line of the lists below: path, kind, meaning. The path of a key that may be left out ends in `?`.
type Line = (&'static str, Kind, &'static str);

use Kind::{Flag, Number, Text, Whole, Wholes, Word};

/// The keys, but those of caches.
const KEYS: &[Line] = &[
    ("name", Text, "what it is called"),
    ("about", Text, "what it is, in a line"),
    ("launch_latency", Whole(0, 1 << 20), "cycles from the start of a launch to its first CTA"),
    ("clock.sm", Number(1.0, 1e5), "MHz of SMs, network and L2: cycles are counted in it"),
    ("clock.dram", Number(1.0, 1e5), "MHz of DRAM commands"),
    ("sm.count", Whole(1, 1024), "SMs"),
    ("sm.warps", Whole(1, 64), "warps an SM holds"),
    ("sm.ctas", Whole(1, 64), "CTAs it holds"),
    ("sm.threads", Whole(1, 4096), "threads it holds"),
    ("sm.registers", Whole(1, 1 << 20), "registers of 32 bits it has"),
    ("sm.register_unit", Whole(1, 256), "a thread's registers are given in units of this many"),
    ("sm.shared", Whole(0, 1 << 24), "bytes of shared memory it has"),
    ("sm.shared_unit", Whole(1, 1 << 16), "a CTA's shared memory is given in units of this many bytes"),
    (
        "sm.schedulers",
        Whole(1, 8),
        "schedulers; a warp belongs to the one its slot modulo their number names",
    ),
    ("sm.subcores", Flag, "whether each scheduler has collectors, banks and units of its own"),
    ("sm.fetch.warps", Whole(1, 8), "warps whose instructions are fetched in a cycle"),
    ("sm.fetch.instructions", Whole(1, 8), "instructions fetched at once: what a warp's buffer holds"),
    ("sm.fetch.bytes", Whole(1, 64), "bytes of an instruction"),
    ("sm.operands.banks", Whole(1, 64), "banks of the register file, in the whole SM"),
    ("sm.operands.reads", Whole(1, 8), "operands that a bank delivers in a cycle"),
    (
        "sm.operands.collectors",
        Whole(0, 64),
        "collectors that any unit's instructions may use, in the whole SM",
    ),
    ("sm.units.*.count", Whole(1, 64), "how many of these units an SM has"),
    (
        "sm.units.*.queue?",
        Whole(1, 64),
        "instructions that wait between issue and collector, and again before the unit; none without collectors",
    ),
    ("sm.units.*.collectors?", Whole(0, 64), "collectors for these units alone, in the whole SM"),
    (
        "sm.units.*.work.%.latency",
        Whole(1, 1000),
        "cycles from the unit's start to the result; without collectors, from issue to the issue of what needs it",
    ),
    (
        "sm.units.*.work.%.interval",
        Whole(1, 1000),
        "cycles between the starts of two instructions on one unit",
    ),
    (
        "sm.load_store.queue",
        Whole(1, 64),
        "instructions that wait between issue and collector, in the whole SM",
    ),
    ("sm.load_store.collectors?", Whole(0, 64), "collectors for the load-store unit alone, in the whole SM"),
    ("sm.load_store.shared_latency", Whole(1, 400), "cycles until what is in shared memory is there"),
    ("sm.load_store.shared_banks", Whole(1, 64), "banks of shared memory"),
    (
        "sm.load_store.segment",
        Whole(32, 128),
        "bytes that one access covers at most: 32, a sector, or 128, a line",
    ),
    ("sm.l1.latency", Whole(1, 1000), "cycles from an access to the data, where they are in the L1"),
    ("sm.l1.banks", Whole(1, 32), "accesses that it takes in a cycle, to different banks"),
    (
        "sm.l1.unified?",
        Whole(0, 1 << 24),
        "bytes of memory it shares with shared memory: what a launch leaves is the L1's",
    ),
    ("sm.l1.carveouts?", Wholes, "bytes that shared memory may take of the unified memory"),
    ("sm.l1.flush", Flag, "whether it is empty at the start of every launch"),
    ("network.latency", Whole(1, 1000), "cycles that a packet is on its way, at least"),
    ("network.flit", Whole(8, 1 << 10), "bytes that a port carries in a cycle"),
    ("network.buffer", Whole(1, 1 << 16), "packets of an SM that can wait at slices; more are on their way"),
    ("l2.partitions", Whole(1, 256), "memory partitions, each with a DRAM channel"),
    ("l2.slices", Whole(1, 16), "L2 slices of a partition: a power of two"),
    ("l2.latency", Whole(0, 10_000), "cycles from a request's arrival to its access to the slice"),
    ("l2.queue", Whole(1, 1 << 12), "requests of a slice that wait for DRAM"),
    ("l2.dram_latency", Whole(0, 10_000), "cycles from a slice to its DRAM channel"),
    ("l2.keep", Flag, "whether what a launch left there is there for the next"),
    (
        "dram.map.mapping",
        Text,
        "what each bit of an address is: B bank, R row, C and S column, D partition, 0 nothing",
    ),
    ("dram.map.partition_indexing?", Word(INDEXING), "how the partition is scattered"),
    ("dram.map.bank_indexing?", Word(INDEXING), "how the bank is scattered by the row"),
    ("dram.channel.banks", Whole(1, 64), "banks of a channel: a power of two"),
    ("dram.channel.bank_groups?", Whole(1, 16), "bank groups; 1 where the part has none"),
    (
        "dram.channel.bank_group_bits?",
        Word(&["high", "low"]),
        "which bits of a bank's number are its group's",
    ),
    ("dram.channel.bus_bytes", Whole(1, 1 << 10), "bytes a chip's data bus is wide"),
    ("dram.channel.chips?", Whole(1, 64), "chips side by side that make up the channel"),
    ("dram.channel.burst_length", Whole(1, 64), "beats of a burst: a multiple of data_rate"),
    ("dram.channel.data_rate", Whole(1, 64), "beats in a cycle of the command clock"),
    ("dram.channel.queue", Whole(1, 1 << 14), "requests that can wait, besides the one each bank is at"),
    ("dram.channel.write_queue.size", Whole(1, 1 << 14), "writes that can wait in a queue of their own"),
    ("dram.channel.write_queue.high", Whole(1, 1 << 14), "so many waiting writes go before reads"),
    ("dram.channel.write_queue.low", Whole(1, 1 << 14), "reads go first again when fewer than so many wait"),
    (
        "dram.channel.scheduler?",
        Word(&["fr-fcfs", "fcfs", "bank-fcfs", "first-ready"]),
        "which request a bank takes up next",
    ),
    ("dram.channel.take_ups?", Word(&["every", "one"]), "how many banks take up a request in a cycle"),
    (
        "dram.channel.row_hits?",
        Whole(1, 1 << 14),
        "first-ready: reads of a row before an older request goes first",
    ),
    ("dram.channel.row_policy?", Word(&["open", "closed"]), "whether rows stay open"),
    ("dram.channel.dual_command?", Flag, "whether a row and a column command can issue in one cycle"),
    ("dram.channel.timing.ccd", CYCLES, "column command to column command"),
    ("dram.channel.timing.ccd_l?", WAIT, "the same within a bank group"),
    ("dram.channel.timing.rrd", CYCLES, "activate to activate of another bank"),
    ("dram.channel.timing.rcd", CYCLES, "activate to read"),
    ("dram.channel.timing.rcd_write?", WAIT, "activate to write; if not given, rcd - (wl + 1)"),
    ("dram.channel.timing.ras", CYCLES, "activate to precharge"),
    ("dram.channel.timing.rp", CYCLES, "precharge to activate"),
    ("dram.channel.timing.rc", CYCLES, "activate to activate of the same bank"),
    ("dram.channel.timing.cl", CYCLES, "read to the first beat of its data"),
    ("dram.channel.timing.wl", WAIT, "write to the first beat of its data"),
    ("dram.channel.timing.wtr", WAIT, "last beat of a write to a read"),
    ("dram.channel.timing.wr", WAIT, "last beat of a write to a precharge of its bank"),
    ("dram.channel.timing.rtp?", WAIT, "read to precharge"),
    ("dram.channel.timing.rtp_scope?", Word(&["group", "bank"]), "which precharges rtp holds back"),
    ("dram.channel.timing.faw?", CYCLES, "at most four activates in so many cycles"),
    ("dram.channel.timing.refi?", Whole(1, 1 << 24), "refreshes are due so far apart; needs rfc"),
    ("dram.channel.timing.rfc?", CYCLES, "refresh of all banks to activate; needs refi"),
];

const CYCLES: Kind = Whole(1, 1 << 20);
const WAIT: Kind = Whole(0, 1 << 20);
const INDEXING: &[&str] = &["linear", "xor", "ipoly"];

/// Where caches stand: each has the same keys.
pub const CACHES: &[&str] = &["sm.fetch.cache", "sm.l1.cache", "sm.constants", "l2.cache"];

/// The keys of a cache.
const CACHE: &[Line] = &[
    ("sets", Whole(1, 1 << 16), "sets: a power of two"),
    ("line_bytes", Whole(32, 128), "bytes of a line: 32, 64 or 128"),
    ("ways", Whole(1, 65_534), "lines of a set"),
    ("most_ways?", Whole(1, 65_534), "the most lines a set may have, where a launch may change ways"),
    ("sectored", Flag, "whether the 32-byte sectors of a line come and go by themselves"),
    ("replacement", Word(&["lru", "fifo"]), "which line goes when a set is full"),
    ("write", Word(WRITE), "what a write that hits does"),
    ("allocate", Word(&["on-miss", "on-fill", "streaming"]), "when a miss gets its line"),
    ("write_allocate", Word(WRITE_ALLOCATE), "what a write that misses does"),
    ("index", Word(&["linear", "xor", "fermi", "polynomial"]), "which set an address belongs to"),
    ("misses.mshrs.entries", Whole(1, 1 << 20), "lines or sectors under way"),
    ("misses.mshrs.merges", Whole(1, 1 << 16), "accesses that an entry holds, the first included"),
    ("misses.mshrs.queue", Whole(1, 1 << 20), "requests that wait to be sent below"),
    ("replies", Word(&["whole", "sectors"]), "how what was fetched comes back"),
    ("port_bytes", Whole(1, 128), "bytes that the data array delivers or takes in a cycle"),
    (
        "dirty_percent?",
        Whole(0, 100),
        "modified lines are spared from replacement until they are so many of a hundred",
    ),
];

const WRITE: &[&str] =
    &["read-only", "write-back", "write-through", "write-evict", "local-back-global-evict"];
const WRITE_ALLOCATE: &[&str] = &["none", "fetch", "fetch-on-write", "lazy-fetch-on-read"];

/// Tables that may be left out, with all their keys.
pub const OPTIONAL: &[&str] =
    &["sm.operands", "sm.l1", "sm.fetch.cache", "sm.constants", "dram.channel.write_queue"];

/// Every key, in the order of the file.
pub fn keys() -> Vec<Key> {
    let key = |before: &str, &(path, kind, about): &Line| {
        let needed = !path.ends_with('?');
        Key { path: format!("{before}{path}").replace('?', ""), kind, needed, about }
    };
    let own = KEYS.iter().map(|line| key("", line));
    let caches =
        CACHES.iter().flat_map(|cache| CACHE.iter().map(move |line| key(&format!("{cache}."), line)));
    own.chain(caches).collect()
}

impl Kind {
    /// What it may be, in words.
    pub fn words(&self) -> String {
        match self {
            Text => "a text of one line".to_owned(),
            Flag => "true or false".to_owned(),
            Whole(least, most) => format!("a whole number from {least} to {most}"),
            Number(least, most) => format!("a number from {least} to {most}"),
            Word(words) => format!("one of \"{}\"", words.join("\", \"")),
            Wholes => "a list of whole numbers".to_owned(),
        }
    }

    /// What it may be, in fewer words.
    pub fn brief(&self) -> String {
        match self {
            Text => "text".to_owned(),
            Flag => "true, false".to_owned(),
            Whole(least, most) => format!("{least} to {most}"),
            Number(least, most) => format!("{least} to {most}"),
            Word(words) => words.join(", "),
            Wholes => "list of numbers".to_owned(),
        }
    }

    /// Whether the value can be; if not, what could be instead.
    fn judge(&self, value: &Value) -> Result<(), String> {
        let near = match (self, value) {
            (Flag, Value::Boolean(_)) => return Ok(()),
            (Text, Value::String(text)) if !text.contains(char::is_control) => return Ok(()),
            (Whole(least, most), Value::Integer(n)) => {
                let nearest = (*n).clamp(i64::from(*least), i64::from(*most));
                if nearest == *n {
                    return Ok(());
                }
                format!(", the nearest is {nearest}")
            }
            (Number(..), Value::Integer(n)) => return self.judge(&Value::Float(*n as f64)),
            (Number(least, most), Value::Float(n)) => {
                if (*least..=*most).contains(n) {
                    return Ok(());
                }
                if n.is_nan() {
                    String::new()
                } else {
                    format!(", the nearest is {}", n.clamp(*least, *most))
                }
            }
            (Word(words), Value::String(word)) => {
                if words.contains(&word.as_str()) {
                    return Ok(());
                }
                nearest(word, words.iter().copied())
                    .map_or(String::new(), |w| format!(": did you mean \"{w}\"?"))
            }
            (Wholes, Value::Array(list)) => match list.iter().find(|v| Whole(0, 1 << 24).judge(v).is_err()) {
                None => return Ok(()),
                Some(wrong) => format!(" from 0 to {}, which {wrong} is not", 1 << 24),
            },
            _ => String::new(),
        };
        Err(format!("it is {}{near}", self.words()))
    }
}

/// Whether a path is of a pattern; `None` if it ends where the pattern goes on.
fn matches(pattern: &str, path: &[&str]) -> Option<bool> {
    let mut steps = pattern.split('.');
    for step in path {
        match steps.next() {
            Some(known) if known == "*" || known == *step || known == "%" && is_class(step) => {}
            _ => return Some(false),
        }
    }
    steps.next().is_none().then_some(true)
}

fn is_class(name: &str) -> bool {
    Class::ALL.into_iter().any(|class| class.name() == name)
}

/// What stands at a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Found {
    /// A value.
    Value(Kind),
    /// A table.
    Table,
}

/// The keys, for looking up.
pub(super) struct Keys(Vec<Key>);

impl Keys {
    pub fn new() -> Keys {
        Keys(keys())
    }

    /// What a description may have at a path.
    pub fn at(&self, path: &[&str]) -> Option<Found> {
        let mut found = None;
        for key in &self.0 {
            match matches(&key.path, path) {
                Some(true) => return Some(Found::Value(key.kind)),
                Some(false) => {}
                None => found = Some(Found::Table),
            }
        }
        found
    }

    /// The key that a description has and that is most like a path, in which it has names for `*`.
    pub fn near(&self, path: &[&str], table: &Table) -> MachineError {
        let key = path.join(".");
        let mut known = Vec::new();
        for pattern in &self.0 {
            expand(&pattern.path, table, &mut known);
        }
        // Tables can be meant too.
        let tables: Vec<String> = known
            .iter()
            .flat_map(|path| path.match_indices('.').map(|(end, _)| path[..end].to_owned()))
            .collect();
        known.extend(tables);
        // What stands in the same table is meant rather than what is spelt alike elsewhere.
        let (table, last) = path.split_at(path.len().saturating_sub(1));
        let (table, last) = (table.join("."), last.first().copied().unwrap_or(""));
        let beside = known.iter().filter_map(|k| {
            let (before, name) = k.rsplit_once('.').unwrap_or(("", k));
            (before == table).then_some(name)
        });
        let near = match nearest(last, beside) {
            Some(name) if table.is_empty() => Some(name.to_owned()),
            Some(name) => Some(format!("{table}.{name}")),
            None => nearest(&key, known.iter().map(String::as_str)).map(str::to_owned),
        };
        MachineError::Unknown { key, near }
    }

    /// Whether all that a table says has a meaning and can be.
    pub fn judge(&self, table: &Table) -> Result<(), MachineError> {
        self.walk(table, table, &mut Vec::new())
    }

    fn walk<'t>(&self, all: &Table, table: &'t Table, path: &mut Vec<&'t str>) -> Result<(), MachineError> {
        for (key, value) in table {
            path.push(key);
            match (self.at(path), value) {
                (None, _) => return Err(self.near(path, all)),
                (Some(Found::Table), Value::Table(inner)) => self.walk(all, inner, path)?,
                (Some(Found::Table), other) => {
                    let (key, found) = (path.join("."), other.to_string());
                    return Err(MachineError::Value {
                        key,
                        found,
                        limit: "it is a table of keys".to_owned(),
                    });
                }
                (Some(Found::Value(kind)), value) => {
                    kind.judge(value).map_err(|limit| MachineError::Value {
                        key: path.join("."),
                        found: value.to_string(),
                        limit,
                    })?;
                }
            }
            path.pop();
        }
        Ok(())
    }
}

/// The paths of a pattern, with the names a table has for `*`.
fn expand(pattern: &str, table: &Table, paths: &mut Vec<String>) {
    let Some((before, after)) = pattern.split_once(".*") else {
        match pattern.split_once('%') {
            None => paths.push(pattern.to_owned()),
            Some((before, after)) => {
                paths.extend(Class::ALL.into_iter().map(|class| format!("{before}{}{after}", class.name())));
            }
        }
        return;
    };
    let names = before.split('.').try_fold(table, |t, step| t.get(step).and_then(Value::as_table));
    for name in names.into_iter().flat_map(Table::keys) {
        expand(&format!("{before}.{name}{after}"), table, paths);
    }
}
