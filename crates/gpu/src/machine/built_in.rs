//! Built-in machines: one file each under `machines/`, and one line here.

use super::Machine;

/// A built-in machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// Name of the machine and of its file.
    pub name: &'static str,
    /// Text of its file, with the source of every value.
    pub text: &'static str,
}

/// Every built-in machine, in the order of listings.
pub const BUILT_IN: &[BuiltIn] = &[
    BuiltIn { name: "gtx480", text: include_str!("../../machines/gtx480.toml") },
    BuiltIn { name: "gtx480-pro", text: include_str!("../../machines/gtx480-pro.toml") },
    BuiltIn { name: "gtx480-motrr", text: include_str!("../../machines/gtx480-motrr.toml") },
    BuiltIn { name: "m2090", text: include_str!("../../machines/m2090.toml") },
    BuiltIn { name: "v100", text: include_str!("../../machines/v100.toml") },
    BuiltIn { name: "titanx", text: include_str!("../../machines/titanx.toml") },
    BuiltIn { name: "rtx2060", text: include_str!("../../machines/rtx2060.toml") },
    BuiltIn { name: "a100", text: include_str!("../../machines/a100.toml") },
    BuiltIn { name: "rtx3070", text: include_str!("../../machines/rtx3070.toml") },
    BuiltIn { name: "h100", text: include_str!("../../machines/h100.toml") },
    BuiltIn { name: "hd7970-thesis", text: include_str!("../../machines/hd7970-thesis.toml") },
    BuiltIn { name: "hd7970", text: include_str!("../../machines/hd7970.toml") },
];

/// The built-in machine with this name, in capital or small letters.
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|machine| machine.name.eq_ignore_ascii_case(name))
}

impl BuiltIn {
    /// Parses the machine's file.
    ///
    /// # Panics
    /// Never: a test parses every file.
    pub fn machine(&self) -> Machine {
        Machine::read(self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}
