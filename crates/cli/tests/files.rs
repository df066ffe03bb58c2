//! Files that commands read and write: permissions of output, and paths that are not UTF-8.

#[cfg(unix)]
mod permissions {
    use crate::common::saxpy::saxpy;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;
    use std::process::Command;

    /// Commands that write files, every kind of file once.
    const COMMANDS: [&str; 10] = [
        "reproduce phase-aware --size tiny --only fig6 -o out --quiet",
        "graph phases lud --size tiny -o graph.svg --quiet",
        "tape lud --size tiny -o lud.tape --quiet",
        "export lud.tape -o traces --quiet",
        "import traces -o imported.tape --quiet",
        "run lud.tape --timeline lud.pftrace --quiet",
        "phases lud/internal --svg phases.svg",
        "exec saxpy.ptx --launch launch.toml --quiet",
        "machines import gpgpusim.config trace.config -o machine.toml",
        "new-policy mine --warploom ROOT",
    ];

    /// Every file and directory below `directory`, with its mode.
    fn modes(directory: &Path) -> Vec<(String, bool, u32)> {
        let mut modes = Vec::new();
        let mut left = vec![directory.to_owned()];
        while let Some(next) = left.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                let found = fs::metadata(&path).unwrap();
                modes.push((path.display().to_string(), found.is_dir(), found.permissions().mode() & 0o777));
                if found.is_dir() {
                    left.push(path);
                }
            }
        }
        modes
    }

    #[test]
    fn output_files_have_the_permissions_of_the_umask() {
        const CONFIG: &str =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/accelsim/configs/SM7_QV100");
        for (umask, file, folder) in [("022", 0o644, 0o755), ("027", 0o640, 0o750)] {
            let inputs = saxpy();
            let launch = inputs.path().join("launch.toml");
            let saved =
                fs::read_to_string(&launch).unwrap() + "\n[[save]]\nbuffer = \"y\"\nfile = \"work/y.npy\"\n";
            fs::write(&launch, saved).unwrap();
            let work = inputs.path().join("work");
            fs::create_dir(&work).unwrap();
            for command in COMMANDS {
                let command = command
                    .replace("saxpy.ptx", "../saxpy.ptx")
                    .replace("launch.toml", "../launch.toml")
                    .replace("ROOT", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
                    .replace(
                        "gpgpusim.config trace.config",
                        &format!("{CONFIG}/gpgpusim.config {CONFIG}/trace.config"),
                    );
                let output = Command::new("sh")
                    .args([
                        "-c",
                        &format!("umask {umask}; exec \"$0\" \"$@\""),
                        env!("CARGO_BIN_EXE_warploom"),
                    ])
                    .args(command.split(' '))
                    .current_dir(&work)
                    .output()
                    .unwrap();
                assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            }
            let found = modes(&work);
            assert!(found.len() > 40, "{found:?}");
            for (path, is_directory, mode) in found {
                let expected = if is_directory { folder } else { file };
                assert_eq!(mode, expected, "{path} has mode {mode:o} with umask {umask}");
            }
        }
    }
}

/// A path on Linux may have any bytes; on other systems not.
#[cfg(target_os = "linux")]
mod not_utf_8 {
    use crate::common::saxpy::saxpy;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use tempfile::TempDir;

    /// A temporary directory, and one in it whose name is not UTF-8 and that has the example's files.
    fn odd() -> (TempDir, PathBuf) {
        let directory = saxpy();
        let odd = directory.path().join(OsStr::from_bytes(b"odd-\xff"));
        fs::create_dir(&odd).unwrap();
        for file in ["saxpy.ptx", "launch.toml"] {
            fs::rename(directory.path().join(file), odd.join(file)).unwrap();
        }
        (directory, odd)
    }

