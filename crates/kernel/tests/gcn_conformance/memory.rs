//! Walks the memory rows: loads, stores and atomics of every width, through every way of addressing.

use super::harness::{CASES, Kernel, LANES, TARGETS, WAVES};
use super::reference::S;
use crate::conformance::cases::{Rng, float_value, integer_value};
use crate::conformance::exact::{self, Mode, decode, round};
use warploom_kernel::gcn::table::{Form, Format, Role, Target, forms};

/// Rows that this walker covers.
pub fn covers(form: &Form) -> bool {
    let accesses =
        matches!(form.format, Format::Smem | Format::Ds | Format::Mubuf | Format::Mtbuf | Format::Flat);
    accesses && !exchanges(form) && !form.operands.is_empty()
}

/// Exchanges between lanes, which only look like accesses.
pub fn exchanges(form: &Form) -> bool {
    form.mnemonic == "ds_swizzle_b32" || form.mnemonic.ends_with("permute_b32")
}

/// First column of the memory under test: 32 KB, 2 KB for each wave.
const MEMORY: usize = 32;
/// First column of the local data share after the instruction.
const LOCAL_AFTER: usize = 40;
const COLUMNS: usize = 48;
const REGION: usize = 2048;

/// Bytes of an element, number of elements, and whether a narrow one is sign-extended.
fn shape(form: &Form) -> (usize, usize, bool) {
    let name = form.mnemonic.as_str();
    if name.contains("atomic") {
        return (if name.ends_with("_x2") { 8 } else { 4 }, 1, false);
    }
    match name.rsplit('_').next().expect("a name") {
        "i8" | "sbyte" => (1, 1, true),
        "u8" | "b8" | "ubyte" | "byte" => (1, 1, false),
        "i16" | "sshort" => (2, 1, true),
        "u16" | "b16" | "ushort" | "short" => (2, 1, false),
        "b64" | "u64" | "i64" => (8, 1, false),
        "dwordx2" | "xy" => (4, 2, false),
        "b96" | "dwordx3" | "xyz" => (4, 3, false),
        "b128" | "dwordx4" | "xyzw" => (4, 4, false),
        _ => (4, 1, false),
    }
}

/// The new value of an atomic of `width` bytes. `x` and `y` are its operands in the order of the registers.
fn updated(name: &str, old: u64, x: u64, y: u64, width: usize) -> u64 {
    let words: Vec<&str> = name.split('_').collect();
    let op = if words[0] == "ds" { words[1] } else { words[2] };
    let signed = |v: u64| if width == 8 { v as i64 } else { i64::from(v as i32) };
    let less = |a: u64, b: u64, as_signed: bool| if as_signed { signed(a) < signed(b) } else { a < b };
    let is_signed = op.starts_with('s') && op != "sub" && op != "swap"
        || name.ends_with("_i32")
        || name.ends_with("_i64");
    let mask = if width == 8 { u64::MAX } else { 0xffff_ffff };
    let new = match op {
        "add" if name.ends_with("f32") => {
            let sum = exact::add(&decode(old, S), &decode(x, S), Mode::NearestEven);
            round(&sum, S, Mode::NearestEven)
        }
        "add" => old.wrapping_add(x),
        "sub" => old.wrapping_sub(x),
        "rsub" => x.wrapping_sub(old),
        "inc" => {
            if old >= x {
                0
            } else {
                old + 1
            }
        }
        "dec" => {
            if old == 0 || old > x {
                x
            } else {
                old - 1
            }
        }
        "min" | "smin" | "umin" => {
            if less(x, old, is_signed) {
                x
            } else {
                old
            }
        }
        "max" | "smax" | "umax" => {
            if less(old, x, is_signed) {
                x
            } else {
                old
            }
        }
        "and" => old & x,
        "or" => old | x,
        "xor" => old ^ x,
        "wrxchg" | "swap" => x,
        // The local data share has the comparand first, other memory has it second.
        "cmpst" => {
            if old == x {
                y
            } else {
                old
            }
        }
        "cmpswap" => {
            if old == y {
                x
            } else {
                old
            }
        }
        other => panic!("no atomic `{other}`"),
    };
    new & mask
}

fn is_atomic(form: &Form) -> bool {
    let name = form.mnemonic.as_str();
    name.contains("atomic") || form.format == Format::Ds && !name.contains("read") && !name.contains("write")
}

/// How the address of an access comes about.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    /// Local data share, with a byte offset; or two element offsets.
    Local,
    Offen,
    Idxen,
    Both,
    Off,
    Addr64,
    Flat,
    /// A flat address in the local data share.
    FlatLocal,
}

