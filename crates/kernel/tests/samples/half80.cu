// Half and bfloat16 instructions of architecture 80: packed conversion, minimum,
// maximum, fused multiply-add with relu.
// arch: 80

#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void half80(const __half* a, const __half* b, const float* c, const float* d,
                                  unsigned short* out, unsigned* pairs, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half x = a[i], y = b[i];
    out[i] = __half_as_ushort(__hmin(x, y));
    out[n + i] = __half_as_ushort(__hmax(x, y));
    out[2 * n + i] = __half_as_ushort(__hfma_relu(x, y, x));
    unsigned pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(c[i]), "f"(d[i]));
    pairs[i] = pair;
    asm("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(c[i]), "f"(d[i]));
    pairs[n + i] = pair;
    asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(c[i]), "f"(d[i]));
    pairs[2 * n + i] = pair;
    asm("fma.rn.bf16x2 %0, %1, %1, %1;" : "=r"(pair) : "r"(0x3F803FC0u + (unsigned)i));
    pairs[3 * n + i] = pair;
}
