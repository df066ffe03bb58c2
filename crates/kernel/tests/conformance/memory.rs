//! Loads, stores and addresses: each combination moves the right bytes and no others, in each space.

use super::cases::Rng;
use super::driver::{BATCH, HEADER, name, operand_type, register_letter, report, words};
use super::gpu::Gpu;
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, OperandType, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode, TypeKind};

const THREADS: u32 = 1024;
const BLOCK: u32 = 128;
/// Bytes each thread has in a space: the largest access, four times 64 bits.
const SLOT: usize = 32;
/// Slots of the constant array; threads share them.
const CONST_SLOTS: usize = 8;

/// Rows this module walks.
pub fn covers(form: &Form) -> bool {
    use Opcode::*;
    form.group == Group::Memory && matches!(form.opcode, Ld | Ldu | St | Isspacep | Cvta)
}

/// Where the bytes of an access are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Global,
    Shared,
    Local,
    Const,
    /// A parameter of the kernel.
    Entry,
    /// A parameter of a call: an argument stored, or a result loaded.
    Call,
}

impl Place {
    /// The state space as instructions name it.
    fn space(self) -> &'static str {
        match self {
            Place::Global => "global",
            Place::Shared => "shared",
            Place::Local => "local",
            Place::Const => "const",
            Place::Entry | Place::Call => "param",
        }
    }
}

struct Access {
    opcode: Opcode,
    mods: Vec<Mod>,
    place: Place,
    generic: bool,
    ty: Mod,
    elements: usize,
    register: u32,
    offset: usize,
}

impl Access {
    fn new(form: &Form, mods: &[Mod], index: usize) -> Access {
        let ty = operand_type(OperandType::Last, mods);
        let elements = if mods.contains(&Mod::V2) {
            2
        } else if mods.contains(&Mod::V4) {
            4
        } else {
            1
        };
        let store = form.opcode == Opcode::St;
        let named = mods.iter().find_map(|m| match m {
            Mod::Global => Some(Place::Global),
            Mod::Shared | Mod::SharedCta | Mod::SharedCluster => Some(Place::Shared),
            Mod::Local => Some(Place::Local),
            Mod::Const => Some(Place::Const),
            Mod::ParamFunc => Some(Place::Call),
            Mod::ParamEntry => Some(Place::Entry),
            Mod::Param if store || index % 2 == 1 => Some(Place::Call),
            Mod::Param => Some(Place::Entry),
            _ => None,
        });
        let generic_places: &[Place] = match form.opcode {
            Opcode::Ldu => &[Place::Global],
            Opcode::Ld => &[Place::Global, Place::Shared, Place::Local, Place::Const],
            _ => &[Place::Global, Place::Shared, Place::Local],
        };
        let place = named.unwrap_or(generic_places[index % generic_places.len()]);
        // Integers and bits may stand in wider registers.
        let widths: Vec<u32> = match ty.kind() {
            _ if ty == Mod::B128 => vec![128],
            Some(TypeKind::Float) => vec![ty.bits()],
            _ => [16, 32, 64].into_iter().filter(|&w| w >= ty.bits()).collect(),
        };
        let size = ty.bytes() as usize * elements;
        Access {
            opcode: form.opcode,
            mods: mods.to_vec(),
            place,
            generic: named.is_none(),
            ty,
            elements,
            register: widths[index % widths.len()],
            offset: index * 7 % (SLOT / size) * size,
        }
    }

    /// Register `k` of the value.
    fn register_name(&self, k: usize) -> String {
        format!("%{}{}", register_letter(self.register), 20 + k)
    }

    fn text(&self) -> String {
        let names: Vec<String> = (0..self.elements).map(|k| self.register_name(k)).collect();
        let value = if self.elements == 1 { names[0].clone() } else { format!("{{{}}}", names.join(", ")) };
        let base = match (self.place, self.opcode) {
            (Place::Entry, _) => "pa",
            (Place::Call, Opcode::St) => "arg",
            (Place::Call, _) => "res",
            _ => "%l2",
        };
        let address = format!("[{base}+{}]", self.offset);
        let name = name(self.opcode, &self.mods);
        if self.opcode == Opcode::St {
            format!("{name} {address}, {value};")
        } else {
            format!("{name} {value}, {address};")
        }
    }

