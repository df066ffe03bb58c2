//! Instruction table: every instruction form that Warploom supports, in the notation of the PTX manual.
//!
//! The parser accepts exactly these forms, the book prints them, and the conformance test covers every combination.
//! The notation of a row:
//!
//! | written | means |
//! |---|---|
//! | `.x` | this suffix |
//! | `.(x\|y)` | one of these |
//! | `.$name` | one of a named set (see [`SETS`]) |
//! | `[.x]` | optional |
//! | `~` before any of them | a hint: it has no effect on the value computed |
//! | `d`, `a`, `b`, `c`, `e` | destination and sources of the last type named |
//! | `a:u32` | a source of that type; `:0` the first type suffix, `:1` the second, `:w` twice the width |
//! | `p`, `q` | predicate destinations; `?p` a predicate source, `!p` one that may be negated |
//! | `d\|p` | a pair of destinations, the second optional |
//! | `[a]` | an address; `v` a register or vector, by the `.v2`/`.v4` suffix |
//! | `[t, c]` | a texture or surface and the coordinates in it; `[t]` one without coordinates; `g` a gradient, as long as `c` |
//! | `[a:global]` | the address of the access, in that space |
//! | `[b:shared]` | a further address, in that space |
//! | `z` | a size in bytes, or a predicate |
//! | `i` | an immediate integer; `L` a label; `T` a branch-target list |
//! | `A`, `B`, `C`, `D` | the registers of a matrix, in braces (see [`super::matrix`]); `X` those of the matrix that the suffixes name |
//! | `, x?` | an optional operand |
//! | `a.part` | a source of which a byte or half may be selected: `a.b0` to `a.b3`, `a.h0`, `a.h1` |
//! | `d.part` | a destination of which only the selected byte or half is computed |
//! | `a.halves`, `a.bytes` | a source of which halves (`a.h10`) or bytes (`a.b3210`) may be selected, also of its neighbour |
//! | `d.halves`, `d.bytes` | a destination with a mask of the halves or bytes that are computed (`d.h1`, `d.b310`) |
//! | `-a` | a source that may be negated |

mod rows;

use super::isa::{Mod, Opcode};
use super::matrix::Matrix;
pub use rows::ROWS;
use std::sync::LazyLock;

/// A family of forms, for documentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Group {
    Integer,
    Carry,
    Float,
    Half,
    Compare,
    Logic,
    Move,
    Convert,
    Memory,
    Atomic,
    Warp,
    Control,
    Barrier,
    Tensor,
    Video,
    Texture,
    Asynchronous,
}

impl Group {
    /// Heading of the group in the book.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Integer => "Integer arithmetic",
            Group::Carry => "Extended-precision integer arithmetic",
            Group::Float => "Single and double precision",
            Group::Half => "Half precision and bfloat16",
            Group::Compare => "Comparison and selection",
            Group::Logic => "Logic and shift",
            Group::Move => "Data movement between registers",
            Group::Convert => "Conversion",
            Group::Memory => "Loads, stores and addresses",
            Group::Atomic => "Atomics and reductions",
            Group::Warp => "Communication within a warp",
            Group::Control => "Control flow",
            Group::Barrier => "Barriers and fences",
            Group::Tensor => "Matrices",
            Group::Video => "Video",
            Group::Texture => "Textures and surfaces",
            Group::Asynchronous => "Asynchronous copies, mbarriers and clusters",
        }
    }
}

