// A one-dimensional stencil with a halo in shared memory, and a five-point one in two
// dimensions straight from global memory.

#define RADIUS 3

extern "C" __global__ void stencil1(const int* a, int* out, int n) {
    __shared__ int window[64 + 2 * RADIUS];
    int i = blockIdx.x * 64 + threadIdx.x, w = threadIdx.x + RADIUS;
    window[w] = i < n ? a[i] : 0;
    if (threadIdx.x < RADIUS) {
        window[w - RADIUS] = i >= RADIUS ? a[i - RADIUS] : 0;
        window[w + 64] = i + 64 < n ? a[i + 64] : 0;
    }
    __syncthreads();
    int sum = 0;
#pragma unroll
    for (int d = -RADIUS; d <= RADIUS; ++d) sum += (RADIUS + 1 - abs(d)) * window[w + d];
    if (i < n) out[i] = sum;
}

extern "C" __global__ void stencil5(const float* a, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float v = -4.0f * a[y * width + x];
    if (x > 0) v += a[y * width + x - 1];
    if (x + 1 < width) v += a[y * width + x + 1];
    if (y > 0) v += a[(y - 1) * width + x];
    if (y + 1 < height) v += a[(y + 1) * width + x];
    out[y * width + x] = v;
}
