// Fences with a meaning and a scope, loads that acquire and stores that release, barriers
// in their newer spelling.
// arch: 70

extern "C" __global__ void fences70(const int* a, int* data, int* flag, int* out) {
    __shared__ int values[64];
    int t = threadIdx.x;
    values[t] = a[t];
    asm volatile("barrier.sync 0;" ::: "memory");
    int x = values[63 - t];
    asm volatile("barrier.cta.sync.aligned 1, 64;" ::: "memory");
    if (t == 0) {
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(data), "r"(x) : "memory");
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
        asm volatile("fence.sc.cta;" ::: "memory");
    }
    asm volatile("barrier.sync.aligned 0;" ::: "memory");
    int ready, seen;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(ready) : "l"(flag) : "memory");
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(data) : "memory");
    int old;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(flag + 1) : "memory");
    out[t] = x + ready * 1000 + seen * 10000 + (old >= 0 && old < 64 ? 1 : 0);
}
