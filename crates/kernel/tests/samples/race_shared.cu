// Kernels with a data race in shared memory, and the same kernels without it. A comment marks the two lines of each race.
// skip: nvrtc12 clang19
// flags: lineinfo

#define KERNELS(name)                                                                            \
    extern "C" __global__ void name##_racy(int* data, int* out) { name<false>(data, out); }      \
    extern "C" __global__ void name##_mended(int* data, int* out) { name<true>(data, out); }

// A tree of sums without a barrier between its levels.
template <bool mended>
__device__ __forceinline__ void reduction(int* data, int* out) {
    __shared__ int sum[256];
    int t = threadIdx.x;
    sum[t] = data[blockIdx.x * 256 + t];
    sum[t + 128] = data[blockIdx.x * 256 + t + 128];
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (t < half) {
            int other = sum[t + half];  // race: reduction
            sum[t] += other;            // race: reduction
        }
        if (mended) __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sum[0];
}
KERNELS(reduction)

// A tile that is read by columns before all rows are there.
template <bool mended>
__device__ __forceinline__ void transpose(int* data, int* out) {
    __shared__ int tile[16][17];
    int x = threadIdx.x % 16;
    for (int y = threadIdx.x / 16; y < 16; y += 8) {
        tile[y][x] = data[y * 16 + x];  // race: transpose
    }
    if (mended) __syncthreads();
    for (int y = threadIdx.x / 16; y < 16; y += 8) {
        out[blockIdx.x * 256 + y * 16 + x] = tile[x][y];  // race: transpose
    }
}
KERNELS(transpose)

// A row with a halo that other warps load.
template <bool mended>
__device__ __forceinline__ void stencil(int* data, int* out) {
    __shared__ int row[130];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    row[t + 1] = data[i + 1];
    __syncthreads();
    if (t == 127) row[0] = data[i - 127];  // race: stencil
    if (t == 127) row[129] = data[i + 2];
    if (mended) __syncthreads();
    out[i] = row[t] +  // race: stencil
             row[t + 1] * 2 + row[t + 2] * 3;
}
KERNELS(stencil)

// An inclusive scan in place: a read of a step must come before the writes of that step.
template <bool mended>
__device__ __forceinline__ void scan(int* data, int* out) {
    __shared__ int sums[128];
    int t = threadIdx.x;
    sums[t] = data[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int left = 0;
        if (t >= d) left = sums[t - d];  // race: scan
        if (mended) __syncthreads();
        sums[t] += left;  // race: scan
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sums[t];
}
KERNELS(scan)

// A tile that is loaded again while other warps still read it.
template <bool mended>
__device__ __forceinline__ void reuse(int* data, int* out) {
    __shared__ int tile[128];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[t] = data[k * 128 + t];  // race: reuse
        __syncthreads();
        for (int j = 0; j < 4; j++) {
            sum += tile[(t + j * 32) % 128];  // race: reuse
        }
        if (mended) __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
KERNELS(reuse)

// A barrier in every second iteration only.
template <bool mended>
__device__ __forceinline__ void sometimes(int* data, int* out) {
    __shared__ int next[2][128];
    int t = threadIdx.x, value = data[t];
    for (int k = 0; k < 4; k++) {
        next[k & 1][t] = value;  // race: sometimes
        if (mended || k % 2 == 0) __syncthreads();
        value += next[k & 1][(t + 32) % 128];  // race: sometimes
    }
    out[blockIdx.x * 128 + t] = value;
}
KERNELS(sometimes)

// The halves of a CTA wait at barriers of their own, and then read each other's values.
template <bool mended>
__device__ __forceinline__ void named(int* data, int* out) {
    __shared__ int values[128];
    int t = threadIdx.x;
    values[t] = data[t];  // race: named
    if (mended) {
        asm volatile("bar.sync 1, 128;" ::: "memory");
    } else {
        asm volatile("bar.sync %0, 64;" ::"r"(t < 64 ? 1 : 2) : "memory");
    }
    out[blockIdx.x * 128 + t] = values[127 - t];  // race: named
}
KERNELS(named)

// Two buffers in turn, but the next tile goes to the one that is being read.
template <bool mended>
__device__ __forceinline__ void buffers(int* data, int* out) {
    __shared__ int tile[2][128];
    int t = threadIdx.x, sum = 0;
    tile[0][t] = data[t];
    tile[1][t] = data[t];
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        int next = mended ? (k + 1) & 1 : k & 1;
        tile[next][t] = data[(k + 1) * 128 + t];  // race: buffers
        sum += tile[k & 1][(t + 64) % 128];       // race: buffers
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
KERNELS(buffers)

// Each thread reads what a thread of the neighbouring warp wrote.
template <bool mended>
__device__ __forceinline__ void across(int* data, int* out) {
    __shared__ int values[128];
    int t = threadIdx.x;
    values[t] = data[t];  // race: across
    if (mended) __syncthreads();
    // A warp's own values need no barrier here: its lanes execute together.
    out[blockIdx.x * 128 + t] = values[t ^ 1] +
                                values[t ^ 32];  // race: across
}
KERNELS(across)

// Counts of values that all threads increment.
template <bool mended>
__device__ __forceinline__ void counts(int* data, int* out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    int bin = data[blockIdx.x * 128 + t] & 15;
    if (mended) {
        atomicAdd(&bins[bin], 1);
    } else {
        bins[bin]++;  // race: counts
    }
    __syncthreads();
    if (t < 16) out[blockIdx.x * 16 + t] = bins[t];
}
KERNELS(counts)

// Warps that write to the same byte, or to bytes of the same word.
template <bool mended>
__device__ __forceinline__ void bytes(int* data, int* out) {
    __shared__ unsigned char flags[256];
    int t = threadIdx.x;
    flags[t] = 0;
    __syncthreads();
    if (t % 32 == 0) flags[mended ? t / 32 : t / 64] = 1 + t / 32;  // race: bytes
    __syncthreads();
    out[blockIdx.x * 128 + t] = flags[t & 3];
}
KERNELS(bytes)

// A flag in shared memory, with and without the fence that orders the value before it.
template <bool mended>
__device__ __forceinline__ void handover(int* data, int* out) {
    __shared__ int value;
    __shared__ int ready;
    int t = threadIdx.x;
    if (t == 0) ready = 0;
    __syncthreads();
    if (t == 0) {
        value = data[blockIdx.x];  // race: handover
        if (mended) __threadfence_block();
        *(volatile int*)&ready = 1;
    }
    if (t == 32) {
        while (*(volatile int*)&ready == 0) {
        }
        out[blockIdx.x] = value;  // race: handover
    }
}
KERNELS(handover)
