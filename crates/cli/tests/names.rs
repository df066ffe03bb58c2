//! Names: of machines, policies and suite work in any case, of kernels in C++, and of files that are not PTX.

use crate::common;
use crate::common::bench;

use bench::Bench;
use std::fs;

#[test]
fn names_are_found_whatever_their_case() {
    let bench = Bench::new();
    let command = "run LUD/Internal --size Tiny --machine H100 --policy GTO --cta-policy Block";
    let found = bench.json(command);
    let plain = bench.json("run lud/internal --size tiny --machine h100 --policy gto --cta-policy block");
    let last = |records: &serde_json::Value| records.as_array().unwrap().last().unwrap().clone();
    let (found, plain) = (last(&found), last(&plain));
    for (key, name) in [
        ("work", "lud/internal"),
        ("size", "tiny"),
        ("machine", "h100"),
        ("policy", "gto"),
        ("cta_policy", "block"),
    ] {
        assert_eq!(found[key], name, "the record has the name as it is declared");
    }
    assert_eq!(found["digest"], plain["digest"]);
    for (mixed, plain) in [
        ("machines show GTX480-Pro", "machines show gtx480-pro"),
        ("policies show Two-Level", "policies show two-level"),
        ("suite show LUD", "suite show lud"),
        ("phases LUD/internal", "phases lud/internal"),
        ("reproduce MOTRR --list", "reproduce motrr --list"),
        (
            "compare Lud --size TINY --policies LRR,Gto --quiet",
            "compare lud --size tiny --policies lrr,gto --quiet",
        ),
    ] {
        // A policy is shown as it was typed.
        let text = |command| bench.fine(command).to_lowercase();
        assert_eq!(text(mixed), text(plain), "{mixed}");
    }
    let page = bench.fine("reproduce Phase-Aware --size Tiny --only Fig6 --quiet");
    assert!(bench.0.path().join("phase-aware-tiny/figures/fig6a.svg").is_file(), "{page}");
}

#[test]
fn a_file_takes_precedence_over_a_name_in_another_case() {
    let bench = Bench::new();
    let v100 = bench.fine("machines show v100");
    fs::write(bench.0.path().join("H100"), &v100).unwrap();
    fs::write(bench.0.path().join("h100"), &v100).unwrap();
    assert_eq!(bench.fine("machines show H100"), v100);
    assert!(
        bench.fine("machines show h100").contains("name = \"h100\""),
        "a name takes precedence over its file"
    );
    assert!(bench.fine("machines show h100").contains("name = \"h100\""));
    fs::create_dir(bench.0.path().join("LUD")).unwrap();
    let ended = bench.run("run LUD");
    assert_eq!(ended.code, 2, "{ended}");
    assert!(ended.stderr.contains("kernelslist.g"), "LUD is a directory, and so a trace: {ended}");
}

#[test]
fn code_that_is_not_ptx_is_an_error_with_the_commands_that_make_ptx() {
    let bench = Bench::new();
    let write = |name: &str, bytes: &[u8]| fs::write(bench.0.path().join(name), bytes).unwrap();
    write("x.cu", b"__global__ void k() {}\n");
    write("x.cuh", b"__global__ void k();\n");
    for binary in ["x.cubin", "x.fatbin", "x.o", "app"] {
        write(binary, b"\x7fELF\x02\x01\x01\0");
    }
    let sass = b"\tFunction : k\n        /*0000*/                   EXIT ;\n";
    write("x.sass", sass);
    write("sass.txt", sass);
    let mistakes = bench.mistakes(&[
        "run x.cu",
        "run x.cuh",
        "run x.cubin",
        "run x.fatbin",
        "run x.o",
        "run app",
        "run x.sass",
        "run sass.txt",
        "exec x.cu --launch launch.toml",
        "exec app --launch launch.toml",
        "phases x.cu",
        "phases x.cubin",
        "tape x.cu -o x.tape",
        "compare lud x.cu",
        "graph phases x.cu",
        "run none.cu",
    ]);
    insta::assert_snapshot!("not_ptx", mistakes);
    // A name with a space is quoted for the shell.
    write("my kernel.cu", b"");
    let ended = common::warploom(bench.0.path(), &["run", "my kernel.cu"]);
    assert!(ended.stderr.contains("-lineinfo 'my kernel.cu' -o 'my kernel.ptx'"), "{ended}");
    assert_eq!(bench.run("phases x.sass").code, 0, "phases takes SASS");
}

