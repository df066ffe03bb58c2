//! Functions of CUDA's device runtime that a kernel can call: `printf`, `malloc`, `free` and the report of a failed `assert`.

use super::fault::FaultKind;
use super::memory::access::{AccessMode, CheckedAccess, LaneMemory, MemorySpaces, checked_slice};
use super::printf::{self, PrintfArgument};
use crate::program::Space;

/// Maximum bytes of a format string or of a string that it prints. It ends the search for the end of a broken string.
const MOST_TEXT: u64 = 64 << 10;

/// Most arguments of a function.
pub(crate) const MOST_ARGUMENTS: usize = 5;

/// A function of CUDA's device runtime, which the executor implements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuntimeFunction {
    /// `__assertfail`: reports a failed `assert`.
    AssertFail,
    /// `vprintf`: what `printf` compiles to.
    Printf,
    /// `malloc`: allocates on the device heap.
    Malloc,
    /// `free`: frees on the device heap.
    Free,
}

impl RuntimeFunction {
    /// The function called `name`, if it is one, with the bytes of its results and parameters.
    pub(crate) fn named(name: &str) -> Option<(RuntimeFunction, &'static [u64], &'static [u64])> {
        Some(match name {
            "__assertfail" => (RuntimeFunction::AssertFail, &[], &[8, 8, 4, 8, 8]),
            "vprintf" => (RuntimeFunction::Printf, &[4], &[8, 8]),
            "malloc" => (RuntimeFunction::Malloc, &[8], &[8]),
            "free" => (RuntimeFunction::Free, &[], &[8]),
            _ => return None,
        })
    }
}

/// A lane that calls a function of the runtime.
pub(crate) struct RuntimeCall<'a, 'b> {
    pub spaces: &'a mut MemorySpaces<'b>,
    pub lane: usize,
    /// Local memory of the lane.
    pub local: &'a mut [u8],
}

impl RuntimeCall<'_, '_> {
    /// Calls `function` and returns its result.
    pub fn call(
        &mut self,
        function: RuntimeFunction,
        arguments: [u64; MOST_ARGUMENTS],
    ) -> Result<u64, Box<FaultKind>> {
        let [first, second, ..] = arguments;
        match function {
            RuntimeFunction::AssertFail => Err(Box::new(FaultKind::Assertion(self.assertion(arguments)?))),
            RuntimeFunction::Printf => self.print(first, second).map(u64::from),
            RuntimeFunction::Malloc => Ok(self.spaces.memory.heap_allocate(first)),
            RuntimeFunction::Free if self.spaces.memory.heap_free(first) => Ok(0),
            RuntimeFunction::Free => Err(Box::new(FaultKind::BadFree { address: first })),
        }
    }

    /// Reads `N` bytes at a generic address.
    fn read<const N: usize>(
        &mut self,
        address: u64,
        function: &'static str,
    ) -> Result<[u8; N], Box<FaultKind>> {
        let mut copy = Vec::new();
        let own = LaneMemory { lane: self.lane, local: self.local, param_copy: &mut copy };
        let (bytes, align) = (N as u32, N as u32);
        let access = CheckedAccess { bytes, align, space: Space::Generic, address, mode: AccessMode::Read };
        let found = checked_slice(self.spaces, own, access, &|| function.to_owned())?;
        Ok((&*found).try_into().unwrap_or([0; N]))
    }

    /// The string at a generic address, without its terminating zero.
    fn text(&mut self, address: u64, function: &'static str) -> Result<Vec<u8>, Box<FaultKind>> {
        let mut all = Vec::new();
        for at in 0..MOST_TEXT {
            match self.read::<1>(address.wrapping_add(at), function)? {
                [0] => break,
                [byte] => all.push(byte),
            }
        }
        Ok(all)
    }

    /// `vprintf(format, arguments)`: appends the text to the output and returns the number of arguments, as CUDA does.
    fn print(&mut self, format: u64, packed: u64) -> Result<u32, Box<FaultKind>> {
        let format = self.text(format, "printf")?;
        let (mut output, mut offset, mut count) = (Vec::new(), 0u64, 0);
        for piece in printf::pieces(&format) {
            let mut values = Vec::new();
            for &kind in piece.arguments() {
                // Arguments lie one after the other, each aligned to its own size.
                let size = kind.bytes();
                offset = offset.next_multiple_of(size);
                let at = packed.wrapping_add(offset);
                offset += size;
                count += 1;
                let value = match size {
                    4 => u64::from(u32::from_le_bytes(self.read(at, "printf")?)),
                    _ => u64::from_le_bytes(self.read(at, "printf")?),
                };
                let string = match kind {
                    PrintfArgument::String if value != 0 => self.text(value, "printf")?,
                    PrintfArgument::String => b"(null)".to_vec(),
                    _ => Vec::new(),
                };
                values.push((value, string));
            }
            piece.write(&values, &mut output);
        }
        self.spaces.memory.print(&output);
        Ok(count)
    }

    /// Message of a failed `assert`: `__assertfail(message, file, line, function, …)`.
    fn assertion(&mut self, arguments: [u64; MOST_ARGUMENTS]) -> Result<String, Box<FaultKind>> {
        let mut string = |address: u64| {
            let bytes = self.text(address, "__assertfail")?;
            Ok::<_, Box<FaultKind>>(String::from_utf8_lossy(&bytes).into_owned())
        };
        let [message, file, line, function, _] = arguments;
        let (message, file, function) = (string(message)?, string(file)?, string(function)?);
        Ok(format!("`{message}` ({file}:{}, {function})", line as u32))
    }
}
