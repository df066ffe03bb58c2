//! Linking of separately compiled units: which definition a name stands for, and what is refused.

use crate::common;

use common::HEADER;
use warploom_kernel::execute::{Arg, Launch, Memory, Mode, RunError};
use warploom_kernel::program::VariableId;
use warploom_kernel::ptx::lower;
use warploom_kernel::ptx::run;
use warploom_kernel::ptx::{LinkErrorKind, Module};

/// Links units, each without its header.
fn link(units: &[&str]) -> Result<Module, String> {
    let sources: Vec<String> = units.iter().map(|unit| format!("{HEADER}{unit}")).collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    Module::link(&sources).map_err(|error| error.to_string())
}

/// The word that the kernel `k(out)` stores, in all modes, also after lowering.
fn result(units: &[&str]) -> u32 {
    let module = link(units).unwrap_or_else(|error| panic!("{error}"));
    let results: Vec<u32> = [Mode::Warps32, Mode::Warps64, Mode::Threads]
        .into_iter()
        .map(|mode| execute(&module, mode).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let lowered = execute(&module.lower(&lower::Options::default()), Mode::Warps32);
    assert!(results.iter().all(|r| *r == results[0]) && lowered == Ok(results[0]), "{results:?} {lowered:?}");
    results[0]
}

fn execute(module: &Module, mode: Mode) -> Result<u32, RunError> {
    let mut memory = Memory::new();
    let globals = memory.load(module).unwrap();
    let out = memory.allocate("out", 4).unwrap();
    let launch = Launch { mode, ..Launch::new([1, 1, 1], [1, 1, 1]) }.arg(Arg::u64(out));
    run(module.kernel("k").unwrap(), &globals, &launch, &mut memory, &mut ())?;
    Ok(u32::from_le_bytes(memory.read(out, 4).unwrap().try_into().unwrap()))
}

/// A kernel `k(out)` that stores `%r0`.
fn kernel(body: &str) -> String {
    format!(
        ".visible .entry k(.param .u64 out)\n{{\n.reg .b32 %r<9>; .reg .b64 %d<9>;\n{body}\n\
         ld.param.u64 %d8, [out];\nst.global.u32 [%d8], %r0;\nret;\n}}\n"
    )
}

/// A function that returns a constant.
fn constant(linkage: &str, name: &str, value: u32) -> String {
    format!("{linkage} .func (.param .b32 r) {name}() {{ st.param.b32 [r], {value}; ret; }}\n")
}

const CALL: &str = "{ .param .b32 r; call (r), f; ld.param.b32 %r0, [r]; }";
const DECLARED: &str = ".extern .func (.param .b32 r) f();\n";

fn caller() -> String {
    format!("{DECLARED}{}", kernel(CALL))
}

#[test]
fn a_kernel_calls_a_function_of_another_unit() {
    assert_eq!(result(&[&caller(), &constant(".visible", "f", 7)]), 7);
    assert_eq!(result(&[&constant(".visible", "f", 7), &caller()]), 7);
}

#[test]
fn calls_go_through_three_units() {
    let middle = ".extern .func (.param .b32 r) g(.param .b32 x);
        .visible .func (.param .b32 r) f() { .reg .b32 %r<2>;
        { .param .b32 x; .param .b32 y; st.param.b32 [x], 20; call (y), g, (x); ld.param.b32 %r0, [y]; }
        add.u32 %r0, %r0, 1; st.param.b32 [r], %r0; ret; }";
    let last = ".visible .func (.param .b32 r) g(.param .b32 x) { .reg .b32 %r<2>;
        ld.param.b32 %r0, [x]; add.u32 %r0, %r0, %r0; st.param.b32 [r], %r0; ret; }";
    assert_eq!(result(&[&caller(), middle, last]), 41);
    let module = link(&[last, &caller(), middle]).unwrap();
    let program = module.kernel("k").unwrap();
    let units: Vec<(&str, usize)> = program.functions.iter().map(|f| (f.name.as_str(), f.unit)).collect();
    assert_eq!(units, [("k", 1), ("f", 2), ("g", 0)]);
}

#[test]
fn a_missing_function_is_an_error_when_it_is_called() {
    let module = link(&[&caller(), ""]).unwrap();
    let fault = execute(&module, Mode::Warps32).unwrap_err().to_string();
    assert!(fault.starts_with("undefined function: the kernel calls `f`"), "{fault}");
}

