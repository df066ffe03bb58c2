//! Texture and surface objects as a CUDA runtime uses them: what is refused, what faults, what a tape holds of them.

use crate::common;

use common::{Gpu, HEADER};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect};
use warploom_kernel::execute::{
    Access, AddressMode, Arg, Array, ArrayRegion, ArrayShape, ChannelKind, Checks, ExecutedInstruction,
    Filter, HostCopy, Launch, Listener, Memory, Mode, ReadMode, Surface, TexelFormat, Texture, TextureHandle,
    TextureSource,
};
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::program::Space;
use warploom_kernel::ptx::program::instruction_text;
use warploom_kernel::tape::{self, Addresses};

const FLAT: ArrayShape = ArrayShape::D2 { width: 32, height: 4 };

fn format(channels: u32, bits: u32, kind: ChannelKind) -> TexelFormat {
    TexelFormat::new(channels, bits, kind).unwrap()
}

fn words() -> TexelFormat {
    format(1, 32, ChannelKind::Unsigned)
}

/// A kernel `k(object, out)` with the object in `%d0`, the thread in `%r8` and its word of `out` in `%d2`.
fn file(module: &str, body: &str) -> String {
    format!(
        "{HEADER}{module}.visible .entry k(.param .u64 object, .param .u64 out) {{
        .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<12>; .reg .f32 %f<8>; .reg .b64 %d<8>;
        ld.param.u64 %d0, [object]; ld.param.u64 %d1, [out];
        mov.u32 %r8, %tid.x; mul.wide.u32 %d2, %r8, 4; add.u64 %d2, %d1, %d2;
{body}
        ret; }}"
    )
}

/// Runs `body` with 32 threads on an object that `make` creates; the words of `out`.
fn run(module: &str, body: &str, make: impl FnOnce(&mut Memory) -> u64) -> Result<Vec<u32>, String> {
    let mut gpu = Gpu::new(&file(module, body));
    let object = make(&mut gpu.memory);
    let out = gpu.memory.allocate("out", 128).unwrap();
    let launch = Launch::new([1, 1, 1], [32, 1, 1]).arg(Arg::u64(object)).arg(Arg::u64(out));
    gpu.run(&launch).map_err(|fault| fault.to_string())?;
    Ok(gpu.words(out, 32))
}

fn numbered_array(memory: &mut Memory) -> Array {
    let array = memory.create_array("numbers", FLAT, words()).unwrap();
    let texels: Vec<u8> = (0..128u32).flat_map(|n| (1000 + n).to_le_bytes()).collect();
    memory.write_array(array, ArrayRegion::all(FLAT), &texels).unwrap();
    array
}

fn numbered_texture(memory: &mut Memory) -> u64 {
    let array = numbered_array(memory);
    memory.create_texture(Texture::new(TextureSource::Array(array))).unwrap().0
}

fn numbered_surface(memory: &mut Memory) -> u64 {
    let array = numbered_array(memory);
    memory.create_surface(Surface { array }).unwrap().0
}

const FETCH: &str = "tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%d0, {%r8, 2}]; st.global.u32 [%d2], %r0;";

#[test]
fn a_value_that_is_no_object_is_a_fault() {
    let place = "in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)";
    assert_eq!(
        run("", FETCH, |_| 7).unwrap_err(),
        format!(
            "bad texture: `tex.2d.v4.u32.s32` uses 0x7, which is not a texture object\n  {place}\n  \
             pass the handle of a texture object that exists; a destroyed one is not valid any more"
        )
    );
    let destroyed = |memory: &mut Memory| {
        let texture = numbered_texture(memory);
        memory.destroy_texture(TextureHandle(texture)).unwrap();
        assert!(memory.destroy_texture(TextureHandle(texture)).is_err());
        texture
    };
    assert!(run("", FETCH, destroyed).unwrap_err().starts_with("bad texture"));
    assert!(run("", FETCH, numbered_surface).unwrap_err().starts_with("bad texture"));
    let load = "suld.b.2d.b32.trap %r0, [%d0, {0, 0}];";
    assert!(
        run("", load, numbered_texture).unwrap_err().starts_with("bad surface: `suld.b.2d.b32.trap` uses 0x")
    );
}