struct Job {
    form: &'static Form,
    target: Target,
    way: Way,
    glc: bool,
    offsets: (u32, u32),
    soffset: u32,
}

const STRIDE: u32 = 16;

impl Job {
    fn is_local(&self) -> bool {
        matches!(self.way, Way::Local | Way::FlatLocal)
    }

    fn is_pair(&self) -> bool {
        self.form.mnemonic.contains("read2") || self.form.mnemonic.contains("write2")
    }

    fn instruction(&self) -> String {
        let pair = |first: u32, many: u32| match many {
            1 => format!("v{first}"),
            n => format!("v[{first}:{}]", first + n - 1),
        };
        let address_first = matches!(self.form.format, Format::Ds | Format::Flat);
        let (mut vectors, mut scalars) = (0, 0);
        let mut operands = Vec::new();
        for o in &self.form.operands {
            match o.role {
                Role::VectorDst if o.optional && !self.glc => {}
                Role::VectorDst => operands.push(pair(12, o.ty.registers())),
                Role::VectorOnly => {
                    let first = [2, 4, 10][vectors + usize::from(!address_first)];
                    vectors += 1;
                    operands.push(pair(first, o.ty.registers()));
                }
                Role::BufferAddress => operands.push(match self.way {
                    Way::Off => "off".to_owned(),
                    Way::Both | Way::Addr64 => "v[2:3]".to_owned(),
                    _ => "v2".to_owned(),
                }),
                _ => {
                    operands.push(if scalars == 0 { "s[12:15]" } else { "s16" }.to_owned());
                    scalars += 1;
                }
            }
        }
        let mut text = format!("{} {}", self.form.mnemonic, operands.join(", "));
        if self.form.format == Format::Mtbuf {
            let format = ["32", "32_32", "32_32_32", "32_32_32_32"][shape(self.form).1 - 1];
            text += &format!(" format:[BUF_DATA_FORMAT_{format},BUF_NUM_FORMAT_FLOAT]");
        }
        text += match self.way {
            Way::Offen => " offen",
            Way::Idxen => " idxen",
            Way::Both => " idxen offen",
            Way::Addr64 => " addr64",
            _ => "",
        };
        if self.is_pair() {
            text += &format!(" offset0:{} offset1:{}", self.offsets.0, self.offsets.1);
        } else if self.offsets.0 > 0 {
            text += &format!(" offset:{}", self.offsets.0);
        }
        if self.glc {
            text += " glc";
        }
        text
    }

    fn kernel(&self) -> Kernel {
        let mut k = Kernel::new(self.target);
        k.local = if self.is_local() { 32 << 10 } else { 0 };
        if self.way == Way::FlatLocal {
            k.line("s_load_dword s17, s[0:1], 0x8");
        }
        k.prologue();
        k.line("s_mov_b32 m0, -1");
        for column in 0..4 {
            k.load_column(4 + column as u32, 2 + column);
            k.load_column(12 + column as u32, 8 + column);
        }
        k.load_column(2, 0);
        k.load_column(3, 1);
        k.load_column(10, 6);
        k.load_column(11, 7);
        k.line("v_lshlrev_b32 v40, 5, v0");
        if self.is_local() {
            for nth in 0..8 {
                k.load_column(41, MEMORY + nth);
                k.line(format!("ds_write_b32 v40, v41 offset:{}", 4 * nth));
            }
        }
        // The resource of the memory under test.
        k.line(format!("s_add_u32 s12, s4, {:#x}", MEMORY * CASES * 4));
        k.line("s_addc_u32 s13, s5, 0");
        if matches!(self.way, Way::Idxen | Way::Both) {
            k.line(format!("s_or_b32 s13, s13, {:#x}", STRIDE << 16));
        }
        k.line("s_mov_b32 s14, -1");
        k.line("s_mov_b32 s15, 0");
        k.line(format!("s_mov_b32 s16, {:#x}", self.soffset));
        match self.way {
            Way::Flat => k.lines(
                "v_mov_b32 v3, s13
                v_add_u32 v2, vcc, s12, v2
                v_addc_u32 v3, vcc, 0, v3, vcc",
            ),
            Way::FlatLocal => k.line("v_mov_b32 v3, s17"),
            Way::Addr64 => k.line("v_mov_b32 v3, 0"),
            _ => {}
        }
        k.load_uniform(28, 12);
        k.line("s_mov_b64 exec, s[28:29]");
        k.line(self.instruction());
        k.line("s_waitcnt vmcnt(0) lgkmcnt(0)");
        k.line("s_mov_b64 exec, -1");
        for column in 0..4 {
            k.store_column(4 + column as u32, 16 + column);
            k.store_column(12 + column as u32, 24 + column);
        }
        if self.is_local() {
            for nth in 0..8 {
                k.line(format!("ds_read_b32 v41, v40 offset:{}", 4 * nth));
                k.line("s_waitcnt lgkmcnt(0)");
                k.store_column(41, LOCAL_AFTER + nth);
            }
        }
        k
    }

