//! Import of GPGPU-Sim and Accel-Sim configurations.
//!
//! Options mean what they mean in GPGPU-Sim, and missing options have its defaults. The result lists every option that
//! was not used, with its effect on cycles, and every assumption that was made.

mod effect;
mod memory;
mod network;
mod options;
mod units;

pub use effect::Effect;
pub use options::{File, OptionError};

use super::write::{Remarks, layout};
use super::{Clocks, Dependences, Fetch, L1, LoadStore, Machine, MachineError, Operands, SmDescription};
use crate::memory::cache;
use options::{GivenOption, Options};
use std::fmt;

/// An imported machine.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    pub machine: Machine,
    /// Its description, with the option that each value came from and the unused options that may change cycles.
    pub toml: String,
    /// Unused options: unknown ones first, then those that change cycles, the most important first, then the others.
    pub unused: Vec<Unused>,
    /// Assumptions, in sentences: what the options leave open, or describe in a way that a machine cannot.
    pub assumed: Vec<String>,
}

/// An option that the import did not use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unused {
    pub file: File,
    /// The line, from 1.
    pub line: u32,
    pub option: String,
    pub value: String,
    /// Its effect on cycles.
    pub effect: Effect,
}

impl fmt::Display for Unused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unused { file, line, option, value, effect } = self;
        write!(f, "{option} {value} ({file}, line {line})")?;
        match effect {
            Effect::Unknown => Ok(()),
            Effect::Cycles(text) | Effect::None(text) => write!(f, ": {text}"),
        }
    }
}

impl Imported {
    /// Unused options without an effect on cycles, as TOML comments.
    pub fn ineffective_options(&self) -> String {
        let none = self.unused.iter().filter(|unused| matches!(unused.effect, Effect::None(_)));
        comments("Unused options without an effect on cycles:", none)
    }
}

/// Why a configuration cannot be imported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    /// An option is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The resulting machine is invalid.
    #[error("the imported machine is invalid: {0}")]
    Machine(#[from] MachineError),
}

/// Imports a machine from the texts of a `gpgpusim.config` and a `trace.config`.
///
/// Without a `trace.config`, latencies are those of PTX instructions.
///
/// # Errors
/// If an option is malformed or a required one is missing, or if the resulting machine is invalid.
pub fn import(name: &str, config: &str, trace: Option<&str>) -> Result<Imported, ImportError> {
    import_with_network(name, config, trace, None)
}

/// The network configuration file that a `gpgpusim.config` names.
pub fn network_file(config: &str) -> Option<String> {
    let mut options = Options::new();
    options.read(File::Config, config).ok()?;
    let simulated = options.number("-network_mode", 1).ok()? == 1;
    options.get("-inter_config_file").filter(|_| simulated).map(|given| given.value.clone())
}

/// The same as [`import`], with the text of the network configuration.
///
/// # Errors
/// As [`import`].
pub fn import_with_network(
    name: &str,
    config: &str,
    trace: Option<&str>,
    network: Option<&str>,
) -> Result<Imported, ImportError> {
    let mut options = Options::new();
    options.read(File::Config, config)?;
    if let Some(trace) = trace {
        options.read(File::Trace, trace)?;
    }
    if let Some(network) = network {
        options.read_network(network)?;
    }
    let mut import = Import {
        options: &options,
        traced: trace.is_some(),
        networked: network.is_some(),
        remarks: Remarks::new(),
        assumed: Vec::new(),
    };
    let machine = import.machine(name)?;
    machine.check()?;
    let Import { remarks, assumed, .. } = import;
    let unused = unused(&options, trace.is_some());
    let toml = text(&layout(&machine, &remarks), &assumed, &unused);
    Ok(Imported { machine, toml, unused, assumed })
}

/// Unused options, by importance.
fn unused(options: &Options, traced: bool) -> Vec<Unused> {
    let mut ranked: Vec<(usize, Unused)> = Vec::new();
    for given in options.unused() {
        let GivenOption { file, line, option, value, .. } = given;
        let (rank, effect) = match options.is_replaced(given) {
            true => (usize::MAX, Effect::None("a later line replaces it")),
            false => effect::of(option, value, options, traced),
        };
        let (option, value) = (option.clone(), value.clone());
        ranked.push((rank, Unused { file: *file, line: *line, option, value, effect }));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, unused)| unused).collect()
}

