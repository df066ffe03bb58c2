//! What happens to the commands of pages that do not simply run as they are written.

use super::pages::Command;

/// Commands of a page that another test executes, comparing what they print or write.
pub struct Covered {
    pub page: &'static str,
    /// Text that the commands have in common.
    pub containing: &'static str,
    /// Whether they follow a prompt.
    pub prompt: bool,
    /// File of the test in `crates/cli/tests`, and its function.
    pub test: &'static str,
    pub function: &'static str,
}

impl Covered {
    pub fn covers(&self, command: &Command) -> bool {
        let is_own = command.text.starts_with("warploom ") && command.text.contains(self.containing);
        is_own && command.page == self.page && command.prompt == self.prompt
    }
}

/// A command with a prompt, whose output the named test compares.
const fn shown(
    page: &'static str,
    containing: &'static str,
    test: &'static str,
    function: &'static str,
) -> Covered {
    Covered { page, containing, prompt: true, test, function }
}

pub const COVERED: &[Covered] = &[
    shown("README.md", "", "run.rs", "the_readme_shows_real_output"),
    shown("docs/tutorials/first-comparison.md", "", "run.rs", "the_tutorial_shows_real_output"),
    shown("docs/reference/policies.md", "", "run.rs", "the_book_shows_real_output"),
    shown("docs/how-to/run.md", "", "run.rs", "the_book_shows_real_output"),
    shown("docs/how-to/compare.md", "", "run.rs", "the_book_shows_real_output"),
    shown("docs/how-to/oracle.md", "", "oracle.rs", "the_book_shows_real_output"),
    shown("docs/how-to/profile.md", "", "profile.rs", "the_book_shows_real_output"),
    shown("docs/how-to/reproduce.md", "", "reproduce.rs", "the_book_shows_real_output"),
    shown("docs/reference/machines.md", "", "machines.rs", "the_book_shows_real_output"),
    shown("docs/reference/tapes.md", "", "tape.rs", "the_book_shows_real_output"),
    shown("docs/explanation/phases.md", "", "phases.rs", "the_book_shows_real_output"),
    shown("docs/tutorials/exec.md", "exec saxpy.ptx", "exec.rs", "the_book_shows_real_output"),
    shown("docs/tutorials/exec.md", "--race", "race.rs", "a_race_is_shown_at_both_lines_of_the_source"),
    Covered {
        page: "docs/how-to/pages.md",
        containing: "--html",
        prompt: false,
        test: "html.rs",
        function: "the_books_commands_write_their_pages",
    },
];

/// What a page's session needs before its first command.
pub enum Prepared {
    /// A file or directory of the repository, under this name.
    Copy { page: &'static str, from: &'static str, to: &'static str },
    /// A command that makes a file.
    Run { page: &'static str, command: &'static str },
}

impl Prepared {
    pub fn page(&self) -> &'static str {
        match self {
            Prepared::Copy { page, .. } | Prepared::Run { page, .. } => page,
        }
    }
}

const fn copy(page: &'static str, from: &'static str, to: &'static str) -> Prepared {
    Prepared::Copy { page, from, to }
}

const SAXPY: &str = "examples/saxpy/saxpy.ptx";
const LAUNCH: &str = "examples/saxpy/launch.toml";

pub const PREPARED: &[Prepared] = &[
    // A tape stands for the captured program: the program itself needs nvcc, and `.ci/run` captures it.
    Prepared::Run {
        page: "docs/tutorials/capture.md",
        command: "mkdir heat.capture && warploom tape nn/layer1 --size tiny -o heat.capture/0004-hottest.tape",
    },
    copy("docs/tutorials/capture.md", SAXPY, "heat.capture/module-0.ptx"),
    copy("docs/tutorials/exec.md", "examples", "examples"),
    copy("docs/reference/gcn.md", "examples/saxpy/saxpy.s", "saxpy.s"),
    copy("docs/reference/gcn.md", LAUNCH, "launch.toml"),
    copy("docs/reference/sass.md", "crates/suite/kernels/sm_80", "build"),
    copy("docs/reference/sass.md", "examples/saxpy/saxpy.cubin", "k.cubin"),
    copy("docs/reference/sass.md", LAUNCH, "launch.toml"),
    copy("docs/reference/launch-files.md", SAXPY, "saxpy.ptx"),
    copy("docs/reference/launch-files.md", LAUNCH, "launch.toml"),
    copy("docs/how-to/profile.md", SAXPY, "saxpy.ptx"),
    copy("docs/how-to/profile.md", SAXPY, "old.ptx"),
    copy("docs/how-to/profile.md", SAXPY, "new.ptx"),
    copy("docs/how-to/profile.md", SAXPY, "kernel.ptx"),
    copy("docs/how-to/profile.md", LAUNCH, "launch.toml"),
    Prepared::Run {
        page: "docs/how-to/profile.md",
        command: "mkdir program.capture && warploom tape nn/layer1 --size tiny -o program.capture/0000-nn.tape",
    },
    copy("docs/how-to/run.md", SAXPY, "kernel.ptx"),
    copy("docs/how-to/run.md", LAUNCH, "launch.toml"),
    copy("docs/how-to/run.md", "reference/traces/mgpusim_bfs_rodinia2ft_sm80", "traces/bfs"),
    copy("docs/how-to/check.md", "examples/check", "examples/check"),
    copy("docs/how-to/studies.md", "studies", "studies"),
    copy("docs/tutorials/lectures/session-3.md", "reference", "reference"),
    copy("docs/tutorials/lectures/answers-3.md", "reference", "reference"),
    copy("examples/README.md", "examples", "examples"),
];

