//! Spans over cycles.

use super::{Chart, LABEL_OF_KEY, fill_by_series, key, opacity, picked, shown, shown_number};
use crate::figure::{Fill, GanttPanel, StackPart, Titles};
use serde_json::{Value, json};

/// The least and the usual height of a lane, in pixels.
const THIN: usize = 4;
const USUAL: usize = 16;

/// The height up to which lanes have their usual height, in pixels.
const HEIGHT: usize = 560;

/// About the width of a character, in pixels.
const CHARACTER: usize = 7;

/// Spans over cycles, in lanes: warps of an SM, or SMs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timeline {
    /// The kinds of spans, with their fills: states of a warp.
    pub kinds: Vec<StackPart>,
    /// The lanes, from top to bottom.
    pub lanes: Vec<Lane>,
}

/// A lane of a timeline.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lane {
    /// The label at its left.
    pub label: String,
    /// Its spans, which do not overlap.
    pub spans: Vec<LaneSpan>,
}

/// A span of a lane.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LaneSpan {
    /// Its first cycle.
    pub from: f64,
    /// The cycle after its last.
    pub to: f64,
    /// Its kind, an index into [`Timeline::kinds`].
    pub kind: usize,
    /// A remark in the tooltip; empty if there is none.
    pub detail: String,
}

/// Spans over cycles. Shift with the wheel zooms, dragging moves, and a double click shows all. A browser draws up to some ten
/// thousand spans well. Spans of unknown kinds are left out.
pub fn timeline(titles: &Titles<'_>, timeline: &Timeline) -> Chart {
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    for (number, lane) in timeline.lanes.iter().enumerate() {
        let key = key('l', number, &lane.label);
        for span in &lane.spans {
            let Some(kind) = timeline.kinds.get(span.kind) else { continue };
            let mut row = json!({
                "key": key, "lane": lane.label, "series": kind.label, "from": span.from, "to": span.to,
                "cycles": span.to - span.from,
            });
            if !span.detail.is_empty() {
                row["detail"] = json!(span.detail);
            }
            values.push(row);
        }
        keys.push(key);
    }
    let step = (HEIGHT / keys.len().max(1)).clamp(THIN, USUAL);
    let height = keys.len() * step;
    // A title that is longer than the axis would stretch the chart.
    let title = Some(titles.y).filter(|title| title.chars().count() * CHARACTER <= height);
    let labels: Vec<&str> = timeline.kinds.iter().map(|kind| kind.label.as_str()).collect();
    let mut tooltip = vec![shown("lane", titles.y), shown("series", "state")];
    tooltip.extend(["from", "to", "cycles"].map(|field| shown_number(field, "", ",d")));
    if timeline.lanes.iter().flat_map(|lane| &lane.spans).any(|span| !span.detail.is_empty()) {
        tooltip.push(shown("detail", ""));
    }
    let mut params = picked();
    if let Some(params) = params.as_array_mut() {
        params.push(zoom());
    }
    let fills = fill_by_series(timeline.kinds.iter().map(|kind| (kind.label.as_str(), kind.fill)));
    let layer = json!({
        "data": { "values": values },
        "params": params,
        "mark": { "type": "bar", "clip": true, "strokeWidth": if step < 8 { 0.0 } else { 0.5 } },
        "encoding": {
            "y": {
                "field": "key", "type": "nominal", "title": title,
                "scale": { "domain": keys, "paddingInner": if step < 8 { 0.1 } else { 0.25 } },
                "axis": { "labelExpr": LABEL_OF_KEY, "ticks": false, "labelOverlap": true },
            },
            "x": {
                "field": "from", "type": "quantitative", "title": titles.x, "scale": { "zero": false, "nice": false },
                "axis": { "format": ",d", "tickCount": 8 },
            },
            "x2": { "field": "to" },
            "fill": fills,
            "opacity": opacity(),
            "tooltip": tooltip,
        },
    });
    let mut chart = Chart::layered(titles, &labels, json!(height), vec![layer], 360);
    chart.caption = "Shift with the wheel zooms, dragging moves, a double click shows all.".to_owned();
    chart
}

/// Zooming and moving along the cycles. The wheel alone scrolls the page.
fn zoom() -> Value {
    json!({
        "name": "zoom",
        "select": { "type": "interval", "encodings": ["x"], "zoom": "wheel![event.shiftKey]" },
        "bind": "scales",
    })
}

/// The panels of a Gantt figure, one chart each, with a common end of the axis.
pub fn gantt(titles: &Titles<'_>, panels: &[GanttPanel]) -> Vec<Chart> {
    let end = panels.iter().flat_map(|panel| &panel.spans).map(|span| span.to).fold(0.0, f64::max);
    let one = |panel: &GanttPanel| {
        let mut spans = panel.spans.clone();
        spans.sort_by_key(|span| span.number);
        let lane = |span: &crate::figure::Span| Lane {
            label: span.number.to_string(),
            spans: vec![LaneSpan { from: span.from, to: span.to, kind: 0, detail: String::new() }],
        };
        let kinds = vec![StackPart { label: panel.label.clone(), fill: Fill::Mid }];
        let figure = format!("{}, {}", titles.figure, panel.label);
        let titles = Titles { figure: &figure, ..titles.clone() };
        let mut chart = timeline(&titles, &Timeline { kinds, lanes: spans.iter().map(lane).collect() });
        let layer = &mut chart.spec["layer"][0];
        layer["encoding"]["x"]["scale"] = json!({ "domain": [0, end], "nice": false });
        // The title names the panel: it needs no legend.
        layer["encoding"]["fill"]["legend"] = Value::Null;
        layer["encoding"]["opacity"] = json!({ "value": 1 });
        layer["params"] = json!([zoom()]);
        chart
    };
    panels.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Span;

    const TITLES: Titles<'_> = Titles { figure: "CTAs", x: "cycle", y: "CTA" };

    #[test]
    fn panels_share_their_axis() {
        let panel = |label: &str, to: f64| GanttPanel {
            label: label.to_owned(),
            spans: vec![Span { number: 1, from: 5.0, to }, Span { number: 0, from: 0.0, to: 9.0 }],
        };
        let charts = gantt(&TITLES, &[panel("LRR", 10.0), panel("PRO", 20.0)]);
        let x = |at: usize| charts[at].spec["layer"][0]["encoding"]["x"]["scale"]["domain"].clone();
        assert_eq!([x(0), x(1)], [json!([0, 20.0]), json!([0, 20.0])]);
        assert_eq!(charts[1].title, "CTAs, PRO");
    }

    #[test]
    fn a_span_of_an_unknown_kind_is_left_out() {
        let spans = vec![LaneSpan { from: 0.0, to: 3.0, kind: 7, detail: String::new() }];
        let lanes = vec![Lane { label: "warp 0".to_owned(), spans }];
        let chart = timeline(&TITLES, &Timeline { kinds: Vec::new(), lanes });
        assert_eq!(chart.spec["layer"][0]["data"]["values"], json!([]));
    }
}
