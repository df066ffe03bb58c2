//! Opcode maps: the opcodes of an architecture and the role of each.
//!
//! A map is a TOML file. Maps of the architectures from Kepler to Hopper are built in; [`OpcodeMap::read`] reads others:
//!
//! ```
//! use warploom_tape::accelsim::{OpcodeMap, Role};
//! let map = OpcodeMap::parse("mine", r#"
//!     name = "mine"
//!     versions = [70]    # the NN of sm_NN
//!     bytes = 16         # of an instruction
//!     [roles]
//!     integer = ["MOV", "S2R", "IMAD"]
//!     global-load = ["LDG"]
//!     branch = ["BRA", "EXIT"]
//! "#)?;
//! assert_eq!(map.role("LDG.E.SYS"), Some(Role::GlobalLoad));
//! assert_eq!(map.role("FADD"), None);
//! assert_eq!(OpcodeMap::built_in(75).unwrap().name(), "turing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The key of an opcode is its stem, the part before the first dot. Before Volta, some words of the code are scheduling control
//! words: `control = 4` means that the first of every four words is one.

use super::role::Role;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use warploom_kernel::names::nearest;

/// Error in an opcode map.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct MapError {
    pub file: PathBuf,
    pub reason: MapReason,
}

/// Reason why an opcode map is invalid.
#[derive(Debug, thiserror::Error)]
pub enum MapReason {
    #[error("the opcode map cannot be read: {0}")]
    Io(std::io::Error),
    #[error("{}", .0.to_string().trim_end())]
    Toml(Box<toml::de::Error>),
    #[error("there is no key `{found}` in an opcode map{}", meant(.nearest))]
    Key { found: String, nearest: Option<&'static str> },
    #[error("there is no role `{found}`{}", meant(.nearest))]
    Role { found: String, nearest: Option<&'static str> },
    #[error("`{key}` should be {expected}")]
    Value { key: String, expected: &'static str },
    #[error("`{found}` is not an opcode stem: use the part before the first dot (capitals, digits and `_`)")]
    Stem { found: String },
    #[error("`{stem}` has two roles, `{}` and `{}`", .roles[0].name(), .roles[1].name())]
    Twice { stem: String, roles: [Role; 2] },
}

fn meant(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |known| format!("; did you mean `{known}`?"))
}

/// Layout of instructions in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bytes of an instruction.
    bytes: u32,
    /// Period of control words: the first of every `control` words is not an instruction.
    control: Option<u32>,
}

impl Layout {
    /// Slot of the instruction at `pc`: the number of instructions before it. `None` if `pc` is not an instruction address.
    ///
    /// ```
    /// use warploom_tape::accelsim::OpcodeMap;
    /// let volta = OpcodeMap::built_in(70).unwrap().layout();
    /// assert_eq!((volta.slot(0), volta.slot(0x20), volta.slot(0x28)), (Some(0), Some(2), None));
    /// let pascal = OpcodeMap::built_in(61).unwrap().layout();
    /// assert_eq!((pascal.slot(0), pascal.slot(0x8), pascal.slot(0x28)), (None, Some(0), Some(3)));
    /// ```
    #[inline]
    pub fn slot(self, pc: u32) -> Option<u32> {
        match self.control {
            // Common case without division by a run-time value.
            None if self.bytes == 16 => pc.is_multiple_of(16).then_some(pc / 16),
            None => pc.is_multiple_of(self.bytes).then_some(pc / self.bytes),
            Some(every) => {
                let (word, in_word) = (pc / self.bytes, pc % self.bytes);
                let (group, at) = (word / every, word % every);
                (in_word == 0 && at != 0).then(|| group * (every - 1) + at - 1)
            }
        }
    }
}

/// Opcode map of an architecture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpcodeMap {
    name: String,
    versions: Vec<u32>,
    layout: Layout,
    roles: BTreeMap<String, Role>,
}

/// Built-in maps, oldest architecture first.
static BUILT_IN: LazyLock<Vec<Arc<OpcodeMap>>> = LazyLock::new(|| {
    let files = [
        ("kepler", include_str!("../../opcodes/kepler.toml")),
        ("maxwell", include_str!("../../opcodes/maxwell.toml")),
        ("volta", include_str!("../../opcodes/volta.toml")),
        ("turing", include_str!("../../opcodes/turing.toml")),
        ("ampere", include_str!("../../opcodes/ampere.toml")),
        ("hopper", include_str!("../../opcodes/hopper.toml")),
    ];
    files
        .into_iter()
        .map(|(name, text)| Arc::new(OpcodeMap::parse(name, text).expect("a built-in map is right")))
        .collect()
});

