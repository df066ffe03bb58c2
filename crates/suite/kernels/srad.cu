// Speckle reducing anisotropic diffusion: an ultrasound image smoothed between its edges
//
// Each iteration, as in the Rodinia suite, measures how speckled the image is and then lets every pixel flow
// towards its neighbours, the less so the more the image changes there. Two kernels sum the pixels and their
// squares, from which the host makes the speckle scale; srad1 computes each pixel's differences from its four
// neighbours and its coefficient of diffusion, srad2 moves the pixels. Both work on tiles of 16 by 16
// in shared memory, with the neighbouring tiles' edges in tiles of their own: which one a thread reads
// depends on its place, so border threads leave their warps by branches. Five divisions make srad1 heavy.
//
// Phase-aware scheduling uses srad1 as SRAD: two short phases in the middle of its code, between the loads of
// edges and tile, gather the warps of round robin.

#define TILE 16
#define THREADS 512

// Pixels and their squares, to be summed.
extern "C" __global__ void srad_prepare(int pixels, const float *image, float *sums, float *sums_of_squares)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < pixels) {
        float pixel = image[i];
        sums[i] = pixel;
        sums_of_squares[i] = pixel * pixel;
    }
}

// Sums each 512 of `count` numbers that lie `stride` apart, and leaves each sum in the place of the first.
extern "C" __global__ void srad_reduce(int count, int stride, float *sums, float *sums_of_squares)
{
    __shared__ float sum[THREADS];
    __shared__ float sum_of_squares[THREADS];
    int tx = threadIdx.x;
    int i = blockIdx.x * THREADS + tx;

    if (i < count) {
        sum[tx] = sums[i * stride];
        sum_of_squares[tx] = sums_of_squares[i * stride];
    } else {
        sum[tx] = 0;
        sum_of_squares[tx] = 0;
    }
    __syncthreads();

    // The last thread of each group takes in the last of the group's first half.
    for (int group = 2; group <= THREADS; group *= 2) {
        if ((tx + 1) % group == 0) {
            sum[tx] += sum[tx - group / 2];
            sum_of_squares[tx] += sum_of_squares[tx - group / 2];
        }
        __syncthreads();
    }
    if (tx == THREADS - 1) {
        int first = blockIdx.x * THREADS * stride;
        sums[first] = sum[tx];
        sums_of_squares[first] = sum_of_squares[tx];
    }
}

