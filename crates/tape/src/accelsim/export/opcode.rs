//! Volta opcodes for PTX and imported instructions.

use super::BINARY_VERSION;
use crate::accelsim::{OpcodeMap, Role};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect, Instruction};
use warploom_kernel::program::Space;

/// PTX opcode stems and the corresponding Volta opcode.
type Name = (&'static [&'static str], &'static str);

/// Volta opcodes by class. The last entry of a class is the default.
#[rustfmt::skip]
const NAMES: &[(Class, &[Name])] = &[
    (Class::Integer, &[
        (&["mov"], "MOV"),
        (&["selp", "slct"], "SEL"),
        (&["set", "setp"], "ISETP"),
        (&["mul", "mul24", "mad", "mad24"], "IMAD"),
        (&["and", "or", "xor", "not", "lop3"], "LOP3"),
        (&["shl", "shr", "shf"], "SHF"),
        (&["prmt"], "PRMT"),
        (&["min", "max"], "IMNMX"),
        (&["popc"], "POPC"),
        (&["bfind", "clz"], "FLO"),
        (&["brev"], "BREV"),
        (&[], "IADD3"),
    ]),
    (Class::Float, &[
        (&["add", "sub"], "FADD"),
        (&["mul"], "FMUL"),
        (&["set", "setp"], "FSETP"),
        (&["min", "max"], "FMNMX"),
        (&[], "FFMA"),
    ]),
    (Class::Double, &[
        (&["add", "sub"], "DADD"),
        (&["mul"], "DMUL"),
        (&["set", "setp"], "DSETP"),
        (&[], "DFMA"),
    ]),
    (Class::Tensor, &[(&[], "HMMA.884.F32.F32")]),
    (Class::Special, &[
        (&["sin"], "MUFU.SIN"),
        (&["cos"], "MUFU.COS"),
        (&["ex2"], "MUFU.EX2"),
        (&["lg2"], "MUFU.LG2"),
        (&["rsqrt", "sqrt"], "MUFU.RSQ"),
        (&[], "MUFU.RCP"),
    ]),
    (Class::Global, &[(&[], "CCTL.IVALL")]),
    (Class::Local, &[(&[], "CCTLL.IVALL")]),
    (Class::Texture, &[(&[], "TEX")]),
    (Class::Constant, &[(&[], "LDC")]),
    (Class::Collective, &[
        (&["vote", "activemask", "elect"], "VOTE.ANY"),
        (&["match"], "MATCH.ANY"),
        (&[], "SHFL.IDX"),
    ]),
    // Not a CTA barrier.
    (Class::Barrier, &[(&[], "WARPSYNC")]),
    (Class::Control, &[
        (&["brx"], "BRX"),
        (&["call"], "CALL.REL.NOINC"),
        (&["exit"], "EXIT"),
        (&["trap", "brkpt"], "BPT.TRAP"),
        (&["nanosleep"], "NANOSLEEP"),
        (&[], "BRA"),
    ]),
];

/// Volta opcodes that Accel-Sim does not know.
const NOT_ACCELSIM: &[&str] = &["IMAD32I", "SHL", "SUATOM", "SULD", "SURED", "SUST", "VADD"];

/// Role of an opcode on Volta.
pub(super) fn role(opcode: &str) -> Option<Role> {
    OpcodeMap::built_in(BINARY_VERSION)?.role(opcode)
}

/// Volta opcode of the same class with the same memory access; `None` if there is none.
///
/// `ret` ends a kernel, but returns from a `called` function. The opcode of an imported instruction is kept if it has the same role
/// on Volta.
pub(super) fn of(instruction: &Instruction, called: bool) -> Option<String> {
    if says_the_same(instruction) { Some(instruction.opcode.clone()) } else { chosen(instruction, called) }
}

fn says_the_same(instruction: &Instruction) -> bool {
    let Instruction { ref opcode, class, effect, .. } = *instruction;
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    let known = role(opcode).filter(|_| opcode.chars().all(word));
    let Some(role) = known.filter(|_| !opcode.split('.').any(|stem| NOT_ACCELSIM.contains(&stem))) else {
        return false;
    };
    let bytes = match effect {
        Effect::Memory { bytes, .. } => Some(bytes),
        _ => None,
    };
    role.class() == class
        && bytes.is_none_or(|bytes| width(opcode) == bytes)
        && role.effect(bytes, opcode, [immediate(effect).into(), 0], !instruction.writes.is_empty()) == effect
}

