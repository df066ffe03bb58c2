//! Things that are known by a number for some time.

/// Places with numbers, each taken or free.
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
    /// The number that the next thing will have.
    #[inline]
    pub fn next(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.items.len() as u32)
    }

    /// Takes a thing in; says its number.
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

    /// Gives a thing back, and its number free.
    #[inline]
    pub fn take(&mut self, number: u32) -> T {
        self.free.push(number);
        self.items[number as usize]
    }

    /// What has this number, to look at.
    #[inline]
    pub fn at(&self, number: u32) -> &T {
        &self.items[number as usize]
    }

    /// What has this number.
    #[inline]
    pub fn get(&mut self, number: u32) -> &mut T {
        &mut self.items[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_again_once_it_is_free() {
        let mut seats = Slab::default();
        assert_eq!((seats.next(), seats.put('a'), seats.put('b')), (0, 0, 1));
        *seats.get(0) = 'c';
        assert_eq!((seats.take(0), seats.next()), ('c', 0));
        assert_eq!((seats.put('d'), seats.put('e'), seats.take(1)), (0, 2, 'b'));
    }
}
