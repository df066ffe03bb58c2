//! What a stream executes. A stream that is being captured into a graph keeps it for later.

use super::copy::{Copy3d, Fill};
use super::graph::NodeWork;
use super::kernels::KernelHandle;
use super::{LaunchShape, Runtime};
use crate::error::Error;
use crate::host::HostPtr;

/// A launch of a kernel with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelLaunch {
    pub kernel: KernelHandle,
    /// Grid, block and shared memory.
    pub shape: LaunchShape,
    /// Whether all CTAs must run at once.
    pub cooperative: bool,
    /// The bytes of each argument.
    pub arguments: Vec<Vec<u8>>,
}

/// A function of the program that a stream calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostCall {
    pub function: HostPtr,
    /// Its argument.
    pub data: HostPtr,
    /// The stream, for callbacks that get it and an error code too.
    pub stream: Option<u64>,
}

/// One operation of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    Launch(KernelLaunch),
    Copy(Copy3d),
    Fill(Fill),
    /// A call of a host function.
    Call(HostCall),
    /// An event.
    Record(u64),
    /// Waits for an event, which is in the past.
    Wait(u64),
    /// Allocates device memory at an address that was kept for it.
    Allocate {
        address: u64,
        bytes: u64,
    },
    /// Frees device memory.
    Free(u64),
    /// Nothing: a node that only orders others.
    Nothing,
}

impl Runtime {
    /// Executes an operation now. A call of a host function is returned, because it must be made without holding the runtime.
    pub fn perform(&mut self, operation: &Operation) -> Result<Option<HostCall>, Error> {
        match operation {
            Operation::Launch(launch) => self.launch(launch)?,
            Operation::Copy(copy) => self.memory.copy(copy)?,
            Operation::Fill(fill) => self.memory.fill(fill)?,
            Operation::Call(call) => return Ok(Some(*call)),
            Operation::Record(event) => {
                let now = self.now();
                self.streams.record(*event, now)?;
            }
            Operation::Allocate { address, bytes } => self.allocate_for_node(*address, *bytes)?,
            Operation::Free(address) => self.memory.free(*address)?,
            Operation::Wait(_) | Operation::Nothing => {}
        }
        Ok(None)
    }

    /// Executes an operation of a stream, or keeps it for the graph into which the stream is being captured.
    ///
    /// # Errors
    /// If the stream does not exist, or the operation fails.
    pub fn submit(&mut self, stream: u64, operation: Operation) -> Result<Option<HostCall>, Error> {
        match self.streams.captured(stream)? {
            true => {
                self.capture(stream, NodeWork::Operation(operation))?;
                Ok(None)
            }
            false => self.perform(&operation),
        }
    }

    /// Adds a node for a stream that is being captured. It depends on the nodes that the stream has reached.
    pub fn capture(&mut self, stream: u64, work: NodeWork) -> Result<(), Error> {
        let capture = self.streams.capture(stream)?;
        let node = self.graphs.add(capture.graph, &capture.reached, work)?;
        capture.reached = vec![node];
        Ok(())
    }
}
