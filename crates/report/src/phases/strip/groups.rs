//! Groups of instructions in the figure: fewer than classes, so that they are easy to distinguish.

use warploom_kernel::class::Class;
use warploom_kernel::code::Instruction;

/// A group of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Arithmetic and constant-memory loads.
    Compute,
    /// Long-latency loads and atomics.
    Load,
    /// Stores, and atomics without a result.
    Store,
    Shared,
    /// Barriers, branches, returns.
    Control,
}

impl Group {
    /// Every group, in the order of the legend.
    pub const ALL: [Group; 5] = [Group::Load, Group::Store, Group::Shared, Group::Compute, Group::Control];

    /// The group of an instruction.
    pub fn of(item: &Instruction) -> Group {
        match item.class {
            Class::Global | Class::Local | Class::Atomic | Class::Texture if item.writes.is_empty() => {
                Group::Store
            }
            Class::Global | Class::Local | Class::Atomic | Class::Texture => Group::Load,
            Class::Shared => Group::Shared,
            Class::Barrier | Class::Control | Class::Wait => Group::Control,
            Class::Integer
            | Class::Float
            | Class::Double
            | Class::Tensor
            | Class::Special
            | Class::Conversion
            | Class::Constant
            | Class::Collective
            | Class::Scalar => Group::Compute,
        }
    }

    /// The label in the legend.
    pub const fn label(self) -> &'static str {
        match self {
            Group::Compute => "compute, constants",
            Group::Load => "memory load, atomic",
            Group::Store => "store",
            Group::Shared => "shared memory",
            Group::Control => "barrier, branch",
        }
    }

    /// Its colour. In grey, from dark to light: load, control, store, shared, compute.
    pub const fn colour(self) -> &'static str {
        match self {
            Group::Load => "#0b2f63",
            Group::Control => "#5c5c5c",
            Group::Store => "#c8641b",
            Group::Shared => "#4fa3c7",
            Group::Compute => "#a9b4bf",
        }
    }

    /// Height of its bars, as a fraction of the maximum.
    pub const fn height(self) -> f64 {
        match self {
            Group::Load => 1.0,
            Group::Store => 0.84,
            Group::Shared => 0.62,
            Group::Compute => 0.4,
            Group::Control => 0.22,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Perceived lightness of a colour, from 0 to 255.
    fn lightness(colour: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap());
        0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5)
    }

    #[test]
    fn groups_differ_in_grey() {
        let mut all = Group::ALL.map(|group| lightness(group.colour()));
        all.sort_by(f64::total_cmp);
        assert!(all.windows(2).all(|pair| pair[1] - pair[0] >= 20.0), "{all:?}");
    }
}