const KEYS: [&str; 5] = ["name", "versions", "bytes", "control", "roles"];

impl OpcodeMap {
    /// All built-in maps, oldest architecture first.
    pub fn all() -> &'static [Arc<OpcodeMap>] {
        &BUILT_IN
    }

    /// Built-in map for a binary version (the NN of sm_NN).
    pub fn built_in(version: u32) -> Option<&'static Arc<OpcodeMap>> {
        BUILT_IN.iter().find(|map| map.versions.contains(&version))
    }

    /// Binary version of a name: `sm_75`, `75`, or an architecture such as `turing`, which stands for its first version.
    /// `pascal` and `ada` are valid names, too.
    ///
    /// ```
    /// use warploom_tape::accelsim::OpcodeMap;
    /// assert_eq!(OpcodeMap::version_named("volta"), Some(70));
    /// assert_eq!(OpcodeMap::version_named("sm_86"), Some(86));
    /// assert_eq!(OpcodeMap::version_named("sm_1"), None);
    /// ```
    pub fn version_named(name: &str) -> Option<u32> {
        let number = name.strip_prefix("sm_").unwrap_or(name).parse().ok();
        let known = number.filter(|&version| OpcodeMap::built_in(version).is_some());
        known.or_else(|| match name {
            "pascal" => Some(60),
            "ada" => Some(89),
            _ => BUILT_IN.iter().find(|map| map.name == name)?.versions.first().copied(),
        })
    }

    /// Reads a map from a file.
    pub fn read(path: impl AsRef<Path>) -> Result<OpcodeMap, MapError> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path)
            .map_err(|error| MapError { file: path.to_owned(), reason: MapReason::Io(error) })?;
        OpcodeMap::parse(path, &text)
    }

    /// Parses a map. Error messages use the name `file`.
    pub fn parse(file: impl Into<PathBuf>, text: &str) -> Result<OpcodeMap, MapError> {
        OpcodeMap::from_toml(text).map_err(|reason| MapError { file: file.into(), reason })
    }

    fn from_toml(text: &str) -> Result<OpcodeMap, MapReason> {
        let table: toml::Table = text.parse().map_err(|error| MapReason::Toml(Box::new(error)))?;
        if let Some(found) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(MapReason::Key { found: found.clone(), nearest: nearest(found, KEYS.into_iter()) });
        }
        let value = |key: &str, expected| MapReason::Value { key: key.to_owned(), expected };
        let name = table.get("name").and_then(|name| name.as_str());
        let name = name.ok_or_else(|| value("name", "the architecture's name, a string"))?;
        let number = |value: &toml::Value, range: std::ops::RangeInclusive<i64>| {
            value.as_integer().filter(|n| range.contains(n)).map(|n| n as u32)
        };
        let versions = table.get("versions").and_then(|versions| versions.as_array());
        let versions: Option<Vec<u32>> =
            versions.and_then(|versions| versions.iter().map(|v| number(v, 1..=999)).collect());
        let versions = versions
            .filter(|versions| !versions.is_empty())
            .ok_or_else(|| value("versions", "a list of binary versions, such as [70, 72]"))?;
        let bytes = table.get("bytes").and_then(|bytes| number(bytes, 1..=64));
        let bytes = bytes.ok_or_else(|| value("bytes", "the bytes of an instruction, from 1 to 64"))?;
        let control = match table.get("control") {
            None => None,
            Some(every) => Some(number(every, 2..=64).ok_or_else(|| {
                value("control", "how many words have one that is no instruction, from 2 to 64")
            })?),
        };
        let roles = table.get("roles").and_then(|roles| roles.as_table());
        let roles = roles.ok_or_else(|| value("roles", "a table of lists of opcodes"))?;
        Ok(OpcodeMap {
            name: name.to_owned(),
            versions,
            layout: Layout { bytes, control },
            roles: OpcodeMap::roles_of(roles)?,
        })
    }

    fn roles_of(table: &toml::Table) -> Result<BTreeMap<String, Role>, MapReason> {
        let mut roles = BTreeMap::new();
        for (name, stems) in table {
            let role = Role::named(name).ok_or_else(|| MapReason::Role {
                found: name.clone(),
                nearest: nearest(name, Role::ALL.into_iter().map(Role::name)),
            })?;
            let list = stems.as_array().map(|stems| stems.iter().map(|stem| stem.as_str()));
            let not_a_list =
                || MapReason::Value { key: format!("roles.{name}"), expected: "a list of opcodes" };
            for stem in list.ok_or_else(not_a_list)? {
                let stem = stem.ok_or_else(not_a_list)?;
                let usual = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
                if stem.is_empty() || !stem.chars().all(usual) {
                    return Err(MapReason::Stem { found: stem.to_owned() });
                }
                if let Some(other) = roles.insert(stem.to_owned(), role) {
                    return Err(MapReason::Twice { stem: stem.to_owned(), roles: [other, role] });
                }
            }
        }
        Ok(roles)
    }

    /// Name of the architecture.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Binary versions of the architecture.
    pub fn versions(&self) -> &[u32] {
        &self.versions
    }

    /// Layout of instructions in the code.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Role of an opcode; `None` if the map does not have it.
    pub fn role(&self, opcode: &str) -> Option<Role> {
        self.roles.get(opcode.split('.').next()?).copied()
    }

    /// All opcodes with their roles, in order.
    pub fn roles(&self) -> impl Iterator<Item = (&str, Role)> {
        self.roles.iter().map(|(stem, &role)| (stem.as_str(), role))
    }
}

