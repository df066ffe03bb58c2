//! CTA policies: which CTA goes to which SM.

pub(crate) mod bcs;
pub(crate) mod block;
pub(crate) mod fill;
pub(crate) mod first_available;
pub(crate) mod rr;
