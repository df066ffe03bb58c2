//! Stacked bars.

use super::{Chart, LABEL_OF_KEY, fill_by_series, key, opacity, picked, shown, shown_number};
use crate::figure::{Stacked, Titles};
use serde_json::json;

/// The height of a bar with its gap, in pixels.
const STEP: usize = 19;

/// Stacked bars: one horizontal bar per stack, below the name of its group, so that long names stay readable. The titles are those
/// of the figure: `y` is the value's.
pub fn stacked(titles: &Titles<'_>, stacked: &Stacked<'_>) -> Chart {
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    for (number, group) in stacked.groups.iter().enumerate() {
        keys.push(key('h', number, &group.label));
        for (at, stack) in group.stacks.iter().enumerate() {
            let key = key('s', format_args!("{number}.{at}"), &stack.label);
            for (order, (part, &value)) in stacked.parts.iter().zip(&stack.parts).enumerate() {
                if value.is_finite() && value > 0.0 {
                    values.push(json!({
                        "key": key, "group": group.label, "stack": stack.label, "series": part.label, "order": order,
                        "value": value,
                    }));
                }
            }
            keys.push(key);
        }
    }
    let labels: Vec<&str> = stacked.parts.iter().map(|part| part.label.as_str()).collect();
    let is_share = stacked.to == Some(1.0);
    let mut scale = json!({ "domainMin": 0 });
    if let Some(to) = stacked.to {
        scale["domainMax"] = json!(to);
        scale["nice"] = json!(false);
    }
    let format = if is_share { ".1%" } else { ".3~f" };
    let fills = fill_by_series(stacked.parts.iter().map(|part| (part.label.as_str(), part.fill)));
    let is_header = "substring(datum.label, 0, 1) == 'h'";
    let layer = json!({
        "data": { "values": values },
        "params": picked(),
        "mark": { "type": "bar" },
        "encoding": {
            "y": {
                "field": "key", "type": "nominal", "title": null,
                "scale": { "domain": keys, "paddingInner": 0.18, "paddingOuter": 0.1 },
                "axis": {
                    "labelExpr": LABEL_OF_KEY, "ticks": false, "domain": false, "labelOverlap": false, "labelPadding": 6,
                    "labelFontWeight": { "condition": { "test": is_header, "value": 650 }, "value": 400 },
                },
            },
            "x": {
                "field": "value", "type": "quantitative", "title": titles.y, "scale": scale, "stack": "zero",
                "axis": if is_share { json!({ "format": "%", "tickCount": 6 }) } else { json!({ "tickCount": 6 }) },
            },
            "order": { "field": "order", "type": "quantitative" },
            "fill": fills,
            "opacity": opacity(),
            "tooltip": [shown("group", "work"), shown("stack", "policy"), shown("series", "part"), shown_number("value", titles.y, format)],
        },
    });
    Chart::layered(titles, &labels, json!(keys.len() * STEP), vec![layer], 360)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Fill, Stack, StackGroup, StackPart};

    #[test]
    fn every_stack_has_a_row_below_its_group() {
        let parts = ["issued", "idle"].map(|label| StackPart { label: label.to_owned(), fill: Fill::Mid });
        let stack = |label: &str| Stack { label: label.to_owned(), parts: vec![0.25, 0.75] };
        let groups = ["lud", "bfs"]
            .map(|label| StackGroup { label: label.to_owned(), stacks: vec![stack("lrr"), stack("gto")] });
        let titles = Titles { figure: "Causes", x: "", y: "share of scheduler-cycles" };
        let chart = stacked(&titles, &Stacked { parts: &parts, groups: &groups, to: Some(1.0) });
        let layer = &chart.spec["layer"][0];
        assert_eq!(layer["data"]["values"].as_array().unwrap().len(), 2 * 2 * 2);
        let rows = ["h0|lud", "s0.0|lrr", "s0.1|gto", "h1|bfs", "s1.0|lrr", "s1.1|gto"];
        assert_eq!(layer["encoding"]["y"]["scale"]["domain"], json!(rows));
    }
}
