//! `warploom capture` on programs that `cc` compiles: the calls that nvcc generates are written by hand, with the fat binary as
//! bytes.

use crate::common;

use common::{Ended, warploom};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use warploom_fatbin::container::{self, Kind};

/// x[i] = 2 x[i], without a check of the bounds.
pub(super) const PTX: &str = "
.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 values);
.global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
.visible .entry _Z5twicePf(.param .u64 x)
{
    .reg .f32 %f<3>; .reg .b32 %r<4>; .reg .b64 %d<4>;
    ld.param.u64 %d0, [x];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mad.lo.u32 %r3, %r1, %r2, %r0;
    mul.wide.u32 %d1, %r3, 4;
    add.u64 %d2, %d0, %d1;
    ld.global.f32 %f0, [%d2];
    add.f32 %f1, %f0, %f0;
    st.global.f32 [%d2], %f1;
    ret;
}
.visible .entry _Z5hellov()
{
    .reg .b64 %d<2>; .reg .b32 %r<2>;
    mov.u64 %d0, text;
    cvta.global.u64 %d1, %d0;
    { .param .b64 a; .param .b64 b; .param .b32 c;
      st.param.b64 [a], %d1; st.param.b64 [b], 0;
      call.uni (c), vprintf, (a, b);
      ld.param.b32 %r0, [c]; }
    ret;
}
";

/// The program: its first argument says what it does beside the launches. A second one is the symbol of another kernel, or a number.
pub(super) const PROGRAM: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { unsigned x, y, z; } dim3;
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
int cudaMalloc(void **, size_t);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaFree(void *);
int cudaMemGetInfo(size_t *, size_t *);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
int cudaDeviceSynchronize(void);
int cudaGetLastError(void);
int cudaFuncSetAttribute(const void *, int, int);
int cudaDeviceReset(void);
const char *cudaGetErrorName(int);
int cudaEventCreate(void **);
int cudaEventRecord(void *, void *);
int cudaEventElapsedTime(float *, void *, void *);

extern const unsigned char fat_binary[];
struct { unsigned magic, version; const void *data, *list; } wrapper __attribute__((section(".nvFatBinSegment")));

/* Host functions, whose addresses stand for the kernels. */
void twice(void) {}
void hello(void) {}
void other(void) {}

static int launch_with(void (*kernel)(void), unsigned grid, unsigned block, void *x, size_t shared) {
    void *arguments[] = {&x};
    dim3 g = {grid, 1, 1}, b = {block, 1, 1};
    return cudaLaunchKernel((void *)kernel, g, b, arguments, shared, 0);
}

