// Atomic operations on shared memory, 32- and 64-bit and float.

extern "C" __global__ void atomics_shared(const int* a, int* out, unsigned long long* out64, float* outf) {
    __shared__ int s[6];
    __shared__ unsigned u[6];
    __shared__ unsigned long long w[3];
    __shared__ float f;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 6) {
        s[t] = 0;
        u[t] = t == 0 ? 0xFFFFFFFFu : 0;
    }
    if (t < 3) w[t] = 0;
    if (t == 0) f = 0.0f;
    __syncthreads();
    int x = a[i];
    atomicAdd(&s[0], x);
    atomicMin(&s[1], x - 500);
    atomicMax(&s[2], x);
    atomicSub(&s[3], 1);
    atomicExch(&s[4], 42);
    int ticket = atomicAdd(&s[5], 1);
    atomicAnd(&u[0], ~(1u << (x & 31)));
    atomicOr(&u[1], 1u << (x & 31));
    atomicXor(&u[2], (unsigned)x);
    atomicInc(&u[3], 6u);
    atomicDec(&u[4], 5u);
    unsigned seen = u[5], expected;
    do {
        expected = seen;
        seen = atomicCAS(&u[5], expected, expected + (unsigned)x * 3u);
    } while (seen != expected);
    atomicAdd(&w[0], (unsigned long long)x << 30);
    atomicMax(&w[1], (unsigned long long)x << 33);
    atomicOr(&w[2], 1ull << (ticket & 63));
    atomicAdd(&f, (float)x);
    __syncthreads();
    if (t < 6) {
        out[blockIdx.x * 12 + t] = s[t];
        out[blockIdx.x * 12 + 6 + t] = (int)u[t];
    }
    if (t < 3) out64[blockIdx.x * 3 + t] = w[t];
    if (t == 0) outf[blockIdx.x] = f;
}
