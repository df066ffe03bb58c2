//! Control flow within a kernel.

use super::{BLOCKS, check, check_blocks};

#[test]
fn nested_ifs() {
    check(
        "",
        "
	and.b32 %r0, %tid, 1;
	setp.eq.u32 %p0, %r0, 1;
	and.b32 %r1, %tid, 2;
	setp.eq.u32 %p1, %r1, 2;
	and.b32 %r2, %tid, 4;
	setp.eq.u32 %p2, %r2, 4;
	mov.u32 %out, 1;
	@!%p0 bra EVEN;
	@!%p1 bra ODD0;
	add.u32 %out, %out, 10;
	bra ODD;
ODD0:
	add.u32 %out, %out, 20;
	@%p2 bra ODD;
	mul.lo.u32 %out, %out, 7;
ODD:
	add.u32 %out, %out, 100;
	bra JOIN;
EVEN:
	@%p2 bra EVEN4;
	add.u32 %out, %out, 3;
	bra JOIN;
EVEN4:
	@%p1 bra JOIN;
	add.u32 %out, %out, 5;
JOIN:
	mul.lo.u32 %out, %out, 3;",
        |tid| {
            let (odd, two, four) = (tid & 1 != 0, tid & 2 != 0, tid & 4 != 0);
            3 * match (odd, two, four) {
                (true, true, _) => 111,
                (true, false, true) => 121,
                (true, false, false) => 21 * 7 + 100,
                (false, _, false) => 4,
                (false, true, true) => 1,
                (false, false, true) => 6,
            }
        },
    );
}

#[test]
fn loops_whose_lanes_leave_one_by_one() {
    check(
        "",
        "
	mov.u32 %out, 0;
	mov.u32 %r0, 0;
LOOP:
	setp.ge.u32 %p0, %r0, %tid;
	@%p0 bra END;
	mad.lo.u32 %out, %out, 3, %r0;
	add.u32 %r0, %r0, 1;
	bra LOOP;",
        |tid| (0..tid).fold(0u32, |out, i| out.wrapping_mul(3).wrapping_add(i)),
    );
}

#[test]
fn a_loop_within_a_loop() {
    check(
        "",
        "
	mov.u32 %out, 0;
	rem.u32 %r0, %tid, 5;
OUTER:
	rem.u32 %r1, %tid, 7;
INNER:
	mad.lo.u32 %out, %out, 5, %r1;
	sub.u32 %r1, %r1, 1;
	setp.lt.s32 %p0, %r1, %r0;
	@!%p0 bra INNER;
	sub.u32 %r0, %r0, 1;
	setp.ge.s32 %p1, %r0, 0;
	@%p1 bra OUTER;",
        |tid| {
            let mut out = 0u32;
            for i in (0..=(tid % 5) as i32).rev() {
                let mut j = (tid % 7) as i32;
                loop {
                    out = out.wrapping_mul(5).wrapping_add(j as u32);
                    j -= 1;
                    if j < i {
                        break;
                    }
                }
            }
            out
        },
    );
}

#[test]
fn break_and_continue() {
    check(
        "",
        "
	mov.u32 %out, 0;
	mov.u32 %r0, 0;
LOOP:
	add.u32 %r0, %r0, 1;
	setp.gt.u32 %p0, %r0, 40;
	@%p0 bra OUT;
	mad.lo.u32 %r1, %r0, 7, %tid;
	rem.u32 %r2, %r1, 3;
	setp.eq.u32 %p1, %r2, 0;
	@%p1 bra LOOP;
	rem.u32 %r2, %r1, 13;
	setp.eq.u32 %p2, %r2, 5;
	@%p2 bra OUT;
	add.u32 %out, %out, %r1;
	bra LOOP;
OUT:
	shl.b32 %out, %out, 1;",
        |tid| {
            let mut out = 0u32;
            for i in 1..=40 {
                let x = i * 7 + tid;
                if x % 3 == 0 {
                    continue;
                }
                if x % 13 == 5 {
                    break;
                }
                out += x;
            }
            out << 1
        },
    );
}

#[test]
fn a_loop_with_three_exits_to_different_places() {
    check(
        "",
        "
	mov.u32 %out, %tid;
	mov.u32 %r0, 0;
LOOP:
	add.u32 %r0, %r0, 1;
	mad.lo.u32 %out, %out, 5, 1;
	and.b32 %r1, %out, 15;
	setp.eq.u32 %p0, %r1, 3;
	@%p0 bra A;
	setp.eq.u32 %p1, %r1, 8;
	@%p1 bra B;
	setp.lt.u32 %p2, %r0, 6;
	@%p2 bra LOOP;
	add.u32 %out, %out, 1000;
	bra END;
A:
	add.u32 %out, %out, 2000;
B:
	add.u32 %out, %out, 4000;",
        |tid| {
            let mut out = tid;
            for _ in 0..6 {
                out = out.wrapping_mul(5).wrapping_add(1);
                match out & 15 {
                    3 => return out.wrapping_add(6000),
                    8 => return out.wrapping_add(4000),
                    _ => {}
                }
            }
            out.wrapping_add(1000)
        },
    );
}