static int launch(void (*kernel)(void), unsigned grid, unsigned block, void *x) {
    return launch_with(kernel, grid, block, x, 0);
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "";
    wrapper.magic = 0x466243b1;
    wrapper.version = 1;
    wrapper.data = fat_binary;
    void **handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, (char *)twice, 0, "_Z5twicePf", -1, 0, 0, 0, 0, 0);
    __cudaRegisterFunction(handle, (char *)hello, 0, "_Z5hellov", -1, 0, 0, 0, 0, 0);
    __cudaRegisterFunction(handle, (char *)other, 0, count > 2 ? words[2] : "", -1, 0, 0, 0, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
    float host[64], *x = 0;
    for (int i = 0; i < 64; i++) host[i] = i;
    if (cudaMalloc((void **)&x, sizeof host)) return 90;
    if (cudaMemcpy(x, host, sizeof host, 1)) return 91;
    void *events[2];
    if (!strcmp(what, "time")) {
        cudaEventCreate(&events[0]);
        cudaEventCreate(&events[1]);
        cudaEventRecord(events[0], 0);
    }
    int error = launch(twice, 2, 32, x);
    if (error) { printf("launch: %s\n", cudaGetErrorName(error)); return 92; }
    if (!strcmp(what, "time")) {
        float ms = -1;
        cudaEventRecord(events[1], 0);
        cudaEventElapsedTime(&ms, events[0], events[1]);
        printf("%s\n", ms > 0.0001f && ms < 1 ? "some microseconds" : "no time");
    }
    if (!strcmp(what, "shared")) {
        int largest[] = {48, 96, 97};
        for (int i = 0; i < 3; i++) {
            int set = i ? cudaFuncSetAttribute((void *)twice, 8, largest[i] << 10) : 0;
            printf("%d KiB: %s", largest[i], cudaGetErrorName(set));
            printf(", %s", cudaGetErrorName(launch_with(twice, 1, 32, x, largest[i] << 10)));
            printf(", %s\n", cudaGetErrorName(launch_with(twice, 1, 32, x, (largest[i] << 10) + 1)));
        }
    }
    if (!strcmp(what, "again")) launch(twice, 1, 32, x);
    if (!strcmp(what, "hello")) { printf("before\n"); launch(hello, 1, 2, 0); printf("after\n"); }
    if (!strcmp(what, "near"))
        for (int n = count > 2 ? atoi(words[2]) : 1; n > 0; n--) launch(twice, 3, 32, x);
    if (!strcmp(what, "freed")) { cudaFree(x); launch(twice, 1, 32, x); }
    if (!strcmp(what, "other") || !strcmp(what, "spin")) {
        /* The signal ends the program. */
        if (!strcmp(what, "spin")) alarm(10);
        error = launch(other, 1, 32, x);
        if (error) printf("launch: %s\n", cudaGetErrorName(error));
    }
    if (!strcmp(what, "memory")) {
        size_t left, total;
        void *large[2];
        for (int i = 0; i < 2; i++) printf("%s\n", cudaGetErrorName(cudaMalloc(&large[i], 40ul << 30)));
        cudaMemGetInfo(&left, &total);
        printf("%zu bytes, %s\n", total, left > 0 && left < total ? "some of them free" : "wrong");
    }
    if (!strcmp(what, "far")) launch(twice, 1, 32, (void *)16);
    if (!strcmp(what, "host")) launch(twice, 1, 32, host);
    if (!strcmp(what, "managed")) {
        float *both;
        cudaMallocManaged((void **)&both, sizeof host, 1);
        both[1] = 21;
        launch(twice, 1, 32, both);
        printf("%g\n", both[1]);
    }
    error = cudaDeviceSynchronize();
    if (error) { printf("%s, then %s\n", cudaGetErrorName(error), cudaGetErrorName(cudaGetLastError())); return 3; }
    if (cudaMemcpy(host, x, sizeof host, 2)) return 93;
    for (int i = 0; i < 64; i++)
        if (strcmp(what, "again") && host[i] != 2 * i) return 94;
    if (!strcmp(what, "code")) return 7;
    if (!strcmp(what, "abort")) abort();
    if (!strcmp(what, "kill")) raise(SIGKILL);
    if (!strcmp(what, "_exit")) _exit(5);
    printf("done\n");
    return 0;
}
"#;

const LAUNCH: &str = "
[buffers.x]
type = \"f32\"
iota = {}
shape = 64

[[launch]]
kernel = \"twice\"
grid = 2
block = 32
args = [{ buffer = \"x\" }]
";

pub(super) struct Bench(pub(super) TempDir);

/// The library that captured programs load, which Cargo builds for the command and so for this test.
fn library() -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    let deps = exe.parent().unwrap();
    let places = [deps.join("libwarploom_cuda.so"), deps.join("../libwarploom_cuda.so")];
    places.into_iter().find(|path| path.exists()).expect("the command depends on the library")
}

impl Bench {
    /// A directory with the program, linked to the library under CUDA's name.
    pub(super) fn new() -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(library(), bench.path("libcudart.so.13")).unwrap();
        bench.compile("program", PROGRAM, &[(Kind::Ptx, 75, PTX.as_bytes())], &["libcudart.so.13"]);
        bench
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles a C program with a fat binary; `link` are libraries.
    pub(super) fn compile(&self, name: &str, source: &str, images: &[(Kind, u32, &[u8])], link: &[&str]) {
        let bytes: Vec<String> = container::write(images).iter().map(u8::to_string).collect();
        let fat = format!(
            "__attribute__((section(\".nv_fatbin\"), aligned(8))) const unsigned char fat_binary[] = {{{}}};",
            bytes.join(",")
        );
        fs::write(self.path("source.c"), format!("{source}\n{fat}\n")).unwrap();
        let mut cc = Command::new("cc");
        cc.current_dir(self.0.path()).args(["-w", "source.c", "-o", name]).args(link);
        assert!(cc.status().unwrap().success());
    }

    pub(super) fn run(&self, command: &str) -> Ended {
        let mut ended = warploom(self.0.path(), &command.split(' ').collect::<Vec<_>>());
        let here = self.0.path().canonicalize().unwrap().display().to_string();
        ended.stdout = ended.stdout.replace(&here, "HERE");
        ended.stderr = ended.stderr.replace(&here, "HERE");
        ended
    }

    pub(super) fn list(&self, folder: &str) -> String {
        fs::read_to_string(self.path(folder).join("capture.toml")).unwrap()
    }
}

fn files(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_program_leaves_its_launches() {
    let bench = Bench::new();
    let ended = bench.run("capture -- ./program");
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "done\n"), "{ended}");
    assert_eq!(files(&bench.path("program.capture")), ["0000-twice.tape", "capture.toml", "module-0.ptx"]);
    insta::assert_snapshot!(bench.list("program.capture"));
    assert_eq!(fs::read_to_string(bench.path("program.capture/module-0.ptx")).unwrap(), PTX);
    // Every command takes the folder.
    let compared = bench.run("compare program.capture --policies lrr,gto --quiet");
    assert_eq!(compared.code, 0, "{compared}");
    let run = bench.run("run program.capture --policy gto --machine v100 --quiet");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(bench.run("export program.capture -o traces --quiet").code, 0);
}