#[test]
fn symbols_without_linkage_belong_to_their_unit() {
    let variable = |value: u32| format!(".global .u32 v = {value};\n.shared .u32 s;\n");
    let first = format!(
        "{}{}.extern .func (.param .b32 r) other();\n{}",
        variable(1),
        constant("", "f", 10),
        kernel(
            "st.shared.u32 [s], 100; { .param .b32 r; call (r), other; ld.param.b32 %r0, [r]; }
            { .param .b32 r; call (r), f; ld.param.b32 %r1, [r]; } add.u32 %r0, %r0, %r1;
            ld.global.u32 %r1, [v]; add.u32 %r0, %r0, %r1; ld.shared.u32 %r1, [s]; add.u32 %r0, %r0, %r1;"
        )
    );
    let second = format!(
        "{}{}.visible .func (.param .b32 r) other() {{ .reg .b32 %r<4>; st.shared.u32 [s], 5000;
         {{ .param .b32 q; call (q), f; ld.param.b32 %r0, [q]; }} ld.global.u32 %r1, [v]; add.u32 %r0, %r0, %r1;
         st.param.b32 [r], %r0; ret; }}",
        variable(2000),
        constant("", "f", 30_000),
    );
    assert_eq!(result(&[&first, &second]), 32_111);
    let module = link(&[&first, &second]).unwrap();
    let variables: Vec<_> = module.variables.iter().map(|v| (v.name.as_str(), v.unit)).collect();
    assert_eq!(variables, [("v", 0), ("v", 1)]);
}

#[test]
fn extern_variables_are_those_of_the_unit_that_defines_them() {
    let user = |declaration: &str| format!("{declaration}{}", kernel("ld.global.u32 %r0, [table+8];"));
    let definition = ".visible .global .align 4 .u32 table[4] = {1, 2, 3, 4};\n";
    assert_eq!(result(&[&user(".extern .global .align 4 .u32 table[4];\n"), definition]), 3);
    assert_eq!(result(&[definition, &user(".extern .global .align 4 .u32 table[];\n")]), 3);
    assert_eq!(
        link(&[&user(".extern .global .align 4 .u32 table[5];\n"), definition]).unwrap_err(),
        "unit 0: `table` has 20 bytes, but 16 bytes in unit 1, which defines it"
    );
    assert_eq!(
        link(&[definition, &user(".extern .const .align 4 .u32 table[4];\n")]).unwrap_err(),
        "unit 1: `table` is in another state space than in unit 0, which defines it"
    );
    assert_eq!(
        link(&["", &user(".extern .global .align 4 .u32 table[4];\n")]).unwrap_err(),
        "unit 1: `table` is not defined by any unit"
    );
    // A definition without linkage is not seen by other units.
    let private = definition.replace(".visible", "");
    assert!(link(&[&user(".extern .global .u32 table[4];\n"), &private]).is_err());
}

#[test]
fn a_strong_symbol_is_defined_once() {
    let twice = "unit 2: `f` is defined twice: unit 1 defines it, too";
    let [one, two] = [constant(".visible", "f", 1), constant(".visible", "f", 2)];
    assert_eq!(link(&[&caller(), &one, &two]).unwrap_err(), twice);
    assert_eq!(link(&["", &one, ".visible .global .u32 f;\n"]).unwrap_err(), twice);
    let [one, two] = [".visible .global .u32 f = 1;\n", ".visible .global .u32 f = 1;\n"];
    assert_eq!(link(&["", one, two]).unwrap_err(), twice);
    let entry = ".visible .entry f() { ret; }\n";
    assert_eq!(link(&["", entry, entry]).unwrap_err(), twice);
}

#[test]
fn a_strong_definition_replaces_weak_ones_of_which_the_first_counts() {
    let weak = |value| constant(".weak", "f", value);
    let strong = constant(".visible", "f", 9);
    assert_eq!(result(&[&caller(), &weak(1), &weak(2)]), 1);
    assert_eq!(result(&[&weak(1), &strong, &caller()]), 9);
    assert_eq!(result(&[&strong, &weak(1), &caller()]), 9);
    // Also in the unit of the weak one.
    assert_eq!(result(&[&format!("{}{}", weak(1), kernel(CALL)), &strong]), 9);

    let user = format!(".extern .global .u32 v;\n{}", kernel("ld.global.u32 %r0, [v];"));
    let [weak, strong] = [".weak .global .u32 v = 3;\n", ".visible .global .u32 v = 4;\n"];
    assert_eq!(result(&[&user, weak, ".weak .global .u32 v = 5;\n"]), 3);
    assert_eq!(result(&[weak, strong, &user]), 4);
    assert_eq!(result(&[strong, weak, &user]), 4);
    assert_eq!(
        link(&[weak, ".weak .global .u64 v = 5;\n"]).unwrap_err(),
        "unit 1: `v` has 8 bytes, but 4 bytes in unit 0, which defines it"
    );
}

