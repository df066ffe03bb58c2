// Scalar product: pairs of long vectors, 1,024 accumulators per CTA
//
// The scalar products of many pairs of vectors, as in the CUDA SDK's scalarProd. A CTA takes one pair after
// the other. 1,024 accumulators in shared memory, four of them a thread's, sum every 1,024th product; then a
// tree of additions with a barrier before each of its ten levels makes one number of them.
//
// PRO reports on this kernel its largest gain of all: a memory-bound phase and ten barriers take turns, CTA
// by CTA, so it matters whether the warps that the others wait for at a barrier go first.

#define ACCUMULATORS 1024

// a and b are [vectors][elements].
extern "C" __global__ void scalarprod_scalarprod(const float *a, const float *b, float *products, int vectors,
                                                 int elements)
{
    __shared__ float accumulator[ACCUMULATORS];

    for (int vector = blockIdx.x; vector < vectors; vector += gridDim.x) {
        int first = elements * vector;
        int end = first + elements;
        for (int own = threadIdx.x; own < ACCUMULATORS; own += blockDim.x) {
            float sum = 0.0f;
            for (int i = first + own; i < end; i += ACCUMULATORS)
                sum += a[i] * b[i];
            accumulator[own] = sum;
        }

        for (int step = ACCUMULATORS / 2; step > 0; step /= 2) {
            __syncthreads();
            for (int own = threadIdx.x; own < step; own += blockDim.x)
                accumulator[own] += accumulator[own + step];
        }
        if (threadIdx.x == 0)
            products[vector] = accumulator[0];
        // The accumulators of the last levels are the first warp's own: it is enough that none of its lanes
        // begins the next vector before the others are done.
        __syncwarp();
    }
}
