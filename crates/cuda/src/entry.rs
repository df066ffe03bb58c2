//! The way from a C call into the runtime and back: one lock, no panic beyond it, the last error of each thread.

use crate::error::{Code, Error, driver_name, driver_number, name};
use crate::runtime::Runtime;
use libc::c_int;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The device of this process. C functions have no other place to keep it.
static RUNTIME: Mutex<Option<Runtime>> = Mutex::new(None);

thread_local! {
    /// What `cudaGetLastError` returns to this thread.
    static LAST_ERROR: Cell<c_int> = const { Cell::new(0) };
    /// Whether this thread has called the runtime, which makes the primary context current.
    static USES_RUNTIME: Cell<bool> = const { Cell::new(false) };
}

/// The runtime, locked.
pub struct Locked(MutexGuard<'static, Option<Runtime>>);

impl Locked {
    /// Waits for the runtime; the first call makes it.
    pub fn new() -> Locked {
        // A panic was reported when it happened. The state may be incomplete, but never unsafe.
        let mut guard = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
        guard.get_or_insert_with(Runtime::new);
        Locked(guard)
    }

    pub fn get(&mut self) -> &mut Runtime {
        self.0.get_or_insert_with(Runtime::new)
    }

    /// Forgets the device's state, as `cudaDeviceReset` does.
    pub fn reset(&mut self) {
        self.get().reset();
    }
}

/// Calls `body` with the runtime; `function` is the name in explanations. After a kernel has failed, every call returns its error, as
/// on a GPU.
pub fn call(function: &str, body: impl FnOnce(&mut Runtime) -> Result<(), Error>) -> c_int {
    USES_RUNTIME.set(true);
    guarded(function, || with_device(body))
}

/// Calls `body` for a function of the driver, as [`call`] does for one of the runtime.
pub fn driver_call(function: &str, body: impl FnOnce(&mut Runtime) -> Result<(), Error>) -> c_int {
    driver_guarded(function, || with_device(body))
}

/// Whether this thread has called a function of the runtime.
pub fn uses_runtime() -> bool {
    USES_RUNTIME.get()
}

fn with_device(body: impl FnOnce(&mut Runtime) -> Result<(), Error>) -> Result<(), Error> {
    let mut locked = Locked::new();
    let runtime = locked.get();
    match runtime.failed() {
        Some(code) => Err(code.into()),
        None => body(runtime),
    }
}

fn caught(body: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        let why = "Warploom failed here: this is a bug of Warploom, not of the program";
        Err(Error::new(Code::Unknown, why))
    })
}

/// Calls `body` and returns its error as CUDA's number, explained on standard error.
pub fn guarded(function: &str, body: impl FnOnce() -> Result<(), Error>) -> c_int {
    let Err(Error { code, why }) = caught(body) else { return 0 };
    if let Some(why) = why {
        let name = name(code.number()).to_string_lossy();
        eprintln!("warploom: {function}: {why} ({name})");
    }
    if code != Code::NotReady {
        LAST_ERROR.set(code.number());
    }
    code.number()
}

/// Calls `body` and returns its error as the driver's number, explained on standard error. The driver has no last error.
pub fn driver_guarded(function: &str, body: impl FnOnce() -> Result<(), Error>) -> c_int {
    let Err(Error { code, why }) = caught(body) else { return 0 };
    let number = driver_number(code);
    if let Some(why) = why {
        let name = driver_name(number).unwrap_or_default().to_string_lossy();
        eprintln!("warploom: {function}: {why} ({name})");
    }
    number
}

/// The last error of this thread; `take` clears it.
pub fn last_error(take: bool) -> c_int {
    let failed = Locked::new().get().failed();
    let last = failed.map_or(LAST_ERROR.get(), Code::number);
    if take {
        LAST_ERROR.set(0);
    }
    last
}

/// Declares functions of the runtime that programs call. The body has the runtime and returns an error or nothing; the function
/// returns the code.
///
/// * `fn NAME(…) = OTHER |runtime| {…}` also declares the driver's function `OTHER`, which does the same.
/// * `fn NAME(…) / OTHER |runtime, stream| {…}` also declares `OTHER`, whose last argument is the stream; `NAME` uses the default
///   stream.
macro_rules! api {
    ($($functions:tt)*) => { crate::entry::functions! { call $($functions)* } };
}
pub(crate) use api;

/// Declares functions of the driver that programs call, as [`api`] does for the runtime.
macro_rules! driver {
    ($($functions:tt)*) => { crate::entry::functions! { driver_call $($functions)* } };
}
pub(crate) use driver;

macro_rules! functions {
    ($call:ident $($(#[$meta:meta])* fn $name:ident $args:tt $(= $driver:ident)* $(/ $in_stream:ident)? |$runtime:ident $(, $stream:ident)?| $body:block)*) => {$(
        crate::entry::function! { $call $(#[$meta])* $name $args |$runtime| { $(let $stream: u64 = 0;)? $body } }
        $(crate::entry::function! { driver_call $driver $args |$runtime| $body })*
        $(crate::entry::function! { $call $in_stream $args, $stream |$runtime| $body })?
    )*};
}
pub(crate) use functions;

macro_rules! function {
    ($call:ident $(#[$meta:meta])* $name:ident($($arg:ident: $ty:ty),* $(,)?) $(, $stream:ident)? |$runtime:ident| $body:block) => {
        $(#[$meta])*
        #[unsafe(export_name = concat!("warploom_", stringify!($name)))]
        #[allow(clippy::too_many_arguments, reason = "the arguments are CUDA's")]
        #[allow(non_snake_case, reason = "the name is CUDA's")]
        pub extern "C" fn $name($($arg: $ty,)* $($stream: u64)?) -> libc::c_int {
            #[allow(unused_variables, reason = "some functions only check that the device works")]
            crate::entry::$call(stringify!($name), |$runtime: &mut crate::runtime::Runtime| -> Result<(), crate::error::Error> { $body })
        }
    };
}
pub(crate) use function;
