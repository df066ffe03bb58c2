//! The `warploom` command line as a library. A program that adds policies to it has every command with these policies.
//!
//! ```no_run
//! use warploom::{CommandLine, SchedulerId, Slot, SmView, WarpDeclaration, WarpPolicy};
//!
//! /// Picks the warp that has issued the fewest thread instructions.
//! struct LeastProgress;
//!
//! impl WarpPolicy for LeastProgress {
//!     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
//!         view.issuable(scheduler).iter().min_by_key(|&slot| view.progress(slot))
//!     }
//! }
//!
//! const LEAST_PROGRESS: WarpDeclaration =
//!     WarpDeclaration::new("least-progress", "the warp with the least progress", |_, _| Box::new(LeastProgress));
//!
//! fn main() -> std::process::ExitCode {
//!     CommandLine::new().warp_policies(&[LEAST_PROGRESS]).run()
//! }
//! ```

mod commands;
mod ui;

pub use warploom_gpu::fixture;
pub use warploom_gpu::machine::{CuDescription, Machine, SmDescription};
pub use warploom_gpu::placement::{CtaPolicy, CtaSelector, GridView, Placement};
pub use warploom_gpu::policy::{NextInstruction, ResourceUse, SmView, WarpEvent, WarpPolicy};
pub use warploom_gpu::wave_policy::{CuView, PoolId, WavePolicy};
pub use warploom_gpu::{
    Class, CtaId, CtaSlot, Cycle, LaneMask, Launch, Line, Pc, SchedulerId, Slot, SmId, WarpSet, WaveUnit,
};
pub use warploom_policy::{Cost, CtaDeclaration, Parameter, Per, Values, WarpDeclaration, WaveDeclaration};

use commands::COMMANDS;
use std::ffi::OsString;
use std::process::ExitCode;
use ui::command::{self, Context, Outcome};

/// Warploom's command line, with policies in addition to the built-in ones.
///
/// See the [crate's example](crate).
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    warp_policies: Vec<WarpDeclaration>,
    cta_policies: Vec<CtaDeclaration>,
    wave_policies: Vec<WaveDeclaration>,
}

impl CommandLine {
    /// The command line with the built-in policies only.
    pub fn new() -> CommandLine {
        CommandLine::default()
    }

    /// Adds policies that pick warps: names for `--policy` and `--policies`.
    #[must_use]
    pub fn warp_policies(mut self, policies: &[WarpDeclaration]) -> CommandLine {
        self.warp_policies.extend(policies);
        self
    }

    /// Adds policies that place CTAs: names for `--cta-policy`.
    #[must_use]
    pub fn cta_policies(mut self, policies: &[CtaDeclaration]) -> CommandLine {
        self.cta_policies.extend(policies);
        self
    }

    /// Adds policies that pick waves of CUs: names for `--policy` and `--policies` on machines of CUs.
    ///
    /// ```
    /// use warploom::{CommandLine, CuView, Slot, WarpSet, WaveDeclaration, WavePolicy, WaveUnit};
    ///
    /// /// Picks the wave whose instruction was fetched first, of any pool.
    /// struct FirstFetched;
    ///
    /// impl WavePolicy for FirstFetched {
    ///     fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
    ///         let all = view.pools().fold(WarpSet::EMPTY, |all, pool| all | view.issuable(unit, pool));
    ///         view.oldest_instruction(all)
    ///     }
    /// }
    ///
    /// const DECLARATION: WaveDeclaration =
    ///     WaveDeclaration::new("first-fetched", "the wave whose instruction was fetched first", |_, _| Box::new(FirstFetched));
    /// let command_line = CommandLine::new().wave_policies(&[DECLARATION]);
    /// # let _ = command_line;
    /// ```
    #[must_use]
    pub fn wave_policies(mut self, policies: &[WaveDeclaration]) -> CommandLine {
        self.wave_policies.extend(policies);
        self
    }

    /// Runs the command of the program's arguments.
    ///
    /// A mistake in a declaration (a name that another policy has, a parameter that is read but not declared) is an error
    /// message and exit code 2, before the command starts.
    pub fn run(self) -> ExitCode {
        ExitCode::from(self.run_from(std::env::args_os()))
    }

    /// Runs the command of these arguments, the first of which is the program's name, and returns the exit code. The process goes
    /// on, so that a program in another language can run a command.
    pub fn run_from(self, arguments: impl IntoIterator<Item = OsString>) -> u8 {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let program = arguments.first().cloned();
        let matches = match commands::cli().try_get_matches_from(arguments) {
            Ok(matches) => matches,
            Err(stop) => {
                // Help goes to standard output, and is no error. If it cannot be printed, nobody reads it.
                let _ = stop.print();
                return u8::try_from(stop.exit_code()).unwrap_or(2);
            }
        };
        let chosen = matches.subcommand();
        let command =
            COMMANDS.iter().find_map(|c| chosen.filter(|(name, _)| *name == c.name).map(|(_, m)| (c, m)));
        // clap rejects a missing or unknown name.
        let Some((command, matches)) = command else { return 2 };
        let context =
            Context::new(commands::cli, &self.warp_policies, &self.cta_policies, &self.wave_policies);
        let context = context.map(|context| context.started_as(program.as_deref()));
        match context.and_then(|context| (command.run)(matches, &context)) {
            Ok(Outcome::Fine) => 0,
            Ok(Outcome::Failed) => 1,
            Ok(Outcome::Interrupted) => command::INTERRUPTED,
            Ok(Outcome::Exit(code)) => code,
            Err(failure) => {
                failure.print();
                failure.code
            }
        }
    }
}
