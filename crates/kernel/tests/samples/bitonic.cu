// A bitonic sort of a CTA's values in shared memory.

extern "C" __global__ void bitonic(unsigned* data) {
    __shared__ unsigned v[256];
    unsigned t = threadIdx.x;
    v[t] = data[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned size = 2; size <= 256; size <<= 1) {
        for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
            unsigned other = t ^ stride;
            if (other > t) {
                bool ascending = (t & size) == 0;
                unsigned a = v[t], b = v[other];
                if ((a > b) == ascending) {
                    v[t] = b;
                    v[other] = a;
                }
            }
            __syncthreads();
        }
    }
    data[blockIdx.x * 256 + t] = v[t];
}
