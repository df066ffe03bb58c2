//! The digest of work: of the launches and CTAs that a simulation reads.
//!
//! A digest names inputs, so it must be the same on every host and toolchain. Every field is written by hand into an encoding;
//! nothing depends on `Debug`, on the layout of a type or on the text form of a file format.

mod work;

pub use work::DigestingSource;

use xxhash_rust::xxh3::xxh3_128;

/// Bytes to be digested: integers little-endian, texts and lists with their lengths, so that no two values have the same bytes.
#[derive(Debug, Default)]
pub struct Encoding(Vec<u8>);

impl Encoding {
    pub fn tag(&mut self, tag: u8) {
        self.0.push(tag);
    }

    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    pub fn flag(&mut self, flag: bool) {
        self.tag(u8::from(flag));
    }

    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Bytes whose number is fixed.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub fn numbers(&mut self, numbers: &[u32]) {
        self.length(numbers.len());
        numbers.iter().for_each(|&number| self.number(u64::from(number)));
    }

    pub fn optional(&mut self, number: Option<u64>) {
        self.flag(number.is_some());
        self.number(number.unwrap_or(0));
    }

    pub fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Encoding, &T)) {
        self.length(items.len());
        items.iter().for_each(|one| item(self, one));
    }

    /// The bytes so far.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Removes all bytes, and keeps their memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn digest(&self) -> u128 {
        xxh3_128(&self.0)
    }
}
