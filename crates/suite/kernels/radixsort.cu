// Radix sort: integers sorted digit by digit, a private histogram per thread
//
// Sorts unsigned integers of 32 bits by their digits of 8 bits, the lowest first, as in the AMD SDK's
// RadixSort. Each of the four passes has two kernels with 64 threads per CTA, and each thread owns 256
// consecutive keys. The first counts: every thread fills a histogram of its own in shared memory, 256 bins of
// 16 bits, and writes it out. The host sums all histograms up, so that each bin tells where the thread's
// first key with that digit belongs. The second kernel permutes: every thread fetches its bins, walks its
// keys once more, stores each at the place its bin tells, and moves that place on by one.
//
// The thesis calls it RS and counts it among the memory-intensive benchmarks. Neighbouring threads are 256
// keys apart, so each load of keys by a warp touches 32 cache lines and stores are scattered; shared memory
// leaves room for one CTA, two warps, per SM, so there is little to hide any of this with.

#define THREADS 64 // per CTA
#define DIGITS 256 // values of a digit, and keys per thread

// histograms is [CTAs][THREADS][DIGITS].
extern "C" __global__ void radixsort_histogram(const unsigned *keys, unsigned *histograms, unsigned shift)
{
    __shared__ unsigned short count[THREADS * DIGITS];
    unsigned own = threadIdx.x * DIGITS;
    unsigned first = (blockIdx.x * THREADS + threadIdx.x) * DIGITS;

    for (unsigned i = 0; i < DIGITS; i++)
        count[own + i] = 0;
    __syncthreads();
    for (unsigned i = 0; i < DIGITS; i++) {
        unsigned digit = keys[first + i] >> shift & (DIGITS - 1);
        count[own + digit]++;
    }
    __syncthreads();
    for (unsigned i = 0; i < DIGITS; i++)
        histograms[first + i] = count[own + i];
}

// places is [CTAs][THREADS][DIGITS]: where each thread's first key with a digit belongs.
extern "C" __global__ void radixsort_permute(const unsigned *keys, const unsigned *places, unsigned shift,
                                             unsigned *sorted)
{
    // A CTA's keys with one digit go to consecutive places, so 16 bits per thread suffice beyond the first.
    // The first thread's places are read from global memory, since AMD's gfx600 gives a CTA 32 KB at most.
    __shared__ unsigned short offset[THREADS * DIGITS];
    const unsigned *start = places + blockIdx.x * THREADS * DIGITS;
    unsigned own = threadIdx.x * DIGITS;
    unsigned first = (blockIdx.x * THREADS + threadIdx.x) * DIGITS;

    for (unsigned i = 0; i < DIGITS; i++)
        offset[own + i] = places[first + i] - start[i];
    __syncthreads();
    for (unsigned i = 0; i < DIGITS; i++) {
        unsigned key = keys[first + i];
        unsigned digit = key >> shift & (DIGITS - 1);
        unsigned next = offset[own + digit];
        sorted[start[digit] + next] = key;
        offset[own + digit] = next + 1;
        // Nothing is exchanged here: the barrier only keeps the warps at the same key.
        __syncthreads();
    }
}
