// Rounds in the manner of SHA-256, constants computed as they go: rotations, three-input
// logic and long chains of additions; and a 64-bit multiplicative hash of bytes.

__device__ unsigned rotate(unsigned x, int n) { return x >> n | x << (32 - n); }

extern "C" __global__ void hash(const unsigned* message, unsigned* digest, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[16], s[8];
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = message[i * 16 + k];
#pragma unroll
    for (int k = 0; k < 8; ++k) s[k] = 0x6A09E667u * (unsigned)(k + 1);
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        if (k >= 16) {
            unsigned a = w[(k + 1) & 15], b = w[(k + 14) & 15];
            w[k & 15] += (rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)) + w[(k + 9) & 15] +
                         (rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10));
        }
        unsigned e = s[4], a = s[0];
        unsigned t1 = s[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & s[5]) ^ (~e & s[6])) +
                      0x428A2F98u * (unsigned)(2 * k + 1) + w[k & 15];
        unsigned t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6];
        s[6] = s[5];
        s[5] = s[4];
        s[4] = s[3] + t1;
        s[3] = s[2];
        s[2] = s[1];
        s[1] = s[0];
        s[0] = t1 + t2;
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) digest[i * 8 + k] = s[k];
}

extern "C" __global__ void hash_bytes(const unsigned char* text, const int* starts, unsigned long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = 0xCBF29CE484222325ull;
    for (int k = starts[i]; k < starts[i + 1]; ++k) h = (h ^ text[k]) * 0x100000001B3ull;
    out[i] = h;
}
