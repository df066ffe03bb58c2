// Generic pointers: one function reads through pointers into global, shared, local
// and constant memory; which space an address is in is asked; addresses are converted.

__constant__ int fixed[4] = {10, 20, 30, 40};

__device__ __noinline__ int sum(const int* p, int count) {
    int s = 0;
    for (int i = 0; i < count; ++i) s += p[i];
    return s;
}

__device__ __noinline__ unsigned space(const void* p) {
    unsigned constant;
    asm("{\n\t.reg .pred p;\n\tisspacep.const p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(constant) : "l"(p));
    return (__isGlobal(p) ? 1 : 0) | (__isShared(p) ? 2 : 0) | (__isLocal(p) ? 4 : 0) | constant << 3;
}

extern "C" __global__ void spaces(const int* a, int* out) {
    __shared__ int shared[4];
    int local[4];
    int t = threadIdx.x;
    for (int k = 0; k < 4; ++k) local[k] = t * 4 + k;
    if (t < 4) shared[t] = a[t] * 2;
    __syncthreads();
    const int* p = t % 4 == 0 ? a : t % 4 == 1 ? shared : t % 4 == 2 ? local : fixed;
    out[4 * t] = sum(p, 4);
    out[4 * t + 1] = (int)space(p);
    unsigned address;
    int through;
    asm("{\n\t.reg .u64 s;\n\tcvta.to.shared.u64 s, %1;\n\tcvt.u32.u64 %0, s;\n\t}" : "=r"(address) : "l"(&shared[1]));
    asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(through) : "r"(address) : "memory");
    out[4 * t + 2] = through;
    __syncthreads();
    int* q = t & 1 ? &shared[3] : &local[3];
    if (t == 1 || !(t & 1)) *q += 100;
    out[4 * t + 3] = local[3];
    __syncthreads();
    if (t == 0) out[0] += shared[3];
}