#[test]
fn a_texture_of_a_destroyed_array_is_a_use_after_free() {
    let gone = |memory: &mut Memory| {
        let array = numbered_array(memory);
        let texture = memory.create_texture(Texture::new(TextureSource::Array(array))).unwrap();
        memory.destroy_array(array).unwrap();
        texture.0
    };
    let fault = run("", FETCH, gone).unwrap_err();
    assert!(fault.starts_with("use after free: `tex.2d.v4.u32.s32` accesses 4 bytes at"), "{fault}");
    assert!(fault.ends_with("the address is in `numbers`, which was freed"), "{fault}");
}

#[test]
fn a_texture_or_surface_of_a_destroyed_array_reads_zero_if_checks_only_warn() {
    // Accesses of one line are one warning.
    let surface = "sust.b.2d.b32.trap [%d0, {0, 0}], %r8;\nsuld.b.2d.b32.trap %r0, [%d0, {0, 0}]; st.global.u32 [%d2], %r0;";
    for (body, many) in [(FETCH, 1), (surface, 2)] {
        let mut gpu = Gpu::new(&file("", body));
        let array = numbered_array(&mut gpu.memory);
        let object = match many {
            1 => gpu.memory.create_texture(Texture::new(TextureSource::Array(array))).unwrap().0,
            _ => gpu.memory.create_surface(Surface { array }).unwrap().0,
        };
        gpu.memory.destroy_array(array).unwrap();
        let out = gpu.memory.allocate("out", 128).unwrap();
        let launch = Launch { checks: Checks::Warn, ..Launch::new([1, 1, 1], [32, 1, 1]) };
        gpu.run(&launch.arg(Arg::u64(object)).arg(Arg::u64(out))).unwrap();
        assert_eq!(gpu.words(out, 32), [0; 32]);
        let counts: Vec<u64> = gpu.memory.take_warnings().distinct.iter().map(|w| w.count).collect();
        assert_eq!(counts, vec![32; many]);
    }
}

#[test]
fn a_fetch_of_another_shape_is_a_fault() {
    let fault =
        run("", "tex.1d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%d0, {%r8}];", numbered_texture).unwrap_err();
    assert!(
        fault.starts_with("bad texture: `tex.1d.v4.u32.s32` uses a texture that is two-dimensional\n"),
        "{fault}"
    );
    let fault = run("", "suld.b.3d.b32.trap %r0, [%d0, {0, 0, 0, 0}];", numbered_surface).unwrap_err();
    assert!(
        fault.starts_with("bad surface: `suld.b.3d.b32.trap` uses a surface that is two-dimensional\n"),
        "{fault}"
    );
}

#[test]
fn a_surface_access_out_of_range_traps_at_the_first_byte_outside() {
    let at = |x: i32, y: i32| format!("sust.b.2d.b32.trap [%d0, {{{x}, {y}}}], %r8;");
    for (x, y) in [(0, 0), (124, 0), (124, 3)] {
        assert!(run("", &at(x, y), numbered_surface).is_ok(), "{x} {y}");
    }
    for (x, y) in [(128, 0), (-4, 0), (0, 4), (0, -1)] {
        let fault = run("", &at(x, y), numbered_surface).unwrap_err();
        assert_eq!(
            fault,
            format!(
                "out of bounds: `sust.b.2d.b32.trap` accesses 4 bytes at byte {x}, row {y}, slice 0 of a surface\n  \
                 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n  the surface has 4 rows of 128 bytes and \
                 1 slices; `.clamp` and `.zero` permit any coordinates"
            )
        );
    }
    let fault = run("", &at(2, 0), numbered_surface).unwrap_err();
    assert!(
        fault.starts_with("misaligned: `sust.b.2d.b32.trap` needs an address aligned to 4 bytes"),
        "{fault}"
    );
}

