//! Figures as SVG and PNG.

use crate::error::Problem;
use pyo3::prelude::*;
use warploom_report::figure::{
    self, BarSeries, Bars, Category, FigureError, Fill, SHARP, Stack, StackGroup, StackPart, Stacked, Titles,
};

/// Grouped bars: a group for each category, and in each a bar for each series.
#[pyfunction]
pub fn bars(
    py: Python<'_>,
    titles: (String, String, String),
    categories: Vec<String>,
    series: Vec<(String, Vec<Option<f64>>)>,
    reference: Option<f64>,
) -> PyResult<String> {
    let categories: Vec<Category> =
        categories.into_iter().map(|label| Category { label, group: None }).collect();
    let series = series.into_iter().enumerate();
    let series: Vec<BarSeries> = series
        .map(|(at, (label, values))| BarSeries { label, fill: Fill::nth(at), values, paper: Vec::new() })
        .collect();
    // Bars with a reference grow from it.
    let from = reference.map_or(0.0, |_| figure::ratio_axis_start(&series));
    let bars = Bars { categories: &categories, series: &series, reference, from, to: None };
    drawn(py, figure::bars(&borrowed(&titles), &bars))
}

/// A group of stacked bars: its label, and the label and heights of each bar.
type Group = (String, Vec<(String, Vec<f64>)>);

/// Stacked bars: the heights of a bar are those of the parts, from bottom to top.
#[pyfunction]
pub fn stacked(
    py: Python<'_>,
    titles: (String, String, String),
    parts: Vec<String>,
    groups: Vec<Group>,
    to: Option<f64>,
) -> PyResult<String> {
    let parts = parts.into_iter().enumerate();
    let parts: Vec<StackPart> = parts.map(|(at, label)| StackPart { label, fill: Fill::nth(at) }).collect();
    let stack = |(label, parts): (String, Vec<f64>)| Stack { label, parts };
    let group =
        |(label, stacks): Group| StackGroup { label, stacks: stacks.into_iter().map(stack).collect() };
    let groups: Vec<StackGroup> = groups.into_iter().map(group).collect();
    drawn(py, figure::stacked(&borrowed(&titles), &Stacked { parts: &parts, groups: &groups, to }))
}

/// A figure as PNG, with two pixels for each of the SVG's.
#[pyfunction]
pub fn png(py: Python<'_>, svg: &str) -> PyResult<Vec<u8>> {
    py.detach(|| figure::png(svg, SHARP)).map_err(|error| problem(py, &error))
}

fn borrowed((figure, x, y): &(String, String, String)) -> Titles<'_> {
    Titles { figure, x, y }
}

fn drawn(py: Python<'_>, svg: Result<String, FigureError>) -> PyResult<String> {
    svg.map_err(|error| problem(py, &error))
}

fn problem(py: Python<'_>, error: &FigureError) -> PyErr {
    Problem::general(error.to_string(), None).into_exception(py)
}
