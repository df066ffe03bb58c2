//! The `warploom` command: CUDA kernels on a simulated GPU.

fn main() -> std::process::ExitCode {
    warploom::CommandLine::new().run()
}
