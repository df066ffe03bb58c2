//! Warploom's command line with the policy `pc-miss` added.

mod policy;

fn main() -> std::process::ExitCode {
    warploom::CommandLine::new().warp_policies(&[policy::DECLARATION]).run()
}
