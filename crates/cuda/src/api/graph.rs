//! Graphs and the capture of streams.

use super::call;
use super::device::check;
use super::launch::arguments;
use super::memory::{direction, linear, part_of_variable};
use super::texture::{bytes_of, copy_of};
use crate::entry::{Locked, api, guarded};
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::texture::{int, long};
use crate::runtime::{Fill, HostCall, KernelLaunch, LaunchShape, NodeWork, Operation, Runtime};
use libc::c_int;

/// Most nodes of a list that a program passes.
const MOST_NODES: usize = 1 << 24;
/// Bytes of a `cudaLaunchAttributeValue`.
const ATTRIBUTE_BYTES: usize = 64;
/// Number of the launch attribute for a cooperative launch.
const COOPERATIVE: c_int = 2;
/// Where the parameters are in a `cudaGraphNodeParams`.
const PARAMETERS: usize = 16;

/// Reads a list of nodes.
fn nodes(list: HostPtr, count: usize) -> Result<Vec<u64>, Error> {
    if count > MOST_NODES {
        return Err(Error::new(Code::InvalidValue, format!("a list of {count} nodes")));
    }
    let bytes = list.read(8 * count)?;
    Ok((0..count).map(|i| long(&bytes, 8 * i)).collect())
}

/// Writes a list of nodes and their number. Without a list, only the number of all is written.
fn write_nodes(list: HostPtr, count: HostPtr, nodes: &[u64]) -> Result<(), Error> {
    if list.is_null() {
        return count.write_u64(nodes.len() as u64);
    }
    let room = count.read_u64()?;
    let shown = &nodes[..nodes.len().min(room as usize)];
    list.write(&shown.iter().flat_map(|node| node.to_le_bytes()).collect::<Vec<_>>())?;
    // Entries beyond the last node are null.
    for i in shown.len()..(room as usize).min(MOST_NODES) {
        list.offset(8 * i)?.write_u64(0)?;
    }
    count.write_u64(shown.len() as u64)
}

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

/// The launch that a `cudaKernelNodeParams` describes.
fn kernel_of(runtime: &mut Runtime, parameters: HostPtr) -> Result<Operation, Error> {
    let bytes: [u8; 56] = parameters.read_array()?;
    let kernel = runtime.modules.handle(HostPtr(long(&bytes, 0) as usize))?;
    let three = |at: usize| [int(&bytes, at), int(&bytes, at + 4), int(&bytes, at + 8)];
    let shape = LaunchShape { grid: three(8), block: three(20), shared: int(&bytes, 32) as usize, stream: 0 };
    let (list, extra) = (long(&bytes, 40), long(&bytes, 48));
    if list == 0 && extra != 0 {
        let why = "arguments in one buffer (`extra`) are not read: pass `kernelParams`";
        return Err(Error::new(Code::NotSupported, why));
    }
    let arguments = arguments(runtime, kernel, HostPtr(list as usize))?;
    Ok(Operation::Launch(KernelLaunch { kernel, shape, cooperative: false, arguments }))
}

/// The fill that a `cudaMemsetParams` describes.
fn fill_of(parameters: HostPtr) -> Result<Operation, Error> {
    let bytes: [u8; 40] = parameters.read_array()?;
    let size = |at: usize| long(&bytes, at) as usize;
    let unit = int(&bytes, 20) as usize;
    let width = size(24).checked_mul(unit).ok_or(Code::InvalidValue)?;
    let (at, pitch, rows) = (HostPtr(size(0)), size(8), size(32));
    let extent = [width, rows, 1];
    Ok(Operation::Fill(Fill { at, pitch, rows, extent, value: int(&bytes, 16), width: unit }))
}

/// The call that a `cudaHostNodeParams` describes.
fn call_of(parameters: HostPtr) -> Result<Operation, Error> {
    let (function, data) = (parameters.read_pointer()?, parameters.offset(8)?.read_pointer()?);
    Ok(Operation::Call(HostCall { function, data, stream: None }))
}

