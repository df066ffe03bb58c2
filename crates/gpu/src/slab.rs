//! A slab: items in reusable slots, each known by its index.

/// A slab of items. The index of a removed item is reused.
#[derive(Clone, Debug)]
pub(crate) struct Slab<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Slab<T> {
        Slab { items: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> Slab<T> {
    /// The index that the next inserted item will have.
    #[inline]
    pub fn next(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.items.len() as u32)
    }

    /// Inserts an item and returns its index.
    #[inline]
    pub fn put(&mut self, item: T) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.items[number as usize] = item;
                number
            }
            None => {
                self.items.push(item);
                self.items.len() as u32 - 1
            }
        }
    }

    /// Removes an item and frees its index.
    #[inline]
    pub fn take(&mut self, number: u32) -> T {
        self.free.push(number);
        self.items[number as usize]
    }

    /// The item at an index.
    #[inline]
    pub fn at(&self, number: u32) -> &T {
        &self.items[number as usize]
    }

    /// The item at an index, to change it.
    #[inline]
    pub fn get(&mut self, number: u32) -> &mut T {
        &mut self.items[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_index_is_reused() {
        let mut slab = Slab::default();
        assert_eq!((slab.next(), slab.put('a'), slab.put('b')), (0, 0, 1));
        *slab.get(0) = 'c';
        assert_eq!((slab.take(0), slab.next()), ('c', 0));
        assert_eq!((slab.put('d'), slab.put('e'), slab.take(1)), (0, 2, 'b'));
    }
}
