//! Warploom's command line with a policy added.

mod policy;

fn main() -> std::process::ExitCode {
    warploom::command_line(&[policy::DECLARATION])
}