/// Access width that Accel-Sim derives from an opcode: its first number in bits, or 32.
fn width(opcode: &str) -> u32 {
    let number = |part: &str| part.strip_prefix('U').unwrap_or(part).parse::<u32>().ok();
    opcode.split('.').find_map(number).map_or(4, |bits| bits / 8)
}

/// Immediate at the end of a line: the barrier number, the thread count of barrier 0, or 0.
pub(super) fn immediate(effect: Effect) -> u32 {
    match effect {
        Effect::Barrier { id: 0, threads, .. } => threads.unwrap_or(0),
        Effect::Barrier { id, .. } => id.into(),
        _ => 0,
    }
}

fn chosen(instruction: &Instruction, called: bool) -> Option<String> {
    let Instruction { class, effect, .. } = *instruction;
    match effect {
        // Traces have no addresses of textures, and Accel-Sim knows no instruction of surfaces.
        Effect::Memory { space: Space::Texture, .. } => (class == Class::Texture).then(|| "TEX".to_owned()),
        Effect::Memory { space, kind, bytes } => access(class, space, kind, bytes),
        Effect::Barrier { waits, .. } => {
            (class == Class::Barrier).then(|| if waits { "BAR.SYNC" } else { "BAR.ARV" }.to_owned())
        }
        Effect::Fence => (class == Class::Barrier).then(|| "MEMBAR.SC.GPU".to_owned()),
        // The traces are those of a Volta, which has no asynchronous copies, and Accel-Sim has no GCN code.
        Effect::Wait { .. } | Effect::CloseCopies | Effect::AwaitCopies { .. } => None,
        Effect::None => {
            let mut parts = instruction.opcode.split('.');
            let stem = parts.next().unwrap_or_default();
            match (class, stem) {
                (Class::Control, "ret") => Some(if called { "RET.REL.NODEC" } else { "EXIT" }.to_owned()),
                (Class::Conversion, _) => Some(conversion(parts).to_owned()),
                (Class::Tensor, _) if parts.any(is_matrix_integer) => Some("IMMA.8816.S8.S8".to_owned()),
                _ => {
                    let (_, names) = NAMES.iter().find(|(of, _)| *of == class)?;
                    let named = names.iter().find(|(stems, _)| stems.contains(&stem)).or(names.last())?;
                    let wide = named.1 == "IMAD" && parts.any(|part| part == "wide");
                    Some(if wide { "IMAD.WIDE".to_owned() } else { named.1.to_owned() })
                }
            }
        }
    }
}

/// Result and source type of a conversion: the last two types of `cvt.rn.f32.s32`.
fn conversion<'a>(parts: impl Iterator<Item = &'a str>) -> &'static str {
    let types = parts.filter(|part| part.trim_start_matches(char::is_alphabetic).parse::<u32>().is_ok());
    let float =
        |ty: &str| ty.starts_with(['f', 'b', 't', 'e']) && !matches!(ty, "b8" | "b16" | "b32" | "b64");
    match types.map(float).collect::<Vec<bool>>()[..] {
        [.., true, true] => "F2F",
        [.., true, false] => "I2F",
        [.., false, true] => "F2I",
        _ => "I2I",
    }
}

/// Whether a matrix of this type has integers. Volta has no other instructions for matrices than those of halves and integers.
fn is_matrix_integer(ty: &str) -> bool {
    matches!(ty, "s8" | "u8" | "s4" | "u4" | "b1")
}

