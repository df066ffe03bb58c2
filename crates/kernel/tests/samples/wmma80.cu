// Matrices of bfloat16, tf32 and double precision through nvcuda::wmma.
// arch: 80

#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void wmma_bf16(const __nv_bfloat16* a, const __nv_bfloat16* b, const float* c, float* d) {
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::col_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(fa, a + unit * 256, 16);
    wmma::load_matrix_sync(fb, b + unit * 256, 16);
    wmma::load_matrix_sync(sum, c + unit * 256, 16, wmma::mem_col_major);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d + unit * 256, sum, 16, wmma::mem_row_major);
}

extern "C" __global__ void wmma_tf32(const float* a, const float* b, float* d) {
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::load_matrix_sync(fa, a + unit * 128, 8);
    wmma::load_matrix_sync(fb, b + unit * 128, 16);
    wmma::fill_fragment(sum, 1.0f);
    for (int i = 0; i < fa.num_elements; i++) {
        fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    }
    for (int i = 0; i < fb.num_elements; i++) {
        fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    }
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d + unit * 256, sum, 16, wmma::mem_row_major);
}

extern "C" __global__ void wmma_f64(const double* a, const double* b, const double* c, double* d) {
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
    wmma::load_matrix_sync(sum, c + unit * 64, 8, wmma::mem_row_major);
    for (int k = 0; k < 16; k += 4) {
        wmma::load_matrix_sync(fa, a + unit * 128 + k, 16);
        wmma::load_matrix_sync(fb, b + unit * 128 + k, 16);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    for (int i = 0; i < sum.num_elements; i++) {
        sum.x[i] = -sum.x[i];
    }
    wmma::store_matrix_sync(d + unit * 64, sum, 8, wmma::mem_row_major);
}