#[test]
fn some_lanes_exit_in_the_middle() {
    check(
        "",
        "
	mov.u32 %out, 7;
	st.global.u32 [%cell], %out;
	rem.u32 %r0, %tid, 3;
	setp.eq.u32 %p0, %r0, 0;
	@%p0 exit;
	mov.u32 %out, 8;
	setp.ne.u32 %p1, %r0, 1;
	@%p1 bra ON;
	st.global.u32 [%cell], %out;
	ret;
ON:
	setp.gt.u32 %p2, %tid, 40;
	@%p2 ret;
	mov.u32 %out, 9;",
        |tid| match tid % 3 {
            0 => 7,
            1 => 8,
            _ if tid > 40 => 7,
            _ => 9,
        },
    );
}

#[test]
fn a_join_entered_from_two_sides() {
    // A goes to X or Y, B goes to X or Y: no arm has a join of its own.
    check(
        "",
        "
	and.b32 %r0, %tid, 1;
	setp.eq.u32 %p0, %r0, 0;
	and.b32 %r0, %tid, 2;
	setp.eq.u32 %p1, %r0, 0;
	mov.u32 %out, 0;
	@%p0 bra A;
	add.u32 %out, %out, 1;
	@%p1 bra X;
	bra Y;
A:
	add.u32 %out, %out, 2;
	@!%p1 bra X;
Y:
	add.u32 %out, %out, 100;
	bra END;
X:
	mad.lo.u32 %out, %out, 10, 1000;
	setp.gt.u32 %p2, %tid, 20;
	@%p2 bra Y;",
        |tid| {
            let (even, low) = (tid & 1 == 0, tid & 2 == 0);
            let mut out = if even { 2 } else { 1 };
            if even != low {
                out = out * 10 + 1000;
                if tid <= 20 {
                    return out;
                }
            }
            out + 100
        },
    );
}

#[test]
fn a_loop_entered_in_its_middle() {
    check(
        "",
        "
	and.b32 %r0, %tid, 1;
	setp.eq.u32 %p0, %r0, 0;
	mov.u32 %out, %tid;
	mov.u32 %r1, 0;
	@%p0 bra SECOND;
FIRST:
	mad.lo.u32 %out, %out, 3, 1;
SECOND:
	xor.b32 %out, %out, 85;
	add.u32 %r1, %r1, 1;
	rem.u32 %r2, %tid, 6;
	setp.le.u32 %p1, %r1, %r2;
	@%p1 bra FIRST;",
        |tid| {
            let mut out = if tid & 1 == 0 { tid } else { tid * 3 + 1 } ^ 85;
            for _ in 0..tid % 6 {
                out = out.wrapping_mul(3).wrapping_add(1) ^ 85;
            }
            out
        },
    );
}

#[test]
fn branch_tables() {
    let arms: String =
        (0..9).map(|i| format!("T{i}:\n\tadd.u32 %out, %out, {};\n\tbra JOIN;\n", 1 << i)).collect();
    check(
        "",
        &format!(
            "
	mov.u32 %out, 1024;
	mov.u32 %r5, 0;
AGAIN:
	add.u32 %r0, %tid, %r5;
	rem.u32 %r0, %r0, 11;
TABLE: .branchtargets T0, T1, T2, T3, T4, T5, T6, T7, T8, JOIN, T0;
	setp.ne.u32 %p0, %r0, 10;
	@%p0 brx.idx %r0, TABLE;
	add.u32 %out, %out, 4096;
{arms}
JOIN:
	shl.b32 %out, %out, 1;
	add.u32 %r5, %r5, 1;
	setp.lt.u32 %p1, %r5, 3;
	@%p1 bra AGAIN;"
        ),
        |tid| {
            (0..3).fold(1024u32, |out, i| {
                2 * match (tid + i) % 11 {
                    9 => out,
                    10 => out + 4096 + 1,
                    n => out + (1 << n),
                }
            })
        },
    );
}

#[test]
fn guarded_instructions() {
    check(
        "",
        "
	and.b32 %r0, %tid, 3;
	setp.eq.u32 %p0, %r0, 0;
	setp.gt.u32 %p1, %r0, 1;
	mov.u32 %out, 5;
	@%p0 mov.u32 %out, 6;
	@!%p0 add.u32 %out, %out, %tid;
	@%p1 st.global.u32 [%cell], %out;
	@%p1 ld.global.u32 %r1, [%cell];
	@%p1 add.u32 %out, %r1, %r1;
	@%p0 setp.eq.u32 %p1, %tid, 8;
	@%p1 add.u32 %out, %out, 1000;
	@!%p1 not.b32 %out, %out;",
        |tid| match tid & 3 {
            0 if tid == 8 => 1006,
            0 => !6,
            1 => !(5 + tid),
            _ => 2 * (5 + tid) + 1000,
        },
    );
}

