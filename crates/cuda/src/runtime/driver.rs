//! What only the driver has: contexts and links. Memory, modules and streams are shared with the runtime.

use crate::error::{Code, Error};
use crate::handles::Handles;

/// A context. All contexts share the device's memory and modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// Flags with which it was made.
    pub flags: u32,
}

/// PTX that is being linked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    pub units: Vec<String>,
    /// The linked image, which the program reads at its address.
    pub image: Option<Box<[u8]>>,
}

/// State of the driver.
#[derive(Debug)]
pub struct Driver {
    contexts: Handles<Context>,
    primary: Option<u64>,
    /// How often the primary context is retained.
    pub retained: u32,
    /// Flags of the primary context.
    pub primary_flags: u32,
    pub links: Handles<Link>,
}

impl Driver {
    /// No contexts.
    pub fn new() -> Driver {
        Driver {
            contexts: Handles::new("a context", 0x21),
            primary: None,
            retained: 0,
            primary_flags: 0,
            links: Handles::new("a link", 0x22),
        }
    }

    /// Makes a context.
    pub fn create_context(&mut self, flags: u32) -> u64 {
        self.contexts.insert(Context { flags })
    }

    /// The context that the runtime uses.
    pub fn primary(&mut self) -> u64 {
        let contexts = &mut self.contexts;
        *self.primary.get_or_insert_with(|| contexts.insert(Context::default()))
    }

    pub fn context(&self, context: u64) -> Result<Context, Error> {
        let missing = |_| Error::new(Code::InvalidContext, format!("{context:#x} is not a context"));
        self.contexts.get(context).copied().map_err(missing)
    }

    pub fn set_flags(&mut self, context: u64, flags: u32) -> Result<(), Error> {
        self.context(context)?;
        self.contexts.get_mut(context)?.flags = flags;
        Ok(())
    }

    /// Destroys a context.
    ///
    /// # Errors
    /// If it does not exist, or is the primary one.
    pub fn destroy_context(&mut self, context: u64) -> Result<(), Error> {
        self.context(context)?;
        if self.primary == Some(context) {
            return Err(Error::new(
                Code::InvalidContext,
                "cuDevicePrimaryCtxRelease releases the primary context",
            ));
        }
        self.contexts.remove(context).map(|_| ())
    }
}

impl Default for Driver {
    fn default() -> Driver {
        Driver::new()
    }
}
