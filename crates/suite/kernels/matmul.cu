// Matrix multiplication: product of two matrices, a tile of 4 × 4 in each thread's registers
//
// The dense product of two matrices of floats, as in the AMD SDK's MatrixMultiplication without local memory.
// Each thread computes 4 × 4 elements of the product and keeps them in registers. For every four steps along
// the inner dimension it loads four vectors of the one matrix and four of the other straight from global
// memory and sums up 64 products of them. There is no barrier and nothing is shared: whatever neighbours
// load alike is left to the caches.
//
// The thesis calls it MM and counts it among the memory-intensive benchmarks. Long runs of independent
// arithmetic follow each burst of loads, so a scheduler decides by the order of warps both how well the
// bursts overlap and how much of the rows survives in the L1 cache.

// sum += factors · rows: one row of the tile, four steps along the inner dimension.
__device__ __forceinline__ void multiply_row(float4 &sum, float4 factors, const float4 rows[4])
{
    sum.x += factors.x * rows[0].x + factors.y * rows[1].x + factors.z * rows[2].x + factors.w * rows[3].x;
    sum.y += factors.x * rows[0].y + factors.y * rows[1].y + factors.z * rows[2].y + factors.w * rows[3].y;
    sum.z += factors.x * rows[0].z + factors.y * rows[1].z + factors.z * rows[2].z + factors.w * rows[3].z;
    sum.w += factors.x * rows[0].w + factors.y * rows[1].w + factors.z * rows[2].w + factors.w * rows[3].w;
}

// c = a · b, where a has rows of `inner` floats, b and c of `columns`. A vector holds four floats of a row.
extern "C" __global__ void matmul_multiply(const float4 *a, const float4 *b, float4 *c, unsigned inner,
                                           unsigned columns)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned a_pitch = inner / 4, b_pitch = columns / 4;
    const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float4 tile[4] = {zero, zero, zero, zero};

    for (unsigned k = 0; k < a_pitch; k++) {
        float4 from_a[4], from_b[4];
        for (unsigned i = 0; i < 4; i++)
            from_a[i] = a[(4 * y + i) * a_pitch + k];
        for (unsigned i = 0; i < 4; i++)
            from_b[i] = b[(4 * k + i) * b_pitch + x];
        for (unsigned i = 0; i < 4; i++)
            multiply_row(tile[i], from_a[i], from_b);
    }
    for (unsigned i = 0; i < 4; i++)
        c[(4 * y + i) * b_pitch + x] = tile[i];
}
