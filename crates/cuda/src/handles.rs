//! Handles of streams, events, graphs and whatever else a program gets from the runtime and gives back.

use crate::error::{Code, Error};
use std::collections::BTreeMap;

/// Handles look like pointers to the program, but at addresses where it has no memory.
const BASE: u64 = 0x0051_0000_0000;

/// Objects of one kind by handle. A handle is never used again.
#[derive(Debug)]
pub struct Handles<T> {
    what: &'static str,
    tag: u64,
    made: u64,
    live: BTreeMap<u64, T>,
}

impl<T> Handles<T> {
    /// No objects. `what` names the kind in errors; `tag` sets its handles apart from those of other kinds.
    pub fn new(what: &'static str, tag: u8) -> Handles<T> {
        Handles { what, tag: u64::from(tag) << 32, made: 0, live: BTreeMap::new() }
    }

    /// Adds an object and returns its handle.
    pub fn insert(&mut self, object: T) -> u64 {
        self.made += 1;
        let handle = BASE + self.tag + 16 * self.made;
        self.live.insert(handle, object);
        handle
    }

    fn missing(&self, handle: u64) -> Error {
        Error::new(Code::InvalidResourceHandle, format!("{handle:#x} is not {}", self.what))
    }

    /// The object of a handle.
    pub fn get(&self, handle: u64) -> Result<&T, Error> {
        self.live.get(&handle).ok_or_else(|| self.missing(handle))
    }

    /// The object of a handle, to be changed.
    pub fn get_mut(&mut self, handle: u64) -> Result<&mut T, Error> {
        let missing = self.missing(handle);
        self.live.get_mut(&handle).ok_or(missing)
    }

    /// Removes an object.
    pub fn remove(&mut self, handle: u64) -> Result<T, Error> {
        let missing = self.missing(handle);
        self.live.remove(&handle).ok_or(missing)
    }

    /// Removes all objects but those that `keep` accepts.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.live.retain(|_, object| keep(object));
    }

    /// All objects with their handles, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        self.live.iter().map(|(&handle, object)| (handle, object))
    }
}
