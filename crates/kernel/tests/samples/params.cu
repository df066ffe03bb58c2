// Kernel parameters of many kinds: each scalar width, structs by value with padding
// and arrays, more than a handful; launch bounds.

struct Small {
    char c;
    short s;
};

struct Large {
    double d;
    int v[5];
    Small small[2];
    float* out;
};

extern "C" __global__ void __launch_bounds__(64, 2)
params(signed char a, unsigned short b, bool flag, long long c, float d, double e, Small small, Large large,
       float3 vector, int pick) {
    int t = threadIdx.x;
    float r = a + b + (float)c + d + (float)e;
    if (flag) r += small.c * 2 + small.s;
    r += (float)large.d + large.v[(t + pick) % 5] + large.small[t & 1].s - large.small[t & 1].c;
    r += vector.x + 2.0f * vector.y + 4.0f * vector.z;
    large.out[t] = r;
}
