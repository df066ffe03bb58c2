//! Fills of bars and areas.

/// The fill of a bar or area. Fills differ in shade or hatching; colour is only an addition, so that a print in grey loses
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    White,
    /// A light shade.
    Light,
    /// A medium shade.
    Mid,
    /// A dark shade.
    Dark,
    Black,
    /// Thin rising lines.
    Diagonal,
    /// Thick falling lines.
    Falling,
    /// Rising and falling lines.
    Cross,
    /// Black dots.
    Dots,
    /// White dots on a dark ground.
    Pearls,
    Horizontal,
    Vertical,
}

impl Fill {
    /// Every fill, in an order in which neighbours are easy to distinguish.
    pub const ALL: [Fill; 12] = [
        Fill::White,
        Fill::Mid,
        Fill::Black,
        Fill::Diagonal,
        Fill::Dark,
        Fill::Dots,
        Fill::Light,
        Fill::Cross,
        Fill::Pearls,
        Fill::Horizontal,
        Fill::Falling,
        Fill::Vertical,
    ];

    /// The fill with this number; numbers wrap around.
    pub fn nth(at: usize) -> Fill {
        Fill::ALL[at % Fill::ALL.len()]
    }

    /// The name of its pattern.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fill::White => "white",
            Fill::Light => "light",
            Fill::Mid => "mid",
            Fill::Dark => "dark",
            Fill::Black => "black",
            Fill::Diagonal => "diagonal",
            Fill::Falling => "falling",
            Fill::Cross => "cross",
            Fill::Dots => "dots",
            Fill::Pearls => "pearls",
            Fill::Horizontal => "horizontal",
            Fill::Vertical => "vertical",
        }
    }

    /// The value of an SVG `fill` attribute: a colour, or a reference to [`Fill::pattern`].
    pub(super) fn paint(self) -> String {
        match self {
            Fill::White => "#ffffff".to_owned(),
            Fill::Light => "#d3e0ee".to_owned(),
            Fill::Mid => "#86b0d8".to_owned(),
            Fill::Dark => "#2f6296".to_owned(),
            Fill::Black => "#151515".to_owned(),
            hatched => format!("url(#{})", hatched.name()),
        }
    }

    /// The definition of its hatching, if it has one: a repeated tile.
    pub(crate) fn pattern(self) -> Option<String> {
        let (tile, ground, inside) = match self {
            Fill::White | Fill::Light | Fill::Mid | Fill::Dark | Fill::Black => return None,
            Fill::Diagonal => (6, "#ffffff", stroked("M-1,1 L1,-1 M0,6 L6,0 M5,7 L7,5", "1.1")),
            Fill::Falling => (6, "#fbe3bd", stroked("M-1,5 L1,7 M0,0 L6,6 M5,-1 L7,1", "2")),
            Fill::Cross => (6, "#fbe3bd", stroked("M0,0 L6,6 M6,0 L0,6", "1")),
            Fill::Dots => (5, "#ffffff", dotted("#151515")),
            Fill::Pearls => (5, "#8a4b12", dotted("#ffffff")),
            Fill::Horizontal => (4, "#ffffff", stroked("M0,2 L4,2", "1.2")),
            Fill::Vertical => (4, "#fbe3bd", stroked("M2,0 L2,4", "1.2")),
        };
        let name = self.name();
        Some(format!(
            "<pattern id=\"{name}\" patternUnits=\"userSpaceOnUse\" width=\"{tile}\" height=\"{tile}\">\
             <rect width=\"{tile}\" height=\"{tile}\" fill=\"{ground}\"/>{inside}</pattern>"
        ))
    }
}

fn stroked(path: &str, width: &str) -> String {
    format!("<path d=\"{path}\" stroke=\"#151515\" stroke-width=\"{width}\" fill=\"none\"/>")
}

fn dotted(colour: &str) -> String {
    format!("<circle cx=\"2.5\" cy=\"2.5\" r=\"1.1\" fill=\"{colour}\"/>")
}
