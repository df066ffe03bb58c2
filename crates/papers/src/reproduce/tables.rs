//! The tables of a reproduction, as Parquet files.

use super::ReproduceError;
use super::cu_counters::CuSums;
use super::stored::Runs;
use warploom_gpu::WaveUnit;
use warploom_lab::columns;
use warploom_lab::record::Setting;
use warploom_lab::table::Table;

/// All records: one row per launch, and one per run.
///
/// # Errors
/// If the table cannot be written.
pub fn records(runs: &Runs) -> Result<Vec<u8>, ReproduceError> {
    Ok(columns::records(runs.all().flat_map(|kept| &kept.records)).parquet()?)
}

/// The counters of CUs: one row per run and CU. None if no run has CUs.
///
/// # Errors
/// If the table cannot be written.
pub fn cus(runs: &Runs) -> Result<Option<Vec<u8>>, ReproduceError> {
    let all: Vec<(&Setting, usize, &CuSums)> = runs
        .all()
        .filter_map(|run| Some((&run.records.last()?.setting, &run.cus)))
        .flat_map(|(setting, cus)| cus.iter().enumerate().map(move |(number, cu)| (setting, number, cu)))
        .collect();
    if all.is_empty() {
        return Ok(None);
    }
    let of = || all.iter().copied();
    let mut table = Table::default();
    columns::add_settings(&mut table, of().map(|(setting, ..)| setting));
    table.number("cu", of().map(|(_, number, _)| number as u64));
    for unit in WaveUnit::ALL {
        table.number(&format!("issues.{}", unit.name()), of().map(|(.., cu)| cu.issues[unit.index()]));
    }
    table.number("scalar_loads", of().map(|(.., cu)| cu.scalar_loads));
    table.number("busy_cycles", of().map(|(.., cu)| cu.busy_cycles));
    table.number("l1.hits", of().map(|(.., cu)| cu.l1_hits));
    table.number("l1.misses", of().map(|(.., cu)| cu.l1_misses));
    Ok(Some(table.parquet()?))
}
