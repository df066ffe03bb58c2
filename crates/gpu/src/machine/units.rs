//! The description of execution units and their timing.

use super::{Pipes, is_default, is_zero, one};
use crate::described::Kind::Whole;
use crate::described::{by_class, described, optional, optional_table, value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warploom_kernel::class::Class;
use warploom_kernel::code::Instruction;
use warploom_kernel::operation::{MatrixNumbers, MatrixProduct, Numbers, Operation};

described! {
    /// Execution units of one kind.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Unit {
        /// Units per SM.
        pub count: u32 = value(Whole(1, 64)),
        /// Entries of the queues before and after the collectors, in the whole SM; only with operand collectors.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub queue: u32 = optional(Whole(1, 64)),
        /// Collectors for these units only, in the whole SM.
        #[serde(default)]
        pub collectors: u32 = optional(Whole(0, 64)),
        /// Instructions that enter, and that leave, these collectors per step.
        #[serde(default = "one")]
        pub ports: u32 = optional(Whole(1, 64)),
        /// The instruction classes that they execute.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        pub work: BTreeMap<ClassName, Timing> = by_class(Timing::FIELDS),
        /// The pipes of machine code that they have, on a machine with `sm.machine_code`.
        #[serde(default, skip_serializing_if = "is_default")]
        pub pipes: Pipes = optional_table(Pipes::FIELDS),
    }

    /// Latency and throughput of an instruction class.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Timing {
        /// Cycles from unit start to result; without operand collectors, from issue to the issue of a dependent.
        pub latency: u32 = value(Whole(1, 1000)),
        /// Initiation interval: cycles between the starts of two instructions on one unit.
        pub interval: u32 = value(Whole(1, 1000)),
    }

    /// Timing of arithmetic operations by type of numbers. Additions, and operations without an entry, have the timing of their class.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Arithmetic {
        /// Minima and maxima of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_min_max: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_multiply: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications with addition of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_multiply_add: Option<Timing> = optional_table(Timing::FIELDS),
        /// Divisions and remainders of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_divide: Option<Timing> = optional_table(Timing::FIELDS),
        /// Comparisons, logic, shifts, selections and moves of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_other: Option<Timing> = optional_table(Timing::FIELDS),
        /// Minima and maxima in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_min_max: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_multiply: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications with addition in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_multiply_add: Option<Timing> = optional_table(Timing::FIELDS),
        /// Divisions and remainders in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_divide: Option<Timing> = optional_table(Timing::FIELDS),
        /// Comparisons and other operations in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_other: Option<Timing> = optional_table(Timing::FIELDS),
        /// Minima and maxima in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_min_max: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_multiply: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications with addition in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_multiply_add: Option<Timing> = optional_table(Timing::FIELDS),
        /// Divisions and remainders in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_divide: Option<Timing> = optional_table(Timing::FIELDS),
        /// Comparisons and other operations in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_other: Option<Timing> = optional_table(Timing::FIELDS),
    }

    /// Timing of matrix products by type of numbers, in PTX and in machine code that has control fields. Each is that of a 16 × 8 product
    /// with 32 bytes along k (m16n8k16 of f16, m16n8k32 of s8); other shapes take time in proportion. A type without an entry has the
    /// timing of the class, or of the pipe, `tensor`; so has any product in a trace.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Tensor {
        /// f16, with sums in f16.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub half: Option<Timing> = optional_table(Timing::FIELDS),
        /// f16 and bf16, with sums in f32.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub single: Option<Timing> = optional_table(Timing::FIELDS),
        /// tf32.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tf32: Option<Timing> = optional_table(Timing::FIELDS),
        /// f64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double: Option<Timing> = optional_table(Timing::FIELDS),
        /// s8 and u8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub byte: Option<Timing> = optional_table(Timing::FIELDS),
        /// s4 and u4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub nibble: Option<Timing> = optional_table(Timing::FIELDS),
        /// Single bits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bit: Option<Timing> = optional_table(Timing::FIELDS),
    }
}

impl Arithmetic {
    /// The timing of an instruction, if it differs from that of its class.
    pub(crate) fn timing(&self, instruction: &Instruction) -> Option<Timing> {
        let [min_max, multiply, multiply_add, divide, other] = match Numbers::of(instruction) {
            Numbers::Integer => [
                self.integer_min_max,
                self.integer_multiply,
                self.integer_multiply_add,
                self.integer_divide,
                self.integer_other,
            ],
            Numbers::Float => [
                self.float_min_max,
                self.float_multiply,
                self.float_multiply_add,
                self.float_divide,
                self.float_other,
            ],
            Numbers::Double => [
                self.double_min_max,
                self.double_multiply,
                self.double_multiply_add,
                self.double_divide,
                self.double_other,
            ],
        };
        match Operation::of(instruction) {
            Operation::MinMax => min_max,
            Operation::Multiply => multiply,
            Operation::MultiplyAdd => multiply_add,
            Operation::Divide => divide,
            // Conversions, accesses, barriers and branches are not arithmetic.
            Operation::Other => {
                let is_arithmetic =
                    matches!(instruction.class, Class::Integer | Class::Float | Class::Double);
                other.filter(|_| is_arithmetic)
            }
            Operation::Add | Operation::Function => None,
        }
    }
}

impl Tensor {
    /// The timing of a matrix product, if its type has one.
    ///
    /// The unit takes multiply-adds at a fixed rate, and the result is ready a fixed time after it has taken the last of them. A larger
    /// product is so many instructions of the hardware, one after the other.
    pub(crate) fn timing(&self, product: MatrixProduct) -> Option<Timing> {
        let reference = match product.numbers {
            MatrixNumbers::Half => self.half,
            MatrixNumbers::Single => self.single,
            MatrixNumbers::Tf32 => self.tf32,
            MatrixNumbers::Double => self.double,
            MatrixNumbers::Byte => self.byte,
            MatrixNumbers::Nibble => self.nibble,
            MatrixNumbers::Bit => self.bit,
        }?;
        let interval = (reference.interval * product.multiply_adds).div_ceil(product.reference).max(1);
        let latency = (reference.latency + interval).saturating_sub(reference.interval).max(1);
        Some(Timing { latency, interval })
    }
}

/// An instruction class, written by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClassName(pub Class);

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ClassName, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Class::SM.into_iter().find(|class| class.name() == name);
        found.map(ClassName).ok_or_else(|| {
            let near = warploom_kernel::names::nearest(&name, Class::SM.into_iter().map(Class::name));
            let hint = near.map_or(String::new(), |near| format!(": did you mean `{near}`?"));
            serde::de::Error::custom(format!("there is no class of instructions `{name}`{hint}"))
        })
    }
}

impl Serialize for ClassName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.name().serialize(serializer)
    }
}

/// Whether the load-store unit executes instructions of a class.
pub(crate) fn is_load_store(class: Class) -> bool {
    use Class::*;
    matches!(class, Global | Local | Atomic | Shared | Constant)
}
