// Bit manipulation: population count, leading zeros, reversal, find first,
// field extract and insert, find the n-th set bit, byte permutation, funnel
// shifts, three-input logic.
// Row k of `out` is the result of the k-th operation.

extern "C" __global__ void bits32(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], y = b[i], z = x * 0x9E3779B9u, r;
    unsigned position = y & 31, length = (y >> 8) & 31;
    int k = i;
    out[k] = __popc(x);                                                       k += n;
    out[k] = __clz(x >> position);                                            k += n;
    out[k] = __brev(x);                                                       k += n;
    out[k] = __ffs(x << position);                                            k += n;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(position), "r"(length));
    out[k] = r;                                                               k += n;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(position), "r"(length));
    out[k] = r;                                                               k += n;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(z), "r"(position), "r"(length));
    out[k] = r;                                                               k += n;
    asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(x >> position));
    out[k] = r;                                                               k += n;
    asm("bfind.s32 %0, %1;" : "=r"(r) : "r"((int)x >> position));
    out[k] = r;                                                               k += n;
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r) : "r"(x >> position));
    out[k] = r;                                                               k += n;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(position), "r"((int)length - 16));
    out[k] = r;                                                               k += n;
    out[k] = __byte_perm(x, y, z & 0x7777);                                   k += n;
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z & 3));
    out[k] = r;                                                               k += n;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z & 0xFFFF));
    out[k] = r;                                                               k += n;
    out[k] = __funnelshift_l(x, y, z & 63);                                   k += n;
    out[k] = __funnelshift_r(x, y, z & 63);                                   k += n;
    out[k] = __funnelshift_lc(x, y, z & 63);                                  k += n;
    out[k] = __funnelshift_rc(x, y, z & 63);                                  k += n;
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    out[k] = r;                                                               k += n;
    asm("lop3.b32 %0, %1, %2, %3, 0x2D;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    out[k] = r;                                                               k += n;
    asm("cnot.b32 %0, %1;" : "=r"(r) : "r"(x & 1));
    out[k] = r;                                                               k += n;
    out[k] = (x << 7) | (x >> 25);
}

extern "C" __global__ void bits64(const unsigned long long* a, unsigned long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = a[i], r;
    unsigned position = x & 63, length = (x >> 8) & 63;
    int k = i;
    out[k] = __popcll(x);                                                     k += n;
    out[k] = __clzll(x >> position);                                          k += n;
    out[k] = __brevll(x);                                                     k += n;
    out[k] = __ffsll(x << position);                                          k += n;
    asm("bfe.u64 %0, %1, %2, %3;" : "=l"(r) : "l"(x), "r"(position), "r"(length));
    out[k] = r;                                                               k += n;
    asm("bfe.s64 %0, %1, %2, %3;" : "=l"(r) : "l"(x), "r"(position), "r"(length));
    out[k] = r;                                                               k += n;
    asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(r) : "l"(~x), "l"(x), "r"(position), "r"(length));
    out[k] = r;                                                               k += n;
    unsigned found;
    asm("bfind.u64 %0, %1;" : "=r"(found) : "l"(x >> position));
    out[k] = found;
}