    fn check(&self) {
        let instruction = self.instruction();
        let name = self.form.mnemonic.as_str();
        let mut rng = Rng::named(&format!("{instruction} {} {:?}", self.target, self.way));
        let (width, count, signed) = shape(self.form);
        let size = width * count;
        let store = !is_atomic(self.form) && (name.contains("store") || name.contains("write"));
        let align = match name {
            _ if self.form.format == Format::Ds && size > 8 => 16,
            // Stores that overlap do so as a whole.
            _ if store => size.next_power_of_two(),
            _ => width,
        };
        let float = name.ends_with("f32");
        let mut data = vec![0u32; COLUMNS * CASES];
        for word in data.iter_mut() {
            *word = match float {
                true => float_value(&mut rng, S) as u32,
                false => integer_value(&mut rng, 32) as u32,
            };
        }
        // The memory as bytes: of the local data share, or of the region in the data.
        let in_memory = |byte: usize| match self.is_local() {
            // Each work-item fills 32 bytes from 8 columns.
            true => (MEMORY + byte / 4 % 8) * CASES + byte / 32,
            false => MEMORY * CASES + byte / 4,
        };
        let mut memory: Vec<u8> =
            (0..16 * REGION).map(|byte| (data[in_memory(byte)] >> (8 * (byte % 4))) as u8).collect();
        let unit = if name.contains("st64") { 64 * width } else { width };
        let parts = match self.is_pair() {
            true => vec![self.offsets.0 as usize * unit, self.offsets.1 as usize * unit],
            false => vec![0],
        };
        let reach = parts.iter().max().copied().unwrap_or(0) + size;
        let constant = if self.is_pair() { 0 } else { self.offsets.0 as usize };
        let fixed = constant + if self.form.format == Format::Ds { 0 } else { self.soffset as usize };
        let mut targets = Vec::new();
        for row in 0..CASES {
            let base = row / LANES * REGION;
            // Few different addresses, so that lanes collide.
            let places = ((REGION - reach - fixed) / align).min(if (row / LANES).is_multiple_of(2) {
                9
            } else {
                usize::MAX
            });
            let place = base + fixed.next_multiple_of(align) + rng.below(places as u64) as usize * align;
            // Nothing says which lane wins where two stores of an instruction overlap in part: they must not.
            let step = if name.contains("st64") { width } else { 2 * width };
            let place = if name.contains("write2") { base + row % LANES * step } else { place };
            let (address, index, target) = match self.way {
                Way::Off => (0, 0, fixed),
                Way::Idxen => {
                    let index = (place - fixed) / STRIDE as usize;
                    (index as u32, 0, index * STRIDE as usize + fixed)
                }
                Way::Both => {
                    let index = (place - fixed) / STRIDE as usize / 2;
                    let offset = place - index * STRIDE as usize - fixed;
                    (index as u32, offset as u32, place)
                }
                _ => ((place - fixed) as u32, 0, place),
            };
            data[row] = address;
            data[CASES + row] = index;
            targets.push(target);
            // A comparand that is equal now and then.
            if name.contains("cmp") && rng.below(2) == 0 {
                let first = if name.contains("cmpst") { 2 } else { 2 + width / 4 };
                for word in 0..width / 4 {
                    data[(first + word) * CASES + row] = data[in_memory(target + 4 * word)];
                }
            }
        }
        for wave in 0..WAVES {
            let exec = if wave % 3 == 0 { u64::MAX } else { rng.bits() & rng.bits() };
            data[12 * CASES + 2 * wave] = exec as u32;
            data[12 * CASES + 2 * wave + 1] = (exec >> 32) as u32;
        }
        let after = self.kernel().run(&data, CASES);
        let loads = name.contains("load") || name.contains("read");
        for (row, &target) in targets.iter().enumerate() {
            let (wave, lane) = (row / LANES, row % LANES);
            let exec =
                u64::from(data[12 * CASES + 2 * wave]) | u64::from(data[12 * CASES + 2 * wave + 1]) << 32;
            let registers = |first: usize| [0, 1, 2, 3].map(|n| data[(first + n) * CASES + row]);
            let (mut operands, mut dst) = (registers(2), registers(8));
            if exec >> lane & 1 == 1 {
                let wide = |at: usize, wide: bool| {
                    u64::from(data[at * CASES + row])
                        | if wide { u64::from(data[(at + 1) * CASES + row]) << 32 } else { 0 }
                };
                if is_atomic(self.form) {
                    let cell = &mut memory[target..target + width];
                    let mut padded = [0; 8];
                    padded[..width].copy_from_slice(cell);
                    let old = u64::from_le_bytes(padded);
                    let x = wide(2, width == 8);
                    let second = if self.form.format == Format::Ds { 6 } else { 2 + width / 4 };
                    let y = wide(second, width == 8);
                    cell.copy_from_slice(&updated(name, old, x, y, width).to_le_bytes()[..width]);
                    let returned = match self.form.format {
                        Format::Ds if name.contains("_rtn_") => Some(&mut dst),
                        Format::Flat if self.glc => Some(&mut dst),
                        Format::Mubuf if self.glc => Some(&mut operands),
                        _ => None,
                    };
                    if let Some(returned) = returned {
                        returned[0] = old as u32;
                        if width == 8 {
                            returned[1] = (old >> 32) as u32;
                        }
                    }
                } else {
                    for (part, offset) in parts.iter().enumerate() {
                        let cell = &mut memory[target + offset..target + offset + size];
                        let source = if part == 0 { 2 } else { 6 };
                        for (nth, chunk) in cell.chunks_mut(4).enumerate() {
                            if loads {
                                let mut padded = [0; 4];
                                padded[..chunk.len()].copy_from_slice(chunk);
                                let value = u32::from_le_bytes(padded);
                                let up = 32 - 8 * chunk.len() as u32;
                                let value = if signed { ((value << up) as i32 >> up) as u32 } else { value };
                                dst[part * size.div_ceil(4) + nth] = value;
                            } else {
                                let bytes = data[(source + nth) * CASES + row].to_le_bytes();
                                chunk.copy_from_slice(&bytes[..chunk.len()]);
                            }
                        }
                    }
                }
            }
            let got = |first: usize| [0, 1, 2, 3].map(|n| after[(first + n) * CASES + row]);
            let context =
                format!("`{instruction}` on {}, wave {wave}, lane {lane}, byte {target}", self.target);
            assert_eq!(got(24), dst, "destination: {context}");
            assert_eq!(got(16), operands, "operands: {context}");
        }
        let column = if self.is_local() { LOCAL_AFTER } else { MEMORY };
        for byte in 0..memory.len() {
            let at = in_memory(byte) - MEMORY * CASES + column * CASES;
            let got = (after[at] >> (8 * (byte % 4))) as u8;
            assert_eq!(got, memory[byte], "`{instruction}` on {}: byte {byte} of memory", self.target);
        }
    }
}

