// See first.cu.
#include "both.h"
struct Base { __device__ virtual float get(float x) const; int k; };
__device__ float Base::get(float x) const { return x * k; }
__device__ int counter[4];
__constant__ float scale = 2.5f;
static __device__ int hidden = 7;
static __device__ __noinline__ float helper(float x) { return x * 10 + hidden; }
static __device__ float first(float x) { return x - 1; }
__device__ float second(float x) { return helper(x); }
__device__ float (*table[2])(float) = { first, second };
__device__ float other(float x) { return twice<float>(x) + helper(x); }
void host() { filled<int><<<1, 32>>>(nullptr); filled<float><<<1,32>>>(nullptr); }
