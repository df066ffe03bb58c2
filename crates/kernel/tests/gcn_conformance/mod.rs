//! Every instruction of the GCN table, on every target that has it, executed through assembly text, against an
//! independent reference.
//!
//! The reference computes with exact numbers and follows the manuals (Southern Islands and GCN3 ISA documents); it
//! shares no code with what it judges. A row of the table that no test here walks fails the test of coverage.

mod control;
pub mod harness;
mod memory;
mod reference;
mod scalar;
mod vector;

use warploom_kernel::gcn::table::{Form, Format, ROWS, Target, Type, forms};

fn is_double(form: &Form) -> bool {
    form.operands.iter().any(|o| o.ty == Type::F64)
}

fn is_float(form: &Form) -> bool {
    form.operands.iter().any(|o| matches!(o.ty, Type::F32 | Type::F16))
}

/// A test per share of a group's combinations, so that they run side by side.
macro_rules! walks {
    ($($name:ident: $rows:expr, $share:literal of $of:literal;)*) => {
        $(#[test]
        fn $name() {
            vector::walk($rows, $share, $of);
        })*
    };
}

walks! {
    vector_comparisons_1: |f| f.format == Format::Vopc, 0 of 3;
    vector_comparisons_2: |f| f.format == Format::Vopc, 1 of 3;
    vector_comparisons_3: |f| f.format == Format::Vopc, 2 of 3;
    vector_doubles: |f| f.format != Format::Vopc && is_double(f), 0 of 1;
    vector_floats_1: |f| f.format != Format::Vopc && is_float(f) && !is_double(f), 0 of 2;
    vector_floats_2: |f| f.format != Format::Vopc && is_float(f) && !is_double(f), 1 of 2;
    vector_integers_1: |f| f.format != Format::Vopc && !is_float(f) && !is_double(f), 0 of 2;
    vector_integers_2: |f| f.format != Format::Vopc && !is_float(f) && !is_double(f), 1 of 2;
}

#[test]
fn scalar_arithmetic() {
    scalar::walk();
}

#[test]
fn scalar_loads() {
    memory::walk_scalars();
}

#[test]
fn local_data_share() {
    memory::walk_vectors(|f| f.format == Format::Ds);
}

#[test]
fn buffers_and_flat_addresses() {
    memory::walk_vectors(|f| f.format != Format::Ds && !f.mnemonic.contains("atomic"));
}

#[test]
fn buffer_and_flat_atomics_1() {
    memory::walk_vectors(|f| {
        f.format != Format::Ds && f.mnemonic.contains("atomic") && f.mnemonic.ends_with("x2")
    });
}

#[test]
fn buffer_and_flat_atomics_2() {
    memory::walk_vectors(|f| {
        f.format != Format::Ds && f.mnemonic.contains("atomic") && !f.mnemonic.ends_with("x2")
    });
}

#[test]
fn scratch_of_each_lane() {
    memory::check_scratch();
}

#[test]
fn lane_accesses() {
    control::lane_accesses();
}

#[test]
fn exchanges_between_lanes() {
    control::exchanges();
}

#[test]
fn branches_and_the_program_counter() {
    control::branches();
    control::program_counter();
}

#[test]
fn mode_register_and_barriers() {
    control::mode_register();
    control::barriers();
}

#[test]
fn hints_and_ends() {
    control::hints_and_ends();
}

#[test]
fn every_row_of_the_table_is_walked() {
    let walkers = [vector::covers, scalar::covers, memory::covers, control::covers];
    for form in forms().values().flatten() {
        let walked_by = walkers.iter().filter(|covers| covers(form)).count();
        assert_eq!(walked_by, 1, "`{}` of row `{}` is walked by {walked_by} tests", form.mnemonic, form.row);
    }
    let rows: std::collections::BTreeSet<&str> = forms().values().flatten().map(|f| f.row).collect();
    assert_eq!(rows.len(), ROWS.len(), "every row has an instruction");
    // The walkers take the form of a target; a second one for the same target would never be walked.
    for target in harness::TARGETS {
        for (mnemonic, all) in forms() {
            assert!(
                all.iter().filter(|f| f.is_on(target)).count() <= 1,
                "`{mnemonic}` has two forms on {target}"
            );
        }
    }
    assert!(forms().values().flatten().any(|f| f.only == Some(Target::SouthernIslands)));
}
