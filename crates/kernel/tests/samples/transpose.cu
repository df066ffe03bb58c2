// A matrix transposed by tiles in padded shared memory, two-dimensional CTAs, ragged edges.

extern "C" __global__ void transpose(const float* a, float* out, int rows, int columns) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = 0; j < 16; j += 4) {
        if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * columns + x];
    }
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    for (int j = 0; j < 16; j += 4) {
        if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}
