//! What buffers hold.

/// A number as device memory holds it.
pub trait Element: Copy + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// Bytes of one.
    const BYTES: usize;
    /// Appends its bytes.
    fn put(self, bytes: &mut Vec<u8>);
    /// Reads it from its bytes.
    fn get(bytes: &[u8]) -> Self;
    /// Its value, as nearly as a double can hold it: for tolerances and messages.
    fn value(self) -> f64;
    /// Whether the bits are the same.
    fn same(self, other: Self) -> bool;
}

macro_rules! elements {
    ($($name:ident)*) => {$(
        impl Element for $name {
            const BYTES: usize = size_of::<$name>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn get(bytes: &[u8]) -> $name {
                let mut own = [0; size_of::<$name>()];
                own.copy_from_slice(bytes);
                $name::from_le_bytes(own)
            }

            fn value(self) -> f64 {
                self as f64
            }

            fn same(self, other: $name) -> bool {
                self.to_le_bytes() == other.to_le_bytes()
            }
        }
    )*};
}

elements!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

/// The bytes of a slice.
pub fn bytes<T: Element>(values: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * T::BYTES);
    values.iter().for_each(|v| v.put(&mut bytes));
    bytes
}

/// A slice from its bytes.
pub fn values<T: Element>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::BYTES).map(T::get).collect()
}
