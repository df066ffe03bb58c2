//! Device memory and registers of a recorded run, as its launch file describes them.

use super::error::ExecutionReason as Reason;
use super::launch_file::{Argument, CONSTANT_BUFFER, Content, LaunchState, Tables, UAVS, Value};
use std::cmp::Reverse;
use warploom_kernel::execute::{Launch, Memory, MemoryError};
use warploom_kernel::gcn::InitialState;
use warploom_tape::multi2sim::RecordedLaunch;

/// Bytes of device memory: more than any recorded run takes. A launch file with a wrong size does not take the host's memory.
const MEMORY: u64 = 1 << 30;
/// Bytes of an entry of the table of UAVs.
const UAV_ENTRY: u64 = 32;
/// Instructions of a wavefront at most: a hundred times those of the longest recorded kernel.
const INSTRUCTIONS: u64 = 10_000_000;

/// Constants of the mathematical library, which follow the sizes of the launch in constant buffer 0.
const CONSTANTS: [f32; 4] = [0.0, 0.5, 1.0, 2.0];
const CONSTANTS_OFFSET: u64 = 80;

/// Bytes that a run accesses, with the name for error messages and the line that names them.
struct Region {
    start: u64,
    end: u64,
    name: String,
    line: u64,
}

/// An error, and the line that caused it.
pub(super) type AtLine = (Reason, u64);

/// Memory with all buffers and tables of a run.
///
/// Regions that overlap are one allocation: a host program may use freed memory again.
pub(super) fn memory(launches: &[LaunchState]) -> Result<Memory, AtLine> {
    let mut regions: Vec<Region> = Vec::new();
    let mut add = |name: &str, address: u64, bytes: u64, line| {
        let end = address.checked_add(bytes);
        let end = end.ok_or_else(|| (MemoryError::Range { address, bytes }.into(), line))?;
        regions.push(Region { start: address, end, name: name.to_owned(), line });
        Ok::<(), AtLine>(())
    };
    for launch in launches {
        for copy in &launch.copies {
            add("host copy", copy.address, copy.bytes, copy.line)?;
        }
        for argument in &launch.arguments {
            if let Value::Global { address, bytes, .. } = argument.value {
                add(&argument.name, address, bytes, argument.line)?;
            }
        }
        let Some(tables) = launch.tables else { return Err((Reason::NoTables, launch.line)) };
        add("table of UAVs", tables.uavs, UAVS * UAV_ENTRY, launch.line)?;
        add("constant buffers", tables.constants, buffers(launch) * CONSTANT_BUFFER, launch.line)?;
    }
    // Of regions with the same start, the longest gives its name.
    regions.sort_by_key(|region| (region.start, Reverse(region.end)));
    let mut merged: Vec<Region> = Vec::new();
    for region in regions {
        match merged.last_mut().filter(|last| region.start < last.end) {
            Some(last) => last.end = last.end.max(region.end),
            None => merged.push(region),
        }
    }
    let mut memory = Memory::with_limit(MEMORY);
    for Region { start, end, name, line } in merged {
        memory.allocate_at(&name, start, end - start).map_err(|error| (error.into(), line))?;
    }
    Ok(memory)
}

/// Constant buffers that a launch has.
fn buffers(launch: &LaunchState) -> u64 {
    let of_arguments = launch.arguments.iter().map(|argument| argument.buffer);
    let of_registers = launch.registers.iter().filter_map(|registers| match registers.content {
        Content::ConstantBuffer(buffer) => Some(buffer),
        _ => None,
    });
    1 + of_arguments.chain(of_registers).max().unwrap_or(0)
}

/// Writes bytes as the driver does. Unlike copies of the host, these are not placed in the L2.
pub(super) fn write(memory: &mut Memory, address: u64, bytes: &[u8]) -> Result<(), Reason> {
    memory.bytes_mut(address, bytes.len() as u64)?.copy_from_slice(bytes);
    Ok(())
}

