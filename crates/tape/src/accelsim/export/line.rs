//! Formatter of the instruction lines of a trace.

use super::{LOCAL_BASE, SHARED_BASE, WINDOW, opcode, registers};
use crate::accelsim::Role;
use crate::accelsim::export::ExportError;
use std::fmt::Write as _;
use std::io::Write as _;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Space;
use warploom_kernel::tape::{Addresses, GenericWindows, Launch, Step};

/// Bytes of an instruction since Volta.
const INSTRUCTION_BYTES: u64 = 16;

/// Constant parts of the lines of an instruction: all but mask and addresses.
struct Parts {
    /// Text before the mask.
    before: String,
    /// Text between mask and addresses.
    after: String,
    space: Option<Space>,
    /// Whether the trace opcode uses generic addressing.
    generic: bool,
    /// Text after the addresses.
    end: String,
}

/// Formatter of the instruction lines of a launch.
pub(super) struct LineFormatter {
    parts: Vec<Parts>,
    windows: GenericWindows,
    /// Text of the last mask: it seldom changes from line to line.
    mask: (LaneMask, String),
}

impl LineFormatter {
    /// Prepares the lines of a launch, or returns the instruction that a trace cannot represent.
    pub(super) fn new(launch: &Launch) -> Result<LineFormatter, ExportError> {
        let (kernel, code) = (&launch.kernel, &*launch.code);
        let counters = counters(code).ok_or_else(|| ExportError::Code {
            kernel: kernel.clone(),
            instructions: code.instructions.len(),
        })?;
        // The kernel comes first, then the functions that it calls.
        let kernel_end = code.functions.get(1).copied().unwrap_or(usize::MAX);
        let parts = code.instructions.iter().zip(counters).enumerate().map(|(at, (instruction, counter))| {
            let opcode = instruction.opcode.clone();
            let listed = registers::of(instruction).map_err(|register| ExportError::Register {
                kernel: kernel.clone(),
                at,
                opcode: opcode.clone(),
                register: register.to_string(),
            })?;
            let name = opcode::of(instruction, at >= kernel_end).ok_or_else(|| ExportError::Opcode {
                kernel: kernel.clone(),
                at,
                opcode,
                class: instruction.class,
                does: does(instruction.effect),
            })?;
            Ok(Parts::new(instruction, counter, &name, &listed))
        });
        let parts = parts.collect::<Result<_, ExportError>>()?;
        Ok(LineFormatter { parts, windows: launch.windows.clone(), mask: (LaneMask(0), mask(LaneMask(0))) })
    }

    /// Appends the line of an executed instruction to `text`, or returns a generic address that a trace cannot represent.
    pub(super) fn write(&mut self, step: &Step<'_>, text: &mut Vec<u8>) -> Result<(), u64> {
        if self.mask.0 != step.lanes {
            self.mask = (step.lanes, mask(step.lanes));
        }
        let parts = &self.parts[step.pc.index()];
        text.extend_from_slice(parts.before.as_bytes());
        text.extend_from_slice(self.mask.1.as_bytes());
        text.extend_from_slice(parts.after.as_bytes());
        match (parts.space, step.access) {
            (None, _) => {}
            // Real traces have this form if no lane is active.
            (Some(_), None) => text.extend_from_slice(b" 1 0x0 0"),
            (Some(space), Some(addresses)) if parts.generic => {
                let moved = addresses.of(step.lanes).map(|address| moved(&self.windows, space, address));
                let moved = moved.collect::<Result<Vec<u64>, u64>>()?;
                match side_by_side(step.lanes).then(|| stride(&moved)).flatten() {
                    Some(stride) => affine(moved[0], stride, text),
                    None => list(moved.into_iter(), text),
                }
            }
            (Some(_), Some(Addresses::Affine { base, stride })) if side_by_side(step.lanes) => {
                affine(base, stride, text);
            }
            (Some(_), Some(addresses)) => list(addresses.of(step.lanes), text),
        }
        text.extend_from_slice(parts.end.as_bytes());
        Ok(())
    }
}

