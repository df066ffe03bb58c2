//! Every instruction of the GCN table, on every target that has it, executed through assembly text, against an
//! independent reference.
//!
//! The reference computes with exact numbers and follows the manuals (Southern Islands and GCN3 ISA documents); it
//! shares no code with what it judges. A row of the table that no test here walks fails the test of coverage.

#[path = "conformance/cases.rs"]
#[allow(dead_code, reason = "the PTX test uses the rest")]
mod cases;
#[path = "conformance/exact.rs"]
#[allow(dead_code, reason = "the PTX test uses the rest")]
mod exact;
#[path = "gcn_conformance/harness.rs"]
mod harness;
#[path = "gcn_conformance/reference.rs"]
mod reference;
#[path = "gcn_conformance/scalar.rs"]
mod scalar;
#[path = "gcn_conformance/vector.rs"]
mod vector;

use warploom_kernel::gcn::table::{Form, Format, Type};

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