#[test]
fn a_weak_kernel_of_several_units_is_one_kernel() {
    let entry = |linkage: &str, value: u32| {
        kernel(&format!("mov.u32 %r0, {value};")).replacen(".visible", linkage, 1)
    };
    let module = link(&[&entry(".weak", 1), &entry(".weak", 2)]).unwrap();
    assert_eq!(module.programs.len(), 1);
    assert_eq!(result(&[&entry(".weak", 1), &entry(".weak", 2)]), 1);
    assert_eq!(result(&[&entry(".weak", 1), &entry(".visible", 2)]), 2);
}

#[test]
fn common_variables_are_one_of_the_largest_size() {
    let common = |elements: u32| format!(".common .global .align 4 .u32 v[{elements}];\n");
    let user = kernel("st.global.u32 [v+12], 6; ld.global.u32 %r0, [v+12];");
    assert_eq!(result(&[&common(1), &common(4), &format!("{}{user}", common(2))]), 6);
    let module = link(&[&common(1), &common(4)]).unwrap();
    assert_eq!((module.variables.len(), module.variables[0].size), (1, 16));
    let defined = ".visible .global .align 4 .u32 v[4] = {0, 0, 0, 8};\n";
    let read = format!("{}{}", common(2), kernel("ld.global.u32 %r0, [v+12];"));
    assert_eq!(result(&[&read, defined]), 8);
    assert!(link(&[&common(5), defined]).is_err());
}

#[test]
fn shared_variables_are_laid_out_once() {
    let user = format!(
        ".extern .shared .align 4 .u32 s[2];\n.extern .func f();\n{}",
        kernel("st.shared.u32 [s+4], 1; call f; ld.shared.u32 %r0, [s+4];")
    );
    let other = ".visible .shared .align 4 .u32 s[2];
        .visible .func f() { .reg .b32 %r; ld.shared.u32 %r, [s+4]; add.u32 %r, %r, 1; st.shared.u32 [s+4], %r; ret; }";
    assert_eq!(result(&[&user, other]), 2);
    assert_eq!(link(&[&user, other]).unwrap().kernel("k").unwrap().shared, 8);
    let other = other.replace("u32 s[2]", "u32 s[3]");
    assert_eq!(
        link(&[&user, &other]).unwrap_err(),
        "unit 0: `s` has 8 bytes, but 12 bytes in unit 1, which defines it"
    );
    // Too large a variable is an error of the unit that declares it.
    let huge = other.replace("u32 s[3]", "u32 s[100000]");
    let user = user.replace("u32 s[2]", "u32 s[]");
    let error = link(&[&user, &huge]).unwrap_err();
    assert!(error.starts_with("unit 1: line 4"), "{error}");
}

#[test]
fn functions_of_all_units_are_reached_through_a_table() {
    // Both units have a static function `h`; the table of the second holds the address of its own, and of `f` of the first.
    let table =
        format!("{DECLARED}{}.visible .global .align 8 .u64 table[2] = {{f, h}};\n", constant("", "h", 500));
    let user = |n: u32| {
        format!(
            ".extern .global .align 8 .u64 table[2];\n{}{}{}",
            constant(".visible", "f", 40),
            constant("", "h", 3),
            kernel(&format!(
                "ld.global.u64 %d0, [table+{}];
                {{ .param .b32 r; P: .callprototype (.param .b32 _) _ (); call (r), %d0, (), P; ld.param.b32 %r0, [r]; }}
                mov.u64 %d1, h; {{ .param .b32 r; Q: .callprototype (.param .b32 _) _ (); call (r), %d1, (), Q; ld.param.b32 %r1, [r]; }}
                add.u32 %r0, %r0, %r1;",
                8 * n
            ))
        )
    };
    assert_eq!(result(&[&user(0), &table]), 43);
    assert_eq!(result(&[&user(1), &table]), 503);
    assert_eq!(result(&[&table, &user(1)]), 503);
}

#[test]
fn an_alias_is_known_to_other_units() {
    let aliased = format!("{}.visible .func (.param .b32 r) f();\n.alias f, g;\n", constant("", "g", 12));
    assert_eq!(result(&[&caller(), &aliased]), 12);
    assert_eq!(result(&[&format!("{aliased}{}", kernel(CALL))]), 12);
}