/// Named sets of suffixes used in the table.
pub const SETS: &[(&str, &str)] = &[
    ("rnd", "rn|rz|rm|rp"),
    ("irnd", "rni|rzi|rmi|rpi"),
    ("int", "u16|u32|u64|s16|s32|s64"),
    ("int8", "u8|u16|u32|u64|s8|s16|s32|s64"),
    ("bits", "b16|b32|b64"),
    ("any", "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"),
    ("mem", "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"),
    ("ucmp", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"),
    ("scmp", "eq|ne|lt|le|gt|ge"),
    ("fcmp", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"),
    ("bool", "and|or|xor"),
    ("space", "const|global|local|param|shared|shared::cta|shared::cluster|param::entry|param::func"),
    ("stspace", "global|local|param|shared|shared::cta|shared::cluster|param::func"),
    ("atspace", "global|shared|shared::cta|shared::cluster"),
    ("scope", "cta|cluster|gpu|sys"),
    ("sem", "relaxed|acquire|release|acq_rel"),
    ("ldcop", "ca|cg|cs|lu|cv"),
    ("stcop", "wb|cg|cs|wt"),
    ("evict", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"),
    ("fetch", "L2::64B|L2::128B|L2::256B"),
    ("vec", "v2|v4"),
    ("wmma", "m16n16k16|m32n8k16|m8n32k16"),
    ("order", "row|col"),
    ("word", "u32|s32"),
    ("geom", "1d|2d|3d|a1d|a2d"),
    ("texel", "f32|s32|u32"),
    ("sucop", "ca|cg|cs|cv"),
    ("sumode", "trap|clamp|zero"),
    ("ownshared", "shared|shared::cta"),
    ("anyshared", "shared|shared::cta|shared::cluster"),
    ("near", "cta|cluster"),
];

/// One position in the modifier list of a form.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Alternatives: sequences of modifiers, usually of one.
    pub choices: Vec<Vec<Mod>>,
    /// Whether the position may be empty.
    pub optional: bool,
    /// Whether the modifier is a hint without effect on the result.
    pub hint: bool,
}

/// Type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandType {
    Last,
    /// The n-th type suffix.
    Nth(usize),
    /// Integer of twice the width of the last type suffix.
    Wide,
    Fixed(Mod),
}

/// Which parts of a 32-bit register an operand of a video instruction selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    Whole,
    /// One byte or half.
    One,
    Halves,
    /// Four bytes.
    Bytes,
}

/// Role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandRole {
    Dst(OperandType),
    /// A destination register and, after `|`, a destination predicate. Either may be `_`; the second is optional.
    DstPair(OperandType),
    /// A register or vector of registers, by the vector modifier; destinations if `bool` is true.
    Vector(bool),
    /// The registers of a matrix, in braces; the matrix that the modifiers name if there is none here. Destinations if `bool` is true.
    Fragment(Option<Matrix>, bool),
    /// A source: register, special register, immediate or symbol.
    Src(OperandType),
    /// A destination register of which parts are computed: one that must be named, or a mask that may be.
    PartDst(OperandType, Parts),
    /// A source of which parts may be selected, and which may be negated if `bool` is true.
    PartSrc(OperandType, Parts, bool),
    /// A source predicate; may be negated if `bool` is true.
    SrcPred(bool),
    /// `[base+offset]`.
    Address,
    /// `[object, coordinates]`.
    Coordinates,
    Object,
    /// A gradient: as many numbers as the coordinates have.
    Gradient,
    /// The address of the access, in the space of this suffix.
    AccessIn(Mod),
    /// A further address, in the space of this suffix: a source for the base and one for the offset.
    AddressIn(Mod),
    /// A size in bytes, or a predicate.
    SizeOrPred,
    /// An integer literal.
    Immediate,
    Label,
    /// The name of a `.branchtargets` list.
    Targets,
    /// A call's results, callee and arguments.
    Callee,
}

/// An operand position of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandSlot {
    pub role: OperandRole,
    /// Whether the operand is optional.
    pub optional: bool,
}

/// A parsed row of the table.
#[derive(Clone, Debug)]
pub struct Form {
    /// Group in the book.
    pub group: Group,
    /// The row as written.
    pub syntax: &'static str,
    pub opcode: Opcode,
    /// Modifier positions.
    pub slots: Vec<Slot>,
    pub operands: Vec<OperandSlot>,
}

