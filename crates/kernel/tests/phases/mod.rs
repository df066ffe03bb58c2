//! Phases: the paper's example worked out by hand, the rules at their edges, and laws on random code.

mod edges;
mod laws;

use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Register, RegisterFile};
use warploom_kernel::latency::{Latencies, gpgpusim};
use warploom_kernel::phase::{PhaseId, PhaseStart, Phases, Rules};
use warploom_kernel::ptx::Module;

/// The code of the one kernel of this body.
fn code(body: &str) -> Code {
    let text = format!(
        ".version 8.0 .target sm_75 .address_size 64
        .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c) {{
            .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %d<9>; .reg .pred %p<9>;
            .shared .align 4 .b8 s[256]; .local .align 4 .b8 l[256];
            {body}
        }}"
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Code::of(&module.programs[0])
}

/// The first instruction of every phase.
fn starts(code: &Code, rules: Rules) -> Vec<usize> {
    Phases::new(code, rules).list().iter().map(|phase| phase.code.start).collect()
}

/// The vector addition of the paper's figure 4.
///
/// The figure is a picture and not in the text we have; section III-A tells of it: the index is made of
/// `threadIdx.x`, `blockIdx.x` and `blockDim.x` and used as an offset from base addresses that are
/// arguments; two `GLD` load R0 and R1; phase 2 begins at `IADD32 R1, R1, R0`; the sum is stored. The lengths
/// are 18 and 10.
///
/// With 2 cycles for each instruction (a warp is dispatched in two halves, and neither doubles nor special
/// functions occur) that is 9 instructions and 5. Such code for the machines of that time has constants and
/// arguments as operands, 16-bit special registers that are widened when read, and one multiply-add for the index.
/// So, with the machine's instruction at the left:
///
/// ```text
/// phase 1   I2I.U32.U16 R0, tid.x        the thread's number, widened      distance 18
///           I2I.U32.U16 R1, ctaid.x      the CTA's                                  16
///           MOV         R2, ntid.x       the CTA's size                             14
///           IMAD        R2, R1, R2, R0   the index                                  12
///           SHL         R2, R2, 2        the same in bytes                          10
///           IADD32      R0, R2, c[a]     where the first number is                   8
///           GLD         R0, [R0]         long-op set: R0                             6
///           IADD32      R1, R2, c[b]     where the second is                         4
///           GLD         R1, [R1]         long-op set: R0, R1                         2
/// phase 2   IADD32      R1, R1, R0       reads what is in the set                   10
///           MOV         R0, c[c]         the third argument                          8
///           IADD32      R0, R0, R2       where the sum goes                          6
///           GST         [R0], R1                                                     4
///           EXIT                                                                     2
/// ```
///
/// The PTX below is this listing: a 64-bit address, which such a machine does not have, stands for each of
/// its 32-bit ones, and the arguments lie in registers, as PTX has no constants as operands.
const VECTOR_ADD: &str = "
    cvt.u32.u16 %r0, %h0;
    cvt.u32.u16 %r1, %h1;
    mov.u32 %r2, %ntid.x;
    mad.lo.u32 %r2, %r1, %r2, %r0;
    mul.wide.u32 %d2, %r2, 4;
    add.u64 %d0, %d2, %d6;
    ld.global.u32 %r0, [%d0];
    add.u64 %d1, %d2, %d7;
    ld.global.u32 %r1, [%d1];
    add.u32 %r1, %r1, %r0;
    mov.u64 %d0, %d8;
    add.u64 %d0, %d0, %d2;
    st.global.u32 [%d0], %r1;
    exit;";

