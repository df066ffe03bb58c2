// CTA-wide barriers, with and without a reduction of a predicate, in a loop.

extern "C" __global__ void barriers(const int* a, int* out, int rounds) {
    __shared__ int values[96];
    int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t;
    int x = a[i], sum = 0;
    for (int r = 0; r < rounds; ++r) {
        values[t] = x;
        __syncthreads();
        x = values[(t + r + 1) % size] + 1;
        sum += __syncthreads_count(x & 1);
        sum += __syncthreads_and(x > 3) ? 1000 : 0;
        sum += __syncthreads_or(x % 41 == 3) ? 100000 : 0;
    }
    out[i] = sum + x;
}
