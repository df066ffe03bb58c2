// bfloat16: arithmetic and conversions. Native from architecture 90 (partly 80);
// the header computes in single precision before.
// Row k of `out` is the result of the k-th operation, as bits.

#include <cuda_bf16.h>

extern "C" __global__ void bf16(const __nv_bfloat16* a, const __nv_bfloat16* b, const float* c,
                                unsigned short* out, float* back, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __nv_bfloat16 x = a[i], y = b[i];
    int k = i;
    out[k] = __bfloat16_as_ushort(__hadd(x, y));                    k += n;
    out[k] = __bfloat16_as_ushort(__hsub(x, y));                    k += n;
    out[k] = __bfloat16_as_ushort(__hmul(x, y));                    k += n;
    out[k] = __bfloat16_as_ushort(__hneg(x));                       k += n;
    out[k] = __bfloat16_as_ushort(__habs(x));                       k += n;
    out[k] = __hlt(x, y) ? 1 : 0;                                   k += n;
    out[k] = __bfloat16_as_ushort(__float2bfloat16_rn(c[i]));       k += n;
    out[k] = __bfloat16_as_ushort(__float2bfloat16_rz(c[i]));
    back[i] = __bfloat162float(y);
}

extern "C" __global__ void bf16_pair(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __hadd2(a[i], b[i]);
    out[n + i] = __hmul2(a[i], b[i]);
    out[2 * n + i] = __floats2bfloat162_rn(__low2float(a[i]), __high2float(b[i]));
}