    /// Puts the thread's slot of `src` at `to`, an operand of stores to `space`.
    fn fill(space: &str, to: &str) -> String {
        (0..2).fold(String::new(), |text, half| {
            let at = 16 * half;
            text + &format!("ld.global.v4.b32 {{%r4, %r5, %r6, %r7}}, [%l3+{at}];\n")
                + &format!("st.{space}.v4.b32 [{to}+{at}], {{%r4, %r5, %r6, %r7}};\n")
        })
    }

    /// Puts the slot at `from`, in `space`, into the thread's slot of `out`.
    fn copy_out(space: &str, from: &str) -> String {
        (0..2).fold(String::new(), |text, half| {
            let at = 16 * half;
            text + &format!("ld.{space}.v4.b32 {{%r4, %r5, %r6, %r7}}, [{from}+{at}];\n")
                + &format!("st.global.v4.b32 [%l4+{at}], {{%r4, %r5, %r6, %r7}};\n")
        })
    }

    fn kernel(&self, name: &str) -> String {
        let mut text = format!(
            ".visible .entry {name}(.param .align 32 .b8 pa[32], .param .u64 src, .param .u64 val, .param .u64 out)\n{{\n\
             .reg .b16 %h<32>;\n.reg .b32 %r<32>;\n.reg .b64 %l<32>;\n.reg .b128 %q<32>;\n"
        );
        if self.place == Place::Local {
            text += ".local .align 32 .b8 lo[32];\n";
        }
        text += "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n\
                 mad.lo.s32 %r0, %r0, %r1, %r2;\nmul.wide.u32 %l1, %r0, 32;\n\
                 ld.param.u64 %l3, [src];\nadd.s64 %l3, %l3, %l1;\n\
                 ld.param.u64 %l4, [out];\nadd.s64 %l4, %l4, %l1;\n\
                 ld.param.u64 %l5, [val];\nadd.s64 %l5, %l5, %l1;\n\
                 mul.wide.u32 %l1, %r2, 32;\n";
        let store = self.opcode == Opcode::St;
        match self.place {
            Place::Global if store => text += &format!("mov.u64 %l2, %l4;\n{}", Self::fill("global", "%l2")),
            Place::Global => text += "mov.u64 %l2, %l3;\n",
            Place::Shared => {
                text += "mov.u64 %l2, sh;\nadd.s64 %l2, %l2, %l1;\n";
                text += &Self::fill("shared", "%l2");
            }
            Place::Local => text += &format!("mov.u64 %l2, lo;\n{}", Self::fill("local", "%l2")),
            Place::Const => text += "and.b64 %l1, %l1, 0xe0;\nmov.u64 %l2, co;\nadd.s64 %l2, %l2, %l1;\n",
            Place::Entry => {}
            Place::Call => {
                text += "{\n.param .align 32 .b8 arg[32];\n.param .align 32 .b8 res[32];\n";
                text += &Self::fill("param", "arg");
            }
        }
        text += "mov.u64 %l6, %l2;\n";
        if self.generic {
            writeln!(text, "cvta.{}.u64 %l2, %l2;", self.place.space()).unwrap();
        }
        if store {
            text += &self.load_value();
            text += &self.text();
            text += "\n";
            match self.place {
                Place::Global => {}
                Place::Call => {
                    text += &format!("call (res), copy, (arg);\n{}}}\n", Self::copy_out("param", "res"))
                }
                place => text += &Self::copy_out(place.space(), "%l6"),
            }
        } else {
            if self.place == Place::Call {
                text += "call (res), copy, (arg);\n";
            }
            text += &self.text();
            text += "\n";
            text += &self.store_value();
            if self.place == Place::Call {
                text += "}\n";
            }
        }
        text + "ret;\n}\n"
    }

    /// Registers from `val`, one every eight bytes.
    fn load_value(&self) -> String {
        if self.register == 128 {
            return "ld.global.v2.b64 {%l8, %l9}, [%l5];\nmov.b128 %q20, {%l8, %l9};\n".to_string();
        }
        (0..self.elements).fold(String::new(), |text, k| {
            text + &format!("ld.global.b{} {}, [%l5+{}];\n", self.register, self.register_name(k), 8 * k)
        })
    }

