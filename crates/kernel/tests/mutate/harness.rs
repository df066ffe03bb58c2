//! What must hold for any text whatever.

use warploom_kernel::execute::{
    Arg, ArrayShape, ChannelKind, Filter, Globals, Launch, Limits, Memory, Mode, ReadMode, Surface,
    TexelFormat, Texture, TextureSource,
};
use warploom_kernel::program::VariableId;
use warploom_kernel::ptx;
use warploom_kernel::ptx::isa::Mod;
use warploom_kernel::ptx::lower::{Options, lower};
use warploom_kernel::ptx::program::instruction_text;
use warploom_kernel::ptx::run;
use warploom_kernel::ptx::{Module, Program};

/// Parse → print → parse is the identity. Says whether the text was PTX.
pub fn round_trip(text: &str) -> bool {
    let Ok(tree) = ptx::parse(text) else { return false };
    let printed = tree.to_string();
    let again = ptx::parse(&printed).unwrap_or_else(|e| panic!("{e}\n--- printed:\n{printed}"));
    assert_eq!(tree, again, "--- printed:\n{printed}");
    true
}

/// Every kernel of the text runs to its end or to a fault, within its limits. Says how many ended
/// well and how many at a fault.
pub fn execute(text: &str) -> (usize, usize) {
    let Ok(module) = Module::parse(text) else { return (0, 0) };
    let (mut ended, mut faulted) = (0, 0);
    for program in &module.programs {
        let mut memory = Memory::with_limit(64 << 20);
        let Ok(globals) = memory.load(&module) else { continue };
        bind(&module, &globals, &mut memory);
        let Some(launch) = launch(program, &mut memory) else { continue };
        match run(program, &globals, &launch, &mut memory, &mut ()) {
            Ok(_) => ended += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                faulted += 1;
            }
        }
        lowered(program, &globals, &launch, &mut memory);
    }
    (ended, faulted)
}

/// Binds a texture to the variable `picture` and a surface to `canvas`, if the module has them.
fn bind(module: &Module, globals: &Globals, memory: &mut Memory) {
    let shape = ArrayShape::D2 { width: 16, height: 16 };
    let texels =
        TexelFormat::new(4, 8, ChannelKind::Unsigned).and_then(|f| memory.create_array("texels", shape, f));
    let Ok(array) = texels else { return };
    let (filter, read_mode) = (Filter::Linear, ReadMode::NormalizedFloat);
    let texture = Texture { filter, read_mode, ..Texture::new(TextureSource::Array(array)) };
    let handles = [
        ("picture", memory.create_texture(texture).map(|t| t.0)),
        ("canvas", memory.create_surface(Surface { array }).map(|s| s.0)),
    ];
    for (name, handle) in handles {
        let variable = (0..).zip(&module.variables).find(|(_, v)| v.name == name && v.size == 8);
        if let (Some((id, _)), Ok(handle)) = (variable, handle) {
            let _ = memory.write(globals.address(VariableId(id)), &handle.to_le_bytes());
        }
    }
}

/// Lowered, it also runs to an end or a fault. What it computes may differ where it reads what it never wrote.
fn lowered(program: &Program, globals: &Globals, launch: &Launch, memory: &mut Memory) {
    for registers in [63, 8] {
        let lowered = lower(program, &Options { registers, ..Options::default() });
        for instr in &lowered.code {
            assert!(!instruction_text(&lowered, instr).is_empty());
        }
        if let Err(error) = run(&lowered, globals, launch, memory, &mut ()) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Two CTAs of 64 threads; a buffer for each parameter that may be an address, zeros for the others.
fn launch(program: &Program, memory: &mut Memory) -> Option<Launch> {
    let mut launch = Launch::new([2, 1, 1], [64, 1, 1]);
    launch.mode = Mode::Warps32;
    launch.limits = Limits { instructions: 20_000, depth: 64, stack: 64 << 10 };
    launch.shared = 1024;
    for param in &program.params {
        let mut bytes = vec![0; param.size as usize];
        if matches!(param.ty, Mod::U64 | Mod::B64 | Mod::S64) && param.size == 8 {
            let address = memory.allocate(&param.name, 4096).ok()?;
            bytes.copy_from_slice(&address.to_le_bytes());
        }
        launch.args.push(Arg(bytes));
    }
    Some(launch)
}
