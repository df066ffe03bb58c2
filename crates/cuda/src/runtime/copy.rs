//! Copies and fills: all of CUDA's are boxes of bytes between two places.

use super::memory::{DeviceMemory, MemoryKind};
use crate::error::{Code, Error};
use crate::host::HostPtr;
use warploom_kernel::execute::{Array, ArrayRegion, TextureError};

/// A place that a copy reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Memory of host or device, in rows.
    Memory {
        /// First byte.
        at: HostPtr,
        /// Bytes from row to row.
        pitch: usize,
        /// Rows from slice to slice.
        rows: usize,
    },
    /// Part of an array.
    Array {
        array: Array,
        /// First byte of a row, row, and slice.
        origin: [usize; 3],
    },
}

impl Place {
    /// Bytes that follow each other.
    pub const fn linear(at: HostPtr) -> Place {
        Place::Memory { at, pitch: 0, rows: 1 }
    }
}

/// A copy of bytes, rows and slices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copy3d {
    pub to: Place,
    pub from: Place,
    /// Bytes per row, rows, and slices.
    pub extent: [usize; 3],
}

/// A fill of bytes, rows and slices with a value of 1, 2 or 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// Where to.
    pub at: HostPtr,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Rows from slice to slice.
    pub rows: usize,
    /// Bytes per row, rows, and slices.
    pub extent: [usize; 3],
    /// The value; its lowest bytes are repeated.
    pub value: u32,
    /// Bytes of the value.
    pub width: usize,
}

impl From<TextureError> for Error {
    fn from(error: TextureError) -> Error {
        let code = match error {
            TextureError::Memory(error) => return error.into(),
            TextureError::NoArray(_) => Code::InvalidResourceHandle,
            TextureError::Format { .. } => Code::InvalidChannelDescriptor,
            _ => Code::InvalidValue,
        };
        Error::new(code, error.to_string())
    }
}

fn overflow() -> Error {
    Error::new(Code::InvalidValue, "the size of the copy overflows".to_owned())
}

/// Checks that slices do not overlap. Every row of a copy is then at an address of its own, so that a copy ends where memory ends.
fn check_rows(rows: usize, height: usize, depth: usize) -> Result<(), Error> {
    if depth > 1 && rows < height {
        return Err(Error::new(
            Code::InvalidValue,
            format!("{height} rows are more than the {rows} of a slice"),
        ));
    }
    Ok(())
}

fn row_offset(pitch: usize, rows: usize, row: usize, slice: usize) -> Result<usize, Error> {
    let line = slice.checked_mul(rows).and_then(|n| n.checked_add(row)).ok_or_else(overflow)?;
    line.checked_mul(pitch).ok_or_else(overflow)
}

impl DeviceMemory {
    /// Copies between host and device, in any direction: the addresses decide.
    pub fn copy(&mut self, copy: &Copy3d) -> Result<(), Error> {
        let Copy3d { to, from, extent } = *copy;
        let [width, height, depth] = extent;
        if width == 0 || height == 0 || depth == 0 {
            return Ok(());
        }
        for place in [to, from] {
            if let Place::Memory { rows, .. } = place {
                check_rows(rows, height, depth)?;
            }
            if let Place::Memory { pitch, .. } = place
                && pitch < width
                && height.max(depth) > 1
            {
                return Err(Error::new(
                    Code::InvalidPitchValue,
                    format!("rows of {width} bytes are longer than their pitch of {pitch}"),
                ));
            }
        }
        let dense = |place: Place| match place {
            Place::Memory { pitch, rows, .. } => {
                height == 1 && depth == 1 || pitch == width && (depth == 1 || rows == height)
            }
            Place::Array { .. } => false,
        };
        if let (Place::Memory { at: to, .. }, Place::Memory { at: from, .. }) = (to, from)
            && dense(copy.to)
            && dense(copy.from)
        {
            let bytes = width.checked_mul(height).and_then(|n| n.checked_mul(depth)).ok_or_else(overflow)?;
            return self.copy_bytes(to, from, bytes);
        }
        match (to, from) {
            (Place::Memory { at: to, pitch: a, rows: b }, Place::Memory { at: from, pitch: c, rows: d }) => {
                for slice in 0..depth {
                    for row in 0..height {
                        let to = to.offset(row_offset(a, b, row, slice)?)?;
                        self.copy_bytes(to, from.offset(row_offset(c, d, row, slice)?)?, width)?;
                    }
                }
                Ok(())
            }
            _ => {
                let bytes = self.gather(from, extent)?;
                self.scatter(to, extent, &bytes)
            }
        }
    }

    /// The bytes of a place, row after row.
    fn gather(&self, from: Place, extent: [usize; 3]) -> Result<Vec<u8>, Error> {
        match from {
            Place::Array { array, origin } => {
                Ok(self.kernel.read_array(array, self.region(array, origin, extent)?)?)
            }
            Place::Memory { at, pitch, rows } => {
                let [width, height, depth] = extent;
                let mut bytes = Vec::new();
                for slice in 0..depth {
                    for row in 0..height {
                        bytes.extend(self.fetch(at.offset(row_offset(pitch, rows, row, slice)?)?, width)?);
                    }
                }
                Ok(bytes)
            }
        }
    }

