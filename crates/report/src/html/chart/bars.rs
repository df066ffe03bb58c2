//! Grouped bars.

use super::{Chart, LABEL_OF_KEY, fill_by_series, key, opacity, picked, shown, shown_number};
use crate::figure::{Bars, Titles};
use serde_json::{Value, json};

/// The least width of a bar, in pixels.
const BAR: usize = 7;

/// The room above the highest bar, as a part of its height.
const HEADROOM: f64 = 0.06;

/// About the width of a character, in pixels.
const CHARACTER: usize = 7;

/// The width up to which the labels of categories are level, in pixels. Longer ones are slanted.
const LEVEL: usize = 700;

/// Grouped bars, with a diamond at each value of the paper. A bar beyond the axis is cut; the tooltip has its value. Long, because it is
/// one Vega-Lite specification.
pub fn bars(titles: &Titles<'_>, bars: &Bars<'_>) -> Chart {
    let keys: Vec<String> =
        bars.categories.iter().enumerate().map(|(at, category)| key('c', at, &category.label)).collect();
    let row = |at: usize, series: &str, value: f64| {
        let category = &bars.categories[at];
        let mut row =
            json!({ "key": keys[at], "category": category.label, "series": series, "value": value });
        if let Some(group) = &category.group {
            row["group"] = json!(group);
        }
        row
    };
    let (mut values, mut papers) = (Vec::new(), Vec::new());
    for series in bars.series {
        for at in 0..bars.categories.len() {
            let finite =
                |list: &[Option<f64>]| list.get(at).copied().flatten().filter(|value| value.is_finite());
            values.extend(finite(&series.values).map(|value| row(at, &series.label, value)));
            papers.extend(finite(&series.paper).map(|value| row(at, &series.label, value)));
        }
    }
    let longest = bars.categories.iter().map(|category| category.label.chars().count()).max().unwrap_or(0);
    let level = keys.len() * (longest * CHARACTER + 16);
    let is_level = level <= LEVEL;
    let labels: Vec<&str> = bars.series.iter().map(|series| series.label.as_str()).collect();
    let x = json!({
        "field": "key",
        "type": "nominal",
        "title": if titles.x.is_empty() { Value::Null } else { json!(titles.x) },
        "scale": { "domain": keys, "paddingInner": 0.25, "paddingOuter": 0.15 },
        "axis": { "labelExpr": LABEL_OF_KEY, "labelAngle": if is_level { 0 } else { -40 }, "labelOverlap": false, "grid": false, "ticks": false },
    });
    let offset = json!({ "field": "series", "type": "nominal", "scale": { "domain": labels } });
    let highest = values.iter().chain(&papers).filter_map(|row| row["value"].as_f64());
    let highest = highest.chain(bars.reference).fold(bars.from, f64::max);
    let to = bars.to.unwrap_or(highest + HEADROOM * (highest - bars.from));
    let scale = json!({ "domain": [bars.from, to], "nice": false, "zero": false });
    let y = json!({ "field": "value", "type": "quantitative", "title": titles.y, "scale": scale });
    let mut tooltip =
        vec![shown("category", "work"), shown("series", ""), shown_number("value", titles.y, ".3f")];
    if bars.categories.iter().any(|category| category.group.is_some()) {
        tooltip.insert(1, shown("group", ""));
    }
    let mut fills = fill_by_series(bars.series.iter().map(|series| (series.label.as_str(), series.fill)));
    let groups = groups(bars, &keys, &x);
    if !groups.is_empty() {
        // The names of groups are between the legend and the frame.
        fills["legend"]["offset"] = json!(26);
    }
    let mut layers = vec![json!({
        "data": { "values": values },
        "params": picked(),
        "mark": { "type": "bar", "clip": true },
        "encoding": {
            "x": x.clone(), "xOffset": offset.clone(), "y": y.clone(), "y2": { "datum": bars.base() }, "fill": fills, "opacity": opacity(), "tooltip": tooltip,
        },
    })];
    layers.extend(bars.reference.map(|reference| {
        json!({
            "data": { "values": [{ "value": reference }] },
            "mark": { "type": "rule", "strokeDash": [6, 4], "color": "var(--ink)" },
            "encoding": { "y": y.clone() },
        })
    }));
    if !papers.is_empty() {
        if let Some(last) = tooltip.last_mut() {
            *last = shown_number("value", "the paper", ".3f");
        }
        layers.push(json!({
            "data": { "values": papers },
            "mark": {
                "type": "point", "shape": "diamond", "size": 75, "filled": true, "fill": "var(--fill-black)",
                "stroke": "var(--fill-white)", "strokeWidth": 1, "opacity": 1, "clip": true,
            },
            "encoding": { "x": x.clone(), "xOffset": offset, "y": y, "tooltip": tooltip },
        }));
    }
    layers.extend(groups);
    let marks = keys.len() * (labels.len() + 1) * BAR;
    let width = if is_level { marks.max(level) } else { marks };
    Chart::layered(titles, &labels, json!(320), layers, 90 + width)
}