    /// Registers to `out`, one every eight bytes.
    fn store_value(&self) -> String {
        if self.register == 128 {
            return "mov.b128 {%l8, %l9}, %q20;\nst.global.v2.b64 [%l4], {%l8, %l9};\n".to_string();
        }
        (0..self.elements).fold(String::new(), |text, k| {
            text + &format!("st.global.b{} [%l4+{}], {};\n", self.register, 8 * k, self.register_name(k))
        })
    }

    /// What the thread's slot of `out` must hold; `None` for bytes nothing should have written.
    fn expected(&self, slot: &[u8], value: &[u8]) -> Vec<Option<u8>> {
        let size = self.ty.bytes() as usize;
        if self.opcode == Opcode::St {
            let mut bytes = slot.to_vec();
            for k in 0..self.elements {
                let at = self.offset + k * size;
                bytes[at..at + size].copy_from_slice(&value[8 * k..8 * k + size]);
            }
            return bytes.into_iter().map(Some).collect();
        }
        let mut bytes = vec![None; SLOT];
        for k in 0..self.elements {
            let loaded = &slot[self.offset + k * size..][..size];
            let negative = self.ty.kind() == Some(TypeKind::Signed) && loaded[size - 1] >= 0x80;
            for at in 0..self.register as usize / 8 {
                let extension = if negative { 0xff } else { 0 };
                bytes[8 * k + at] = Some(loaded.get(at).copied().unwrap_or(extension));
            }
        }
        bytes
    }

    fn run(&self, gpu: &mut Gpu, kernel: &str, constants: &[u8]) -> Option<String> {
        let mut rng = Rng::named(&self.text());
        let mut random = |n: usize| -> Vec<u8> { (0..n).map(|_| rng.bits() as u8).collect() };
        let total = SLOT * THREADS as usize;
        let (source, value, parameter) = (random(total), random(total), random(SLOT));
        let mut args = words(&parameter, 8);
        let out = gpu.upload(&vec![0xaa; total]);
        args.extend([gpu.upload(&source), gpu.upload(&value), out]);
        if let Err(fault) = gpu.launch(kernel, [THREADS / BLOCK, 1, 1], [BLOCK, 1, 1], &args) {
            return Some(format!("{} ({:?})  {fault}", self.text(), self.place));
        }
        let got = gpu.download(out, total);
        for thread in 0..THREADS as usize {
            let range = thread * SLOT..(thread + 1) * SLOT;
            let slot = match self.place {
                Place::Const => &constants[thread % CONST_SLOTS * SLOT..][..SLOT],
                Place::Entry => &parameter[..],
                _ => &source[range.clone()],
            };
            let want = self.expected(slot, &value[range.clone()]);
            let right = want.iter().zip(&got[range.clone()]).all(|(w, g)| w.unwrap_or(0xaa) == *g);
            if !right {
                let want: Vec<u8> = want.iter().map(|w| w.unwrap_or(0xaa)).collect();
                return Some(format!(
                    "{} ({:?}) thread {thread}: slot {slot:02x?}, value {:02x?}: expected {want:02x?}, got {:02x?}",
                    self.text(),
                    self.place,
                    &value[range.clone()],
                    &got[range]
                ));
            }
        }
        None
    }
}

/// Module-level variables and the function that hands its argument back.
fn preamble(constants: &[u8]) -> String {
    let bytes: Vec<String> = constants.iter().map(u8::to_string).collect();
    let copies: String = (0..2)
        .map(|half| {
            format!(
                "ld.param.v4.b32 {{%r0, %r1, %r2, %r3}}, [in+{0}];\nst.param.v4.b32 [ret+{0}], {{%r0, %r1, %r2, %r3}};\n",
                16 * half
            )
        })
        .collect();
    format!(
        "{HEADER}.const .align 32 .b8 co[{}] = {{{}}};\n.global .align 32 .b8 gl[32] = {{1, 2, 3, 4, 5, 6, 7, 8}};\n\
         .shared .align 32 .b8 sh[{}];\n\
         .func (.param .align 32 .b8 ret[32]) copy(.param .align 32 .b8 in[32])\n{{\n.reg .b32 %r<4>;\n{copies}ret;\n}}\n",
        constants.len(),
        bytes.join(", "),
        SLOT * BLOCK as usize
    )
}

