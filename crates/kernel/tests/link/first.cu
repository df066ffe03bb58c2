// One of two units that are compiled separately: nvcc 13.4 -rdc=true -ptx -arch=compute_75 -lineinfo first.cu
#include <cstdio>
#include "both.h"
extern __device__ int counter[4];
extern __constant__ float scale;
extern __device__ float (*table[2])(float);
__device__ float other(float x);
static __device__ int hidden = 5;
static __device__ __noinline__ float helper(float x) { return x + 1 + hidden; }
struct Base { __device__ virtual float get(float x) const; int k; };
void host2() { filled<int><<<1, 32>>>(nullptr); }
extern "C" __global__ void k(float* out) {
    int t = threadIdx.x;
    atomicAdd(&counter[t & 3], 1);
    Base b; b.k = 3;
    const Base* p = &b;
    out[t] = helper(out[t]) + other(out[t]) * scale + table[t & 1](out[t]) + twice<float>(out[t]) + p->get(1.0f);
    if (t == 0) printf("hello %d\n", hidden);
}
