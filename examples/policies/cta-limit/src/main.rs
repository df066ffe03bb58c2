//! Warploom's command line with the policy `cta-limit` added.

mod policy;

fn main() -> std::process::ExitCode {
    warploom::CommandLine::new().cta_policies(&[policy::DECLARATION]).run()
}
