// Memory fences and the CTA that finishes last: each CTA leaves its sum, the last to
// take a ticket adds them up.

extern "C" __global__ void fences(const int* a, volatile int* partial, unsigned* ticket, int* total) {
    __shared__ int sum;
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, a[blockIdx.x * blockDim.x + t]);
    __threadfence_block();
    __syncthreads();
    if (t == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i) all += partial[i];
        *total = all;
        __threadfence_system();
    }
}
