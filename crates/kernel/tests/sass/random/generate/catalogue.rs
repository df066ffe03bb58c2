//! The instructions that compute: combinations of the instruction table whose result the manual defines to the bit.

use super::random::Random;
use warploom_kernel::ptx::forms::{Form, Group, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode};

/// The combinations of modifiers of a form.
pub struct Family {
    pub form: &'static Form,
    pub combinations: Vec<Vec<Mod>>,
    /// Whether it computes floating-point numbers from such numbers, and no payload of a NaN is seen in others.
    pub is_float: bool,
}

/// What an architecture has.
pub struct Catalogue {
    all: Vec<Family>,
    float: Vec<usize>,
    video: Vec<usize>,
    other: Vec<usize>,
}

impl Catalogue {
    pub fn new(level: u32) -> Catalogue {
        let mut all = Vec::new();
        for form in forms() {
            let admitted = |mods: &Vec<Mod>| oldest(form, mods).is_some_and(|oldest| oldest <= level);
            let combinations: Vec<Vec<Mod>> = form.combinations().into_iter().filter(admitted).collect();
            if !combinations.is_empty() {
                // ptxas makes a positive zero of the negation of what a `set` gives.
                let is_float = matches!(form.group, Group::Float | Group::Half)
                    && form.opcode != Opcode::Copysign
                    || matches!(form.group, Group::Convert | Group::Compare)
                        && form.opcode != Opcode::Set
                        && form.syntax.contains('f');
                all.push(Family { form, combinations, is_float });
            }
        }
        let with = |wanted: &dyn Fn(&Family) -> bool| (0..all.len()).filter(|&at| wanted(&all[at])).collect();
        let is_video = |family: &Family| family.form.group == Group::Video;
        let (float, video) = (with(&|family| family.is_float), with(&is_video));
        let other = with(&|family| !family.is_float && !is_video(family));
        Catalogue { all, float, video, other }
    }

    /// Any instruction.
    pub fn any(&self, random: &mut Random) -> (&Family, &[Mod]) {
        let set = match random.below(10) {
            0 => &self.video,
            1..=3 => &self.float,
            _ => &self.other,
        };
        self.drawn(set, random)
    }

    /// An instruction of floating-point numbers.
    pub fn float(&self, random: &mut Random) -> (&Family, &[Mod]) {
        self.drawn(&self.float, random)
    }

    /// Every combination.
    pub fn all(&self) -> impl Iterator<Item = (&Family, &[Mod])> {
        self.all
            .iter()
            .flat_map(|family| family.combinations.iter().map(move |mods| (family, mods.as_slice())))
    }

    fn drawn(&self, set: &[usize], random: &mut Random) -> (&Family, &[Mod]) {
        let family = &self.all[set[random.below(set.len())]];
        (family, &family.combinations[random.below(family.combinations.len())])
    }
}

