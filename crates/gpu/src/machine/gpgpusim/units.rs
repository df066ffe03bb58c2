//! Import of execution units, their queues and collectors, and the instruction classes that they execute.

use super::super::{ClassName, Pipes, Timing, Unit};
use super::Import;
use super::options::OptionError;
use std::collections::BTreeMap;
use warploom_kernel::class::Class;

/// Accel-Sim's latency of texture instructions in the `trace.config` of Volta and later GPUs.
const TEXTURE: Timing = Timing { latency: 200, interval: 4 };

/// Units of one kind in a configuration.
struct Plain {
    name: &'static str,
    /// Name of the units in option names.
    option: &'static str,
    /// Positions among `-gpgpu_pipeline_widths`: before and after the collectors.
    widths: (usize, usize),
    stage: &'static str,
    /// Defaults: number of units, of their collectors, and of the collectors' ports.
    count: u32,
    collectors: (u32, u32),
}

const PLAIN: &[Plain] = &[
    Plain { name: "sp", option: "sp", widths: (0, 5), stage: "ID_OC_SP", count: 1, collectors: (4, 1) },
    Plain { name: "dp", option: "dp", widths: (1, 6), stage: "ID_OC_DP", count: 0, collectors: (0, 0) },
    Plain { name: "int", option: "int", widths: (2, 7), stage: "ID_OC_INT", count: 0, collectors: (0, 0) },
    Plain { name: "sfu", option: "sfu", widths: (3, 8), stage: "ID_OC_SFU", count: 1, collectors: (4, 1) },
    Plain {
        name: "tensor",
        option: "tensor_core",
        widths: (11, 12),
        stage: "ID_OC_TENSOR_CORE",
        count: 0,
        collectors: (4, 1),
    },
];

/// Specialised units with an instruction class of their own, and their names here.
const SPECIAL: &[(&str, &str, Class)] = &[
    ("BRA", "branch", Class::Control),
    ("TEX", "texture", Class::Texture),
    ("TENSOR", "tensor", Class::Tensor),
];

/// Pipeline stages of every configuration; those of tensor units follow.
const STAGES: usize = 11;

/// Largest number of specialised units in Accel-Sim.
const MAX_SPECIAL: u32 = 8;