#[test]
fn references_hold_the_object_that_is_bound_to_them() {
    let ptx = file(
        ".global .texref t;\n.global .surfref s;\n",
        "tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [t, {%r8, 2}];
         mov.u64 %d3, s;
         shl.b32 %r9, %r8, 2;
         suld.b.2d.b32.trap %r4, [%d3, {%r9, 0}];
         add.u32 %r0, %r0, %r4;
         st.global.u32 [%d2], %r0;",
    );
    let mut gpu = Gpu::new(&ptx);
    let texture = numbered_texture(&mut gpu.memory);
    let surface = numbered_surface(&mut gpu.memory);
    let out = gpu.memory.allocate("out", 128).unwrap();
    let launch = Launch::new([1, 1, 1], [32, 1, 1]).arg(Arg::u64(0)).arg(Arg::u64(out));
    assert!(gpu.run(&launch).unwrap_err().to_string().starts_with("bad texture"), "nothing is bound");
    for (name, handle) in [("t", texture), ("s", surface)] {
        let id = gpu.module.variables.iter().position(|v| v.name == name).unwrap();
        let address = gpu.globals.address(warploom_kernel::program::VariableId(id as u32));
        gpu.memory.write(address, &handle.to_le_bytes()).unwrap();
    }
    gpu.run(&launch).unwrap();
    let want: Vec<u32> = (0..32).map(|n| 1000 + 64 + n + 1000 + n).collect();
    assert_eq!(gpu.words(out, 32), want);
}

#[test]
fn handles_increase_and_may_be_computed() {
    // The second texture is the first plus one, also if lowering moves the sum into the operand.
    let body = "add.u64 %d0, %d0, 1; tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%d0, {%r8, 0}]; st.global.u32 [%d2], %r0;";
    for lowered in [false, true] {
        let mut gpu = Gpu::new(&file("", body));
        if lowered {
            gpu.module = gpu.module.clone().lower(&warploom_kernel::ptx::lower::Options::default());
        }
        let first = numbered_texture(&mut gpu.memory);
        assert_eq!(numbered_texture(&mut gpu.memory), first + 1);
        let out = gpu.memory.allocate("out", 128).unwrap();
        let launch = Launch::new([1, 1, 1], [32, 1, 1]).arg(Arg::u64(first)).arg(Arg::u64(out));
        gpu.run(&launch).unwrap();
        assert_eq!(gpu.words(out, 32), (1000..1032).collect::<Vec<u32>>());
    }
}

#[test]
fn what_cannot_be_a_texture_is_refused() {
    let mut memory = Memory::new();
    let integers = memory.create_array("integers", FLAT, format(1, 8, ChannelKind::Unsigned)).unwrap();
    let wide = memory.create_array("wide", FLAT, words()).unwrap();
    let of = |array| Texture::new(TextureSource::Array(array));
    let mut refused = |texture: Texture| memory.create_texture(texture).map_err(|e| e.to_string()).err();
    let linear = |array| Texture { filter: Filter::Linear, ..of(array) };
    assert_eq!(
        refused(linear(integers)).unwrap(),
        "a linear filter needs numbers: use a floating-point format, or 8 or 16 bits and the normalised-float read mode"
    );
    assert_eq!(refused(Texture { read_mode: ReadMode::NormalizedFloat, ..linear(integers) }), None);
    assert_eq!(
        refused(Texture { read_mode: ReadMode::NormalizedFloat, ..of(wide) }).unwrap(),
        "the normalised-float read mode needs channels of 8 or 16 bits"
    );
    assert_eq!(refused(of(Array(5))).unwrap(), "0x5 is not an array, or was destroyed");
    let x = memory.allocate("x", 256).unwrap();
    let mut refused = |source| memory.create_texture(Texture::new(source)).map_err(|e| e.to_string()).err();
    let line = |address, width| TextureSource::Linear { address, format: words(), width };
    assert_eq!(refused(line(x, 64)), None);
    assert!(refused(line(x, 65)).unwrap().contains("260 bytes at"));
    assert!(refused(line(x, 0)).unwrap().starts_with("an array cannot have [0, 1, 1] texels"));
    assert!(refused(line(x + 2, 4)).unwrap().starts_with("a texture of linear memory needs an address"));
    let rows =
        |height, pitch| TextureSource::Pitch2D { address: x, format: words(), width: 8, height, pitch };
    // The last row may end before its pitch does.
    assert_eq!((refused(rows(8, 32)), refused(rows(4, 64))), (None, None));
    assert!(refused(rows(9, 32)).is_some() && refused(rows(5, 64)).is_some());
    assert!(refused(rows(4, 28)).unwrap().starts_with("rows of 32 bytes need a pitch"));
    assert!(refused(rows(4, 34)).is_some());
}

