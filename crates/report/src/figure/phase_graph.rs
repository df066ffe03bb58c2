//! Phase graphs: warps by phase, and instructions in flight, over time.

use super::canvas::{Anchor, Axis, Canvas, Frame, GAP, LINE, SIZE, Sample, Stroke};
use super::slots::axis_room;
use super::{FigureError, Fill, Titles, range};
use warploom_lab::watch::Graph;

/// The width of the panels and the height of each, in pixels.
const WIDTH: f64 = 720.0;
const WARPS: f64 = 260.0;
const LOAD: f64 = 140.0;

/// The number of phases in the legend: those that have a fill of their own.
const NAMED: usize = Fill::ALL.len();

/// The smallest number at the end of a vertical axis.
const FEW: f64 = 4.0;

/// The number of warps in a phase, over time.
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseWarps {
    /// The label of the phase in the legend.
    pub label: String,
    /// The mean of each bin.
    pub warps: Vec<f64>,
}

/// A phase graph. Time is divided into bins of equal width; every list has one entry per bin.
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseGraph<'a> {
    /// The first cycle of the first bin.
    pub start: u64,
    /// Cycles per bin.
    pub width: u64,
    /// Phases from bottom to top.
    pub phases: &'a [PhaseWarps],
    /// ALU instructions in flight.
    pub compute: &'a [f64],
    /// Memory instructions in flight.
    pub memory: &'a [f64],
    /// The title of the lower panel's vertical axis, with its unit. The upper panel has the figure's.
    pub load: &'a str,
}

/// Draws the samples of an SM as a [`phase_graph`].
///
/// # Errors
/// If there are no samples.
pub fn sampled_phase_graph(title: &str, graph: &Graph) -> Result<String, FigureError> {
    let phases: Vec<PhaseWarps> = (1..)
        .zip(&graph.phases)
        .map(|(number, warps)| PhaseWarps { label: format!("phase {number}"), warps: warps.clone() })
        .collect();
    let titles = Titles { figure: title, x: "cycle", y: "warps in each phase" };
    let graph = PhaseGraph {
        start: graph.start,
        width: graph.width,
        phases: &phases,
        compute: &graph.compute,
        memory: &graph.memory,
        load: "instructions in flight",
    };
    phase_graph(&titles, &graph)
}

