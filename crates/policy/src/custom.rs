//! Warp policies without a declaration.

use std::fmt;
use std::sync::Arc;
use warploom_gpu::machine::SmDescription;
use warploom_gpu::policy::WarpPolicy;

/// A warp policy without a declaration: a name for records, and a function that makes the policy of an SM.
///
/// A [`Declaration`](crate::Declaration) is a constant and its function holds no state. A program whose policies come into being at
/// run time, such as policies in another language, uses this type instead. A run's digest covers the name only: the program
/// chooses names that differ where the policies do.
///
/// ```
/// use warploom_gpu::policy::{SmView, WarpPolicy};
/// use warploom_gpu::{SchedulerId, Slot};
/// use warploom_policy::{CorePolicy, CustomPolicy};
///
/// struct First;
/// impl WarpPolicy for First {
///     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
///         view.issuable(scheduler).first()
///     }
/// }
/// let policy = CorePolicy::from(CustomPolicy::new("first", |_| Box::new(First)));
/// assert_eq!(policy.to_string(), "first");
/// ```
#[derive(Clone)]
pub struct CustomPolicy {
    name: String,
    make: Arc<MakePolicy>,
}

/// Makes the policy of an SM.
type MakePolicy = dyn Fn(&SmDescription) -> Box<dyn WarpPolicy> + Send + Sync;

impl CustomPolicy {
    /// A policy with this name in records, made by `make` for each SM.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(&SmDescription) -> Box<dyn WarpPolicy> + Send + Sync + 'static,
    ) -> CustomPolicy {
        CustomPolicy { name: name.into(), make: Arc::new(make) }
    }

    /// The policy's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Makes the policy of an SM.
    pub fn make(&self, sm: &SmDescription) -> Box<dyn WarpPolicy> {
        (self.make)(sm)
    }
}

impl fmt::Debug for CustomPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CustomPolicy({})", self.name)
    }
}