/// Walks loads, stores and atomics of vectors.
pub fn walk_vectors(rows: impl Fn(&Form) -> bool) {
    for form in forms().values().flatten().filter(|f| covers(f) && f.format != Format::Smem && rows(f)) {
        for target in TARGETS.into_iter().filter(|&t| form.is_on(t)) {
            let (width, count, _) = shape(form);
            let ways: &[Way] = match form.format {
                Format::Ds => &[Way::Local],
                Format::Flat => &[Way::Flat, Way::FlatLocal],
                _ if target == Target::SouthernIslands => {
                    &[Way::Offen, Way::Idxen, Way::Both, Way::Off, Way::Addr64]
                }
                _ => &[Way::Offen, Way::Idxen, Way::Both, Way::Off],
            };
            for &way in ways {
                // The local data share keeps bytes beyond 8 aligned to 16: flat accesses of that size too.
                if way == Way::FlatLocal && width * count > 8 {
                    continue;
                }
                let paired = form.mnemonic.contains("read2") || form.mnemonic.contains("write2");
                let unit = (width * count).next_power_of_two() as u32;
                let all: &[(u32, u32)] = match way {
                    _ if paired && form.mnemonic.contains("st64") => &[(0, 1), (3, 2), (2, 2)],
                    _ if paired => &[(0, 1), (100, 3), (7, 7)],
                    Way::Flat | Way::FlatLocal => &[(0, 0)],
                    _ => &[(0, 0), (16, 0), (1008, 0)],
                };
                for &offsets in all {
                    let offsets = if paired { offsets } else { (offsets.0 / unit * unit, 0) };
                    let buffer = matches!(form.format, Format::Mubuf | Format::Mtbuf);
                    let soffset = if buffer { [0, 64, 16][offsets.0 as usize % 3] } else { 0 };
                    let atomic = form.mnemonic.contains("atomic");
                    for glc in [false, true].into_iter().filter(|&glc| !glc || atomic) {
                        Job { form, target, way, glc, offsets, soffset }.check();
                    }
                }
            }
        }
    }
}

