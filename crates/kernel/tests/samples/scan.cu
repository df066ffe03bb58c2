// Prefix sums of a CTA: Hillis and Steele's in shared memory, and Blelloch's up and
// down sweep.

extern "C" __global__ void scan_inclusive(const int* a, int* out) {
    __shared__ int buffer[2][128];
    int t = threadIdx.x, from = 0, i = blockIdx.x * 128 + t;
    buffer[0][t] = a[i];
    __syncthreads();
    for (int distance = 1; distance < 128; distance <<= 1) {
        int v = buffer[from][t];
        if (t >= distance) v += buffer[from][t - distance];
        buffer[from ^ 1][t] = v;
        from ^= 1;
        __syncthreads();
    }
    out[i] = buffer[from][t];
}

extern "C" __global__ void scan_exclusive(const int* a, int* out) {
    __shared__ int tree[256];
    int t = threadIdx.x, base = blockIdx.x * 256;
    tree[2 * t] = a[base + 2 * t];
    tree[2 * t + 1] = a[base + 2 * t + 1];
    int offset = 1;
    for (int d = 128; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) tree[255] = 0;
    for (int d = 1; d < 256; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int low = offset * (2 * t + 1) - 1, high = offset * (2 * t + 2) - 1;
            int v = tree[low];
            tree[low] = tree[high];
            tree[high] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = tree[2 * t];
    out[base + 2 * t + 1] = tree[2 * t + 1];
}