/// Writes the tables and constant buffers of a launch. Returns the launch, and its registers at the start.
pub(super) fn prepare(
    state: &LaunchState,
    recorded: &RecordedLaunch,
    memory: &mut Memory,
) -> Result<(Launch, InitialState), AtLine> {
    let at_launch = |reason: Reason| (reason, state.line);
    let tables = state.tables.ok_or_else(|| at_launch(Reason::NoTables))?;
    write_sizes(state, recorded, tables, memory).map_err(at_launch)?;
    write_arguments(state, recorded, tables, memory)?;
    let mut launch = Launch::new(recorded.grid, recorded.block);
    launch.shared = recorded.lds;
    launch.limits.instructions = INSTRUCTIONS;
    let scalars = scalars(state, tables)?;
    Ok((launch, InitialState { scalars, group_ids: state.group_ids }))
}

/// Writes constant buffer 0: sizes of the launch, and constants of the mathematical library.
fn write_sizes(
    state: &LaunchState,
    recorded: &RecordedLaunch,
    tables: Tables,
    memory: &mut Memory,
) -> Result<(), Reason> {
    let (grid, block) = (recorded.grid, recorded.block);
    let global = [0, 1, 2].map(|axis| grid[axis].wrapping_mul(block[axis]));
    let base = tables.constants;
    write(memory, base, &words(&[global[0], global[1], global[2], state.dimensions]))?;
    write(memory, base + 16, &words(&block))?;
    write(memory, base + 32, &words(&grid))?;
    write(memory, base + CONSTANTS_OFFSET, &words(&CONSTANTS.map(f32::to_bits)))
}

/// Writes arguments to constant buffers, and resources of buffers to the table of UAVs.
fn write_arguments(
    state: &LaunchState,
    recorded: &RecordedLaunch,
    tables: Tables,
    memory: &mut Memory,
) -> Result<(), AtLine> {
    let local = |argument: &Argument| match argument.value {
        Value::Local(bytes) => u64::from(bytes),
        _ => 0,
    };
    let arguments = state.arguments.iter().map(local).sum::<u64>();
    let lds = recorded.lds;
    // Arguments follow the variables of the kernel, in order.
    let variables = u64::from(lds).checked_sub(arguments);
    let mut local = variables.ok_or((Reason::Lds { arguments, lds }, state.line))?;
    for argument in &state.arguments {
        let cell = tables.constants + argument.buffer * CONSTANT_BUFFER + argument.offset;
        let written = match &argument.value {
            Value::Bytes(bytes) => write(memory, cell, bytes),
            // The resource has the address; the argument is the offset in the buffer, 0.
            Value::Global { uav, address, bytes } => {
                let resource = words(&resource(*address, *bytes));
                write(memory, cell, &[0; 4])
                    .and_then(|()| write(memory, tables.uavs + uav * UAV_ENTRY, &resource))
            }
            Value::Local(bytes) => {
                let start = local as u32;
                local += u64::from(*bytes);
                write(memory, cell, &start.to_le_bytes())
            }
        };
        written.map_err(|reason| (reason, argument.line))?;
    }
    Ok(())
}

/// Values of the SGPRs at the start.
fn scalars(state: &LaunchState, tables: Tables) -> Result<Vec<u32>, AtLine> {
    let mut scalars = vec![0; 104];
    for registers in &state.registers {
        let in_slot = |slot: u64| {
            state.arguments.iter().find_map(|argument| match argument.value {
                Value::Global { uav, address, bytes } if uav == slot => Some(resource(address, bytes)),
                _ => None,
            })
        };
        let value = match registers.content {
            Content::ConstantBuffer(slot) => {
                resource(tables.constants + slot * CONSTANT_BUFFER, CONSTANT_BUFFER).to_vec()
            }
            Content::Uav(slot) => in_slot(slot).ok_or((Reason::NoUav { slot }, registers.line))?.to_vec(),
            Content::UavTable => vec![tables.uavs as u32, (tables.uavs >> 32) as u32],
        };
        scalars[registers.first..][..value.len()].copy_from_slice(&value);
    }
    Ok(scalars)
}

/// A buffer resource without stride.
fn resource(address: u64, bytes: u64) -> [u32; 4] {
    [address as u32, (address >> 32) as u32, bytes as u32, 0]
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
