// Dynamic shared memory, divided by hand into doubles and ints, with a neighbour
// exchange across a barrier.

extern __shared__ double pool[];

extern "C" __global__ void shared_dynamic(const double* a, const int* b, double* out, int n) {
    int t = threadIdx.x, size = blockDim.x;
    double* values = pool;
    int* indices = (int*)(pool + size);
    int i = blockIdx.x * size + t;
    values[t] = i < n ? a[i] : 0.0;
    indices[t] = i < n ? b[i] % size : 0;
    __syncthreads();
    if (i < n) out[i] = values[indices[t]] + values[(t + 1) % size];
}
