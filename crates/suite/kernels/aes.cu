// AES: an image encrypted with AES-128, block by block
//
// Each 16-byte block goes through ten rounds of the Advanced Encryption Standard, by itself (ECB). A thread
// holds one 32-bit column; the four threads of a block exchange columns in shared memory, where two arrays
// take turns, with a barrier after every round. A round looks up four words, in tables that unite the S-box
// and the mixing of columns: every CTA first copies these from constant to shared memory. Which words are
// read depends on the data, so lookups meet bank conflicts at random. The last round only needs the S-box,
// which is contained in the tables.
//
// It is AES of the ISPASS-2009 benchmarks. PRO uses it (aesEncrypt128) and shows with it how the
// priorities of CTAs change: 257 CTAs of 256 threads whose warps meet at eleven barriers.

#define THREADS 256 // columns per CTA
#define ENTRIES 256 // words per table
#define ROUNDS 10

// tables[i][x]: what byte x in row i adds to a column. Copied here by the host.
__constant__ unsigned tables[4][ENTRIES];

// Byte `row` of a column.
static __device__ unsigned byte(unsigned column, int row)
{
    return column >> (8 * row) & 0xff;
}

extern "C" __global__ void aes_encrypt(unsigned *output, const unsigned *input,
                                       const unsigned *__restrict__ round_keys, unsigned columns)
{
    __shared__ unsigned state[2][THREADS];
    __shared__ unsigned table[4][ENTRIES];
    unsigned tx = threadIdx.x;
    unsigned column = blockIdx.x * THREADS + tx;
    // Shifting rows: the byte of row r comes from r columns further on in the block.
    unsigned in_block = tx % 4, block = tx - in_block;
    unsigned from1 = block + (in_block + 1) % 4;
    unsigned from2 = block + (in_block + 2) % 4;
    unsigned from3 = block + (in_block + 3) % 4;

    state[1][tx] = column < columns ? input[column] : 0;
    for (int i = 0; i < 4; i++)
        table[i][tx] = tables[i][tx];
    __syncthreads();
    state[0][tx] = state[1][tx] ^ round_keys[in_block];
    __syncthreads();

#pragma unroll
    for (int round = 1; round < ROUNDS; round++) {
        const unsigned *now = state[(round - 1) % 2];
        unsigned mixed = table[0][byte(now[tx], 0)] ^ table[1][byte(now[from1], 1)] ^
                         table[2][byte(now[from2], 2)] ^ table[3][byte(now[from3], 3)];
        state[round % 2][tx] = mixed ^ round_keys[4 * round + in_block];
        __syncthreads();
    }

    // Of a word of table 0, byte 1 is the S-box's.
    const unsigned *now = state[(ROUNDS - 1) % 2];
    unsigned last = byte(table[0][byte(now[tx], 0)], 1) | byte(table[0][byte(now[from1], 1)], 1) << 8 |
                    byte(table[0][byte(now[from2], 2)], 1) << 16 |
                    byte(table[0][byte(now[from3], 3)], 1) << 24;
    if (column < columns)
        output[column] = last ^ round_keys[4 * ROUNDS + in_block];
}