impl Import<'_> {
    /// The width of a pipeline stage, which must be the same before and after the collectors.
    pub(super) fn width(
        &mut self,
        key: &str,
        stage: &str,
        before: usize,
        after: usize,
    ) -> Result<u32, OptionError> {
        let given = self.options.need("-gpgpu_pipeline_widths")?;
        let widths = given.at_least(',', STAGES.max(after + 1))?;
        self.remark(key, format!("-gpgpu_pipeline_widths, {stage}"));
        if widths[before] != widths[after] {
            let (first, second) = (widths[before], widths[after]);
            self.assume(format!(
                "`{key}` is {first}, as before the collectors ({stage}); after them the option gives {second}"
            ));
        }
        Ok(widths[before])
    }

    /// Collectors of one kind of units and their ports. Without ports there are no collectors.
    pub(super) fn collectors(
        &mut self,
        unit: &str,
        any: bool,
        name: &str,
        (default, ports): (u32, u32),
    ) -> Result<(u32, u32), OptionError> {
        let key = format!("{unit}.collectors");
        if !any {
            self.remark(&key, "-gpgpu_enable_specialized_operand_collector 0");
            return Ok((0, 1));
        }
        let count = self.whole(&key, &format!("-gpgpu_operand_collector_num_units_{name}"), default)?;
        let ports = self.ports(&format!("{unit}.ports"), name, ports)?;
        Ok(if ports == 0 { (0, 1) } else { (count, ports) })
    }

    /// Ports of collectors.
    pub(super) fn ports(&mut self, key: &str, name: &str, default: u32) -> Result<u32, OptionError> {
        let option = |way: &str| format!("-gpgpu_operand_collector_num_{way}_ports_{name}");
        let ports = self.whole(key, &option("in"), default)?;
        let out: u32 = self.options.number(&option("out"), ports)?;
        if out != ports {
            self.assume(format!(
                "`{key}` is {ports}, as into the collectors; for ports out of them, {} gives {out}",
                option("out")
            ));
        }
        Ok(ports)
    }

    /// Units with the instruction classes that they execute.
    pub(super) fn units(&mut self, collectors_each: bool) -> Result<BTreeMap<String, Unit>, OptionError> {
        let mut units = BTreeMap::new();
        self.special_units(&mut units)?;
        for plain in PLAIN {
            // In traces, a specialised unit replaces the tensor units.
            if units.contains_key(plain.name) {
                continue;
            }
            let key = format!("sm.units.{}", plain.name);
            let count = self.whole(
                &format!("{key}.count"),
                &format!("-gpgpu_num_{}_units", plain.option),
                plain.count,
            )?;
            if count == 0 {
                continue;
            }
            let (before, after) = plain.widths;
            let queue = self.width(&format!("{key}.queue"), plain.stage, before, after)?;
            let (collectors, ports) =
                self.collectors(&key, collectors_each, plain.option, plain.collectors)?;
            let unit =
                Unit { count, queue, collectors, ports, work: BTreeMap::new(), pipes: Pipes::default() };
            units.insert(plain.name.to_owned(), unit);
        }
        let tensor_cores = units.get("tensor").is_some_and(|unit| unit.work.is_empty());
        let timings = self.timings(tensor_cores)?;
        // As in GPGPU-Sim, integers issue to SP units without INT units, and doubles to SFUs without DP units.
        let has = |name: &str| units.contains_key(name);
        let integer = if has("int") { "int" } else { "sp" };
        let double = if has("dp") { "dp" } else { "sfu" };
        let once = (Timing { latency: 1, interval: 1 }, "GPGPU-Sim has no latency for it".to_owned());
        let mut work = vec![
            (integer, Class::Integer, timings.integer.clone()),
            (integer, Class::Conversion, timings.integer.clone()),
            (integer, Class::Collective, timings.collective),
            (integer, Class::Barrier, once),
            ("sp", Class::Float, timings.float),
            (double, Class::Double, timings.double),
            ("sfu", Class::Special, timings.special.clone()),
        ];
        if self.traced {
            // Accel-Sim executes `LDC` like an addition, without an access to the constant cache.
            work.push((integer, Class::Constant, timings.integer.clone()));
        }
        if tensor_cores {
            work.push(("tensor", Class::Tensor, timings.tensor));
        } else if !has("tensor") {
            self.assume("there are no tensor units: tensor instructions use the SFU");
            work.push(("sfu", Class::Tensor, (timings.special.0, "no such units".to_owned())));
        }
        if !has("branch") {
            work.push((integer, Class::Control, timings.integer));
        }
        if !has("texture") {
            self.assume(
                "texture loads take a fixed time on the SFU, as in Accel-Sim's configurations of newer GPUs",
            );
            work.push(("sfu", Class::Texture, (TEXTURE, "as Accel-Sim's later GPUs".to_owned())));
        }
        for (name, class, (timing, from)) in work {
            if let Some(unit) = units.get_mut(name) {
                unit.work.insert(ClassName(class), timing);
                self.remark(&format!("sm.units.{name}.work.{}", class.name()), from);
            }
        }
        Ok(units)
    }

    /// Specialised units: `<enabled>,<units>,<latency>,<before>,<after>,<name>`.
    fn special_units(&mut self, units: &mut BTreeMap<String, Unit>) -> Result<(), OptionError> {
        for number in 1..=MAX_SPECIAL {
            let option = format!("-specialized_unit_{number}");
            let Some(given) = self.options.peek(&option) else { break };
            let fields: Vec<&str> = given.value.split(',').map(str::trim).collect();
            let &[enabled, count, _, before, after, name] = fields.as_slice() else {
                return Err(given.fault("expected six fields: enabled, units, latency, two widths, name"));
            };
            if given.number::<u32>(enabled)? == 0 {
                break;
            }
            let (count, before, after): (u32, u32, u32) =
                (given.number(count)?, given.number(before)?, given.number(after)?);
            // Other units execute instructions without a class of their own here.
            let Some(&(_, unit, class)) = SPECIAL.iter().find(|(known, ..)| name == *known) else { continue };
            if count == 0 {
                continue;
            }
            self.options.get(&option);
            let key = format!("sm.units.{unit}");
            self.remark(&key, format!("{option}, {name}"));
            if before != after {
                self.assume(format!(
                    "`{key}.queue` is {before}, as before the collectors; after them, {option} gives {after}"
                ));
            }
            self.remark(&format!("{key}.collectors"), "uses the shared collectors");
            let latency = format!("-trace_opcode_latency_initiation_spec_op_{number}");
            let timing = self.timing(&latency, Timing { latency: 4, interval: 4 })?;
            self.remark(&format!("{key}.work.{}", class.name()), timing.1);
            let work = BTreeMap::from([(ClassName(class), timing.0)]);
            units.insert(
                unit.to_owned(),
                Unit { count, queue: before, collectors: 0, ports: 1, work, pipes: Pipes::default() },
            );
        }
        Ok(())
    }

    /// Latency and interval of an option, with their source.
    fn timing(&mut self, option: &str, default: Timing) -> Result<SourcedTiming, OptionError> {
        let Some(given) = self.options.get(option) else {
            return Ok((default, format!("{option}, not given: GPGPU-Sim's default")));
        };
        let numbers = given.at_least(',', 2)?;
        Ok((Timing { latency: numbers[0], interval: numbers[1] }, option.to_owned()))
    }

    /// Latency and interval of PTX instructions, which are lists by operation.
    fn ptx(&mut self, kind: &str, at: usize, default: Timing) -> Result<SourcedTiming, OptionError> {
        // GPGPU-Sim's own spelling.
        let spelt = if kind == "tensor" { "tesnor" } else { kind };
        let number = |option: String, default: u32| match self.options.get(&option) {
            None => Ok(default),
            Some(given) => {
                let numbers: Vec<u32> = given.numbers(',')?;
                Ok(numbers.get(at).copied().unwrap_or(default))
            }
        };
        let latency = number(format!("-ptx_opcode_latency_{spelt}"), default.latency)?;
        let interval = number(format!("-ptx_opcode_initiation_{kind}"), default.interval)?;
        Ok((
            Timing { latency, interval },
            format!("-ptx_opcode_latency_{spelt}, -ptx_opcode_initiation_{kind}"),
        ))
    }

    /// Timings by kind. Those of tensor instructions are read only if there are tensor units.
    fn timings(&mut self, needs_tensor: bool) -> Result<Timings, OptionError> {
        let timing = |latency, interval| Timing { latency, interval };
        if self.traced {
            let mut of =
                |kind: &str| self.timing(&format!("-trace_opcode_latency_initiation_{kind}"), timing(4, 1));
            let (integer, float, double, special) = (of("int")?, of("sp")?, of("dp")?, of("sfu")?);
            let tensor = if needs_tensor { of("tensor")? } else { (timing(4, 1), String::new()) };
            return Ok(Timings { collective: integer.clone(), integer, float, double, special, tensor });
        }
        self.assume("no trace.config is given: latencies are those of PTX additions, and branches use the integer units");
        Ok(Timings {
            integer: self.ptx("int", 0, timing(1, 1))?,
            collective: self.ptx("int", 5, timing(32, 4))?,
            float: self.ptx("fp", 0, timing(1, 1))?,
            double: self.ptx("dp", 0, timing(8, 8))?,
            special: self.ptx("sfu", 0, timing(8, 8))?,
            tensor: if needs_tensor {
                self.ptx("tensor", 0, timing(64, 64))?
            } else {
                (timing(64, 64), String::new())
            },
        })
    }
}

/// A timing with the option it came from.
type SourcedTiming = (Timing, String);

/// Timings by kind of instruction.
struct Timings {
    integer: SourcedTiming,
    collective: SourcedTiming,
    float: SourcedTiming,
    double: SourcedTiming,
    special: SourcedTiming,
    tensor: SourcedTiming,
}
