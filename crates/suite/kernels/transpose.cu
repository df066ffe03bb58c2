// Matrix transpose: rows become columns by way of shared memory
//
// Transposes a matrix of floats, as in the AMD SDK's MatrixTranspose. A CTA is a square tile with a thread
// per element: it loads the tile row by row into shared memory, waits at a barrier, and writes it column by
// column to the mirrored place, so that both the loads and the stores of a row are consecutive.
//
// The thesis calls it MT. Each thread makes one load, one barrier and one store, with hardly any arithmetic
// between: nearly all time is spent waiting for memory, and a scheduler matters by the order in which CTAs
// reach their barrier and are replaced by new ones. The tile has 8 × 8 threads in the thesis's larger size
// and 16 × 16 in the smaller, and is not padded, so reading columns makes bank conflicts.

extern "C" __global__ void transpose_transpose(float *transposed, const float *matrix, unsigned width,
                                               unsigned height)
{
    extern __shared__ float tile[];
    unsigned side = blockDim.x;
    unsigned x = blockIdx.x * side + threadIdx.x;
    unsigned y = blockIdx.y * side + threadIdx.y;
    tile[threadIdx.y * side + threadIdx.x] = matrix[y * width + x];
    __syncthreads();

    unsigned to_x = blockIdx.y * side + threadIdx.x;
    unsigned to_y = blockIdx.x * side + threadIdx.y;
    transposed[to_y * height + to_x] = tile[threadIdx.x * side + threadIdx.y];
}
