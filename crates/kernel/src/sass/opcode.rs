//! Table of SASS opcodes: class, and operands that are written.

use crate::class::Class;

/// Operands that an instruction writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Results {
    /// None.
    None,
    /// The first.
    One,
    /// The first; if it is a predicate, the second too (`ISETP P0, PT, …`, `LOP3 P0, RZ, …`, `SHFL PT, R0, …`).
    Usual,
    /// The first, and predicates that follow it: carries (`IADD3 R0, P0, R2, R4, RZ`).
    Carry,
    /// The first two: the upper and lower components of a texel.
    Two,
    /// All but the last (`VOTE.ANY R0, P0, P1`, `VOTE.ALL P0, P1`).
    ButLast,
}

/// A row of the table: stems with equal properties.
type Row = (Class, Results, &'static [&'static str]);

/// Opcode stems of sm_50 to sm_90 with their class and results.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    (Class::Integer, Results::Carry, &[
        "IADD3", "IADD", "IADD32I", "IMAD", "LEA", "VIMNMX", "UIADD3", "UIMAD", "ULEA",
    ]),
    (Class::Integer, Results::Usual, &[
        "BFE", "BFI", "BMSK", "BREV", "FLO", "IABS", "ICMP", "IDP", "IDP4A", "IMAD32I", "IMADSP", "IMNMX", "IMUL", "IMUL32I",
        "ISAD", "ISCADD", "ISCADD32I", "ISET", "ISETP", "LEPC", "LOP", "LOP3", "LOP32I", "MOV", "MOV32I", "MOVM", "PLOP3", "POPC",
        "PRMT", "PSETP", "QSPC", "CSETP", "CSET", "R2UR", "SCADD", "SEL", "SGXT", "SHF", "SHL", "SHR", "VABSDIFF", "VABSDIFF4", "VADD", "VHMNMX",
        "VIADD", "VIADDMNMX", "VIMNMX3", "VMAD", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR", "XMAD",
        "UBMSK", "UBREV", "UFLO", "UISETP", "ULOP", "ULOP3", "ULOP32I", "UMOV", "UP2UR", "UPLOP3", "UPOPC", "UPRMT", "UPSETP", "USEL",
        "USGXT", "USHF", "USHL", "USHR", "UR2UP", "UF2FP",
    ]),
    (Class::Integer, Results::One, &[
        "P2R", "R2P", "PSET", "S2R", "S2UR", "CS2R", "B2R", "R2B", "BMOV", "GETLMEMBASE",
    ]),
    (Class::Float, Results::Usual, &[
        "FADD", "FADD32I", "FCMP", "FFMA", "FFMA32I", "FMNMX", "FMUL", "FMUL32I", "FSEL", "FSET", "FSETP", "FSWZADD", "FSWZ",
        "HADD2", "HADD2_32I", "HFMA2", "HFMA2_32I", "HMNMX2", "HMUL2", "HMUL2_32I", "HSET2", "HSETP2",
    ]),
    (Class::Float, Results::One, &["FCHK"]),
    (Class::Double, Results::Usual, &["DADD", "DFMA", "DMNMX", "DMUL", "DSET", "DSETP"]),
    (Class::Tensor, Results::One, &["HMMA", "HGMMA", "QGMMA", "IMMA", "BMMA", "IGMMA", "BGMMA", "DMMA"]),
    (Class::Special, Results::One, &["MUFU", "RRO"]),
    (Class::Conversion, Results::One, &["F2F", "F2FP", "F2I", "F2IP", "FRND", "I2F", "I2FP", "I2I", "I2IP"]),
    (Class::Global, Results::Usual, &["LD", "LDG", "SULD"]),
    (Class::Texture, Results::Usual, &["TXQ"]),
    (Class::Texture, Results::Two, &["TEX", "TEXS", "TLD", "TLDS", "TLD4", "TLD4S", "TMML", "TXD"]),
    (Class::Global, Results::None, &[
        "ST", "STG", "SUST", "CCTL", "CCTLT", "LDGDEPBAR", "LDGSTS", "ARRIVES", "UBLKCP", "UBLKPF", "UTMALDG", "UTMASTG", "UTMAPF",
        "UTMAREDG", "UTMACCTL", "UTMACMDFLUSH", "UBLKRED",
    ]),
    (Class::Local, Results::Usual, &["LDL"]),
    (Class::Local, Results::None, &["STL", "CCTLL"]),
    (Class::Atomic, Results::Usual, &["ATOM", "ATOMG", "SUATOM"]),
    (Class::Atomic, Results::None, &["RED", "REDG", "SURED"]),
    (Class::Shared, Results::Usual, &["LDS", "LDSM", "ATOMS", "SYNCS"]),
    (Class::Shared, Results::None, &["STS", "STSM"]),
    (Class::Constant, Results::Usual, &["LDC", "LDCU", "ULDC"]),
    (Class::Collective, Results::Usual, &["SHFL", "MATCH", "REDUX", "ELECT"]),
    (Class::Collective, Results::ButLast, &["VOTE", "VOTEU"]),
    // Barriers and fences. DEPBAR waits for outstanding results of the warp, like a fence.
    (Class::Barrier, Results::None, &[
        "BAR", "UCGABAR_ARV", "UCGABAR_WAIT", "DEPBAR", "ERRBAR", "FENCE", "MEMBAR", "WARPSYNC", "WARPGROUP", "CGAERRBAR",
    ]),
    (Class::Control, Results::None, &[
        "ACQBULK", "BPT", "BRA", "BREAK", "BRK", "BRX", "BRXU", "BSSY", "BSYNC", "CAL", "CALL", "CONT", "ENDCOLLECTIVE", "EXIT", "IDE",
        "JCAL", "JMP", "JMX", "JMXU", "KILL", "LONGJMP", "NANOSLEEP", "NOP", "PBK", "PCNT", "PEXIT", "PLONGJMP", "PMTRIG", "PREEXIT",
        "PRET", "RAM", "RET", "RPCMOV", "RTT", "SAM", "SETCTAID", "SETLMEMBASE", "SSY", "SYNC", "USETMAXREG", "WARPSYNC_COLLECTIVE",
        "YIELD",
    ]),
];

