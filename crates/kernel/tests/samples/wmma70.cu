// Half-precision matrices through nvcuda::wmma: three shapes, both accumulators, all orders.
// Each warp multiplies one tile; fragments are also changed element by element.
// arch: 70

#include <mma.h>

using namespace nvcuda;

// D = 2 (A B) + C, with A 16 x 32 and B 32 x 16; A goes through shared memory with a skew.
extern "C" __global__ void wmma_loop(const half* a, const half* b, const float* c, float* d) {
    __shared__ __align__(32) half tile[2][16 * 40];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int unit = blockIdx.x * (blockDim.x / 32) + warp;
    a += unit * 512;
    b += unit * 512;
    for (int i = lane; i < 512; i += 32) {
        tile[warp][i / 32 * 40 + i % 32] = a[i];
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, fc;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < 32; k += 16) {
        wmma::load_matrix_sync(fa, tile[warp] + k, 40);
        wmma::load_matrix_sync(fb, b + k, 32);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::load_matrix_sync(fc, c + unit * 256, 16, wmma::mem_row_major);
    for (int i = 0; i < fc.num_elements; i++) {
        fc.x[i] = 2.0f * sum.x[i] + fc.x[i];
    }
    wmma::store_matrix_sync(d + unit * 256, fc, 16, wmma::mem_row_major);
}

// D = A B + C in half precision, A 32 x 16 by columns, B 16 x 8 by rows; stored by columns.
extern "C" __global__ void wmma_tall(const half* a, const half* b, const half* c, half* d) {
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> fa;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 32, 8, 16, half> sum;
    wmma::load_matrix_sync(fa, a + unit * 512, 32);
    wmma::load_matrix_sync(fb, b + unit * 128, 8);
    wmma::load_matrix_sync(sum, c + unit * 256, 8, wmma::mem_row_major);
    for (int i = 0; i < fa.num_elements; i++) {
        fa.x[i] = fa.x[i] + fa.x[i];
    }
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d + unit * 256, sum, 32, wmma::mem_col_major);
}

// A half accumulator in, a single one out, A 8 x 16 and B 16 x 32 by rows.
extern "C" __global__ void wmma_wide(const half* a, const half* b, const half* c, float* d) {
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 8, 32, 16, half> fc;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> fd;
    wmma::load_matrix_sync(fa, a + unit * 128, 16);
    wmma::load_matrix_sync(fb, b + unit * 512, 32);
    wmma::load_matrix_sync(fc, c + unit * 256, 8, wmma::mem_col_major);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d + unit * 256, fd, 32, wmma::mem_row_major);
}
