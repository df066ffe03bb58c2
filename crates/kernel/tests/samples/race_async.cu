// Kernels with a data race of asynchronous copies or mbarriers, and the same kernels without it. A comment marks the two
// lines of each race.
// arch: 80
// skip: nvrtc12 clang19
// flags: lineinfo

#include <cuda_pipeline.h>

#define KERNELS(name)                                                                            \
    extern "C" __global__ void name##_racy(int* data, int* out) { name<false>(data, out); }      \
    extern "C" __global__ void name##_mended(int* data, int* out) { name<true>(data, out); }

__device__ __forceinline__ unsigned shared_address(void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ __forceinline__ void copy_word(int* to, const int* from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(to)), "l"(from) : "memory");
}

// A thread reads its own bytes before the copy has ended.
template <bool mended>
__device__ __forceinline__ void no_wait(int* data, int* out) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(tile + t)), "l"(data + t) : "memory");  // race: no_wait
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (mended) asm volatile("cp.async.wait_group 0;" ::: "memory");
    out[blockIdx.x * 128 + t] = *(volatile int*)&tile[t];  // race: no_wait
}
KERNELS(no_wait)

// A thread waits for its own copy, and reads what another warp copied.
template <bool mended>
__device__ __forceinline__ void no_barrier(int* data, int* out) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(tile + t)), "l"(data + t) : "memory");  // race: no_barrier
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (mended) __syncthreads();
    out[blockIdx.x * 128 + t] = tile[(t + 32) % 128];  // race: no_barrier
}
KERNELS(no_barrier)

// A copy of the next tile while other warps still read the last one.
template <bool mended>
__device__ __forceinline__ void overtaken(int* data, int* out) {
    __shared__ int tile[2][128];
    int t = threadIdx.x, sum = 0;
    copy_word(&tile[0][t], &data[t]);
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int k = 0; k < 4; k++) {
        int next = mended ? (k + 1) & 1 : 0;
        asm volatile("cp.async.wait_group 0;" ::: "memory");
        __syncthreads();
        int* to = &tile[next][t];
        const int* from = &data[(k + 1) * 128 + t];
        if (mended) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(to)), "l"(from) : "memory");
        sum += tile[mended ? k & 1 : 0][(t + 64) % 128];  // race: overtaken
        if (!mended) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(to)), "l"(from) : "memory");  // race: overtaken
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    out[blockIdx.x * 128 + t] = sum;
}
KERNELS(overtaken)

// An mbarrier that other warps use before it is certain to be initialised.
template <bool mended>
__device__ __forceinline__ void early_mbarrier(int* data, int* out) {
    __shared__ unsigned long long mbarrier;
    __shared__ int values[128];
    unsigned at = shared_address(&mbarrier);
    int t = threadIdx.x;
    if (t == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at) : "memory");  // race: early_mbarrier
    }
    if (mended) __syncthreads();
    values[t] = data[t];
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");  // race: early_mbarrier
    unsigned done = 0;
    while (!done) {
        asm volatile(
            "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
            : "=r"(done) : "r"(at), "l"(state) : "memory");
    }
    out[blockIdx.x * 128 + t] = values[127 - t];
}
KERNELS(early_mbarrier)

// Threads arrive at an mbarrier, and some do not wait there.
template <bool mended>
__device__ __forceinline__ void no_test(int* data, int* out) {
    __shared__ unsigned long long mbarrier;
    __shared__ int values[128];
    unsigned at = shared_address(&mbarrier);
    int t = threadIdx.x;
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at) : "memory");
    __syncthreads();
    values[t] = data[t];  // race: no_test
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
    unsigned done = !mended;
    while (!done) {
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(at), "l"(state) : "memory");
    }
    out[blockIdx.x * 128 + t] = values[127 - t];  // race: no_test
}
KERNELS(no_test)
