//! Points and lines over two axes of numbers.

use super::{Chart, opacity, paint, picked, shown, shown_number};
use crate::figure::{Fill, LineStyle, Shape, Steps, Titles};
use serde_json::{Value, json};

/// Points and lines: curves, a correlation with its identity line, or a roofline (roofs are lines, kernels are points).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Xy {
    /// Whether the horizontal axis is logarithmic. Points that are not positive are then left out.
    pub is_x_log: bool,
    /// Whether the vertical axis is logarithmic.
    pub is_y_log: bool,
    /// The series. The first is drawn first.
    pub series: Vec<XySeries>,
}

/// A series of points.
#[derive(Clone, PartialEq, Debug)]
pub struct XySeries {
    /// The label in the legend.
    pub label: String,
    /// The fill of points, and the colour of the line.
    pub fill: Fill,
    /// The outline of points; none draws only the line.
    pub shape: Option<Shape>,
    /// The line through the points in their order, if there is one.
    pub line: Option<LineStyle>,
    /// Whether the line has steps: a value holds until the next point.
    pub is_stepped: bool,
    pub points: Vec<XyPoint>,
}

/// A point.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct XyPoint {
    /// Its place on the horizontal axis.
    pub x: f64,
    /// Its place on the vertical axis.
    pub y: f64,
    /// Its name in the tooltip; empty if it has none.
    pub name: String,
}

impl From<(f64, f64)> for XyPoint {
    fn from((x, y): (f64, f64)) -> XyPoint {
        XyPoint { x, y, name: String::new() }
    }
}

/// Points and lines. Their axes begin where the data do, not at zero.
pub fn xy(titles: &Titles<'_>, chart: &Xy) -> Chart {
    let axis = |field: &str, title: &str, is_log: bool| {
        let scale = if is_log {
            json!({ "type": "log", "nice": true })
        } else {
            json!({ "zero": false, "nice": true })
        };
        let axis = if is_log {
            json!({ "format": "~g", "tickCount": 8 })
        } else {
            json!({ "format": ",f", "tickCount": 8 })
        };
        json!({ "field": field, "type": "quantitative", "title": title, "scale": scale, "axis": axis })
    };
    let encoded_x = axis("x", titles.x, chart.is_x_log);
    let encoded_y = axis("y", titles.y, chart.is_y_log);
    let labels: Vec<&str> = chart.series.iter().map(|series| series.label.as_str()).collect();
    let colours: Vec<String> = chart.series.iter().map(|series| line_colour(series.fill)).collect();
    let colour = json!({
        "field": "series", "type": "nominal", "scale": { "domain": labels, "range": colours },
        "legend": { "title": null, "symbolType": "stroke", "symbolStrokeWidth": 3 },
    });
    let mut params = picked();
    let mut layers = Vec::new();
    for series in &chart.series {
        let fits = |point: &&XyPoint| {
            let fits = |value: f64, is_log: bool| value.is_finite() && (!is_log || value > 0.0);
            fits(point.x, chart.is_x_log) && fits(point.y, chart.is_y_log)
        };
        let row = |point: &XyPoint| {
            let mut row = json!({ "x": point.x, "y": point.y, "series": series.label });
            if !point.name.is_empty() {
                row["name"] = json!(point.name);
            }
            row
        };
        let values: Vec<Value> = series.points.iter().filter(fits).map(row).collect();
        let mut tooltip = vec![shown("series", "")];
        if series.points.iter().any(|point| !point.name.is_empty()) {
            tooltip.insert(0, shown("name", ""));
        }
        tooltip.extend([shown_number("x", titles.x, ",.4~r"), shown_number("y", titles.y, ",.4~r")]);
        let mut put = |mark: Value, fill: Option<Fill>| {
            let mut encoding = json!({
                "x": encoded_x, "y": encoded_y, "stroke": colour, "opacity": opacity(), "tooltip": tooltip,
            });
            if let Some(fill) = fill {
                encoding["fill"] = json!({ "value": paint(fill) });
                encoding["stroke"] = json!({ "value": "var(--edge)" });
            }
            let mut layer = json!({ "data": { "values": values }, "mark": mark, "encoding": encoding });
            // The legend's selection belongs to the first layer and acts on all.
            if let Some(params) = Some(params.take()).filter(|params| !params.is_null()) {
                layer["params"] = params;
            }
            layers.push(layer);
        };
        if let Some(line) = series.line {
            let dash = line.dashes().map_or(json!([]), |(dash, gap)| json!([dash, gap]));
            let interpolate = if series.is_stepped { "step-after" } else { "linear" };
            put(
                json!({ "type": "line", "strokeDash": dash, "strokeWidth": 1.8, "interpolate": interpolate }),
                None,
            );
        }
        if let Some(shape) = series.shape {
            let mark = json!({ "type": "point", "shape": symbol(shape), "size": 70, "strokeWidth": 1 });
            put(mark, Some(series.fill));
        }
    }
    Chart::layered(titles, &labels, json!(360), layers, 360)
}

