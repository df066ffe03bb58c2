//! Shapes of textures and surfaces.

use std::fmt;

/// Shape of a texture or surface, as instructions name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Geometry {
    /// One dimension: `.1d`.
    D1,
    /// Two dimensions: `.2d`.
    D2,
    /// Three dimensions: `.3d`.
    D3,
    /// Layers of one dimension: `.a1d`.
    A1,
    /// Layers of two dimensions: `.a2d`.
    A2,
    /// Six faces of a cube: `.cube`.
    Cube,
    /// Layers of cubes: `.acube`.
    ACube,
}

impl Geometry {
    /// Number of coordinates beside the layer.
    pub const fn dimensions(self) -> usize {
        match self {
            Geometry::D1 | Geometry::A1 => 1,
            Geometry::D2 | Geometry::A2 => 2,
            Geometry::D3 | Geometry::Cube | Geometry::ACube => 3,
        }
    }

    /// Whether the first coordinate is the number of a layer.
    pub const fn is_layered(self) -> bool {
        matches!(self, Geometry::A1 | Geometry::A2 | Geometry::ACube)
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Geometry::D1 => "one-dimensional",
            Geometry::D2 => "two-dimensional",
            Geometry::D3 => "three-dimensional",
            Geometry::A1 => "layered one-dimensional",
            Geometry::A2 => "layered two-dimensional",
            Geometry::Cube => "cubemap",
            Geometry::ACube => "layered cubemap",
        })
    }
}
