//! The machines that come with the program, their keys, overrides, and the configurations that others keep.

use proptest::prelude::*;
use std::fs;
use toml::{Table, Value};
use warploom_gpu::machine::gpgpusim::{Effect, File, import, import_with_network, network_file};
use warploom_gpu::machine::keys::{Kind, keys};
use warploom_gpu::machine::{BUILT_IN, ClassName, Copies, Machine, MachineError, named, span_of_key};
use warploom_kernel::class::Class;

fn config(name: &str) -> (String, String) {
    let read = |file: &str| {
        let path = format!("{}/../../reference/accelsim/configs/{name}/{file}", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    (read("gpgpusim.config"), read("trace.config"))
}

fn text(name: &str) -> &'static str {
    named(name).expect("it is built in").text
}

#[test]
fn every_machine_reads_checks_and_survives_its_text() {
    for built_in in BUILT_IN {
        let machine = Machine::read(built_in.text).unwrap_or_else(|e| panic!("{}: {e}", built_in.name));
        assert_eq!(machine, built_in.machine());
        assert_eq!(machine.name, built_in.name);
        machine.check().expect("what was read can be");
        let text = machine.to_toml();
        let again = Machine::read(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", built_in.name));
        assert_eq!(again, machine);
        assert_eq!(again.to_toml(), text);
    }
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/machines")).expect("they are there");
    assert_eq!(files.count(), BUILT_IN.len(), "a file without a line in the list, or the other way round");
}

/// `key = value` lines have their source beside them, above them, or beside their table's name.
#[test]
fn every_value_has_its_source() {
    for built_in in BUILT_IN {
        let (mut above, mut table) = (false, false);
        for line in built_in.text.lines() {
            let remarked = line.contains('#');
            if line.starts_with('[') {
                table = remarked;
            } else if line.contains(" = ") && !line.starts_with('#') {
                let said =
                    remarked || above || table || line.starts_with("name") || line.starts_with("about");
                assert!(said, "{}: `{line}` has no source", built_in.name);
            }
            above = line.starts_with('#');
        }
    }
}

/// Leaves of a table by path, with `*` and `%` for names.
fn leaves(table: &Table, path: &str, found: &mut Vec<String>) {
    for (key, value) in table {
        let step = match path {
            "sm.units" => "*",
            "sm.units.*.work" => "%",
            _ => key,
        };
        let path = if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") };
        match value {
            Value::Table(inner) => leaves(inner, &path, found),
            _ if found.contains(&path) => {}
            _ => found.push(path),
        }
    }
}

/// A machine in which everything is given that may be.
fn full() -> Machine {
    let donor = named("gtx480").expect("it is built in").machine();
    let mut machine = named("v100").expect("it is built in").machine();
    machine.sm_mut().fetch.cache = donor.sm().fetch.cache.clone();
    machine.sm_mut().constants = donor.sm().constants.clone();
    machine.sm_mut().texture = donor.sm().texture.clone();
    machine.cta_interval = Some(1.5);
    let mut table = Table::try_from(&machine).expect("a machine can be written");
    let mut set = |path: &str, value: Value| {
        let (tables, key) = path.rsplit_once('.').expect("a path");
        let mut inner = &mut table;
        for step in tables.split('.') {
            let entry = inner.entry(step).or_insert_with(|| Value::Table(Table::new()));
            inner = entry.as_table_mut().expect("a table");
        }
        inner.insert(key.to_owned(), value);
    };
    for cache in ["sm.fetch.cache", "sm.constants", "sm.l1.cache", "l2.cache"] {
        set(&format!("{cache}.most_ways"), 256.into());
    }
    for numbers in ["integer", "float", "double"] {
        for operation in ["min_max", "multiply", "multiply_add", "divide", "other"] {
            let timing = "latency = 5\ninterval = 2".parse::<Table>().expect("this is TOML");
            set(&format!("sm.arithmetic.{numbers}_{operation}"), timing.into());
        }
    }
    for numbers in ["half", "single", "tf32", "double", "byte", "nibble", "bit"] {
        let timing = "latency = 25\ninterval = 8".parse::<Table>().expect("this is TOML");
        set(&format!("sm.tensor.{numbers}"), timing.into());
    }
    set("network.in_order", true.into());
    set("sm.fetch.overlap", true.into());
    set("sm.load_store.misplaced_halves", true.into());
    set("l2.copies", "none".into());
    for (key, value) in [("rcd_write", 5), ("faw", 20), ("refi", 3000), ("rfc", 100)] {
        set(&format!("dram.channel.timing.{key}"), value.into());
    }
    let queue = "size = 32\nhigh = 28\nlow = 16".parse::<Table>().expect("this is TOML");
    set("dram.channel.write_queue", queue.into());
    Machine::read(&table.to_string()).expect("such a machine can be")
}

/// The same of CUs.
fn full_of_cus() -> Machine {
    let mut machine = named("hd7970").expect("it is built in").machine();
    (machine.clock.memory, machine.dram.fixed, machine.l2.flush_written) = (Some(900.0), Some(100), true);
    let cu = machine.cu_mut();
    (cu.dispatch_halves, cu.lds.stale_lanes, cu.lds.ports) = (true, true, 1);
    for l1 in [&mut cu.l1, &mut cu.scalar_l1] {
        (l1.lookups, l1.claim_latency, l1.evict_first) = (Some(1), Some(8), true);
        l1.cache.most_ways = Some(8);
    }
    machine.check().expect("such a machine can be");
    machine
}

/// The list of keys is what the types read, no more and no less.
#[test]
fn the_key_list_has_exactly_the_fields_of_the_structs() {
    let mut found = Vec::new();
    leaves(&Table::try_from(full()).expect("a machine can be written"), "", &mut found);
    leaves(&Table::try_from(full_of_cus()).expect("a machine can be written"), "", &mut found);
    // It runs machine code, and has a latency of guards: both go without operand collectors.
    leaves(&text("a100").parse().expect("this is TOML"), "", &mut found);
    // A limit to row hits and a queue for writes go with different schedulers.
    found.push("dram.channel.row_hits".to_owned());
    let mut known: Vec<String> = keys().keys.into_iter().map(|key| key.path).collect();
    found.sort();
    found.dedup();
    known.sort();
    assert_eq!(found, known);
}

/// What is needed is missed, and what is not is not.
#[test]
fn a_missing_required_key_is_an_error() {
    for (key, machine) in
        keys().keys.into_iter().flat_map(|key| [(key.clone(), full()), (key, full_of_cus())])
    {
        let machine = Table::try_from(machine).expect("a machine can be written");
        let path = key.path.replace('*', "int").replace('%', "integer");
        let (tables, last) = path.rsplit_once('.').unwrap_or(("", &path));
        let mut table = machine.clone();
        let mut inner = Some(&mut table);
        for step in tables.split('.').filter(|step| !step.is_empty()) {
            inner = inner.and_then(|t| t.get_mut(step)).and_then(Value::as_table_mut);
        }
        let Some(inner) = inner.filter(|inner| inner.contains_key(last)) else { continue };
        inner.remove(last);
        let read = Machine::read(&table.to_string());
        let missing = MachineError::Missing { key: path.clone() };
        // Without `refi`, `rfc` means nothing, and carve-outs nothing without a unified memory; where operands are collected,
        // units have queues.
        match path.as_str() {
            "dram.channel.timing.refi"
            | "dram.channel.timing.rfc"
            | "sm.l1.unified"
            | "sm.units.int.queue" => {
                assert!(!key.required)
            }
            _ if key.required => assert_eq!(read, Err(missing)),
            _ => assert!(read.is_ok(), "{path}: {read:?}"),
        }
    }
}

/// The words of the list are the words that are read.
#[test]
fn every_listed_word_is_parsed() {
    for key in keys().keys {
        let machine = text(if key.path.starts_with("cu") { "hd7970" } else { "v100" });
        let Kind::Word(words) = key.kind else { continue };
        for word in words {
            if !machine.contains(key.path.rsplit_once('.').expect("it is in a table").0) {
                continue;
            }
            // Whether it fits the rest is another question.
            match Machine::read_with(machine, &[(key.path.as_str(), *word)]) {
                Ok(_) | Err(MachineError::Part { .. }) => {}
                Err(MachineError::Value { limit, .. }) => {
                    assert!(!limit.contains("unknown variant"), "{}: {limit}", key.path);
                }
                Err(other) => panic!("{}: {other}", key.path),
            }
        }
    }
}

#[test]
fn values_are_overridden() {
    let read = |set: &[(&str, &str)]| Machine::read_with(text("gtx480"), set).expect("it can be");
    let machine = read(&[
        ("sm.count", "4"),
        ("sm.units.sp.count", "3"),
        ("dram.channel.timing.cl", "10"),
        ("dram.channel.timing.faw", "24"),
        ("clock.sm", "650"),
        ("sm.l1.cache.replacement", "fifo"),
        ("sm.fetch.cache.write_allocate", "none"),
        ("sm.units.sp.work.float", "{ latency = 6, interval = 2 }"),
        (" sm.subcores ", " true "),
        ("about", "mine"),
    ]);
    let mut expected = named("gtx480").expect("it is built in").machine();
    expected.sm_mut().count = 4;
    expected.sm_mut().units.get_mut("sp").expect("there are SP units").count = 3;
    expected.dram.channel.timing.cl = 10;
    expected.dram.channel.timing.faw = Some(24);
    expected.clock.sm = 650.0;
    expected.sm_mut().subcores = true;
    expected.about = "mine".to_owned();
    assert_eq!(
        machine.sm().units["sp"].work.values().filter(|t| t.latency == 6 && t.interval == 2).count(),
        1
    );
    assert_eq!((machine.sm().count, machine.clock.sm, machine.sm().subcores), (4, 650.0, true));
    assert_eq!(machine.dram, expected.dram);
    assert_ne!(machine.to_toml(), expected.to_toml());
    assert_eq!(read(&[("sm.l1", "none")]).sm().l1, None);
    assert_eq!(read(&[("sm.count", "4"), ("sm.count", "5")]).sm().count, 5, "the last counts");
}

#[test]
fn an_invalid_override_names_the_key_and_its_valid_values() {
    for (key, value, message) in [
        ("sm.cuont", "4", "there is no key `sm.cuont`: did you mean `sm.count`?"),
        ("smcount", "4", "there is no key `smcount`: did you mean `sm.count`?"),
        ("sm.unit.sp.count", "4", "there is no key `sm.unit.sp.count`: did you mean `sm.units.sp.count`?"),
        (
            "sm.units.spp.count",
            "4",
            "there is no key `sm.units.spp.count`: did you mean `sm.units.sp.count`?",
        ),
        (
            "sm.units.sp.work.flaot.latency",
            "4",
            "there is no key `sm.units.sp.work.flaot.latency`: did you mean `sm.units.sp.work.float.latency`?",
        ),
        ("l2.latncy", "4", "there is no key `l2.latncy`: did you mean `l2.latency`?"),
        ("quite_another_thing", "4", "there is no key `quite_another_thing`"),
        ("sm.count.x", "4", "there is no key `sm.count.x`: did you mean `sm.count`?"),
        ("", "4", "there is no key ``"),
        ("sm.warps", "65", "`sm.warps` is 65: it must be a whole number from 1 to 64; the nearest is 64"),
        ("sm.warps", "-1", "`sm.warps` is -1: it must be a whole number from 1 to 64; the nearest is 1"),
        (
            "sm.warps",
            "99999999999",
            "`sm.warps` is 99999999999: it must be a whole number from 1 to 64; the nearest is 64",
        ),
        ("sm.warps", "4.5", "`sm.warps` is 4.5: it must be a whole number from 1 to 64"),
        ("sm.warps", "many", "`sm.warps` is \"many\": it must be a whole number from 1 to 64"),
        ("sm.warps", "none", "`sm.warps` is missing"),
        ("sm.subcores", "1", "`sm.subcores` is 1: it must be true or false"),
        ("clock.sm", "0.5", "`clock.sm` is 0.5: it must be a number from 1 to 100000; the nearest is 1"),
        ("clock.sm", "nan", "`clock.sm` is nan: it must be a number from 1 to 100000"),
        ("sm.l1", "4", "`sm.l1` is 4: it must be a table of keys"),
        (
            "sm.l1.carveouts",
            "[0, -1]",
            "`sm.l1.carveouts` is [0, -1]: it must be a list of whole numbers from 0 to 16777216; -1 is not",
        ),
        (
            "sm.l1.cache.replacement",
            "lruu",
            "`sm.l1.cache.replacement` is \"lruu\": it must be one of \"lru\", \"fifo\": did you mean \"lru\"?",
        ),
        (
            "sm.l1.cache.sets",
            "33",
            "`sm.l1.cache.sets` is 33: it must be a power of two; the nearest are 32 and 64",
        ),
        (
            "sm.load_store.segment",
            "64",
            "`sm.load_store.segment` is 64: it must be 32 (a sector) or 128 (a line); the nearest is 32",
        ),
        ("l2.slices", "3", "`l2.slices` is 3: it must be a power of two; the nearest are 2 and 4"),
        (
            "dram.channel.banks",
            "12",
            "`dram.channel.banks` is 12: it must be a power of two; the nearest are 8 and 16",
        ),
        (
            "dram.channel.bank_groups",
            "32",
            "`dram.channel.bank_groups` is 32: it must be a whole number from 1 to 16; the nearest is 16",
        ),
        (
            "dram.channel.burst_length",
            "6",
            "`dram.channel`: a burst of 6 beats does not fill cycles of 4 beats: make `burst_length` a multiple of `data_rate`",
        ),
        ("dram.map.mapping", "xyz", "`dram.map`: `x` in the address mapping is none of B, R, C, S, D, 0"),
        (
            "sm.units.sfu.work.float",
            "{ latency = 1, interval = 1 }",
            "both `sfu` and `sp` execute instructions of class `float`: remove it from one of them",
        ),
        (
            "sm.units.sfu.work.special",
            "none",
            "no unit executes instructions of class `special`: add the class to the `work` of a unit in `sm.units`",
        ),
        (
            "sm.units.sfu.work.global",
            "{ latency = 1, interval = 1 }",
            "`sm.units.sfu.work.global` is given: the load-store unit executes this class",
        ),
        ("sm.units.sfu.work.special.latency", "none", "`sm.units.sfu.work.special.latency` is missing"),
        (
            "sm.l1.carveouts",
            "[1024]",
            "`sm.l1.carveouts` is [1024]: carveouts are parts of unified memory: give its size as `sm.l1.unified`",
        ),
        (
            "sm.operands",
            "none",
            "`sm.units.sfu.collectors` is 8: it must be 0, because there is no `sm.operands`",
        ),
        (
            "sm.units.sfu.queue",
            "none",
            "`sm.units.sfu.queue` is 0: it must be at least 1, because the machine has `sm.operands`",
        ),
        (
            "sm.operands.collectors",
            "40",
            "`sm.operands.collectors` is 40: units have 16 collectors of their own, and an SM may have at most 48",
        ),
        ("sm.operands.banks", "[", "`sm.operands.banks` is \"[\": it must be a whole number from 1 to 64"),
    ] {
        let error = Machine::read_with(text("gtx480"), &[(key, value)]).expect_err(key);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn errors_in_a_file_name_key_or_line() {
    let gtx480 = text("gtx480");
    let broken = gtx480.replace("count = 15", "count = = 15");
    let line = 1 + gtx480.lines().position(|line| line.starts_with("count = 15")).expect("it is there");
    let Err(MachineError::Syntax { line: found, .. }) = Machine::read(&broken) else {
        panic!("it is no TOML")
    };
    assert_eq!(found, line);
    for (from, to, message) in [
        ("count = 15", "cout = 15", "there is no key `sm.cout`: did you mean `sm.count`?"),
        ("[network]", "[netwrok]", "there is no key `netwrok`: did you mean `network`?"),
        ("count = 15", "", "`sm.count` is missing"),
        ("name = \"gtx480\"", "", "`name` is missing"),
        ("count = 15", "count = \"15\"", "`sm.count` is \"15\": it must be a whole number from 1 to 1024"),
    ] {
        let error = Machine::read(&gtx480.replacen(from, to, 1)).expect_err(to);
        assert_eq!(error.to_string(), message);
    }
    let span = span_of_key(gtx480, "sm.count").expect("it is there");
    assert_eq!(&gtx480[span], "count = 15");
    let span = span_of_key(gtx480, "sm.l1.cache.misses.mshrs.entries").expect("it is there");
    assert_eq!(&gtx480[span], "entries = 64");
    let span = span_of_key(gtx480, "dram.channel.timing.faw").expect("its table is there");
    assert!(gtx480[span].starts_with("timing"));
    assert_eq!(span_of_key(gtx480, "nowhere"), None);
}

/// Cycles exclude the driver and the front end on every machine, so that machines can be compared.
#[test]
fn no_built_in_machine_has_a_launch_latency() {
    for built_in in BUILT_IN {
        assert_eq!(built_in.machine().launch_latency, 0, "{}", built_in.name);
    }
}

/// An import has the launch latency of its configuration, because the results of Accel-Sim contain it.
#[test]
fn imports_equal_the_built_ins_except_for_launch_latency_and_quirks_of_gpgpu_sim() {
    let constants = ClassName(Class::Constant);
    for (name, configuration, launch_latency, arithmetic) in
        [("gtx480", "SM2_GTX480", 0, "sp"), ("v100", "SM7_QV100", 5000, "int")]
    {
        let (config, trace) = config(configuration);
        let imported = import(name, &config, Some(&trace)).expect("it can be imported");
        let mut expected = named(name).expect("it is built in").machine();
        assert!(expected.sm_mut().units.values().all(|unit| !unit.work.contains_key(&constants)), "{name}");
        expected.about.clone_from(&imported.machine.about);
        expected.launch_latency = launch_latency;
        // Configurations time instructions of SASS, not products of matrices in PTX.
        expected.sm_mut().tensor = None;
        expected.l2.copies = Copies::Cut;
        expected.sm_mut().fetch.overlap = true;
        expected.network.in_order = true;
        // An import keeps the fixed latency of textures.
        expected.sm_mut().texture = None;
        expected.sm_mut().load_store.shared_atomic = 0;
        expected.sm_mut().load_store.misplaced_halves = expected.sm().load_store.segment == 128;
        let work = &mut expected.sm_mut().units.get_mut(arithmetic).expect("the unit is there").work;
        let addition = work[&ClassName(Class::Integer)];
        work.insert(constants, addition);
        assert_eq!(imported.machine.to_toml(), expected.to_toml());
        assert_eq!(imported.machine, expected);
        assert_eq!(Machine::read(&imported.toml).as_ref(), Ok(&imported.machine), "{}", imported.toml);
    }
}

/// BookSim's configuration says what is otherwise assumed.
#[test]
fn a_booksim_configuration_is_imported_if_given() {
    let machine = |name: &str, change: (&str, &str)| {
        let (config, trace) = config(name);
        let file = network_file(&config).expect("it names one");
        let path = format!("{}/../../reference/accelsim/configs/{name}/{file}", env!("CARGO_MANIFEST_DIR"));
        let network = fs::read_to_string(&path).expect("it is there");
        assert!(network.contains(change.0), "{network}");
        let network = network.replacen(change.0, change.1, 1);
        import_with_network(name, &config, Some(&trace), Some(&network)).expect("it can be imported")
    };
    let network = |name: &str, change| {
        let network = machine(name, change).machine.network;
        (network.latency, network.flit, network.buffer)
    };
    let same = ("fly", "fly");
    assert_eq!(network("SM2_GTX480", same), (8, 40, 9 + 64));
    assert_eq!(network("SM6_TITANX", same), (8, 40, 256 + 64));
    assert_eq!(network("SM2_GTX480", ("internal_speedup  = 2.0", "internal_speedup = 1.0")), (9, 40, 73));
    assert_eq!(network("SM2_GTX480", ("n = 1;", "n = 2;")), (11, 40, 73));
    let told = machine("SM2_GTX480", same);
    let fermi = import("SM2_GTX480", &config("SM2_GTX480").0, Some(&config("SM2_GTX480").1));
    assert_eq!(told.machine, fermi.expect("it can be imported").machine, "what is assumed is what it says");
    assert!(!told.assumed.iter().any(|sentence| sentence.contains("network")), "{:?}", told.assumed);
    let unused: Vec<&str> =
        told.unused.iter().filter(|u| u.file == File::Network).map(|u| u.option.as_str()).collect();
    assert!(unused.contains(&"traffic") && !unused.contains(&"vc_buf_size"), "{unused:?}");
    assert!(told.unused.iter().all(|u| u.effect != Effect::Unknown), "{unused:?}");
    assert_eq!(network_file(&config("SM7_QV100").0), None, "its network is the local crossbar");
}

#[test]
fn all_configurations_import() {
    for name in ["SM2_GTX480", "SM6_TITANX", "SM7_QV100", "SM86_RTX3070"] {
        let (config, trace) = config(name);
        for trace in [Some(trace.as_str()), None] {
            let imported = import(name, &config, trace).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(Machine::read(&imported.toml).as_ref(), Ok(&imported.machine), "{}", imported.toml);
            // Every option is used or listed.
            let options = |text: &str| text.lines().filter(|line| line.trim_start().starts_with('-')).count();
            let given = options(&config) + trace.map_or(0, options);
            assert!(imported.unused.len() < given, "{name}");
            for unused in &imported.unused {
                let file =
                    if unused.file == File::Config { config.as_str() } else { trace.expect("there is one") };
                let line = file.lines().nth(unused.line as usize - 1).expect("the line is there");
                assert!(line.trim_start().starts_with(&unused.option), "{name}: {unused:?}: {line}");
                assert_ne!(unused.effect, Effect::Unknown, "{name}: {unused}");
            }
        }
    }
}

#[test]
fn imports_list_assumptions_and_unused_options() {
    let machine = |name: &str| {
        let (config, trace) = config(name);
        import(name, &config, Some(&trace)).expect("it can be imported")
    };
    let titan = machine("SM6_TITANX");
    assert_eq!((titan.machine.sm().count, titan.machine.sm().l1.is_none()), (28, true));
    let assumed = titan.assumed.join("\n");
    for word in
        ["-gpgpu_gmem_skip_L1D", "-gpgpu_max_insn_issue_per_warp", "-gpgpu_memory_partition_indexing 4"]
    {
        assert!(assumed.contains(word), "{assumed}");
    }
    let ampere = machine("SM86_RTX3070");
    assert_eq!(ampere.machine.sm().l1.as_ref().and_then(|l1| l1.unified), Some(128 << 10));
    assert!(
        ampere.unused.iter().any(|u| u.option == "-specialized_unit_4"),
        "its uniform datapath has no class"
    );
    assert_eq!(ampere.assumed, Vec::<String>::new());
}

/// Unknown options come first, then those that change cycles by importance, then the others in the order of the files.
#[test]
fn unused_options_are_ordered_by_importance() {
    let (config, trace) = config("SM7_QV100");
    let config = format!("-gpgpu_n_clusters 4\n{config}\n-gpgpu_l3 1\n");
    let unused = import("x", &config, Some(&trace)).expect("it can be imported").unused;
    let rank = |effect: &Effect| match effect {
        Effect::Unknown => 0,
        Effect::Cycles(_) => 1,
        Effect::None(_) => 2,
    };
    assert!(unused.is_sorted_by_key(|unused| rank(&unused.effect)), "{unused:#?}");
    let first: Vec<&str> = unused.iter().take(2).map(|unused| unused.option.as_str()).collect();
    assert_eq!(first, ["-gpgpu_l3", "-gpgpu_scheduler"]);
    let others: Vec<_> = unused.iter().filter(|unused| rank(&unused.effect) == 2).collect();
    assert!(others.is_sorted_by_key(|unused| (unused.file, unused.line)), "{others:#?}");
    assert_eq!(
        others[0].to_string(),
        "-gpgpu_n_clusters 4 (gpgpusim.config, line 1): a later line replaces it"
    );
}

#[test]
fn malformed_options_are_named_with_their_line() {
    let (config, trace) = config("SM7_QV100");
    for (from, to, message) in [
        (
            "-gpgpu_n_clusters 80",
            "-gpgpu_n_clusters many",
            "gpgpusim.config, line 64: `-gpgpu_n_clusters many`: `many` is not a valid number",
        ),
        (
            "-gpgpu_clock_domains 1132.0:1132.0:1132.0:850.0",
            "-gpgpu_clock_domains 1132.0:850.0",
            "gpgpusim.config, line 72: `-gpgpu_clock_domains 1132.0:850.0`: expected four clocks: SMs, network, L2 and DRAM",
        ),
        (
            "-gpgpu_cache:dl1  S:4",
            "-gpgpu_cache:dl1  S:5",
            "gpgpusim.config, line 152: `-gpgpu_cache:dl1 S:5:128:64,L:T:m:L:L,A:512:8,16:0,32`: sets = 5: a power of two, at most 65536",
        ),
        (
            "-gpgpu_pipeline_widths 4,4,4,4,4,4,4,4,4,4,8,4,4",
            "-gpgpu_pipeline_widths 4,4",
            "gpgpusim.config, line 90: `-gpgpu_pipeline_widths 4,4`: expected at least 11 numbers, found 2",
        ),
        (
            "-gpgpu_sub_core_model 1",
            "-gpgpu_sub_core_model yes",
            "gpgpusim.config, line 114: `-gpgpu_sub_core_model yes`: the value must be 0 or 1",
        ),
        (
            ":CCDL=2:RTPL=3\"\n\n# HBM",
            ":CCDX=2:RTPL=3\"\n\n# HBM",
            "gpgpusim.config, line 216: `-gpgpu_dram_timing_opt nbk=16:CCD=1:RRD=3:RCD=12:RAS=28:RP=12:RC=40: CL=12:WL=2:CDLR=3:WR=10:nbkgrp=4:CCDX=2:RTPL=3`: unknown timing `CCDX`",
        ),
        (
            "-gpgpu_n_clusters 80",
            "-gpgpu_n_clusters",
            "gpgpusim.config, line 64: `-gpgpu_n_clusters` has no value",
        ),
        ("-gpgpu_cache:dl2 S", "-gpgpu_cache:dl3 S", "`-gpgpu_cache:dl2` is missing; the import needs it"),
        (
            "-gpgpu_shader_core_pipeline 2048:32",
            "-gpgpu_shader_core_pipeline 4096:32",
            "the imported machine is invalid: `sm.warps` is 128: it must be a whole number from 1 to 64; the nearest is 64",
        ),
        (
            "-gpgpu_shader_core_pipeline 2048:32",
            "-gpgpu_shader_core_pipeline 2048:64",
            "gpgpusim.config, line 82: `-gpgpu_shader_core_pipeline 2048:64`: a warp must have 32 threads",
        ),
    ] {
        assert!(config.contains(from), "{from}");
        let error = import("x", &config.replace(from, to), Some(&trace)).expect_err(to);
        assert_eq!(error.to_string(), message);
    }
    let error = import("x", &config, Some(&trace.replace("1,4,4,4,4,BRA", "1,4,4"))).expect_err("too short");
    assert_eq!(
        error.to_string(),
        "trace.config, line 10: `-specialized_unit_1 1,4,4`: expected six fields: enabled, units, latency, two widths, name"
    );
}

/// What the papers' tables say, and the bandwidth and rates that follow.
#[test]
fn the_papers_machines_are_those_of_their_tables() {
    let machine = |name: &str| named(name).expect("it is built in").machine();
    let bandwidth = |m: &Machine| f64::from(m.l2.partitions * m.dram.channel.peak()) * m.clock.dram / 1000.0;
    let l2 = |m: &Machine| (m.l2.partitions * m.l2.slices * m.l2.cache.bytes()) >> 10;
    let l1 = |m: &Machine| m.sm().l1.as_ref().map(|l1| l1.cache.bytes() >> 10);
    let pro = machine("gtx480-pro");
    assert_eq!((pro.sm().count, pro.sm().ctas, pro.sm().threads, pro.sm().schedulers), (14, 8, 1536, 2));
    assert_eq!((pro.sm().registers, pro.sm().shared, l1(&pro), l2(&pro)), (32768, 48 << 10, Some(16), 768));
    let motrr = machine("gtx480-motrr");
    assert_eq!(
        (motrr.sm().count, motrr.sm().threads, motrr.sm().registers, motrr.sm().schedulers),
        (15, 1024, 32768, 2)
    );
    assert_eq!((l1(&motrr), l2(&motrr), motrr.l2.cache.ways), (Some(16), 768, 8));
    assert_eq!(motrr.sm().fetch.cache.as_ref().map(|c| (c.bytes(), c.ways)), Some((2 << 10, 4)));
    // 32 bytes at 1.4 GHz.
    assert_eq!(f64::from(motrr.network.flit) * motrr.clock.sm, 32.0 * 1400.0);
    let m2090 = machine("m2090");
    assert_eq!((m2090.sm().count, m2090.sm().ctas, m2090.sm().warps, m2090.sm().schedulers), (16, 8, 48, 2));
    assert!((bandwidth(&m2090) - 177.0).abs() < 1.0, "{}", bandwidth(&m2090));
    let sp = &m2090.sm().units["sp"];
    let flops = |class: &str| {
        let interval = sp.work.iter().find(|(name, _)| name.0.name() == class).map(|(_, t)| t.interval);
        let rate = f64::from(sp.count) / f64::from(interval.expect("SP units do it"));
        f64::from(m2090.sm().count) * rate * 32.0 * 2.0 * m2090.clock.sm / 1000.0
    };
    assert!((flops("float") - 1330.0).abs() < 2.0, "{}", flops("float"));
    assert!((flops("double") - 650.0).abs() < 20.0, "{}", flops("double"));
}

/// What may be left out as a whole is. (Units are different where operands are not collected: see the checks.)
#[test]
fn optional_tables_are_optional() {
    let full = Table::try_from(full()).expect("a machine can be written").to_string();
    // A machine has SMs or CUs, so neither can be left out alone.
    let needed = ["sm", "cu", "sm.operands"];
    let optional = keys().optional_tables.into_iter();
    for table in optional.filter(|table| !needed.contains(&table.as_str()) && !table.contains('*')) {
        let of_machine_code = table.starts_with("sm.machine_code");
        let full = if of_machine_code { text("a100") } else { &full };
        let set: &[_] = if of_machine_code { &[("sm.dependences", "scoreboard")] } else { &[] };
        let set = [set, &[(table.as_str(), "none")]].concat();
        let without = Machine::read_with(full, &set).unwrap_or_else(|e| panic!("{table}: {e}"));
        assert!(!without.to_toml().contains(&format!("[{table}]")), "{table}");
    }
}

proptest! {
    /// Whatever texts a file has, it is refused or survives being written.
    #[test]
    fn any_text_is_refused_or_survives(about in "\\PC*|.*|[\"'\\\\\n =#\\[\\]]*", unit in "[a-z.\"\\] ]{0,8}|.*") {
        let mut machine = named("v100").expect("it is built in").machine();
        let branch = machine.sm_mut().units.remove("branch").expect("there is one");
        machine.sm_mut().units.insert(unit, branch);
        machine.about = about;
        if machine.check().is_ok() {
            prop_assert_eq!(Machine::read(&machine.to_toml()), Ok(machine));
        }
    }

    /// No override panics.
    #[test]
    fn any_override_is_refused_or_survives(at in 0usize..1000, value in "-?[0-9]{1,12}|none|true|[a-z]*|.*") {
        let keys = keys().keys;
        let path = keys[at % keys.len()].path.replace('*', "sp").replace('%', "float");
        if let Ok(machine) = Machine::read_with(text("gtx480"), &[(path, value)]) {
            prop_assert_eq!(Machine::read(&machine.to_toml()), Ok(machine));
        }
    }

    /// No configuration panics: a good one, scribbled over.
    #[test]
    fn any_configuration_is_refused_or_becomes_a_machine(
        edits in prop::collection::vec((0usize..400, 0usize..60, "[-0-9:;,=a-zA-Z\"# \n\u{1}é]{0,6}"), 1..4),
        which in prop::sample::select(vec!["SM2_GTX480", "SM6_TITANX", "SM7_QV100", "SM86_RTX3070"]),
    ) {
        let (config, trace) = config(which);
        let mut lines: Vec<String> = config.lines().map(str::to_owned).collect();
        for (line, at, text) in edits {
            let count = lines.len();
            let line = &mut lines[line % count];
            let at = line.floor_char_boundary(at.min(line.len()));
            let end = line.floor_char_boundary((at + text.len()).min(line.len()));
            line.replace_range(at..end, &text);
        }
        if let Ok(imported) = import("x", &lines.join("\n"), Some(&trace)) {
            prop_assert_eq!(Machine::read(&imported.toml), Ok(imported.machine));
        }
    }
}
