//! Capture of streams into graphs.

use super::{ATTRIBUTE_BYTES, nodes};
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::Runtime;
use libc::c_int;

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

api! {
    fn cudaStreamBeginCapture(stream: u64, mode: c_int) |runtime| {
        let graph = runtime.graphs.create();
        let begun = begin(runtime, stream, graph, Vec::new(), mode);
        if begun.is_err() {
            runtime.graphs.destroy(graph)?;
        }
        begun
    }

    fn cudaStreamBeginCaptureToGraph(stream: u64, graph: u64, list: HostPtr, _edges: HostPtr, count: usize, mode: c_int) |runtime| {
        let reached = nodes(list, count)?;
        runtime.graphs.nodes(graph)?;
        begin(runtime, stream, graph, reached, mode)
    }

    fn cudaStreamEndCapture(stream: u64, graph: HostPtr) |runtime| {
        graph.write_u64(0)?;
        graph.write_u64(runtime.streams.end_capture(stream)?)
    }

    /// Whether a stream is being captured.
    fn cudaStreamIsCapturing(stream: u64, status: HostPtr) |runtime| {
        status.write_u32(u32::from(runtime.streams.captured(stream)?))
    }

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
