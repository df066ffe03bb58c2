// Named barriers: warps that produce arrive without waiting, warps that consume
// wait; the two halves of the CTA pass values through shared memory for some rounds.

__device__ void wait(int barrier, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

__device__ void arrive(int barrier, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

extern "C" __global__ void named_barriers(const int* a, int* out, int rounds) {
    __shared__ int slot[64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int r = 0; r < rounds; ++r) {
            wait(1, 128);  // the slot is free
            slot[t] = a[r * 64 + t];
            arrive(2, 128);  // the slot is full
        }
    } else {
        int sum = 0;
        for (int r = 0; r < rounds; ++r) {
            arrive(1, 128);
            wait(2, 128);
            sum += slot[127 - t] * (r + 1);
        }
        out[t - 64] = sum;
    }
    int half;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %1, 64;\n\tbar.red.popc.u32 %0, 3, 128, p;\n\t}"
                 : "=r"(half) : "r"(t) : "memory");
    if (t == 0) out[64] = half;
}