/// The oldest architecture with an instruction; `None` if it is not drawn from the table.
fn oldest(form: &Form, mods: &[Mod]) -> Option<u32> {
    use Mod::*;
    let has = |m: Mod| mods.contains(&m);
    let group = matches!(
        form.group,
        Group::Integer
            | Group::Float
            | Group::Half
            | Group::Compare
            | Group::Logic
            | Group::Move
            | Group::Convert
            | Group::Video
    );
    // The bits of approximations are the implementation's.
    if !group || has(Approx) || has(Full) || has(B128) {
        return None;
    }
    let types: Vec<Mod> = mods.iter().copied().filter(|m| m.is_type()).collect();
    let is_float = types.iter().any(|m| matches!(m, F16 | F16x2 | Bf16 | Bf16x2 | F32 | F64));
    let rounds = mods.iter().any(|m| matches!(m, Rn | Rz | Rm | Rp));
    // Without a rounding, a product and a sum may become one instruction.
    if is_float && matches!(form.opcode, Opcode::Add | Opcode::Sub | Opcode::Mul) && !rounds {
        return None;
    }
    // ptxas compares zeros instead where it knows the predicate.
    if form.opcode == Opcode::Set && has(F64) && (has(And) || has(Or) || has(Xor)) {
        return None;
    }
    // ptxas selects by a magnitude as if it were no NaN, and takes a sum apart of which it subtracts a part, saturation or not.
    if form.opcode == Opcode::Slct && has(F32) || form.opcode == Opcode::Sub && has(Sat) && has(S32) {
        return None;
    }
    // A conversion of what these flush loses its rounding in ptxas.
    if matches!(form.opcode, Opcode::Abs | Opcode::Neg) && has(Ftz) && (has(F16) || has(F16x2)) {
        return None;
    }
    let bf16 = has(Bf16) || has(Bf16x2);
    // What ptxas refuses: a saturation that cannot happen or that bfloat16 has not, a rounding to the same type, and bfloat16 of bytes.
    if form.opcode == Opcode::Cvt {
        let (to, from) = (types[0], types[types.len() - 1]);
        let saturates = has(Sat) && !has(Pack);
        let bytes = bf16 && (has(U8) || has(S8));
        // ptxas does not flush what it rounds to a half in some direction.
        if has(Ftz) && has(F16) && (has(Rm) || has(Rp)) {
            return None;
        }
        // Nor does it saturate a float that an instruction saturated as an integer.
        if has(Sat) && matches!(to, F16 | F32) && from == F32 {
            return None;
        }
        if saturates && (bf16 || holds(to, from)) || rounds && to == from || bytes {
            return None;
        }
    }
    if form.group == Group::Video && !is_agreed(form, mods) {
        return None;
    }
    let pairs = has(U16x2) || has(S16x2);
    Some(match form.opcode {
        Opcode::Cvt if has(Pack) => match () {
            () if has(U2) || has(S2) || has(U4) || has(S4) => 75,
            () => 72,
        },
        Opcode::Cvt if has(Tf32) => {
            if has(Rna) && !has(Satfinite) {
                80
            } else {
                90
            }
        }
        Opcode::Cvt if has(Satfinite) => 80,
        Opcode::Cvt if bf16 => {
            if types.last() == Some(&F32) && (has(Rn) || has(Rz)) {
                80
            } else {
                90
            }
        }
        Opcode::Cvt if has(Relu) || has(F16x2) => 80,
        Opcode::Add | Opcode::Sub | Opcode::Mul if bf16 => 90,
        Opcode::Set | Opcode::Setp if bf16 => 90,
        _ if pairs => 90,
        Opcode::Min | Opcode::Max if has(Relu) => 90,
        Opcode::Min | Opcode::Max if has(Xorsign) => 86,
        Opcode::Min | Opcode::Max if has(NaN) || has(F16) || has(F16x2) => 80,
        _ if bf16 => 80,
        Opcode::Fma if has(Relu) => 80,
        _ => 70,
    })
}

/// Whether an integer type has all values of another one.
fn holds(to: Mod, from: Mod) -> bool {
    if !matches!(to, Mod::U8 | Mod::U16 | Mod::U32 | Mod::U64 | Mod::S8 | Mod::S16 | Mod::S32 | Mod::S64) {
        return false;
    }
    let shape = |m: Mod| {
        m.text().split_at_checked(1).and_then(|(s, bits)| Some((s == "s", bits.parse::<u32>().ok()?)))
    };
    match (shape(to), shape(from)) {
        (Some((true, to)), Some((false, from))) => to > from,
        (Some((false, _)), Some((true, _))) => false,
        (Some((_, to)), Some((_, from))) => to >= from,
        _ => false,
    }
}

/// Whether ptxas, which makes other instructions of a video instruction, and the manual agree on it for all operands: not on the
/// saturation of one word, on the part of a word into which a result is merged, and where the manual leaves cases open. See
/// `ptx/execute/alu/video.rs`.
fn is_agreed(form: &Form, mods: &[Mod]) -> bool {
    let has = |m: Mod| mods.contains(&m);
    let is_scalar = !form.syntax.contains(".halves") && !form.syntax.contains(".bytes");
    let combines = has(Mod::Min) || has(Mod::Max);
    match form.opcode {
        _ if !is_scalar => true,
        Opcode::Vmad => !has(Mod::U32) && !has(Mod::Sat),
        Opcode::Vset => !form.syntax.contains(":u32, a.part:0, b.part:1, c"),
        _ => !(combines || has(Mod::Sat) || form.syntax.contains("d.part")),
    }
}
