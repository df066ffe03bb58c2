// Histograms: 64 and 256 bins, counted in shared memory and merged
//
// As in the CUDA SDK's histogram sample. With 64 bins, each of a CTA's 64 threads has counters of its own,
// one byte each, laid out so that the threads of half a warp never meet in a bank; a thread sees at most 240
// bytes of data, because its counters end at 255. With 256 bins there is no room for that: each of a CTA's
// six warps has one histogram, and adds to it atomically. Both kernels leave a histogram per CTA; the merging
// ones have a CTA of 256 threads for each bin, which sums over all of them by a tree in shared memory.
//
// Phase-aware scheduling calls the 256-bin kernel HIST: its shortest phase is at the beginning, then a warp
// loads four bytes per thread and counts them, again and again. PRO uses all four; with 64 bins there are
// many CTAs of two warps, which wait for each other at barriers.

#define BINS64 64
#define THREADS64 64
#define BINS256 256
#define WARPS 6
#define THREADS256 (32 * WARPS)
#define THREADS_MERGE 256

// A byte's bin is its upper six bits. counters[64 * bin] is the thread's own.
__device__ static inline void count64(unsigned char *counters, unsigned word)
{
    counters[THREADS64 * (word >> 2 & 0x3f)]++;
    counters[THREADS64 * (word >> 10 & 0x3f)]++;
    counters[THREADS64 * (word >> 18 & 0x3f)]++;
    counters[THREADS64 * (word >> 26 & 0x3f)]++;
}

extern "C" __global__ void histogram_64(unsigned *partial, const uint4 *data, unsigned data_count)
{
    __shared__ unsigned words[BINS64 * THREADS64 / 4];
    unsigned char *counters = (unsigned char *)words;
    // Only threads 16 apart share a word.
    unsigned place = (threadIdx.x & 0x0f) << 2 | (threadIdx.x & 0x30) >> 4;

#pragma unroll
    for (unsigned i = 0; i < BINS64 / 4; i++)
        words[threadIdx.x + i * THREADS64] = 0;
    __syncthreads();

#pragma unroll 1
    for (unsigned i = blockIdx.x * THREADS64 + threadIdx.x; i < data_count; i += THREADS64 * gridDim.x) {
        uint4 bytes = data[i];
        count64(counters + place, bytes.x);
        count64(counters + place, bytes.y);
        count64(counters + place, bytes.z);
        count64(counters + place, bytes.w);
    }
    __syncthreads();

    // Each thread sums a bin over all threads, and starts in a bank of its own.
    const unsigned char *bin = counters + THREADS64 * threadIdx.x;
    unsigned sum = 0;
    unsigned at = 4 * (threadIdx.x & 0x0f);
#pragma unroll
    for (unsigned i = 0; i < THREADS64 / 4; i++) {
        sum += bin[at] + bin[at + 1] + bin[at + 2] + bin[at + 3];
        at = (at + 4) & (THREADS64 - 1);
    }
    partial[blockIdx.x * BINS64 + threadIdx.x] = sum;
}

__device__ static inline void count256(unsigned *counters, unsigned word)
{
    atomicAdd(&counters[word & 0xff], 1);
    atomicAdd(&counters[word >> 8 & 0xff], 1);
    atomicAdd(&counters[word >> 16 & 0xff], 1);
    atomicAdd(&counters[word >> 24], 1);
}

extern "C" __global__ void histogram_256(unsigned *partial, const unsigned *data, unsigned data_count)
{
    __shared__ unsigned counters[WARPS * BINS256];
    unsigned *own = counters + threadIdx.x / 32 * BINS256;

#pragma unroll
    for (unsigned i = 0; i < WARPS * BINS256 / THREADS256; i++)
        counters[threadIdx.x + i * THREADS256] = 0;
    __syncthreads();

#pragma unroll 1
    for (unsigned i = blockIdx.x * THREADS256 + threadIdx.x; i < data_count; i += THREADS256 * gridDim.x)
        count256(own, data[i]);
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < BINS256; bin += THREADS256) {
        unsigned sum = 0;
        for (unsigned warp = 0; warp < WARPS; warp++)
            sum += counters[bin + warp * BINS256];
        partial[blockIdx.x * BINS256 + bin] = sum;
    }
}

// Sums bin blockIdx.x of `count` histograms of `bins` bins.
__device__ static inline void merge(unsigned *histogram, const unsigned *partial, unsigned count,
                                    unsigned bins)
{
    __shared__ unsigned sums[THREADS_MERGE];
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < count; i += THREADS_MERGE)
        sum += partial[blockIdx.x + i * bins];
    sums[threadIdx.x] = sum;

    for (unsigned stride = THREADS_MERGE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            sums[threadIdx.x] += sums[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        histogram[blockIdx.x] = sums[0];
}

extern "C" __global__ void histogram_merge64(unsigned *histogram, const unsigned *partial, unsigned count)
{
    merge(histogram, partial, count, BINS64);
}

extern "C" __global__ void histogram_merge256(unsigned *histogram, const unsigned *partial, unsigned count)
{
    merge(histogram, partial, count, BINS256);
}
