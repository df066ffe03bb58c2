//! Published algorithms on the host, which references of applications use.

pub mod aes;
pub mod sha1;
