// StoreGPU: SHA-1 of overlapping chunks, one per thread
//
// Storage systems that look for equal pieces of files hash the piece at every offset of a sliding window. As
// in StoreGPU's sha1_overlap, each thread hashes one chunk of a buffer, and neighbouring chunks overlap. A
// thread has 16 words of shared memory to itself: there it brings each 64 bytes of its chunk, and there the
// message schedule turns in a circle while 80 rounds mix it into five words.
//
// PRO calls it STO: long chains of dependent integer instructions, no barriers, and so much shared memory per
// thread that only a few CTAs find room on an SM.

#define THREADS 128
#define WORDS 16        // of the message schedule
#define ROW (WORDS + 1) // an odd distance between threads' words: no two lanes meet in a bank

__device__ unsigned rotate(unsigned x, unsigned by)
{
    return (x << by) | (x >> (32 - by));
}

__device__ unsigned choose(unsigned b, unsigned c, unsigned d)
{
    return (b & c) | (~b & d);
}

__device__ unsigned parity(unsigned b, unsigned c, unsigned d)
{
    return b ^ c ^ d;
}

__device__ unsigned majority(unsigned b, unsigned c, unsigned d)
{
    return (b & c) | (b & d) | (c & d);
}

// Word i of the message schedule, made of the 16 before it, one of which it replaces.
__device__ unsigned scheduled(unsigned *words, int i)
{
    unsigned word = words[i % WORDS];
    if (i >= WORDS) {
        word ^= words[(i - 3) % WORDS] ^ words[(i - 8) % WORDS] ^ words[(i - 14) % WORDS];
        word = rotate(word, 1);
        words[i % WORDS] = word;
    }
    return word;
}

#define ROUNDS(FROM, MIX, CONSTANT)                                                                          \
    _Pragma("unroll") for (int i = FROM; i < FROM + 20; i++)                                                 \
    {                                                                                                        \
        unsigned next = rotate(a, 5) + MIX(b, c, d) + e + CONSTANT + scheduled(words, i);                    \
        e = d;                                                                                               \
        d = c;                                                                                               \
        c = rotate(b, 30);                                                                                   \
        b = a;                                                                                               \
        a = next;                                                                                            \
    }

// Chunk n is the chunk_words words from word n * offset_words of data. digests is [chunks][5].
extern "C" __global__ void sto_sha1(const unsigned *data, unsigned *digests, unsigned chunks,
                                    unsigned offset_words, unsigned chunk_words)
{
    __shared__ unsigned workspace[THREADS * ROW];
    unsigned *words = workspace + threadIdx.x * ROW;
    unsigned chunk = blockIdx.x * THREADS + threadIdx.x;
    if (chunk >= chunks)
        return;
    data += chunk * offset_words;

    // After the data come a 1, zeros, and the number of bits in the last two words of a whole block.
    unsigned blocks = (chunk_words + 3 + WORDS - 1) / WORDS;
    unsigned h0 = 0x67452301u, h1 = 0xefcdab89u, h2 = 0x98badcfeu, h3 = 0x10325476u, h4 = 0xc3d2e1f0u;
    for (unsigned block = 0; block < blocks; block++) {
        for (unsigned i = 0; i < WORDS; i++) {
            unsigned at = block * WORDS + i;
            unsigned word = 0;
            if (at < chunk_words)
                word = __byte_perm(data[at], 0, 0x0123);
            else if (at == chunk_words)
                word = 0x80000000u;
            else if (at == blocks * WORDS - 1)
                word = chunk_words * 32;
            words[i] = word;
        }

        unsigned a = h0, b = h1, c = h2, d = h3, e = h4;
        ROUNDS(0, choose, 0x5a827999u)
        ROUNDS(20, parity, 0x6ed9eba1u)
        ROUNDS(40, majority, 0x8f1bbcdcu)
        ROUNDS(60, parity, 0xca62c1d6u)
        h0 += a;
        h1 += b;
        h2 += c;
        h3 += d;
        h4 += e;
    }

    unsigned *digest = digests + chunk * 5;
    digest[0] = h0;
    digest[1] = h1;
    digest[2] = h2;
    digest[3] = h3;
    digest[4] = h4;
}
