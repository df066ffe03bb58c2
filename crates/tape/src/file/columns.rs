//! Columns of a batch, in the order of an Arrow message.

use bytemuck::{cast_slice, cast_slice_mut};

// Arrow values are little-endian and are used in place.
const _: () = assert!(cfg!(target_endian = "little"), "tape files need a little-endian host");

/// Stride value that marks non-affine addresses.
pub(super) const LISTED: i32 = i32::MIN;
/// Offset value that refers to the next wide offset.
pub(super) const WIDE: i16 = i16::MIN;

/// Dimension of an array.
#[derive(Clone, Copy)]
pub(super) enum Axis {
    Row,
    Run,
    Access,
    Offset,
    Wide,
}

/// Content of the buffers of an array after the (empty) validity buffer.
#[derive(Clone, Copy)]
pub(super) enum BufferKind {
    /// Values of a fixed number of bytes.
    Values(u64),
    /// List offsets: 0, then the end of the list of each row.
    Ends,
    /// No buffer: a struct array.
    Structures,
}

/// The arrays, parents before children.
pub(super) const LAYOUT: [(Axis, BufferKind); 17] = {
    use Axis::*;
    use BufferKind::*;
    [
        (Row, Values(4)),     // launch
        (Row, Values(8)),     // cta
        (Row, Values(4)),     // warp
        (Row, Values(4)),     // like
        (Row, Ends),          // runs
        (Run, Structures),    //
        (Run, Values(4)),     // first
        (Run, Values(4)),     // count
        (Run, Values(8)),     // lanes
        (Row, Ends),          // accesses
        (Access, Structures), //
        (Access, Values(8)),  // base
        (Access, Values(4)),  // stride
        (Row, Ends),          // offsets
        (Offset, Values(2)),  //
        (Row, Ends),          // wide
        (Wide, Values(8)),    //
    ]
};

/// Length of each axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sizes(pub [usize; 5]);

impl Sizes {
    /// The length of an array.
    pub fn length(&self, (axis, _): (Axis, BufferKind)) -> usize {
        self.0[axis as usize]
    }

    /// Bytes of the values of an array.
    pub fn bytes(&self, array: (Axis, BufferKind)) -> u64 {
        let length = self.length(array) as u64;
        match array.1 {
            BufferKind::Values(width) => length.saturating_mul(width),
            BufferKind::Ends => length.saturating_add(1).saturating_mul(4),
            BufferKind::Structures => 0,
        }
    }

    /// Bytes of all arrays.
    pub fn total(&self) -> u64 {
        LAYOUT.iter().fold(0, |sum: u64, &array| sum.saturating_add(self.bytes(array)))
    }
}

/// The columns of a batch. [`super`] documents their meaning.
#[derive(Debug)]
pub(super) struct Columns {
    pub launch: Vec<u32>,
    pub cta: Vec<u64>,
    pub warp: Vec<u32>,
    pub like: Vec<u32>,
    pub run_ends: Vec<u32>,
    pub first: Vec<u32>,
    pub count: Vec<u32>,
    pub lanes: Vec<u64>,
    pub access_ends: Vec<u32>,
    pub base: Vec<i64>,
    pub stride: Vec<i32>,
    pub offset_ends: Vec<u32>,
    pub offset: Vec<i16>,
    pub wide_ends: Vec<u32>,
    pub wide: Vec<i64>,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns {
            launch: Vec::new(),
            cta: Vec::new(),
            warp: Vec::new(),
            like: Vec::new(),
            run_ends: vec![0],
            first: Vec::new(),
            count: Vec::new(),
            lanes: Vec::new(),
            access_ends: vec![0],
            base: Vec::new(),
            stride: Vec::new(),
            offset_ends: vec![0],
            offset: Vec::new(),
            wide_ends: vec![0],
            wide: Vec::new(),
        }
    }
}

impl Columns {
    /// Lengths of the columns.
    pub fn sizes(&self) -> Sizes {
        Sizes([self.cta.len(), self.first.len(), self.base.len(), self.offset.len(), self.wide.len()])
    }

    /// Resizes the columns without clearing them. List offsets still start with 0.
    pub fn resize(&mut self, sizes: Sizes) {
        let Sizes([rows, runs, accesses, offsets, wide]) = sizes;
        for ids in [&mut self.launch, &mut self.warp, &mut self.like] {
            ids.resize(rows, 0);
        }
        self.cta.resize(rows, 0);
        for ends in [&mut self.run_ends, &mut self.access_ends, &mut self.offset_ends, &mut self.wide_ends] {
            ends.resize(rows + 1, 0);
        }
        self.first.resize(runs, 0);
        self.count.resize(runs, 0);
        self.lanes.resize(runs, 0);
        self.base.resize(accesses, 0);
        self.stride.resize(accesses, 0);
        self.offset.resize(offsets, 0);
        self.wide.resize(wide, 0);
    }

    /// The bytes of each array, in the order of [`LAYOUT`].
    pub fn bytes(&self) -> [&[u8]; LAYOUT.len()] {
        [
            cast_slice(&self.launch),
            cast_slice(&self.cta),
            cast_slice(&self.warp),
            cast_slice(&self.like),
            cast_slice(&self.run_ends),
            &[],
            cast_slice(&self.first),
            cast_slice(&self.count),
            cast_slice(&self.lanes),
            cast_slice(&self.access_ends),
            &[],
            cast_slice(&self.base),
            cast_slice(&self.stride),
            cast_slice(&self.offset_ends),
            cast_slice(&self.offset),
            cast_slice(&self.wide_ends),
            cast_slice(&self.wide),
        ]
    }

    /// The same, mutable.
    pub fn bytes_mut(&mut self) -> [&mut [u8]; LAYOUT.len()] {
        [
            cast_slice_mut(&mut self.launch),
            cast_slice_mut(&mut self.cta),
            cast_slice_mut(&mut self.warp),
            cast_slice_mut(&mut self.like),
            cast_slice_mut(&mut self.run_ends),
            &mut [],
            cast_slice_mut(&mut self.first),
            cast_slice_mut(&mut self.count),
            cast_slice_mut(&mut self.lanes),
            cast_slice_mut(&mut self.access_ends),
            &mut [],
            cast_slice_mut(&mut self.base),
            cast_slice_mut(&mut self.stride),
            cast_slice_mut(&mut self.offset_ends),
            cast_slice_mut(&mut self.offset),
            cast_slice_mut(&mut self.wide_ends),
            cast_slice_mut(&mut self.wide),
        ]
    }

    /// Digest of the content.
    pub fn digest(&self) -> u128 {
        super::digest(self.bytes())
    }
}
