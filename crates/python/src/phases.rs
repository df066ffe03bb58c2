//! The phases of kernels.

use crate::batches::Batches;
use crate::error::Problem;
use crate::records::table;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use warploom_kernel::image::Isa;
use warploom_kernel::phase::Reading;
use warploom_report::phases as report;

/// Kernels by name, each with its figure as SVG.
type Figures = Vec<(String, String)>;

/// The phases of a work's kernels: a table of instructions, a table of phases, and a figure of each kernel.
#[pyfunction]
pub fn phases(
    py: Python<'_>,
    work: PathBuf,
    kernel: Option<String>,
    gcn: bool,
) -> PyResult<(Batches, Batches, Figures)> {
    let analysed = py.detach(|| {
        let options = report::target(report::DEFAULT_TARGET).expect("the default target exists");
        let isa = if gcn { Isa::Gcn } else { Isa::Ptx };
        let listings = report::listings(&work, kernel.as_deref(), isa, report::Lowering::Full(options));
        let kernels = report::analyses(listings.map_err(Problem::work)?, Reading::default());
        let (mut code, mut phases, mut figures) = (Vec::new(), Vec::new(), Vec::new());
        for kernel in &kernels {
            let described = report::to_json(kernel);
            let name = described["name"].as_str().unwrap_or_default().to_owned();
            for (at, instruction) in rows(&described, "code").enumerate() {
                let mut row = instruction.clone();
                row["at"] = json!(at);
                row["kernel"] = json!(name);
                code.push(row);
            }
            for phase in rows(&described, "phases") {
                let mut row = phase.clone();
                row["kernel"] = json!(name);
                phases.push(row);
            }
            figures.push((name, report::svg(kernel)));
        }
        Ok((table(&code)?, table(&phases)?, figures))
    });
    analysed.map_err(|problem: Problem| problem.into_exception(py))
}

fn rows<'a>(kernel: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    kernel[key].as_array().into_iter().flatten()
}
