//! Every form of the instruction table, executed through PTX text, against an independent reference.
//!
//! The reference computes with exact numbers and from the manual's own semantics; it shares no code
//! with what it judges. A row of the table that no test here walks fails the test of coverage.

mod apfloat;
mod asynchronous;
mod atomic;
pub mod cases;
mod compare;
mod convert;
mod driver;
pub mod exact;
mod floating;
mod gpu;
mod integer;
mod memory;
pub mod reference;
pub mod tensor;
mod texture;
mod video;
mod warp;

use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, forms};
use warploom_kernel::ptx::isa::Opcode;

/// A test per share of a group's combinations, so that they run side by side.
macro_rules! walks {
    ($($name:ident: $rows:expr, $share:literal of $of:literal;)*) => {
        $(#[test]
        fn $name() {
            driver::walk($rows, $share, $of, Mode::Warps32);
        })*
    };
}

walks! {
    integer_arithmetic: |f| f.group == Group::Integer, 0 of 1;
    carries: |f| f.group == Group::Carry, 0 of 1;
    floats_1: |f| f.group == Group::Float, 0 of 2;
    floats_2: |f| f.group == Group::Float, 1 of 2;
    halves: |f| f.group == Group::Half, 0 of 1;
    set_1: |f| f.opcode == Opcode::Set, 0 of 4;
    set_2: |f| f.opcode == Opcode::Set, 1 of 4;
    set_3: |f| f.opcode == Opcode::Set, 2 of 4;
    set_4: |f| f.opcode == Opcode::Set, 3 of 4;
    setp_1: |f| f.opcode == Opcode::Setp, 0 of 2;
    setp_2: |f| f.opcode == Opcode::Setp, 1 of 2;
    selection: |f| matches!(f.opcode, Opcode::Selp | Opcode::Slct), 0 of 1;
    logic_and_shifts: |f| f.group == Group::Logic, 0 of 1;
    movement: |f| f.group == Group::Move, 0 of 1;
    conversions_1: |f| f.group == Group::Convert, 0 of 3;
    conversions_2: |f| f.group == Group::Convert, 1 of 3;
    conversions_3: |f| f.group == Group::Convert, 2 of 3;
}

#[test]
fn loads_and_stores_1() {
    memory::walk(0, 3, Mode::Warps32);
}

#[test]
fn loads_and_stores_2() {
    memory::walk(1, 3, Mode::Warps32);
}

#[test]
fn loads_and_stores_3() {
    memory::walk(2, 3, Mode::Warps32);
}

#[test]
fn atomics() {
    atomic::walk(Mode::Warps32);
}

#[test]
fn textures_and_surfaces_1() {
    texture::walk(0, 2, Mode::Warps32);
}

#[test]
fn textures_and_surfaces_2() {
    texture::walk(1, 2, Mode::Warps32);
}

#[test]
fn asynchronous_copies_and_barriers() {
    asynchronous::walk(0, 1, Mode::Warps32);
}

#[test]
fn warp_communication() {
    warp::walk();
}

#[test]
fn matrices_1() {
    tensor::walk(0, 3, Mode::Warps32);
}

#[test]
fn matrices_2() {
    tensor::walk(1, 3, Mode::Warps32);
}

#[test]
fn matrices_3() {
    tensor::walk(2, 3, Mode::Warps32);
}

#[test]
fn video() {
    video::walk(0, 1, Mode::Warps32);
}

#[test]
fn video_selectors() {
    video::selectors();
}

#[test]
fn video_in_other_modes() {
    video::walk(3, 17, Mode::Warps64);
    video::walk(5, 17, Mode::Threads);
}

/// Values do not depend on how lanes are grouped: one combination in seventeen shows it (a number
/// that shares no factor with the table's regularities).
#[test]
fn in_warps_of_64() {
    driver::walk(|_| true, 3, 17, Mode::Warps64);
    memory::walk(3, 17, Mode::Warps64);
    tensor::walk(3, 17, Mode::Warps64);
    atomic::walk(Mode::Warps64);
    texture::walk(3, 17, Mode::Warps64);
    asynchronous::walk(3, 17, Mode::Warps64);
}

#[test]
fn thread_by_thread() {
    driver::walk(|_| true, 5, 17, Mode::Threads);
    memory::walk(5, 17, Mode::Threads);
    atomic::walk(Mode::Threads);
    texture::walk(5, 17, Mode::Threads);
    asynchronous::walk(5, 17, Mode::Threads);
}

/// Rows that compute nothing: control flow, hints and orderings are tested where they take effect.
fn computes_nothing(form: &Form) -> bool {
    use Opcode::*;
    match form.opcode {
        Bra | Brx | Call | Ret | Exit | Trap | Brkpt | Nanosleep | Pmevent | Griddepcontrol => true,
        Membar | Fence | Prefetch | Prefetchu => true,
        Bar | Barrier => !warp::covers(form) && !asynchronous::covers(form),
        _ => false,
    }
}

#[test]
fn every_row_of_the_table_is_walked() {
    let walkers = [
        driver::covers,
        memory::covers,
        atomic::covers,
        warp::covers,
        tensor::covers,
        texture::covers,
        video::covers,
        asynchronous::covers,
        computes_nothing,
    ];
    for form in forms() {
        let walked_by = walkers.iter().filter(|covers| covers(form)).count();
        assert_eq!(walked_by, 1, "row `{}` is walked by {walked_by} tests", form.syntax);
    }
}
