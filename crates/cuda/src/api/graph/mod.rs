//! Graphs: their structure, memory and user objects.

pub mod capture;
pub mod executable;
pub mod node;
mod operation;

use super::call;
use super::device::check;
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::HostCall;
use crate::runtime::texture::long;
use libc::c_int;

/// Most nodes of a list that a program passes.
const MOST_NODES: usize = 1 << 24;
/// Bytes of a `cudaLaunchAttributeValue`.
const ATTRIBUTE_BYTES: usize = 64;

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

#[unsafe(export_name = "warploom_cudaGraphDestroy")]
pub extern "C" fn graph_destroy(graph: u64) -> c_int {
    call::with_calls("cudaGraphDestroy", |runtime| runtime.graphs.destroy(graph))
}

#[unsafe(export_name = "warploom_cudaGraphDestroyNode")]
pub extern "C" fn graph_destroy_node(node: u64) -> c_int {
    call::with_calls("cudaGraphDestroyNode", |runtime| runtime.graphs.remove(node))
}

#[unsafe(export_name = "warploom_cudaUserObjectRelease")]
pub extern "C" fn user_object_release(object: u64, count: u32) -> c_int {
    call::with_calls("cudaUserObjectRelease", |runtime| {
        Ok(runtime.graphs.release_object(object, count.into())?.into_iter().collect())
    })
}

#[unsafe(export_name = "warploom_cudaGraphReleaseUserObject")]
pub extern "C" fn graph_release_user_object(graph: u64, object: u64, count: u32) -> c_int {
    call::with_calls("cudaGraphReleaseUserObject", |runtime| {
        Ok(runtime.graphs.drop_object(graph, object, count.into())?.into_iter().collect())
    })
}

api! {
    fn cudaGraphCreate(graph: HostPtr, _flags: u32) |runtime| {
        graph.write_u64(0)?;
        graph.write_u64(runtime.graphs.create())
    }

    fn cudaGraphClone(clone: HostPtr, graph: u64) |runtime| {
        clone.write_u64(runtime.graphs.duplicate(graph)?)
    }

    fn cudaGraphNodeFindInClone(clone: HostPtr, node: u64, graph: u64) |runtime| {
        clone.write_u64(runtime.graphs.find_in_clone(node, graph)?)
    }

    fn cudaGraphAddDependencies(graph: u64, from: HostPtr, to: HostPtr, _edges: HostPtr, count: usize) |runtime| {
        let (from, to) = (nodes(from, count)?, nodes(to, count)?);
        from.iter().zip(to).try_for_each(|(&from, to)| runtime.graphs.depend(graph, from, to, true))
    }

    fn cudaGraphRemoveDependencies(graph: u64, from: HostPtr, to: HostPtr, _edges: HostPtr, count: usize) |runtime| {
        let (from, to) = (nodes(from, count)?, nodes(to, count)?);
        from.iter().zip(to).try_for_each(|(&from, to)| runtime.graphs.depend(graph, from, to, false))
    }

    fn cudaGraphGetNodes(graph: u64, list: HostPtr, count: HostPtr) |runtime| {
        write_nodes(list, count, runtime.graphs.nodes(graph)?)
    }

    fn cudaGraphGetRootNodes(graph: u64, list: HostPtr, count: HostPtr) |runtime| {
        let root = |node: &u64| runtime.graphs.node(*node).is_ok_and(|node| node.dependencies.is_empty());
        let roots: Vec<u64> = runtime.graphs.nodes(graph)?.iter().copied().filter(root).collect();
        write_nodes(list, count, &roots)
    }

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

    fn cudaGraphNodeGetDependencies(node: u64, list: HostPtr, edges: HostPtr, count: HostPtr) |runtime| {
        let dependencies = runtime.graphs.node(node)?.dependencies.clone();
        if !edges.is_null() {
            edges.write(&vec![0; 8 * dependencies.len().min(count.read_u64()? as usize)])?;
        }
        write_nodes(list, count, &dependencies)
    }

    fn cudaGraphNodeGetDependentNodes(node: u64, list: HostPtr, edges: HostPtr, count: HostPtr) |runtime| {
        let graph = runtime.graphs.node(node)?.graph;
        let depends = |other: &u64| runtime.graphs.node(*other).is_ok_and(|other| other.dependencies.contains(&node));
        let dependents: Vec<u64> = runtime.graphs.nodes(graph)?.iter().copied().filter(depends).collect();
        if !edges.is_null() {
            edges.write(&vec![0; 8 * dependents.len().min(count.read_u64()? as usize)])?;
        }
        write_nodes(list, count, &dependents)
    }

    fn cudaGraphNodeGetType(node: u64, kind: HostPtr) |runtime| {
        kind.write_u32(runtime.graphs.node(node)?.work.kind())
    }

    fn cudaGraphNodeGetContainingGraph(node: u64, graph: HostPtr) |runtime| {
        graph.write_u64(runtime.graphs.node(node)?.graph)
    }

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

    fn cudaUserObjectCreate(object: HostPtr, data: HostPtr, destroy: HostPtr, references: u32, _flags: u32) |runtime| {
        let destroy = HostCall { function: destroy, data, stream: None };
        object.write_u64(runtime.graphs.create_object(destroy, references.into()))
    }

    fn cudaUserObjectRetain(object: u64, count: u32) |runtime| {
        runtime.graphs.retain_object(object, count.into())
    }

    fn cudaGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) |runtime| {
        runtime.graphs.keep_object(graph, object, count.into(), flags & 1 != 0)
    }
}
