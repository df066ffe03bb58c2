//! Each rule at its edge: the shortest code on which it decides, and the same with it off.

use super::{code, item, register, starts};
use warploom_kernel::class::Class;
use warploom_kernel::code::Code;
use warploom_kernel::phase::{PhaseStart, Phases, Rules};

const PLAIN: Rules = Rules { blocks: false, shared_long: false, barrier_phase: false };
const BLOCKS: Rules = Rules { blocks: true, ..PLAIN };
const SHARED: Rules = Rules { shared_long: true, ..PLAIN };
const BARRIER: Rules = Rules { barrier_phase: true, ..PLAIN };

#[test]
fn no_code_has_no_phases() {
    let code = Code::default();
    assert_eq!(Phases::new(&code, Rules::default()).list(), []);
}

#[test]
fn what_is_long() {
    let use_of = |load: &str| starts(&code(&format!("{load} add.u32 %r1, %r0, 1; ret;")), PLAIN).len() - 1;
    assert_eq!(use_of("ld.global.u32 %r0, [%d0];"), 1);
    assert_eq!(use_of("ld.global.nc.u32 %r0, [%d0];"), 1);
    assert_eq!(use_of("ld.local.u32 %r0, [l];"), 1);
    assert_eq!(use_of("ld.u32 %r0, [%d0];"), 1, "a generic access may go to global memory");
    assert_eq!(use_of("atom.global.add.u32 %r0, [%d0], 1;"), 1);
    assert_eq!(use_of("ld.shared.u32 %r0, [s];"), 0);
    assert_eq!(use_of("atom.shared.add.u32 %r0, [s], 1;"), 0);
    assert_eq!(use_of("ld.param.u32 %r0, [a];"), 0);
    assert_eq!(use_of("st.global.u32 [%d0], %r0;"), 0);
    assert_eq!(use_of("red.global.add.u32 [%d0], 1;"), 0);
}

#[test]
fn whatever_reads_starts_a_phase() {
    let load = "ld.global.u32 %r0, [%d0];";
    let wide = "ld.global.u64 %d1, [%d0];";
    let second = |body: String| starts(&code(&body), PLAIN);
    assert_eq!(second(format!("{load} st.global.u32 [%d2], %r0; ret;")), [0, 1], "a stored value");
    assert_eq!(second(format!("{wide} st.global.u32 [%d1], 0; ret;")), [0, 1], "an address");
    assert_eq!(second(format!("{wide} ld.shared.u32 %r1, [s]; ret;")), [0], "another register");
    assert_eq!(second(format!("{load} mov.u32 %r0, 1; add.u32 %r1, %r0, 1; ret;")), [0], "written anew");
    assert_eq!(
        second(format!("{load} @%p0 mov.u32 %r0, 1; add.u32 %r1, %r0, 1; ret;")),
        [0, 2],
        "written anew perhaps"
    );
    assert_eq!(
        second("ld.global.v2.u32 {%r0, %r1}, [%d0]; add.u32 %r2, %r1, 1; ret;".to_owned()),
        [0, 1],
        "any of a vector"
    );
    // A load of a load's result starts a phase and is itself waited for in it.
    assert_eq!(
        second("ld.global.u64 %d1, [%d0]; ld.global.u64 %d1, [%d1]; ld.u64 %d2, [%d1]; ret;".into()),
        [0, 1, 2]
    );
}

/// No load writes a predicate, so nothing waits for its guard directly; it is read all the same.
#[test]
fn a_guard_is_read() {
    let code = code("@%p0 mov.u32 %r0, 1; ret;");
    assert_eq!(code.instructions[0].reads.iter().map(|r| r.to_string()).collect::<Vec<_>>(), ["%p0"]);
    assert!(code.instructions[0].guarded && !code.instructions[1].guarded);
}

#[test]
fn the_set_is_cleared_at_a_start() {
    // Both loads were issued in phase 1; the use of the second needs no phase of its own.
    let body = "ld.global.u32 %r0, [%d0]; ld.global.u32 %r1, [%d1];
        add.u32 %r2, %r0, 1; add.u32 %r3, %r1, 1; ret;";
    assert_eq!(starts(&code(body), PLAIN), [0, 2]);
}

