// Separable convolution: an image blurred along its rows, then along its columns
//
// A filter of 17 x 17 taps that is the product of a row and a column can be applied as two filters of 17
// taps, as in the CUDA SDK's convolutionSeparable. Both kernels bring a tile of the image and its halo to
// shared memory, a thread loading eight pixels of the tile and two of the halo, wait once, and then make
// eight pixels per thread, fully unrolled, with the taps in constant memory. Pixels beyond the edges count as
// black.
//
// PRO uses both kernels: thousands of short CTAs, each with one barrier between its loads and its arithmetic,
// so that CTAs of an SM that go through their phases at different times keep it busy.

#define RADIUS 8
#define STEPS 8 // pixels per thread
#define HALO 1  // steps of halo on either side

#define ROWS_X 16 // threads of a CTA of rows
#define ROWS_Y 4
#define COLUMNS_X 16 // and of columns
#define COLUMNS_Y 8

__constant__ float convsep_taps[2 * RADIUS + 1];

// width is a multiple of STEPS * ROWS_X, and the height of ROWS_Y.
extern "C" __global__ void convsep_rows(const float *source, float *target, int width)
{
    __shared__ float tile[ROWS_Y][(STEPS + 2 * HALO) * ROWS_X];
    int tx = threadIdx.x, ty = threadIdx.y;
    // Where the left halo begins.
    int x = ((int)blockIdx.x * STEPS - HALO) * ROWS_X + tx;
    int y = blockIdx.y * ROWS_Y + ty;
    source += y * width + x;
    target += y * width + x;

#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++)
        tile[ty][tx + i * ROWS_X] = source[i * ROWS_X];
#pragma unroll
    for (int i = 0; i < HALO; i++)
        tile[ty][tx + i * ROWS_X] = x + i * ROWS_X >= 0 ? source[i * ROWS_X] : 0.0f;
#pragma unroll
    for (int i = HALO + STEPS; i < HALO + STEPS + HALO; i++)
        tile[ty][tx + i * ROWS_X] = x + i * ROWS_X < width ? source[i * ROWS_X] : 0.0f;
    __syncthreads();

#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += convsep_taps[RADIUS - j] * tile[ty][tx + i * ROWS_X + j];
        target[i * ROWS_X] = sum;
    }
}

// width is a multiple of COLUMNS_X, height of STEPS * COLUMNS_Y.
extern "C" __global__ void convsep_columns(const float *source, float *target, int width, int height)
{
    // Transposed, and one longer than needed: the 16 threads of a row then use different banks.
    __shared__ float tile[COLUMNS_X][(STEPS + 2 * HALO) * COLUMNS_Y + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * COLUMNS_X + tx;
    // Where the upper halo begins.
    int y = ((int)blockIdx.y * STEPS - HALO) * COLUMNS_Y + ty;
    source += y * width + x;
    target += y * width + x;

#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++)
        tile[tx][ty + i * COLUMNS_Y] = source[i * COLUMNS_Y * width];
#pragma unroll
    for (int i = 0; i < HALO; i++)
        tile[tx][ty + i * COLUMNS_Y] = y + i * COLUMNS_Y >= 0 ? source[i * COLUMNS_Y * width] : 0.0f;
#pragma unroll
    for (int i = HALO + STEPS; i < HALO + STEPS + HALO; i++)
        tile[tx][ty + i * COLUMNS_Y] = y + i * COLUMNS_Y < height ? source[i * COLUMNS_Y * width] : 0.0f;
    __syncthreads();

#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += convsep_taps[RADIUS - j] * tile[tx][ty + i * COLUMNS_Y + j];
        target[i * COLUMNS_Y * width] = sum;
    }
}
