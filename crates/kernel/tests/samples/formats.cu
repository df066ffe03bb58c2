// Formatted output, from several CTAs and from a divergent branch.

#ifdef __clang__
#include <cstdio>
#endif

extern "C" __global__ void formats(const double* f, const long long* i) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    printf("%d: %8.3f|%lld|%#llx|%s|%c|%-4u|%%\n", t, f[t], i[t], i[t], t % 2 ? "odd" : "even", 'a' + t % 26,
           threadIdx.x);
    if (t % 3 == 0) printf("third %05d\n", t);
}
