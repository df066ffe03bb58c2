//! Launch files: host copies and launches in order, and what they put in memory and registers.

use super::reference::Reference;
use std::collections::BTreeMap;
use warploom_kernel::execute::{Launch, Memory, MemoryError};
use warploom_kernel::gcn::InitialState;

/// Bytes of a constant buffer.
const CONSTANT_BUFFER: u64 = 0x4000;
/// Bytes of an entry of the UAV table.
const UAV_ENTRY: u64 = 32;
/// Bytes of the tables of constant buffers, resources and UAVs, which are adjacent.
const TABLES: u64 = 0x500;

/// A line, or group of lines, of a launch file.
#[derive(Debug)]
pub enum Step {
    Copy { address: u64, bytes: u64, sequence: u32 },
    Launch(Box<Recorded>),
}

/// A launch.
#[derive(Debug, Default)]
pub struct Recorded {
    pub kernel: String,
    dimensions: u32,
    global: [u32; 3],
    local: [u32; 3],
    /// Bytes of local data share, arguments included.
    lds: u32,
    group_ids: u8,
    constant_table: u64,
    uav_table: u64,
    constant_buffers: u64,
    registers: Vec<Register>,
    pub arguments: Vec<Argument>,
}

/// What a group of scalar registers holds at the start.
#[derive(Debug)]
struct Register {
    class: u32,
    slot: u32,
    first: usize,
}

/// An argument and where the kernel finds it in the constant buffers.
#[derive(Debug)]
pub struct Argument {
    pub name: String,
    buffer: u64,
    offset: u64,
    pub value: Value,
}

#[derive(Debug)]
pub enum Value {
    Bytes(Vec<u8>),
    /// A buffer in global memory, reached through entry `uav` of the UAV table.
    Global {
        uav: u64,
        address: u64,
        bytes: u64,
    },
    /// Local data share.
    Local {
        bytes: u32,
    },
}

/// Fields of a line: words, found by the word before them.
struct Fields<'a>(Vec<&'a str>);

impl<'a> Fields<'a> {
    fn after(&self, key: &str, nth: usize) -> &'a str {
        let at = self.0.iter().position(|word| *word == key);
        let at = at.unwrap_or_else(|| panic!("no `{key}` in {:?}", self.0));
        self.0[at + 1 + nth]
    }

    fn number<T: TryFrom<u64>>(&self, key: &str) -> T {
        self.nth(key, 0)
    }

    fn nth<T: TryFrom<u64>>(&self, key: &str, nth: usize) -> T {
        let word = self.after(key, nth);
        let value = word.parse::<u64>().ok().and_then(|n| T::try_from(n).ok());
        value.unwrap_or_else(|| panic!("`{word}` is no number in {:?}", self.0))
    }

    fn address(&self, key: &str) -> u64 {
        hex(self.after(key, 0))
    }

    fn triple(&self, key: &str) -> [u32; 3] {
        [0, 1, 2].map(|nth| self.nth(key, nth))
    }
}

pub fn hex(word: &str) -> u64 {
    u64::from_str_radix(word, 16).unwrap_or_else(|_| panic!("`{word}` is no hexadecimal number"))
}

/// The steps of a launch file.
pub fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let fields = Fields(line.split_whitespace().collect());
        let kind = fields.0.first().copied().unwrap_or("");
        match (kind, steps.last_mut()) {
            ("H", _) => steps.push(Step::Copy {
                address: fields.address("write"),
                bytes: fields.nth("write", 1),
                sequence: fields.number("seq"),
            }),
            ("N", _) => steps.push(Step::Launch(Box::new(Recorded {
                kernel: fields.0[2].to_owned(),
                dimensions: fields.number("dim"),
                global: fields.triple("global"),
                local: fields.triple("local"),
                lds: fields.number("lds"),
                group_ids: fields.number("wgid_sgpr"),
                ..Recorded::default()
            }))),
            ("T", Some(Step::Launch(launch))) => {
                launch.constant_table = fields.address("consttab");
                launch.uav_table = fields.address("uavtab");
                launch.constant_buffers = fields.address("cb");
            }
            ("R", Some(Step::Launch(launch))) => launch.registers.push(Register {
                class: fields.number("class"),
                slot: fields.number("slot"),
                first: fields.number("sreg"),
            }),
            ("A", Some(Step::Launch(launch))) => launch.arguments.push(argument(&fields)),
            // Pages in order of first touch matter to timing only.
            ("P", _) => {}
            _ => panic!("the launch file has an unexpected line: {line}"),
        }
    }
    steps
}

fn argument(fields: &Fields<'_>) -> Argument {
    let value = match (fields.0[3], fields.0.contains(&"scope").then(|| fields.number("scope"))) {
        ("value", _) => {
            let digits = fields.after("size", 1);
            let bytes = digits.as_bytes().chunks(2);
            Value::Bytes(bytes.map(|pair| hex(&String::from_utf8_lossy(pair)) as u8).collect())
        }
        ("pointer", Some(4)) => Value::Global {
            uav: fields.number("buf"),
            address: fields.address("ptr"),
            bytes: fields.number("size"),
        },
        ("pointer", Some(7)) => Value::Local { bytes: fields.number("size") },
        _ => panic!("the launch file has an unexpected argument: {:?}", fields.0),
    };
    let (buffer, offset) = (fields.number("cb"), fields.number("off"));
    Argument { name: fields.0[2].to_owned(), buffer, offset, value }
}

