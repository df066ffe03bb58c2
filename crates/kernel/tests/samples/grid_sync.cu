// CTAs that wait for each other: a barrier of the whole grid, and flags of later CTAs.
// arch: 70

#include <cooperative_groups.h>

extern "C" __global__ void grid_sync(const int* a, int* sums, int* out) {
    auto grid = cooperative_groups::this_grid();
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, a[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
    grid.sync();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int b = 0; b < gridDim.x; b++) total += sums[b];
        out[blockIdx.x] = total + blockIdx.x;
    }
    grid.sync();
    if (threadIdx.x == 0) sums[blockIdx.x] = out[gridDim.x - 1 - blockIdx.x];
}
