// Dot products of packed bytes and halfwords: dp4a and dp2a, each signedness.
// arch: 61

extern "C" __global__ void dot(const int* a, const int* b, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i], r;
    int k = i;
    out[k] = __dp4a(x, y, 100);                                   k += n;
    out[k] = __dp4a((unsigned)x, (unsigned)y, 100u);              k += n;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(-5));
    out[k] = r;                                                   k += n;
    asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(9));
    out[k] = r;                                                   k += n;
    asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(9));
    out[k] = r;                                                   k += n;
    asm("dp2a.hi.s32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(9));
    out[k] = r;
}
