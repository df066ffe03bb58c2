//! PTX vocabulary: opcodes, modifiers, types and special registers.
//!
//! Each is an enum whose variants carry their PTX spelling. [`super::forms`] lists the valid combinations.

use crate::execute::texture::Geometry;
use std::fmt;

/// Declares an enum of words with their spelling in PTX.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($variant,)* }

        impl $name {
            /// Every word, in the order declared.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word as PTX spells it.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The word spelled `text`, if there is one.
            pub fn from_text(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}

words! {
    /// Opcode of an instruction, without modifiers.
    Opcode {
        Abs = "abs", Activemask = "activemask", Add = "add", Addc = "addc", And = "and",
        Atom = "atom", Bar = "bar", Barrier = "barrier", Bfe = "bfe", Bfi = "bfi",
        Bfind = "bfind", Bmsk = "bmsk", Bra = "bra", Brev = "brev", Brkpt = "brkpt",
        Brx = "brx", Call = "call", Clz = "clz", Cnot = "cnot", Copysign = "copysign",
        Cos = "cos", Cvt = "cvt", Cvta = "cvta", Div = "div", Dp2a = "dp2a",
        Dp4a = "dp4a", Elect = "elect", Ex2 = "ex2", Exit = "exit", Fence = "fence",
        Fma = "fma", Fns = "fns", Griddepcontrol = "griddepcontrol", Isspacep = "isspacep",
        Ld = "ld", Ldu = "ldu", Lg2 = "lg2", Lop3 = "lop3", Mad = "mad",
        Mad24 = "mad24", Madc = "madc", Match = "match", Max = "max", Membar = "membar",
        Min = "min", Mov = "mov", Mul = "mul", Mul24 = "mul24", Nanosleep = "nanosleep",
        Neg = "neg", Not = "not", Or = "or", Pmevent = "pmevent", Popc = "popc",
        Prefetch = "prefetch", Prefetchu = "prefetchu", Prmt = "prmt", Rcp = "rcp",
        Red = "red", Redux = "redux", Rem = "rem", Ret = "ret", Rsqrt = "rsqrt",
        Sad = "sad", Selp = "selp", Set = "set", Setp = "setp", Shf = "shf",
        Shfl = "shfl", Shl = "shl", Shr = "shr", Sin = "sin", Slct = "slct",
        Sqrt = "sqrt", St = "st", Sub = "sub", Subc = "subc", Szext = "szext",
        Tanh = "tanh", Testp = "testp", Trap = "trap", Vote = "vote", Xor = "xor",

        Wmma = "wmma", Mma = "mma", Ldmatrix = "ldmatrix", Stmatrix = "stmatrix", Movmatrix = "movmatrix",
        Vabsdiff = "vabsdiff", Vabsdiff2 = "vabsdiff2", Vabsdiff4 = "vabsdiff4", Vadd = "vadd",
        Vadd2 = "vadd2", Vadd4 = "vadd4", Vavrg2 = "vavrg2", Vavrg4 = "vavrg4", Vmad = "vmad",
        Vmax = "vmax", Vmax2 = "vmax2", Vmax4 = "vmax4", Vmin = "vmin", Vmin2 = "vmin2",
        Vmin4 = "vmin4", Vset = "vset", Vset2 = "vset2", Vset4 = "vset4", Vshl = "vshl",
        Vshr = "vshr", Vsub = "vsub", Vsub2 = "vsub2", Vsub4 = "vsub4",
        Istypep = "istypep", Suld = "suld", Suq = "suq", Sured = "sured", Sust = "sust",
        Tex = "tex", Tld4 = "tld4", Txq = "txq",
        // Asynchronous copies, mbarriers and clusters.
        Cp = "cp", Getctarank = "getctarank", Mapa = "mapa", Mbarrier = "mbarrier",
    }
}

words! {
    /// Modifier of an opcode: a type, a rounding mode, a state space, a cache operator, …
    Mod {
        Pred = "pred", B8 = "b8", B16 = "b16", B32 = "b32", B64 = "b64", B128 = "b128",
        U8 = "u8", U16 = "u16", U32 = "u32", U64 = "u64",
        S8 = "s8", S16 = "s16", S32 = "s32", S64 = "s64",
        F16 = "f16", F16x2 = "f16x2", Bf16 = "bf16", Bf16x2 = "bf16x2", Tf32 = "tf32",
        F32 = "f32", F64 = "f64", U16x2 = "u16x2", S16x2 = "s16x2",
        U2 = "u2", S2 = "s2", U4 = "u4", S4 = "s4",
        Rn = "rn", Rz = "rz", Rm = "rm", Rp = "rp", Rna = "rna",
        Rni = "rni", Rzi = "rzi", Rmi = "rmi", Rpi = "rpi",
        Approx = "approx", Full = "full", Ftz = "ftz", Noftz = "noftz", Sat = "sat",
        Satfinite = "satfinite", Relu = "relu", NaN = "NaN", Xorsign = "xorsign", Abs = "abs",
        Hi = "hi", Lo = "lo", Wide = "wide", Cc = "cc", Shiftamt = "shiftamt",
        Clamp = "clamp", Wrap = "wrap", L = "l", R = "r",
        F4e = "f4e", B4e = "b4e", Rc8 = "rc8", Ecl = "ecl", Ecr = "ecr", Rc16 = "rc16",
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
        Ls = "ls", Hs = "hs", Equ = "equ", Neu = "neu", Ltu = "ltu", Leu = "leu",
        Gtu = "gtu", Geu = "geu", Num = "num", Nan = "nan",
        And = "and", Or = "or", Xor = "xor", Popc = "popc", Cas = "cas", Exch = "exch",
        Add = "add", Inc = "inc", Dec = "dec", Min = "min", Max = "max",
        Finite = "finite", Infinite = "infinite", Number = "number",
        Notanumber = "notanumber", Normal = "normal", Subnormal = "subnormal",
        Const = "const", Global = "global", Local = "local", Param = "param",
        Shared = "shared", SharedCta = "shared::cta", ParamEntry = "param::entry",
        ParamFunc = "param::func", To = "to",
        V2 = "v2", V4 = "v4",
        Weak = "weak", Volatile = "volatile", Relaxed = "relaxed", Acquire = "acquire",
        Release = "release", AcqRel = "acq_rel", Sc = "sc",
        Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys", Gl = "gl",
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv", Wb = "wb", Wt = "wt", Nc = "nc",
        L1EvictNormal = "L1::evict_normal", L1EvictUnchanged = "L1::evict_unchanged",
        L1EvictFirst = "L1::evict_first", L1EvictLast = "L1::evict_last",
        L1NoAllocate = "L1::no_allocate",
        L2Prefetch64 = "L2::64B", L2Prefetch128 = "L2::128B", L2Prefetch256 = "L2::256B",
        L2EvictLast = "L2::evict_last", L2EvictNormal = "L2::evict_normal",
        L1 = "L1", L2 = "L2",
        Sync = "sync", Arrive = "arrive", Red = "red", Aligned = "aligned", Warp = "warp",
        Up = "up", Down = "down", Bfly = "bfly", Idx = "idx",
        All = "all", Any = "any", Uni = "uni", Ballot = "ballot", Pack = "pack",
        LaunchDependents = "launch_dependents", Wait = "wait",

        B1 = "b1", Load = "load", Store = "store", Mma = "mma", A = "a", B = "b", C = "c", D = "d",
        Row = "row", Col = "col", Trans = "trans", X1 = "x1", X2 = "x2", X4 = "x4", M8n8 = "m8n8",
        M16n16k16 = "m16n16k16", M32n8k16 = "m32n8k16", M8n32k16 = "m8n32k16", M16n16k8 = "m16n16k8",
        M8n8k4 = "m8n8k4", M8n8k16 = "m8n8k16", M8n8k32 = "m8n8k32", M8n8k128 = "m8n8k128",
        M16n8k4 = "m16n8k4", M16n8k8 = "m16n8k8", M16n8k16 = "m16n8k16", M16n8k32 = "m16n8k32",
        M16n8k64 = "m16n8k64", M16n8k128 = "m16n8k128", M16n8k256 = "m16n8k256",
        Po = "po", Shr7 = "shr7", Shr15 = "shr15",
        D1 = "1d", D2 = "2d", D3 = "3d", A1d = "a1d", A2d = "a2d", Cube = "cube", Acube = "acube",
        Base = "base", Level = "level", Grad = "grad", G = "g",
        Trap = "trap", Zero = "zero", Width = "width", Height = "height", Depth = "depth",
        ChannelDataType = "channel_data_type", ChannelOrder = "channel_order",
        NormalizedCoords = "normalized_coords", ArraySize = "array_size",
        NumMipmapLevels = "num_mipmap_levels", NumSamples = "num_samples",
        MemoryLayout = "memory_layout", FilterMode = "filter_mode",
        ForceUnnormalizedCoords = "force_unnormalized_coords", AddrMode0 = "addr_mode_0",
        AddrMode1 = "addr_mode_1", AddrMode2 = "addr_mode_2",
        Texref = "texref", Samplerref = "samplerref", Surfref = "surfref",
        // Asynchronous copies, mbarriers and clusters.
        SharedCluster = "shared::cluster", L2CacheHint = "L2::cache_hint",
        Async = "async", Bulk = "bulk", Prefetch = "prefetch", Reduce = "reduce", Mbarrier = "mbarrier",
        CommitGroup = "commit_group", WaitGroup = "wait_group", WaitAll = "wait_all", Read = "read",
        BulkGroup = "bulk_group", CompleteTxBytes = "mbarrier::complete_tx::bytes",
        Init = "init", Inval = "inval", ArriveDrop = "arrive_drop", NoComplete = "noComplete", Noinc = "noinc",
        ExpectTx = "expect_tx", CompleteTx = "complete_tx", TestWait = "test_wait", TryWait = "try_wait",
        Parity = "parity", PendingCount = "pending_count",
        Proxy = "proxy", Alias = "alias", AsyncGeneric = "async::generic", MbarrierInit = "mbarrier_init",
        SyncRestrictCta = "sync_restrict::shared::cta",
        SyncRestrictCluster = "sync_restrict::shared::cluster",
    }
}

/// Interpretation of the bits of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    Pred,
    /// Untyped bits.
    Bits,
    Unsigned,
    /// A two's-complement integer.
    Signed,
    /// A floating-point number, or a pair of them.
    Float,
}