#[test]
fn what_cannot_be_an_array_or_a_copy_is_refused() {
    let mut memory = Memory::with_limit(1 << 20);
    let mut shape = |shape| memory.create_array("a", shape, words()).map_err(|e| e.to_string());
    assert_eq!(
        shape(ArrayShape::D2 { width: 0, height: 4 }).unwrap_err(),
        "an array cannot have [0, 4, 1] texels: each dimension has 1 to 131072"
    );
    assert!(shape(ArrayShape::D1 { width: 1 << 17 }).is_ok());
    assert!(shape(ArrayShape::D1 { width: (1 << 17) + 1 }).is_err());
    assert!(shape(ArrayShape::LayeredCubemap { size: 8, cubemaps: u32::MAX }).is_err());
    assert!(
        shape(ArrayShape::D2 { width: 1024, height: 1024 })
            .unwrap_err()
            .starts_with("cannot allocate 4194304")
    );
    let array = numbered_array(&mut memory);
    let region = |origin, extent| ArrayRegion { origin, extent };
    let mut write =
        |r, bytes: usize| memory.write_array(array, r, &vec![0; bytes]).map_err(|e| e.to_string());
    assert_eq!(write(region([31, 3, 0], [1, 1, 1]), 4), Ok(()));
    assert_eq!(
        write(region([31, 3, 0], [2, 1, 1]), 8).unwrap_err(),
        "a copy of [2, 1, 1] texels at [31, 3, 0] exceeds the array of [32, 4, 1] texels"
    );
    assert_eq!(
        write(region([0, 0, 0], [2, 2, 1]), 15).unwrap_err(),
        "the region has 16 bytes, but 15 are copied"
    );
    assert_eq!(write(region([0, 0, 0], [0, 2, 1]), 0), Ok(()));
    // A part is where it should be.
    let texels = memory.read_array(array, region([30, 2, 0], [2, 2, 1])).unwrap();
    let words: Vec<u32> = texels.chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(words, [1094, 1095, 1126, 0]);
    memory.take_copies();
    memory.write_array(array, region([0, 0, 0], [1, 1, 1]), &[0; 4]).unwrap();
    let (address, bytes) = memory.array_storage(array).unwrap();
    assert_eq!(memory.take_copies(), [HostCopy { address, bytes }]);
}

/// The accesses of a launch.
#[derive(Default)]
struct Accesses(Vec<(Space, u32, Vec<u64>)>);

impl Listener for Accesses {
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        if let Some(Access { space: Space::Texture, bytes, addresses }) = event.access {
            self.0.push((Space::Texture, bytes, addresses.to_vec()));
        }
    }
}

#[test]
fn a_tape_holds_the_address_of_the_first_texel_of_each_lane() {
    // Half a texel above the middle of texel (lane, 1): the footprint starts at (lane - 1, 1).
    let body = "cvt.rn.f32.u32 %f0, %r8;
        tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d0, {%f0, 0f3FC00000}];
        st.global.f32 [%d2], %f1;";
    let mut gpu = Gpu::new(&file("", body));
    let texels = format(2, 16, ChannelKind::Float);
    let array = gpu.memory.create_array("picture", FLAT, texels).unwrap();
    let border = [AddressMode::Border; 3];
    let texture =
        Texture { filter: Filter::Linear, address_mode: border, ..Texture::new(TextureSource::Array(array)) };
    let texture = gpu.memory.create_texture(texture).unwrap();
    let out = gpu.memory.allocate("out", 128).unwrap();
    let launch = Launch::new([1, 1, 1], [32, 1, 1]).arg(Arg::u64(texture.0)).arg(Arg::u64(out));
    let mut seen = Accesses::default();
    gpu.listen(&launch, &mut seen).unwrap();
    let (base, _) = gpu.memory.array_storage(array).unwrap();
    // A GOB has sectors of two rows of 16 bytes; outside, the nearest texel counts.
    let texel = |x: u64| base + x / 16 * 512 + x % 16 / 8 * 256 + x % 8 / 4 * 32 + 16 + x % 4 * 4;
    let want: Vec<u64> = (0..32u64).map(|lane| texel(lane.saturating_sub(1))).collect();
    assert_eq!(seen.0, [(Space::Texture, 4, want.clone())]);

    let mut lists = Vec::new();
    let program = &gpu.module.programs[0];
    let code = Code::of(program);
    tape::record(program, &gpu.globals, &launch, &mut gpu.memory, |cta| {
        lists.extend(cta.warp(0).steps(&code).filter_map(|step| match step.access {
            Some(Addresses::Listed(list)) => Some(list.to_vec()),
            _ => None,
        }));
        true
    })
    .unwrap();
    assert_eq!(lists, [want]);
}

