//! Textures and surfaces: random fetches of textures of every shape, against a reference in whole numbers.
//!
//! Coordinates are multiples of 1/1024, so that the reference computes positions and weights without rounding. Channels that
//! are not integers are multiples of 1/16. The reference keeps texels in a plain list, not in the order of an array.

use super::cases::Rng;
use super::driver::{BATCH, HEADER, name};
use super::gpu::Gpu;
use std::fmt::Write;
use warploom_kernel::execute::{
    AddressMode, ArrayRegion, ArrayShape, ChannelKind, Filter, Mode, ReadMode, Surface, TexelFormat, Texture,
    TextureSource,
};
use warploom_kernel::ptx::forms::{Form, Group, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode};

const THREADS: usize = 1024;
const BLOCK: u32 = 128;
/// Bytes of input of a thread: handle, coordinates, level or gradients, values.
const RECORD: usize = 96;
/// Bytes of output of a thread.
const RESULT: usize = 32;
/// Units of a coordinate.
const UNIT: i64 = 1024;

/// Rows this module walks.
pub fn covers(form: &Form) -> bool {
    form.group == Group::Texture
}

/// Walks the combinations whose number is `share` modulo `of`.
pub fn walk(share: usize, of: usize, mode: Mode) {
    let all: Vec<(&Form, Vec<Mod>)> = forms()
        .iter()
        .filter(|f| covers(f))
        .flat_map(|f| f.combinations().into_iter().map(move |mods| (f, mods)))
        .enumerate()
        .filter(|(n, _)| n % of == share)
        .map(|(_, combination)| combination)
        .collect();
    assert!(!all.is_empty());
    for (batch, combinations) in all.chunks(BATCH).enumerate() {
        let jobs: Vec<Job> =
            combinations.iter().enumerate().map(|(n, (f, mods))| Job::new(f, mods, batch + n)).collect();
        let mut text = HEADER.to_owned();
        for (n, job) in jobs.iter().enumerate() {
            text += &job.kernel(&format!("k{n}"));
        }
        let mut gpu = Gpu::new(&text, mode);
        for (n, job) in jobs.iter().enumerate() {
            job.run(&mut gpu, &format!("k{n}"));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    D1,
    D2,
    D3,
    A1,
    A2,
    Cube,
    ACube,
}

impl Shape {
    fn of(mods: &[Mod]) -> Shape {
        mods.iter()
            .find_map(|m| {
                Some(match m {
                    Mod::D1 => Shape::D1,
                    Mod::D2 => Shape::D2,
                    Mod::D3 => Shape::D3,
                    Mod::A1d => Shape::A1,
                    Mod::A2d => Shape::A2,
                    Mod::Cube => Shape::Cube,
                    Mod::Acube => Shape::ACube,
                    _ => return None,
                })
            })
            .unwrap_or(Shape::D2)
    }

    fn layered(self) -> bool {
        matches!(self, Shape::A1 | Shape::A2 | Shape::ACube)
    }

    fn cube(self) -> bool {
        matches!(self, Shape::Cube | Shape::ACube)
    }

    /// Axes of the texture: a cube's face has two.
    fn axes(self) -> usize {
        match self {
            Shape::D1 | Shape::A1 => 1,
            Shape::D3 => 3,
            _ => 2,
        }
    }

    /// Numbers in the coordinate vector, without padding.
    fn numbers(self) -> usize {
        usize::from(self.layered()) + if self.cube() { 3 } else { self.axes() }
    }
}

/// One combination and what varies beside the suffixes.
struct Job {
    opcode: Opcode,
    mods: Vec<Mod>,
    index: usize,
    shape: Shape,
}

impl Job {
    fn new(form: &Form, mods: &[Mod], index: usize) -> Job {
        Job { opcode: form.opcode, mods: mods.to_vec(), index, shape: Shape::of(mods) }
    }

    fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    fn ty(&self) -> Mod {
        self.mods.iter().copied().rfind(|m| m.is_type()).unwrap_or(Mod::B32)
    }

    fn elements(&self) -> usize {
        match (self.has(Mod::V4), self.has(Mod::V2)) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        }
    }

    fn surface(&self) -> bool {
        matches!(self.opcode, Opcode::Suld | Opcode::Sust | Opcode::Sured | Opcode::Suq)
    }

    /// Letter and width of the registers of values: bytes are in registers of 16 bits, or in wider ones.
    fn letter(&self) -> (char, u32) {
        match (self.opcode, self.ty().bits(), self.index % 3) {
            (Opcode::Suld | Opcode::Sust, 8 | 16, 0) => ('h', 16),
            (Opcode::Suld | Opcode::Sust, 8..=32, 2) => ('l', 64),
            (Opcode::Istypep, ..) => ('r', 32),
            (_, 64, _) => ('l', 64),
            _ => ('r', 32),
        }
    }

    fn values(&self, first: u32) -> String {
        let (letter, _) = self.letter();
        let all: Vec<String> =
            (0..self.elements() as u32).map(|n| format!("%{letter}{}", first + n)).collect();
        match all.as_slice() {
            [one] if self.index.is_multiple_of(2) || self.opcode == Opcode::Sured => one.clone(),
            all => format!("{{{}}}", all.join(", ")),
        }
    }

    /// The instruction under test.
    fn text(&self) -> String {
        let head = name(self.opcode, &self.mods);
        let numbers = self.shape.numbers();
        // The fourth number is padding, which may be left out.
        let written = if numbers == 3 && self.index.is_multiple_of(2) { 4 } else { numbers };
        let tuple = |first: usize, n: usize| {
            let all: Vec<String> = (first..first + n).map(|r| format!("%r{r}")).collect();
            if n == 1 && self.index.is_multiple_of(2) {
                all[0].clone()
            } else {
                format!("{{{}}}", all.join(", "))
            }
        };
        let place = format!("[%l4, {}]", tuple(4, written));
        match self.opcode {
            Opcode::Tex if self.has(Mod::Level) => format!("{head} {}, {place}, %r8;", self.values(20)),
            Opcode::Tex if self.has(Mod::Grad) => {
                let axes = if self.shape.cube() { 3 } else { self.shape.axes() };
                let axes = if axes == 3 { 4 } else { axes };
                format!("{head} {}, {place}, {}, {};", self.values(20), tuple(8, axes), tuple(12, axes))
            }
            Opcode::Tex | Opcode::Tld4 | Opcode::Suld => format!("{head} {}, {place};", self.values(20)),
            Opcode::Sust | Opcode::Sured => format!("{head} {place}, {};", self.values(30)),
            Opcode::Txq if self.has(Mod::Level) => format!("{head} %r20, [%l4], %r8;"),
            Opcode::Txq | Opcode::Suq => format!("{head} %r20, [%l4];"),
            _ => format!("{head} %p1, %l4;\nselp.u32 %r20, 1, 0, %p1;"),
        }
    }

    fn kernel(&self, kernel: &str) -> String {
        let mut text = format!(
            ".visible .entry {kernel}(.param .u64 in, .param .u64 out)\n{{\n\
             .reg .pred %p<4>;\n.reg .b16 %h<40>;\n.reg .b32 %r<40>;\n.reg .b64 %l<40>;\n\
             mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n\
             mad.lo.s32 %r0, %r0, %r1, %r2;\n\
             ld.param.u64 %l0, [in];\nmul.wide.u32 %l1, %r0, {RECORD};\nadd.s64 %l0, %l0, %l1;\n\
             ld.param.u64 %l2, [out];\nmul.wide.u32 %l1, %r0, {RESULT};\nadd.s64 %l2, %l2, %l1;\n\
             ld.global.u64 %l4, [%l0];\nld.global.v4.u32 {{%r4, %r5, %r6, %r7}}, [%l0+16];\n\
             ld.global.v4.u32 {{%r8, %r9, %r10, %r11}}, [%l0+32];\n\
             ld.global.v4.u32 {{%r12, %r13, %r14, %r15}}, [%l0+48];\n"
        );
        let (letter, bits) = self.letter();
        if matches!(self.opcode, Opcode::Sust | Opcode::Sured) {
            for n in 0..self.elements() {
                // Values are eight bytes apart, or four if there are four.
                let at = 64 + n * if self.elements() == 4 { 8 } else { 16 };
                writeln!(text, "ld.global.b{bits} %{letter}{}, [%l0+{at}];", 30 + n).unwrap();
            }
        }
        writeln!(text, "{}", self.text()).unwrap();
        if !matches!(self.opcode, Opcode::Sust | Opcode::Sured) {
            for n in 0..self.elements() {
                writeln!(text, "st.global.b{bits} [%l2+{}], %{letter}{};", 8 * n, 20 + n).unwrap();
            }
        }
        text + "ret;\n}\n"
    }

    fn run(&self, gpu: &mut Gpu, kernel: &str) {
        let mut rng = Rng::named(&format!("{} {}", name(self.opcode, &self.mods), self.index));
        if self.surface() {
            return self.run_surface(gpu, kernel, &mut rng);
        }
        let float = self.ty() == Mod::F32;
        let scenes: Vec<Scene> = (0..24).map(|n| Scene::new(self, n, float, gpu, &mut rng)).collect();
        let mut input = Vec::new();
        let mut cases = Vec::new();
        for _ in 0..THREADS {
            let scene = rng.below(scenes.len() as u64) as usize;
            let place = scenes[scene].place(float || self.opcode == Opcode::Txq, &mut rng);
            let handle = match self.opcode {
                Opcode::Istypep if rng.below(4) == 0 => rng.bits(),
                _ => scenes[scene].handle,
            };
            let mut record = [0u32; RECORD / 4];
            (record[0], record[1]) = (handle as u32, (handle >> 32) as u32);
            record[4..8].copy_from_slice(&place.words(self.shape, &mut rng));
            // Levels and gradients of any kind select the only level there is.
            record[8..16].iter_mut().for_each(|w| *w = rng.bits() as u32);
            input.extend(record.iter().flat_map(|w| w.to_le_bytes()));
            cases.push((scene, handle, place));
        }
        let out = self.launch(gpu, kernel, &input);
        for (thread, (scene, handle, place)) in cases.into_iter().enumerate() {
            let scene = &scenes[scene];
            let got: Vec<u32> = (0..4).map(|n| out[thread * 4 + n] as u32).collect();
            let expected = self.expected(scene, handle, place);
            for (n, want) in expected.iter().enumerate() {
                assert!(
                    want.holds(got[n]),
                    "{}: thread {thread}, result {n} is {:#x} ({}), not {want:?}\n{place:?}\n{scene:?}",
                    self.text(),
                    got[n],
                    f32::from_bits(got[n]),
                );
            }
        }
    }

    fn launch(&self, gpu: &mut Gpu, kernel: &str, input: &[u8]) -> Vec<u64> {
        let (input, out) = (gpu.upload(input), gpu.upload(&vec![0; THREADS * RESULT]));
        let done = gpu.launch(kernel, [THREADS as u32 / BLOCK, 1, 1], [BLOCK, 1, 1], &[input, out]);
        done.unwrap_or_else(|fault| panic!("{}: {fault}", self.text()));
        let bytes = gpu.download(out, THREADS * RESULT);
        bytes.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect()
    }

    fn expected(&self, scene: &Scene, handle: u64, place: Place) -> Vec<Want> {
        match self.opcode {
            Opcode::Tex => scene.sample(place).to_vec(),
            Opcode::Tld4 => {
                let channel = [Mod::R, Mod::G, Mod::B, Mod::A].iter().position(|&m| self.has(m)).unwrap();
                scene.gather(place, channel).to_vec()
            }
            Opcode::Istypep => vec![Want::Bits(u32::from(self.has(Mod::Texref) && handle == scene.handle))],
            _ => vec![Want::Bits(scene.attribute(&self.mods))],
        }
    }
}

/// What a result must be.
#[derive(Clone, Copy, Debug)]
enum Want {
    /// These bits.
    Bits(u32),
    /// This number, rounded to single precision, or a neighbour of it: quotients by 255 are rounded more than once.
    Near(f64),
}

impl Want {
    fn holds(self, got: u32) -> bool {
        match self {
            Want::Bits(bits) => got == bits,
            Want::Near(value) => {
                let got = f64::from(f32::from_bits(got));
                // Terms of about 1 may cancel: what is left then has the error of double precision.
                let unit = (value.abs() / f64::from(1 << 23)).max(1e-14);
                (got - value).abs() <= unit
            }
        }
    }
}

/// A place in a texture.
#[derive(Clone, Copy, Debug)]
struct Place {
    layer: u32,
    face: usize,
    /// Position in each axis: texel numbers, or multiples of 1/1024.
    at: [i64; 3],
    float: bool,
    /// Length of the major axis of a cubemap's direction: a power of two.
    major: f32,
}

impl Place {
    /// The coordinate vector.
    fn words(&self, shape: Shape, rng: &mut Rng) -> [u32; 4] {
        let mut all = Vec::new();
        if shape.layered() {
            all.push(self.layer);
        }
        let real = |v: i64| v as f32 / UNIT as f32;
        if shape.cube() {
            // From the middle of the face, twice as far as from its corner.
            let [s, t] = [self.at[0], self.at[1]].map(|c| (real(c) * 2.0 - 1.0) * self.major);
            let m = self.major;
            let direction = match self.face {
                0 => [m, -t, -s],
                1 => [-m, -t, s],
                2 => [s, m, t],
                3 => [s, -m, -t],
                4 => [s, -t, m],
                _ => [-s, -t, -m],
            };
            all.extend(direction.map(f32::to_bits));
        } else {
            for axis in 0..shape.axes() {
                all.push(if self.float { real(self.at[axis]).to_bits() } else { self.at[axis] as u32 });
            }
        }
        all.resize_with(4, || rng.bits() as u32);
        [all[0], all[1], all[2], all[3]]
    }
}

/// A texture and its texels.
#[derive(Debug)]
struct Scene {
    shape: Shape,
    /// Width, height, and slices: depth, layers or faces.
    extent: [usize; 3],
    channels: usize,
    bits: u32,
    kind: ChannelKind,
    linear_memory: bool,
    modes: [AddressMode; 3],
    filter: Filter,
    read: ReadMode,
    normalized: bool,
    /// The border in sixteenths.
    border: [i64; 4],
    /// Channels as they are stored.
    raw: Vec<u32>,
    handle: u64,
}

/// The half-precision bits of a number of sixteenths, exact for |n| < 2048.
fn half_bits(n: i64) -> u32 {
    if n == 0 {
        return 0;
    }
    let sign = if n < 0 { 0x8000 } else { 0 };
    let magnitude = n.unsigned_abs() as u32;
    let top = magnitude.ilog2();
    sign | (15 + top - 4) << 10 | (magnitude << (10 - top)) & 0x3ff
}

impl Scene {
    fn new(job: &Job, n: usize, float: bool, gpu: &mut Gpu, rng: &mut Rng) -> Scene {
        let shape = job.shape;
        let size = |rng: &mut Rng| 1 + rng.below(20) as usize;
        let (a, b, c) = (size(rng), size(rng), 1 + rng.below(4) as usize);
        let extent = match shape {
            Shape::D1 => [a * 7, 1, 1],
            Shape::D2 => [a, b, 1],
            Shape::D3 | Shape::A2 => [a, b, c],
            Shape::A1 => [a * 7, 1, c],
            Shape::Cube => [a, a, 6],
            Shape::ACube => [a, a, 6 * c],
        };
        let channels = rng.pick(&[1, 2, 4]);
        let (bits, kind) = rng.pick(&[
            (8, ChannelKind::Unsigned),
            (16, ChannelKind::Unsigned),
            (32, ChannelKind::Unsigned),
            (8, ChannelKind::Signed),
            (16, ChannelKind::Signed),
            (32, ChannelKind::Signed),
            (16, ChannelKind::Float),
            (32, ChannelKind::Float),
        ]);
        let integer = kind != ChannelKind::Float;
        let read = match rng.below(2) {
            0 if bits < 32 => ReadMode::NormalizedFloat,
            _ => ReadMode::Element,
        };
        let filters = !integer || read == ReadMode::NormalizedFloat;
        let filter = if filters && rng.below(3) != 0 { Filter::Linear } else { Filter::Point };
        let modes = [0; 3].map(|_| {
            rng.pick(&[AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror, AddressMode::Border])
        });
        let border = [0; 4].map(|_| rng.below(4096) as i64 - 2048);
        let texels = extent.iter().product::<usize>();
        let raw: Vec<u32> = (0..texels * channels)
            .map(|_| match (kind, bits) {
                (ChannelKind::Float, 16) => half_bits(rng.below(4000) as i64 - 2000),
                (ChannelKind::Float, _) => ((rng.below(4000) as i64 - 2000) as f32 / 16.0).to_bits(),
                (_, 32) => rng.bits() as u32,
                (_, bits) => match rng.below(6) {
                    0 => 1 << (bits - 1),
                    1 => (1 << bits) - 1,
                    _ => rng.bits() as u32 & ((1 << bits) - 1),
                },
            })
            .collect();
        let bytes: Vec<u8> = raw.iter().flat_map(|v| v.to_le_bytes()[..bits as usize / 8].to_vec()).collect();
        let format = TexelFormat::new(channels as u32, bits, kind).unwrap();
        let [width, height, slices] = extent.map(|n| n as u32);
        let memory_kind = match shape {
            Shape::D1 | Shape::D2 => n % 3,
            _ => 0,
        };
        // Linear memory is not made for positions; they are tried on it only as texel numbers.
        let linear_memory = shape == Shape::D1 && memory_kind == 1 && !float;
        let source = if linear_memory {
            TextureSource::Linear { address: gpu.upload(&bytes), format, width }
        } else if shape == Shape::D2 && memory_kind == 1 {
            let row = width as usize * format.bytes() as usize;
            let pitch = (row + 1 + rng.below(100) as usize).next_multiple_of(32);
            let mut rows = Vec::new();
            for line in bytes.chunks(row) {
                rows.extend_from_slice(line);
                rows.resize(rows.len().next_multiple_of(pitch), 0xee);
            }
            TextureSource::Pitch2D { address: gpu.upload(&rows), format, width, height, pitch: pitch as u64 }
        } else {
            let shape = match shape {
                Shape::D1 => ArrayShape::D1 { width },
                Shape::D2 => ArrayShape::D2 { width, height },
                Shape::D3 => ArrayShape::D3 { width, height, depth: slices },
                Shape::A1 => ArrayShape::Layered1D { width, layers: slices },
                Shape::A2 => ArrayShape::Layered2D { width, height, layers: slices },
                Shape::Cube => ArrayShape::Cubemap { size: width },
                Shape::ACube => ArrayShape::LayeredCubemap { size: width, cubemaps: slices / 6 },
            };
            let memory = gpu.memory();
            let array = memory.create_array("texels", shape, format).unwrap();
            memory.write_array(array, ArrayRegion::all(shape), &bytes).unwrap();
            assert_eq!(memory.read_array(array, ArrayRegion::all(shape)).unwrap(), bytes);
            TextureSource::Array(array)
        };
        let normalized = shape.cube() || rng.below(2) == 0;
        let texture = Texture {
            source,
            address_mode: modes,
            filter,
            read_mode: read,
            normalized,
            border: border.map(|v| v as f32 / 16.0),
        };
        let handle = gpu.memory().create_texture(texture).unwrap().0;
        Scene {
            shape,
            extent,
            channels,
            bits,
            kind,
            linear_memory,
            modes,
            filter,
            read,
            normalized,
            border,
            raw,
            handle,
        }
    }

    fn layers(&self) -> usize {
        if self.shape.cube() { self.extent[2] / 6 } else { self.extent[2] }
    }

    fn place(&self, float: bool, rng: &mut Rng) -> Place {
        let mut at = [0; 3];
        for (axis, at) in at.iter_mut().enumerate().take(self.shape.axes()) {
            let size = self.extent[axis] as i64;
            let span = if self.normalized { UNIT } else { size * UNIT };
            *at = match (float, rng.below(8)) {
                (false, 0) => rng.pick(&[i64::from(i32::MIN), i64::from(i32::MAX), -1, size]),
                (false, _) => rng.below(size as u64 + 4) as i64 - 2,
                // Strictly within the face, so that the largest axis is the major one.
                (true, _) if self.shape.cube() => 1 + rng.below(UNIT as u64 - 1) as i64,
                (true, 0) => rng.pick(&[0, span, -span, span / 2, -span / 2]),
                (true, 1) => rng.below(size as u64 + 1) as i64 * span / size,
                (true, _) => rng.below(span as u64 * 6) as i64 - span * 5 / 2,
            };
        }
        let layer = match rng.below(8) {
            0 => rng.pick(&[u32::MAX, self.layers() as u32, self.layers() as u32 + 1]),
            _ => rng.below(self.layers() as u64) as u32,
        };
        let major = rng.pick(&[0.25, 1.0, 2.0, 1024.0]);
        Place { layer, face: rng.below(6) as usize, at, float, major }
    }

    /// First slice of the layer and face.
    fn slice(&self, place: Place) -> i64 {
        let layer = if self.shape.layered() { (place.layer as usize).min(self.layers() - 1) } else { 0 };
        (if self.shape.cube() { 6 * layer + place.face } else { layer }) as i64
    }

    /// Position in an axis, in 1/1024 of a texel.
    fn position(&self, axis: usize, at: i64) -> i64 {
        let size = self.extent[axis] as i64;
        let mode = if self.shape.cube() { AddressMode::Clamp } else { self.modes[axis] };
        if !self.normalized {
            return at;
        }
        let (turn, rest) = (at.div_euclid(UNIT), at.rem_euclid(UNIT));
        match mode {
            AddressMode::Wrap => rest * size,
            AddressMode::Mirror if turn % 2 != 0 => (UNIT - rest) * size,
            AddressMode::Mirror => rest * size,
            _ => at * size,
        }
    }

    /// The texel that stands for number `index` of an axis, or `None` for the border.
    fn addressed(&self, axis: usize, index: i64) -> Option<i64> {
        let size = self.extent[axis] as i64;
        let mode = if self.shape.cube() { AddressMode::Clamp } else { self.modes[axis] };
        match mode {
            AddressMode::Border if !(0..size).contains(&index) => None,
            AddressMode::Wrap if self.normalized => Some(index.rem_euclid(size)),
            _ => Some(index.max(0).min(size - 1)),
        }
    }

    fn raw(&self, texel: [i64; 3], channel: usize) -> u32 {
        let [x, y, z] = texel.map(|v| v as usize);
        self.raw[((z * self.extent[1] + y) * self.extent[0] + x) * self.channels + channel]
    }

    /// A channel as whole number, and what to divide it by.
    fn fraction(&self, raw: u32) -> (i64, i64) {
        let signed = |bits: u32| i64::from(((raw << (32 - bits)) as i32) >> (32 - bits));
        match (self.kind, self.bits) {
            (ChannelKind::Float, 32) => ((f32::from_bits(raw) * 16.0) as i64, 16),
            (ChannelKind::Float, _) => {
                let magnitude = match raw & 0x7fff {
                    0 => 0,
                    r => (i64::from(r & 0x3ff) | 1 << 10) << (r >> 10) >> 21,
                };
                (if raw & 0x8000 != 0 { -magnitude } else { magnitude }, 16)
            }
            (ChannelKind::Unsigned, bits) => (i64::from(raw), (1 << bits) - 1),
            (ChannelKind::Signed, bits) => {
                let most = (1 << (bits - 1)) - 1;
                (signed(bits).max(-most), most)
            }
        }
    }

    /// A channel of a texel as a fetch without filter returns it.
    fn channel(&self, texel: Option<[i64; 3]>, channel: usize) -> Want {
        let Some(texel) = texel.filter(|_| channel < self.channels) else {
            let border = self.border[channel] as f32 / 16.0;
            return Want::Bits(if channel < self.channels { border.to_bits() } else { 0 });
        };
        let raw = self.raw(texel, channel);
        match (self.kind, self.read) {
            (ChannelKind::Float, _) => {
                let (numerator, denominator) = self.fraction(raw);
                Want::Bits((numerator as f32 / denominator as f32).to_bits())
            }
            (_, ReadMode::NormalizedFloat) => {
                let (numerator, denominator) = self.fraction(raw);
                // Both are exact, and the quotient is rounded once.
                Want::Bits((numerator as f32 / denominator as f32).to_bits())
            }
            (ChannelKind::Signed, _) => {
                let unused = 32 - self.bits;
                Want::Bits((((raw << unused) as i32) >> unused) as u32)
            }
            _ => Want::Bits(raw),
        }
    }

    fn texel(&self, at: [Option<i64>; 3], place: Place) -> Option<[i64; 3]> {
        let mut texel = [0; 3];
        for axis in 0..self.shape.axes() {
            texel[axis] = at[axis]?;
        }
        texel[2] += self.slice(place);
        Some(texel)
    }

    fn sample(&self, place: Place) -> [Want; 4] {
        let axes = self.shape.axes();
        if !place.float {
            let inside = (0..axes).all(|a| (0..self.extent[a] as i64).contains(&place.at[a]));
            let texel = self.texel(place.at.map(Some), place).filter(|_| inside);
            return [0, 1, 2, 3]
                .map(|c| if texel.is_none() { Want::Bits(0) } else { self.channel(texel, c) });
        }
        assert!(!self.linear_memory);
        let mut positions = [0; 3];
        for axis in 0..axes {
            positions[axis] = self.position(axis, place.at[axis]);
        }
        if self.filter == Filter::Point {
            let mut at = [Some(0); 3];
            for axis in 0..axes {
                at[axis] = self.addressed(axis, positions[axis].div_euclid(UNIT));
            }
            let texel = self.texel(at, place);
            return [0, 1, 2, 3].map(|c| self.channel(texel, c));
        }
        // The sum of texels and the sum of the border, in 2⁻²⁴ of their own units.
        let (mut sums, mut borders) = ([0i64; 4], [0i64; 4]);
        for corner in 0..1usize << axes {
            let (mut weight, mut at) = (1 << (8 * (3 - axes)), [Some(0); 3]);
            for axis in 0..axes {
                let from = positions[axis] - UNIT / 2;
                let share = (from.rem_euclid(UNIT) * 256 + UNIT / 2) / UNIT;
                let up = (corner >> axis & 1) as i64;
                weight *= if up == 1 { share } else { 256 - share };
                at[axis] = self.addressed(axis, from.div_euclid(UNIT) + up);
            }
            let texel = self.texel(at, place);
            for channel in 0..self.channels {
                match texel {
                    Some(texel) => sums[channel] += weight * self.fraction(self.raw(texel, channel)).0,
                    None => borders[channel] += weight * self.border[channel],
                }
            }
        }
        [0, 1, 2, 3].map(|c| {
            if c >= self.channels {
                return Want::Bits(0);
            }
            let denominator = self.fraction(0).1;
            let scale = f64::from(1 << 24);
            if denominator == 16 {
                return Want::Bits((((sums[c] + borders[c]) as f64 / scale / 16.0) as f32).to_bits());
            }
            Want::Near(sums[c] as f64 / scale / denominator as f64 + borders[c] as f64 / scale / 16.0)
        })
    }

    fn gather(&self, place: Place, channel: usize) -> [Want; 4] {
        let low = [0, 1].map(|axis| (self.position(axis, place.at[axis]) - UNIT / 2).div_euclid(UNIT));
        // Counter-clockwise from the lower left, with y pointing down.
        [[0, 1], [1, 1], [1, 0], [0, 0]].map(|[x, y]| {
            let at = [self.addressed(0, low[0] + x), self.addressed(1, low[1] + y), Some(0)];
            self.channel(self.texel(at, place), channel)
        })
    }

    fn attribute(&self, mods: &[Mod]) -> u32 {
        let mode = |axis: usize| match self.modes[axis] {
            AddressMode::Wrap => 0,
            AddressMode::Mirror => 1,
            AddressMode::Clamp => 3,
            AddressMode::Border => 4,
        };
        let what = mods.iter().find(|m| !matches!(m, Mod::Level)).unwrap();
        match what {
            Mod::Width => self.extent[0] as u32,
            Mod::Height => self.extent[1] as u32,
            Mod::Depth | Mod::ArraySize | Mod::NumMipmapLevels | Mod::NumSamples => 1,
            Mod::NormalizedCoords => u32::from(self.normalized),
            Mod::ForceUnnormalizedCoords => u32::from(!self.normalized),
            Mod::FilterMode => u32::from(self.filter == Filter::Linear),
            Mod::AddrMode0 => mode(0),
            Mod::AddrMode1 => mode(1),
            Mod::AddrMode2 => mode(2),
            // OpenCL's numbers.
            Mod::ChannelOrder => [0x10b0, 0x10b2, 0, 0x10b5][self.channels - 1],
            Mod::ChannelDataType => match (self.kind, self.bits, self.read) {
                (ChannelKind::Float, 16, _) => 0x10dd,
                (ChannelKind::Float, ..) => 0x10de,
                (ChannelKind::Signed, 8, ReadMode::NormalizedFloat) => 0x10d0,
                (ChannelKind::Signed, 16, ReadMode::NormalizedFloat) => 0x10d1,
                (ChannelKind::Unsigned, 8, ReadMode::NormalizedFloat) => 0x10d2,
                (ChannelKind::Unsigned, 16, ReadMode::NormalizedFloat) => 0x10d3,
                (ChannelKind::Signed, 8, _) => 0x10d7,
                (ChannelKind::Signed, 16, _) => 0x10d8,
                (ChannelKind::Signed, ..) => 0x10d9,
                (ChannelKind::Unsigned, 8, _) => 0x10da,
                (ChannelKind::Unsigned, 16, _) => 0x10db,
                (ChannelKind::Unsigned, ..) => 0x10dc,
            },
            other => panic!("{other} is no attribute"),
        }
    }
}

impl Job {
    /// Runs a surface instruction: the threads take turns on one array, in order.
    fn run_surface(&self, gpu: &mut Gpu, kernel: &str, rng: &mut Rng) {
        let shapes = [
            (Shape::D1, ArrayShape::D1 { width: 300 }),
            (Shape::D2, ArrayShape::D2 { width: 30, height: 33 }),
            (Shape::D3, ArrayShape::D3 { width: 9, height: 10, depth: 5 }),
            (Shape::A1, ArrayShape::Layered1D { width: 100, layers: 3 }),
            (Shape::A2, ArrayShape::Layered2D { width: 20, height: 9, layers: 3 }),
        ];
        let (_, shape) = shapes.into_iter().find(|(of, _)| *of == self.shape).unwrap();
        // Cubemaps are layers of faces.
        let cubes = self.shape == Shape::A2 && self.index % 2 == 1;
        let shape = if cubes { ArrayShape::Cubemap { size: 20 } } else { shape };
        let [width, height, slices] = shape.extent().map(|n| n as usize);
        let format = TexelFormat::new(4, 32, ChannelKind::Unsigned).unwrap();
        let row = 16 * width;
        let mut texels: Vec<u8> = (0..row * height * slices).map(|_| rng.bits() as u8).collect();
        let memory = gpu.memory();
        let array = memory.create_array("a surface", shape, format).unwrap();
        memory.write_array(array, ArrayRegion::all(shape), &texels).unwrap();
        let handle = memory.create_surface(Surface { array }).unwrap().0;

        let (bits, elements) = (self.ty().bits() as usize, self.elements());
        let bytes = bits / 8 * elements;
        let traps = !self.has(Mod::Clamp) && !self.has(Mod::Zero);
        let (mut input, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..THREADS {
            let mut at = [
                (rng.below(row as u64 / bytes as u64) as i64) * bytes as i64,
                rng.below(height as u64) as i64,
                rng.below(slices as u64) as i64,
            ];
            let axis = rng.below(3) as usize;
            let exists = match self.shape {
                Shape::D1 => axis == 0,
                Shape::D2 => axis < 2,
                Shape::A1 => axis != 1,
                _ => true,
            };
            if !traps && exists && rng.below(4) == 0 {
                let over = [row, height, slices][axis] as i64;
                let step = if axis == 0 { bytes as i64 } else { 1 };
                at[axis] =
                    rng.pick(&[over, over + 7 * step, i64::from(i32::MAX) / 16 * 16, -step, -5 * step]);
            }
            let layered = self.shape.layered();
            let mut words = if layered { vec![at[2] as u32] } else { Vec::new() };
            words.extend((0..self.shape.axes()).map(|axis| at[axis] as u32));
            words.resize_with(4, || rng.bits() as u32);
            let mut record = [0u32; RECORD / 4];
            (record[0], record[1]) = (handle as u32, (handle >> 32) as u32);
            record[4..8].copy_from_slice(&words);
            record[8..].iter_mut().for_each(|w| *w = rng.bits() as u32);
            input.extend(record.iter().flat_map(|w| w.to_le_bytes()));

            if layered {
                // The number of a layer has no sign.
                at[2] = i64::from(at[2] as u32);
            }
            let last = [(row - bytes) as i64, height as i64 - 1, slices as i64 - 1];
            let near = [0, 1, 2].map(|a: usize| at[a].max(0).min(last[a]));
            let place = (near[2] as usize * height + near[1] as usize) * row + near[0] as usize;
            let takes_place = near == at || self.has(Mod::Clamp);
            let mut results = [0u64; 4];
            if takes_place {
                for n in 0..elements {
                    let cell = &mut texels[place + n * bits / 8..][..bits / 8];
                    let mut old = [0; 8];
                    old[..bits / 8].copy_from_slice(cell);
                    let old = u64::from_le_bytes(old);
                    let at = 16 + n * if elements == 4 { 2 } else { 4 };
                    let given = u64::from(record[at]) | u64::from(record[at + 1]) << 32;
                    let new = match self.opcode {
                        Opcode::Suld => {
                            results[n] = old;
                            old
                        }
                        Opcode::Sust => given,
                        Opcode::Sured => self.reduced(old, given),
                        _ => old,
                    };
                    cell.copy_from_slice(&new.to_le_bytes()[..bits / 8]);
                }
            }
            expected.push(results);
        }
        let out = self.launch(gpu, kernel, &input);
        let after = gpu.memory().read_array(array, ArrayRegion::all(shape)).unwrap();
        if self.opcode == Opcode::Suq {
            let want = match self.mods[0] {
                Mod::Width => width as u32,
                Mod::Height => height as u32,
                Mod::Depth | Mod::ArraySize => 1,
                Mod::ChannelDataType => 0x10dc,
                Mod::ChannelOrder => 0x10b5,
                _ => 0,
            };
            assert!(
                out.chunks(4).all(|r| r[0] as u32 == want),
                "{}: {:#x}, not {want:#x}",
                self.text(),
                out[0]
            );
            return;
        }
        for (thread, want) in expected.iter().enumerate() {
            let kept = if self.opcode == Opcode::Suld { elements } else { 0 };
            assert_eq!(out[4 * thread..][..kept], want[..kept], "{}: thread {thread}", self.text());
        }
        assert!(after == texels, "{}: the surface is not as it should be", self.text());
    }

    fn reduced(&self, old: u64, given: u64) -> u64 {
        let narrow = self.ty().bits() == 32;
        let given = if narrow { u64::from(given as u32) } else { given };
        let signed = |v: u64| if narrow { i64::from(v as i32) } else { v as i64 };
        let signed_type = matches!(self.ty(), Mod::S32 | Mod::S64);
        let less = if signed_type { signed(given) < signed(old) } else { given < old };
        match self.mods[1] {
            Mod::Add => old.wrapping_add(given),
            Mod::Min => {
                if less {
                    given
                } else {
                    old
                }
            }
            Mod::Max => {
                if less {
                    old
                } else {
                    given
                }
            }
            Mod::And => old & given,
            _ => old | given,
        }
    }
}