    /// Writes bytes to a place, row after row. An array is written at once: each write counts as a copy to all of it.
    fn scatter(&mut self, to: Place, extent: [usize; 3], bytes: &[u8]) -> Result<(), Error> {
        match to {
            Place::Array { array, origin } => {
                let region = self.region(array, origin, extent)?;
                self.kernel.write_array(array, region, bytes)?;
                self.copied.0 += bytes.len() as u64;
                Ok(())
            }
            Place::Memory { at, pitch, rows } => {
                let [width, height, _] = extent;
                for (i, row) in bytes.chunks(width).enumerate() {
                    self.store(at.offset(row_offset(pitch, rows, i % height, i / height)?)?, row)?;
                }
                Ok(())
            }
        }
    }

    /// Part of an array: bytes in x, rows and slices.
    fn region(
        &self,
        array: Array,
        [x, y, z]: [usize; 3],
        [width, height, depth]: [usize; 3],
    ) -> Result<ArrayRegion, Error> {
        let (_, format) = self.kernel.array(array)?;
        let texel = format.bytes() as usize;
        if !x.is_multiple_of(texel) || !width.is_multiple_of(texel) {
            return Err(Error::new(
                Code::InvalidValue,
                format!("{width} bytes at byte {x} are not whole texels of {texel} bytes"),
            ));
        }
        let number = |n: usize| u32::try_from(n).map_err(|_| overflow());
        let origin = [number(x / texel)?, number(y)?, number(z)?];
        Ok(ArrayRegion { origin, extent: [number(width / texel)?, number(height)?, number(depth)?] })
    }

    /// Bytes of host or device.
    pub fn fetch(&self, at: HostPtr, bytes: usize) -> Result<Vec<u8>, Error> {
        match self.kind(at.address()) {
            MemoryKind::Device => Ok(self.kernel.read(at.address(), bytes as u64)?.to_vec()),
            _ => at.read(bytes),
        }
    }

    /// Writes bytes to host or device.
    pub fn store(&mut self, at: HostPtr, bytes: &[u8]) -> Result<(), Error> {
        match self.kind(at.address()) {
            MemoryKind::Device => {
                self.kernel.write(at.address(), bytes)?;
                self.copied.0 += bytes.len() as u64;
                Ok(())
            }
            _ => {
                self.copied.1 += bytes.len() as u64;
                at.write(bytes)
            }
        }
    }

    /// Copies bytes that follow each other.
    pub fn copy_bytes(&mut self, to: HostPtr, from: HostPtr, bytes: usize) -> Result<(), Error> {
        let device = |at: HostPtr| self.kind(at.address()) == MemoryKind::Device;
        let length = bytes as u64;
        match (device(to), device(from)) {
            (true, true) => {
                let data = self.kernel.read(from.address(), length)?.to_vec();
                self.kernel.bytes_mut(to.address(), length)?.copy_from_slice(&data);
            }
            (true, false) => {
                from.read_to(self.kernel.bytes_mut(to.address(), length)?)?;
                self.kernel.write_in_place(to.address(), length)?;
                self.copied.0 += length;
            }
            (false, true) => {
                to.write(self.kernel.read(from.address(), length)?)?;
                self.copied.1 += length;
            }
            (false, false) => to.write(&from.read(bytes)?)?,
        }
        Ok(())
    }

    /// Fills memory of host or device.
    pub fn fill(&mut self, fill: &Fill) -> Result<(), Error> {
        let Fill { at, pitch, rows, extent: [width, height, depth], value, width: unit } = *fill;
        if width == 0 || height == 0 || depth == 0 {
            return Ok(());
        }
        if pitch < width && height.max(depth) > 1 {
            return Err(Error::new(
                Code::InvalidPitchValue,
                format!("rows of {width} bytes are longer than their pitch of {pitch}"),
            ));
        }
        check_rows(rows, height, depth)?;
        if !matches!(unit, 1 | 2 | 4) || !width.is_multiple_of(unit) {
            return Err(Code::InvalidValue.into());
        }
        for slice in 0..depth {
            for row in 0..height {
                let to = at.offset(row_offset(pitch, rows, row, slice)?)?;
                self.fill_row(to, width, &value.to_le_bytes()[..unit])?;
            }
        }
        Ok(())
    }

    fn fill_row(&mut self, at: HostPtr, bytes: usize, unit: &[u8]) -> Result<(), Error> {
        if self.kind(at.address()) == MemoryKind::Device {
            let row = self.kernel.bytes_mut(at.address(), bytes as u64)?;
            match unit {
                [byte] => row.fill(*byte),
                _ => row.chunks_exact_mut(unit.len()).for_each(|to| to.copy_from_slice(unit)),
            }
            return Ok(());
        }
        let piece = unit.repeat((bytes.min(1 << 16) / unit.len()).max(1));
        let mut done = 0;
        while done < bytes {
            let length = piece.len().min(bytes - done);
            at.offset(done)?.write(&piece[..length])?;
            done += length;
        }
        Ok(())
    }
}