fn constants() -> Vec<u8> {
    let mut rng = Rng::named("constants");
    (0..SLOT * CONST_SLOTS).map(|_| rng.bits() as u8).collect()
}

/// Runs a share of the loads and stores.
pub fn walk(share: usize, of: usize, mode: Mode) {
    let constants = constants();
    let mut accesses = Vec::new();
    for form in forms().iter().filter(|f| covers(f) && !matches!(f.opcode, Opcode::Isspacep | Opcode::Cvta)) {
        for (index, mods) in form.combinations().iter().enumerate() {
            accesses.push(Access::new(form, mods, index));
        }
    }
    let accesses: Vec<_> =
        accesses.into_iter().enumerate().filter(|(i, _)| i % of == share).map(|(_, a)| a).collect();
    let mut failures = Vec::new();
    for batch in accesses.chunks(BATCH) {
        let mut module = preamble(&constants);
        for (index, access) in batch.iter().enumerate() {
            module += &access.kernel(&format!("k{index}"));
        }
        let mut gpu = Gpu::new(&module, mode);
        for (index, access) in batch.iter().enumerate() {
            failures.extend(access.run(&mut gpu, &format!("k{index}"), &constants));
        }
    }
    report(&failures);
}

/// A variable in each space, with its name.
const VARIABLES: [(Mod, &str); 5] =
    [(Mod::Const, "co"), (Mod::Global, "gl"), (Mod::Local, "lo"), (Mod::Shared, "sh"), (Mod::Param, "pa")];

fn address_kernel(name: &str, body: &str) -> String {
    format!(
        ".visible .entry {name}(.param .align 32 .b8 pa[32], .param .u64 out)\n{{\n.reg .pred %p<8>;\n\
         .reg .b32 %r<8>;\n.reg .b64 %l<8>;\n.local .align 32 .b8 lo[32];\nld.param.u64 %l7, [out];\n\
         mov.u32 %r0, 0x12345678;\nst.shared.b32 [sh], %r0;\nst.local.b32 [lo], %r0;\n{body}ret;\n}}\n"
    )
}

/// `cvta` there and back, and a generic load between; `isspacep` of an address in each space.
#[test]
fn generic_addresses() {
    let mut module = preamble(&constants());
    let mut checks: Vec<(String, Mod, bool)> = Vec::new();
    for form in forms().iter().filter(|f| covers(f) && matches!(f.opcode, Opcode::Isspacep | Opcode::Cvta)) {
        for mods in form.combinations() {
            let space = *mods.iter().find(|m| !matches!(m, Mod::To | Mod::U64)).expect("a space");
            let text = name(form.opcode, &mods);
            let mut body = String::new();
            if form.opcode == Opcode::Cvta {
                let (_, variable) = VARIABLES
                    .iter()
                    .find(|(m, _)| {
                        *m == space
                            || *m == Mod::Shared && matches!(space, Mod::SharedCta | Mod::SharedCluster)
                    })
                    .expect("each space has a variable");
                let (there, back) = (format!("cvta.{space}.u64"), format!("cvta.to.{space}.u64"));
                let _ = write!(
                    body,
                    "mov.u64 %l0, {variable};\n{there} %l1, %l0;\n{back} %l2, %l1;\n\
                     ld.b32 %r1, [%l1];\nld.{space}.b32 %r2, [%l2];\nld.{space}.b32 %r3, [%l0];\n\
                     st.global.v2.b64 [%l7], {{%l0, %l2}};\nst.global.v2.b32 [%l7+16], {{%r1, %r3}};\n\
                     st.global.v2.b32 [%l7+24], {{%r2, %r3}};\n"
                );
            } else {
                for (at, (of, variable)) in VARIABLES.iter().enumerate() {
                    let _ = write!(
                        body,
                        "mov.u64 %l0, {variable};\ncvta.{of}.u64 %l1, %l0;\n{text} %p0, %l1;\n\
                         selp.u32 %r1, 1, 0, %p0;\nst.global.u32 [%l7+{}], %r1;\n",
                        4 * at
                    );
                }
            }
            module += &address_kernel(&format!("k{}", checks.len()), &body);
            checks.push((text, space, form.opcode == Opcode::Cvta));
        }
    }
    let mut gpu = Gpu::new(&module, Mode::Warps32);
    let mut failures = Vec::new();
    for (index, (text, space, converts)) in checks.iter().enumerate() {
        let out = gpu.upload(&[0; 32]);
        if let Err(fault) = gpu.launch(&format!("k{index}"), [1, 1, 1], [1, 1, 1], &[1, 2, 3, 4, out]) {
            failures.push(format!("{text}  {fault}"));
            continue;
        }
        let got = gpu.download(out, 32);
        if *converts {
            let wide = words(&got, 8);
            let [generic, named, again] = [4, 5, 6].map(|k| words(&got, 4)[k]);
            if wide[0] != wide[1] || generic != named || again != named {
                failures.push(format!("{text}: there and back gives {wide:x?}"));
            }
            continue;
        }
        for (at, (of, _)) in VARIABLES.iter().enumerate() {
            // Parameters may live in constant memory.
            if matches!((space, of), (Mod::Const, Mod::Param) | (Mod::Param, Mod::Const)) {
                continue;
            }
            let shared = matches!(space, Mod::SharedCta | Mod::SharedCluster);
            let want = of == space || *of == Mod::Shared && shared;
            if words(&got, 4)[at] != u64::from(want) {
                failures.push(format!("{text} of an address in .{of}: expected {want}"));
            }
        }
    }
    report(&failures);
}