/// A number that changes in steps, one line per panel of the figure.
pub fn steps(titles: &Titles<'_>, steps: &Steps<'_>) -> Chart {
    let lines = [LineStyle::Solid, LineStyle::Dashed, LineStyle::Dotted];
    let fills = [Fill::Black, Fill::Mid, Fill::Dark, Fill::Pearls];
    let panels = steps.panels.iter().enumerate().map(|(at, panel)| XySeries {
        label: panel.label.clone(),
        fill: fills[at % fills.len()],
        shape: None,
        line: Some(lines[at % lines.len()]),
        is_stepped: true,
        points: panel
            .points
            .iter()
            .copied()
            .chain(panel.points.last().map(|&(_, number)| (panel.end, number)))
            .map(XyPoint::from)
            .collect(),
    });
    xy(titles, &Xy { is_x_log: false, is_y_log: false, series: panels.collect() })
}

/// The colour of a line: that of the fill, or of its hatching.
fn line_colour(fill: Fill) -> String {
    match fill {
        Fill::Light | Fill::Mid | Fill::Dark | Fill::Black => paint(fill),
        Fill::Pearls => "var(--fill-brown)".to_owned(),
        _ => "var(--ink)".to_owned(),
    }
}

/// Vega's name of a shape.
fn symbol(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Square => "square",
        Shape::Triangle => "triangle-up",
        Shape::Diamond => "diamond",
        Shape::Cross => "cross",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roofline_has_log_axes_and_leaves_out_zeros() {
        let roof = XySeries {
            label: "DRAM".to_owned(),
            fill: Fill::Black,
            shape: None,
            line: Some(LineStyle::Dashed),
            is_stepped: false,
            points: vec![(0.1, 10.0).into(), (10.0, 1000.0).into()],
        };
        let kernels = XySeries {
            label: "kernels".to_owned(),
            shape: Some(Shape::Circle),
            line: None,
            points: vec![XyPoint { x: 1.0, y: 50.0, name: "lud".to_owned() }, (0.0, 1.0).into()],
            ..roof.clone()
        };
        let titles = Titles { figure: "Roofline", x: "operations per byte", y: "operations per cycle" };
        let chart = xy(&titles, &Xy { is_x_log: true, is_y_log: true, series: vec![roof, kernels] });
        let layers = chart.spec["layer"].as_array().unwrap();
        assert_eq!(layers.len(), 2);
        assert_eq!(
            layers[1]["data"]["values"],
            json!([{ "x": 1.0, "y": 50.0, "series": "kernels", "name": "lud" }])
        );
        assert_eq!(layers[0]["encoding"]["x"]["scale"]["type"], "log");
        assert!(layers[0]["params"].is_array() && layers[1].get("params").is_none());
    }
}
