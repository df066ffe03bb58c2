// Module-scope memory: constant and global, scalars, arrays, nested structs, zeroed
// arrays, pointers to other symbols and into them, strings; written and read.

struct Inner {
    short s;
    double d;
};

struct Outer {
    char c;
    Inner inner[2];
    float f[3];
};

__constant__ int scale = 7;
__constant__ float table[8] = {0.5f, 1.5f, -2.0f, 3.25f, 4.0f, -5.5f, 6.0f, 7.75f};
__constant__ Outer nested = {'x', {{-3, 1.25}, {4, -2.5}}, {1.0f, 2.0f, 3.0f}};
__constant__ unsigned char bytes[5] = {250, 1, 2, 3, 4};
__constant__ long long wide[2] = {-1LL, 0x123456789ABCDEF0LL};

__device__ int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__device__ int counter;
__device__ int zeroed[16];
__device__ int* to_primes = primes;
__device__ int* into_primes[2] = {&primes[3], &primes[6]};
__device__ const char* text = "warp";

extern "C" __global__ void constants_read(int* out, float* floats) {
    int t = threadIdx.x;
    float f = table[t & 7] * nested.f[t % 3];
    floats[t] = f + (float)nested.inner[t & 1].d;
    int v = scale * nested.inner[t & 1].s + nested.c + bytes[t % 5];
    v += (int)(wide[t & 1] >> 32);
    v += to_primes[t & 7] * 1000 + *into_primes[t & 1] * 100000;
    v += text[t & 3] + zeroed[t & 15];
    out[t] = v;
}

extern "C" __global__ void constants_write(int value) {
    atomicAdd(&counter, value);
    zeroed[threadIdx.x & 15] = value + (threadIdx.x & 15);
    if (threadIdx.x == 0) to_primes = &primes[0] + (value & 1);
}

extern "C" __global__ void constants_after(int* out) {
    int t = threadIdx.x;
    out[t] = counter + zeroed[t & 15] + to_primes[t % 7];
}