/// Opcodes whose modifiers may stand in any order, as ptxas has it. Compilers and headers use several orders: both
/// `atom.acquire.gpu.add.u32` and `atom.add.acquire.gpu.u32`.
pub const ANY_ORDER: &[Opcode] = {
    use Opcode::*;
    &[Atom, Red, Ld, Ldu, St, Fence, Vote, Match, Shfl, Redux]
};

/// All forms, parsed once.
pub fn forms() -> &'static [Form] {
    static FORMS: LazyLock<Vec<Form>> =
        LazyLock::new(|| ROWS.iter().map(|&(group, row)| Form::read(group, row)).collect());
    &FORMS
}

/// The forms of one opcode.
pub fn forms_of(opcode: Opcode) -> impl Iterator<Item = &'static Form> {
    static STARTS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
        let mut starts = vec![Vec::new(); Opcode::ALL.len()];
        for (i, form) in forms().iter().enumerate() {
            starts[form.opcode as usize].push(i);
        }
        starts
    });
    STARTS[opcode as usize].iter().map(|&i| &forms()[i])
}

impl Form {
    /// Parses a row. A malformed row is a bug in the table.
    fn read(group: Group, row: &'static str) -> Form {
        let (head, tail) = row.split_once(' ').unwrap_or((row, ""));
        let name_end = head.find(['.', '[']).unwrap_or(head.len());
        let opcode = Opcode::from_text(&head[..name_end]).unwrap_or_else(|| panic!("opcode of row `{row}`"));
        let operands = split_top(tail, ',').iter().map(|o| OperandSlot::read(o, row)).collect();
        Form { group, syntax: row, opcode, slots: read_slots(&head[name_end..], row), operands }
    }

    /// Whether the form accepts this sequence of modifiers.
    pub fn admits(&self, mods: &[Mod]) -> bool {
        fn rest(slots: &[Slot], mods: &[Mod]) -> bool {
            let Some((slot, later)) = slots.split_first() else { return mods.is_empty() };
            slot.choices.iter().any(|run| mods.starts_with(run) && rest(later, &mods[run.len()..]))
                || (slot.optional && rest(later, mods))
        }
        rest(&self.slots, mods)
    }

    /// The modifiers in the order of the form, if they are the form's in some order. Types keep their order: the first
    /// is that of the result where there are two.
    pub fn arrange(&self, mods: &[Mod]) -> Option<Vec<Mod>> {
        fn rest(slots: &[Slot], left: &[Mod]) -> Option<Vec<Mod>> {
            let Some((slot, later)) = slots.split_first() else { return left.is_empty().then(Vec::new) };
            for run in &slot.choices {
                let taken = run.iter().try_fold(left.to_vec(), |mut left, m| {
                    let at = left.iter().position(|l| l == m)?;
                    if m.is_type() && left[..at].iter().any(|l| l.is_type()) {
                        return None;
                    }
                    left.remove(at);
                    Some(left)
                });
                if let Some(tail) = taken.and_then(|left| rest(later, &left)) {
                    return Some([run.as_slice(), &tail].concat());
                }
            }
            if slot.optional { rest(later, left) } else { None }
        }
        rest(&self.slots, mods)
    }

    /// All combinations of modifiers that differ in meaning, plus each hint once.
    ///
    /// Hints vary one at a time. Their product would have hundreds of thousands of combinations.
    pub fn combinations(&self) -> Vec<Vec<Mod>> {
        let mut all = self.product(None);
        for (i, slot) in self.slots.iter().enumerate().filter(|(_, s)| s.hint) {
            for run in 0..slot.choices.len() {
                all.push(self.product(Some((i, run))).swap_remove(0));
            }
        }
        all.dedup();
        all
    }

