//! A slab: items in reusable slots, each known by its index.

/// No index.
const NONE: u32 = u32::MAX;

/// A slab of items. The index of a removed item is reused, the last one first.
#[derive(Clone, Debug)]
pub(crate) struct Slab<T> {
    items: Vec<T>,
    /// By index, the next free index behind it. A list in place costs half as much as a stack of free indices.
    next_free: Vec<u32>,
    /// The index that was freed last.
    free: u32,
}

impl<T> Default for Slab<T> {
    fn default() -> Slab<T> {
        Slab { items: Vec::new(), next_free: Vec::new(), free: NONE }
    }
}

impl<T: Copy> Slab<T> {
    /// The index that the next inserted item will have.
    #[inline]
    pub fn next(&self) -> u32 {
        if self.free == NONE { self.items.len() as u32 } else { self.free }
    }

    /// Inserts an item and returns its index.
    #[inline]
    pub fn put(&mut self, item: T) -> u32 {
        let number = self.free;
        match self.items.get_mut(number as usize) {
            Some(free) => {
                *free = item;
                self.free = self.next_free[number as usize];
                number
            }
            None => self.append(item),
        }
    }

    #[cold]
    fn append(&mut self, item: T) -> u32 {
        self.items.push(item);
        self.next_free.push(NONE);
        self.items.len() as u32 - 1
    }

    /// Removes an item and frees its index.
    #[inline]
    pub fn take(&mut self, number: u32) -> T {
        self.next_free[number as usize] = self.free;
        self.free = number;
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