/// Allocates all buffers of a run.
pub fn allocate(memory: &mut Memory, steps: &[Step]) -> Result<(), MemoryError> {
    let mut regions = BTreeMap::<u64, (u64, &str)>::new();
    let mut region = |address, bytes, name| {
        let known = regions.entry(address).or_insert((bytes, name));
        known.0 = known.0.max(bytes);
    };
    for step in steps {
        match step {
            Step::Copy { address, bytes, .. } => region(*address, *bytes, "copied"),
            Step::Launch(launch) => {
                for argument in &launch.arguments {
                    if let Value::Global { address, bytes, .. } = argument.value {
                        region(address, bytes, &argument.name);
                    }
                }
            }
        }
    }
    for (address, (bytes, name)) in regions {
        memory.allocate_at(name, address, bytes)?;
    }
    Ok(())
}

/// Copies the bytes of a host copy. Fills the buffer with small numbers if the folder does not have its bytes.
pub fn copy(
    memory: &mut Memory,
    reference: &Reference,
    run: &str,
    (address, bytes, sequence): (u64, u64, u32),
) -> Result<(), MemoryError> {
    let data = reference.copied(run, sequence, address);
    let data = data.unwrap_or_else(|| (0..bytes / 4).flat_map(|n| (n as u32 % 251).to_le_bytes()).collect());
    assert_eq!(data.len() as u64, bytes, "{run}: host copy {sequence}");
    memory.write(address, &data)
}

impl Recorded {
    /// The launch, and the registers at its start. Writes the tables and the constant buffers.
    pub fn prepare(&self, memory: &mut Memory) -> Result<(Launch, InitialState), MemoryError> {
        memory.allocate_at("tables", self.constant_table, TABLES)?;
        memory.allocate_at("constant buffers", self.constant_buffers, 2 * CONSTANT_BUFFER)?;
        self.write_sizes(memory)?;
        let arguments = self.arguments.iter().map(|a| match a.value {
            Value::Local { bytes } => bytes,
            _ => 0,
        });
        // Local arguments follow the static variables, in order.
        let mut local = self.lds.saturating_sub(arguments.sum());
        for argument in &self.arguments {
            let cell = self.constant_buffers + argument.buffer * CONSTANT_BUFFER + argument.offset;
            match &argument.value {
                Value::Bytes(bytes) => memory.write(cell, bytes)?,
                // The descriptor has the address; the argument is the offset in the buffer.
                Value::Global { uav, address, bytes } => {
                    memory.write(self.uav_table + uav * UAV_ENTRY, &words(&resource(*address, *bytes)))?;
                }
                Value::Local { bytes } => {
                    memory.write(cell, &local.to_le_bytes())?;
                    local += bytes;
                }
            }
        }
        let grid = [0, 1, 2].map(|axis| self.global[axis] / self.local[axis]);
        let mut launch = Launch::new(grid, self.local);
        launch.shared = local.max(self.lds);
        let state = InitialState { scalars: self.scalars(), group_ids: self.group_ids };
        Ok((launch, state))
    }

    /// Writes constant buffer 0: sizes of the launch and constants of the mathematical library.
    fn write_sizes(&self, memory: &mut Memory) -> Result<(), MemoryError> {
        let base = self.constant_buffers;
        let (global, local) = (self.global, self.local);
        memory.write(base, &words(&[global[0], global[1], global[2], self.dimensions]))?;
        memory.write(base + 16, &words(&[local[0], local[1], local[2]]))?;
        memory.write(base + 32, &words(&[0, 1, 2].map(|axis| global[axis] / local[axis])))?;
        memory.write(base + 80, &words(&[0.0f32, 0.5, 1.0, 2.0].map(f32::to_bits)))
    }

    fn scalars(&self) -> Vec<u32> {
        let mut scalars = vec![0; 104];
        for register in &self.registers {
            let slot = u64::from(register.slot);
            let uav = || {
                self.arguments.iter().find_map(|a| match a.value {
                    Value::Global { uav, address, bytes } if uav == slot => Some(resource(address, bytes)),
                    _ => None,
                })
            };
            let value = match register.class {
                2 => resource(self.constant_buffers + slot * CONSTANT_BUFFER, CONSTANT_BUFFER).to_vec(),
                4 => uav().unwrap_or_else(|| panic!("no argument is in UAV {slot}")).to_vec(),
                23 => vec![self.uav_table as u32, (self.uav_table >> 32) as u32],
                class => panic!("user registers of class {class} are not known"),
            };
            scalars[register.first..register.first + value.len()].copy_from_slice(&value);
        }
        scalars
    }
}

/// A buffer resource without stride.
fn resource(address: u64, bytes: u64) -> [u32; 4] {
    [address as u32, (address >> 32) as u32, bytes as u32, 0]
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}
