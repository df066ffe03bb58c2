//! Writes the linker's script of exported names, the functions that Warploom does not have, and the table of error codes.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    let read = |name: &str| {
        println!("cargo:rerun-if-changed={name}");
        fs::read_to_string(here.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    };

    let mut table = String::from("[\n");
    for line in read("errors.txt").lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(number), Some(name), Some(text)) = (words.next(), words.next(), words.next()) else {
            panic!("errors.txt: `{line}` is not a number, a name and a description");
        };
        writeln!(table, "    ({number}, c\"{name}\", c{text:?}),").expect("a string takes any text");
    }
    table.push(']');
    write(&out.join("errors.rs"), &table);
    let mut table = String::from("[\n");
    for line in read("driver_errors.txt").lines() {
        let Some((number, name)) = line.split_once(' ') else {
            panic!("driver_errors.txt: `{line}` is not a number and a name");
        };
        writeln!(table, "    ({number}, c\"{name}\"),").expect("a string takes any text");
    }
    table.push(']');
    write(&out.join("driver_errors.rs"), &table);

    // The linker gives each exported name its version. rustc's own list of exports has no versions, and a name that is in both
    // keeps none: so functions have a prefix in Rust, and the names that programs know are defined from them here.
    let (mut stubs, mut script) = (String::new(), String::new());
    // Addresses of the driver's functions, which `cuGetProcAddress` returns by name.
    let (mut declared, mut addresses) =
        (BTreeSet::new(), String::from("const ADDRESSES: &[(&str, unsafe extern \"C\" fn())] = &[\n"));
    for (file, version) in [("runtime.txt", "libcudart.so.13"), ("driver.txt", "libcuda.so.1")] {
        writeln!(script, "{version} {{ global:").expect("a string takes any text");
        for line in read(file).lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (name, target) = match line.split_once(' ') {
                None => (line, line),
                Some((name, "-")) => {
                    let guard = if file == "driver.txt" { "driver_guarded" } else { "guarded" };
                    writeln!(stubs, "unsupported!({name}, {guard});").expect("a string takes any text");
                    (name, name)
                }
                Some((name, rest)) => (name, rest.trim_start_matches("= ")),
            };
            writeln!(script, "    {name};").expect("a string takes any text");
            // To a program that asks for it by name, a function that Warploom does not have is not there.
            if file == "driver.txt" && !line.ends_with(" -") {
                declared.insert(target.to_owned());
                writeln!(addresses, "    ({name:?}, warploom_{target}),").expect("a string takes any text");
            }
            println!("cargo:rustc-cdylib-link-arg=-Wl,--defsym={name}=warploom_{target}");
        }
        script.push_str("};\n");
    }
    write(&out.join("unsupported.rs"), &stubs);
    addresses.push_str("];\nunsafe extern \"C\" {\n");
    for target in declared {
        writeln!(addresses, "    fn warploom_{target}();").expect("a string takes any text");
    }
    addresses.push_str("}\n");
    write(&out.join("addresses.rs"), &addresses);
    let map = out.join("exports.map");
    write(&map, &script);
    println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={}", map.display());
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcudart.so.13");
}

fn write(path: &std::path::Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}
