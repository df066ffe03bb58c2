//! Fills of bars and areas.

/// The fill of a bar or area. In print, fills differ in shade or hatching, so that a print in grey loses nothing; on a screen each has
/// a colour.
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

    /// The colour on a screen: hues that readers with any kind of colour vision tell apart (after Paul Tol's "muted" scheme).
    pub(crate) const fn colour(self) -> &'static str {
        match self {
            Fill::White => "#88ccee",
            Fill::Mid => "#e17c05",
            Fill::Black => "#332288",
            Fill::Diagonal => "#117733",
            Fill::Dark => "#cc6677",
            Fill::Dots => "#ddcc77",
            Fill::Light => "#dddddd",
            Fill::Cross => "#aa4499",
            Fill::Pearls => "#882255",
            Fill::Horizontal => "#44aa99",
            Fill::Falling => "#999933",
            Fill::Vertical => "#777777",
        }
    }

    /// The style sheet that gives every fill its colour on a screen. The class of a shape is `fill-` and the [name](Fill::name).
    pub(super) fn screen_style() -> String {
        let rule = |fill: Fill| format!(".fill-{}{{fill:{}}}", fill.name(), fill.colour());
        format!("<style>@media screen{{{}}}</style>", Fill::ALL.map(rule).concat())
    }

    /// The value of an SVG `fill` attribute in print: a shade, or a reference to [`Fill::pattern`].
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
