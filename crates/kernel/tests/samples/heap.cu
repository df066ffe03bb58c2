// The heap of device code: blocks that outlive a kernel, and one that is exhausted.

#ifdef __clang__
#include <cstdlib>
#endif

extern "C" __global__ void heap_fill(int** blocks, const int* sizes) {
    int t = threadIdx.x;
    int* block = (int*)malloc(sizes[t] * sizeof(int));
    for (int k = 0; k < sizes[t]; k++) block[k] = t + k;
    blocks[t] = block;
}

extern "C" __global__ void heap(int** blocks, const int* sizes, int* out) {
    int t = threadIdx.x;
    int sum = 0;
    for (int k = 0; k < sizes[t]; k++) sum += blocks[t][k];
    free(blocks[t]);
    out[t] = sum;
}

extern "C" __global__ void heap_exhaust(int* out) {
    int n = 0;
    for (int* block; (block = (int*)malloc(1 << 20)) != 0; n++) *(volatile int*)block = n;
    out[0] = n;
    free(0);
}