    fn product(&self, hint: Option<(usize, usize)>) -> Vec<Vec<Mod>> {
        let mut done: Vec<Vec<Mod>> = vec![Vec::new()];
        for (i, slot) in self.slots.iter().enumerate() {
            let mut runs: Vec<&[Mod]> = Vec::new();
            match hint {
                Some((at, run)) if at == i => runs.push(&slot.choices[run]),
                _ => {
                    if slot.optional {
                        runs.push(&[]);
                    }
                    if !slot.hint || !slot.optional {
                        let most = if slot.hint { 1 } else { slot.choices.len() };
                        runs.extend(slot.choices[..most].iter().map(Vec::as_slice));
                    }
                }
            }
            done = done
                .iter()
                .flat_map(|head| runs.iter().map(move |run| [head.as_slice(), run].concat()))
                .collect();
        }
        done
    }
}

/// Splits at `at` outside parentheses and brackets.
fn split_top(text: &str, at: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            c if c == at && depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|p| !p.is_empty());
    parts
}

fn read_slots(mut text: &str, row: &str) -> Vec<Slot> {
    let mut slots = Vec::new();
    while !text.is_empty() {
        let (body, optional, after) = match text.strip_prefix('[') {
            Some(inner) => {
                let end = inner.find(']').unwrap_or_else(|| panic!("`[` of row `{row}`"));
                (&inner[..end], true, &inner[end + 1..])
            }
            None => {
                let end = if text.starts_with(".(") || text.starts_with(".~(") {
                    text.find(')').map(|i| i + 1)
                } else {
                    text[1..].find(['.', '[']).map(|i| i + 1)
                };
                let end = end.unwrap_or(text.len());
                (&text[..end], false, &text[end..])
            }
        };
        let hint = body.contains('~');
        let body = body.replace('~', "");
        let body = body.strip_prefix('.').unwrap_or_else(|| panic!("suffix of row `{row}`"));
        let body = body.strip_prefix('(').and_then(|b| b.strip_suffix(')')).unwrap_or(body);
        let choices = body.split('|').flat_map(|alternative| expand(alternative, row)).collect();
        slots.push(Slot { choices, optional, hint });
        text = after;
    }
    slots
}

fn expand(alternative: &str, row: &str) -> Vec<Vec<Mod>> {
    if let Some(set) = alternative.strip_prefix('$') {
        let (_, members) =
            SETS.iter().find(|(name, _)| *name == set).unwrap_or_else(|| panic!("set of row `{row}`"));
        return members.split('|').map(|m| vec![word(m, row)]).collect();
    }
    vec![alternative.split('.').map(|m| word(m, row)).collect()]
}

fn word(text: &str, row: &str) -> Mod {
    Mod::from_text(text).unwrap_or_else(|| panic!("suffix `{text}` of row `{row}`"))
}

