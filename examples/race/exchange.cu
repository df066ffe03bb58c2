// Reverses each tile of 64 elements. A barrier is missing: a fast warp fills the tile again while the other still reads it.
extern "C" __global__ void exchange(const int* in, int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        tile[t] = in[k * 64 + t];
        __syncthreads();
        out[k * 64 + t] = tile[63 - t];
    }
}