/// The names of groups of categories, and lines between them.
fn groups(bars: &Bars<'_>, keys: &[String], x: &Value) -> Vec<Value> {
    let mut groups: Vec<(&str, usize, usize)> = Vec::new();
    for (at, category) in bars.categories.iter().enumerate() {
        let name = category.group.as_deref().unwrap_or_default();
        match groups.last_mut() {
            Some((last, _, end)) if *last == name => *end = at,
            _ => groups.push((name, at, at)),
        }
    }
    if groups.iter().all(|(name, ..)| name.is_empty()) {
        return Vec::new();
    }
    let place = |position: f64| {
        let mut x = x.clone();
        x["bandPosition"] = json!(position);
        x
    };
    let names: Vec<Value> =
        groups.iter().map(|(name, first, _)| json!({ "key": keys[*first], "group": name })).collect();
    let mut layers = vec![json!({
        "data": { "values": names },
        "mark": { "type": "text", "align": "left", "baseline": "bottom", "y": -5, "fontWeight": 600 },
        "encoding": { "x": place(0.0), "text": { "field": "group" } },
    })];
    if groups.len() > 1 {
        let starts: Vec<Value> =
            groups.iter().skip(1).map(|(_, first, _)| json!({ "key": keys[*first] })).collect();
        layers.push(json!({
            "data": { "values": starts },
            "mark": { "type": "rule", "color": "var(--soft)", "xOffset": -4 },
            "encoding": { "x": place(0.0) },
        }));
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{BarSeries, Category, Fill};

    #[test]
    fn bars_have_their_values_and_equal_labels_stay_apart() {
        let category =
            |label: &str, group: &str| Category { label: label.to_owned(), group: Some(group.to_owned()) };
        let categories = [category("lud", "A"), category("mean", "A"), category("mean", "B")];
        let series = [BarSeries {
            label: "gto".to_owned(),
            fill: Fill::Cross,
            values: vec![Some(1.5), None, Some(f64::NAN)],
            paper: vec![None, None, Some(1.1)],
        }];
        let titles = Titles { figure: "Speed", x: "", y: "speedup over lrr" };
        let chart =
            Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.5, to: None };
        let Chart { spec, title, .. } = bars(&titles, &chart);
        assert_eq!(title, "Speed");
        let layers = spec["layer"].as_array().unwrap();
        let values = |at: usize| layers[at]["data"]["values"].as_array().unwrap().len();
        assert_eq!([values(0), values(1), values(2)], [1, 1, 1], "bars, reference, paper");
        assert_eq!(layers[0]["encoding"]["x"]["scale"]["domain"], json!(["c0|lud", "c1|mean", "c2|mean"]));
        assert_eq!(layers[0]["encoding"]["fill"]["scale"]["range"], json!(["var(--paint-cross)"]));
        assert_eq!(layers[0]["encoding"]["y"]["title"], "speedup over lrr");
        assert_eq!(layers[0]["encoding"]["y2"]["datum"], 1.0, "bars grow from the reference");
    }
}
