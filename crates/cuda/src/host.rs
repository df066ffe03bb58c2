//! Memory of the host program.
//!
//! A program may pass any number as a pointer. All reads and writes of its memory therefore go through the operating system,
//! which answers with an error where a plain access would be a segmentation fault.

use crate::error::{Code, Error};
use libc::{c_int, c_void, iovec};
use std::fmt;

/// An address in the host program, as it passed it: perhaps no address at all.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct HostPtr(pub usize);

impl HostPtr {
    /// The null pointer.
    pub const NULL: HostPtr = HostPtr(0);

    /// Whether it is the null pointer.
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The address as a number of the device's address space, which programs share with the host's.
    pub const fn address(self) -> u64 {
        self.0 as u64
    }

    /// The address `bytes` later.
    pub fn offset(self, bytes: usize) -> Result<HostPtr, Error> {
        self.0.checked_add(bytes).map(HostPtr).ok_or_else(|| bad(self, bytes))
    }

    /// Copies memory of the program to `to`.
    pub fn read_to(self, to: &mut [u8]) -> Result<(), Error> {
        let length = to.len();
        transfer(self, (to.as_mut_ptr().cast(), length), Direction::Read)
    }

    /// Copies `bytes` to memory of the program.
    pub fn write(self, bytes: &[u8]) -> Result<(), Error> {
        transfer(self, (bytes.as_ptr().cast_mut().cast(), bytes.len()), Direction::Write)
    }

    /// Memory of the program.
    ///
    /// # Errors
    /// If it is not all readable, or more than the host can hold.
    pub fn read(self, length: usize) -> Result<Vec<u8>, Error> {
        // `vec![0; n]` takes pages from the host only when they are written, but aborts if the reservation fails.
        Vec::<u8>::new().try_reserve_exact(length).map_err(|_| bad(self, length))?;
        let mut bytes = vec![0; length];
        self.read_to(&mut bytes)?;
        Ok(bytes)
    }

    /// `N` bytes of the program's memory.
    pub fn read_array<const N: usize>(self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        self.read_to(&mut bytes)?;
        Ok(bytes)
    }

    /// A 32-bit number.
    pub fn read_u32(self) -> Result<u32, Error> {
        self.read_array().map(u32::from_le_bytes)
    }

    /// A 64-bit number.
    pub fn read_u64(self) -> Result<u64, Error> {
        self.read_array().map(u64::from_le_bytes)
    }

    pub fn read_pointer(self) -> Result<HostPtr, Error> {
        self.read_u64().map(|value| HostPtr(value as usize))
    }

    /// Writes a 32-bit number.
    pub fn write_u32(self, value: u32) -> Result<(), Error> {
        self.write(&value.to_le_bytes())
    }

    /// Writes a signed 32-bit number, as C's `int`.
    pub fn write_int(self, value: c_int) -> Result<(), Error> {
        self.write(&value.to_le_bytes())
    }

    /// Writes a 64-bit number, such as a handle, a size or a device pointer.
    pub fn write_u64(self, value: u64) -> Result<(), Error> {
        self.write(&value.to_le_bytes())
    }

    /// A string that ends with a zero, of at most 64 KiB.
    ///
    /// # Errors
    /// If it is not readable or has no end.
    pub fn read_text(self) -> Result<String, Error> {
        self.read_long_text(64 << 10)
    }

    /// A string that ends with a zero, of at most `most` bytes.
    ///
    /// # Errors
    /// If it is not readable or has no end.
    pub fn read_long_text(self, most: usize) -> Result<String, Error> {
        let mut bytes = Vec::new();
        // Pieces end at page boundaries: the page after the string's end need not exist.
        while bytes.len() < most {
            let at = self.offset(bytes.len())?;
            let step = if bytes.is_empty() { 256 } else { 4096 };
            let piece = at.read(step - at.0 % step)?;
            if let Some(end) = piece.iter().position(|&b| b == 0) {
                bytes.extend_from_slice(&piece[..end]);
                return Ok(String::from_utf8_lossy(&bytes).into_owned());
            }
            bytes.extend(piece);
        }
        Err(Error::new(Code::InvalidValue, format!("the string at {self} has no end")))
    }
}

impl fmt::Display for HostPtr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

fn bad(at: HostPtr, length: usize) -> Error {
    let what = match at {
        HostPtr::NULL => "a null pointer was passed".to_owned(),
        _ => format!("the program has no {length} bytes of memory at {at}"),
    };
    Error::new(Code::InvalidValue, what)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Read,
    Write,
}