/// Draws two panels over the same cycles: warps by phase, and instructions in flight. With more phases than fills, fills
/// repeat, and the legend names only the first phases.
///
/// # Errors
/// If there is no bin or no phase, or the lists differ in length.
pub fn phase_graph(titles: &Titles<'_>, graph: &PhaseGraph<'_>) -> Result<String, FigureError> {
    let bins = graph.compute.len();
    if graph.memory.len() != bins || graph.phases.iter().any(|phase| phase.warps.len() != bins) {
        return Err(FigureError("its lists have not the same number of bins".to_owned()));
    }
    let all = || graph.phases.iter().flat_map(|phase| &phase.warps);
    if all().chain(graph.compute).chain(graph.memory).any(|value| !value.is_finite() || *value < 0.0) {
        return Err(FigureError("a bin has no number".to_owned()));
    }
    if graph.phases.is_empty() || graph.width == 0 {
        return Err(FigureError::empty());
    }
    let sum = |bin: usize| graph.phases.iter().map(|phase| phase.warps[bin]).sum::<f64>();
    let (_, warps) = range((0..bins).map(sum))?;
    let (_, load) = range(graph.compute.iter().chain(graph.memory).copied())?;
    // A single warp does not fill the panel.
    let warps = Axis::with_headroom(0.0, warps.max(FEW), 6.0).integer_ticks();
    let load = Axis::with_headroom(0.0, load.max(FEW), 4.0).integer_ticks();

    let left = axis_room(&warps).max(axis_room(&load));
    let right = left + WIDTH;
    let (mut canvas, top) = Canvas::new(right + 4.0 * GAP, (left, right), titles);
    let top = canvas.legend(top, (left, right), &names(graph.phases)) + GAP / 2.0;
    let upper = Frame { left, right, top, bottom: top + WARPS };
    let lines = [(Stroke::BOLD, graph.compute, "ALU"), (Stroke::DASHED, graph.memory, "memory")];
    let legend = lines.map(|(stroke, _, label)| (Sample::Stroke(stroke), label.to_owned()));
    let top = canvas.legend(upper.bottom + GAP, (left, right), &legend);
    let lower = Frame { left, right, top, bottom: top + LOAD };

    let start = graph.start as f64;
    let edge = |bin: usize| start + bin as f64 * graph.width as f64;
    let cycles = Axis::new((start, edge(bins)), (left, right), 7.0).integer_ticks();
    let edges: Vec<f64> = (0..=bins).map(|bin| cycles.coordinate(edge(bin))).collect();
    let (warps, load) = (warps.between(upper.bottom, upper.top), load.between(lower.bottom, lower.top));
    canvas.vertical_axis(upper, &warps, titles.y);
    canvas.vertical_axis(lower, &load, graph.load);
    canvas.horizontal_axis(upper, &cycles, false);
    canvas.horizontal_axis(lower, &cycles, true);
    areas(&mut canvas, graph.phases, &edges, &warps);
    for (stroke, values, _) in lines {
        let corners = values.iter().enumerate().flat_map(|(bin, value)| {
            let y = load.coordinate(*value);
            [(edges[bin], y), (edges[bin + 1], y)]
        });
        canvas.path(&thinned(corners), stroke);
    }
    canvas.outline(upper);
    canvas.outline(lower);
    let y = lower.bottom + LINE + GAP + SIZE;
    canvas.text(((left + right) / 2.0, y), SIZE, Anchor::Middle, titles.x);
    Ok(canvas.finish(y + GAP + GAP / 2.0))
}

/// The legend of the phases.
fn names(phases: &[PhaseWarps]) -> Vec<(Sample, String)> {
    let named = phases.iter().take(NAMED).enumerate();
    let mut names: Vec<_> = named.map(|(at, phase)| (Sample::Fill(fill(at)), phase.label.clone())).collect();
    if phases.len() > NAMED {
        names.push((Sample::Nothing, format!("… ({} more, fills begin again)", phases.len() - NAMED)));
    }
    names
}

/// The fill of a phase. White is last, because the background is white.
fn fill(phase: usize) -> Fill {
    Fill::nth(phase + 1)
}

/// Draws phases on top of each other: one area per stretch of bins in which the phase has warps.
fn areas(canvas: &mut Canvas, phases: &[PhaseWarps], edges: &[f64], warps: &Axis) {
    let mut below = vec![0.0; edges.len() - 1];
    for (at, phase) in phases.iter().enumerate() {
        let mut bin = 0;
        while bin < below.len() {
            let stretch = phase.warps[bin..].iter().take_while(|&&warps| warps > 0.0).count();
            let bins = bin..bin + stretch;
            let level = |bin: usize, value: f64| {
                let y = warps.coordinate(value);
                [(edges[bin], y), (edges[bin + 1], y)]
            };
            let upper = thinned(bins.clone().flat_map(|bin| level(bin, below[bin] + phase.warps[bin])));
            let lower = thinned(bins.clone().flat_map(|bin| level(bin, below[bin])));
            if stretch > 0 {
                let corners: Vec<_> = upper.iter().chain(lower.iter().rev()).copied().collect();
                canvas.area(&corners, fill(at));
                canvas.path(&corners, Stroke::EDGE);
            }
            bin += stretch.max(1);
        }
        for (below, warps) in below.iter_mut().zip(&phase.warps) {
            *below += warps;
        }
    }
}

/// Steps without the points between bins of equal height.
fn thinned(corners: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for corner in corners {
        if let [.., (_, before), last] = kept.as_mut_slice()
            && *before == last.1
            && last.1 == corner.1
        {
            last.0 = corner.0;
        } else {
            kept.push(corner);
        }
    }
    kept
}