impl fmt::Display for OpcodeMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::sass;

    #[test]
    fn built_in_maps_agree_with_what_is_known_of_sass() {
        let mut versions = Vec::new();
        for map in OpcodeMap::all() {
            versions.extend_from_slice(map.versions());
            let mut known = 0;
            for (stem, role) in map.roles() {
                if let Some(class) = sass::class(stem) {
                    assert_eq!(class, role.class(), "{stem} of {map}");
                    known += 1;
                }
            }
            assert!(known * 10 >= map.roles().count() * 9, "{map}: {known}");
        }
        assert_eq!(versions, [35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90]);
    }

    #[test]
    fn an_opcode_has_the_same_role_on_every_architecture() {
        let mut roles: BTreeMap<&str, Role> = BTreeMap::new();
        for (stem, role) in OpcodeMap::all().iter().flat_map(|map| map.roles()) {
            assert_eq!(*roles.entry(stem).or_insert(role), role, "{stem}");
        }
    }

    #[test]
    fn keplers_control_words_are_every_eighth() {
        let layout = OpcodeMap::built_in(35).unwrap().layout();
        let slots: Vec<_> = (0..10).map(|word| layout.slot(8 * word)).collect();
        let expected = [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), None, Some(7)];
        assert_eq!(slots, expected);
        assert_eq!(layout.slot(u32::MAX), None);
    }

    #[test]
    fn mistakes_are_explained() {
        let whole = "name = 'x'\nversions = [70]\nbytes = 16\n[roles]\ninteger = ['MOV']\n";
        assert!(OpcodeMap::parse("x.toml", whole).is_ok());
        let error = |from: &str, to: &str| {
            assert!(whole.contains(from));
            OpcodeMap::parse("x.toml", &whole.replacen(from, to, 1)).unwrap_err().to_string()
        };
        let cases = [
            ("bytes", "byte", "x.toml: there is no key `byte` in an opcode map; did you mean `bytes`?"),
            ("integer", "intger", "x.toml: there is no role `intger`; did you mean `integer`?"),
            ("integer", "magic", "x.toml: there is no role `magic`"),
            ("['MOV']", "'MOV'", "x.toml: `roles.integer` should be a list of opcodes"),
            ("['MOV']", "[1]", "x.toml: `roles.integer` should be a list of opcodes"),
            ("[70]", "[]", "x.toml: `versions` should be a list of binary versions, such as [70, 72]"),
            ("[70]", "[-1]", "x.toml: `versions` should be a list of binary versions, such as [70, 72]"),
            ("16", "0", "x.toml: `bytes` should be the bytes of an instruction, from 1 to 64"),
            (
                "[roles]",
                "control = 1\n[roles]",
                "x.toml: `control` should be how many words have one that is no instruction, from 2 to 64",
            ),
            ("'x'", "1", "x.toml: `name` should be the architecture's name, a string"),
            ("'MOV'", "'MOV', 'MOV'", "x.toml: `MOV` has two roles, `integer` and `integer`"),
            (
                "'MOV'",
                "'IMAD.WIDE'",
                "x.toml: `IMAD.WIDE` is not an opcode stem: use the part before the first dot (capitals, digits and `_`)",
            ),
        ];
        for (from, to, expected) in cases {
            assert_eq!(error(from, to), expected);
        }
        assert!(error("= 'x'", "=").starts_with("x.toml: TOML parse error at line 1"));
        let missing = OpcodeMap::read("no/such/map.toml").unwrap_err().to_string();
        assert!(missing.starts_with("no/such/map.toml: the opcode map cannot be read"), "{missing}");
    }
}
