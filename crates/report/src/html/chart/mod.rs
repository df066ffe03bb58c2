//! Charts: Vega-Lite specifications made from data.
//!
//! | builder | shows |
//! |---|---|
//! | [`bars()`] | grouped bars, by work and policy |
//! | [`stacked()`] | stacked bars, by work and policy: stall causes |
//! | [`xy()`] | points and lines: curves, correlations, rooflines; linear or logarithmic axes |
//! | [`timeline()`] | spans over cycles, one lane per warp or SM |
//! | [`gantt()`], [`steps()`] | the charts of the figures of the same names |
//!
//! Every chart shows the values under the pointer. A click on an entry of the legend highlights it, with Shift several; a click
//! elsewhere in the legend shows all. Axes have titles with units. Fills are those of [`Fill`], so charts
//! and figures look alike: colours on a screen, shades and hatching in print.

mod bars;
mod stacked;
mod timeline;
mod xy;

pub use bars::bars;
pub use stacked::stacked;
pub use timeline::{Lane, LaneSpan, Timeline, gantt, timeline};
pub use xy::{Xy, XyPoint, XySeries, steps, xy};

use crate::figure::{Fill, Titles};
use serde_json::{Value, json};
use warploom_gpu::counters::Cause;

/// A chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The title above it; empty if the page's heading says the same.
    pub title: String,
    /// The text below the title.
    pub caption: String,
    /// A Vega-Lite specification without a title. Colours are variables of the page's style sheet (`var(--ink)`); so are
    /// fills (`var(--paint-diagonal)`). `usermeta.legend` lists the labels of the legend.
    pub spec: Value,
    /// The least width at which it is readable, in pixels: on a narrower page the reader scrolls.
    pub min_width: u32,
}

impl Chart {
    /// The chart with a caption.
    #[must_use]
    pub fn with_caption(self, caption: impl Into<String>) -> Chart {
        Chart { caption: caption.into(), ..self }
    }

    /// A chart as wide as the page, from the layers of a specification.
    fn layered(
        titles: &Titles<'_>,
        legend: &[&str],
        height: Value,
        layers: Vec<Value>,
        min_width: usize,
    ) -> Chart {
        let spec = json!({
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "description": titles.figure,
            "usermeta": { "legend": legend },
            "width": "container",
            "height": height,
            "autosize": { "type": "fit-x", "contains": "padding" },
            "layer": layers,
        });
        let min_width = u32::try_from(min_width).unwrap_or(u32::MAX);
        Chart { title: titles.figure.to_owned(), caption: String::new(), spec, min_width }
    }
}

/// The fill of a stall cause in every chart. Issues are the lightest; waits for memory, the most common, are the darkest.
pub const fn cause_fill(cause: Cause) -> Fill {
    match cause {
        Cause::Issued => Fill::White,
        Cause::Idle => Fill::Light,
        Cause::Launch => Fill::Vertical,
        Cause::ScoreboardMemory => Fill::Dark,
        Cause::ScoreboardAlu => Fill::Mid,
        Cause::Pipeline => Fill::Cross,
        Cause::Barrier => Fill::Dots,
        Cause::Fetch => Fill::Diagonal,
        Cause::Held => Fill::Black,
        _ => Fill::Falling,
    }
}

/// The value of a `fill` in a specification: a variable that the page's style sheet defines for screens and for print.
fn paint(fill: Fill) -> String {
    format!("var(--paint-{})", fill.name())
}

/// The fill of a series' marks, chosen by the field `series`, with its legend.
fn fill_by_series<'a>(series: impl Iterator<Item = (&'a str, Fill)>) -> Value {
    let (labels, fills): (Vec<&str>, Vec<String>) = series.map(|(label, fill)| (label, paint(fill))).unzip();
    json!({
        "field": "series",
        "type": "nominal",
        "scale": { "domain": labels, "range": fills },
        "legend": { "title": null, "symbolType": "square" },
    })
}

/// The selection of series by clicks on the legend.
fn picked() -> Value {
    json!([{ "name": "picked", "select": { "type": "point", "fields": ["series"] }, "bind": "legend" }])
}

/// The opacity of what is picked, and of the rest.
fn opacity() -> Value {
    json!({ "condition": { "param": "picked", "value": 1 }, "value": 0.15 })
}

/// A field of the tooltip.
fn shown(field: &str, title: &str) -> Value {
    json!({ "field": field, "title": if title.is_empty() { field } else { title } })
}

/// A number of the tooltip.
fn shown_number(field: &str, title: &str, format: &str) -> Value {
    let title = if title.is_empty() { field } else { title };
    json!({ "field": field, "title": title, "type": "quantitative", "format": format })
}

/// A category's key: distinct even if labels are equal. The label begins after the bar.
fn key(kind: char, number: impl std::fmt::Display, label: &str) -> String {
    format!("{kind}{number}|{label}")
}

/// The expression that gives the label of a [`key`].
const LABEL_OF_KEY: &str = "slice(datum.label, indexof(datum.label, '|') + 1)";