/// The description, with assumptions above and unused options that may change cycles below.
fn text(description: &str, assumed: &[String], unused: &[Unused]) -> String {
    let mut text: String = assumed.iter().map(|sentence| format!("# Assumed: {sentence}\n")).collect();
    if !assumed.is_empty() {
        text.push('\n');
    }
    text.push_str(description);
    let of = |kind: fn(&Effect) -> bool| unused.iter().filter(move |unused| kind(&unused.effect));
    text.push_str(&comments("Unknown options:", of(|effect| matches!(effect, Effect::Unknown))));
    let heading = "Unused options that change cycles, the most important first:";
    text.push_str(&comments(heading, of(|effect| matches!(effect, Effect::Cycles(_)))));
    text
}

/// Options as TOML comments under a heading; nothing if there are none.
fn comments<'a>(heading: &str, unused: impl Iterator<Item = &'a Unused>) -> String {
    let mut text = String::new();
    for unused in unused {
        if text.is_empty() {
            text.push_str(&format!("\n# {heading}\n"));
        }
        // TOML comments must not contain control characters.
        let line = unused.to_string().replace(char::is_control, "?");
        text.push_str(&format!("# {line}\n"));
    }
    text
}

/// The state of an import.
struct Import<'a> {
    options: &'a Options,
    /// Whether latencies come from a `trace.config`.
    traced: bool,
    /// Whether a network configuration was given.
    networked: bool,
    remarks: Remarks,
    assumed: Vec<String>,
}

