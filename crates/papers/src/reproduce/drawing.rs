//! Drawn figures and tables.

use super::ReproduceError;
use warploom_report::figure::{self, Bars, GanttPanel, Stacked, Steps, Titles};
use warploom_report::html::{Chart, chart};

/// A drawn figure or table.
#[derive(Clone, Default, Debug)]
pub struct Drawing {
    pub figures: Vec<DrawnFigure>,
    /// The Markdown below the figures.
    pub text: String,
}

/// A figure, as SVG and as charts of a page.
#[derive(Clone, Debug)]
pub struct DrawnFigure {
    /// The name of its files, without extension.
    pub name: String,
    pub svg: String,
    /// The same data as charts: one, or one per panel. Empty for a figure that has only its SVG.
    pub charts: Vec<Chart>,
}

impl DrawnFigure {
    /// A figure without charts.
    pub(super) fn svg(name: impl Into<String>, svg: String) -> DrawnFigure {
        DrawnFigure { name: name.into(), svg, charts: Vec::new() }
    }

    /// Grouped bars.
    pub(super) fn bars(
        name: impl Into<String>,
        titles: &Titles<'_>,
        bars: &Bars<'_>,
    ) -> Result<DrawnFigure, ReproduceError> {
        let charts = vec![chart::bars(titles, bars)];
        Ok(DrawnFigure { charts, ..DrawnFigure::svg(name, figure::bars(titles, bars)?) })
    }

    /// Stacked bars.
    pub(super) fn stacked(
        name: impl Into<String>,
        titles: &Titles<'_>,
        stacked: &Stacked<'_>,
    ) -> Result<DrawnFigure, ReproduceError> {
        let charts = vec![chart::stacked(titles, stacked)];
        Ok(DrawnFigure { charts, ..DrawnFigure::svg(name, figure::stacked(titles, stacked)?) })
    }

    /// Spans over cycles.
    pub(super) fn gantt(
        name: impl Into<String>,
        titles: &Titles<'_>,
        panels: &[GanttPanel],
    ) -> Result<DrawnFigure, ReproduceError> {
        let charts = chart::gantt(titles, panels);
        Ok(DrawnFigure { charts, ..DrawnFigure::svg(name, figure::gantt(titles, panels)?) })
    }

    /// A number over cycles.
    pub(super) fn steps(
        name: impl Into<String>,
        titles: &Titles<'_>,
        steps: &Steps<'_>,
    ) -> Result<DrawnFigure, ReproduceError> {
        let charts = vec![chart::steps(titles, steps)];
        Ok(DrawnFigure { charts, ..DrawnFigure::svg(name, figure::steps(titles, steps)?) })
    }
}
