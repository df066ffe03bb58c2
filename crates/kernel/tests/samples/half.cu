// Half precision: scalar and paired arithmetic, comparison, conversion in each
// rounding. Before architecture 53 the header computes in single precision.
// Row k of `out` is the result of the k-th operation, as bits.

#include <cuda_fp16.h>

#if __CUDA_ARCH__ < 530
// The header has no fused multiply-add for these.
__device__ __half __hfma(__half x, __half y, __half z) {
    return __float2half_rn(fmaf(__half2float(x), __half2float(y), __half2float(z)));
}

__device__ __half2 __hfma2(__half2 x, __half2 y, __half2 z) {
    return __halves2half2(__hfma(__low2half(x), __low2half(y), __low2half(z)),
                          __hfma(__high2half(x), __high2half(y), __high2half(z)));
}
#endif

extern "C" __global__ void half_scalar(const __half* a, const __half* b, const __half* c, unsigned short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half x = a[i], y = b[i], z = c[i];
    int k = i;
    out[k] = __half_as_ushort(__hadd(x, y));          k += n;
    out[k] = __half_as_ushort(__hsub(x, y));          k += n;
    out[k] = __half_as_ushort(__hmul(x, y));          k += n;
    out[k] = __half_as_ushort(__hfma(x, y, z));       k += n;
    out[k] = __half_as_ushort(__hneg(x));             k += n;
    out[k] = __half_as_ushort(__habs(x));             k += n;
    out[k] = __hlt(x, y) ? 1 : 0;                     k += n;
    out[k] = __hge(x, y) ? 1 : 0;                     k += n;
    out[k] = __hne(x, y) ? 1 : 0;                     k += n;
    out[k] = (unsigned short)__half2short_rz(x);      k += n;
    out[k] = (unsigned short)__half2int_rn(y);        k += n;
    out[k] = __half_as_ushort(__hadd_sat(x, y));
}

extern "C" __global__ void half_pair(const __half2* a, const __half2* b, __half2* out, unsigned* equal, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half2 x = a[i], y = b[i];
    out[i] = __hadd2(x, y);
    out[n + i] = __hmul2(x, y);
    out[2 * n + i] = __hfma2(x, y, __float2half2_rn(0.5f));
    out[3 * n + i] = __lowhigh2highlow(x);
    out[4 * n + i] = __halves2half2(__low2half(y), __high2half(x));
    equal[i] = __hbeq2(x, y) ? 1 : 0;
}

extern "C" __global__ void half_convert(const float* a, const int* b, unsigned short* out, float* back, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i];
    int k = i;
    out[k] = __half_as_ushort(__float2half_rn(x));     k += n;
    out[k] = __half_as_ushort(__float2half_rz(x));     k += n;
    out[k] = __half_as_ushort(__float2half_ru(x));     k += n;
    out[k] = __half_as_ushort(__float2half_rd(x));     k += n;
    out[k] = __half_as_ushort(__int2half_rn(b[i]));    k += n;
    out[k] = __half_as_ushort(__ushort2half_rz((unsigned short)b[i]));
    back[i] = __half2float(__float2half_rn(x));
}
