//! Each mechanism at its edge: held at t - 1, gone at t.

use super::{Ran, a100, at_hand, code, run, straight};
use crate::checks::common::{ALL, Warp, kernel};
use warploom_gpu::machine::{Dependences, Machine};

const EXIT: &str = "B------:R-:W-:-:S05 EXIT";
const NOP: &str = "B------:R-:W-:-:S01 NOP\n";

fn warps(machine: &Machine, text: &str, warps: usize) -> Vec<Ran> {
    run(machine, &straight(code(&format!("{text}\n{EXIT}")), warps))
}

/// Cycles of issue, from the first on.
fn issued(machine: &Machine, text: &str) -> Vec<u64> {
    let issued = warps(machine, text, 1).swap_remove(0).issued;
    issued.iter().map(|cycle| cycle - issued[0]).collect()
}

fn alone(text: &str) -> Vec<u64> {
    issued(&at_hand(), text)
}

#[test]
fn a_stall_holds_the_warp_for_its_cycles() {
    for stall in 1..12 {
        let text = format!("B------:R-:W-:-:S{stall:02} NOP\n{NOP}");
        assert_eq!(alone(&text)[1], stall);
    }
}

/// Warps 0 and 4 share a sub-core; 4 is the younger.
#[test]
fn a_warp_that_yields_lets_another_issue() {
    let order = |control: &str| {
        let text = format!("{control} NOP\n{control} NOP\n{control} NOP");
        let warps = warps(&at_hand(), &text, 5);
        let all = [0, 4].map(|warp: usize| (warp, &warps[warp].issued[..3]));
        let mut order: Vec<(u64, usize)> =
            all.iter().flat_map(|(warp, cycles)| cycles.iter().map(|cycle| (*cycle, *warp))).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, warp)| warp).collect::<Vec<_>>()
    };
    assert_eq!(order("B------:R-:W-:-:S01"), [4, 4, 4, 0, 0, 0], "greedy");
    assert_eq!(order("B------:R-:W-:Y:S01"), [4, 0, 4, 0, 4, 0]);
}

#[test]
fn a_counter_holds_until_the_result_is_there() {
    let special = "B------:R-:W0:-:S01 MUFU.RCP R4, R2\n";
    let latency = 18;
    let waits = alone(&format!("{special}B0-----:R-:W-:-:S01 FADD R5, R4, R4"));
    assert_eq!(waits[1], latency);
    let other = alone(&format!("{special}B-1----:R-:W-:-:S01 FADD R5, R4, R4"));
    assert_eq!(other[1], 1, "nothing checks registers: another counter is zero");
    for (nops, expected) in [(latency - 2, latency), (latency - 1, latency), (latency, latency + 1)] {
        let text = format!("{special}{}B0-----:R-:W-:-:S01 FADD R5, R4, R4", NOP.repeat(nops as usize));
        assert_eq!(alone(&text)[nops as usize + 1], expected.max(nops + 1), "{nops}");
    }
}

#[test]
fn counters_count_what_is_in_flight() {
    let load = |register: u32| format!("B------:R-:W2:-:S01 LDS R{register}, [R11]\n");
    let loads: String = (0..3).map(|at| load(20 + at)).collect();
    let end = |most: u32| alone(&format!("{loads}B------:R-:W-:-:S04 DEPBAR.LE SB2, {most:#x}\n{NOP}"))[4];
    // The queue passes on a load in two cycles.
    assert_eq!(end(0) - end(1), 2);
    assert_eq!(end(1) - end(2), 2);
    assert_eq!(end(3), 7, "all may be in flight: only the stall counts");
}

/// The registers of a store are read when its queue entry is free: from then on they may be overwritten.
#[test]
fn a_read_counter_holds_until_the_registers_are_read() {
    let text = "B------:R1:W-:-:S01 STS [R11], R4\nB-1----:R-:W-:-:S01 MOV R4, R5";
    // One cycle to the queue, and seven in it.
    assert_eq!(alone(text)[1], 1 + 7);
}

#[test]
fn a_counter_counts_to_63() {
    let mut machine = at_hand();
    let memory = &mut machine.sm_mut().machine_code.as_mut().expect("it runs machine code").memory;
    (memory.entries, memory.interval, memory.hold) = (64, 64, 0);
    let load = "B------:R-:W2:-:S01 LDS R20, [R11]\n";
    let issued = issued(&machine, &load.repeat(64));
    assert_eq!(issued[62], 62);
    // The first one's result is there after its latency from issue to issue.
    assert_eq!(issued[63], 23.max(issued[62] + 1).max(63), "one of 63 has come back");
    let many = run(&machine, &straight(code(&format!("{}{EXIT}", load.repeat(70))), 1)).swap_remove(0).issued;
    assert!(many[69] - many[0] > 69, "{many:?}");
}

#[test]
fn five_instructions_of_memory_fit_into_a_queue() {
    let load = "B------:R-:W2:-:S01 LDS R20, [R11]\n";
    assert_eq!(alone(&load.repeat(8))[..8], [0, 1, 2, 3, 4, 8, 10, 12]);
}

#[test]
fn a_unit_takes_an_instruction_in_its_interval() {
    let text = |second: &str| format!("B------:R-:W-:-:S01 FADD R4, R2, R2\nB------:R-:W-:-:S01 {second}");
    assert_eq!(alone(&text("FADD R5, R3, R3"))[1], 2, "16 lanes");
    assert_eq!(alone(&text("IADD3 R5, R3, R3, R3"))[1], 1, "another pipe");
    assert_eq!(alone(&text("IMAD R5, R3, R3, R3"))[1], 2, "products of integers are of the pipe for floats");
}