/// Packing and unpacking moves, and moves of 128 bits.
#[test]
fn moves_that_pack() {
    let body = "ld.global.v2.b64 {%l2, %l3}, [%l1];\n\
        mov.b64 {%r4, %r5}, %l2;\nmov.b32 {%h0, %h1}, %r4;\nmov.b64 {%h2, %h3, %h4, %h5}, %l3;\n\
        mov.b128 %q0, {%l3, %l2};\nmov.b128 %q1, %q0;\nmov.b128 {%l4, %l5}, %q1;\n\
        mov.b32 %r6, {%h1, %h0};\nmov.b64 %l6, {%r5, %r6};\nmov.b64 %l7, {%h5, %h4, %h3, %h2};\n\
        st.global.v2.b64 [%l0], {%l4, %l5};\nst.global.v2.b64 [%l0+16], {%l6, %l7};\n";
    let module = format!(
        "{HEADER}.visible .entry k(.param .u64 src, .param .u64 out)\n{{\n.reg .b16 %h<8>;\n.reg .b32 %r<8>;\n\
         .reg .b64 %l<10>;\n.reg .b128 %q<2>;\nmov.u32 %r0, %tid.x;\nld.param.u64 %l0, [out];\n\
         ld.param.u64 %l1, [src];\nmul.wide.u32 %l2, %r0, 32;\nadd.s64 %l0, %l0, %l2;\n\
         mul.wide.u32 %l2, %r0, 16;\nadd.s64 %l1, %l1, %l2;\n{body}ret;\n}}\n"
    );
    let mut rng = Rng::new(5);
    let source: Vec<u64> = (0..2 * THREADS).map(|_| rng.bits()).collect();
    let mut gpu = Gpu::new(&module, Mode::Warps32);
    let input = gpu.upload(&source.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>());
    let out = gpu.upload(&vec![0; SLOT * THREADS as usize]);
    gpu.launch("k", [1, 1, 1], [THREADS, 1, 1], &[input, out]).expect("moves do not fault");
    let got = words(&gpu.download(out, SLOT * THREADS as usize), 8);
    for (thread, pair) in source.chunks(2).enumerate() {
        let (a, b) = (pair[0], pair[1]);
        let swapped = (a >> 16 & 0xffff) | (a & 0xffff) << 16;
        let reversed = (0..4).fold(0, |word, k| word << 16 | b >> (16 * k) & 0xffff);
        let want = [b, a, a >> 32 | swapped << 32, reversed];
        assert_eq!(got[4 * thread..][..4], want, "mov of {a:#x}, {b:#x}: expected {want:x?}");
    }
}