#[test]
fn declarations_must_have_the_sizes_of_the_definition() {
    let definition = ".visible .func (.param .b64 r) f() { st.param.b64 [r], 0; ret; }\n";
    assert_eq!(
        link(&[&caller(), definition]).unwrap_err(),
        "unit 0: `f` has parameters of [] and results of [4] bytes, \
         but parameters of [] and results of [8] bytes in unit 1, which defines it"
    );
}

#[test]
fn an_error_in_the_text_names_the_unit() {
    let sources = [format!("{HEADER}{}", caller()), format!("{HEADER}.visible .func f() {{ nonsense; }}")];
    let error = Module::link(&[&sources[0], &sources[1]]).unwrap_err();
    assert_eq!(error.unit, 1);
    assert!(matches!(&error.kind, LinkErrorKind::Ptx(error) if error.line == 4), "{error}");
    // Bodies are resolved with a kernel that calls them.
    let undeclared = ".visible .func (.param .b32 r) f() { st.param.b32 [r], %r7; ret; }";
    let error = link(&[&caller(), undeclared]).unwrap_err();
    assert!(error.starts_with("unit 1: line 4"), "{error}");
}

#[test]
fn source_files_are_numbered_over_all_units() {
    let first =
        format!(".file 1 \"a.cu\"\n.file 2 \"h.h\"\n{DECLARED}{}", kernel(&format!(".loc 1 7 0\n{CALL}")));
    let second = ".file 1 \"b.cu\"\n.file 2 \"h.h\"
        .visible .func (.param .b32 r) f() { .loc 1 3 0\n st.param.b32 [r], 1; .loc 2 5 0\n ret; }";
    let module = link(&[&first, second]).unwrap();
    let program = module.kernel("k").unwrap();
    let names = |unit: usize| -> Vec<(String, u64)> {
        let function = program.functions.iter().find(|f| f.unit == unit).unwrap();
        let code = &program.code[function.entry.index()..function.end.index()];
        let mut all: Vec<_> =
            code.iter().filter_map(|i| i.source).map(|s| (module.files[&s.file].clone(), s.line)).collect();
        all.dedup();
        all
    };
    assert_eq!(names(0), [("a.cu".to_owned(), 7)]);
    assert_eq!(names(1), [("b.cu".to_owned(), 3), ("h.h".to_owned(), 5)]);
}

#[test]
fn a_single_file_may_be_a_part_of_a_program() {
    let ptx = format!("{HEADER}.extern .global .u32 v;\n{}", kernel("ld.global.u32 %r0, [v];"));
    assert_eq!(Module::parse(&ptx).unwrap().variables.len(), 1);
    assert!(Module::link(&[&ptx]).is_err());
    assert!(Module::link(&[]).unwrap().programs.is_empty());
}

#[test]
fn units_of_nvcc_are_linked() {
    let units = [include_str!("link/first.ptx"), include_str!("link/second.ptx")];
    let inputs = [1.0f32, 2.0, 3.0, 4.0];
    let expected: Vec<f32> = (0..4)
        .map(|t| {
            let x = inputs[t];
            let other = 2.0 * x + (10.0 * x + 7.0);
            let pointed_to = if t % 2 == 0 { x - 1.0 } else { 10.0 * x + 7.0 };
            (x + 1.0 + 5.0) + other * 2.5 + pointed_to + 2.0 * x + 3.0
        })
        .collect();
    for order in [[units[0], units[1]], [units[1], units[0]]] {
        let module = Module::link(&order).unwrap();
        let mut kernels: Vec<&str> = module.programs.iter().map(|p| p.name.as_str()).collect();
        kernels.sort_unstable();
        assert_eq!(kernels, ["_Z6filledIfEvPT_", "_Z6filledIiEvPT_", "k"]);
        for module in [module.clone(), module.lower(&lower::Options::default())] {
            let mut memory = Memory::new();
            let globals = memory.load(&module).unwrap();
            let out = memory.allocate("out", 16).unwrap();
            memory.write(out, &inputs.map(f32::to_le_bytes).concat()).unwrap();
            let launch = Launch::new([1, 1, 1], [4, 1, 1]).arg(Arg::u64(out));
            run(module.kernel("k").unwrap(), &globals, &launch, &mut memory, &mut ()).unwrap();
            let results = memory.read(out, 16).unwrap().chunks_exact(4);
            let results: Vec<f32> = results.map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
            assert_eq!(results, expected);
            assert_eq!(memory.take_output(), b"hello 5\n");
            let counter = module.variables.iter().position(|v| v.name == "counter").unwrap();
            let counter = globals.address(VariableId(counter as u32));
            assert_eq!(memory.read(counter, 16).unwrap(), [1u32; 4].map(u32::to_le_bytes).concat());
        }
    }
}