fn access(class: Class, space: Space, kind: AccessKind, bytes: u32) -> Option<String> {
    let (of, stem) = match (space, kind) {
        (Space::Global, AccessKind::Load) => (Class::Global, "LDG.E"),
        (Space::Global, AccessKind::LoadBypass) => (Class::Global, "LDG.E.STRONG.GPU"),
        (Space::Global, AccessKind::Store) => (Class::Global, "STG.E"),
        (Space::Global, AccessKind::Atomic) => (Class::Atomic, "ATOMG.E.ADD"),
        (Space::Global | Space::Generic, AccessKind::Reduce) => (Class::Atomic, "RED.E.ADD"),
        (Space::Global | Space::Generic, AccessKind::Prefetch) => (Class::Global, "CCTL.E.PF1"),
        (Space::Generic, AccessKind::Load) => (Class::Global, "LD.E"),
        (Space::Generic, AccessKind::LoadBypass) => (Class::Global, "LD.E.STRONG.GPU"),
        (Space::Generic, AccessKind::Store) => (Class::Global, "ST.E"),
        (Space::Generic, AccessKind::Atomic) => (Class::Atomic, "ATOM.E.ADD"),
        (Space::Local, AccessKind::Load) => (Class::Local, "LDL"),
        (Space::Local, AccessKind::Store) => (Class::Local, "STL"),
        (Space::Local, AccessKind::Prefetch) => (Class::Local, "CCTLL.PF1"),
        (Space::Shared, AccessKind::Load) => (Class::Shared, "LDS"),
        (Space::Shared, AccessKind::Store) => (Class::Shared, "STS"),
        (Space::Shared, AccessKind::Atomic | AccessKind::Reduce) => (Class::Shared, "ATOMS.ADD"),
        (Space::Const | Space::Param, AccessKind::Load) => (Class::Constant, "LDC"),
        _ => return None,
    };
    // Accel-Sim takes the first number of an opcode as its width in bits, or 32 if there is none.
    let width = match bytes {
        // No instruction accesses more than 16 bytes per lane, as a `wmma.load` of 1024 bytes would.
        0 | 17.. => return None,
        4 => String::new(),
        1 | 2 => format!(".U{}", 8 * bytes),
        _ => format!(".{}", bytes.checked_mul(8)?),
    };
    (of == class).then(|| format!("{stem}{width}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(opcode: &str, class: Class) -> Option<String> {
        of(&Instruction::new(opcode, class), false)
    }

    fn accessed(class: Class, space: Space, kind: AccessKind, bytes: u32) -> Option<String> {
        of(
            &Instruction { effect: Effect::Memory { space, kind, bytes }, ..Instruction::new("x", class) },
            false,
        )
    }

    #[test]
    fn matrix_instructions_of_ptx() {
        let tensor = |opcode: &str| named(opcode, Class::Tensor);
        let half = tensor("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
        assert_eq!(half.as_deref(), Some("HMMA.884.F32.F32"));
        let byte = tensor("wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32.satfinite");
        assert_eq!(byte.as_deref(), Some("IMMA.8816.S8.S8"));
        // Volta has no LDSM: `ldmatrix` is the same access.
        assert_eq!(accessed(Class::Shared, Space::Shared, AccessKind::Load, 16).as_deref(), Some("LDS.128"));
        assert_eq!(accessed(Class::Global, Space::Global, AccessKind::Load, 32), None);
    }

    #[test]
    fn every_class_has_an_opcode_or_accesses_memory() {
        let bare = Class::SM.into_iter().filter(|&class| named("x", class).is_none());
        assert!(bare.eq([Class::Atomic, Class::Shared]));
    }

    #[test]
    fn a_reader_finds_the_same_in_every_opcode_chosen() {
        let spaces = [Space::Generic, Space::Global, Space::Const, Space::Local, Space::Shared, Space::Param];
        let ways = [
            AccessKind::Load,
            AccessKind::Store,
            AccessKind::Atomic,
            AccessKind::Reduce,
            AccessKind::Prefetch,
        ];
        for class in Class::SM {
            for opcode in ["x", "setp.lt", "mul.wide", "cvt.f32.u8", "vote", "exit", "bar.warp.sync"] {
                let Some(chosen) = named(opcode, class) else { continue };
                assert_eq!(role(&chosen).map(Role::class), Some(class), "{chosen}");
            }
            for (space, kind) in spaces.into_iter().flat_map(|space| ways.map(|kind| (space, kind))) {
                for bytes in [1, 2, 4, 8, 16] {
                    let Some(chosen) = accessed(class, space, kind, bytes) else { continue };
                    let role = role(&chosen).unwrap();
                    assert_eq!((role.class(), width(&chosen)), (class, bytes), "{chosen}");
                    // Accel-Sim's Volta has one constant memory, and one opcode each for reductions, prefetches, and atomics of
                    // shared memory with and without a result.
                    let told = match (space, kind) {
                        (Space::Local, AccessKind::Prefetch) => None,
                        (Space::Param, _) => Some((Space::Const, kind)),
                        (Space::Global, AccessKind::Reduce | AccessKind::Prefetch) => {
                            Some((Space::Generic, kind))
                        }
                        (Space::Shared, AccessKind::Reduce) => Some((space, AccessKind::Atomic)),
                        _ => Some((space, kind)),
                    };
                    assert_eq!(role.access(), told, "{chosen}");
                }
            }
        }
    }

    #[test]
    fn a_traces_opcode_is_kept_if_it_says_the_same() {
        let of = |opcode: &str, class, effect| {
            of(&Instruction { effect, ..Instruction::new(opcode, class) }, false)
        };
        let load = |bytes| Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes };
        let barrier = |id, threads| Effect::Barrier { id, threads, waits: true };
        let cases = [
            ("LDG.E.128.SYS", Class::Global, load(16), "LDG.E.128.SYS"),
            ("LDG.E.128.SYS", Class::Global, load(4), "LDG.E"),
            ("LDG.E.CONSTANT", Class::Global, load(4), "LDG.E.CONSTANT"),
            ("LDG.E CONSTANT", Class::Global, load(4), "LDG.E"),
            ("LDGSTS.E.BYPASS.128", Class::Global, load(16), "LDG.E.128"),
            ("XMAD.MRG", Class::Integer, Effect::None, "IADD3"),
            ("SHL", Class::Integer, Effect::None, "IADD3"),
            ("BSSY", Class::Control, Effect::None, "BSSY"),
            ("SSY", Class::Control, Effect::None, "BRA"),
            ("BAR.RED.POPC", Class::Barrier, barrier(2, None), "BAR.RED.POPC"),
            ("BAR.SYNC.DEFER_BLOCKING", Class::Barrier, barrier(0, Some(64)), "BAR.SYNC.DEFER_BLOCKING"),
            ("MEMBAR.SC.CTA", Class::Barrier, Effect::Fence, "MEMBAR.SC.CTA"),
        ];
        for (opcode, class, effect, expected) in cases {
            assert_eq!(of(opcode, class, effect).as_deref(), Some(expected), "{opcode}");
        }
    }

    #[test]
    fn opcodes_by_name() {
        let cases = [
            ("mad.wide.u32", Class::Integer, "IMAD.WIDE"),
            ("mad.lo.s32", Class::Integer, "IMAD"),
            ("bfe.u32", Class::Integer, "IADD3"),
            ("fma.rn.f32", Class::Float, "FFMA"),
            ("rsqrt.approx.f32", Class::Special, "MUFU.RSQ"),
            ("div.rn.f32", Class::Special, "MUFU.RCP"),
            ("cvt.rn.f32.s32", Class::Conversion, "I2F"),
            ("cvt.rzi.s32.f64", Class::Conversion, "F2I"),
            ("cvt.f64.f32", Class::Conversion, "F2F"),
            ("cvt.rn.bf16.f32", Class::Conversion, "F2F"),
            ("cvt.u32.u64", Class::Conversion, "I2I"),
            ("ret", Class::Control, "EXIT"),
            ("bra.uni", Class::Control, "BRA"),
            ("bar.warp.sync", Class::Barrier, "WARPSYNC"),
        ];
        for (opcode, class, expected) in cases {
            assert_eq!(named(opcode, class).as_deref(), Some(expected), "{opcode}");
        }
        assert_eq!(of(&Instruction::new("ret", Class::Control), true).as_deref(), Some("RET.REL.NODEC"));
    }

    #[test]
    fn the_first_number_is_the_width() {
        let of = |bytes| accessed(Class::Global, Space::Global, AccessKind::Load, bytes);
        let expected = [(1, "LDG.E.U8"), (2, "LDG.E.U16"), (4, "LDG.E"), (8, "LDG.E.64"), (16, "LDG.E.128")];
        for (bytes, opcode) in expected {
            assert_eq!(of(bytes).as_deref(), Some(opcode));
        }
        assert_eq!(of(0), None);
        assert_eq!(of(u32::MAX), None);
    }

    #[test]
    fn textures_and_surfaces_are_written_without_access() {
        for (kind, bytes) in [(AccessKind::Load, 1), (AccessKind::Store, 16), (AccessKind::Reduce, 4)] {
            assert_eq!(accessed(Class::Texture, Space::Texture, kind, bytes).as_deref(), Some("TEX"));
        }
        assert_eq!(role("TEX").map(|role| (role.class(), role.access())), Some((Class::Texture, None)));
        assert_eq!(accessed(Class::Global, Space::Texture, AccessKind::Load, 4), None);
    }

    #[test]
    fn what_no_machine_does_has_none() {
        assert_eq!(accessed(Class::Constant, Space::Const, AccessKind::Store, 4), None);
        assert_eq!(
            accessed(Class::Integer, Space::Global, AccessKind::Load, 4),
            None,
            "class and memory disagree"
        );
    }
}
