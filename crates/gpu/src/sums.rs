//! Sums of counters.

/// Implements `+=` for a struct of counters: field by field, and element by element for the arrays after the semicolon.
macro_rules! sums {
    ($name:ident { $($field:ident),*; $($array:ident),* }) => {
        impl std::ops::AddAssign<&$name> for $name {
            fn add_assign(&mut self, other: &$name) {
                // Listed one by one, so that a new counter cannot be forgotten here.
                let $name { $($field,)* $($array,)* } = other;
                $(self.$field += $field;)*
                $(self.$array.iter_mut().zip($array).for_each(|(own, more)| *own += more);)*
            }
        }
    };
}
pub(crate) use sums;
