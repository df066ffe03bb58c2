//! Every row of the table of NVIDIA's machine code, executed from words, against an independent reference.
//!
//! The words are made by an assembler that reads the rows' text on its own. The reference computes with exact numbers; it follows PTX's
//! manual where an instruction is what PTX's compiles to, and open descriptions of the hardware otherwise. What no such source says must
//! be refused. A row of the table that no test here walks fails the test of coverage.

mod atomic;
mod control;
mod convert;
mod draw;
mod encode;
mod float;
mod half;
mod harness;
mod integer;
mod lanes;
mod matrix;
mod memory;
mod refused;
mod system;
mod walk;

use warploom_kernel::sass::machine::{Row, rows};

/// A test per share of a group's draws, so that they run side by side.
macro_rules! walks {
    ($($name:ident: $rows:expr, $share:literal of $of:literal;)*) => {
        $(#[test]
        fn $name() {
            walk::walk($rows, $share, $of);
        })*
    };
}

fn is_uniform(row: &Row) -> bool {
    row.operands.starts_with("U:")
}

walks! {
    integers_1: |row| integer::covers(row.stem) && !is_uniform(row), 0 of 2;
    integers_2: |row| integer::covers(row.stem) && !is_uniform(row), 1 of 2;
    uniform_integers: is_uniform, 0 of 1;
    singles: |row| float::covers(row.stem) && !row.stem.starts_with('D'), 0 of 1;
    doubles: |row| float::covers(row.stem) && row.stem.starts_with('D'), 0 of 1;
    halves: |row| half::covers(row.stem), 0 of 1;
    conversions: |row| convert::covers(row.stem), 0 of 1;
}

#[test]
fn loads_and_stores() {
    memory::walk(|row| row.stem.starts_with("LD") || row.stem.starts_with("ST"));
}

#[test]
fn atomics() {
    memory::walk(|row| !row.stem.starts_with("LD") && !row.stem.starts_with("ST"));
}

#[test]
fn exchanges_between_lanes() {
    lanes::walk();
}

#[test]
fn products_of_matrices() {
    matrix::walk_products();
}

#[test]
fn moves_of_matrices() {
    matrix::load_matrices();
    matrix::transpose();
}

#[test]
fn special_registers() {
    system::special_registers();
}

#[test]
fn constants() {
    system::constants();
}

#[test]
fn hints_change_nothing() {
    system::hints();
}

#[test]
fn barriers_of_the_cta() {
    system::barriers();
}

#[test]
fn windows_of_generic_addresses() {
    system::spaces();
}

#[test]
fn copies_to_shared_memory() {
    system::copies();
}

#[test]
fn the_program_counter() {
    system::program_counter();
}

#[test]
fn branches() {
    control::branches();
    control::branches_on_convergence();
}

#[test]
fn convergence() {
    control::convergence();
    control::warp_barriers();
}

#[test]
fn calls_and_traps() {
    control::calls();
    control::traps();
}

#[test]
fn what_is_not_executed_is_refused_by_name() {
    refused::walk();
}

#[test]
fn what_is_compared_with_ptx_is_in_the_pairs() {
    refused::pairs();
}

#[test]
fn compiled_code_is_not_refused() {
    refused::compiled_code();
}

#[test]
fn every_row_of_the_table_is_walked() {
    let walkers = [
        walk::covers,
        memory::covers,
        lanes::covers,
        matrix::covers,
        system::covers,
        control::covers,
        refused::covers,
    ];
    for row in rows() {
        let walked_by = walkers.iter().filter(|covers| covers(row)).count();
        assert_eq!(
            walked_by, 1,
            "{} {:#x} {:?} is walked by {walked_by} tests",
            row.stem, row.base, row.architectures
        );
    }
}
