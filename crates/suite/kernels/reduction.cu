// Reduction: the sum of many integers
//
// The reduction of AMD's SDK. A thread reads two neighbouring vectors of four integers and adds them; the 256
// sums of a CTA are then added in shared memory, as vectors, by a tree with a barrier per level: at each
// level the upper half of the threads falls away, so that from the third on all work is done by one warp. A
// vector per CTA goes back to memory, and the host adds those up.
//
// The thesis uses it as RD. Nearly all of its instructions belong to the tree: warps mostly wait at barriers,
// and where CTAs are placed, and thus what the caches hold, hardly matters.

#define THREADS 256

static __device__ uint4 add(uint4 a, uint4 b)
{
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

extern "C" __global__ void reduction_sum(const uint4 *input, uint4 *output)
{
    __shared__ uint4 sums[THREADS];
    unsigned tid = threadIdx.x;
    unsigned pair = 2 * (blockIdx.x * blockDim.x + tid);

    sums[tid] = add(input[pair], input[pair + 1]);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (tid < half)
            sums[tid] = add(sums[tid], sums[tid + half]);
        __syncthreads();
    }
    if (tid == 0)
        output[blockIdx.x] = sums[0];
}
