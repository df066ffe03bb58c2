//! A minimal SVG writer.

use std::fmt::Write as _;

/// Generic fonts, so that the figure looks the same everywhere.
const FONTS: &str = "Helvetica, Arial, sans-serif";

/// An SVG file that is being written.
pub struct Svg(String);

impl Svg {
    /// A white figure of this size. Screen readers read the title.
    pub fn new(width: f64, height: f64, title: &str) -> Svg {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONTS}\" role=\"img\">\n"
        );
        let _ = writeln!(text, "<title>{}</title>", escape(title));
        text.push_str(
            "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" \
             orient=\"auto\"><path d=\"M 0 0.5 L 8 4 L 0 7.5 z\" fill=\"#b3261e\"/></marker></defs>\n",
        );
        let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
        Svg(text)
    }

    /// A rectangle with a tooltip.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str, hint: Option<&str>) {
        let _ = write!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\""
        );
        let _ = match hint {
            Some(hint) => writeln!(self.0, "><title>{}</title></rect>", escape(hint)),
            None => writeln!(self.0, "/>"),
        };
    }

    /// A nearly transparent rectangle.
    pub fn faint(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        let _ = writeln!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" \
             fill-opacity=\"0.35\"/>"
        );
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        let _ = writeln!(
            self.0,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// A curve.
    pub fn path(&mut self, path: &str, stroke: &str) {
        self.curve(path, stroke, "");
    }

    /// A curve with an arrowhead.
    pub fn arrow(&mut self, path: &str, stroke: &str) {
        self.curve(path, stroke, " marker-end=\"url(#head)\"");
    }

    fn curve(&mut self, path: &str, stroke: &str, more: &str) {
        let _ = writeln!(
            self.0,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.4\"{more}/>"
        );
    }

    /// A dot.
    pub fn dot(&mut self, x: f64, y: f64, fill: &str) {
        let _ = writeln!(self.0, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\" fill=\"{fill}\"/>");
    }

    /// A text; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, x: f64, y: f64, text: &str, anchor: &str, size: f64, fill: &str) {
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>",
            escape(text)
        );
    }

    /// A heading that starts with a name.
    pub fn heading(&mut self, x: f64, y: f64, name: &str, rest: &str) {
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"20\" fill=\"#222222\"><tspan font-weight=\"bold\">{}</tspan>{}</text>",
            escape(name),
            escape(rest)
        );
    }

    /// The complete file.
    pub fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// Estimated width of a text, rather too wide, since fonts differ.
pub fn width(text: &str, size: f64) -> f64 {
    let one =
        |c: char| if matches!(c, ' ' | '·' | ',' | '.' | 'i' | 'l' | 't' | 'r' | 'f') { 0.35 } else { 0.62 };
    size * text.chars().map(one).sum::<f64>()
}

/// Escaped text, without characters that XML does not allow.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(escape("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }
}
