//! `printf` of a kernel against the C library of this host: each case is a thread of a kernel and a line of a C program.

use std::fmt::Write as _;
use std::process::Command;
use warploom_kernel::execute::{Arg, Launch, Memory};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::run;

/// A case: the format, and the value with the C expression that has its bits.
struct Case {
    format: String,
    bits: u64,
    c: String,
}

const KERNEL: &str = "
.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.visible .entry show(.param .u64 formats, .param .u64 values) {
    .reg .b32 %r<4>;
    .reg .b64 %d<6>;
    .param .b64 a0;
    .param .b64 a1;
    .param .b32 out;
    mov.u32 %r0, %ctaid.x;
    mul.wide.u32 %d0, %r0, 64;
    ld.param.u64 %d1, [formats];
    add.u64 %d1, %d1, %d0;
    mul.wide.u32 %d2, %r0, 16;
    ld.param.u64 %d3, [values];
    add.u64 %d3, %d3, %d2;
    st.param.b64 [a0], %d1;
    st.param.b64 [a1], %d3;
    call (out), vprintf, (a0, a1);
    ret;
}";

/// Flags, widths and precisions that C defines for a conversion.
fn formats(kind: char, length: &str) -> Vec<String> {
    let flags = match kind {
        'd' | 'i' => vec!["", "-", "+", " ", "0", "-+", "+0", " 0", "-0", "+ "],
        'u' => vec!["", "-", "0", "-0"],
        'o' | 'x' | 'X' => vec!["", "-", "0", "#", "#0", "-#"],
        'c' | 's' | 'p' => vec!["", "-"],
        _ => vec!["", "-", "+", " ", "0", "#", "#0", "+0", "-#", " 0", "+#"],
    };
    let precisions = match kind {
        'c' | 'p' => vec![""],
        's' => vec!["", ".0", ".3", ".", ".100"],
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => vec!["", ".0", ".1", ".5", ".25", "."],
        _ => vec!["", ".0", ".1", ".2", ".6", ".12", ".13", ".17", ".40", "."],
    };
    let mut all = Vec::new();
    for flag in flags {
        for width in ["", "12"] {
            for precision in &precisions {
                all.push(format!("%{flag}{width}{precision}{length}{kind}"));
            }
        }
    }
    all
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let integers: [u64; 9] =
        [0, 1, 7, 42, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, u64::MAX, 0x8000_0000_0000_0000];
    for kind in ['d', 'i', 'u', 'o', 'x', 'X'] {
        for (length, c) in [("", "int"), ("h", "int"), ("hh", "int"), ("ll", "long long")] {
            for format in formats(kind, length) {
                for bits in integers {
                    let c = format!("({c}){bits:#x}ULL");
                    all.push(Case { format: format.clone(), bits, c });
                }
            }
        }
    }
    let doubles: Vec<f64> = [
        "0",
        "1",
        "0.5",
        "1.5",
        "2.5",
        "0.125",
        "9.5",
        "99.5",
        "0.1",
        "123456",
        "1234567",
        "999999.5",
        "0.0001",
        "0.00001",
        "1e22",
        "1e23",
        "1.7976931348623157e308",
        "5e-324",
        "2.2250738585072014e-308",
        "1e-310",
        "3.141592653589793",
        "0.9999999",
        "9.9999995",
        "65504",
        "4503599627370496.5",
        "1e100",
    ]
    .iter()
    .map(|text| text.parse().unwrap())
    .chain([f64::INFINITY, f64::NAN])
    .flat_map(|x: f64| [x, -x])
    .collect();
    for kind in ['f', 'F', 'e', 'E', 'g', 'G', 'a', 'A'] {
        for format in formats(kind, "") {
            for x in &doubles {
                let bits = x.to_bits();
                all.push(Case { format: format.clone(), bits, c: format!("real({bits:#x}ULL)") });
            }
        }
    }
    for format in formats('c', "") {
        all.push(Case { format, bits: u64::from(b'q'), c: "'q'".to_owned() });
    }
    for format in formats('p', "") {
        for bits in [0, 1, 0x7f00_dead_beef] {
            all.push(Case { format: format.clone(), bits, c: format!("(void*){bits:#x}ULL") });
        }
    }
    all
}