// Differences from the neighbours and the coefficient of diffusion of each pixel.
extern "C" __global__ void srad_srad1(const float *image, float scale, float *difference_north,
                                      float *difference_south, float *difference_west, float *difference_east,
                                      float *coefficient, int columns)
{
    // One array, so that one register addresses all tiles.
    __shared__ float tiles[6][TILE][TILE];
    float(*tile)[TILE] = tiles[0], (*result)[TILE] = tiles[1];
    float(*north)[TILE] = tiles[2], (*south)[TILE] = tiles[3];
    float(*west)[TILE] = tiles[4], (*east)[TILE] = tiles[5];
    int tx = threadIdx.x, ty = threadIdx.y;
    int corner = columns * TILE * blockIdx.y + TILE * blockIdx.x;
    int i = corner + columns * ty + tx;

    // Beyond the image its border repeats: the address of an edge depends on the tile's place, its load does
    // not. Every row of threads loads the same edge north and south, every column the same one west and east.
    int row_north = blockIdx.y == 0 ? 0 : -columns;
    int row_south = blockIdx.y == gridDim.y - 1 ? columns * (TILE - 1) : columns * TILE;
    north[ty][tx] = image[corner + row_north + tx];
    south[ty][tx] = image[corner + row_south + tx];
    __syncthreads();
    int column_west = blockIdx.x == 0 ? 0 : -1;
    int column_east = blockIdx.x == gridDim.x - 1 ? TILE - 1 : TILE;
    west[ty][tx] = image[corner + columns * ty + column_west];
    east[ty][tx] = image[corner + columns * ty + column_east];
    __syncthreads();
    tile[ty][tx] = image[i];
    __syncthreads();

    float here = tile[ty][tx];
    float n, s, w, e;
    if (ty == 0 && tx == 0) {
        n = north[ty][tx] - here;
        s = tile[ty + 1][tx] - here;
        w = west[ty][tx] - here;
        e = tile[ty][tx + 1] - here;
    } else if (ty == 0 && tx == TILE - 1) {
        n = north[ty][tx] - here;
        s = tile[ty + 1][tx] - here;
        w = tile[ty][tx - 1] - here;
        e = east[ty][tx] - here;
    } else if (ty == TILE - 1 && tx == TILE - 1) {
        n = tile[ty - 1][tx] - here;
        s = south[ty][tx] - here;
        w = tile[ty][tx - 1] - here;
        e = east[ty][tx] - here;
    } else if (ty == TILE - 1 && tx == 0) {
        n = tile[ty - 1][tx] - here;
        s = south[ty][tx] - here;
        w = west[ty][tx] - here;
        e = tile[ty][tx + 1] - here;
    } else if (ty == 0) {
        n = north[ty][tx] - here;
        s = tile[ty + 1][tx] - here;
        w = tile[ty][tx - 1] - here;
        e = tile[ty][tx + 1] - here;
    } else if (tx == TILE - 1) {
        n = tile[ty - 1][tx] - here;
        s = tile[ty + 1][tx] - here;
        w = tile[ty][tx - 1] - here;
        e = east[ty][tx] - here;
    } else if (ty == TILE - 1) {
        n = tile[ty - 1][tx] - here;
        s = south[ty][tx] - here;
        w = tile[ty][tx - 1] - here;
        e = tile[ty][tx + 1] - here;
    } else if (tx == 0) {
        n = tile[ty - 1][tx] - here;
        s = tile[ty + 1][tx] - here;
        w = west[ty][tx] - here;
        e = tile[ty][tx + 1] - here;
    } else {
        n = tile[ty - 1][tx] - here;
        s = tile[ty + 1][tx] - here;
        w = tile[ty][tx - 1] - here;
        e = tile[ty][tx + 1] - here;
    }

    // The local variation against that of plain speckle: large means an edge.
    float gradient = (n * n + s * s + w * w + e * e) / (here * here);
    float laplacian = (n + s + w + e) / here;
    float numerator = 0.5f * gradient - 0.0625f * (laplacian * laplacian);
    float denominator = 1 + 0.25f * laplacian;
    float variation = numerator / (denominator * denominator);
    float excess = (variation - scale) / (scale * (1 + scale));
    float diffusion = 1 / (1 + excess);
    if (diffusion < 0)
        result[ty][tx] = 0;
    else if (diffusion > 1)
        result[ty][tx] = 1;
    else
        result[ty][tx] = diffusion;
    __syncthreads();

    coefficient[i] = result[ty][tx];
    difference_east[i] = e;
    difference_west[i] = w;
    difference_south[i] = s;
    difference_north[i] = n;
}

// Moves each pixel by what flows to it from its neighbours.
extern "C" __global__ void srad_srad2(float *image, const float *difference_north,
                                      const float *difference_south, const float *difference_west,
                                      const float *difference_east, const float *coefficient, int columns,
                                      float rate)
{
    __shared__ float tiles[5][TILE][TILE];
    float(*tile)[TILE] = tiles[0], (*result)[TILE] = tiles[1], (*pixels)[TILE] = tiles[2];
    float(*south)[TILE] = tiles[3], (*east)[TILE] = tiles[4];
    int tx = threadIdx.x, ty = threadIdx.y;
    int corner = columns * TILE * blockIdx.y + TILE * blockIdx.x;
    int i = corner + columns * ty + tx;

    pixels[ty][tx] = image[i];
    __syncthreads();
    int row_south = blockIdx.y == gridDim.y - 1 ? columns * (TILE - 1) : columns * TILE;
    south[ty][tx] = coefficient[corner + row_south + tx];
    __syncthreads();
    int column_east = blockIdx.x == gridDim.x - 1 ? TILE - 1 : TILE;
    east[ty][tx] = coefficient[corner + columns * ty + column_east];
    __syncthreads();
    tile[ty][tx] = coefficient[i];
    __syncthreads();

    // A flow north or west takes this pixel's coefficient, one south or east that of the pixel there.
    float here = tile[ty][tx];
    float s, e;
    if (ty == TILE - 1 && tx == TILE - 1) {
        s = south[ty][tx];
        e = east[ty][tx];
    } else if (tx == TILE - 1) {
        s = tile[ty + 1][tx];
        e = east[ty][tx];
    } else if (ty == TILE - 1) {
        s = south[ty][tx];
        e = tile[ty][tx + 1];
    } else {
        s = tile[ty + 1][tx];
        e = tile[ty][tx + 1];
    }
    float flow = here * difference_north[i] + s * difference_south[i] + here * difference_west[i] +
                 e * difference_east[i];
    result[ty][tx] = pixels[ty][tx] + 0.25f * rate * flow;
    __syncthreads();
    image[i] = result[ty][tx];
}
