//! AES-128 (FIPS-197).

const ROUNDS: usize = 10;

/// 16 bytes.
pub type Block = [u8; 16];

/// Twice `a` in GF(2⁸).
pub(crate) fn twice(a: u8) -> u8 {
    (a << 1) ^ if a & 0x80 != 0 { 0x1b } else { 0 }
}

/// The product in GF(2⁸).
fn times(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 != 0 {
            product ^= a;
        }
        a = twice(a);
        b >>= 1;
    }
    product
}

/// The S-box: the inverse in GF(2⁸), then an affine map of its bits.
pub fn s_box() -> [u8; 256] {
    std::array::from_fn(|x| {
        let x = x as u8;
        let inverse = (0..=255).find(|&y| times(x, y) == 1).unwrap_or(0);
        (0..5).fold(0x63, |sum, turn| sum ^ inverse.rotate_left(turn))
    })
}

/// The keys of all rounds.
pub fn expand(key: &Block) -> [Block; ROUNDS + 1] {
    let s_box = s_box();
    let mut keys = [*key; ROUNDS + 1];
    let mut constant = 1;
    for round in 1..=ROUNDS {
        let before = keys[round - 1];
        let mut word: [u8; 4] = std::array::from_fn(|i| s_box[usize::from(before[12 + (i + 1) % 4])]);
        word[0] ^= constant;
        constant = twice(constant);
        for (i, byte) in keys[round].iter_mut().enumerate() {
            word[i % 4] ^= before[i];
            *byte = word[i % 4];
        }
    }
    keys
}

/// Encrypts one block, byte by byte as the standard tells it. The example is that of FIPS-197, appendix B.
///
/// ```
/// use warploom_suite::standards::aes::{encrypt, expand, s_box};
/// let key = 0x2b7e151628aed2a6abf7158809cf4f3c_u128.to_be_bytes();
/// let plain = 0x3243f6a8885a308d313198a2e0370734_u128.to_be_bytes();
/// let cipher = 0x3925841d02dc09fbdc118597196a0b32_u128.to_be_bytes();
/// assert_eq!(encrypt(&plain, &expand(&key), &s_box()), cipher);
/// ```
pub fn encrypt(block: &Block, keys: &[Block; ROUNDS + 1], s_box: &[u8; 256]) -> Block {
    let mut state: Block = std::array::from_fn(|i| block[i] ^ keys[0][i]);
    for (round, key) in keys.iter().enumerate().skip(1) {
        // Byte i is in row i % 4 of column i / 4; row r moves r columns to the left.
        let shifted: Block = std::array::from_fn(|i| s_box[usize::from(state[(i + 4 * (i % 4)) % 16])]);
        let mixed = |i: usize| {
            let row = |r: usize| shifted[i / 4 * 4 + (i + r) % 4];
            twice(row(0)) ^ twice(row(1)) ^ row(1) ^ row(2) ^ row(3)
        };
        state = std::array::from_fn(|i| if round < ROUNDS { mixed(i) } else { shifted[i] } ^ key[i]);
    }
    state
}
