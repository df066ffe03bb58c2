//! Memory that nodes of graphs allocate.

use crate::error::Error;
use crate::runtime::{Operation, Runtime};

/// Name of the allocations of nodes in messages.
const GRAPH_MEMORY: &str = "memory of a graph";

/// Memory of graphs in bytes: in use, held, and the most of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GraphMemory {
    /// Most bytes in use.
    pub used_high: u64,
    /// Bytes held.
    pub reserved: u64,
    /// Most bytes held.
    pub reserved_high: u64,
}

impl Runtime {
    /// An address for memory that a node allocates when it is executed, and the node's operation.
    pub fn reserve_for_node(&mut self, bytes: u64) -> Result<(u64, Operation), Error> {
        // Addresses are never used again: the node allocates at the address that it gets and gives back here.
        self.memory.update_limit(1);
        let address = self.memory.kernel.allocate(GRAPH_MEMORY, bytes)?;
        self.memory.free(address)?;
        self.graphs.allocations.insert(address, bytes);
        Ok((address, Operation::Allocate { address, bytes }))
    }

    /// Allocates the memory of a node.
    pub fn allocate_for_node(&mut self, address: u64, bytes: u64) -> Result<(), Error> {
        self.memory.update_limit(1);
        self.memory.kernel.allocate_at(GRAPH_MEMORY, address, bytes)?;
        let used = self.graph_memory_used();
        let memory = &mut self.graphs.memory;
        memory.used_high = memory.used_high.max(used);
        memory.reserved = memory.reserved.max(used);
        memory.reserved_high = memory.reserved_high.max(memory.reserved);
        Ok(())
    }

    /// Bytes of memory of graphs that are allocated now.
    pub fn graph_memory_used(&self) -> u64 {
        let live = |address: u64| self.memory.kernel.allocation_at(address).is_some();
        self.graphs.allocations.iter().filter(|&(&address, _)| live(address)).map(|(_, bytes)| bytes).sum()
    }
}