fn boxed(runtime: &Runtime, parameters: HostPtr) -> Result<Operation, Error> {
    copy_of(runtime, parameters).map(Operation::Copy)
}

fn straight(to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) -> Result<Operation, Error> {
    direction(kind)?;
    Ok(linear(to, from, bytes))
}

fn to_symbol(
    runtime: &mut Runtime,
    symbol: HostPtr,
    from: HostPtr,
    bytes: usize,
    offset: usize,
    kind: c_int,
) -> Result<Operation, Error> {
    let to = part_of_variable(runtime, symbol, offset, bytes)?;
    straight(to, from, bytes, kind)
}

fn from_symbol(
    runtime: &mut Runtime,
    to: HostPtr,
    symbol: HostPtr,
    bytes: usize,
    offset: usize,
    kind: c_int,
) -> Result<Operation, Error> {
    let from = part_of_variable(runtime, symbol, offset, bytes)?;
    straight(to, from, bytes, kind)
}

/// Memory that a `cudaMemAllocNodeParams` asks for; the address is written to it.
fn allocation_of(runtime: &mut Runtime, parameters: HostPtr) -> Result<Operation, Error> {
    let bytes = parameters.offset(104)?.read_u64()?;
    let (address, operation) = runtime.reserve_for_node(bytes)?;
    parameters.offset(112)?.write_u64(address)?;
    Ok(operation)
}

/// The operation that a `cudaGraphNodeParams` describes; none for a graph.
fn operation_of(runtime: &mut Runtime, parameters: HostPtr) -> Result<Option<Operation>, Error> {
    let at = parameters.offset(PARAMETERS)?;
    let operation = match parameters.read_u32()? {
        0 => kernel_of(runtime, at)?,
        1 => boxed(runtime, at.offset(16)?)?,
        2 => fill_of(at)?,
        3 => call_of(at)?,
        4 => return Ok(None),
        5 => Operation::Nothing,
        6 => Operation::Wait(event_of(runtime, at.read_u64()?)?),
        7 => Operation::Record(event_of(runtime, at.read_u64()?)?),
        10 => allocation_of(runtime, at)?,
        11 => Operation::Free(at.read_u64()?),
        13 => return Err(Error::new(Code::NotSupported, "conditional nodes are not modelled")),
        kind => return Err(Error::new(Code::NotSupported, format!("nodes of kind {kind} are not modelled"))),
    };
    Ok(Some(operation))
}

fn event_of(runtime: &Runtime, event: u64) -> Result<u64, Error> {
    runtime.streams.event(event).map(|_| event)
}

fn instantiate(runtime: &mut Runtime, executable: HostPtr, graph: u64, flags: u64) -> Result<(), Error> {
    executable.write_u64(0)?;
    executable.write_u64(runtime.graphs.instantiate(graph, flags)?)
}

/// The launch of a node.
fn launch_of(runtime: &Runtime, node: u64) -> Result<KernelLaunch, Error> {
    match runtime.graphs.operation(node)? {
        Operation::Launch(launch) => Ok(launch.clone()),
        _ => Err(Error::new(Code::InvalidValue, "the node is not a kernel")),
    }
}

/// The event of a node.
fn event_of_node(runtime: &Runtime, node: u64) -> Result<u64, Error> {
    match runtime.graphs.operation(node)? {
        Operation::Record(event) | Operation::Wait(event) => Ok(*event),
        _ => Err(Error::new(Code::InvalidValue, "the node has no event")),
    }
}

/// Writes an optional 64-bit number.
fn write_optional(to: HostPtr, value: u64) -> Result<(), Error> {
    if to.is_null() { Ok(()) } else { to.write_u64(value) }
}

/// Starts to capture a stream into a graph. The mode has no effect: no call is refused during a capture.
fn begin(
    runtime: &mut Runtime,
    stream: u64,
    graph: u64,
    reached: Vec<u64>,
    mode: c_int,
) -> Result<(), Error> {
    if !(0..=2).contains(&mode) {
        return Err(Error::new(Code::InvalidValue, format!("there is no capture mode {mode}")));
    }
    runtime.streams.begin_capture(stream, graph, reached)
}