    /// Runs the program in a directory; `ODD` at the start of an argument is a path that is not UTF-8.
    fn fine(directory: &Path, odd: &Path, command: &str) -> String {
        let args = command.split(' ').map(|word| match word.strip_prefix("ODD/") {
            Some(file) => odd.join(file).into_os_string(),
            None => word.into(),
        });
        let mut program = Command::new(env!("CARGO_BIN_EXE_warploom"));
        let output = program.args(args).current_dir(directory).env("TMPDIR", odd).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {stderr}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Every option and argument that names a file, in the order in which commands make each other's inputs.
    const COMMANDS: [&str; 22] = [
        "exec ODD/saxpy.ptx --launch ODD/launch.toml",
        "run ODD/saxpy.ptx --launch ODD/launch.toml --timeline ODD/x.pftrace --quiet",
        "phases ODD/saxpy.ptx --kernel saxpy --svg ODD/phases.svg",
        "phases ODD/saxpy.ptx --summary",
        "tape ODD/saxpy.ptx --launch ODD/launch.toml -o ODD/x.tape --quiet",
        "tape info ODD/x.tape",
        "run ODD/x.tape --quiet",
        "compare ODD/x.tape --policies lrr,gto --quiet",
        "oracle ODD/x.tape --policies lrr --quiet",
        "export ODD/x.tape -o ODD/trace --quiet",
        "import ODD/trace -o ODD/y.tape --quiet",
        "import ODD/trace/kernelslist.g --quiet",
        "import ODD/trace/kernel-1.traceg.xz --quiet",
        "run ODD/trace --quiet",
        "run ODD/trace/kernelslist.g --opcodes ODD/opcodes.toml --quiet",
        "graph phases ODD/x.tape -o ODD/graph.svg --quiet",
        "machines show ODD/machine.toml",
        "run ODD/x.tape --machine ODD/machine.toml --cta-policy block --quiet",
        "reproduce motrr --size tiny --only motrr/mvt --machine ODD/machine.toml -o ODD/motrr --quiet",
        "machines import ODD/gpgpusim.config ODD/trace.config -o ODD/imported.toml",
        "suite check lud --ptx ODD/ --quiet",
        "new-policy mine --published --in ODD/",
    ];

    fn inputs(odd: &Path) {
        const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let copy = |from: &str, to: &str| fs::copy(format!("{ROOT}/{from}"), odd.join(to)).unwrap();
        copy("crates/gpu/machines/gtx480.toml", "machine.toml");
        copy("crates/suite/kernels/lud.ptx", "lud.ptx");
        copy("crates/tape/opcodes/volta.toml", "opcodes.toml");
        for file in ["gpgpusim.config", "trace.config"] {
            copy(&format!("reference/accelsim/configs/SM7_QV100/{file}"), file);
        }
        let launch = odd.join("launch.toml");
        let text = fs::read_to_string(&launch).unwrap();
        fs::write(&launch, text + "\n[[save]]\nbuffer = \"y\"\nfile = \"y.npy\"\n").unwrap();
    }

    #[test]
    fn every_file_argument_takes_a_path_that_is_not_utf_8() {
        let (directory, odd) = odd();
        inputs(&odd);
        for command in COMMANDS {
            fine(directory.path(), &odd, command);
        }
        for file in
            ["y.npy", "x.pftrace", "phases.svg", "x.tape", "trace/kernelslist.g", "y.tape", "graph.png"]
        {
            assert!(odd.join(file).is_file(), "{file}");
        }
        for file in ["motrr/README.md", "imported.toml", "mine/Cargo.toml"] {
            assert!(odd.join(file).is_file(), "{file}");
        }
        assert!(
            directory.path().join("trace.tape").is_file() && directory.path().join("kernel-1.tape").is_file()
        );
        // A launch file may name files relative to its directory, which is not UTF-8 here.
        let text = fs::read_to_string(odd.join("launch.toml")).unwrap();
        let read =
            text.replace("file = \"y.npy\"", "file = \"z.npy\"") + "\n[buffers.again]\nfile = \"y.npy\"\n";
        fs::write(odd.join("again.toml"), read).unwrap();
        fine(directory.path(), &odd, "exec ODD/saxpy.ptx --launch ODD/again.toml");
        assert!(odd.join("z.npy").is_file());
    }

    #[test]
    fn the_current_directory_need_not_be_utf_8() {
        let (_directory, odd) = odd();
        inputs(&odd);
        for command in COMMANDS {
            fine(&odd, &odd, &command.replace("ODD/", "./"));
        }
        // A tape is named after its trace's directory.
        fine(&odd.join("trace"), &odd, "import . -o a.tape --quiet");
        fs::rename(odd.join("trace"), odd.join(OsStr::from_bytes(b"\xfe"))).unwrap();
        fine(&odd.join(OsStr::from_bytes(b"\xfe")), &odd, "import . --quiet");
        assert!(odd.join(OsStr::from_bytes(b"\xfe/\xfe.tape")).is_file());
    }
}
