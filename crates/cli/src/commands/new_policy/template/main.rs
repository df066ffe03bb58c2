//! Warploom's command line with a policy added.

mod policy;

fn main() -> std::process::ExitCode {
    warploom::CommandLine::new().warp_policies(&[policy::DECLARATION]).run()
}
