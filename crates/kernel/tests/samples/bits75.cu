// Bit mask creation and sign extension at a bit position, both clamped and wrapped.
// arch: 75

extern "C" __global__ void bits75(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], y = b[i] & 63, z = (b[i] >> 8) & 63, r;
    int k = i;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r) : "r"(y), "r"(z));
    out[k] = r;
    k += n;
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(r) : "r"(y), "r"(z));
    out[k] = r;
    k += n;
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    out[k] = r;
    k += n;
    asm("szext.wrap.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    out[k] = r;
}
