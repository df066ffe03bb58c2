//! Lanes really execute together and meet where they should: the masks, instruction by instruction.

use crate::common::{Gpu, HEADER};
use warploom_kernel::execute::{Counts, ExecutedInstruction, Launch, Listener, Mode};

/// Every instruction's place and lanes, in order.
#[derive(Default)]
struct Masks(Vec<(u32, u64)>);

impl Listener for Masks {
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        self.0.push((event.pc.0, event.active.0));
    }
}

/// What one CTA of `threads` threads does.
fn masks(mode: Mode, threads: u32, module: &str, body: &str) -> (Counts, Vec<(u32, u64)>) {
    let registers = ".reg .pred %p<4>; .reg .b32 %r<8>;";
    let mut gpu = Gpu::new(&format!("{HEADER}{module}\n.visible .entry k() {{ {registers}\n{body}\n}}"));
    let mut heard = Masks::default();
    let mut launch = Launch::new([1, 1, 1], [threads, 1, 1]);
    launch.mode = mode;
    let counts = gpu.listen(&launch, &mut heard).unwrap_or_else(|e| panic!("{e}"));
    (counts, heard.0)
}

const IF_ELSE: &str = "
	mov.u32 %r0, %tid.x;
	setp.lt.u32 %p0, %r0, 3;
	@%p0 bra THEN;
	add.u32 %r1, %r0, 1;
	bra JOIN;
THEN:
	add.u32 %r1, %r0, 2;
JOIN:
	add.u32 %r1, %r1, 1;
	ret;";

#[test]
fn both_arms_then_all_lanes_at_the_join() {
    let (counts, heard) = masks(Mode::Warps32, 8, "", IF_ELSE);
    let want = [(0, 0xff), (1, 0xff), (2, 0x07), (3, 0xf8), (4, 0xf8), (5, 0x07), (6, 0xff), (7, 0xff)];
    assert_eq!(heard, want);
    let threads = want.iter().map(|(_, lanes)| u64::from(lanes.count_ones())).sum();
    assert_eq!(
        counts,
        Counts { ctas: 1, warp_instructions: 8, thread_instructions: threads, divergent_branches: 1 }
    );
}

#[test]
fn sixty_four_lanes_diverge_as_one() {
    let (counts, heard) = masks(Mode::Warps64, 40, "", IF_ELSE);
    let all = (1 << 40) - 1;
    assert_eq!(heard, [(0, all), (1, all), (2, 7), (3, all - 7), (4, all - 7), (5, 7), (6, all), (7, all)]);
    assert_eq!(counts.warp_instructions, 8);
}

#[test]
fn lanes_that_agree_do_not_diverge() {
    let (counts, heard) = masks(Mode::Warps32, 3, "", IF_ELSE);
    assert_eq!(heard, [(0, 7), (1, 7), (2, 7), (5, 7), (6, 7), (7, 7)]);
    assert_eq!(counts.divergent_branches, 0);
}

#[test]
fn lanes_leave_a_loop_and_meet_behind_it() {
    let (counts, heard) = masks(
        Mode::Warps32,
        4,
        "",
        "
	mov.u32 %r0, %tid.x;
	mov.u32 %r1, 0;
LOOP:
	setp.ge.u32 %p0, %r1, %r0;
	@%p0 bra DONE;
	add.u32 %r1, %r1, 1;
	bra LOOP;
DONE:
	ret;",
    );
    #[rustfmt::skip]
    let want = [
        (0, 0xf), (1, 0xf),
        (2, 0xf), (3, 0x1), (4, 0xe), (5, 0xe),
        (2, 0xe), (3, 0x2), (4, 0xc), (5, 0xc),
        (2, 0xc), (3, 0x4), (4, 0x8), (5, 0x8),
        (2, 0x8), (3, 0x8),
        (6, 0xf),
    ];
    assert_eq!(heard, want);
    assert_eq!(counts.divergent_branches, 3);
}

