//! The steps of a long task, and how long each took.

use std::time::Instant;

use crate::Result;

/// The steps with their seconds.
#[derive(Default)]
pub(crate) struct Steps(Vec<(String, f64)>);

impl Steps {
    /// Announces a step, so that what its programs print can be told apart, and does it.
    pub(crate) fn time<T>(&mut self, name: &str, step: impl FnOnce() -> Result<T>) -> Result<T> {
        eprintln!("== {name}");
        let begun = Instant::now();
        let result = step()?;
        self.0.push((name.to_owned(), begun.elapsed().as_secs_f64()));
        Ok(result)
    }

    pub(crate) fn print(&self) {
        for (name, seconds) in &self.0 {
            println!("{name:<28} {seconds:7.1} s");
        }
        println!("{:<28} {:7.1} s", "all", self.0.iter().map(|(_, seconds)| seconds).sum::<f64>());
    }
}