/// Executes the nodes of a graph now, or adds them to the graph into which the stream is being captured.
#[unsafe(export_name = "warploom_cudaGraphLaunch")]
pub extern "C" fn graph_launch(executable: u64, stream: u64) -> c_int {
    let mut operations = Vec::new();
    let code = guarded("cudaGraphLaunch", || {
        let mut locked = Locked::new();
        let runtime = locked.get();
        if let Some(code) = runtime.failed() {
            return Err(code.into());
        }
        runtime.streams.stream(stream)?;
        operations = runtime.graph_operations(executable)?;
        Ok(())
    });
    if code == 0 { call::submit("cudaGraphLaunch", stream, operations) } else { code }
}

/// Destroys a graph.
#[unsafe(export_name = "warploom_cudaGraphDestroy")]
pub extern "C" fn graph_destroy(graph: u64) -> c_int {
    call::with_calls("cudaGraphDestroy", |runtime| runtime.graphs.destroy(graph))
}

/// Removes a node from its graph.
#[unsafe(export_name = "warploom_cudaGraphDestroyNode")]
pub extern "C" fn graph_destroy_node(node: u64) -> c_int {
    call::with_calls("cudaGraphDestroyNode", |runtime| runtime.graphs.remove(node))
}

/// Releases references to an object of the program.
#[unsafe(export_name = "warploom_cudaUserObjectRelease")]
pub extern "C" fn user_object_release(object: u64, count: u32) -> c_int {
    call::with_calls("cudaUserObjectRelease", |runtime| {
        Ok(runtime.graphs.release_object(object, count.into())?.into_iter().collect())
    })
}

/// Releases a graph's references to an object of the program.
#[unsafe(export_name = "warploom_cudaGraphReleaseUserObject")]
pub extern "C" fn graph_release_user_object(graph: u64, object: u64, count: u32) -> c_int {
    call::with_calls("cudaGraphReleaseUserObject", |runtime| {
        Ok(runtime.graphs.drop_object(graph, object, count.into())?.into_iter().collect())
    })
}