/// What the C library prints for the cases, each ended by a line feed.
fn c_library(cases: &[Case]) -> Vec<u8> {
    let mut text = "#include <stdio.h>\n#include <string.h>\n\
        static double real(unsigned long long b) { double d; memcpy(&d, &b, 8); return d; }\n"
        .to_owned();
    // Many small functions compile faster than one large one.
    for (n, chunk) in cases.chunks(500).enumerate() {
        writeln!(text, "static void part{n}(void) {{").unwrap();
        for case in chunk {
            writeln!(text, "printf(\"{}\\n\", {});", case.format, case.c).unwrap();
        }
        text.push_str("}\n");
    }
    text.push_str("int main(void) {\n");
    for n in 0..cases.len().div_ceil(500) {
        writeln!(text, "part{n}();").unwrap();
    }
    text.push_str("return 0; }\n");
    let place = tempfile(&text);
    let program = place.with_extension("out");
    let compiled = Command::new("cc").args(["-w", "-O0", "-o"]).arg(&program).arg(&place).output();
    let compiled = compiled.expect("a C compiler, as Rust needs one to link");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let printed = Command::new(&program).output().expect("the program just compiled");
    std::fs::remove_file(&place).unwrap();
    std::fs::remove_file(&program).unwrap();
    printed.stdout
}

fn tempfile(text: &str) -> std::path::PathBuf {
    let place = std::env::temp_dir().join(format!("warploom-printf-{}.c", std::process::id()));
    std::fs::write(&place, text).unwrap();
    place
}

#[test]
fn every_conversion_prints_what_the_c_library_prints() {
    let cases = cases();
    let module = Module::parse(KERNEL).unwrap();
    let mut memory = Memory::new();
    let globals = memory.load(&module).unwrap();
    let (mut formats, mut values) = (Vec::new(), Vec::new());
    for case in &cases {
        let mut format = case.format.clone().into_bytes();
        format.push(b'\n');
        format.resize(64, 0);
        formats.extend(format);
        values.extend(case.bits.to_le_bytes());
        values.extend([0; 8]);
    }
    let mut upload = |bytes: &[u8]| {
        let address = memory.allocate("input", bytes.len() as u64).unwrap();
        memory.write(address, bytes).unwrap();
        address
    };
    let (formats, values) = (upload(&formats), upload(&values));
    let launch =
        Launch::new([cases.len() as u32, 1, 1], [1, 1, 1]).arg(Arg::u64(formats)).arg(Arg::u64(values));
    run(&module.programs[0], &globals, &launch, &mut memory, &mut ()).unwrap();
    let (found, wanted) = (memory.take_output(), c_library(&cases));
    let lines = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes).split('\n').map(str::to_owned).collect()
    };
    let (found, wanted) = (lines(&found), lines(&wanted));
    assert_eq!(found.len(), wanted.len());
    assert_eq!(wanted.len(), cases.len() + 1, "each case printed a line");
    // Where rounding for %#g carries into a new digit, glibc drops the zeros that C demands: `1.e+06` for `1.00000e+06`.
    let flaw = |case: &Case, wanted: &str| {
        case.format.contains('#')
            && case.format.to_lowercase().ends_with('g')
            && wanted.to_lowercase().contains(".e")
    };
    let wrong: Vec<String> = (found.iter().zip(&wanted).zip(&cases))
        .filter(|((found, wanted), case)| found != wanted && !flaw(case, wanted))
        .map(|((found, wanted), case)| format!("{} of {}: `{found}`, not `{wanted}`", case.format, case.c))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
