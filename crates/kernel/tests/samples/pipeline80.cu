// cuda::pipeline and cuda::memcpy_async: copies of a whole CTA, with stages in shared memory.
// arch: 80
// skip: nvrtc12 clang19

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// Two stages of a pipeline of the CTA.
extern "C" __global__ void pipeline80(const int* in, int* out, int tiles) {
    constexpr int size = 64;
    __shared__ int buffer[2][size];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int* tile = in + blockIdx.x * tiles * size;
    int t = threadIdx.x, sum = 0, fetched = 0;
    for (int k = 0; k < tiles; k++) {
        for (; fetched < tiles && fetched < k + 2; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetched & 1], tile + fetched * size, sizeof(int) * size, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += buffer[k & 1][t] * (k + 1) + buffer[k & 1][(t + 17) % size];
        pipe.consumer_release();
    }
    out[blockIdx.x * size + t] = sum;
}

// A copy that arrives at a cuda::barrier.
extern "C" __global__ void barrier80(const int* in, int* out) {
    __shared__ int buffer[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, buffer, in + blockIdx.x * 128, sizeof(buffer), bar);
    bar.arrive_and_wait();
    out[blockIdx.x * 128 + t] = buffer[127 - t] + t;
}