/// PTX with kernels and a variable of these symbols, each kernel with one instruction.
fn module(kernels: &[&str]) -> String {
    let kernel = |name: &&str| format!(".visible .entry {name}()\n{{\n\tret;\n}}\n");
    let kernels: String = kernels.iter().map(kernel).collect();
    format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n\
         .visible .const .align 4 .b8 _ZN4blas5coeffE[16];\n{kernels}"
    )
}

#[test]
fn a_kernel_is_found_by_its_cpp_name() {
    let bench = Bench::new();
    let symbols = [
        "_Z4gemmPKfS0_Pfi",
        "_ZN4blas4axpyEfPKfPfi",
        "_Z6reduceILi256EfEvPKT0_PS0_i",
        "_Z6reduceILi512EfEvPKT0_PS0_i",
        "_Z5scalePfi",
        "_Z5scalePdi",
        "plain",
    ];
    fs::write(bench.0.path().join("k.ptx"), module(&symbols)).unwrap();
    let launch = |kernel: &str| {
        let text = format!(
            "[buffers.c]\ntype = \"f32\"\nshape = 4\nsymbol = \"coeff\"\n\
             [[launch]]\nkernel = \"{kernel}\"\ngrid = 1\nblock = 32\n"
        );
        fs::write(bench.0.path().join("k.toml"), text).unwrap();
        "exec k.ptx --launch k.toml"
    };
    for (name, symbol) in [
        ("gemm", symbols[0]),
        ("axpy", symbols[1]),
        ("blas::axpy", symbols[1]),
        ("reduce<512, float>", symbols[3]),
        ("scale(double*, int)", symbols[5]),
        ("_Z5scalePfi", symbols[4]),
        ("plain", symbols[6]),
    ] {
        let printed: serde_json::Value =
            serde_json::from_str(&bench.fine(&format!("{} --json", launch(name)))).unwrap();
        assert_eq!(printed["launches"][0]["kernel"], symbol, "{name}");
    }
    let run = bench.json("run k.ptx --launch k.toml");
    assert_eq!(run[0]["kernel"], "plain");
    let printed = bench.fine("phases k.ptx --kernel gemm --summary");
    assert!(printed.contains(symbols[0]) && !printed.contains(symbols[1]), "{printed}");
    let mut mistakes = String::new();
    for kernel in ["scale", "reduce", "gem"] {
        mistakes += &bench.mistakes(&[launch(kernel), &format!("phases k.ptx --kernel {kernel}")]);
    }
    insta::assert_snapshot!("kernel_names", mistakes);
}

/// Commands do not write to the files that they read.
#[test]
fn a_command_refuses_to_overwrite_its_own_input() {
    let bench = Bench::new();
    bench.fine("tape saxpy.ptx --launch launch.toml -o saxpy.tape");
    let directory = bench.0.path();
    let contents = |name: &str| fs::read(directory.join(name)).unwrap();
    let launch = fs::read_to_string(directory.join("launch.toml")).unwrap();
    let saving = format!("{launch}\n[[save]]\nbuffer = \"y\"\nfile = \"saxpy.ptx\"\n");
    fs::write(directory.join("saving.toml"), saving).unwrap();
    for (command, input) in [
        ("exec saxpy.ptx --launch saving.toml", "saxpy.ptx"),
        ("run saxpy.ptx --launch launch.toml --timeline saxpy.ptx", "saxpy.ptx"),
        ("run saxpy.ptx --launch launch.toml --timeline ./launch.toml", "launch.toml"),
        ("run saxpy.tape --timeline saxpy.tape", "saxpy.tape"),
        ("tape saxpy.ptx --launch launch.toml -o saxpy.ptx", "saxpy.ptx"),
        ("tape saxpy.ptx --launch launch.toml -o launch.toml", "launch.toml"),
    ] {
        let before = contents(input);
        let ended = bench.run(command);
        assert_eq!(ended.code, 2, "{command}\n{ended}");
        assert!(ended.stderr.contains("would overwrite its own input"), "{command}\n{ended}");
        assert_eq!(contents(input), before, "{command}");
    }
}

#[test]
fn a_changed_machine_is_named_with_its_changes() {
    let bench = Bench::new();
    let text = bench.fine("run lud --size tiny --max-ctas 1 --set sm.count=4 --set l2.latency=100 --quiet");
    assert!(text.contains(", on gtx480 with sm.count=4 l2.latency=100 under gto"), "{text}");
    let records = bench.json("run lud --size tiny --max-ctas 1 --set sm.count=4");
    assert_eq!(records[0]["machine"], "gtx480 with sm.count=4");
}