/// An instruction that waits for its operands leaves room for one behind it.
#[test]
fn the_operand_stage_holds_up_issue() {
    let text = |second: &str| {
        format!("B------:R-:W-:-:S01 IADD3 R9, R4, R6, R8\nB------:R-:W-:-:S01 {second}\n{NOP}{NOP}{NOP}")
    };
    assert_eq!(alone(&text("FFMA R12, R10, R5, R7"))[..5], [0, 1, 2, 3, 4]);
    assert_eq!(alone(&text("FFMA R12, R10, R6, R7"))[..5], [0, 1, 2, 4, 5]);
    assert_eq!(alone(&text("FFMA R12, R10, R6, R8"))[..5], [0, 1, 2, 5, 6]);
}

#[test]
fn a_barrier_takes_its_time() {
    let text = format!("B------:R-:W-:-:S06 BAR.SYNC.DEFER_BLOCKING 0x0\n{NOP}{NOP}{NOP}");
    assert_eq!(alone(&text)[1..4], [6, 7 + 16, 7 + 16 + 1], "what issues before the warp arrives goes on");
    let both = warps(&at_hand(), &text, 2);
    assert_eq!(both[0].issued[2], both[1].issued[2]);
}

#[test]
fn code_comes_line_by_line() {
    let mut machine = a100();
    let description = machine.sm_mut().machine_code.as_mut().expect("it runs machine code");
    description.constants = None;
    let instructions = description.instructions.as_mut().expect("it has caches");
    (instructions.l1_latency, instructions.l1_interval, instructions.l2_latency) = (40, 2, 200);
    instructions.prefetch = 0;
    let straight_on = issued(&machine, &NOP.repeat(20));
    assert_eq!(straight_on[7], 7, "a line has eight instructions");
    // The buffer asks for the next line when it has three instructions left.
    assert_eq!(straight_on[8], 5 + 240);
    assert_eq!(straight_on[16], straight_on[13] + 240);
    machine
        .sm_mut()
        .machine_code
        .as_mut()
        .expect("as before")
        .instructions
        .as_mut()
        .expect("as before")
        .prefetch = 8;
    let streamed = issued(&machine, &NOP.repeat(20));
    assert_eq!(streamed[19], 19, "lines behind a miss follow it");
}

#[test]
fn a_jump_asks_for_its_line_when_it_issues() {
    let mut machine = a100();
    let description = machine.sm_mut().machine_code.as_mut().expect("it runs machine code");
    (description.constants, description.instructions.as_mut().expect("it has caches").prefetch) = (None, 0);
    let code = code(&format!("{}{EXIT}", NOP.repeat(40)));
    let warp = Warp::default().by(ALL, 0).by(ALL, 32).by(ALL, 33).by(ALL, 1).by(ALL, 34);
    let issued = run(&machine, &kernel(code, vec![vec![warp]])).swap_remove(0).issued;
    let cycles: Vec<u64> = issued.iter().map(|cycle| cycle - issued[0]).collect();
    assert_eq!(cycles, [0, 239, 240, 241, 242], "lines that were asked for before are there");
}

#[test]
fn a_constant_is_missed_once_by_a_sub_core() {
    let mut machine = a100();
    machine.sm_mut().machine_code.as_mut().expect("it runs machine code").instructions = None;
    let text = format!(
        "{NOP}{}{}",
        "B------:R-:W-:-:S02 IADD3 R4, R5, c[0x0][0x160], RZ\n",
        "B------:R-:W-:-:S02 IADD3 R4, R5, c[0x0][0x170], RZ\n"
    );
    let both = warps(&machine, &text, 5);
    let cycles =
        |warp: usize| -> Vec<u64> { both[warp].issued.iter().map(|c| c - both[4].issued[0]).collect() };
    assert_eq!(cycles(1)[..3], [0, 79, 81], "the other constant is in the same line");
    assert_eq!(cycles(0)[..3], [1, 79, 81], "the line that warp 4 of the same sub-core asked for");
    assert_eq!(cycles(2)[..3], [0, 79, 81], "each sub-core has its own");
}

/// With stalls and counters as the compiler sets them, both ways to hold back instructions give the same cycles.
#[test]
fn a_scoreboard_does_what_correct_control_fields_say() {
    let text = "
        B------:R-:W-:-:S04 FADD R4, R2, R3
        B------:R-:W0:-:S01 MUFU.RCP R5, R4
        B------:R-:W-:-:S04 FFMA R6, R4, R4, R4
        B------:R-:W-:-:S01 FADD R7, R6, R6
        B------:R-:W1:-:S01 LDS R8, [R11]
        B01----:R-:W-:-:S04 FADD R9, R8, R5
        B------:R-:W-:-:S01 FMUL R10, R9, R9";
    let mut scoreboard = at_hand();
    scoreboard.sm_mut().dependences = Dependences::Scoreboard;
    let fields = alone(text);
    assert_eq!(issued(&scoreboard, text)[..7], fields[..7]);
    assert_eq!(fields[..7], [0, 4, 5, 9, 10, 10 + 23, 10 + 23 + 4]);
}