impl OperandSlot {
    fn read(text: &str, row: &str) -> OperandSlot {
        let (text, optional) = match text.strip_suffix('?') {
            Some(t) => (t, true),
            None => (text, false),
        };
        let address =
            text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).and_then(|t| t.split_once(':'));
        if let Some((name, space)) = address {
            let space = word(space, row);
            let role = if name == "a" { OperandRole::AccessIn(space) } else { OperandRole::AddressIn(space) };
            return OperandSlot { role, optional };
        }
        let (name, second) = match text.split_once('|') {
            Some((n, s)) => (n, Some(s)),
            None => (text, None),
        };
        let (name, ty) = match name.split_once(':') {
            None => (name, OperandType::Last),
            Some((n, "w")) => (n, OperandType::Wide),
            Some((n, t)) => match t.parse() {
                Ok(nth) => (n, OperandType::Nth(nth)),
                Err(_) => (n, OperandType::Fixed(word(t, row))),
            },
        };
        let (name, negatable) = match name.strip_prefix('-') {
            Some(n) => (n, true),
            None => (name, false),
        };
        let (name, parts) = match name.split_once('.') {
            None => (name, Parts::Whole),
            Some((n, "part")) => (n, Parts::One),
            Some((n, "halves")) => (n, Parts::Halves),
            Some((n, "bytes")) => (n, Parts::Bytes),
            Some(_) => panic!("parts of operand `{name}` of row `{row}`"),
        };
        let pred = OperandType::Fixed(Mod::Pred);
        let role = match name {
            "d" if parts != Parts::Whole => OperandRole::PartDst(ty, parts),
            "a" | "b" | "c" if negatable || parts != Parts::Whole => {
                OperandRole::PartSrc(ty, parts, negatable)
            }
            "p" if second.is_some() => OperandRole::DstPair(pred),
            "p" => OperandRole::Dst(pred),
            "d" if second.is_some() => OperandRole::DstPair(ty),
            "d" => OperandRole::Dst(ty),
            "a" | "b" | "c" | "e" => OperandRole::Src(ty),
            "v" => {
                OperandRole::Vector(["ld", "tex.", "tex[", "tld4", "suld"].iter().any(|s| row.starts_with(s)))
            }
            "[t, c]" => OperandRole::Coordinates,
            "[t]" => OperandRole::Object,
            "g" => OperandRole::Gradient,
            "[a]" => OperandRole::Address,
            "A" => OperandRole::Fragment(Some(Matrix::A), false),
            "B" => OperandRole::Fragment(Some(Matrix::B), false),
            "C" => OperandRole::Fragment(Some(Matrix::C), false),
            "D" => OperandRole::Fragment(Some(Matrix::D), true),
            "X" => OperandRole::Fragment(None, row.starts_with("wmma.load") || row.starts_with("ld")),
            "i" => OperandRole::Immediate,
            "z" => OperandRole::SizeOrPred,
            "L" => OperandRole::Label,
            "T" => OperandRole::Targets,
            "F" => OperandRole::Callee,
            _ if name.starts_with('!') => OperandRole::SrcPred(true),
            _ if name.starts_with('?') => OperandRole::SrcPred(false),
            _ => panic!("operand `{name}` of row `{row}`"),
        };
        OperandSlot { role, optional }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_read_and_admits_what_it_lists() {
        for form in forms() {
            for mods in form.combinations() {
                assert!(form.admits(&mods), "{} {mods:?}", form.syntax);
            }
        }
    }

    #[test]
    fn every_opcode_has_a_row() {
        for &opcode in Opcode::ALL {
            assert!(forms_of(opcode).next().is_some(), "{opcode}");
        }
    }

    #[test]
    fn modifiers_of_memory_and_warp_instructions_have_any_order() {
        // A deterministic shuffle: the law holds for every order.
        let mut state = 1u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        for form in forms().iter().filter(|f| ANY_ORDER.contains(&f.opcode)) {
            for mods in form.combinations() {
                let mut shuffled = mods.clone();
                for at in (1..shuffled.len()).rev() {
                    shuffled.swap(at, below(at + 1));
                }
                // Types stay in order.
                let mut types = mods.iter().copied().filter(|m| m.is_type());
                for m in shuffled.iter_mut().filter(|m| m.is_type()) {
                    *m = types.next().unwrap();
                }
                let found = forms_of(form.opcode).find_map(|f| f.arrange(&shuffled));
                let found = found.unwrap_or_else(|| panic!("{} {shuffled:?}", form.syntax));
                let sorted = |mods: &[Mod]| {
                    let mut all = mods.to_vec();
                    all.sort_unstable();
                    all
                };
                assert_eq!(sorted(&found), sorted(&mods), "{}", form.syntax);
                assert!(forms_of(form.opcode).any(|f| f.admits(&found)), "{} {found:?}", form.syntax);
            }
        }
    }

    #[test]
    fn a_row_admits_nothing_else() {
        use Mod::*;
        let add = |mods: &[Mod]| forms_of(Opcode::Add).any(|f| f.admits(mods));
        assert!(add(&[Rz, Ftz, Sat, F32]) && add(&[U64]) && add(&[Sat, S32]) && add(&[Cc, S64]));
        assert!(!add(&[Sat, U32]) && !add(&[Ftz, Rz, F32]) && !add(&[]) && !add(&[F32, F32]));
    }
}
