//! What a listener hears: exactly what was executed, by whom, and the memory touched.

use crate::common::{Gpu, HEADER};
use warploom_kernel::execute::{Access, Arg, CtaId, ExecutedInstruction, Launch, Listener};

/// Each event as a line.
#[derive(Default)]
struct Lines(Vec<String>);

impl Listener for Lines {
    fn cta_started(&mut self, cta: CtaId) {
        self.0.push(format!("CTA {}", cta.0));
    }

    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        let mut line = format!("warp {} pc {} {:?}", event.warp.0, event.pc, event.active);
        if let Some(Access { space, bytes, addresses }) = event.access {
            let touched: Vec<String> =
                event.active.lanes().map(|lane| format!("{:#x}", addresses[lane])).collect();
            line += &format!(" {space} {bytes}: {}", touched.join(" "));
        }
        self.0.push(line.trim_end().to_owned());
    }
}

fn memory_kernel() -> String {
    format!(
        "{HEADER}
.const .align 4 .u32 three = 3;
.visible .entry k(.param .u32 n, .param .u64 a)
{{
	.shared .align 16 .b8 room[16];
	.local .align 8 .b8 stack[16];
	.reg .pred %p<3>;
	.reg .b32 %r<9>;
	.reg .b64 %d<8>;
	ld.param.u64 %d0, [a];
	mov.u32 %r0, %tid.x;
	mad.wide.u32 %d1, %r0, 4, %d0;
	setp.gt.u32 %p0, %r0, 1000;
	@%p0 st.global.u32 [%d1], %r0;
	setp.eq.u32 %p1, %r0, 1;
	@%p1 st.global.v2.u32 [%d0+8], {{%r0, %r0}};
	ld.u32 %r1, [%d1];
	mov.u64 %d2, room;
	cvta.shared.u64 %d3, %d2;
	st.u32 [%d3+4], %r0;
	selp.b64 %d4, %d0, %d3, %p1;
	st.u32 [%d4], %r0;
	ld.const.u32 %r2, [three];
	st.local.b64 [stack+8], %d0;
	mov.u64 %d5, stack;
	cvta.local.u64 %d6, %d5;
	ld.u32 %r3, [%d6+8];
	atom.shared.add.u32 %r4, [room], 1;
	bar.sync 0;
	ret;
}}
"
    )
}

/// Runs the kernel with two threads; returns what was heard and left in memory.
fn heard(listener: &mut impl Listener) -> (u64, warploom_kernel::execute::Counts, Vec<u32>) {
    let mut gpu = Gpu::new(&memory_kernel());
    let a = gpu.memory.allocate("a", 16).unwrap();
    let launch = Launch::new([1, 1, 1], [2, 1, 1]).arg(Arg::u32(0)).arg(Arg::u64(a));
    let counts = gpu.listen(&launch, listener).unwrap_or_else(|e| panic!("{e}"));
    (a, counts, gpu.words(a, 4))
}

#[test]
fn every_access_with_its_space_and_addresses() {
    let mut lines = Lines::default();
    let (a, ..) = heard(&mut lines);
    let shared = 0x7e00_0000_0000u64;
    let want = format!(
        "CTA 0
warp 0 pc 0 0x3 parameter 8: 0x8 0x8
warp 0 pc 1 0x3
warp 0 pc 2 0x3
warp 0 pc 3 0x3
warp 0 pc 4 0x0 global 4:
warp 0 pc 5 0x3
warp 0 pc 6 0x2 global 8: {:#x}
warp 0 pc 7 0x3 global 4: {a:#x} {:#x}
warp 0 pc 8 0x3
warp 0 pc 9 0x3
warp 0 pc 10 0x3 shared 4: 0x4 0x4
warp 0 pc 11 0x3
warp 0 pc 12 0x3 generic 4: {shared:#x} {a:#x}
warp 0 pc 13 0x3 constant 4: 0x7b0000000000 0x7b0000000000
warp 0 pc 14 0x3 local 8: 0x8 0x8
warp 0 pc 15 0x3
warp 0 pc 16 0x3
warp 0 pc 17 0x3 local 4: 0x8 0x8
warp 0 pc 18 0x3 shared 4: 0x0 0x0
warp 0 pc 19 0x3
warp 0 pc 20 0x3",
        a + 8,
        a + 4,
    );
    assert_eq!(lines.0.join("\n"), want);
}

#[test]
fn nobody_listening_changes_nothing() {
    let with = heard(&mut Lines::default());
    let without = heard(&mut ());
    assert_eq!(with, without);
    assert_eq!(with.1.warp_instructions, 21);
    assert_eq!(with.2, [1, 0, 1, 1]);
}

#[test]
fn warps_take_turns_at_barriers_and_ctas_follow_each_other() {
    let ptx = format!("{HEADER}.visible .entry k() {{ bar.sync 0; ret; }}");
    let mut lines = Lines::default();
    Gpu::new(&ptx).listen(&Launch::new([2, 1, 1], [33, 1, 1]), &mut lines).unwrap_or_else(|e| panic!("{e}"));
    let cta = "
warp 0 pc 0 0xffffffff
warp 1 pc 0 0x1
warp 1 pc 1 0x1
warp 0 pc 1 0xffffffff";
    assert_eq!(lines.0.join("\n"), format!("CTA 0{cta}\nCTA 1{cta}"));
}
