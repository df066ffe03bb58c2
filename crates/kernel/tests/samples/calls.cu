// Calls that stay calls: scalars of several widths, structs by value and returned,
// pointers to locals, no result.

struct Pair {
    long long a;
    int b;
};

struct Block {
    float v[4];
    short tag;
};

__device__ __noinline__ int add3(int a, short b, unsigned char c) { return a + b + c; }

__device__ __noinline__ Pair twist(Pair p, int k) { return {p.a * k + p.b, (int)p.a - k}; }

__device__ __noinline__ Block shift(Block b, double by) {
    Block r;
    for (int i = 0; i < 4; ++i) r.v[i] = b.v[(i + 1) & 3] + (float)by;
    r.tag = (short)(b.tag + 1);
    return r;
}

__device__ __noinline__ void fill(int* values, int count, int seed) {
    for (int i = 0; i < count; ++i) values[i] = seed + i * i;
}

__device__ __noinline__ bool odd(int x) { return (x & 1) != 0; }

__device__ __noinline__ unsigned long long widen(unsigned x) { return (unsigned long long)x << 20; }

extern "C" __global__ void calls(const int* a, long long* out, float* floats, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i];
    long long sum = add3(x, (short)(x >> 3), (unsigned char)x);
    Pair p = twist({(long long)x << 8, x - 1}, i);
    sum += p.a ^ p.b;
    int values[6];
    fill(values, 6, x);
    sum += values[(unsigned)x % 6];
    if (odd(x)) sum += widen(x);
    Block b = {{1.0f, 2.0f, 3.0f, (float)i}, (short)i};
    b = shift(b, 0.5);
    b = shift(b, 0.25);
    for (int k = 0; k < 4; ++k) floats[4 * i + k] = b.v[k];
    out[i] = sum + b.tag;
}