#[test]
fn vector_addition_of_the_paper() {
    let code = code(VECTOR_ADD);
    let phases = Phases::new(&code, Rules::default());
    let [first, second] = phases.list() else { panic!("not two phases: {phases:?}") };
    assert_eq!((first.code.clone(), second.code.clone()), (0..9, 9..14));
    assert_eq!(first.start, PhaseStart::Entry);
    // The add reads R1 first; its other operand would do as well.
    let &sum = code.instructions[9].reads.first().expect("a sum has operands");
    assert_eq!(second.start, PhaseStart::LongLatencyUse { register: sum, producer: 8 });
    assert_eq!(
        code.instructions[9].reads,
        [code.instructions[8].writes[0], code.instructions[6].writes[0]],
        "it consumes both"
    );

    let timed = phases.timing(&code, |item| Latencies::paper().of(item.class));
    assert_eq!(timed.lengths(), [18, 10]);
    let distances: Vec<u32> = (0..14).map(|at| timed.distance(at)).collect();
    assert_eq!(distances, [18, 16, 14, 12, 10, 8, 6, 4, 2, 10, 8, 6, 4, 2]);
    assert_eq!(timed.length(PhaseId(1)), 10);
}

/// The same lengths with the latencies of GPGPU-Sim, for code of a GT200 with 24-bit multiplication: another listing that the
/// text allows, and one without idle instructions.
#[test]
fn vector_addition_of_the_paper_with_latencies_of_gpgpusim() {
    let instruction = |opcode: &str, class| warploom_kernel::code::Instruction::new(opcode, class);
    let first = [
        instruction("mov.u32", Class::Integer),
        instruction("mad24.lo.u32", Class::Integer),
        instruction("shl.b32", Class::Integer),
        instruction("add.u32", Class::Integer),
        instruction("ld.global.u32", Class::Global),
        instruction("add.u32", Class::Integer),
        instruction("ld.global.u32", Class::Global),
    ];
    let second = [
        instruction("add.u32", Class::Integer),
        instruction("add.u32", Class::Integer),
        instruction("st.global.u32", Class::Global),
        instruction("exit", Class::Control),
    ];
    let length = |phase: &[warploom_kernel::code::Instruction]| phase.iter().map(gpgpusim).sum::<u32>();
    assert_eq!([length(&first), length(&second)], [18, 10]);
}

/// Latencies of GPGPU-Sim by operation and type: -ptx_opcode_latency_int 4,13,4,5,145, _fp 4,13,4,5,39 and _dp 8,19,8,8,330.
#[test]
fn latencies_of_gpgpusim() {
    for (opcode, class, cycles) in [
        ("add.s32", Class::Integer, 4),
        ("sub.f32", Class::Float, 4),
        ("add.f64", Class::Double, 8),
        ("min.s32", Class::Integer, 13),
        ("max.f64", Class::Double, 19),
        ("mul.lo.s32", Class::Integer, 4),
        ("mul.f64", Class::Double, 8),
        ("fma.rn.f32", Class::Float, 5),
        ("mad.wide.s32", Class::Integer, 5),
        ("div.s32", Class::Special, 145),
        ("rem.u32", Class::Special, 145),
        ("div.rn.f32", Class::Special, 39),
        ("div.rn.f64", Class::Double, 330),
        ("rcp.approx.ftz.f32", Class::Special, 8),
        ("MUFU.RCP", Class::Special, 8),
        ("setp.lt.s32", Class::Integer, 1),
        ("cvt.rn.f32.s32", Class::Conversion, 1),
        ("st.shared.f32", Class::Shared, 1),
        ("bar.sync", Class::Barrier, 1),
        ("bra", Class::Control, 1),
    ] {
        assert_eq!(gpgpusim(&warploom_kernel::code::Instruction::new(opcode, class)), cycles, "{opcode}");
    }
}

/// Shorthands for code that no program need have.
fn register(index: u32) -> Register {
    Register { file: RegisterFile::General, index }
}

fn item(class: Class, writes: &[u32], reads: &[u32]) -> warploom_kernel::code::Instruction {
    let all = |numbers: &[u32]| numbers.iter().map(|&n| register(n)).collect();
    warploom_kernel::code::Instruction {
        reads: all(reads),
        writes: all(writes),
        ..warploom_kernel::code::Instruction::new("", class)
    }
}
