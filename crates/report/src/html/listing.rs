//! Source files with the time of each line.

/// A source file, or a part of one, with shares per line. The reader can fold it.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    pub file: String,
    /// A remark beside the name: the file's share of all.
    pub summary: String,
    /// The title of [`ListingLine::heat`]: "stall cycles".
    pub heat: String,
    /// The title of [`ListingLine::issued`]: "issues".
    pub issued: String,
    /// The title of [`ListingLine::waits`]: "waits for".
    pub waits: String,
    /// The lines, in order. A gap in their numbers is shown as a gap.
    pub lines: Vec<ListingLine>,
    /// Whether it is unfolded at first.
    pub is_open: bool,
    /// The title of the numbers, and of the texts.
    pub columns: (&'static str, &'static str),
}

/// A line of a listing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListingLine {
    /// Its number in the file, from 1.
    pub number: u64,
    pub text: String,
    /// Its share of the time, from 0 to 1: the shade of its background. None for a line without code.
    pub heat: Option<f64>,
    /// Its share of the issued instructions, from 0 to 1. None for a line without code.
    pub issued: Option<f64>,
    pub waits: String,
    /// The text that is shown while the pointer rests on it.
    pub tooltip: String,
    /// What it shares with lines of the listing beside it: the pointer marks all of them. Empty for none.
    pub link: String,
}