#[test]
fn effects_classes_and_text_of_texture_instructions() {
    let gpu = Gpu::new(&file(
        "",
        "tex.a2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%r8, %f0, 0f3F800000, %f1}];
         tex.level.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%f0, %f1}], %f2;
         tex.grad.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%f4, %f5}], {%f0, %f1}, {%f2, %f3};
         suld.b.2d.v2.b32.trap {%r0, %r1}, [%d0, {%r8, 1}];
         sust.b.2d.v2.b32.zero [%d0, {%r8, 2}], {%r0, %r1};
         sured.b.add.1d.u64.clamp [%d0, %r8], %d1;
         txq.width.b32 %r0, [%d0];
         istypep.surfref %p0, %d0;",
    ));
    let program = &gpu.module.programs[0];
    let code = Code::of(program);
    let lines: Vec<String> = program.code[5..13].iter().map(|i| instruction_text(program, i)).collect();
    assert_eq!(
        lines,
        [
            "tex.a2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d0, {%r0, %r1, 1.0, %r2}]",
            "tex.level.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d0, {%r1, %r2}], %r3",
            "tex.grad.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d0, {%r5, %r6}], %r1, %r2, %r3, %r4",
            "suld.b.2d.v2.b32.trap {%r7, %r8}, [%d0, {%r0, 1}]",
            "sust.b.2d.v2.b32.zero [%d0, {%r0, 2}], {%r7, %r8}",
            "sured.b.add.1d.u64.clamp [%d0, {%r0}], %d1",
            "txq.width.b32 %r7, %d0",
            "istypep.surfref %p0, %d0",
        ]
    );
    let memory = |kind, bytes| Effect::Memory { space: Space::Texture, kind, bytes };
    let fetch = memory(AccessKind::Load, 1);
    let effects: Vec<Effect> = code.instructions[5..13].iter().map(|i| i.effect).collect();
    let surfaces = [memory(AccessKind::Load, 8), memory(AccessKind::Store, 8), memory(AccessKind::Reduce, 8)];
    assert_eq!(effects[..3], [fetch; 3]);
    assert_eq!(effects[3..6], surfaces);
    assert_eq!(effects[6..], [Effect::None; 2]);
    assert!(code.instructions[5..12].iter().all(|i| i.class == Class::Texture));
}

#[test]
fn the_use_of_a_fetched_texel_starts_a_phase() {
    let gpu = Gpu::new(&file("", FETCH));
    let code = Code::of(&gpu.module.programs[0]);
    let phases = Phases::new(&code, Rules::default());
    // The fetch, then the store of its result.
    assert_eq!(phases.of(5), phases.of(4));
    assert_eq!(phases.of(6).0, phases.of(5).0 + 1);
}

#[test]
fn stores_to_a_surface_keep_their_order_when_code_is_scheduled() {
    let body = "shl.b32 %r9, %r8, 2;
        sust.b.2d.b32.trap [%d0, {%r9, 0}], %r8;
        suld.b.2d.b32.trap %r0, [%d0, {%r9, 0}];
        sust.b.2d.b32.trap [%d0, {%r9, 0}], 7;
        suld.b.2d.b32.trap %r1, [%d0, {%r9, 0}];
        mad.lo.u32 %r0, %r0, 10, %r1;
        st.global.u32 [%d2], %r0;";
    for mode in [Mode::Warps32, Mode::Warps64, Mode::Threads] {
        let mut gpu = Gpu::new(&file("", body));
        gpu.module = gpu.module.clone().lower(&warploom_kernel::ptx::lower::Options::default());
        let surface = numbered_surface(&mut gpu.memory);
        let out = gpu.memory.allocate("out", 128).unwrap();
        let mut launch = Launch::new([1, 1, 1], [32, 1, 1]).arg(Arg::u64(surface)).arg(Arg::u64(out));
        launch.mode = mode;
        gpu.run(&launch).unwrap();
        assert_eq!(gpu.words(out, 32), (0..32).map(|n| 10 * n + 7).collect::<Vec<u32>>());
    }
}
