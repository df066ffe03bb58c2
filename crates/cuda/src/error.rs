//! CUDA's error codes.

use libc::c_int;
use std::ffi::CStr;

/// Declares the codes that Warploom returns itself.
macro_rules! codes {
    ($($(#[$meta:meta])* $name:ident = $number:literal,)*) => {
        /// A code that a function of Warploom returns. Programs know more of them: see [`name`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(i32)]
        pub enum Code {
            $($(#[$meta])* $name = $number,)*
        }
    };
}

codes! {
    /// An argument that cannot be.
    InvalidValue = 1,
    /// The device or the host has too little memory.
    MemoryAllocation = 2,
    /// A launch with a grid or block that no device has.
    InvalidConfiguration = 9,
    /// A row longer than its pitch.
    InvalidPitchValue = 12,
    /// A variable that no module has.
    InvalidSymbol = 13,
    /// A texture object that does not exist, or a kind of texture that is not there.
    InvalidTexture = 18,
    /// A format of texels that is not there.
    InvalidChannelDescriptor = 20,
    /// A direction of a copy that does not exist.
    InvalidMemcpyDirection = 21,
    /// A function that is not a kernel.
    InvalidDeviceFunction = 98,
    /// A device that does not exist.
    InvalidDevice = 101,
    /// A file of machine code or of something else, where PTX should be.
    InvalidKernelImage = 200,
    /// A context that does not exist, or none at all.
    InvalidContext = 201,
    /// No PTX in the program.
    NoKernelImageForDevice = 209,
    /// Peers need two devices.
    PeerAccessUnsupported = 217,
    /// PTX that Warploom does not accept.
    InvalidPtx = 218,
    /// A file that cannot be read.
    FileNotFound = 301,
    /// A stream, event, array, graph or kernel that does not exist.
    InvalidResourceHandle = 400,
    /// A name that no library has.
    SymbolNotFound = 500,
    /// Work that is not finished.
    NotReady = 600,
    /// A kernel accessed memory that is not there.
    IllegalAddress = 700,
    /// A launch with more shared memory or registers than there are.
    LaunchOutOfResources = 701,
    /// A kernel that does not end.
    LaunchTimeout = 702,
    /// An `assert` of a kernel failed.
    Assert = 710,
    HostMemoryAlreadyRegistered = 712,
    HostMemoryNotRegistered = 713,
    /// A kernel accessed an address that is not a multiple of the size.
    MisalignedAddress = 716,
    /// A kernel failed in another way.
    LaunchFailure = 719,
    /// More CTAs in a cooperative launch than fit on the device at once.
    CooperativeLaunchTooLarge = 720,
    /// A function that Warploom does not have.
    NotSupported = 801,
    /// The stream is being captured into a graph.
    StreamCaptureUnsupported = 900,
    /// The stream waits for a stream that is captured into another graph.
    StreamCaptureMerge = 902,
    /// The capture began in another stream.
    StreamCaptureUnmatched = 903,
    /// An executable graph and the graph to update it from differ.
    GraphExecUpdateFailure = 910,
    /// The stream is not being captured.
    IllegalState = 401,
    /// An error of Warploom's own.
    Unknown = 999,
}

impl Code {
    /// CUDA's number.
    pub const fn number(self) -> c_int {
        self as c_int
    }
}

/// Why a function failed: the code that the program sees, and the explanation on standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    pub code: Code,
    /// The explanation; none if the code says all.
    pub why: Option<String>,
}

impl Error {
    /// An error with an explanation.
    pub fn new(code: Code, why: impl Into<String>) -> Error {
        Error { code, why: Some(why.into()) }
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Error {
        Error { code, why: None }
    }
}

/// Number, name and description of every code, as CUDA 13's runtime gives them; each part ends with a zero.
const TABLE: &[(c_int, &CStr, &CStr)] = &include!(concat!(env!("OUT_DIR"), "/errors.rs"));

const UNRECOGNIZED: &CStr = c"unrecognized error code";

/// Name of a code: `cudaErrorInvalidValue`.
pub fn name(code: c_int) -> &'static CStr {
    TABLE.iter().find(|(number, ..)| *number == code).map_or(UNRECOGNIZED, |(_, name, _)| name)
}

pub fn description(code: c_int) -> &'static CStr {
    TABLE.iter().find(|(number, ..)| *number == code).map_or(UNRECOGNIZED, |(.., text)| text)
}

/// Number and name of every code of the driver.
const DRIVER_TABLE: &[(c_int, &CStr)] = &include!(concat!(env!("OUT_DIR"), "/driver_errors.rs"));

/// The driver's name of a code: `CUDA_ERROR_INVALID_VALUE`.
pub fn driver_name(code: c_int) -> Option<&'static CStr> {
    DRIVER_TABLE.iter().find(|(number, _)| *number == code).map(|(_, name)| *name)
}

/// The driver's number of an error. Most are the runtime's; the driver has no code of its own for the others.
pub const fn driver_number(code: Code) -> c_int {
    match code {
        Code::InvalidConfiguration
        | Code::InvalidPitchValue
        | Code::InvalidTexture
        | Code::InvalidChannelDescriptor
        | Code::InvalidMemcpyDirection => Code::InvalidValue.number(),
        Code::InvalidSymbol => Code::SymbolNotFound.number(),
        Code::InvalidDeviceFunction => Code::InvalidResourceHandle.number(),
        other => other.number(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_cudas_names() {
        assert_eq!(name(0), c"cudaSuccess");
        assert_eq!(name(Code::InvalidValue.number()), c"cudaErrorInvalidValue");
        assert_eq!(name(Code::IllegalState.number()), c"cudaErrorIllegalState");
        assert_eq!(name(Code::InvalidPtx.number()), c"cudaErrorInvalidPtx");
        assert_eq!(description(Code::IllegalAddress.number()), c"an illegal memory access was encountered");
        assert_eq!(name(-1), c"unrecognized error code");
        assert_eq!(driver_name(driver_number(Code::InvalidPitchValue)), Some(c"CUDA_ERROR_INVALID_VALUE"));
        assert_eq!(driver_name(driver_number(Code::InvalidContext)), Some(c"CUDA_ERROR_INVALID_CONTEXT"));
        assert_eq!(driver_name(-1), None);
    }
}