#[test]
fn the_tape_is_that_of_a_launch_file() {
    let bench = Bench::new();
    // A launch file has the module's variables before its buffers, a program after them: it loads modules when it needs them.
    let (before, after) = PTX.split_once(".extern").unwrap();
    let twice = after.split_once(".visible").unwrap().1.split_once(".visible").unwrap().0;
    let ptx = format!("{before}.visible{twice}");
    bench.compile("program", PROGRAM, &[(Kind::Ptx, 75, ptx.as_bytes())], &["libcudart.so.13"]);
    fs::write(bench.path("k.ptx"), &ptx).unwrap();
    fs::write(bench.path("launch.toml"), LAUNCH).unwrap();
    let ended = bench.run("tape k.ptx --launch launch.toml -o file.tape --quiet");
    assert_eq!(ended.code, 0, "{ended}");
    assert_eq!(bench.run("capture -o c -- ./program").code, 0);
    let read = |name: &str| fs::read(bench.path(name)).unwrap();
    assert!(read("file.tape") == read("c/0000-twice.tape"));
    let ended = bench.run("tape k.ptx --launch launch.toml --target turing -o turing.tape --quiet");
    assert_eq!(ended.code, 0, "{ended}");
    assert_eq!(bench.run("capture --target turing -o t -- ./program").code, 0);
    assert!(read("turing.tape") == read("t/0000-twice.tape"));
}

#[test]
fn the_exit_code_is_the_programs_and_finished_launches_stay() {
    let bench = Bench::new();
    for (what, code) in [("code", 7), ("abort", 134), ("kill", 137), ("_exit", 5)] {
        let ended = bench.run(&format!("capture -o c -- ./program {what}"));
        assert_eq!(ended.code, code, "{what}: {ended}");
        assert_eq!(files(&bench.path("c")), ["0000-twice.tape", "capture.toml", "module-0.ptx"], "{what}");
    }
}

#[test]
fn launches_are_selected() {
    let bench = Bench::new();
    for (options, tapes) in [
        ("", &["0000-twice.tape", "0001-twice.tape"][..]),
        ("--first 1 ", &["0000-twice.tape"]),
        ("--launches 1.. ", &["0001-twice.tape"]),
        ("--kernel t?ice ", &["0000-twice.tape", "0001-twice.tape"]),
        ("--kernel once ", &[]),
        ("--no-record ", &[]),
    ] {
        let ended = bench.run(&format!("capture {options}-o c -- ./program again"));
        assert_eq!(ended.code, 0, "{ended}");
        let found: Vec<String> =
            files(&bench.path("c")).into_iter().filter(|name| name.ends_with(".tape")).collect();
        assert_eq!(found, tapes, "{options}");
        assert_eq!(bench.list("c").matches("[[launch]]").count(), 2, "all launches are listed");
    }
    let nothing = bench.run("run c");
    assert_eq!(nothing.code, 2);
    insta::assert_snapshot!(nothing.stderr);
}

#[test]
fn kernels_print_between_the_programs_own_lines() {
    let bench = Bench::new();
    let ended = bench.run("capture -- ./program hello");
    assert_eq!(ended.stdout, "before\nhello\nhello\nafter\ndone\n", "{ended}");
}

#[test]
fn managed_memory_is_seen_by_both_sides() {
    let ended = Bench::new().run("capture -- ./program managed");
    assert_eq!(ended.stdout, "42\ndone\n", "{ended}");
}

