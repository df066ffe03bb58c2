// Kernels with a data race in global memory, and the same kernels without it. A comment marks the two lines of each race.
// arch: 80
// skip: nvrtc12 clang19
// flags: lineinfo

#include <cooperative_groups.h>

#define KERNELS(name)                                                                            \
    extern "C" __global__ void name##_racy(int* data, int* out) { name<false>(data, out); }      \
    extern "C" __global__ void name##_mended(int* data, int* out) { name<true>(data, out); }

// Counts of values that all CTAs increment.
template <bool mended>
__device__ __forceinline__ void histogram(int* data, int* out) {
    int bin = data[blockIdx.x * 128 + threadIdx.x] & 15;
    if (mended) {
        atomicAdd(&out[bin], 1);
    } else {
        out[bin]++;  // race: histogram
    }
}
KERNELS(histogram)

// One sum of all CTAs.
template <bool mended>
__device__ __forceinline__ void total(int* data, int* out) {
    if (threadIdx.x != 0) return;
    int mine = data[blockIdx.x] + 1;
    if (mended) {
        atomicAdd(out, mine);
    } else {
        *out += mine;  // race: total
    }
}
KERNELS(total)

// Warps of a CTA exchange values through global memory.
template <bool mended>
__device__ __forceinline__ void scratch(int* data, int* out) {
    int t = threadIdx.x, first = blockIdx.x * 128;
    out[first + t] = data[t] * 3;  // race: scratch
    if (mended) __syncthreads();
    data[1024 + first + t] = out[first + (t + 32) % 128];  // race: scratch
}
KERNELS(scratch)

// A step in place: a CTA reads the last value of the one before it, which that one changes.
template <bool mended>
__device__ __forceinline__ void in_place(int* data, int* out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int left = i == 0 ? 0 : data[i - 1];  // race: in_place
    __syncthreads();
    int* to = mended ? out : data;
    to[i] = left + 1;  // race: in_place
}
KERNELS(in_place)

// A value and a volatile flag that says that the value is there.
template <bool mended>
__device__ __forceinline__ void flag(int* data, int* out) {
    volatile int* ready = out + 100;
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = 7;  // race: flag
        if (mended) __threadfence();
        *ready = 1;
    } else {
        while (*ready == 0) {
        }
        __threadfence();
        out[blockIdx.x] = data[0];  // race: flag
    }
}
KERNELS(flag)

// A counter that is atomic for some threads only.
template <bool mended>
__device__ __forceinline__ void mixed(int* data, int* out) {
    if (threadIdx.x == 64) {
        if (mended) {
            atomicExch(out, 5);
        } else {
            *out = 5;  // race: mixed
        }
    }
    if (threadIdx.x == 0) atomicAdd(out, data[blockIdx.x]);  // race: mixed
}
KERNELS(mixed)

// The last CTA to finish adds the sums of all. `way` is 0 without a fence, 1 with one for the CTA only, 2 as it should be.
template <int way>
__device__ __forceinline__ void last_block(int* data, int* out, int* count) {
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) {
        out[blockIdx.x] = data[blockIdx.x * 128] + 1;  // race: last_block
        if (way == 1) __threadfence_block();
        if (way == 2) __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 32) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) {
            sum += out[i];  // race: last_block
        }
        count[1] = sum;
    }
}
extern "C" __global__ void last_block_racy(int* data, int* out) { last_block<0>(data, out, out + 200); }
extern "C" __global__ void last_block_mended(int* data, int* out) { last_block<2>(data, out, out + 200); }
extern "C" __global__ void last_block_scope_racy(int* data, int* out) { last_block<1>(data, out, out + 200); }

// A lock without a fence before it is given back.
template <bool mended>
__device__ __forceinline__ void lock(int* data, int* out) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&out[0], 0, 1) != 0) {
    }
    int sum = out[1];                     // race: lock
    out[1] = sum + data[blockIdx.x] + 1;  // race: lock
    if (mended) __threadfence();
    atomicExch(&out[0], 0);
}
KERNELS(lock)

// Atomics whose scope is the CTA, on a counter of all CTAs.
template <bool mended>
__device__ __forceinline__ void scope(int* data, int* out) {
    if (threadIdx.x % 32 != 0) return;
    if (mended) {
        atomicAdd(out, data[blockIdx.x]);
    } else {
        atomicAdd_block(out, data[blockIdx.x]);  // race: scope
    }
}
KERNELS(scope)

// Lanes of one store that write different values to the same word.
template <bool mended>
__device__ __forceinline__ void lanes(int* data, int* out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    out[i / 2] = mended ? i / 2 : i;  // race: lanes
}
KERNELS(lanes)

// The CTAs of a cooperative launch exchange values, with and without a barrier of the grid.
template <bool mended>
__device__ __forceinline__ void grid(int* data, int* out) {
    int i = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
    out[i] = data[i] + 1;  // race: grid
    if (mended) cooperative_groups::this_grid().sync();
    data[2048 + i] = out[n - 1 - i];  // race: grid
}
KERNELS(grid)

// Threads that set the same flag to the same value do not race.
extern "C" __global__ void same_value_mended(int* data, int* out) {
    if (data[threadIdx.x] >= 0) out[0] = 1;
}
