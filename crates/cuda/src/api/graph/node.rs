//! Nodes: adding them, and their parameters.

use super::operation::{
    PARAMETERS, allocation_of, boxed, call_of, event_of, fill_of, from_symbol, kernel_of, operation_of,
    straight, to_symbol,
};
use super::{ATTRIBUTE_BYTES, nodes};
use crate::api::texture::bytes_of;
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{Fill, KernelLaunch, NodeWork, Operation, Runtime};
use libc::c_int;

/// Number of the launch attribute for a cooperative launch.
const COOPERATIVE: c_int = 2;

fn add(
    runtime: &mut Runtime,
    node: HostPtr,
    graph: u64,
    (list, count): (HostPtr, usize),
    operation: Operation,
) -> Result<(), Error> {
    let dependencies = nodes(list, count)?;
    node.write_u64(runtime.graphs.add(graph, &dependencies, NodeWork::Operation(operation))?)
}

fn add_child(
    runtime: &mut Runtime,
    node: HostPtr,
    graph: u64,
    (list, count): (HostPtr, usize),
    child: u64,
) -> Result<(), Error> {
    let dependencies = nodes(list, count)?;
    let clone = runtime.graphs.duplicate(child)?;
    node.write_u64(runtime.graphs.add(graph, &dependencies, NodeWork::Graph(clone))?)
}

fn launch_of(runtime: &Runtime, node: u64) -> Result<KernelLaunch, Error> {
    match runtime.graphs.operation(node)? {
        Operation::Launch(launch) => Ok(launch.clone()),
        _ => Err(Error::new(Code::InvalidValue, "the node is not a kernel")),
    }
}

fn event_of_node(runtime: &Runtime, node: u64) -> Result<u64, Error> {
    match runtime.graphs.operation(node)? {
        Operation::Record(event) | Operation::Wait(event) => Ok(*event),
        _ => Err(Error::new(Code::InvalidValue, "the node has no event")),
    }
}

