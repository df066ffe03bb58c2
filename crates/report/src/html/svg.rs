//! Finished figures.

/// A figure that [`figure`](crate::figure) drew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Svg {
    /// The title; empty if the page or the figure itself has it.
    pub title: String,
    /// What it shows, for readers who do not see it.
    pub label: String,
    /// The caption below it.
    pub caption: String,
    /// The SVG text. It is inserted as it is, so it must be our own: the page's Content-Security-Policy stops scripts in it, and
    /// nothing else.
    pub svg: String,
}

impl Svg {
    /// The SVG with its identifiers made unique on the page: `diagonal` becomes `svg3-diagonal`.
    pub(super) fn with_ids(&self, number: usize) -> String {
        let prefix = format!("svg{number}-");
        self.svg
            .trim_end()
            .replace(" id=\"", &format!(" id=\"{prefix}"))
            .replace("url(#", &format!("url(#{prefix}"))
            .replace("href=\"#", &format!("href=\"#{prefix}"))
    }
}