#[test]
fn an_inner_branch_meets_before_the_outer_one() {
    let (_, heard) = masks(
        Mode::Warps32,
        4,
        "",
        "
	mov.u32 %r0, %tid.x;
	setp.lt.u32 %p0, %r0, 1;
	setp.lt.u32 %p1, %r0, 2;
	@%p0 bra OUTER;
	@%p1 bra INNER;
	add.u32 %r1, %r0, 1;
INNER:
	add.u32 %r1, %r1, 2;
OUTER:
	ret;",
    );
    let want = [(0, 0xf), (1, 0xf), (2, 0xf), (3, 0x1), (4, 0x2), (5, 0xc), (6, 0xe), (7, 0xf)];
    assert_eq!(heard, want);
}

#[test]
fn a_table_runs_each_target_once() {
    let (_, heard) = masks(
        Mode::Warps32,
        6,
        "",
        "
	mov.u32 %r0, %tid.x;
	rem.u32 %r0, %r0, 3;
T: .branchtargets A, B, JOIN;
	brx.idx %r0, T;
A:
	mov.u32 %r1, 1;
	bra JOIN;
B:
	mov.u32 %r1, 2;
JOIN:
	ret;",
    );
    // Lanes 2 and 5 wait at the join; which arm goes first is the executor's choice, the last found.
    let want = [(0, 0x3f), (1, 0x3f), (2, 0x3f), (5, 0x12), (3, 0x09), (4, 0x09), (6, 0x3f)];
    assert_eq!(heard, want);
}

#[test]
fn callers_meet_after_a_call_whose_lanes_return_one_by_one() {
    let (_, heard) = masks(
        Mode::Warps32,
        3,
        "
.func f(.reg .b32 x)
{
	.reg .pred %p;
LOOP:
	setp.eq.u32 %p, x, 0;
	@%p ret;
	sub.u32 x, x, 1;
	bra LOOP;
}",
        "
	mov.u32 %r0, %tid.x;
	setp.ne.u32 %p0, %r0, 5;
	@%p0 call f, (%r0);
	ret;",
    );
    #[rustfmt::skip]
    let want = [
        (0, 7), (1, 7), (2, 7),
        (4, 7), (5, 1), (6, 6), (7, 6),
        (4, 6), (5, 2), (6, 4), (7, 4),
        (4, 4), (5, 4),
        (3, 7),
    ];
    assert_eq!(heard, want);
}

#[test]
fn lanes_that_exit_are_gone() {
    let (_, heard) = masks(
        Mode::Warps32,
        4,
        "",
        "
	mov.u32 %r0, %tid.x;
	setp.lt.u32 %p0, %r0, 2;
	@%p0 exit;
	bar.sync 0;
	ret;",
    );
    assert_eq!(heard, [(0, 0xf), (1, 0xf), (2, 0x3), (3, 0xc), (4, 0xc)]);
}

#[test]
fn lanes_at_the_kernels_end_leave_before_a_barrier() {
    let (_, heard) = masks(
        Mode::Warps32,
        4,
        "",
        "
	mov.u32 %r0, %tid.x;
	setp.lt.u32 %p0, %r0, 2;
	@%p0 bra DONE;
	bar.sync 0;
	add.u32 %r0, %r0, 1;
DONE:
	ret;",
    );
    assert_eq!(heard, [(0, 0xf), (1, 0xf), (2, 0x3), (5, 0x3), (3, 0xc), (4, 0xc), (5, 0xc)]);
}

#[test]
fn a_shuffle_does_not_wait_for_lanes_at_the_kernels_end() {
    let (_, heard) = masks(
        Mode::Warps32,
        4,
        "",
        "
	mov.u32 %r0, %tid.x;
	setp.lt.u32 %p0, %r0, 2;
	@%p0 bra DONE;
	shfl.sync.idx.b32 %r1, %r0, 3, 31, -1;
DONE:
	ret;",
    );
    assert_eq!(heard, [(0, 0xf), (1, 0xf), (2, 0x3), (4, 0x3), (3, 0xc), (4, 0xc)]);
}
