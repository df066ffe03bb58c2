//! SHA-1 (FIPS 180-4).

/// The hash of a message.
///
/// ```
/// use warploom_suite::standards::sha1::sha1;
/// assert_eq!(sha1(b"abc".to_vec()), [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d]);
/// ```
pub fn sha1(mut message: Vec<u8>) -> [u32; 5] {
    let bits = message.len() as u64 * 8;
    message.push(0x80);
    message.resize(message.len().next_multiple_of(64), 0);
    // The length needs eight bytes of the last block.
    if message.len() as u64 * 8 < bits + 8 + 64 {
        message.resize(message.len() + 64, 0);
    }
    let end = message.len() - 8;
    message[end..].copy_from_slice(&bits.to_be_bytes());

    let mut hash = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0u32];
    for block in message.chunks_exact(64) {
        let mut words: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        for t in 16..80 {
            words.push((words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = hash;
        for (t, &word) in words.iter().enumerate() {
            let (mixed, constant) = match t / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6u32),
            };
            let next =
                [mixed, e, constant, word].iter().fold(a.rotate_left(5), |sum, x| sum.wrapping_add(*x));
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        for (hash, add) in hash.iter_mut().zip([a, b, c, d, e]) {
            *hash = hash.wrapping_add(add);
        }
    }
    hash
}
