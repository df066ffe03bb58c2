//! Parts of static code that every instruction set has: program counters, memory spaces, variables and source lines.

use std::fmt;

/// Declares a typed index.
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// Program counter: index of an instruction in a program.
    Pc
}
id! {
    /// Index of a function in a program. The kernel itself is function 0.
    FunctionId
}
id! {
    /// Index of a variable in a module.
    VariableId
}

/// Memory space of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Space {
    /// Generic addressing: the address of each lane selects the space.
    Generic,
    Global,
    Const,
    /// Local memory of a thread.
    Local,
    /// Shared memory of a CTA.
    Shared,
    Param,
    /// Textures and surfaces. The address of an access is that of its first texel in global memory.
    Texture,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Const => "constant",
            Space::Local => "local",
            Space::Shared => "shared",
            Space::Param => "parameter",
            Space::Texture => "texture",
        })
    }
}

/// Source file and line of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    pub file: u64,
    pub line: u64,
    /// File and line of the call, if the line is one of a function of the CUDA toolkit that was inlined: `atomicAdd`.
    pub caller: Option<(u64, u64)>,
}

/// A variable in global or constant memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// Index of the linked unit that defines it.
    pub unit: usize,
    /// Whether it is in constant memory.
    pub constant: bool,
    /// Alignment in bytes.
    pub align: u64,
    /// Size in bytes.
    pub size: u64,
    /// Initial bytes up to the last given value. The rest is zero.
    pub bytes: Vec<u8>,
    /// Locations in the initial bytes that hold addresses of variables, filled in when the module is loaded.
    pub cells: Vec<AddressCell>,
}

/// A location in a variable that holds the address of another variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressCell {
    /// Byte offset in the variable.
    pub at: u64,
    /// Width in bytes.
    pub width: u32,
    /// The variable pointed to.
    pub variable: VariableId,
    /// Bytes added to its address.
    pub offset: i64,
    /// The byte of the address to store (`0xFF00(x)` is byte 1); `None` for the whole address.
    pub byte: Option<u32>,
}

/// A variable in static shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedVariable {
    pub name: String,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}
