// ATAX: a matrix times a vector, then its transpose times the result
//
// y = Aᵀ(A x), from the GPU version of the Polybench suite. The first kernel has a thread per row, which
// walks along it: the lanes of a warp read 32 rows at once, a cache line each, and find the rest of their
// lines in the cache later, if they are still there. The second has a thread per column, so that a warp reads
// a whole line at a time. Both add to the result in memory with every step, since nothing tells the compiler
// that the result and the matrix do not overlap.
//
// MOTRR uses it as ATAX. With 16 CTAs an SM has 8 warps, for which the first kernel would need 256 lines,
// twice what an L1 cache of 16 KB has: the fewer warps take turns, the more they find there.

extern "C" __global__ void atax_ax(int rows, int columns, const float *a, const float *x, float *ax)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        for (int column = 0; column < columns; column++)
            ax[row] += a[row * columns + column] * x[column];
    }
}

extern "C" __global__ void atax_aty(int rows, int columns, const float *a, const float *ax, float *y)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < columns) {
        for (int row = 0; row < rows; row++)
            y[column] += a[row * columns + column] * ax[row];
    }
}
