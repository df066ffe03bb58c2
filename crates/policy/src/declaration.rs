//! A policy's declaration. Help texts, the book's listings and records are generated from it.

use crate::kind::{CtaKind, PolicyKind, WarpKind, WaveKind};
use crate::parameter::{AnyParameter, Values, is_plain};
use std::fmt;
use warploom_kernel::phase::Reading;

/// A policy's declaration: its name, its rule in one line, and the function that makes it.
///
/// ```
/// use warploom_policy::{Parameter, WarpDeclaration};
/// # use warploom_gpu::policy::{SmView, WarpPolicy};
/// # use warploom_gpu::{SchedulerId, Slot};
/// # struct Mine(u64);
/// # impl WarpPolicy for Mine {
/// #     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
/// #         view.issuable(scheduler).first()
/// #     }
/// # }
/// const LIMIT: Parameter<u64> = Parameter::whole("limit", "warps of a scheduler that can issue", 8, 1..=64);
///
/// const MINE: WarpDeclaration =
///     WarpDeclaration::new("mine", "the warp in the lowest slot", |values, _| Box::new(Mine(values.get(LIMIT))))
///         .parameters(&[&LIMIT])
///         .origin("my thesis");
/// assert_eq!((MINE.name, MINE.origin), ("mine", "my thesis"));
/// ```
///
/// A name that cannot be written on the command line does not compile:
///
/// ```compile_fail
/// # use warploom_policy::WarpDeclaration;
/// const MINE: WarpDeclaration = WarpDeclaration::new("My policy", "the warp in the lowest slot", |_, _| todo!());
/// ```
#[non_exhaustive]
pub struct Declaration<K: PolicyKind = WarpKind> {
    /// The policy's name on the command line and in records.
    pub name: &'static str,
    /// The policy's rule in one line.
    pub about: &'static str,
    /// The paper or simulator that the policy comes from.
    pub origin: &'static str,
    /// The policy's parameters, in the order in which records print them.
    pub parameters: &'static [&'static dyn AnyParameter],
    /// The properties that only policies of this kind have.
    pub properties: K::Properties,
    pub(crate) cost: fn(&Values<'_>, &K::Hardware) -> Vec<Cost>,
    pub(crate) make: fn(&Values<'_>, &K::Hardware) -> Box<K::Policy>,
}

/// A warp policy's declaration.
pub type WarpDeclaration = Declaration<WarpKind>;

/// A wave policy's declaration.
pub type WaveDeclaration = Declaration<WaveKind>;

/// A CTA policy's declaration.
pub type CtaDeclaration = Declaration<CtaKind>;

// Derived, these would require that the kind's policies and hardware have them, too.
impl<K: PolicyKind> Clone for Declaration<K> {
    fn clone(&self) -> Declaration<K> {
        *self
    }
}

impl<K: PolicyKind> Copy for Declaration<K> {}

impl<K: PolicyKind> fmt::Debug for Declaration<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Declaration { name, about, origin, parameters, properties, .. } = self;
        f.debug_struct("Declaration")
            .field("name", name)
            .field("about", about)
            .field("origin", origin)
            .field("parameters", parameters)
            .field("properties", properties)
            .finish_non_exhaustive()
    }
}

impl<K: PolicyKind> Declaration<K> {
    /// Declares a policy by its name on the command line and in records, its rule in one line, and the function that makes it
    /// from the values of its parameters and the hardware's description.
    ///
    /// # Panics
    /// If the name has characters other than small letters, digits, hyphens and plus signs, or the rule is empty. In a constant this
    /// is a compile error.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        make: fn(&Values<'_>, &K::Hardware) -> Box<K::Policy>,
    ) -> Declaration<K> {
        assert!(is_plain(name), "a policy's name consists of small letters, digits, hyphens and plus signs");
        assert!(!about.is_empty(), "a policy is declared with its rule in one line");
        Declaration {
            name,
            about,
            origin: "no paper",
            parameters: &[],
            properties: K::PROPERTIES,
            cost: |_, _| Vec::new(),
            make,
        }
    }

    /// Sets the paper or simulator that the policy comes from.
    #[must_use]
    pub const fn origin(mut self, origin: &'static str) -> Declaration<K> {
        self.origin = origin;
        self
    }

    /// Declares the policy's parameters, in the order in which records print them.
    #[must_use]
    pub const fn parameters(mut self, parameters: &'static [&'static dyn AnyParameter]) -> Declaration<K> {
        self.parameters = parameters;
        self
    }

    /// Declares the state that the policy needs in hardware, in addition to that of a plain scheduler.
    #[must_use]
    pub const fn cost(mut self, cost: fn(&Values<'_>, &K::Hardware) -> Vec<Cost>) -> Declaration<K> {
        self.cost = cost;
        self
    }
}

impl WarpDeclaration {
    /// Declares how the policy's parameters define the phases that it sees.
    #[must_use]
    pub const fn phases(mut self, phases: fn(&Values<'_>) -> Reading) -> WarpDeclaration {
        self.properties.phases = phases;
        self
    }
}

impl CtaDeclaration {
    /// Declares that the policy selects CTAs by their number in the grid. Work that is executed during the run arrives in the order
    /// of the grid only, so it is written to a tape first.
    #[must_use]
    pub const fn by_number(mut self) -> CtaDeclaration {
        self.properties.by_number = true;
        self
    }
}

/// State that a policy needs in hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The purpose of the state.
    pub what: &'static str,
    /// Bits of one entry.
    pub bits: u64,
    /// Number of entries.
    pub count: u64,
    /// The object that has this state.
    pub per: Per,
}

impl Cost {
    /// Registers or memory in every SM: `count` entries of `bits` bits.
    pub const fn sm(what: &'static str, count: u64, bits: u64) -> Cost {
        Cost { what, bits, count, per: Per::Sm }
    }
}

/// The object that a [`Cost`] is counted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// Each SM.
    Sm,
    /// Each instruction of a program.
    Instruction,
    /// The first instruction of each phase.
    Phase,
}
