//! What once went wrong: found by fuzzing or by reading, each with the smallest input that shows it.

use crate::common;

use common::{Gpu, HEADER, kernel, results};
use warploom_kernel::execute::{Arg, Launch, Mode};

#[test]
fn a_barrier_for_all_of_2_to_the_32_threads_is_a_deadlock() {
    let ptx = kernel("", "\tbar.sync 1, -1;");
    let text = results(&ptx, Mode::Warps32, 1, [32, 1, 1]).unwrap_err().to_string();
    assert!(text.starts_with("barrier deadlock"), "{text}");
}

#[test]
fn constants_of_128_bits_have_an_upper_half() {
    // The addition before each leaves something where the upper half was looked for.
    let ptx = format!(
        "{HEADER}.visible .entry k(.param .u64 a)
{{
	.reg .b64 %d<4>;
	.reg .b128 %q<3>;
	ld.param.u64 %d0, [a];
	add.u64 %d1, %clock64, %globaltimer;
	st.global.b128 [%d0], 5;
	add.u64 %d1, %clock64, %globaltimer;
	mov.b128 {{%d2, %d3}}, 7;
	st.global.v2.b64 [%d0+16], {{%d2, %d3}};
	mov.b128 %q0, {{%d2, %d3}};
	atom.global.cas.b128 %q1, [%d0], 5, %q0;
	st.global.b128 [%d0+32], %q1;
	ret;
}}"
    );
    let mut gpu = Gpu::new(&ptx);
    let a = gpu.memory.allocate("a", 48).unwrap();
    gpu.run(&Launch::new([1, 1, 1], [1, 1, 1]).arg(Arg::u64(a))).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(gpu.words(a, 12), [7, 0, 0, 0, 7, 0, 0, 0, 5, 0, 0, 0]);
}

#[test]
fn arrays_of_vectors_have_initial_values() {
    let ptx = kernel(
        ".global .v2 .u32 pairs[3] = {{1, 2}, {3, 4}, {5}};",
        "
	rem.u32 %r0, %tid, 6;
	mov.u64 %d0, pairs;
	mad.wide.u32 %d0, %r0, 4, %d0;
	ld.global.u32 %out, [%d0];",
    );
    assert_eq!(results(&ptx, Mode::Warps32, 1, [6, 1, 1]).unwrap(), [1, 2, 3, 4, 5, 0]);
}

#[test]
fn tiles_of_a_warp_vote_by_themselves() {
    // Four masks of eight lanes each, as tiles of cooperative groups have; odd lanes vote yes.
    let ptx = kernel(
        "",
        "\tmov.u32 %r0, %laneid;\n\tand.b32 %r1, %r0, 24;\n\tmov.u32 %r2, 0xff;\n\tshl.b32 %r2, %r2, %r1;\n\
         \tand.b32 %r3, %r0, 1;\n\tsetp.ne.u32 %p0, %r3, 0;\n\tvote.sync.ballot.b32 %out, %p0, %r2;",
    );
    for mode in [Mode::Warps32, Mode::Warps64] {
        let votes = results(&ptx, mode, 1, [64, 1, 1]).unwrap();
        assert_eq!(votes, (0..64).map(|lane| 0xaa << (lane % 32 / 8 * 8)).collect::<Vec<u32>>(), "{mode:?}");
    }
}
