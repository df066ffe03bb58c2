//! Results as pages for a browser: one self-contained HTML file per result.
//!
//! A [`Page`] is a title and a list of [`Section`]s: texts, facts, [tables](Table), [charts](Chart), [figures](Svg) and
//! [source listings](Listing). [`Page::html`] writes them as one file that needs no network: style and scripts are
//! in the file, and its Content-Security-Policy permits nothing else. The same page gives the same bytes.
//!
//! Charts are [Vega-Lite](https://vega.github.io/vega-lite/) specifications. The functions of [`chart`] make them from the data
//! types of [`figure`](crate::figure), so that a figure and its chart show the same numbers.
//!
//! Texts are escaped. In paragraphs, notes and captions, `` `code` `` and `**strong**` are marked up.
//!
//! ```
//! use warploom_report::html::{Cell, Column, Page, Section, Table};
//!
//! let mut page = Page::new("Speedups", "lud on gtx480");
//! page.push(Section::Heading("Results".to_owned()));
//! let mut table = Table::new("Speedup over lrr", [Column::text("policy"), Column::number("speedup")]);
//! table.row([Cell::text("gto"), Cell::number(1.0312, 3)]);
//! page.push(table);
//! assert!(page.html().contains("<td class=\"n\" data-v=\"1.0312\">1.031</td>"));
//! ```

mod assets;
pub mod chart;
mod escape;
mod listing;
mod markdown;
mod render;
mod svg;
mod table;

pub use chart::Chart;
pub use listing::{Listing, ListingLine};
pub use markdown::markdown;
pub use svg::Svg;
pub use table::{Cell, Column, Table, Tone};

/// A page: one HTML file.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The title, also of the browser's tab.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// The contents, from top to bottom.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Section {
    /// The heading of what follows. The page's contents list it.
    Heading(String),
    /// A heading one level below.
    Subheading(String),
    Paragraph(String),
    /// Names and values: the setting of a result.
    Facts(Vec<(String, String)>),
    /// A list of remarks.
    Notes(Vec<String>),
    /// A table that the reader can sort.
    Table(Table),
    /// A chart that answers to the pointer.
    Chart(Chart),
    /// A finished figure.
    Svg(Svg),
    /// A source file with a share of time per line.
    Listing(Listing),
    /// Two listings side by side, whose lines are [linked](ListingLine::link).
    Beside(Box<[Listing; 2]>),
}

impl Page {
    /// A page without sections.
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>) -> Page {
        Page { title: title.into(), subtitle: subtitle.into(), sections: Vec::new() }
    }

    /// Adds a section at the end.
    pub fn push(&mut self, section: impl Into<Section>) {
        self.sections.push(section.into());
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.push(Section::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.push(Section::Paragraph(text.into()));
    }
}

impl Extend<Section> for Page {
    fn extend<I: IntoIterator<Item = Section>>(&mut self, sections: I) {
        self.sections.extend(sections);
    }
}

impl From<Table> for Section {
    fn from(table: Table) -> Section {
        Section::Table(table)
    }
}

impl From<Chart> for Section {
    fn from(chart: Chart) -> Section {
        Section::Chart(chart)
    }
}

impl From<Svg> for Section {
    fn from(svg: Svg) -> Section {
        Section::Svg(svg)
    }
}

impl From<Listing> for Section {
    fn from(listing: Listing) -> Section {
        Section::Listing(listing)
    }
}
