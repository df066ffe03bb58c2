//! Static instructions of a kernel by type.

use warploom_kernel::class::Class;
use warploom_kernel::code::Code;
use warploom_kernel::gcn;
use warploom_kernel::ptx;
use warploom_kernel::ptx::lower::Options;

/// Names of the types, in the order of [`Mix`].
pub const TYPES: [&str; 8] =
    ["scalar ALU", "scalar memory", "wait", "control", "barrier", "vector ALU", "LDS", "vector memory"];

/// Static instructions by type.
pub type Mix = [u32; 8];

fn mix(code: &Code) -> Mix {
    let mut mix = Mix::default();
    for instruction in &code.instructions {
        mix[match instruction.class {
            Class::Scalar => 0,
            Class::Constant => 1,
            Class::Wait => 2,
            Class::Control => 3,
            Class::Barrier => 4,
            Class::Shared => 6,
            Class::Global | Class::Local | Class::Atomic | Class::Texture => 7,
            _ => 5,
        }] += 1;
    }
    mix
}

/// Instructions of GCN code.
pub fn of_gcn(program: &gcn::Program) -> Mix {
    mix(&gcn::code(program))
}

/// Instructions of the suite's GCN code, compiled by clang, and of its lowered PTX.
pub fn of_suite(application: &str, kernel: &str) -> (Mix, Mix) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../suite/kernels");
    let read = |extension| {
        let path = folder.join(format!("{application}.{extension}"));
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let clang = gcn::Module::parse(&read("s")).unwrap_or_else(|e| panic!("{application}.s: {e}"));
    let clang = clang.kernel(kernel).unwrap_or_else(|| panic!("no {kernel} in {application}.s"));
    let ptx = ptx::Module::parse(&read("ptx")).unwrap_or_else(|e| panic!("{application}.ptx: {e}"));
    let ptx = ptx.lower(&Options::default());
    let ptx = ptx.kernel(kernel).unwrap_or_else(|| panic!("no {kernel} in {application}.ptx"));
    (of_gcn(clang), mix(&Code::of(ptx)))
}
