// Static shared memory of several types, a barrier, reversed within the CTA.

extern "C" __global__ void shared_static(const int* a, int* out, float* halves) {
    __shared__ int ints[128];
    __shared__ float floats[128];
    __shared__ unsigned char bytes[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    ints[t] = a[i];
    floats[t] = 0.5f * t;
    bytes[t] = (unsigned char)(3 * t);
    __syncthreads();
    out[i] = ints[127 - t] + bytes[t ^ 1];
    halves[i] = floats[127 - t];
}
