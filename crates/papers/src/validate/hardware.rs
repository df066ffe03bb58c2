//! `hardware.toml`: cycles measured on GPUs, one entry per measurement.

use super::points::{
    Description, Gpu, Limits, Origin, Overhead, Point, Points, Policy, Sweep, TraceWork, policy,
};
use super::{ValidateError, read};
use serde::Deserialize;
use std::num::NonZero;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    limits: Limits,
    points: Vec<Measured>,
    #[serde(default)]
    sweeps: Vec<Swept>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    name: String,
    /// The GPU that was measured.
    gpu: String,
    /// The machine that models it.
    machine: String,
    #[serde(default)]
    set: Vec<String>,
    trace: PathBuf,
    ctas: Option<NonZero<u32>>,
    policies: Vec<String>,
    /// Policies that are shown but not counted.
    #[serde(default)]
    beside: Vec<String>,
    /// Cycles that were measured.
    truth: f64,
    launch: Option<Launch>,
    held_out: bool,
    #[serde(default = "yes")]
    counts: bool,
    group: Option<String>,
    sweep: Option<String>,
    source: String,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Launch {
    /// Cycles per launch.
    cycles: f64,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Swept {
    name: String,
    title: String,
    gpu: String,
    machine: String,
    #[serde(default)]
    set: Vec<String>,
    trace: PathBuf,
    policies: Vec<String>,
    launch: Option<Launch>,
    ctas: Vec<NonZero<u32>>,
}

fn yes() -> bool {
    true
}

/// Reads the file.
pub fn read(path: &Path, reference: &Path) -> Result<Points, ValidateError> {
    let file: File = read::toml(path)?;
    let (mut points, mut sweeps) = (Vec::<Point>::new(), Vec::new());
    for measured in file.points {
        let place = format!("point `{}`", measured.name);
        if points.iter().any(|point| point.name == measured.name) {
            return Err(ValidateError::wrong(path, place, "another point has the same name: rename one"));
        }
        if !(measured.truth.is_finite() && measured.truth > 0.0) {
            let fault = format!("`truth` is {}: give a positive number of cycles", measured.truth);
            return Err(ValidateError::wrong(path, place, fault));
        }
        points.extend(expanded(measured, path, reference, &place)?);
    }
    for swept in file.sweeps {
        let place = format!("sweep `{}`", swept.name);
        let Swept { name, title, gpu, machine, set, trace, policies, launch, ctas } = swept;
        sweeps.push(Sweep {
            gpu: describe(gpu, machine, &set, path, &place)?,
            policies: choices(&policies, path, &place)?,
            trace: reference.join(trace),
            overhead: overhead(launch),
            name,
            title,
            ctas,
        });
    }
    let lost = |point: &&Point| {
        point.sweep.as_ref().is_some_and(|name| !sweeps.iter().any(|sweep| sweep.name == *name))
    };
    if let Some(point) = points.iter().find(lost) {
        let fault = format!("there is no sweep `{}`", point.sweep.as_deref().unwrap_or_default());
        return Err(ValidateError::wrong(path, format!("point `{}`", point.name), fault));
    }
    grouped(&points, path)?;
    let (origin, limits) = (Origin::Hardware, file.limits);
    Ok(Points { origin, file: path.to_owned(), limits, points, sweeps, whole: true, suite: None })
}

/// Checks that every point of a group has a difference to another point.
fn grouped(points: &[Point], path: &Path) -> Result<(), ValidateError> {
    for point in points.iter().filter(|point| point.group.is_some()) {
        let fellow = |other: &&Point| other.group == point.group && other.name != point.name;
        let truths: Vec<f64> = points.iter().filter(fellow).map(|other| other.truth).collect();
        let fault = if truths.is_empty() {
            "its group has no other point: a group needs two points to have a difference"
        } else if truths.contains(&point.truth) {
            "another point of its group has the same `truth`: their difference is 0"
        } else {
            continue;
        };
        return Err(ValidateError::wrong(path, format!("point `{}`", point.name), fault));
    }
    Ok(())
}

/// One point per policy.
fn expanded(
    measured: Measured,
    path: &Path,
    reference: &Path,
    place: &str,
) -> Result<Vec<Point>, ValidateError> {
    let counting = choices(&measured.policies, path, place)?.into_iter().map(|choice| (choice, true));
    let beside = choices(&measured.beside, path, place)?.into_iter().map(|choice| (choice, false));
    let gpu = describe(measured.gpu, measured.machine, &measured.set, path, place)?;
    let work = TraceWork { trace: reference.join(&measured.trace), ctas: measured.ctas };
    let launch = measured.launch.as_ref().map(|launch| {
        format!("{} cycles per launch are added to Warploom's: {}", launch.cycles, launch.source)
    });
    let notes: Vec<String> = measured.note.into_iter().chain(launch).collect();
    let note = (!notes.is_empty()).then(|| notes.join(" "));
    let overhead = overhead(measured.launch);
    let point = |(policy, counts): (Policy, bool)| Point {
        name: measured.name.clone(),
        gpu: gpu.clone(),
        policy,
        work: work.clone(),
        truth: measured.truth,
        overhead,
        held_out: measured.held_out,
        counts: counts && measured.counts,
        group: measured.group.clone(),
        sweep: measured.sweep.clone(),
        answer: None,
        source: measured.source.clone(),
        note: note.clone(),
    };
    Ok(counting.chain(beside).map(point).collect())
}

fn choices(names: &[String], path: &Path, place: &str) -> Result<Vec<Policy>, ValidateError> {
    names.iter().map(|name| policy(name, path, place)).collect()
}

fn overhead(launch: Option<Launch>) -> Overhead {
    Overhead::Instead(launch.map_or(0.0, |launch| launch.cycles))
}

fn describe(
    label: String,
    name: String,
    set: &[String],
    path: &Path,
    place: &str,
) -> Result<Gpu, ValidateError> {
    let pair = |text: &String| {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            let fault = format!("`set` has `{text}`: write a key and a value, such as sm.count=4");
            ValidateError::wrong(path, place, fault)
        })?;
        Ok((key.trim().to_owned(), value.trim().to_owned()))
    };
    let set = set.iter().map(pair).collect::<Result<Vec<_>, ValidateError>>()?;
    Ok(Gpu { label, from: Description::Machine { name, set } })
}
