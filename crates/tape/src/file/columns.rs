//! A batch's columns, in the order in which Arrow has them in a message.

use bytemuck::{cast_slice, cast_slice_mut};

// Arrow's values are little-endian, and here they are used as they lie.
const _: () = assert!(cfg!(target_endian = "little"), "tape files need a little-endian host");

/// A stride that stands for addresses that are not affine.
pub(super) const LISTED: i32 = i32::MIN;
/// An offset that stands for the next of the wide ones.
pub(super) const WIDE: i16 = i16::MIN;

/// What an array has one of for each.
#[derive(Clone, Copy)]
pub(super) enum Axis {
    Row,
    Run,
    Access,
    Offset,
    Wide,
}

/// What the buffers of an array hold, after the one that says which values are there (all are).
#[derive(Clone, Copy)]
pub(super) enum BufferKind {
    /// Values of so many bytes.
    Values(u64),
    /// Where each row's list ends, after a 0.
    Ends,
    /// Nothing: its children do.
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

/// How many of each axis there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sizes(pub [usize; 5]);

impl Sizes {
    /// The length of an array.
    pub fn length(&self, (axis, _): (Axis, BufferKind)) -> usize {
        self.0[axis as usize]
    }

    /// The bytes of an array's values.
    pub fn bytes(&self, array: (Axis, BufferKind)) -> u64 {
        let length = self.length(array) as u64;
        match array.1 {
            BufferKind::Values(width) => length.saturating_mul(width),
            BufferKind::Ends => length.saturating_add(1).saturating_mul(4),
            BufferKind::Structures => 0,
        }
    }

    /// The bytes of all of them.
    pub fn total(&self) -> u64 {
        LAYOUT.iter().fold(0, |sum: u64, &array| sum.saturating_add(self.bytes(array)))
    }
}

/// The columns. What each means is said where the format is: in [`super`].
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
    /// How long they are.
    pub fn sizes(&self) -> Sizes {
        Sizes([self.cta.len(), self.first.len(), self.base.len(), self.offset.len(), self.wide.len()])
    }

    /// Makes them this long. What they then hold is left over from before; lists still begin with a 0.
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

    /// The same, to be filled.
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

    /// A digest of what they hold.
    pub fn digest(&self) -> u128 {
        super::digest(self.bytes())
    }
}
