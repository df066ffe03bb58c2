// Haar wavelets: a signal decomposed into ten levels of detail at once
//
// The one-dimensional Haar wavelet transform, as in the CUDA SDK's dwtHaar1D. On each level, neighbours are
// replaced by their sum and their difference, both over the square root of two: differences are the level's
// details, sums the next level's signal. A CTA of 512 threads takes 1,024 samples through up to ten levels:
// sums stay in shared memory, details go to global memory, and after each level, which ends with a barrier,
// half as many threads work. What the CTAs leave, one sum each, is the signal of the next launch.
//
// Phase-aware scheduling calls it DWT: there it has a very short phase at the start and one long rest.

#define INVERSE_ROOT_2 0.70710678118654752440f
#define LOG_BANKS 4

// Apart by a word in every 16, neighbours that move away from each other still lie in different banks.
__device__ static inline int spread(int index)
{
    return index + (index >> LOG_BANKS);
}

// output is the whole result: the last sum, then the details, coarsest first. half is half this signal's
// length, which is where its finest details begin.
extern "C" __global__ void dwt_haar(const float *signal, float *output, float *approximation, int levels,
                                    int half)
{
    extern __shared__ float shared[];
    int thread = threadIdx.x;
    int threads = blockDim.x;
    int first = 2 * threads * blockIdx.x + thread;

    float left = signal[first];
    float right = signal[first + threads];
    shared[thread] = left;
    shared[thread + threads] = right;
    __syncthreads();
    left = shared[2 * thread];
    right = shared[2 * thread + 1];
    __syncthreads();

    output[half + threads * blockIdx.x + thread] = (left - right) * INVERSE_ROOT_2;
    shared[spread(thread)] = (left + right) * INVERSE_ROOT_2;
    __syncthreads();

    // Sums stay where the left one of their pair was.
    int active = threads / 2;
    int distance = 1;
    int place = 2 * thread;
    for (int level = 1; level < levels; level++) {
        if (thread < active) {
            left = shared[spread(place)];
            right = shared[spread(place + distance)];
            output[active * gridDim.x + active * blockIdx.x + thread] = (left - right) * INVERSE_ROOT_2;
            shared[spread(place)] = (left + right) * INVERSE_ROOT_2;
        }
        active >>= 1;
        distance *= 2;
        place *= 2;
        __syncthreads();
    }
    if (thread == 0)
        approximation[blockIdx.x] = shared[0];
}
