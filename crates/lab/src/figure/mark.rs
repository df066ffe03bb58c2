//! How a point is drawn.

use super::Line;
use plotters::element::{ComposedElement, DashedPathElement, DynElement, EmptyElement, IntoDynElement};
use plotters::prelude::*;

/// A place on the figure, in pixels.
type Place = (i32, i32);

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

    /// Its corners, in pixels around the point.
    fn corners(self) -> Vec<Place> {
        match self {
            Shape::Circle => (0..20)
                .map(|corner| f64::from(corner) * std::f64::consts::TAU / 20.0)
                .map(|angle| ((5.0 * angle.cos()).round() as i32, (5.0 * angle.sin()).round() as i32))
                .collect(),
            Shape::Square => vec![(-4, -4), (4, -4), (4, 4), (-4, 4)],
            Shape::Triangle => vec![(0, -6), (6, 5), (-6, 5)],
            Shape::Diamond => vec![(0, -6), (6, 0), (0, 6), (-6, 0)],
            Shape::Cross => [
                (-2, -7),
                (2, -7),
                (2, -2),
                (7, -2),
                (7, 2),
                (2, 2),
                (2, 7),
                (-2, 7),
                (-2, 2),
                (-7, 2),
                (-7, -2),
                (-2, -2),
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

    fn colour(self) -> RGBColor {
        match self {
            Shade::Black => BLACK,
            Shade::Grey => RGBColor(165, 165, 165),
            Shade::White => WHITE,
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

type Filled = Polygon<Place>;
type Outline = PathElement<Place>;

impl Mark {
    /// The mark of the `shape`th kind and the `shade`th; when there are no more, they begin again.
    pub fn nth(shape: usize, shade: usize) -> Mark {
        Mark { shape: Shape::ALL[shape % Shape::ALL.len()], shade: Shade::ALL[shade % Shade::ALL.len()] }
    }

    /// Drawn at a place.
    pub(super) fn at<'a, 'b, C: 'a>(self, place: C) -> ComposedElement<C, SVGBackend<'b>, Filled, Outline> {
        let corners = self.shape.corners();
        let closed = corners.iter().chain(corners.first()).copied().collect::<Vec<_>>();
        EmptyElement::at(place)
            + Polygon::new(corners, self.shade.colour().filled())
            + PathElement::new(closed, BLACK.stroke_width(1))
    }
}

/// A piece of a line, for the legend.
pub(super) fn stroke<'a, 'b>(line: Line, (x, y): Place) -> DynElement<'a, SVGBackend<'b>, Place> {
    let (ends, style) = (vec![(x, y), (x + 24, y)], BLACK.stroke_width(1));
    match line.dashes() {
        None => PathElement::new(ends, style).into_dyn(),
        Some((dash, gap)) => DashedPathElement::new(ends, dash, gap, style).into_dyn(),
    }
}
