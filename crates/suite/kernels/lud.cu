// LU decomposition: a matrix factored in place, block by block
//
// Factors a square matrix into a lower and an upper triangle without pivoting, in blocks of 16 as in the
// Rodinia suite. Each step takes one block of the diagonal: one CTA of 16 threads factors it, CTAs of 32
// threads solve the blocks right of it (first half of the warp) and below it (second half), and CTAs of
// 16 by 16 threads subtract from every block left over the product of its column's and its row's block,
// both held in shared memory. The grid shrinks with each step.
//
// Phase-aware scheduling takes the subtraction as LUD: two loads, a barrier, a short product and a last
// phase of a few instructions, after which warps leave early but their CTA's place stays taken. That is its
// example of the tail within a CTA.

#define BLOCK 16

// Factors the block of the diagonal that begins at (offset, offset).
extern "C" __global__ void lud_diagonal(float *matrix, int n, int offset)
{
    __shared__ float tile[BLOCK][BLOCK];
    int tx = threadIdx.x;
    float *column = matrix + offset * n + offset + tx;

    for (int i = 0; i < BLOCK; i++)
        tile[i][tx] = column[i * n];
    __syncthreads();

    // Column i of the lower triangle, then row i + 1 of the upper.
    for (int i = 0; i < BLOCK - 1; i++) {
        if (tx > i) {
            for (int j = 0; j < i; j++)
                tile[tx][i] -= tile[tx][j] * tile[j][i];
            tile[tx][i] /= tile[i][i];
        }
        __syncthreads();
        if (tx > i) {
            for (int j = 0; j <= i; j++)
                tile[i + 1][tx] -= tile[i + 1][j] * tile[j][tx];
        }
        __syncthreads();
    }

    // The first row is final from the start.
    for (int i = 1; i < BLOCK; i++)
        column[i * n] = tile[i][tx];
}

// Solves one block right of the diagonal's and one below it.
extern "C" __global__ void lud_perimeter(float *matrix, int n, int offset)
{
    __shared__ float diagonal[BLOCK][BLOCK];
    __shared__ float right[BLOCK][BLOCK];
    __shared__ float below[BLOCK][BLOCK];
    bool solves_right = threadIdx.x < BLOCK;
    int tx = threadIdx.x % BLOCK;
    int distance = (blockIdx.x + 1) * BLOCK;
    float *corner = matrix + offset * n + offset + tx;

    // Each half of the warp loads half of the diagonal's block and all of its own.
    if (solves_right) {
        for (int i = 0; i < BLOCK / 2; i++)
            diagonal[i][tx] = corner[i * n];
        for (int i = 0; i < BLOCK; i++)
            right[i][tx] = corner[i * n + distance];
    } else {
        for (int i = BLOCK / 2; i < BLOCK; i++)
            diagonal[i][tx] = corner[i * n];
        for (int i = 0; i < BLOCK; i++)
            below[i][tx] = corner[(distance + i) * n];
    }
    __syncthreads();

    if (solves_right) {
        // A column of the upper triangle.
        for (int i = 1; i < BLOCK; i++) {
            for (int j = 0; j < i; j++)
                right[i][tx] -= diagonal[i][j] * right[j][tx];
        }
    } else {
        // A row of the lower triangle.
        for (int i = 0; i < BLOCK; i++) {
            for (int j = 0; j < i; j++)
                below[tx][i] -= below[tx][j] * diagonal[j][i];
            below[tx][i] /= diagonal[i][i];
        }
    }
    __syncthreads();

    if (solves_right) {
        for (int i = 1; i < BLOCK; i++)
            corner[i * n + distance] = right[i][tx];
    } else {
        for (int i = 0; i < BLOCK; i++)
            corner[(distance + i) * n] = below[i][tx];
    }
}

// Subtracts the product of a block below and a block right of the diagonal's.
extern "C" __global__ void lud_internal(float *matrix, int n, int offset)
{
    __shared__ float right[BLOCK][BLOCK];
    __shared__ float below[BLOCK][BLOCK];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = offset + (blockIdx.y + 1) * BLOCK + ty;
    int column = offset + (blockIdx.x + 1) * BLOCK + tx;

    right[ty][tx] = matrix[(offset + ty) * n + column];
    below[ty][tx] = matrix[row * n + offset + tx];
    __syncthreads();

    float sum = 0;
    for (int i = 0; i < BLOCK; i++)
        sum += below[ty][i] * right[i][tx];
    matrix[row * n + column] -= sum;
}