api! {
    /// Makes an empty graph.
    fn cudaGraphCreate(graph: HostPtr, _flags: u32) |runtime| {
        graph.write_u64(0)?;
        graph.write_u64(runtime.graphs.create())
    }

    /// Clones a graph.
    fn cudaGraphClone(clone: HostPtr, graph: u64) |runtime| {
        clone.write_u64(runtime.graphs.duplicate(graph)?)
    }

    /// The clone of a node.
    fn cudaGraphNodeFindInClone(clone: HostPtr, node: u64, graph: u64) |runtime| {
        clone.write_u64(runtime.graphs.find_in_clone(node, graph)?)
    }

    /// Adds a launch.
    fn cudaGraphAddKernelNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        let operation = kernel_of(runtime, parameters)?;
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds a copy of a box.
    fn cudaGraphAddMemcpyNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        let operation = boxed(runtime, parameters)?;
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds a copy of bytes.
    fn cudaGraphAddMemcpyNode1D(node: HostPtr, graph: u64, list: HostPtr, count: usize, to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) |runtime| {
        add(runtime, node, graph, (list, count), straight(to, from, bytes, kind)?)
    }

    /// Adds a copy to a variable.
    fn cudaGraphAddMemcpyNodeToSymbol(node: HostPtr, graph: u64, list: HostPtr, count: usize, symbol: HostPtr, from: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = to_symbol(runtime, symbol, from, bytes, offset, kind)?;
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds a copy from a variable.
    fn cudaGraphAddMemcpyNodeFromSymbol(node: HostPtr, graph: u64, list: HostPtr, count: usize, to: HostPtr, symbol: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = from_symbol(runtime, to, symbol, bytes, offset, kind)?;
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds a fill.
    fn cudaGraphAddMemsetNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        add(runtime, node, graph, (list, count), fill_of(parameters)?)
    }

    /// Adds a call of a host function.
    fn cudaGraphAddHostNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        add(runtime, node, graph, (list, count), call_of(parameters)?)
    }

    /// Adds a node that only orders others.
    fn cudaGraphAddEmptyNode(node: HostPtr, graph: u64, list: HostPtr, count: usize) |runtime| {
        add(runtime, node, graph, (list, count), Operation::Nothing)
    }

    /// Adds a clone of a graph as a node.
    fn cudaGraphAddChildGraphNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, child: u64) |runtime| {
        add_child(runtime, node, graph, (list, count), child)
    }

    /// Adds the recording of an event.
    fn cudaGraphAddEventRecordNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, event: u64) |runtime| {
        let operation = Operation::Record(event_of(runtime, event)?);
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds the waiting for an event.
    fn cudaGraphAddEventWaitNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, event: u64) |runtime| {
        let operation = Operation::Wait(event_of(runtime, event)?);
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds an allocation. The address is known at once.
    fn cudaGraphAddMemAllocNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        let operation = allocation_of(runtime, parameters)?;
        add(runtime, node, graph, (list, count), operation)
    }

    /// Adds the freeing of memory.
    fn cudaGraphAddMemFreeNode(node: HostPtr, graph: u64, list: HostPtr, count: usize, address: u64) |runtime| {
        add(runtime, node, graph, (list, count), Operation::Free(address))
    }

    /// Adds a node of any kind.
    fn cudaGraphAddNode(node: HostPtr, graph: u64, list: HostPtr, _edges: HostPtr, count: usize, parameters: HostPtr) |runtime| {
        match operation_of(runtime, parameters)? {
            Some(operation) => add(runtime, node, graph, (list, count), operation),
            None => {
                let child = parameters.offset(PARAMETERS)?.read_u64()?;
                add_child(runtime, node, graph, (list, count), child)
            }
        }
    }

    /// The graph of a node.
    fn cudaGraphChildGraphNodeGetGraph(node: u64, graph: HostPtr) |runtime| {
        match runtime.graphs.node(node)?.work {
            NodeWork::Graph(child) => graph.write_u64(child),
            NodeWork::Operation(_) => Err(Error::new(Code::InvalidValue, "the node is not a graph")),
        }
    }

    /// Makes nodes depend on others.
    fn cudaGraphAddDependencies(graph: u64, from: HostPtr, to: HostPtr, _edges: HostPtr, count: usize) |runtime| {
        let (from, to) = (nodes(from, count)?, nodes(to, count)?);
        from.iter().zip(to).try_for_each(|(&from, to)| runtime.graphs.depend(graph, from, to, true))
    }

    /// Makes nodes independent of others.
    fn cudaGraphRemoveDependencies(graph: u64, from: HostPtr, to: HostPtr, _edges: HostPtr, count: usize) |runtime| {
        let (from, to) = (nodes(from, count)?, nodes(to, count)?);
        from.iter().zip(to).try_for_each(|(&from, to)| runtime.graphs.depend(graph, from, to, false))
    }

    /// Nodes of a graph.
    fn cudaGraphGetNodes(graph: u64, list: HostPtr, count: HostPtr) |runtime| {
        write_nodes(list, count, runtime.graphs.nodes(graph)?)
    }

    /// Nodes of a graph that depend on no other.
    fn cudaGraphGetRootNodes(graph: u64, list: HostPtr, count: HostPtr) |runtime| {
        let root = |node: &u64| runtime.graphs.node(*node).is_ok_and(|node| node.dependencies.is_empty());
        let roots: Vec<u64> = runtime.graphs.nodes(graph)?.iter().copied().filter(root).collect();
        write_nodes(list, count, &roots)
    }

    /// Dependencies of a graph.
    fn cudaGraphGetEdges(graph: u64, from: HostPtr, to: HostPtr, edges: HostPtr, count: HostPtr) |runtime| {
        let mut all = (Vec::new(), Vec::new());
        for &node in runtime.graphs.nodes(graph)? {
            for &dependency in &runtime.graphs.node(node)?.dependencies {
                all.0.push(dependency);
                all.1.push(node);
            }
        }
        if !edges.is_null() {
            let room = count.read_u64()? as usize;
            edges.write(&vec![0; 8 * all.0.len().min(room)])?;
        }
        if !from.is_null() {
            let room = count.read_u64()?;
            write_nodes(from, count, &all.0)?;
            count.write_u64(room)?;
        }
        write_nodes(to, count, &all.1)
    }

    /// Nodes that a node depends on.
    fn cudaGraphNodeGetDependencies(node: u64, list: HostPtr, edges: HostPtr, count: HostPtr) |runtime| {
        let dependencies = runtime.graphs.node(node)?.dependencies.clone();
        if !edges.is_null() {
            edges.write(&vec![0; 8 * dependencies.len().min(count.read_u64()? as usize)])?;
        }
        write_nodes(list, count, &dependencies)
    }

    /// Nodes that depend on a node.
    fn cudaGraphNodeGetDependentNodes(node: u64, list: HostPtr, edges: HostPtr, count: HostPtr) |runtime| {
        let graph = runtime.graphs.node(node)?.graph;
        let depends = |other: &u64| runtime.graphs.node(*other).is_ok_and(|other| other.dependencies.contains(&node));
        let dependents: Vec<u64> = runtime.graphs.nodes(graph)?.iter().copied().filter(depends).collect();
        if !edges.is_null() {
            edges.write(&vec![0; 8 * dependents.len().min(count.read_u64()? as usize)])?;
        }
        write_nodes(list, count, &dependents)
    }

    /// Kind of a node.
    fn cudaGraphNodeGetType(node: u64, kind: HostPtr) |runtime| {
        kind.write_u32(runtime.graphs.node(node)?.work.kind())
    }

    /// The graph that a node is in.
    fn cudaGraphNodeGetContainingGraph(node: u64, graph: HostPtr) |runtime| {
        graph.write_u64(runtime.graphs.node(node)?.graph)
    }

    /// The launch of a node.
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

    /// Sets the launch of a node.
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

    /// Copies the attributes of a launch to another.
    fn cudaGraphKernelNodeCopyAttributes(to: u64, from: u64) |runtime| {
        let cooperative = launch_of(runtime, from)?.cooperative;
        let launch = KernelLaunch { cooperative, ..launch_of(runtime, to)? };
        runtime.graphs.set_operation(to, Operation::Launch(launch))
    }

    /// The copy of a node.
    fn cudaGraphMemcpyNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        match runtime.graphs.operation(node)? {
            Operation::Copy(copy) => parameters.write(&bytes_of(runtime, copy)?),
            _ => Err(Error::new(Code::InvalidValue, "the node is not a copy")),
        }
    }

    /// Sets the copy of a node.
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

    /// The fill of a node.
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

    /// Sets the fill of a node.
    fn cudaGraphMemsetNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_operation(node, fill_of(parameters)?)
    }

    /// The call of a node.
    fn cudaGraphHostNodeGetParams(node: u64, parameters: HostPtr) |runtime| {
        match runtime.graphs.operation(node)? {
            Operation::Call(call) => {
                parameters.write_u64(call.function.address())?;
                parameters.offset(8)?.write_u64(call.data.address())
            }
            _ => Err(Error::new(Code::InvalidValue, "the node is not a call")),
        }
    }

    /// Sets the call of a node.
    fn cudaGraphHostNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_operation(node, call_of(parameters)?)
    }

    /// The event that a node records.
    fn cudaGraphEventRecordNodeGetEvent(node: u64, event: HostPtr) |runtime| {
        event.write_u64(event_of_node(runtime, node)?)
    }

    /// Sets the event that a node records.
    fn cudaGraphEventRecordNodeSetEvent(node: u64, event: u64) |runtime| {
        let operation = Operation::Record(event_of(runtime, event)?);
        runtime.graphs.set_operation(node, operation)
    }

    /// The event that a node waits for.
    fn cudaGraphEventWaitNodeGetEvent(node: u64, event: HostPtr) |runtime| {
        event.write_u64(event_of_node(runtime, node)?)
    }

    /// Sets the event that a node waits for.
    fn cudaGraphEventWaitNodeSetEvent(node: u64, event: u64) |runtime| {
        let operation = Operation::Wait(event_of(runtime, event)?);
        runtime.graphs.set_operation(node, operation)
    }

    /// The memory that a node allocates.
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

    /// The memory that a node frees.
    fn cudaGraphMemFreeNodeGetParams(node: u64, address: HostPtr) |runtime| {
        match runtime.graphs.operation(node)? {
            Operation::Free(freed) => address.write_u64(*freed),
            _ => Err(Error::new(Code::InvalidValue, "the node frees nothing")),
        }
    }

    /// Sets what a node does.
    fn cudaGraphNodeSetParams(node: u64, parameters: HostPtr) |runtime| {
        let graph = || Error::new(Code::NotSupported, "the graph of a node cannot be replaced");
        let operation = operation_of(runtime, parameters)?.ok_or_else(graph)?;
        runtime.graphs.set_operation(node, operation)
    }

    /// Makes a graph that can be launched.
    fn cudaGraphInstantiate(executable: HostPtr, graph: u64, flags: u64) |runtime| {
        instantiate(runtime, executable, graph, flags)
    }

    /// Makes a graph that can be launched.
    fn cudaGraphInstantiateWithFlags(executable: HostPtr, graph: u64, flags: u64) |runtime| {
        instantiate(runtime, executable, graph, flags)
    }

    /// Makes a graph that can be launched.
    fn cudaGraphInstantiateWithParams(executable: HostPtr, graph: u64, parameters: HostPtr) |runtime| {
        let flags = parameters.read_u64()?;
        // No node is to blame for an error; the result is an error until the graph is made.
        parameters.offset(16)?.write_u64(0)?;
        parameters.offset(24)?.write_u32(1)?;
        instantiate(runtime, executable, graph, flags)?;
        parameters.offset(24)?.write_u32(0)
    }

    /// Destroys an executable graph.
    fn cudaGraphExecDestroy(executable: u64) |runtime| { runtime.graphs.destroy_executable(executable) }

    /// Flags of an executable graph.
    fn cudaGraphExecGetFlags(executable: u64, flags: HostPtr) |runtime| {
        flags.write_u64(runtime.graphs.executable(executable)?.flags)
    }

    /// Prepares a launch, which needs no preparation.
    fn cudaGraphUpload(executable: u64, stream: u64) |runtime| {
        runtime.streams.stream(stream)?;
        runtime.graphs.executable(executable).map(|_| ())
    }

    /// Gives an executable graph the parameters of a graph of the same structure.
    fn cudaGraphExecUpdate(executable: u64, graph: u64, result: HostPtr) |runtime| {
        let (number, node) = runtime.graphs.update(executable, graph)?;
        if !result.is_null() {
            result.write_u32(number)?;
            result.offset(8)?.write_u64(node)?;
            result.offset(16)?.write_u64(0)?;
        }
        match number {
            0 => Ok(()),
            _ => Err(Error::new(Code::GraphExecUpdateFailure, "the graphs differ in their structure")),
        }
    }

    /// Sets the launch of a node of an executable graph.
    fn cudaGraphExecKernelNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        let operation = kernel_of(runtime, parameters)?;
        runtime.graphs.set_executable(executable, node, operation)
    }

    /// Sets the copy of a node of an executable graph.
    fn cudaGraphExecMemcpyNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        let operation = boxed(runtime, parameters)?;
        runtime.graphs.set_executable(executable, node, operation)
    }

    /// Sets the copy of a node of an executable graph: bytes.
    fn cudaGraphExecMemcpyNodeSetParams1D(executable: u64, node: u64, to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) |runtime| {
        runtime.graphs.set_executable(executable, node, straight(to, from, bytes, kind)?)
    }

    /// Sets the copy of a node of an executable graph: to a variable.
    fn cudaGraphExecMemcpyNodeSetParamsToSymbol(executable: u64, node: u64, symbol: HostPtr, from: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = to_symbol(runtime, symbol, from, bytes, offset, kind)?;
        runtime.graphs.set_executable(executable, node, operation)
    }

    /// Sets the copy of a node of an executable graph: from a variable.
    fn cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable: u64, node: u64, to: HostPtr, symbol: HostPtr, bytes: usize, offset: usize, kind: c_int) |runtime| {
        let operation = from_symbol(runtime, to, symbol, bytes, offset, kind)?;
        runtime.graphs.set_executable(executable, node, operation)
    }

    /// Sets the fill of a node of an executable graph.
    fn cudaGraphExecMemsetNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_executable(executable, node, fill_of(parameters)?)
    }

    /// Sets the call of a node of an executable graph.
    fn cudaGraphExecHostNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_executable(executable, node, call_of(parameters)?)
    }

    /// Sets the graph that is a node of an executable graph.
    fn cudaGraphExecChildGraphNodeSetParams(executable: u64, node: u64, graph: u64) |runtime| {
        runtime.graphs.set_child(executable, node, graph)
    }

    /// Sets the event that a node of an executable graph records.
    fn cudaGraphExecEventRecordNodeSetEvent(executable: u64, node: u64, event: u64) |runtime| {
        let operation = Operation::Record(event_of(runtime, event)?);
        runtime.graphs.set_executable(executable, node, operation)
    }

    /// Sets the event that a node of an executable graph waits for.
    fn cudaGraphExecEventWaitNodeSetEvent(executable: u64, node: u64, event: u64) |runtime| {
        let operation = Operation::Wait(event_of(runtime, event)?);
        runtime.graphs.set_executable(executable, node, operation)
    }

    /// Sets what a node of an executable graph does.
    fn cudaGraphExecNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        match operation_of(runtime, parameters)? {
            Some(operation) => runtime.graphs.set_executable(executable, node, operation),
            None => {
                let graph = parameters.offset(PARAMETERS)?.read_u64()?;
                runtime.graphs.set_child(executable, node, graph)
            }
        }
    }

    /// Sets whether launches execute a node.
    fn cudaGraphNodeSetEnabled(executable: u64, node: u64, enabled: u32) |runtime| {
        *runtime.graphs.enabled(executable, node)? = enabled != 0;
        Ok(())
    }

    /// Whether launches execute a node.
    fn cudaGraphNodeGetEnabled(executable: u64, node: u64, enabled: HostPtr) |runtime| {
        enabled.write_u32(u32::from(*runtime.graphs.enabled(executable, node)?))
    }

    /// Bytes of memory of graphs.
    fn cudaDeviceGetGraphMemAttribute(device: c_int, attribute: c_int, value: HostPtr) |runtime| {
        check(device)?;
        let memory = runtime.graphs.memory;
        value.write_u64(match attribute {
            0 => runtime.graph_memory_used(),
            1 => memory.used_high,
            2 => memory.reserved,
            3 => memory.reserved_high,
            _ => return Err(Error::new(Code::InvalidValue, format!("there is no attribute {attribute}"))),
        })
    }

    /// Sets the most bytes of memory of graphs back.
    fn cudaDeviceSetGraphMemAttribute(device: c_int, attribute: c_int, _value: HostPtr) |runtime| {
        check(device)?;
        match attribute {
            1 => runtime.graphs.memory.used_high = runtime.graph_memory_used(),
            3 => runtime.graphs.memory.reserved_high = runtime.graphs.memory.reserved,
            _ => return Err(Error::new(Code::InvalidValue, format!("attribute {attribute} cannot be set"))),
        }
        Ok(())
    }

    /// Gives back memory of graphs that is not in use.
    fn cudaDeviceGraphMemTrim(device: c_int) |runtime| {
        check(device)?;
        runtime.graphs.memory.reserved = runtime.graph_memory_used();
        Ok(())
    }

    /// Makes an object that graphs keep alive.
    fn cudaUserObjectCreate(object: HostPtr, data: HostPtr, destroy: HostPtr, references: u32, _flags: u32) |runtime| {
        let destroy = HostCall { function: destroy, data, stream: None };
        object.write_u64(runtime.graphs.create_object(destroy, references.into()))
    }

    /// Adds references to an object.
    fn cudaUserObjectRetain(object: u64, count: u32) |runtime| {
        runtime.graphs.retain_object(object, count.into())
    }

    /// Makes a graph keep an object.
    fn cudaGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) |runtime| {
        runtime.graphs.keep_object(graph, object, count.into(), flags & 1 != 0)
    }

    /// Starts to capture a stream.
    fn cudaStreamBeginCapture(stream: u64, mode: c_int) |runtime| {
        let graph = runtime.graphs.create();
        let begun = begin(runtime, stream, graph, Vec::new(), mode);
        if begun.is_err() {
            runtime.graphs.destroy(graph)?;
        }
        begun
    }

    /// Starts to capture a stream into a graph.
    fn cudaStreamBeginCaptureToGraph(stream: u64, graph: u64, list: HostPtr, _edges: HostPtr, count: usize, mode: c_int) |runtime| {
        let reached = nodes(list, count)?;
        runtime.graphs.nodes(graph)?;
        begin(runtime, stream, graph, reached, mode)
    }

    /// Ends a capture and returns the graph.
    fn cudaStreamEndCapture(stream: u64, graph: HostPtr) |runtime| {
        graph.write_u64(0)?;
        graph.write_u64(runtime.streams.end_capture(stream)?)
    }

    /// Whether a stream is being captured.
    fn cudaStreamIsCapturing(stream: u64, status: HostPtr) |runtime| {
        status.write_u32(u32::from(runtime.streams.captured(stream)?))
    }

    /// The graph into which a stream is being captured, and the nodes that it has reached.
    fn cudaStreamGetCaptureInfo(stream: u64, status: HostPtr, id: HostPtr, graph: HostPtr, list: HostPtr, edges: HostPtr, count: HostPtr) |runtime| {
        if !runtime.streams.captured(stream)? {
            return status.write_u32(0);
        }
        let capture = runtime.streams.capture(stream)?;
        status.write_u32(1)?;
        write_optional(id, capture.id)?;
        write_optional(graph, capture.graph)?;
        // The list is the stream's own, and is valid until the stream is used again.
        write_optional(list, capture.reached.as_ptr() as u64)?;
        write_optional(edges, 0)?;
        write_optional(count, capture.reached.len() as u64)
    }

    /// Sets the nodes that a stream in a capture has reached.
    fn cudaStreamUpdateCaptureDependencies(stream: u64, list: HostPtr, _edges: HostPtr, count: usize, flags: u32) |runtime| {
        let list = nodes(list, count)?;
        for &node in &list {
            runtime.graphs.node(node)?;
        }
        let capture = runtime.streams.capture(stream)?;
        match flags {
            0 => capture.reached.extend(list),
            1 => capture.reached = list,
            _ => return Err(Error::new(Code::InvalidValue, format!("there are no flags {flags:#x}"))),
        }
        Ok(())
    }

    /// Exchanges the capture mode of the thread, which has no effect: no call is refused during a capture.
    fn cudaThreadExchangeStreamCaptureMode(mode: HostPtr) |runtime| {
        match mode.read_u32()? {
            0..=2 => mode.write_u32(0),
            other => Err(Error::new(Code::InvalidValue, format!("there is no capture mode {other}"))),
        }
    }

    /// Copies the attributes of a stream, which have no effect.
    fn cudaStreamCopyAttributes(to: u64, from: u64) |runtime| {
        runtime.streams.stream(to)?;
        runtime.streams.stream(from).map(|_| ())
    }

    /// An attribute of a stream: none has an effect.
    fn cudaStreamGetAttribute(stream: u64, _attribute: c_int, value: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        value.write(&[0; ATTRIBUTE_BYTES])
    }

    /// Sets an attribute of a stream, which has no effect.
    fn cudaStreamSetAttribute(stream: u64, _attribute: c_int, _value: HostPtr) |runtime| {
        runtime.streams.stream(stream).map(|_| ())
    }
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
