//! Executable graphs.

use super::operation::{
    PARAMETERS, boxed, call_of, event_of, fill_of, from_symbol, kernel_of, operation_of, straight, to_symbol,
};
use crate::api::call;
use crate::entry::{Locked, api, guarded};
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{Operation, Runtime};
use libc::c_int;

fn instantiate(runtime: &mut Runtime, executable: HostPtr, graph: u64, flags: u64) -> Result<(), Error> {
    executable.write_u64(0)?;
    executable.write_u64(runtime.graphs.instantiate(graph, flags)?)
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

api! {
    fn cudaGraphInstantiate(executable: HostPtr, graph: u64, flags: u64) |runtime| {
        instantiate(runtime, executable, graph, flags)
    }

    fn cudaGraphInstantiateWithFlags(executable: HostPtr, graph: u64, flags: u64) |runtime| {
        instantiate(runtime, executable, graph, flags)
    }

    fn cudaGraphInstantiateWithParams(executable: HostPtr, graph: u64, parameters: HostPtr) |runtime| {
        let flags = parameters.read_u64()?;
        // No node is to blame for an error; the result is an error until the graph is made.
        parameters.offset(16)?.write_u64(0)?;
        parameters.offset(24)?.write_u32(1)?;
        instantiate(runtime, executable, graph, flags)?;
        parameters.offset(24)?.write_u32(0)
    }

    fn cudaGraphExecDestroy(executable: u64) |runtime| { runtime.graphs.destroy_executable(executable) }

    fn cudaGraphExecGetFlags(executable: u64, flags: HostPtr) |runtime| {
        flags.write_u64(runtime.graphs.executable(executable)?.flags)
    }

    /// Prepares a launch, which needs no preparation.
    fn cudaGraphUpload(executable: u64, stream: u64) |runtime| {
        runtime.streams.stream(stream)?;
        runtime.graphs.executable(executable).map(|_| ())
    }

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

    fn cudaGraphExecKernelNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        let operation = kernel_of(runtime, parameters)?;
        runtime.graphs.set_executable(executable, node, operation)
    }

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

    fn cudaGraphExecMemsetNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_executable(executable, node, fill_of(parameters)?)
    }

    fn cudaGraphExecHostNodeSetParams(executable: u64, node: u64, parameters: HostPtr) |runtime| {
        runtime.graphs.set_executable(executable, node, call_of(parameters)?)
    }

    fn cudaGraphExecChildGraphNodeSetParams(executable: u64, node: u64, graph: u64) |runtime| {
        runtime.graphs.set_child(executable, node, graph)
    }

    fn cudaGraphExecEventRecordNodeSetEvent(executable: u64, node: u64, event: u64) |runtime| {
        let operation = Operation::Record(event_of(runtime, event)?);
        runtime.graphs.set_executable(executable, node, operation)
    }

    fn cudaGraphExecEventWaitNodeSetEvent(executable: u64, node: u64, event: u64) |runtime| {
        let operation = Operation::Wait(event_of(runtime, event)?);
        runtime.graphs.set_executable(executable, node, operation)
    }

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
}
