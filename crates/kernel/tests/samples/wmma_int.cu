// Integer matrices through nvcuda::wmma: signed and unsigned bytes in three shapes.
// arch: 72

#include <mma.h>

using namespace nvcuda;

template <typename T>
struct by_rows {
    static const bool value = false;
};
template <>
struct by_rows<wmma::row_major> {
    static const bool value = true;
};

template <int M, int N, int K, typename T, typename OrderA, typename OrderB>
__device__ void multiply(const T* a, const T* b, const int* c, int* d, bool saturate) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, OrderA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, OrderB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, int> sum;
    wmma::load_matrix_sync(fa, a, by_rows<OrderA>::value ? K : M);
    wmma::load_matrix_sync(fb, b, by_rows<OrderB>::value ? N : K);
    wmma::load_matrix_sync(sum, c, N, wmma::mem_row_major);
    if (saturate) {
        wmma::mma_sync(sum, fa, fb, sum, true);
    } else {
        wmma::mma_sync(sum, fa, fb, sum);
    }
    for (int i = 0; i < sum.num_elements; i++) {
        sum.x[i] ^= 1;
    }
    wmma::store_matrix_sync(d, sum, N, wmma::mem_row_major);
}

// Row k of `d` is the result of the k-th operation.
extern "C" __global__ void wmma_int(const signed char* a, const signed char* b, const int* c, int* d) {
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int units = gridDim.x * (blockDim.x / 32);
    a += unit * 512;
    b += unit * 512;
    c += unit * 256;
    d += unit * 256;
    const unsigned char *ua = (const unsigned char*)a, *ub = (const unsigned char*)b;
    using row = wmma::row_major;
    using col = wmma::col_major;
    multiply<16, 16, 16, signed char, row, col>(a, b, c, d, false);
    multiply<16, 16, 16, unsigned char, col, row>(ua, ub, c, d + units * 256, false);
    multiply<32, 8, 16, signed char, row, row>(a, b, c, d + units * 512, true);
    multiply<8, 32, 16, unsigned char, col, col>(ua, ub, c, d + units * 768, true);
}