/// Instructions that end a basic block.
const ENDS: &[&str] = &[
    "BRA", "BRK", "BRX", "BRXU", "BSYNC", "CAL", "CALL", "CONT", "EXIT", "JCAL", "JMP", "JMX", "JMXU",
    "KILL", "LONGJMP", "RET", "RTT", "SYNC",
];

/// Instructions with a target: a branch target or a reconvergence point.
const NAMES: &[&str] = &[
    "BRA", "BRK", "BRX", "BRXU", "BSSY", "CAL", "CALL", "CONT", "JCAL", "JMP", "JMX", "JMXU", "PBK", "PCNT",
    "PEXIT", "PLONGJMP", "PRET", "SSY", "SYNC",
];

/// Indirect branches.
const INDIRECT: &[&str] = &["BRX", "BRXU", "JMX", "JMXU"];

/// Calls.
const CALLS: &[&str] = &["CAL", "CALL", "JCAL"];

/// An opcode: `IMAD.WIDE.U32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opcode<'a> {
    /// Stem: `IMAD`.
    pub(super) stem: &'a str,
    text: &'a str,
}

impl<'a> Opcode<'a> {
    pub(super) fn new(text: &'a str) -> Opcode<'a> {
        Opcode { stem: text.split('.').next().unwrap_or(text), text }
    }

    /// Modifiers.
    pub(super) fn modifiers(self) -> impl Iterator<Item = &'a str> {
        self.text.split('.').skip(1)
    }

    /// Whether the opcode has a modifier.
    pub(super) fn has(self, modifier: &str) -> bool {
        self.modifiers().any(|m| m == modifier)
    }

    /// Class and results; `None` if the opcode is unknown.
    pub(super) fn known(self) -> Option<(Class, Results)> {
        let row = TABLE.iter().find(|(_, _, stems)| stems.contains(&self.stem));
        row.map(|&(class, results, _)| (class, results))
    }

    /// Whether the instruction ends a basic block.
    pub(super) fn ends_block(self) -> bool {
        ENDS.contains(&self.stem)
    }

    /// Whether the instruction has a target.
    pub(super) fn names_target(self) -> bool {
        NAMES.contains(&self.stem) || self.stem == "WARPSYNC" && self.has("COLLECTIVE")
    }

    /// Whether the instruction is an indirect branch.
    pub(super) fn is_indirect(self) -> bool {
        INDIRECT.contains(&self.stem)
    }

    /// Whether the instruction is a call.
    pub(super) fn calls(self) -> bool {
        CALLS.contains(&self.stem)
    }

    /// Number of registers per result. Texture loads count two per half, even for fewer components.
    pub(super) fn result_width(self, class: Class) -> u32 {
        match self.stem {
            "IMAD" | "UIMAD" if self.has("WIDE") => 2,
            "CS2R" if !self.has("32") => 2,
            "I2F" | "FRND" if self.has("F64") => 2,
            "F2I" if self.has("S64") || self.has("U64") => 2,
            "F2F" => self.conversion().0,
            "HMMA" | "IMMA" | "DMMA" => self.matrix().2,
            _ => self.width(class),
        }
    }

