//! What must hold of any bytes whatever that are taken for a cubin.

use warploom_kernel::execute::{Arg, Launch, Limits, Memory};
use warploom_kernel::sass::{self, Module};

/// Reads the bytes as a cubin; whatever can be read is printed, and executed within its limits. Returns how many kernels ended well and how
/// many at a fault.
pub fn execute(bytes: &[u8]) -> (usize, usize) {
    let (mut ended, mut faulted) = (0, 0);
    let module = match Module::parse(bytes) {
        Ok(module) => module,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return (0, 0);
        }
    };
    assert!(module.listing().lines().count() >= module.programs.len());
    for program in &module.programs {
        assert_eq!(sass::code(program).instructions.len(), program.code.len());
        let mut memory = Memory::with_limit(64 << 20);
        let Ok(globals) = memory.load_variables(&module.variables) else { continue };
        let mut launch = Launch::new([2, 1, 1], [70, 1, 1]);
        launch.limits = Limits { instructions: 2000, depth: 64, stack: 16 << 10 };
        for parameter in &program.parameters {
            // A damaged size may be more than any launch has.
            let mut bytes = vec![0; parameter.size.min(1 << 16) as usize];
            if parameter.size == 8 {
                let Ok(address) = memory.allocate("argument", 4096) else { continue };
                bytes.copy_from_slice(&address.to_le_bytes());
            }
            launch.args.push(Arg(bytes));
        }
        match sass::run(program, &globals, &launch, &mut memory, &mut ()) {
            Ok(_) => ended += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                faulted += 1;
            }
        }
    }
    (ended, faulted)
}
