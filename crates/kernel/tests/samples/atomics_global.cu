// Atomic operations on global memory, all of them, 32- and 64-bit, signed and
// unsigned, with and without use of the old value, and loops around compare-and-swap.

extern "C" __global__ void atomics32(const int* a, int* s, unsigned* u, int* tickets) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[i];
    unsigned y = (unsigned)x;
    atomicAdd(&s[0], x);
    atomicSub(&s[1], x);
    atomicMin(&s[2], x);
    atomicMax(&s[3], x);
    if (i == 5) atomicExch(&s[4], x);
    // One thread wins.
    atomicCAS(&s[5], -7, i);
    atomicAnd(&u[0], ~(1u << (y & 31)));
    atomicOr(&u[1], 1u << (y & 31));
    atomicXor(&u[2], y);
    atomicInc(&u[3], 9u);
    atomicDec(&u[4], 11u);
    atomicMin(&u[5], y);
    atomicMax(&u[6], y);
    // Every thread takes a ticket of its own; the set of tickets is known, not who has which.
    tickets[atomicAdd(&s[6], 1)] = 1;
    // A product by compare-and-swap.
    unsigned seen = u[7], expected;
    do {
        expected = seen;
        seen = atomicCAS(&u[7], expected, expected * (y | 1u));
    } while (seen != expected);
}

extern "C" __global__ void atomics64(const int* a, unsigned long long* u, long long* s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long x = (long long)a[i] * (1 << 20);
    unsigned long long y = (unsigned long long)x;
    atomicAdd(&u[0], y);
    atomicAnd(&u[1], ~(1ull << (a[i] & 63)));
    atomicOr(&u[2], 1ull << (a[i] & 63));
    atomicXor(&u[3], y);
    atomicMin(&u[4], y);
    atomicMax(&u[5], y);
    if (i == 3) u[7] = atomicExch(&u[6], y);
    atomicCAS(&u[8], ~0ull, (unsigned long long)i);
    atomicMin(&s[0], x);
    atomicMax(&s[1], x);
}

extern "C" __global__ void atomics_float(const int* a, float* f, float* old) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float)(a[i] & 255);
    atomicAdd(&f[0], x);
    old[i] = atomicAdd(&f[1], 1.0f);
    if (i == 7) old[i] += atomicExch(&f[2], x);
    // A maximum by compare-and-swap on the bits.
    int* bits = (int*)&f[3];
    int seen = *(volatile int*)bits;
    while (__int_as_float(seen) < x) {
        int expected = seen;
        seen = atomicCAS(bits, expected, __float_as_int(x));
        if (seen == expected) break;
    }
}