    /// Number of registers of source `index`, not counting predicates.
    pub(super) fn source_width(self, class: Class, index: usize) -> u32 {
        match self.stem {
            // The 64-bit product is added to a register pair.
            "IMAD" | "UIMAD" if self.has("WIDE") || self.has("HI") => 1 + u32::from(index == 2),
            "F2I" | "FRND" if self.has("F64") => 2,
            "I2F" if self.has("S64") || self.has("U64") => 2,
            "F2F" => self.conversion().1,
            "HMMA" | "IMMA" | "DMMA" => {
                let (a, b, c) = self.matrix();
                [a, b, c].get(index).copied().unwrap_or(1)
            }
            "CS2R" | "I2F" | "F2I" => 1,
            _ => self.width(class),
        }
    }

    /// Common width of all operands; for memory instructions, the width of the data.
    fn width(self, class: Class) -> u32 {
        use Class::*;
        match class {
            Double => 2,
            Global | Local | Atomic | Shared | Texture | Constant => {
                if matches!(self.known(), Some((_, Results::Two))) {
                    return 2;
                }
                let matrices = matches!(self.stem, "LDSM" | "STSM");
                let wide = |m: &str| match m {
                    "64" | "U64" | "S64" | "F64" => Some(2),
                    "96" => Some(3),
                    "128" => Some(4),
                    "2" if matrices => Some(2),
                    "4" if matrices => Some(4),
                    _ => None,
                };
                self.modifiers().find_map(wide).unwrap_or(1)
            }
            _ => 1,
        }
    }

    /// `F2F.F64.F32`: the result type comes first.
    fn conversion(self) -> (u32, u32) {
        let mut types = self.modifiers().filter(|m| matches!(*m, "F16" | "F32" | "F64" | "BF16"));
        let mut width = || if types.next() == Some("F64") { 2 } else { 1 };
        (width(), width())
    }

    /// The fragments of a matrix multiplication: A, B, and C (which is as wide as the result).
    fn matrix(self) -> (u32, u32, u32) {
        let single = if self.modifiers().any(|m| m == "F32") { 4 } else { 2 };
        match (self.stem, self.modifiers().next().unwrap_or_default()) {
            ("HMMA", "1688") => (2, 1, single),
            ("HMMA", "16816") => (4, 2, single),
            ("HMMA", _) => (2, 2, single),
            ("IMMA", "8816" | "8832") => (1, 1, 2),
            ("IMMA", "16832" | "16864") => (4, 2, 4),
            ("IMMA", _) => (2, 1, 4),
            _ => (2, 2, 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_stem_is_listed_twice() {
        let mut stems: Vec<&str> = TABLE.iter().flat_map(|(_, _, stems)| stems.iter().copied()).collect();
        let count = stems.len();
        stems.sort_unstable();
        stems.dedup();
        assert_eq!(stems.len(), count);
        assert!(ENDS.iter().all(|stem| Opcode::new(stem).known() == Some((Class::Control, Results::None))));
        assert!(NAMES.iter().all(|stem| Opcode::new(stem).known() == Some((Class::Control, Results::None))));
        assert!(CALLS.iter().chain(INDIRECT).all(|stem| ENDS.contains(stem) && NAMES.contains(stem)));
    }

    #[test]
    fn widths() {
        let of = |text: &'static str| {
            let opcode = Opcode::new(text);
            let class = opcode.known().unwrap().0;
            let sources: Vec<u32> = (0..3).map(|i| opcode.source_width(class, i)).collect();
            (opcode.result_width(class), sources)
        };
        assert_eq!(of("IMAD.WIDE.U32"), (2, vec![1, 1, 2]));
        assert_eq!(of("IMAD.HI.U32"), (1, vec![1, 1, 2]));
        assert_eq!(of("DFMA"), (2, vec![2, 2, 2]));
        assert_eq!(of("F2F.F64.F32"), (2, vec![1, 1, 1]));
        assert_eq!(of("F2F.F32.F64"), (1, vec![2, 2, 2]));
        assert_eq!(of("I2F.F64").0, 2);
        assert_eq!(of("LDG.E.128.SYS").0, 4);
        assert_eq!(of("LDG.E.LTC128B").0, 1);
        assert_eq!(of("LDSM.16.M88.4").0, 4);
        assert_eq!(of("HMMA.16816.F32"), (4, vec![4, 2, 4]));
        assert_eq!(of("FFMA.FTZ"), (1, vec![1, 1, 1]));
    }
}