impl Parts {
    fn new(
        instruction: &Instruction,
        counter: u32,
        name: &str,
        listed: &registers::RegisterOperands,
    ) -> Parts {
        let mut after = String::new();
        let count = usize::from(listed.destination.is_some());
        // Writing to a string cannot fail.
        let _ = write!(after, " {count}");
        listed.destination.iter().for_each(|register| _ = write!(after, " R{register}"));
        let _ = write!(after, " {name} {}", listed.sources.len());
        listed.sources.iter().for_each(|register| _ = write!(after, " R{register}"));
        let (space, bytes) = match instruction.effect {
            Effect::Memory { space: Space::Texture, .. } => (None, 0),
            Effect::Memory { space, bytes, .. } => (Some(space), bytes),
            _ => (None, 0),
        };
        let _ = write!(after, " {bytes}");
        let access = opcode::role(name).and_then(Role::access);
        Parts {
            before: format!("{counter:04x} "),
            after,
            space,
            generic: matches!(access, Some((Space::Generic, _))),
            end: format!(" {}\n", opcode::immediate(instruction.effect)),
        }
    }
}

/// Program counter of each instruction: its address if all addresses match the Volta layout, otherwise its index. `None` if
/// they exceed 32 bits.
fn counters(code: &Code) -> Option<Vec<u32>> {
    let fits = |address: u64| address.is_multiple_of(INSTRUCTION_BYTES) && u32::try_from(address).is_ok();
    let kept = code.instructions.iter().all(|instruction| fits(instruction.address));
    let counter = |(at, instruction): (usize, &Instruction)| {
        let address = if kept { instruction.address } else { at as u64 * INSTRUCTION_BYTES };
        u32::try_from(address).ok()
    };
    code.instructions.iter().enumerate().map(counter).collect()
}

fn does(effect: Effect) -> String {
    match effect {
        Effect::None => "accesses no memory".to_owned(),
        Effect::Memory { space, kind, bytes } => {
            let kind = match kind {
                AccessKind::Load | AccessKind::LoadBypass => "loads",
                AccessKind::Store => "stores",
                AccessKind::Atomic => "changes",
                AccessKind::Reduce => "adds to",
                AccessKind::Prefetch => "prefetches",
                AccessKind::Copy | AccessKind::CopyBypass => "copies",
                AccessKind::CopyArrive => "arrives after copies at",
                AccessKind::TestMbarrier => "tests",
            };
            format!("{kind} {bytes} bytes of {space} memory")
        }
        Effect::Barrier { .. } => "is a barrier".to_owned(),
        Effect::Fence => "is a fence".to_owned(),
        Effect::CloseCopies => "closes a group of asynchronous copies".to_owned(),
        Effect::AwaitCopies { .. } => "waits for asynchronous copies".to_owned(),
        Effect::Wait { .. } => "is a wait of GCN code".to_owned(),
    }
}

/// Moves a generic address of `space` to the windows of the trace header.
fn moved(windows: &GenericWindows, space: Space, address: u64) -> Result<u64, u64> {
    let (space, offset) = windows.resolve(space, address);
    let window = match space {
        Space::Shared => SHARED_BASE,
        Space::Local => LOCAL_BASE,
        // A global address must not fall into a window.
        _ if (SHARED_BASE..LOCAL_BASE + WINDOW).contains(&address) => return Err(address),
        _ => return Ok(address),
    };
    if offset < WINDOW { Ok(window + offset) } else { Err(address) }
}

fn mask(lanes: LaneMask) -> String {
    format!("{:08x}", lanes.0)
}

/// Whether the active lanes are contiguous: only then does Accel-Sim read a stride correctly.
fn side_by_side(lanes: LaneMask) -> bool {
    let from_first = lanes.0 >> lanes.0.trailing_zeros().min(63);
    from_first & from_first.wrapping_add(1) == 0
}

/// Stride between neighbouring addresses, if it is constant.
fn stride(addresses: &[u64]) -> Option<i32> {
    let apart = |pair: &[u64]| pair[1].wrapping_sub(pair[0]);
    let first = addresses.windows(2).next().map_or(0, apart);
    let alike = addresses.windows(2).all(|pair| apart(pair) == first);
    i32::try_from(first as i64).ok().filter(|_| alike)
}

fn affine(base: u64, stride: i32, text: &mut Vec<u8>) {
    // Writing to a vector cannot fail.
    let _ = write!(text, " 1 {base:#x} {stride}");
}

fn list(addresses: impl Iterator<Item = u64>, text: &mut Vec<u8>) {
    text.extend_from_slice(b" 0");
    addresses.for_each(|address| _ = write!(text, " {address:#x}"));
}