#[test]
fn blocks() {
    let body = "ld.global.u32 %r0, [%d0];
        setp.eq.u32 %p0, %r1, 0;
        @%p0 bra END;
        mov.u32 %r2, 1;
    END: add.u32 %r2, %r0, 1;
        ret;";
    let code = code(body);
    assert_eq!(starts(&code, BLOCKS), [0, 3, 4]);
    assert_eq!(starts(&code, PLAIN), [0, 4]);
    let whys = |rules| Phases::new(&code, rules).list().iter().map(|p| p.start).collect::<Vec<_>>();
    let register = code.instructions[0].writes[0];
    assert_eq!(
        whys(BLOCKS),
        [PhaseStart::Entry, PhaseStart::Block, PhaseStart::Block],
        "the block decides where both would"
    );
    assert_eq!(whys(PLAIN), [PhaseStart::Entry, PhaseStart::LongLatencyUse { register, producer: 0 }]);
}

#[test]
fn the_first_block_starts_one_phase_only() {
    assert_eq!(starts(&code("ret;"), BLOCKS), [0]);
    assert_eq!(starts(&code("HERE: bra HERE;"), BLOCKS), [0]);
}

#[test]
fn shared_long() {
    for load in ["ld.shared.u32 %r0, [s];", "atom.shared.add.u32 %r0, [s], 1;"] {
        let code = code(&format!("{load} add.u32 %r1, %r0, 1; ret;"));
        assert_eq!(starts(&code, PLAIN), [0]);
        assert_eq!(starts(&code, SHARED), [0, 1]);
    }
    // A store writes no register: nobody waits for it.
    assert_eq!(starts(&code("st.shared.u32 [s], %r0; add.u32 %r1, %r0, 1; ret;"), SHARED), [0]);
    // Where shared memory is short, a load from it overwrites what was waited for.
    let code = code("ld.global.u32 %r0, [%d0]; ld.shared.u32 %r0, [s]; add.u32 %r1, %r0, 1; ret;");
    assert_eq!(starts(&code, PLAIN), [0]);
    let why = Phases::new(&code, SHARED).list()[1].start;
    assert_eq!(why, PhaseStart::LongLatencyUse { register: code.instructions[1].writes[0], producer: 1 });
}

#[test]
fn barrier_phase() {
    let code = code("mov.u32 %r0, 1; bar.sync 0; mov.u32 %r1, 1; ret;");
    assert_eq!(starts(&code, PLAIN), [0]);
    assert_eq!(starts(&code, BARRIER), [0, 2], "the barrier itself ends the phase before");
    assert_eq!(Phases::new(&code, BARRIER).list()[1].start, PhaseStart::Barrier);
}

#[test]
fn a_barrier_first_last_and_twice() {
    let barrier = || item(Class::Barrier, &[], &[]);
    let add = || item(Class::Integer, &[1], &[0]);
    let starts = |items| starts(&Code { instructions: items, ..Code::default() }, BARRIER);
    assert_eq!(starts(vec![barrier()]), [0]);
    assert_eq!(starts(vec![barrier(), add()]), [0, 1]);
    assert_eq!(starts(vec![add(), barrier()]), [0], "nothing follows");
    assert_eq!(starts(vec![add(), barrier(), barrier(), add()]), [0, 2, 3]);
}

#[test]
fn of_two_reasons_the_wait_is_told() {
    let items = vec![
        item(Class::Global, &[0], &[]),
        item(Class::Barrier, &[], &[]),
        item(Class::Integer, &[1], &[0]),
    ];
    let why = Phases::new(&Code { instructions: items, ..Code::default() }, BARRIER).list()[1].start;
    assert_eq!(why, PhaseStart::LongLatencyUse { register: register(0), producer: 0 });
}

#[test]
fn wide_values_are_pairs_where_registers_are_the_machines() {
    use warploom_kernel::ptx::Module;
    let text = ".version 8.0 .target sm_75 .address_size 64 .visible .entry k() {
        .reg .b32 %r<3>; .reg .b64 %d<3>;
        ld.global.u64 %d0, [%d1];
        add.u32 %r0, %r1, 1;
        ret; }";
    let module = Module::parse(text).unwrap();
    let mut program = module.programs[0].clone();
    assert_eq!(starts(&Code::of(&program), PLAIN), [0]);
    // Now %d0 is R0 and R1, and %r0 or %r1 is among them.
    program.registers = Some(4);
    let code = Code::of(&program);
    assert_eq!(code.instructions[0].writes, [register(0), register(1)]);
    assert_eq!(starts(&code, PLAIN), [0, 1]);
}
