// A histogram of bytes: atomics on a CTA's own bins in shared memory, then on global ones.

extern "C" __global__ void histogram(const uchar4* data, unsigned* bins, int n) {
    __shared__ unsigned own[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 v = data[i];
        atomicAdd(&own[v.x], 1u);
        atomicAdd(&own[v.y], 1u);
        atomicAdd(&own[v.z], 1u);
        atomicAdd(&own[v.w], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        if (own[b]) atomicAdd(&bins[b], own[b]);
    }
}
