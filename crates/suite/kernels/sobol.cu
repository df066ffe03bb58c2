// Sobol sequence: quasi-random vectors, made in the order of the Gray code
//
// Sobol's sequence fills a unit cube of many dimensions more evenly than random points do. Each dimension has
// 32 direction numbers; a point is the exclusive or of those that the Gray code of its index selects. As in
// the CUDA SDK's SobolQRNG, a CTA of 64 threads works in one dimension: its first warp brings the direction
// numbers to shared memory, each thread finds its first point bit by bit, and from then on goes ahead by a
// power of two, which changes just two bits of the Gray code: two exclusive ors and a store per point.
//
// MOTRR calls it SQRNG: a stream of coalesced stores with little arithmetic between, and hardly a load.

#define BITS 32 // direction numbers of a dimension

// Grid: x shares out the vectors (threads over x must be a power of two), y is the dimension.
// output is [dimensions][vectors].
extern "C" __global__ void sobol_generate(const unsigned *directions, float *output, unsigned vectors)
{
    __shared__ unsigned direction[BITS];
    directions += BITS * blockIdx.y;
    output += vectors * blockIdx.y;
    if (threadIdx.x < BITS)
        direction[threadIdx.x] = directions[threadIdx.x];
    __syncthreads();

    const float scale = 1.0f / 4294967296.0f;
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned stride = gridDim.x * blockDim.x;
    unsigned bits = __ffs(stride) - 1;

    // The first point has at most as many bits as the stride.
    unsigned gray = first ^ (first >> 1);
    unsigned point = 0;
    for (unsigned bit = 0; bit < bits; bit++) {
        point ^= -(gray & 1) & direction[bit];
        gray >>= 1;
    }
    if (first < vectors)
        output[first] = (float)point * scale;

    // Going on by the stride flips the bit below the stride's, and above it the index's lowest 0.
    unsigned below = direction[bits - 1];
    for (unsigned i = first + stride; i < vectors; i += stride) {
        point ^= below ^ direction[__ffs(~((i - stride) | (stride - 1))) - 1];
        output[i] = (float)point * scale;
    }
}