/// A command that runs in another form.
pub struct Shortened {
    pub page: &'static str,
    pub command: &'static str,
    pub instead: &'static str,
    pub reason: &'static str,
}

const fn short(
    page: &'static str,
    command: &'static str,
    instead: &'static str,
    reason: &'static str,
) -> Shortened {
    Shortened { page, command, instead, reason }
}

const LONG: &str = "takes minutes without optimisation";
const NO_SLURM: &str = "there is no Slurm here; `cargo xtask slurm` runs the command on a real one";
const NEW_POLICY: (&str, &str, &str) = (
    "warploom new-policy mine",
    concat!("warploom new-policy mine --warploom '", env!("CARGO_MANIFEST_DIR"), "/../..'"),
    "the tested program may be built outside of the checkout",
);
const ONE_TAPE: &str = "the folder needs a captured program; a tape stands for it";

pub const SHORTENED: &[Shortened] = &[
    short("README.md", NEW_POLICY.0, NEW_POLICY.1, NEW_POLICY.2),
    short("docs/tutorials/new-policy.md", NEW_POLICY.0, NEW_POLICY.1, NEW_POLICY.2),
    short("docs/tutorials/lectures/session-2.md", NEW_POLICY.0, NEW_POLICY.1, NEW_POLICY.2),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce pro --only fig2",
        "warploom reproduce pro --only fig2 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce pro --only fig1",
        "warploom reproduce pro --only fig1 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce phase-aware --only fig7",
        "warploom reproduce phase-aware --only fig7 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce phase-aware --only fig6",
        "warploom reproduce phase-aware --only fig6 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce phase-aware --only fig13",
        "warploom reproduce phase-aware --only fig13 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce phase-aware --only fig10",
        "warploom reproduce phase-aware --only fig10 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce phase-aware --only fig9",
        "warploom reproduce phase-aware --only fig9 --size tiny --seeds 1",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom reproduce gcn --only fig4.1",
        "warploom reproduce gcn --seeds 1 --only fig4.1 --size tiny",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom graph phases srad/srad1 --size small --machine m2090 --target gt200 --policy phase",
        "warploom graph phases srad/srad1 --size tiny --machine m2090 --target gt200 --policy phase",
        LONG,
    ),
    short(
        "docs/how-to/gallery.md",
        "warploom compare aes nn/layer1 bfs backprop --size small --policies lrr,gto,phase,pro --html compare.html",
        "warploom compare aes nn/layer1 bfs backprop --size tiny --policies lrr,gto,phase,pro --html compare.html",
        LONG,
    ),
    short(
        "docs/tutorials/capture.md",
        "warploom compare heat.capture --policies lrr,gto,phase,pro --machine v100",
        "warploom compare heat.capture/0004-hottest.tape --policies lrr,gto,phase,pro --machine v100",
        ONE_TAPE,
    ),
    short(
        "docs/tutorials/capture.md",
        "warploom export heat.capture -o traces/heat",
        "warploom export heat.capture/0004-hottest.tape -o traces/heat",
        ONE_TAPE,
    ),
    short(
        "docs/how-to/profile.md",
        "warploom profile program.capture --machine h100",
        "warploom profile program.capture/0000-nn.tape --machine h100",
        ONE_TAPE,
    ),
    short(
        "docs/how-to/cluster.md",
        "export WARPLOOM_STORE=/shared/lab/warploom-store",
        "export WARPLOOM_STORE=store",
        "the directory belongs to a cluster",
    ),
    short(
        "docs/how-to/cluster.md",
        "warploom study run small.toml --store /tmp/store --on local",
        "warploom study run small.toml --store tmp/store --on local",
        "tests write to their own directory only",
    ),
    short(
        "docs/how-to/cluster.md",
        "warploom study run ready.toml --on slurm --limit 200 --sbatch=--partition=batch --sbatch=--account=gpu-arch \
         --sbatch=--time=00:30:00 --sbatch=--mem=2G",
        "warploom study run small.toml --on local",
        NO_SLURM,
    ),
    short(
        "docs/how-to/cluster.md",
        "warploom study results ready.toml -o out",
        "warploom study results small.toml -o out",
        "only the small study has run here",
    ),
    short(
        "docs/how-to/cluster.md",
        "warploom study work ready.toml --store DIR --chunk I",
        "warploom study work small.toml --chunk 0",
        "DIR and I are the reader's, and only the small study has run here",
    ),
    short(
        "docs/how-to/cluster.md",
        "chunks=$(warploom study plan ready.toml --on slurm --json | jq '.chunks | length')",
        "warploom study plan ready.toml --on slurm --json | grep '\"chunks\": \\['",
        "jq is not on every host",
    ),
    short(
        "docs/reference/compute-unit.md",
        "warploom run transpose --machine hd7970-thesis --policy lookahead",
        "warploom run transpose --machine hd7970-thesis --policy lookahead --size tiny",
        LONG,
    ),
    short(
        "docs/reference/compute-unit.md",
        "warploom compare transpose matmul fwt --machine hd7970-thesis --policies all",
        "warploom compare transpose matmul fwt --machine hd7970-thesis --policies all --size tiny",
        LONG,
    ),
    short(
        "docs/reference/launch-files.md",
        "warploom exec saxpy.ptx --launch launch.toml --json | jq '.launches[] | {kernel, lanes_active}'",
        "warploom exec saxpy.ptx --launch launch.toml --json | grep lanes_active",
        "jq is not on every host",
    ),
    short(
        "docs/how-to/reproduce.md",
        "warploom reproduce motrr",
        "warploom reproduce motrr --size tiny --only fig8",
        LONG,
    ),
    short(
        "docs/how-to/reproduce.md",
        "warploom reproduce motrr --size paper",
        "warploom reproduce motrr --size paper --list",
        "takes hours",
    ),
    short(
        "docs/how-to/reproduce.md",
        "warploom reproduce motrr --only fig8,motrr/ipc",
        "warploom reproduce motrr --only fig8,motrr/ipc --size tiny",
        LONG,
    ),
    short(
        "docs/how-to/reproduce.md",
        "warploom reproduce gcn --only fig4.24",
        "warploom reproduce gcn --only fig4.24 --size tiny",
        LONG,
    ),
    short(
        "docs/how-to/reproduce.md",
        "warploom reproduce phase-aware --without heartwall/track",
        "warploom reproduce phase-aware --without heartwall/track --size tiny",
        LONG,
    ),
    short(
        "docs/how-to/reproduce.md",
        "warploom reproduce pro --waves 32",
        "warploom reproduce pro --waves 2 --size tiny --only pro/speedup/gto",
        LONG,
    ),
    short(
        "docs/how-to/run.md",
        "warploom run lud/internal --machine v100 --policy lrr",
        "warploom run lud/internal --machine v100 --policy lrr --size tiny",
        LONG,
    ),
    short(
        "docs/how-to/studies.md",
        "warploom study run studies/ready.toml",
        "sed -i 's/^work = .*/work = \"hotspot\"/; s/^seed = .*/seed = 1/' studies/ready.toml && warploom study run studies/ready.toml",
        "240 runs take minutes; 20 remain",
    ),
];

