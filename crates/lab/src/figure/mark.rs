//! Marks of points: an outline and its inside.

/// A point's outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Round.
    Circle,
    /// Four corners.
    Square,
    /// Three corners, one above.
    Triangle,
    /// Four corners, one above.
    Diamond,
    /// Two strokes.
    Cross,
}

impl Shape {
    /// All of them.
    pub const ALL: [Shape; 5] = [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Cross];

    /// Its corners, in pixels around the point; a circle has none.
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

/// What is inside the outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// All black.
    Black,
    /// White.
    White,
    /// Between them.
    Grey,
}

impl Shade {
    /// All of them.
    pub const ALL: [Shade; 3] = [Shade::Black, Shade::White, Shade::Grey];

    pub(super) fn colour(self) -> &'static str {
        match self {
            Shade::Black => "#000000",
            Shade::Grey => "#a5a5a5",
            Shade::White => "#ffffff",
        }
    }
}

/// How a point is drawn: an outline, and what is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The outline.
    pub shape: Shape,
    /// What is in it.
    pub shade: Shade,
}

impl Mark {
    /// The mark of the `shape`th kind and the `shade`th; when there are no more, they begin again.
    pub fn nth(shape: usize, shade: usize) -> Mark {
        Mark { shape: Shape::ALL[shape % Shape::ALL.len()], shade: Shade::ALL[shade % Shade::ALL.len()] }
    }
}