impl Mod {
    /// Interpretation of the type; `None` if the modifier is not a type.
    pub const fn kind(self) -> Option<TypeKind> {
        use Mod::*;
        Some(match self {
            Pred => TypeKind::Pred,
            B1 | B8 | B16 | B32 | B64 | B128 | Texref | Samplerref | Surfref => TypeKind::Bits,
            U2 | U4 | U8 | U16 | U32 | U64 | U16x2 => TypeKind::Unsigned,
            S2 | S4 | S8 | S16 | S32 | S64 | S16x2 => TypeKind::Signed,
            F16 | F16x2 | Bf16 | Bf16x2 | Tf32 | F32 | F64 => TypeKind::Float,
            _ => return None,
        })
    }

    /// Whether the modifier is a type.
    pub const fn is_type(self) -> bool {
        self.kind().is_some()
    }

    /// Width of the type in bits; 0 if the modifier is not a type.
    pub const fn bits(self) -> u32 {
        use Mod::*;
        match self {
            Pred | B1 => 1,
            U2 | S2 => 2,
            U4 | S4 => 4,
            B8 | U8 | S8 => 8,
            B16 | U16 | S16 | F16 | Bf16 => 16,
            B32 | U32 | S32 | F32 | Tf32 | F16x2 | Bf16x2 | U16x2 | S16x2 => 32,
            B64 | U64 | S64 | F64 | Texref | Samplerref | Surfref => 64,
            B128 => 128,
            _ => 0,
        }
    }