/// Who executes a command.
#[derive(Clone, Copy)]
pub enum By {
    /// `.ci/run`, with this text.
    Ci(&'static str),
    /// `.ci/nightly`, with this text.
    Nightly(&'static str),
    /// A test: file and function.
    Test(&'static str, &'static str),
    /// Nobody, for this reason.
    Nobody(&'static str),
}

/// A command that does not run here: one of another tool, or one that needs more than this host has.
pub struct Other {
    pub command: &'static str,
    pub by: By,
}

const fn other(command: &'static str, by: By) -> Other {
    Other { command, by }
}

const RELEASE: By = By::Nightly("cargo build --release --locked -p warploom");
const NVCC: By = By::Ci("samples --compiler nvcc13");
const CAPTURED: By = By::Ci("acceptance examples/capture/programs.toml");
const SLURM: By = By::Ci("slurm --study studies/ci.toml");
const WHEEL: By = By::Ci("xtask\" python");
const PACKAGE: By = By::Ci("install --short");
const DIST: By = By::Nightly("cargo xtask install");
const MULTI2SIM: By = By::Nobody("the recorded runs of Multi2Sim are not in the repository");

pub const OTHERS: &[Other] = &[
    // Building and testing.
    other("cargo install --locked --path crates/cli", RELEASE),
    other("cargo build --release", RELEASE),
    other("cargo build --release -p warploom", RELEASE),
    other("cargo nextest run", By::Ci("cargo nextest run --workspace")),
    other("cargo test --doc", By::Ci("cargo test --workspace --doc")),
    other("bash .ci/run", By::Nobody("this test is one of its steps")),
    other(
        "cargo test --release -p warploom-lab --test tests -- oracle:: --ignored --nocapture",
        By::Nobody(
            "every policy on every machine takes an hour; it runs by hand, and a part of it in every test run",
        ),
    ),
    // What is released.
    other("apt install ./warploom_0.1.0-1_amd64.deb", PACKAGE),
    other("tar xf warploom-0.1.0-x86_64-unknown-linux-gnu.tar.xz", DIST),
    other("./warploom-0.1.0-x86_64-unknown-linux-gnu/bin/warploom --version", DIST),
    other("pip install warploom-0.1.0-cp310-abi3-*.whl", DIST),
    other("cargo install --locked warploom", By::Nobody("it installs the published crate")),
    other(
        "source <(warploom generate bash)",
        By::Test("crates/cli/tests/generate.rs", "completions_know_every_command"),
    ),
    other(
        "python -m warploom.triton run train.py",
        By::Test("crates/python/tests/test_limits.py", "test_programs_for_a_gpu_run_as_they_are"),
    ),
    other(
        "python -m warploom.triton run --machine h100 -m pytest test_kernels.py",
        By::Test("crates/python/tests/test_limits.py", "test_programs_for_a_gpu_run_as_they_are"),
    ),
    other("warploom validate all -o validation", By::Nightly("validate all --check -o target/validation")),
    // Policies in crates of their own.
    other("cargo test --release", By::Nightly("cargo test --release")),
    other(
        "cargo run --release -- compare lud btree --size tiny --policies lrr,gto,phase,pro,mine",
        By::Nightly(
            "cargo run --release --quiet -- compare lud --size tiny --policies lrr,gto,phase,pro,mine",
        ),
    ),
    other("cp ../../../Cargo.lock .", By::Nightly("cp Cargo.lock")),
    other(
        "cargo run --release -- compare kmeans bfs --size tiny --policies lrr,gto --cta-policy cta-limit:n=2",
        By::Nightly("compare kmeans bfs --size tiny --policies lrr,gto --cta-policy cta-limit:n=2"),
    ),
    other(
        "cargo run --release -- compare kmeans bfs --size tiny --policies gto,pc-miss,pc-miss:first=hit",
        By::Nightly("compare kmeans bfs --size tiny --policies gto,pc-miss,pc-miss:first=hit"),
    ),
    other(
        "cargo run --release -- policies show cta-limit",
        By::Test("crates/cli/tests/new_policy.rs", "templates_and_examples_have_sound_declarations"),
    ),
    other(
        "cargo run --release -- policies show pc-miss",
        By::Test("crates/cli/tests/new_policy.rs", "templates_and_examples_have_sound_declarations"),
    ),
    // NVIDIA's and AMD's compilers.
    other("nvcc -ptx -arch=compute_75 -lineinfo saxpy.cu -o saxpy.ptx", NVCC),
    other("nvcc -ptx -lineinfo -arch=compute_75 saxpy.cu", NVCC),
    other(
        "clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -O2 -gline-tables-only -S saxpy.cu -o saxpy.ptx",
        By::Nobody(
            "needs the headers of a CUDA installation; `cargo xtask samples --compiler clang19` compiles the same kernel",
        ),
    ),
    other(
        "clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 --cuda-feature=+ptx60 -nocudainc -nocudalib \
         -include device.h -O2 -gline-tables-only -S saxpy.cu -o saxpy.ptx",
        By::Nobody(
            "clang is not on every host; `cargo xtask samples --compiler clang19` compiles the same kernel",
        ),
    ),
    other(
        "clang-19 -x hip --cuda-device-only --offload-arch=gfx600 -nogpulib -nogpuinc -include gcn.h -O3 -gline-tables-only -S saxpy.hip",
        By::Ci("kernels --gcn --check"),
    ),
    other(
        "nvcc -DMICRO_MAIN -arch=native crates/suite/kernels/micro.cu -o micro && ./micro",
        By::Nobody("it measures the reader's GPU"),
    ),
    // A captured program.
    other("nvcc $(warploom nvcc-flags) heat.cu -o heat", CAPTURED),
    other(
        "pip install --target cuda nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime nvidia-cuda-cccl",
        NVCC,
    ),
    other("ln -s libcudart.so.13 cuda/nvidia/cu13/lib/libcudart.so", By::Ci("ln -sfn libcudart.so.13")),
    other(
        "cuda/nvidia/cu13/bin/nvcc $(warploom nvcc-flags) -Lcuda/nvidia/cu13/lib heat.cu -o heat",
        CAPTURED,
    ),
    other(
        "nvcc $(warploom nvcc-flags) -include warploom.h old.cu -o old",
        By::Test("crates/cli/tests/capture.rs", "the_header_and_the_flags_are_printed"),
    ),
    other("warploom capture -- ./heat 128 4", CAPTURED),
    other("nvcc -gencode arch=compute_90,code=sm_90 -cudart shared -lineinfo heat.cu -o heat", CAPTURED),
    other("warploom capture --machine h100 -- ./heat", CAPTURED),
    other(
        "warploom capture --machine h100 -- ./program",
        By::Test("crates/cli/tests/capture.rs", "a_program_leaves_its_launches"),
    ),
    other("cargo xtask acceptance rodinia.toml --jobs 2 --report rodinia.md --json rodinia.json", CAPTURED),
    other("cargo xtask acceptance rodinia.toml --only 'cfd-*' --reuse -- --checks warn", CAPTURED),
    // Clusters.
    other("cp target/release/warploom ~/bin/", By::Nobody("it writes to the reader's home")),
    other("pip install cargo-zigbuild ziglang", By::Nobody("a build for old systems; by hand")),
    other(
        "cargo zigbuild --release -p warploom --target x86_64-unknown-linux-gnu.2.17",
        By::Nobody(
            "a build for old systems; by hand, and `cargo xtask python --zig` links the wheel in the same way",
        ),
    ),
    other("squeue --name=warploom-ready", SLURM),
    other(
        "seq 0 $((chunks - 1)) | parallel --joblog joblog.txt --retries 3 warploom study work ready.toml --chunk {}",
        By::Nobody("GNU parallel is not on every host; the page says where it was tried"),
    ),
    other("cargo xtask slurm -- sinfo", SLURM),
    other("cargo xtask slurm -- target/debug/warploom study run ready.toml --on slurm --wait", SLURM),
    other("cargo xtask slurm -- bash", By::Nobody("it opens a shell for the reader")),
    other(
        "cargo xtask slurm --study ready.toml --warploom target/release/warploom --chunk-seconds 5 --kills 20 --seed 1",
        By::Nightly("cargo xtask slurm --study studies/kills.toml"),
    ),
    // Python.
    other("cargo xtask python --zig --only-wheel", WHEEL),
    other("pip install target/wheels/warploom-*.whl", WHEEL),
    // Other simulators.
    other("WARPLOOM_MULTI2SIM=DIR cargo nextest run -p warploom-kernel gcn_amd::", MULTI2SIM),
    other("WARPLOOM_MULTI2SIM=DIR warploom validate multi2sim", MULTI2SIM),
    other("warploom run trace/FW-8.trace.gz --machine hd7970-thesis", MULTI2SIM),
    other("warploom import multi2sim/trace/FW-8.trace.gz", MULTI2SIM),
    other("warploom tape multi2sim/trace/FW-8.trace.gz -o x.tape", MULTI2SIM),
    other(
        "warploom import traces/new --opcodes mine.toml",
        By::Test("crates/cli/tests/tape.rs", "a_gpu_is_added_by_a_map_alone"),
    ),
    other(
        "accel-sim.out -trace traces/internal/kernelslist.g -config configs/tested-cfgs/SM7_QV100/gpgpusim.config \
         -config configs/tested-cfgs/SM7_QV100/trace.config",
        By::Nobody("it is another simulator's command"),
    ),
    // Long profiles.
    other(
        "warploom profile examples/limits/limits.ptx --launch examples/limits/launch.toml --machine h100 --policies none",
        By::Test("crates/cli/tests/profile.rs", "ten_known_limits_are_named_on_h100"),
    ),
];
