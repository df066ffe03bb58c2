// Loads and stores with cache operators, read-only and uniform loads, volatile, and
// prefetches: none may change what is read.

#ifdef __clang__
// clang's headers have none of these.
#define LOAD(name, operator)                                                        \
    __device__ int name(const int* p) {                                             \
        int r;                                                                      \
        asm volatile("ld.global." operator ".s32 %0, [%1];" : "=r"(r) : "l"(p));    \
        return r;                                                                   \
    }
#define STORE(name, operator)                                                       \
    __device__ void name(int* p, int v) {                                           \
        asm volatile("st.global." operator ".s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); \
    }
LOAD(__ldca, "ca")
LOAD(__ldcg, "cg")
LOAD(__ldcs, "cs")
LOAD(__ldcv, "cv")
STORE(__stcg, "cg")
STORE(__stcs, "cs")
STORE(__stwb, "wb")
STORE(__stwt, "wt")
#endif

extern "C" __global__ void cache(const int* __restrict__ a, const float4* __restrict__ b, int* c, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = __ldg(&a[i]);
    sum += 2 * __ldca(&c[i]);
    sum += 3 * __ldcg(&c[i]);
    sum += 5 * __ldcs(&c[i]);
    sum += 7 * __ldcv(&c[i]);
    float4 v = __ldg(&b[i]);
    sum += (int)(v.x + v.y + v.z + v.w);
    int uniform;
    asm volatile("ldu.global.u32 %0, [%1];" : "=r"(uniform) : "l"(a));
    sum += uniform;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(c + i));
    volatile int* shy = c;
    sum += shy[i];
    __stcg(&out[i], sum);
    __stcs(&out[n + i], sum + 1);
    __stwb(&out[2 * n + i], sum + 2);
    __stwt(&out[3 * n + i], sum + 3);
    volatile int* sly = out;
    sly[4 * n + i] = sum + 4;
}