/// Walks scalar loads: every wave takes 64 cases and collects them in the lanes of VGPRs.
pub fn walk_scalars() {
    for form in forms().values().flatten().filter(|f| covers(f) && f.format == Format::Smem) {
        for target in TARGETS {
            for immediate in [None, Some(0), Some(1), Some(200)] {
                check_scalar(form, target, immediate);
            }
        }
    }
}

fn check_scalar(form: &'static Form, target: Target, immediate: Option<u32>) {
    let mut rng = Rng::named(&format!("{} {target} {immediate:?}", form.mnemonic));
    let many = form.operands[0].ty.registers() as usize;
    let dst = if many == 1 { "s48".to_owned() } else { format!("s[48:{}]", 47 + many) };
    let buffer = form.mnemonic.contains("buffer");
    let base = if buffer { "s[44:47]" } else { "s[44:45]" };
    let mut k = Kernel::new(target);
    k.prologue();
    k.lines(
        "s_lshl_b32 s40, s3, 5
        s_mov_b32 s41, 0
        s_mov_b32 s46, -1
        s_mov_b32 s47, 0
        loop:
        s_load_dword s42, s[4:5], s40
        s_waitcnt lgkmcnt(0)
        s_mov_b64 s[44:45], s[4:5]",
    );
    let offset = match immediate {
        None => "s42".to_owned(),
        Some(dwords) => {
            k.lines("s_add_u32 s44, s4, s42\ns_addc_u32 s45, s5, 0");
            // Southern Islands counts dwords, Volcanic Islands bytes.
            (if target == Target::SouthernIslands { dwords } else { 4 * dwords }).to_string()
        }
    };
    let instruction = format!("{} {dst}, {base}, {offset}", form.mnemonic);
    k.line(&instruction);
    k.line("s_waitcnt lgkmcnt(0)");
    for nth in 0..many {
        k.line(format!("v_writelane_b32 v{}, s{}, s41", 10 + nth, 48 + nth));
    }
    k.lines(
        "s_add_u32 s40, s40, 4
        s_add_u32 s41, s41, 1
        s_cmp_lt_u32 s41, 64
        s_cbranch_scc1 loop",
    );
    for nth in 0..many {
        k.store_column(10 + nth as u32, 8 + nth);
    }
    let mut data: Vec<u32> = (0..24 * CASES).map(|_| rng.bits() as u32).collect();
    // The loads read columns 1 to 7; the lowest two bits of an address do not count.
    for word in &mut data[..CASES] {
        *word = (CASES as u64 * 4 + rng.below(6 * CASES as u64 * 4)) as u32;
    }
    let after = k.run(&data, CASES);
    for row in 0..CASES {
        let first = data[row] as usize / 4 + immediate.unwrap_or(0) as usize;
        for nth in 0..many {
            let got = after[(8 + nth) * CASES + row];
            assert_eq!(got, data[first + nth], "`{instruction}` on {target}, case {row}, dword {nth}");
        }
    }
}

/// Scratch: every lane has bytes of its own behind the same offsets.
pub fn check_scratch() {
    for target in TARGETS {
        let mut k = Kernel::new(target);
        k.scratch = 128;
        k.prologue();
        k.lines(
            "v_and_b32 v2, 12, v62
            v_lshlrev_b32 v3, 1, v0
            s_mov_b32 s20, 0
            buffer_store_dword v0, v2, s[0:3], s20 offen offset:16
            buffer_store_dword v3, off, s[0:3], s20 offset:64
            buffer_store_byte v0, off, s[0:3], s20 offset:65
            buffer_load_dword v4, v2, s[0:3], s20 offen offset:16
            buffer_load_dword v5, off, s[0:3], s20 offset:64
            s_waitcnt vmcnt(0)",
        );
        k.store_column(4, 0);
        k.store_column(5, 1);
        let after = k.run(&vec![0; 2 * CASES], CASES);
        for item in 0..CASES {
            let word = (2 * item as u32) & !0xff00 | (item as u32 & 0xff) << 8;
            assert_eq!(after[item], item as u32, "{target}");
            assert_eq!(after[CASES + item], word, "{target}");
        }
    }
}