api! {
    fn cudaGraphAddKernelNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        let operation = kernel_of(runtime, parameters)?;
        add(runtime, node, graph, (list, count), operation)
    }

    fn cudaGraphAddMemcpyNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        let operation = boxed(runtime, parameters)?;
        add(runtime, node, graph, (list, count), operation)
    }

    fn cudaGraphAddMemcpyNode1D(node: HostPtr, graph: u64, list: HostPtr, count: usize, to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) |runtime| {
        add(runtime, node, graph, (list, count), straight(to, from, bytes, kind)?)
    }

    fn cudaGraphAddMemcpyNodeToSymbol(node: HostPtr, graph: u64, list: HostPtr, count: usize, symbol: HostPtr, from: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = to_symbol(runtime, symbol, from, bytes, offset, kind)?;
        add(runtime, node, graph, (list, count), operation)
    }

    fn cudaGraphAddMemcpyNodeFromSymbol(node: HostPtr, graph: u64, list: HostPtr, count: usize, to: HostPtr, symbol: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = from_symbol(runtime, to, symbol, bytes, offset, kind)?;
        add(runtime, node, graph, (list, count), operation)
    }

    fn cudaGraphAddMemsetNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        add(runtime, node, graph, (list, count), fill_of(parameters)?)
    }

    fn cudaGraphAddHostNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        add(runtime, node, graph, (list, count), call_of(parameters)?)
    }

    /// Adds a node that only orders others.
    fn cudaGraphAddEmptyNode(node: HostPtr, graph: u64, list: HostPtr, count: usize) |runtime| {
        add(runtime, node, graph, (list, count), Operation::Nothing)
    }

    fn cudaGraphAddChildGraphNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, child: u64) |runtime| {
        add_child(runtime, node, graph, (list, count), child)
    }

    fn cudaGraphAddEventRecordNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, event: u64) |runtime| {
        let operation = Operation::Record(event_of(runtime, event)?);
        add(runtime, node, graph, (list, count), operation)
    }

    fn cudaGraphAddEventWaitNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, event: u64) |runtime| {
        let operation = Operation::Wait(event_of(runtime, event)?);
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds an allocation. The address is known at once.
    fn cudaGraphAddMemAllocNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        let operation = allocation_of(runtime, parameters)?;
        add(runtime, node, graph, (list, count), operation)
    }

    fn cudaGraphAddMemFreeNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, address: u64) |runtime| {
        add(runtime, node, graph, (list, count), Operation::Free(address))
    }

    fn cudaGraphAddNode(node: HostPtr, graph: u64, list: HostPtr, _edges: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        match operation_of(runtime, parameters)? {
            Some(operation) => add(runtime, node, graph, (list, count), operation),
            None => {
                let child = parameters.offset(PARAMETERS)?.read_u64()?;
                add_child(runtime, node, graph, (list, count), child)
            }
        }
    }

    fn cudaGraphChildGraphNodeGetGraph(node: u64, graph: HostPtr) |runtime| {
        match runtime.graphs.node(node)?.work {
            NodeWork::Graph(child) => graph.write_u64(child),
            NodeWork::Operation(_) => Err(Error::new(Code::InvalidValue, "the node is not a graph")),
        }
    }

    fn cudaGraphKernelNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        let launch = launch_of(runtime, node)?;
        let list = runtime.graphs.show_arguments(node, &launch.arguments)?;
        let function = runtime.modules.function(launch.kernel);
        let mut bytes = function.address().to_le_bytes().to_vec();
        for n in launch.shape.grid.iter().chain(&launch.shape.block).chain([&(launch.shape.shared as u32), &0]) {
            bytes.extend(n.to_le_bytes());
        }
        bytes.extend(list.to_le_bytes());
        bytes.extend([0; 8]);
        parameters.write(&bytes)
    }

    fn cudaGraphKernelNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        let operation = kernel_of(runtime, parameters)?;
        runtime.graphs.set_operation(node, operation)
    }

    /// An attribute of a launch: whether it is cooperative matters.
    fn cudaGraphKernelNodeGetAttribute(node: u64, attribute: c_int, value: HostPtr) |runtime| {
        let launch = launch_of(runtime, node)?;
        let mut bytes = [0; ATTRIBUTE_BYTES];
        if attribute == COOPERATIVE {
            bytes[0] = launch.cooperative.into();
        }
        value.write(&bytes)
    }

    /// Sets an attribute of a launch: whether it is cooperative matters.
    fn cudaGraphKernelNodeSetAttribute(node: u64, attribute: c_int, value: HostPtr) |runtime| {
        let mut launch = launch_of(runtime, node)?;
        if attribute == COOPERATIVE {
            launch.cooperative = value.read_u32()? != 0;
        }
        runtime.graphs.set_operation(node, Operation::Launch(launch))
    }

    fn cudaGraphKernelNodeCopyAttributes(to: u64, from: u64) |runtime| {
        let cooperative = launch_of(runtime, from)?.cooperative;
        let launch = KernelLaunch { cooperative, ..launch_of(runtime, to)? };
        runtime.graphs.set_operation(to, Operation::Launch(launch))
    }

    fn cudaGraphMemcpyNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        match runtime.graphs.operation(node)? {
            Operation::Copy(copy) => parameters.write(&bytes_of(runtime, copy)?),
            _ => Err(Error::new(Code::InvalidValue, "the node is not a copy")),
        }
    }

    fn cudaGraphMemcpyNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        let operation = boxed(runtime, parameters)?;
        runtime.graphs.set_operation(node, operation)
    }

    /// Sets the copy of a node: bytes.
    fn cudaGraphMemcpyNodeSetParams1D(node: u64, to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) |runtime| {
        runtime.graphs.set_operation(node, straight(to, from, bytes, kind)?)
    }

    /// Sets the copy of a node: to a variable.
    fn cudaGraphMemcpyNodeSetParamsToSymbol(node: u64, symbol: HostPtr, from: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = to_symbol(runtime, symbol, from, bytes, offset, kind)?;
        runtime.graphs.set_operation(node, operation)
    }

    /// Sets the copy of a node: from a variable.
    fn cudaGraphMemcpyNodeSetParamsFromSymbol(node: u64, to: HostPtr, symbol: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = from_symbol(runtime, to, symbol, bytes, offset, kind)?;
        runtime.graphs.set_operation(node, operation)
    }

    fn cudaGraphMemsetNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        let Operation::Fill(fill) = runtime.graphs.operation(node)? else {
            return Err(Error::new(Code::InvalidValue, "the node is not a fill"));
        };
        let Fill { at, pitch, extent: [width, height, _], value, width: unit, .. } = *fill;
        let mut bytes = [at.0, pitch].map(|n| (n as u64).to_le_bytes()).concat();
        bytes.extend([value, unit as u32].map(u32::to_le_bytes).concat());
        bytes.extend([width / unit.max(1), height].map(|n| (n as u64).to_le_bytes()).concat());
        parameters.write(&bytes)
    }

    fn cudaGraphMemsetNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_operation(node, fill_of(parameters)?)
    }

    fn cudaGraphHostNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        match runtime.graphs.operation(node)? {
            Operation::Call(call) => {
                parameters.write_u64(call.function.address())?;
                parameters.offset(8)?.write_u64(call.data.address())
            }
            _ => Err(Error::new(Code::InvalidValue, "the node is not a call")),
        }
    }

    fn cudaGraphHostNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_operation(node, call_of(parameters)?)
    }

    fn cudaGraphEventRecordNodeGetEvent(node: u64, event: HostPtr) |runtime| {
        event.write_u64(event_of_node(runtime, node)?)
    }

    fn cudaGraphEventRecordNodeSetEvent(node: u64, event: u64) |runtime| {
        let operation = Operation::Record(event_of(runtime, event)?);
        runtime.graphs.set_operation(node, operation)
    }

    fn cudaGraphEventWaitNodeGetEvent(node: u64, event: HostPtr) |runtime| {
        event.write_u64(event_of_node(runtime, node)?)
    }

    fn cudaGraphEventWaitNodeSetEvent(node: u64, event: u64) |runtime| {
        let operation = Operation::Wait(event_of(runtime, event)?);
        runtime.graphs.set_operation(node, operation)
    }

    fn cudaGraphMemAllocNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        let Operation::Allocate { address, bytes } = *runtime.graphs.operation(node)? else {
            return Err(Error::new(Code::InvalidValue, "the node allocates nothing"));
        };
        // Pinned memory of device 0.
        let mut all = [0; 120];
        (all[0], all[8]) = (1, 1);
        all[104..112].copy_from_slice(&bytes.to_le_bytes());
        all[112..].copy_from_slice(&address.to_le_bytes());
        parameters.write(&all)
    }

    fn cudaGraphMemFreeNodeGetParams(node: u64, address: HostPtr) |runtime| {
        match runtime.graphs.operation(node)? {
            Operation::Free(freed) => address.write_u64(*freed),
            _ => Err(Error::new(Code::InvalidValue, "the node frees nothing")),
        }
    }

    fn cudaGraphNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        let graph = || Error::new(Code::NotSupported, "the graph of a node cannot be replaced");
        let operation = operation_of(runtime, parameters)?.ok_or_else(graph)?;
        runtime.graphs.set_operation(node, operation)
    }
}
