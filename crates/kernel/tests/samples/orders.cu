// Memory order and scope of atomics in several places, as headers of CUDA write them.
// arch: 70

extern "C" __global__ void orders(const unsigned* a, unsigned* sums, unsigned* out) {
    unsigned x = a[threadIdx.x], old, lanes;
    asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(old) : "l"(sums), "r"(x) : "memory");
    asm volatile("atom.or.acq_rel.cta.b32 %0, [%1], %2;" : "=r"(old) : "l"(sums + 1), "r"(x) : "memory");
    asm volatile("atom.cta.relaxed.max.u32 %0, [%1], %2;" : "=r"(old) : "l"(sums + 2), "r"(x) : "memory");
    asm volatile("red.and.release.cta.b32 [%0], %1;" :: "l"(sums + 3), "r"(x) : "memory");
    asm volatile("red.min.u32.relaxed.gpu [%0], %1;" :: "l"(sums + 4), "r"(x) : "memory");
    asm volatile("st.gpu.release.u32 [%0], %1;" :: "l"(sums + 8 + threadIdx.x), "r"(x + 1) : "memory");
    asm volatile("ld.u32.acquire.gpu %0, [%1];" : "=r"(old) : "l"(sums + 8 + threadIdx.x) : "memory");
    asm volatile("fence.gpu.acq_rel;" ::: "memory");
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.sync.b32 %0, p, 0xffffffff; }" : "=r"(lanes) : "r"(x & 1));
    out[2 * threadIdx.x] = old;
    out[2 * threadIdx.x + 1] = lanes;
}
