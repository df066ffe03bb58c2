// The length of Collatz sequences: nothing but divergence.

extern "C" __global__ void collatz(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = (unsigned long long)i + 1;
    int steps = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x >> 1;
        ++steps;
    }
    out[i] = steps;
}
