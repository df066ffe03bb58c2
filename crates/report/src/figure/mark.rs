//! Marks of points.

/// The outline of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 5] = [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Cross];

    /// The corners, in pixels relative to the point; none for a circle.
    pub(super) fn corners(self) -> Vec<(f64, f64)> {
        match self {
            Shape::Circle => Vec::new(),
            Shape::Square => vec![(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)],
            Shape::Triangle => vec![(0.0, -6.0), (6.0, 5.0), (-6.0, 5.0)],
            Shape::Diamond => vec![(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)],
            Shape::Cross => [
                (-2.0, -7.0),
                (2.0, -7.0),
                (2.0, -2.0),
                (7.0, -2.0),
                (7.0, 2.0),
                (2.0, 2.0),
                (2.0, 7.0),
                (-2.0, 7.0),
                (-2.0, 2.0),
                (-7.0, 2.0),
                (-7.0, -2.0),
                (-2.0, -2.0),
            ]
            .to_vec(),
        }
    }
}

/// The inside of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    Black,
    White,
    Grey,
}

impl Shade {
    /// Every shade.
    pub const ALL: [Shade; 3] = [Shade::Black, Shade::White, Shade::Grey];

    pub(super) fn colour(self) -> &'static str {
        match self {
            Shade::Black => "#000000",
            Shade::Grey => "#a5a5a5",
            Shade::White => "#ffffff",
        }
    }
}

/// A mark of a point: outline and inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The outline.
    pub shape: Shape,
    /// The inside.
    pub shade: Shade,
}

impl Mark {
    /// The mark with the shape and the shade of these numbers; numbers wrap around.
    pub fn nth(shape: usize, shade: usize) -> Mark {
        Mark { shape: Shape::ALL[shape % Shape::ALL.len()], shade: Shade::ALL[shade % Shade::ALL.len()] }
    }
}
