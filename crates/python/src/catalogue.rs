//! Tables of the machines, policies and applications that Warploom has.

use crate::batches::Batches;
use crate::error::Problem;
use crate::records::table;
use pyo3::prelude::*;
use serde_json::{Value, json};
use warploom_policy::{CTA_POLICIES, WARP_POLICIES, WAVE_POLICIES};
use warploom_report::catalogue;

/// The built-in machines.
#[pyfunction]
pub fn machines(py: Python<'_>) -> PyResult<Batches> {
    made(py, || table(list(&catalogue::machines())))
}

/// The built-in policies, with their parameters as they are written.
#[pyfunction]
pub fn policies(py: Python<'_>) -> PyResult<Batches> {
    made(py, || {
        let mut policies = catalogue::policies(WARP_POLICIES, CTA_POLICIES, WAVE_POLICIES);
        for policy in policies.as_array_mut().into_iter().flatten() {
            let setting = |parameter: &Value| {
                let text = |key: &str| match &parameter[key] {
                    Value::String(word) => word.clone(),
                    number => number.to_string(),
                };
                format!("{}={}", text("name"), text("default"))
            };
            let settings: Vec<String> = list(&policy["parameters"]).iter().map(setting).collect();
            policy["parameters"] = json!(settings.join(","));
        }
        table(list(&policies))
    })
}

/// The applications of the suite: a row for each kernel and size.
#[pyfunction]
pub fn suite(py: Python<'_>) -> PyResult<Batches> {
    made(py, || {
        let suite = catalogue::suite();
        let mut rows = Vec::new();
        for application in list(&suite) {
            let papers: Vec<&str> = list(&application["papers"]).iter().filter_map(Value::as_str).collect();
            for kernel in list(&application["kernels"]) {
                for size in list(&kernel["sizes"]) {
                    let mut row = size.clone();
                    row["application"] = application["name"].clone();
                    row["title"] = application["title"].clone();
                    row["papers"] = json!(papers.join(", "));
                    row["kernel"] = kernel["name"].clone();
                    row["what"] = kernel["what"].clone();
                    rows.push(row);
                }
            }
        }
        table(&rows)
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn made(py: Python<'_>, make: impl FnOnce() -> Result<Batches, Problem> + Send) -> PyResult<Batches> {
    py.detach(make).map_err(|problem| problem.into_exception(py))
}