#[test]
fn barriers_between_divergent_regions() {
    // Each thread sums what its neighbour found in a loop of its own length, twice.
    check_blocks(
        &[BLOCKS, &[[1024, 1, 1]]].concat(),
        ".shared .align 4 .b32 room[1024];",
        "
	mov.u32 %r9, 0;
	shl.b32 %r8, %tid, 2;
	mov.u32 %r7, room;
	add.u32 %r8, %r8, %r7;
	mov.u32 %r6, %ntid.x;
	mov.u32 %r5, %ntid.y;
	mul.lo.u32 %r6, %r6, %r5;
	mov.u32 %r5, %ntid.z;
	mul.lo.u32 %r6, %r6, %r5;
	mov.u32 %out, %tid;
ROUND:
	rem.u32 %r0, %out, 9;
LOOP:
	setp.eq.u32 %p0, %r0, 0;
	@%p0 bra MEET;
	mad.lo.u32 %out, %out, 3, %r0;
	sub.u32 %r0, %r0, 1;
	bra LOOP;
MEET:
	st.shared.u32 [%r8], %out;
	bar.sync 0;
	add.u32 %r1, %tid, 1;
	rem.u32 %r1, %r1, %r6;
	shl.b32 %r1, %r1, 2;
	add.u32 %r1, %r1, %r7;
	ld.shared.u32 %r2, [%r1];
	add.u32 %out, %out, %r2;
	bar.sync 0;
	add.u32 %r9, %r9, 1;
	setp.lt.u32 %p1, %r9, 2;
	@%p1 bra ROUND;",
        |tid, threads| {
            let mut all: Vec<u32> = (0..threads).collect();
            for _ in 0..2 {
                let own =
                    all.iter().map(|&v| (1..=v % 9).rev().fold(v, |v, r| v.wrapping_mul(3).wrapping_add(r)));
                let own: Vec<u32> = own.collect();
                let next = |t: usize| own[(t + 1) % own.len()];
                all = (0..own.len()).map(|t| own[t].wrapping_add(next(t))).collect();
            }
            all[tid as usize]
        },
    );
}

#[test]
fn reductions_at_barriers_after_divergence() {
    check_blocks(
        BLOCKS,
        "",
        "
	rem.u32 %r0, %tid, 3;
	setp.eq.u32 %p0, %r0, 0;
	@%p0 bra SKIP;
	setp.lt.u32 %p1, %tid, 50;
SKIP:
	bar.red.popc.u32 %out, 0, %p1;
	setp.ge.u32 %p2, %tid, 0;
	bar.red.and.pred %p3, 1, %p2;
	bar.red.or.pred %p4, 2, !%p2;
	bar.red.and.pred %p5, 3, !%p1;
	@%p3 add.u32 %out, %out, 1000;
	@%p4 add.u32 %out, %out, 2000;
	@%p5 add.u32 %out, %out, 4000;",
        |_, threads| {
            let count = (0..threads).filter(|t| t % 3 != 0 && *t < 50).count() as u32;
            count + 1000 + if count == 0 { 4000 } else { 0 }
        },
    );
}

#[test]
fn threads_that_have_returned_are_not_waited_for() {
    // `if (tid >= 40 || tid % 5 == 0) return;` before a barrier: compilers branch to the kernel's end.
    check_blocks(
        BLOCKS,
        "",
        "
	setp.ge.u32 %p0, %tid, 40;
	@%p0 bra DONE;
	rem.u32 %r0, %tid, 5;
	setp.eq.u32 %p1, %r0, 0;
	@%p1 bra EARLY;
	setp.ge.u32 %p2, %tid, 0;
	bar.red.popc.u32 %out, 0, %p2;
	st.global.u32 [%cell], %out;
DONE:
	ret;
EARLY:
	mov.u32 %out, 5;
	st.global.u32 [%cell], %out;
	ret;",
        |tid, threads| match tid {
            40.. => 0,
            t if t % 5 == 0 => 5,
            _ => (0..threads.min(40)).filter(|t| t % 5 != 0).count() as u32,
        },
    );
}

#[test]
fn one_and_many_threads() {
    let double = "\tadd.u32 %out, %tid, %tid;";
    check_blocks(&[[1, 1, 1], [1024, 1, 1], [8, 8, 16], [1, 1, 64]], "", double, |tid, _| 2 * tid);
}
