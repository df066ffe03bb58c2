// BiCG: the two products of the biconjugate gradient method
//
// q = A p and s = Aᵀ r, the part of the BiCGStab solver that the GPU version of the Polybench suite took out.
// One kernel has a thread per row, which walks along it, so that the lanes of a warp read from 32 rows, a
// cache line each; the other has a thread per column, and a warp reads a whole line at a time. Both clear the
// result first and add to it in memory with every step, since nothing tells the compiler that the result and
// the matrix do not overlap.
//
// MOTRR uses it as BICG, next to ATAX and MVT: their misses in the L1 cache depend on how many warps take
// turns, and the greedy policy has few.

extern "C" __global__ void bicg_q(int rows, int columns, const float *a, const float *p, float *q)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        q[row] = 0.0f;
        for (int column = 0; column < columns; column++)
            q[row] += a[row * columns + column] * p[column];
    }
}

extern "C" __global__ void bicg_s(int rows, int columns, const float *a, const float *r, float *s)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < columns) {
        s[column] = 0.0f;
        for (int row = 0; row < rows; row++)
            s[column] += a[row * columns + column] * r[row];
    }
}
