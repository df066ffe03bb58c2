//! Calls made by some lanes.

use super::check;

/// Adds 1000, and 1 for each trip of a loop; returns from within the loop at a multiple of 4.
const LOOPER: &str = "
.func (.reg .b32 y) looper(.reg .b32 x)
{
	.reg .pred %p<2>;
	.reg .b32 %r<2>;
	add.u32 y, x, 1000;
LOOP:
	and.b32 %r0, y, 3;
	setp.eq.u32 %p0, %r0, 0;
	@%p0 ret;
	add.u32 y, y, 1;
	bra LOOP;
}";

fn looper(x: u32) -> u32 {
    (x + 1000).next_multiple_of(4)
}

/// The sum of 1 to x, by recursion.
const SUM: &str = "
.func (.param .b32 out) sum(.param .b32 in)
{
	.reg .pred %p<1>;
	.reg .b32 %r<3>;
	ld.param.u32 %r0, [in];
	setp.eq.u32 %p0, %r0, 0;
	mov.u32 %r2, 0;
	@%p0 bra DONE;
	sub.u32 %r1, %r0, 1;
	{
		.param .b32 a;
		.param .b32 b;
		st.param.b32 [a], %r1;
		call (b), sum, (a);
		ld.param.b32 %r1, [b];
	}
	add.u32 %r2, %r0, %r1;
DONE:
	st.param.b32 [out], %r2;
	ret;
}";

#[test]
fn a_guarded_call() {
    check(
        LOOPER,
        "
	mov.u32 %out, %tid;
	and.b32 %r0, %tid, 1;
	setp.eq.u32 %p0, %r0, 1;
	@%p0 call (%out), looper, (%tid);
	add.u32 %out, %out, 1;",
        |tid| if tid & 1 == 1 { looper(tid) + 1 } else { tid + 1 },
    );
}

#[test]
fn a_call_nobody_makes() {
    check(
        LOOPER,
        "
	mov.u32 %out, 3;
	setp.gt.u32 %p0, %tid, 5000;
	@%p0 call (%out), looper, (%tid);",
        |_| 3,
    );
}

#[test]
fn a_call_in_one_arm() {
    check(
        LOOPER,
        "
	rem.u32 %r0, %tid, 3;
	setp.ne.u32 %p0, %r0, 0;
	mov.u32 %out, 9;
	@%p0 bra END;
	call (%out), looper, (%tid);
	call (%out), looper, (%out);",
        |tid| if tid % 3 == 0 { looper(looper(tid)) } else { 9 },
    );
}

#[test]
fn another_callee_in_each_arm() {
    check(
        &format!("{LOOPER}{SUM}"),
        "
	.param .b32 in;
	.param .b32 res;
	and.b32 %r0, %tid, 2;
	setp.ne.u32 %p0, %r0, 0;
	@%p0 bra B;
	call (%out), looper, (%tid);
	bra END;
B:
	rem.u32 %r1, %tid, 10;
	st.param.b32 [in], %r1;
	call (res), sum, (in);
	ld.param.b32 %out, [res];",
        |tid| if tid & 2 == 0 { looper(tid) } else { (0..=tid % 10).sum() },
    );
}

#[test]
fn recursion_to_each_lanes_own_depth() {
    check(
        SUM,
        "
	.param .b32 in;
	.param .b32 res;
	rem.u32 %r0, %tid, 37;
	st.param.b32 [in], %r0;
	call (res), sum, (in);
	ld.param.b32 %out, [res];",
        |tid| (0..=tid % 37).sum(),
    );
}

#[test]
fn calls_within_a_loop_lanes_leave() {
    check(
        LOOPER,
        "
	rem.u32 %r0, %tid, 6;
	mov.u32 %out, %tid;
AGAIN:
	call (%out), looper, (%out);
	add.u32 %out, %out, 1;
	sub.u32 %r0, %r0, 1;
	setp.ge.s32 %p0, %r0, 0;
	@%p0 bra AGAIN;",
        |tid| (0..=tid % 6).fold(tid, |out, _| looper(out) + 1),
    );
}

#[test]
fn exit_inside_a_callee_ends_the_thread() {
    check(
        "
.func (.reg .b32 y) inner(.reg .b32 x)
{
	.reg .pred %p;
	setp.gt.u32 %p, x, 20;
	@%p exit;
	add.u32 y, x, 1;
	ret;
}
.func (.reg .b32 y) outer(.reg .b32 x)
{
	.reg .pred %p;
	setp.lt.u32 %p, x, 4;
	@%p bra SMALL;
	call (y), inner, (x);
	add.u32 y, y, 100;
	ret;
SMALL:
	mov.u32 y, 1;
	ret;
}",
        "
	mov.u32 %out, 5;
	st.global.u32 [%cell], %out;
	call (%out), outer, (%tid);
	shl.b32 %out, %out, 1;",
        |tid| match tid {
            0..4 => 2,
            4..=20 => 2 * (tid + 101),
            _ => 5,
        },
    );
}

#[test]
fn a_callee_keeps_lanes_in_frames_of_their_own() {
    // Each lane writes its stack by its own index, calls itself, and reads what it wrote.
    check(
        "
.func (.reg .b32 y) deep(.reg .b32 x)
{
	.local .align 4 .b8 room[16];
	.reg .pred %p;
	.reg .b32 %r<4>;
	mov.u32 %r0, room;
	and.b32 %r1, x, 3;
	mad.lo.u32 %r0, %r1, 4, %r0;
	st.local.u32 [%r0], x;
	setp.eq.u32 %p, x, 0;
	mov.u32 %r2, 0;
	@%p bra BACK;
	sub.u32 %r3, x, 1;
	call (%r2), deep, (%r3);
BACK:
	ld.local.u32 %r3, [%r0];
	mad.lo.u32 y, %r2, 3, %r3;
	ret;
}",
        "
	rem.u32 %r0, %tid, 9;
	call (%out), deep, (%r0);",
        |tid| (0..=tid % 9).fold(0, |y, x| 3 * y + x),
    );
}

#[test]
fn results_of_every_width() {
    check(
        "
.func (.reg .pred q, .reg .b16 h, .reg .b64 d) three(.reg .b32 x, .reg .b64 y)
{
	.reg .b32 %r;
	and.b32 %r, x, 1;
	setp.eq.u32 q, %r, 1;
	cvt.u16.u32 h, x;
	add.u64 d, y, 4294967296;
	ret;
}",
        "
	.reg .b16 %h;
	.reg .b32 %hi;
	setp.gt.u32 %p1, %tid, 10;
	mov.u32 %out, 0;
	@%p1 call (%p0, %h, %d0), three, (70000, 8589934592);
	@!%p1 call (%p0, %h, %d0), three, (%tid, 1);
	shr.u64 %d0, %d0, 32;
	cvt.u32.u64 %hi, %d0;
	cvt.u32.u16 %r1, %h;
	add.u32 %out, %r1, %hi;
	@%p0 add.u32 %out, %out, 100000;",
        |tid| match tid {
            11.. => (70000 & 0xffff) + 3,
            _ => tid + 1 + 100_000 * (tid & 1),
        },
    );
}
