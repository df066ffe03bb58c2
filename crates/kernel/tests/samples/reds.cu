// Reductions without a result, which compilers leave to be recognised later, written out:
// global, shared and generic, and of floats.

extern "C" __global__ void reds(const int* a, int* s, float* f, unsigned long long* w) {
    __shared__ unsigned own[2];
    int t = threadIdx.x, x = a[blockIdx.x * blockDim.x + t];
    if (t < 2) own[t] = 0;
    __syncthreads();
    unsigned address = (unsigned)__cvta_generic_to_shared(own);
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(s), "r"(x) : "memory");
    asm volatile("red.global.max.s32 [%0+4], %1;" ::"l"(s), "r"(x) : "memory");
    asm volatile("red.min.s32 [%0], %1;" ::"l"(s + 2), "r"(x) : "memory");
    asm volatile("red.global.inc.u32 [%0+12], 99;" ::"l"(s) : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(f), "f"((float)x) : "memory");
    asm volatile("red.global.xor.b64 [%0], %1;" ::"l"(w), "l"((unsigned long long)x) : "memory");
    asm volatile("red.shared.or.b32 [%0], %1;" ::"r"(address), "r"(1u << (x & 31)) : "memory");
    asm volatile("red.shared.add.u32 [%0+4], 1;" ::"r"(address) : "memory");
    __syncthreads();
    if (t < 2) atomicOr(&s[4 + t], (int)own[t]);
}