#[test]
fn times_between_events_are_simulated() {
    let bench = Bench::new();
    let ended = bench.run("capture --machine v100 -- ./program time");
    assert_eq!(ended.stdout, "some microseconds\ndone\n", "{ended}");
    assert!(bench.list("program.capture").contains("\ncycles = "));
}

#[test]
fn bad_accesses_are_explained() {
    let bench = Bench::new();
    let mut text = String::new();
    for command in [
        "--checks strict -- ./program near",
        "--checks warn -- ./program near",
        "--checks off -- ./program near",
        "-- ./program far",
        "-- ./program host",
    ] {
        let ended = bench.run(&format!("capture {command}"));
        let stderr: Vec<&str> = ended.stderr.lines().map(without_stack_address).collect();
        let stderr = stderr.join("\n");
        text.push_str(&format!(
            "$ warploom capture {command}\n{}{stderr}\nexit code {}\n\n",
            ended.stdout, ended.code
        ));
    }
    insta::assert_snapshot!(text);
}

/// The line up to an address of the host's stack, which depends on the environment.
fn without_stack_address(line: &str) -> &str {
    line.split(" 0x7ff").next().unwrap_or(line).split("; the access starts 10").next().unwrap_or(line)
}

#[test]
fn data_races_are_reported_and_change_no_tape() {
    let bench = Bench::new();
    // All CTAs work on the same elements.
    let ptx = PTX.replacen("mad.lo.u32 %r3, %r1, %r2, %r0;", "mov.u32 %r3, %r0;", 1);
    assert_ne!(ptx, PTX);
    bench.compile("program", PROGRAM, &[(Kind::Ptx, 75, ptx.as_bytes())], &["libcudart.so.13"]);
    let ended = bench.run("capture --race --no-record -o c -- ./program again");
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "done\n"), "{ended}");
    insta::assert_snapshot!(ended.stderr);
    // Each pair of lines is reported once.
    assert_eq!(bench.list("c").matches("races = 0").count(), 1, "{}", bench.list("c"));
    assert_eq!(bench.run("capture --race -o with -- ./program again").code, 0);
    assert_eq!(bench.run("capture -o without -- ./program again").code, 0);
    let read = |name: &str| fs::read(bench.path(name).join("0000-twice.tape")).unwrap();
    assert!(read("with") == read("without"));
    assert!(!bench.list("without").contains("races"));
    let fine = Bench::new().run("capture --race -- ./program");
    assert!(fine.stderr.ends_with("warploom: no data races\n"), "{fine}");
}

#[test]
fn what_cannot_be_captured_is_said_at_once() {
    let bench = Bench::new();
    bench.compile(
        "machine_code",
        PROGRAM,
        &[(Kind::Cubin, 80, b"code"), (Kind::Cubin, 90, b"code")],
        &["libcudart.so.13"],
    );
    bench.compile("plain", "int main(void) { return 4; }", &[], &[]);
    let stubs = "void __cudaRegisterFatBinary(void *x) {} \
        struct { int a; } wrapper __attribute__((section(\".nvFatBinSegment\"))); int main(void) { return 0; }";
    bench.compile("static", stubs, &[(Kind::Ptx, 75, PTX.as_bytes())], &[]);
    bench.compile(
        "old.so",
        "int cudaMalloc(void) { return 0; }",
        &[],
        &["-shared", "-Wl,-soname,libcudart.so.12"],
    );
    bench.compile("old", "int cudaMalloc(void); int main(void) { return cudaMalloc(); }", &[], &["./old.so"]);
    fs::create_dir(bench.path("full")).unwrap();
    fs::write(bench.path("full/thesis.tex"), "").unwrap();
    let mut text = String::new();
    for command in [
        "--code ptx -- ./machine_code",
        "--code sass --target fermi -- ./machine_code",
        "-- ./static",
        "-- ./old",
        "-- ./missing",
        "-- missing",
        "-o full -- ./program",
        "--machine hd7970 -- ./program",
        "--launches 5 -- ./program",
        "-- ./plain",
    ] {
        let ended = bench.run(&format!("capture {command}"));
        text.push_str(&format!(
            "$ warploom capture {command}\n{}{}exit code {}\n\n",
            ended.stdout, ended.stderr, ended.code
        ));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_header_and_the_flags_are_printed() {
    let bench = Bench::new();
    let header = bench.run("capture --header");
    assert_eq!(header.code, 0);
    assert!(header.stdout.contains("cudaThreadSynchronize"));
    assert_eq!(bench.run("nvcc-flags").stdout, "-arch=compute_75 -cudart shared -lineinfo\n");
}
