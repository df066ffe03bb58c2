//! The functions that Warploom does not have: each names itself once and returns `cudaErrorNotSupported`.

use crate::entry::{driver_guarded, guarded};
use crate::error::{Code, Error};
use std::sync::Once;

macro_rules! unsupported {
    ($name:ident, $guard:ident) => {
        // SAFETY: the name has a prefix that nothing else has. The function takes no argument, whatever the caller passes: on this
        // platform the caller removes arguments.
        #[unsafe(export_name = concat!("warploom_", stringify!($name)))]
        #[allow(non_snake_case, reason = "the name is CUDA's")]
        extern "C" fn $name() -> libc::c_int {
            static ONCE: Once = Once::new();
            $guard(stringify!($name), || refuse(&ONCE))
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/unsupported.rs"));

fn refuse(once: &Once) -> Result<(), Error> {
    let mut error = Error::from(Code::NotSupported);
    once.call_once(|| error = Error::new(Code::NotSupported, "Warploom does not have this function"));
    Err(error)
}
