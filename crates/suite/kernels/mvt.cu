// MVT: a matrix and its transpose, each times a vector
//
// x1 += A y1 and x2 += Aᵀ y2, from the GPU version of the Polybench suite. The first kernel has a thread per
// row, which walks along it, so that the lanes of a warp read from 32 rows, a cache line each; the second has
// a thread per column, and a warp reads a whole line at a time. Both add to the result in memory with every
// step, since nothing tells the compiler that the result and the matrix do not overlap.
//
// MOTRR uses it as MVT; of all its applications this one gains most when warps are preferred whose data has
// just come: their lines are still in the L1 cache.

extern "C" __global__ void mvt_row(int size, const float *a, float *x1, const float *y1)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < size) {
        for (int column = 0; column < size; column++)
            x1[row] += a[row * size + column] * y1[column];
    }
}

extern "C" __global__ void mvt_column(int size, const float *a, float *x2, const float *y2)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < size) {
        for (int row = 0; row < size; row++)
            x2[column] += a[row * size + column] * y2[row];
    }
}
