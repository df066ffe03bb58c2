// A sum by halves in shared memory, then within the first warp by shuffles.
// flags: lineinfo

extern "C" __global__ void reduction(const int* a, int* out, int n) {
    __shared__ int partial[256];
    int t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * 512 + t; i < n && i < (int)(blockIdx.x + 1) * 512; i += 256) sum += a[i];
    partial[t] = sum;
    __syncthreads();
    for (int half = 128; half >= 32; half >>= 1) {
        if (t < half) partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t < 32) {
        sum = partial[t];
        for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
        if (t == 0) out[blockIdx.x] = sum;
    }
}
