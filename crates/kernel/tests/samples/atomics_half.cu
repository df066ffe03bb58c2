// Atomic additions of halves, alone and in pairs.
// arch: 70

#include <cuda_fp16.h>

extern "C" __global__ void atomics_half(const int* a, __half* h, __half2* h2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[i] & 3;
    atomicAdd(&h[i & 3], __int2half_rn(x));
    atomicAdd(&h2[i & 1], __floats2half2_rn((float)x, -1.0f));
}
