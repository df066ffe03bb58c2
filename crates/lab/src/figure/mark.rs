//! How a point is drawn.

use super::Line;
use plotters::element::{DashedPathElement, Drawable, DynElement, IntoDynElement, PointCollection};
use plotters::prelude::*;
use plotters_backend::DrawingErrorKind;

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

    /// Its corners, in pixels around the point; a circle has none.
    fn corners(self) -> Vec<Place> {
        match self {
            Shape::Circle => Vec::new(),
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

impl Mark {
    /// The mark of the `shape`th kind and the `shade`th; when there are no more, they begin again.
    pub fn nth(shape: usize, shade: usize) -> Mark {
        Mark { shape: Shape::ALL[shape % Shape::ALL.len()], shade: Shade::ALL[shade % Shade::ALL.len()] }
    }

    /// Drawn at a place.
    pub(super) fn at<C>(self, place: C) -> Placed<C> {
        Placed { mark: self, place }
    }
}

/// A mark at a place.
pub(super) struct Placed<C> {
    mark: Mark,
    place: C,
}

impl<'a, C> PointCollection<'a, C> for &'a Placed<C> {
    type Point = &'a C;
    type IntoIter = std::iter::Once<&'a C>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.place)
    }
}

impl<C, B: DrawingBackend> Drawable<B> for Placed<C> {
    /// A circle is drawn as one: as a polygon its corners would lie on whole pixels, and show.
    fn draw<I: Iterator<Item = Place>>(
        &self,
        places: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let (inside, edge) = (self.mark.shade.colour().filled(), BLACK.stroke_width(1));
        for (x, y) in places {
            if self.mark.shape == Shape::Circle {
                backend.draw_circle((x, y), 5, &inside, true)?;
                backend.draw_circle((x, y), 5, &edge, false)?;
                continue;
            }
            let corners: Vec<Place> =
                self.mark.shape.corners().iter().map(|at| (x + at.0, y + at.1)).collect();
            backend.fill_polygon(corners.iter().copied(), &inside)?;
            backend.draw_path(corners.iter().chain(corners.first()).copied(), &edge)?;
        }
        Ok(())
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
