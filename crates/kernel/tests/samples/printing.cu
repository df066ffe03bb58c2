// What programs carry for bad days, not reached on good ones: formatted output, which calls a
// function that the module only declares, and traps.

#ifdef __clang__
#include <cstdio>
#endif

extern "C" __global__ void printing(const int* a, int* out, int limit) {
    int i = threadIdx.x;
    int x = a[i];
    if (x > limit) printf("thread %d: %d is above %d (%s, %f)\n", i, x, limit, "too much", 0.5 * x);
    if (x < -limit) __trap();
    out[i] = limit - x;
}