impl Import<'_> {
    /// Notes the source of a value.
    fn remark(&mut self, key: &str, from: impl Into<String>) {
        self.remarks.insert(key.to_owned(), from.into());
    }

    fn assume(&mut self, sentence: impl Into<String>) {
        self.assumed.push(sentence.into());
    }

    /// Reads a number from an option and notes the option as the key's source.
    fn whole(&mut self, key: &str, option: &str, default: u32) -> Result<u32, OptionError> {
        let given = self.options.get(option).is_some();
        self.remark(
            key,
            if given { option.to_owned() } else { format!("{option}, not given: GPGPU-Sim's default") },
        );
        self.options.number(option, default)
    }

    /// Reads a flag from an option and notes the option as the key's source.
    fn flag(&mut self, key: &str, option: &str, default: bool) -> Result<bool, OptionError> {
        self.remark(key, option);
        self.options.flag(option, default)
    }

    /// Reads a cache, if the configuration has it.
    fn cache(&mut self, key: &str, option: &'static str) -> Result<Option<cache::Description>, OptionError> {
        self.remark(key, option);
        let given = self.options.need(option)?;
        cache::Description::from_gpgpusim(&given.value).map_err(|error| given.fault(error))
    }

    fn machine(&mut self, name: &str) -> Result<Machine, OptionError> {
        let launch_latency = self.whole("launch_latency", "-gpgpu_kernel_launch_latency", 0)?;
        let (clock, network_clock) = self.clocks()?;
        let sm = self.sm()?;
        let network = self.network(clock.sm / network_clock)?;
        let (l2, dram) = (self.l2()?, self.dram()?);
        let about = "imported from a GPGPU-Sim configuration".to_owned();
        Ok(Machine {
            name: name.to_owned(),
            about,
            launch_latency,
            cta_interval: None,
            clock,
            sm: Some(sm),
            cu: None,
            network,
            l2,
            dram,
        })
    }

    /// The clocks, and the network's clock.
    fn clocks(&mut self) -> Result<(Clocks, f64), OptionError> {
        let given = self.options.need("-gpgpu_clock_domains")?;
        let clocks: Vec<f64> = given.numbers(':')?;
        let &[sm, network, l2, dram] = clocks.as_slice() else {
            return Err(given.fault("expected four clocks: SMs, network, L2 and DRAM"));
        };
        if clocks.iter().any(|clock| !(1.0..=1e5).contains(clock)) {
            return Err(given.fault("a clock must be from 1 to 100000 MHz"));
        }
        self.remark("clock", "-gpgpu_clock_domains");
        if l2 != sm {
            self.assume(format!(
                "the L2 runs at the SMs' {sm} MHz instead of {l2} MHz (-gpgpu_clock_domains)"
            ));
        }
        if network != sm {
            self.assume(format!(
                "the network's width and latency are converted from {network} MHz to the SMs' {sm} MHz"
            ));
        }
        Ok((Clocks { sm, memory: None, dram }, network))
    }

    fn sm(&mut self) -> Result<SmDescription, OptionError> {
        let clusters: u32 = self.options.number("-gpgpu_n_clusters", 10)?;
        let each: u32 = self.options.number("-gpgpu_n_cores_per_cluster", 3)?;
        self.remark("sm.count", "-gpgpu_n_clusters times -gpgpu_n_cores_per_cluster");
        let (threads, warps) = self.threads()?;
        self.remark("sm.register_unit", "GPGPU-Sim rounds a thread's registers up to four");
        self.remark("sm.shared_unit", "GPGPU-Sim does not round shared memory");
        let issues: u32 = self.options.number("-gpgpu_max_insn_issue_per_warp", 2)?;
        if issues > 1 {
            self.assume(format!(
                "a scheduler issues one instruction per cycle; -gpgpu_max_insn_issue_per_warp allows {issues}"
            ));
        }
        let collectors_each = self.options.flag("-gpgpu_enable_specialized_operand_collector", true)?;
        Ok(SmDescription {
            arithmetic: None,
            tensor: None,
            count: clusters.saturating_mul(each),
            warps,
            ctas: self.whole("sm.ctas", "-gpgpu_shader_cta", 32)?,
            threads,
            registers: self.whole("sm.registers", "-gpgpu_shader_registers", 8192)?,
            register_unit: 4,
            shared: self.whole("sm.shared", "-gpgpu_shmem_size", 16384)?,
            shared_unit: 1,
            schedulers: self.whole("sm.schedulers", "-gpgpu_num_sched_per_core", 1)?,
            subcores: self.flag("sm.subcores", "-gpgpu_sub_core_model", false)?,
            guard_latency: None,
            dependences: Dependences::Scoreboard,
            machine_code: None,
            texture: None,
            fetch: self.fetch()?,
            operands: Some(Operands {
                banks: self.whole("sm.operands.banks", "-gpgpu_num_reg_banks", 8)?,
                reads: self.whole("sm.operands.reads", "-gpgpu_reg_file_port_throughput", 1)?,
                results: self.width("sm.operands.results", "EX_WB", 10, 10)?,
                collectors: self.whole(
                    "sm.operands.collectors",
                    "-gpgpu_operand_collector_num_units_gen",
                    0,
                )?,
                ports: self.ports("sm.operands.ports", "gen", 0)?.max(1),
            }),
            units: self.units(collectors_each)?,
            load_store: self.load_store(collectors_each)?,
            l1: self.l1()?,
            constants: self.unless_perfect("sm.constants", "-gpgpu_const_cache:l1")?,
        })
    }

    fn threads(&mut self) -> Result<(u32, u32), OptionError> {
        let given = self.options.need("-gpgpu_shader_core_pipeline")?;
        let &[threads, width] = given.at_least(':', 2)?.as_slice() else {
            return Err(given.fault("expected two numbers: threads per SM and threads per warp"));
        };
        if width != 32 {
            return Err(given.fault("a warp must have 32 threads"));
        }
        self.remark("sm.threads", "-gpgpu_shader_core_pipeline");
        self.remark("sm.warps", "-gpgpu_shader_core_pipeline: threads divided by 32");
        Ok((threads, threads / width))
    }

    fn fetch(&mut self) -> Result<Fetch, OptionError> {
        self.remark("sm.fetch.instructions", "GPGPU-Sim's instruction buffer holds two");
        let bytes = if self.traced { 16 } else { 8 };
        self.remark(
            "sm.fetch.bytes",
            if self.traced { "size of an instruction in traces" } else { "size of a PTX instruction" },
        );
        if self.traced {
            self.remark("sm.fetch.overlap", "traces give addresses relative to a function");
        }
        Ok(Fetch {
            warps: self.whole("sm.fetch.warps", "-gpgpu_inst_fetch_throughput", 1)?,
            instructions: 2,
            bytes,
            cache: self.unless_perfect("sm.fetch.cache", "-gpgpu_cache:il1")?,
            overlap: self.traced,
        })
    }

    /// Reads a cache, unless the configuration makes it perfect.
    fn unless_perfect(
        &mut self,
        key: &str,
        option: &'static str,
    ) -> Result<Option<cache::Description>, OptionError> {
        match self.options.flag("-gpgpu_perfect_inst_const_cache", false)? {
            true => Ok(None),
            false => self.cache(key, option),
        }
    }

    fn load_store(&mut self, collectors_each: bool) -> Result<LoadStore, OptionError> {
        let queue = self.width("sm.load_store.queue", "ID_OC_MEM", 4, 9)?;
        let (collectors, ports) = self.collectors("sm.load_store", collectors_each, "mem", (2, 1))?;
        let generation: u32 = self.options.number("-gpgpu_coalesce_arch", 13)?;
        self.remark("sm.load_store.segment", "-gpgpu_coalesce_arch");
        if generation < 20 {
            self.assume("accesses are coalesced as on Fermi; -gpgpu_coalesce_arch names an older GPU");
        }
        let skips = self.options.flag("-gpgpu_gmem_skip_L1D", false)?;
        let sectors = generation >= 40 || generation >= 20 && skips;
        Ok(LoadStore {
            queue,
            collectors,
            ports,
            shared_latency: self.whole("sm.load_store.shared_latency", "-gpgpu_smem_latency", 3)?,
            shared_banks: self.whole("sm.load_store.shared_banks", "-gpgpu_shmem_num_banks", 16)?,
            shared_atomic: 0,
            segment: if sectors { 32 } else { 128 },
            misplaced_halves: !sectors,
        })
    }

    fn l1(&mut self) -> Result<Option<L1>, OptionError> {
        if self.options.flag("-gpgpu_gmem_skip_L1D", false)? {
            self.assume(
                "there is no L1: global accesses skip it (-gpgpu_gmem_skip_L1D 1), and here local accesses do too",
            );
            return Ok(None);
        }
        if self.options.get("-gpgpu_cache:dl1").is_none() {
            return Ok(None);
        }
        let Some(mut cache) = self.cache("sm.l1.cache", "-gpgpu_cache:dl1")? else { return Ok(None) };
        let spared: u32 = self.options.number("-gpgpu_l1_cache_write_ratio", 0)?;
        cache.dirty_percent = spared;
        self.remark("sm.l1.cache.dirty_percent", "-gpgpu_l1_cache_write_ratio");
        let (mut unified, mut carveouts) = (None, Vec::new());
        if self.options.flag("-gpgpu_adaptive_cache_config", false)? {
            let size = self.options.need("-gpgpu_unified_l1d_size")?;
            let kib: u32 = size.number(&size.value)?;
            let bytes = kib.checked_mul(1024).filter(|n| *n <= 1 << 24);
            let bytes = bytes.ok_or_else(|| size.fault("the size must be at most 16384 KiB"))?;
            let given = self.options.need("-gpgpu_shmem_option")?;
            carveouts = given.numbers::<u32>(',')?.into_iter().map(|kib| kib.saturating_mul(1024)).collect();
            carveouts.sort_unstable();
            unified = Some(bytes);
            cache.most_ways = Some(bytes / (cache.sets * cache.line_bytes));
            self.remark("sm.l1.unified", "-gpgpu_unified_l1d_size, in KiB there");
            self.remark("sm.l1.carveouts", "-gpgpu_shmem_option, in KiB there");
            self.remark("sm.l1.cache.most_ways", "all of the unified memory");
        }
        Ok(Some(L1 {
            latency: self.whole("sm.l1.latency", "-gpgpu_l1_latency", 1)?,
            banks: self.whole("sm.l1.banks", "-gpgpu_l1_banks", 1)?,
            unified,
            carveouts,
            flush: self.flag("sm.l1.flush", "-gpgpu_flush_l1_cache", false)?,
            cache,
        }))
    }
}
