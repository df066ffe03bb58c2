// mbarrier instructions as inline assembly: states, parity, counts, and copies that arrive.
// arch: 80

static __device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

extern "C" __global__ void mbarrier_asm(const int* in, int* out) {
    __shared__ unsigned long long bar;
    __shared__ int values[64];
    int t = threadIdx.x;
    unsigned b = shared_address(&bar);
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(64) : "memory");
    __syncthreads();
    unsigned to = shared_address(&values[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + blockIdx.x * 64 + t) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b) : "memory");
    unsigned done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
            : "=r"(done) : "r"(b) : "memory");
    int v = values[63 - t];
    // Second phase: one thread of each warp arrives for all of it.
    unsigned long long state = 0;
    __syncthreads();
    if ((t & 31) == 0)
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 32;" : "=l"(state) : "r"(b) : "memory");
    done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }"
            : "=r"(done) : "r"(b) : "memory");
    unsigned pending = 0;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[blockIdx.x * 64 + t] = v + (t == 0 ? 1000 * static_cast<int>(pending) : 0);
    __syncthreads();
    if (t == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(b) : "memory");
}
