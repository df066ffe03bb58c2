// cuda::barrier in shared memory: phases, arrivals apart from waits, and threads that leave.
// arch: 80
// skip: nvrtc12 clang19

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// A sum over the CTA in phases: each thread arrives, works, then waits.
extern "C" __global__ void mbarrier80(const int* in, int* out, int rounds) {
    __shared__ int values[2][96];
    __shared__ barrier bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, 96);
    __syncthreads();
    int value = in[blockIdx.x * 96 + t];
    for (int k = 0; k < rounds; k++) {
        values[k & 1][t] = value;
        auto token = bar.arrive();
        int own = value * 3;
        bar.wait(std::move(token));
        value = own + values[k & 1][(t + 1) % 96];
    }
    out[blockIdx.x * 96 + t] = value;
}

// Warps that produce and warps that consume, with a barrier each way.
extern "C" __global__ void roles(const int* in, int* out, int tiles) {
    __shared__ int tile[32];
    __shared__ barrier full, empty;
    int t = threadIdx.x & 31;
    bool produces = threadIdx.x < 32;
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    int sum = 0;
    if (!produces) (void)empty.arrive();
    for (int k = 0; k < tiles; k++) {
        if (produces) {
            empty.arrive_and_wait();
            tile[t] = in[(blockIdx.x * tiles + k) * 32 + t];
            (void)full.arrive();
        } else {
            full.arrive_and_wait();
            sum = sum * 5 + tile[31 - t];
            (void)empty.arrive();
        }
    }
    if (!produces) out[blockIdx.x * 32 + t] = sum;
}

// Half of each warp leaves after the first phase.
extern "C" __global__ void leave(int* out) {
    __shared__ int counter;
    __shared__ barrier bar;
    int t = threadIdx.x;
    if (t == 0) {
        init(&bar, 64);
        counter = 0;
    }
    __syncthreads();
    atomicAdd(&counter, 1);
    if (t & 1) {
        bar.arrive_and_drop();
        return;
    }
    bar.arrive_and_wait();
    int first = counter;
    bar.arrive_and_wait();
    atomicAdd(&counter, 100);
    bar.arrive_and_wait();
    out[blockIdx.x * 32 + t / 2] = first * 10000 + counter;
}
