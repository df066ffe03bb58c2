// Recursion to a depth that differs by lane, with locals that must survive the call.

__device__ __noinline__ int fibonacci(int n) {
    if (n < 2) return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ int digits(int* stack, unsigned value) {
    if (value == 0) return 0;
    int depth = digits(stack, value / 10);
    stack[depth] = value % 10;
    return depth + 1;
}

extern "C" __global__ void recursion(const unsigned* a, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int stack[12];
    int depth = digits(stack, a[i]);
    int weighted = 0;
    for (int k = 0; k < depth; ++k) weighted += (k + 1) * stack[k];
    out[i] = fibonacci(i % 9) * 1000000 + (int)ackermann(i % 3, i % 4) * 10000 + weighted;
}