    /// Shape of the textures and surfaces that the modifier names.
    pub const fn geometry(self) -> Option<Geometry> {
        Some(match self {
            Mod::D1 => Geometry::D1,
            Mod::D2 => Geometry::D2,
            Mod::D3 => Geometry::D3,
            Mod::A1d => Geometry::A1,
            Mod::A2d => Geometry::A2,
            Mod::Cube => Geometry::Cube,
            Mod::Acube => Geometry::ACube,
            _ => return None,
        })
    }

    /// Width of the type in memory, in bytes.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }
}

words! {
    /// Special register: read-only, set by the hardware.
    Special {
        TidX = "%tid.x", TidY = "%tid.y", TidZ = "%tid.z",
        NtidX = "%ntid.x", NtidY = "%ntid.y", NtidZ = "%ntid.z",
        CtaidX = "%ctaid.x", CtaidY = "%ctaid.y", CtaidZ = "%ctaid.z",
        NctaidX = "%nctaid.x", NctaidY = "%nctaid.y", NctaidZ = "%nctaid.z",
        Laneid = "%laneid", Warpid = "%warpid", Nwarpid = "%nwarpid",
        Smid = "%smid", Nsmid = "%nsmid", Gridid = "%gridid",
        LanemaskEq = "%lanemask_eq", LanemaskLe = "%lanemask_le", LanemaskLt = "%lanemask_lt",
        LanemaskGe = "%lanemask_ge", LanemaskGt = "%lanemask_gt",
        Clock = "%clock", ClockHi = "%clock_hi", Clock64 = "%clock64",
        Globaltimer = "%globaltimer", GlobaltimerLo = "%globaltimer_lo",
        GlobaltimerHi = "%globaltimer_hi",
        Envreg0 = "%envreg0", Envreg1 = "%envreg1", Envreg2 = "%envreg2",
        DynamicSmemSize = "%dynamic_smem_size", TotalSmemSize = "%total_smem_size",
        WarpSz = "WARP_SZ",
        // Clusters, and shared memory that the system reserves.
        ClusterCtaidX = "%cluster_ctaid.x", ClusterCtaidY = "%cluster_ctaid.y",
        ClusterCtaidZ = "%cluster_ctaid.z", ClusterNctaidX = "%cluster_nctaid.x",
        ClusterNctaidY = "%cluster_nctaid.y", ClusterNctaidZ = "%cluster_nctaid.z",
        ClusteridX = "%clusterid.x", ClusteridY = "%clusterid.y", ClusteridZ = "%clusterid.z",
        NclusteridX = "%nclusterid.x", NclusteridY = "%nclusterid.y", NclusteridZ = "%nclusterid.z",
        ClusterCtarank = "%cluster_ctarank", ClusterNctarank = "%cluster_nctarank",
        IsExplicitCluster = "%is_explicit_cluster", AggrSmemSize = "%aggr_smem_size",
        ReservedSmemOffsetBegin = "%reserved_smem_offset_begin",
        ReservedSmemOffsetEnd = "%reserved_smem_offset_end",
        ReservedSmemOffsetCap = "%reserved_smem_offset_cap",
        ReservedSmemOffset0 = "%reserved_smem_offset_0", ReservedSmemOffset1 = "%reserved_smem_offset_1",
    }
}

impl Special {
    /// Width of the register in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Special::Gridid | Special::Clock64 | Special::Globaltimer => 64,
            Special::IsExplicitCluster => 1,
            _ => 32,
        }
    }

    /// Whether the register is an offset in the shared memory that the system reserves, or includes its size.
    pub const fn is_reserved_shared(self) -> bool {
        matches!(
            self,
            Special::ReservedSmemOffsetBegin
                | Special::ReservedSmemOffsetEnd
                | Special::ReservedSmemOffsetCap
                | Special::ReservedSmemOffset0
                | Special::ReservedSmemOffset1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_by_its_spelling() {
        for &op in Opcode::ALL {
            assert_eq!(Opcode::from_text(op.text()), Some(op));
        }
        for &m in Mod::ALL {
            assert_eq!(Mod::from_text(m.text()), Some(m));
        }
    }

    #[test]
    fn a_suffix_has_bits_exactly_if_it_is_a_type() {
        for &m in Mod::ALL {
            assert_eq!(m.is_type(), m.bits() != 0, "{m}");
        }
    }
}
