// Atomic operations of later architectures: doubles, memory orders, and CTA and system scope.
// arch: 70

extern "C" __global__ void atomics70(const int* a, double* d, int* s, unsigned long long* u) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&d[0], 0.5 * a[i]);
    if (atomicAdd(&d[1], 1.0) < 0.0) d[2] = 1.0;
    atomicAdd_system(&s[0], a[i]);
    atomicAdd_block(&s[1 + blockIdx.x], a[i]);
    atomicMax_system(&s[20], a[i]);
    atomicOr_block(&u[2 + blockIdx.x], 1ull << (a[i] & 63));
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(u + 1), "l"((unsigned long long)a[i]) : "memory");
}
