//! Ctrl-C and SIGTERM: a command stops, removes its temporary files and prints what is finished.

use crate::ui::command::{Failure, INTERRUPTED};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use warploom_gpu::interrupt::Interrupt;

/// A flag that the first Ctrl-C or SIGTERM raises. The second ends the process at once.
pub fn on_signal() -> Result<Interrupt, Failure> {
    let interrupt = Interrupt::new();
    let register = |signal| -> io::Result<()> {
        // Handlers run in the order of their registration: the first sees the flag as it was before this signal.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), interrupt.flag())?;
        flag::register(signal, interrupt.flag())?;
        Ok(())
    };
    [SIGINT, SIGTERM]
        .into_iter()
        .try_for_each(register)
        .map_err(|error| Failure::mistake(format!("signals cannot be handled: {error}"), None))?;
    Ok(interrupt)
}
