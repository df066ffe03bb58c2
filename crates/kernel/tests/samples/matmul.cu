// A matrix product by tiles in shared memory.
// flags: lineinfo

#define TILE 16

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += TILE) {
        ta[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0.0f;
        tb[y][x] = k + y < n && column < n ? b[(k + y) * n + column] : 0.0f;
        __syncthreads();
        for (int j = 0; j < TILE; ++j) sum += ta[y][j] * tb[j][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