/// Copies between the program's memory at `at` and a buffer of ours.
fn transfer(at: HostPtr, (ours, length): (*mut c_void, usize), direction: Direction) -> Result<(), Error> {
    if length == 0 {
        return Ok(());
    }
    if at.is_null() {
        return Err(bad(at, length));
    }
    let mut done = 0;
    while done < length {
        // The kernel moves at most this much at a time.
        let piece = (length - done).min(1 << 30);
        let local = iovec { iov_base: ours.wrapping_byte_add(done), iov_len: piece };
        let remote = iovec { iov_base: at.offset(done)?.0 as *mut c_void, iov_len: piece };
        // SAFETY: `local` is a part of a buffer of ours of `length` bytes, writable when reading. The kernel itself checks
        // `remote`, which may be any address: it is only a number to this process.
        let moved = unsafe {
            match direction {
                Direction::Read => {
                    libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0)
                }
                Direction::Write => {
                    libc::process_vm_writev(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0)
                }
            }
        };
        match usize::try_from(moved) {
            Ok(moved) if moved > 0 => done += moved,
            _ => return Err(bad(at, length)),
        }
    }
    Ok(())
}

/// Memory mapped at one address for the host program and for kernels, or only reserved so that nothing else is put there.
#[derive(Debug)]
pub struct Mapping {
    address: usize,
    bytes: usize,
}

impl Mapping {
    /// Reserves addresses without memory: an access by the host is a segmentation fault, as one of device memory is.
    pub fn reserve(address: u64, bytes: u64) -> Option<Mapping> {
        Mapping::new(address, bytes, libc::PROT_NONE)
    }

    /// Maps zeroed memory at `address`; none if something is there already, or there is no memory.
    pub fn allocate(address: u64, bytes: u64) -> Option<Mapping> {
        Mapping::new(address, bytes, libc::PROT_READ | libc::PROT_WRITE)
    }

    fn new(address: u64, bytes: u64, protection: c_int) -> Option<Mapping> {
        let (address, bytes) = (usize::try_from(address).ok()?, usize::try_from(bytes).ok()?);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: with MAP_FIXED_NOREPLACE, no existing mapping is changed, so that no reference of anybody is invalidated.
        let found = unsafe { libc::mmap(address as *mut c_void, bytes, protection, flags, -1, 0) };
        if found == libc::MAP_FAILED {
            return None;
        }
        let mapping = Mapping { address: found as usize, bytes };
        // A kernel older than 4.17 ignores the flag and maps where it likes.
        (found as usize == address).then_some(mapping)
    }
}

impl Mapping {
    /// Gives the host access to part of a reservation, in whole pages. Returns whether that was possible.
    pub fn open(&self, start: u64, bytes: u64) -> bool {
        let page = 4096;
        let (start, bytes) = (start as usize, bytes as usize);
        let from = start / page * page;
        let Some(end) = start.checked_add(bytes).map(|end| end.next_multiple_of(page)) else { return false };
        if from < self.address || end > self.address + self.bytes {
            return false;
        }
        // SAFETY: the pages are part of this mapping, which no Rust reference points into.
        unsafe { libc::mprotect(from as *mut c_void, end - from, libc::PROT_READ | libc::PROT_WRITE) == 0 }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `new`, and is unmapped once. No Rust reference into it exists: its memory is accessed
        // by `HostPtr` only.
        unsafe { libc::munmap(self.address as *mut c_void, self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wild_pointers_are_errors() {
        for wild in [0, 1, 0x1000, usize::MAX, usize::MAX - 7, 0xdead_beef_0000] {
            assert!(HostPtr(wild).read(8).is_err(), "{wild:#x}");
            assert!(HostPtr(wild).write(&[0; 8]).is_err(), "{wild:#x}");
            assert!(HostPtr(wild).read_text().is_err(), "{wild:#x}");
        }
        assert!(HostPtr(0x1000).read(usize::MAX).is_err());
        assert!(HostPtr::NULL.write(&[]).is_ok(), "nothing is written to nowhere");
    }

    #[test]
    fn memory_that_is_there_is_read_and_written() {
        let mapping = Mapping::allocate(0x6100_0000_0000, 4096).unwrap();
        let at = HostPtr(mapping.address);
        at.write(b"hello\0").unwrap();
        assert_eq!(at.read_text().unwrap(), "hello");
        let end = at.offset(4096 - 4).unwrap();
        end.write(b"end\0").unwrap();
        assert_eq!(end.read_text().unwrap(), "end");
        assert!(end.read(5).is_err(), "the page after it does not exist");
        assert!(Mapping::allocate(0x6100_0000_0000, 4096).is_none(), "something is there already");
    }
}
