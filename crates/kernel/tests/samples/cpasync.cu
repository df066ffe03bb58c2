// Asynchronous copies of architecture 80: the pipeline primitives with two buffers, and
// copies of 4, 8 and 16 bytes with zeros for missing bytes.
// arch: 80

#include <cuda_pipeline.h>

// The sum of each thread's elements over all tiles, of which two are in flight.
extern "C" __global__ void cpasync(const float* in, float* out, int tiles) {
    __shared__ float4 buffer[2][128];
    int t = threadIdx.x, row = blockIdx.x;
    const float4* tile = reinterpret_cast<const float4*>(in) + row * tiles * 128;
    float sum = 0;
    __pipeline_memcpy_async(&buffer[0][t], &tile[t], 16);
    __pipeline_commit();
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&buffer[(k + 1) & 1][t], &tile[(k + 1) * 128 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        // The neighbour's bytes: the barrier shows them.
        float4 v = buffer[k & 1][t ^ 1];
        sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
        __syncthreads();
    }
    out[row * 128 + t] = sum;
}

// Each thread copies 16 bytes in three ways; `sizes` says how many of them exist.
extern "C" __global__ void partial(const unsigned* in, const int* sizes, unsigned* out, int n) {
    __shared__ __align__(16) unsigned words[128][8];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&words[t][0]));
    const unsigned* from = in + 8 * i;
    words[t][5] = 0;
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(sizes[i]) : "memory");
    asm volatile("cp.async.ca.shared::cta.global [%0], [%1], 4;" ::"r"(to + 16), "l"(from + 4) : "memory");
    asm volatile(
        "{ .reg .pred p; setp.lt.s32 p, %2, 8;\n"
        "cp.async.ca.shared.global [%0], [%1], 8, p; }" ::"r"(to + 24), "l"(from + 6), "r"(sizes[i]) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (int k = 0; k < 8; k++) out[8 * i + k] = words[t][k];
}

// Three groups; the last two may be outstanding when the first is read.
extern "C" __global__ void groups(const int* in, int* out, int n) {
    __shared__ int a[3][64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    for (int k = 0; k < 3; k++) {
        __pipeline_memcpy_async(&a[k][t], &in[k * n + i], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(2);
    int first = a[0][t];
    __pipeline_wait_prior(1);
    int second = a[1][t];
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = first + 10 * second + 100 * a[2][63 - t];
}
