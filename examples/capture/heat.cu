// Heat in a plate: a CUDA program as people write them, for the page "From your program to a schedule".
//
// It steps a 5-point stencil, reduces the result to its maximum, and checks both against the host.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                          \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

const int TILE = 16;

__global__ void step(const float *from, float *to, int n) {
    __shared__ float tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    auto at = [=](int x, int y) { return x < 0 || y < 0 || x >= n || y >= n ? 0.0f : from[y * n + x]; };
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    tile[ty][tx] = at(x, y);
    if (tx == 1) tile[ty][0] = at(x - 1, y);
    if (tx == TILE) tile[ty][TILE + 1] = at(x + 1, y);
    if (ty == 1) tile[0][tx] = at(x, y - 1);
    if (ty == TILE) tile[TILE + 1][tx] = at(x, y + 1);
    __syncthreads();
    float sum = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
    if (x < n && y < n) to[y * n + x] = 0.5f * tile[ty][tx] + 0.125f * sum;
}

__global__ void hottest(const float *values, int count, int *result) {
    __shared__ float best[256];
    float own = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) own = fmaxf(own, values[i]);
    best[threadIdx.x] = own;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + half]);
    }
    // The bits of positive floats are ordered as integers are.
    if (threadIdx.x == 0) atomicMax(result, __float_as_int(best[0]));
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128, steps = argc > 2 ? atoi(argv[2]) : 4, count = n * n;
    std::vector<float> plate(count), next(count);
    for (int i = 0; i < count; i++) plate[i] = (i * 37 % 101) / 101.0f;

    float *from, *to;
    int *best, bits;
    CHECK(cudaMalloc(&from, count * sizeof(float)));
    CHECK(cudaMalloc(&to, count * sizeof(float)));
    CHECK(cudaMalloc(&best, sizeof(int)));
    CHECK(cudaMemset(best, 0, sizeof(int)));
    CHECK(cudaMemcpy(from, plate.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(start));
    dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE), block(TILE, TILE);
    for (int i = 0; i < steps; i++) {
        step<<<grid, block>>>(from, to, n);
        std::swap(from, to);
    }
    hottest<<<8, 256>>>(from, count, best);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    std::vector<float> found(count);
    CHECK(cudaMemcpy(found.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&bits, best, sizeof(int), cudaMemcpyDeviceToHost));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));

    float hottest_here = 0, difference = 0;
    for (int i = 0; i < steps; i++) {
        auto at = [&](int x, int y) { return x < 0 || y < 0 || x >= n || y >= n ? 0.0f : plate[y * n + x]; };
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                next[y * n + x] = 0.5f * at(x, y) + 0.125f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1));
        std::swap(plate, next);
    }
    for (int i = 0; i < count; i++) {
        hottest_here = fmaxf(hottest_here, plate[i]);
        difference = fmaxf(difference, fabsf(plate[i] - found[i]));
    }
    float hottest_there;
    static_assert(sizeof hottest_there == sizeof bits, "a float has the bits of an int");
    __builtin_memcpy(&hottest_there, &bits, sizeof bits);
    bool passed = difference < 1e-5f && fabsf(hottest_there - hottest_here) < 1e-5f;
    printf("hottest: %.4f, %s\n", hottest_there, passed ? "as on the host" : "NOT as on the host");
    fprintf(stderr, "%.1f us between the events\n", 1000 * milliseconds);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFree(best));
    return passed ? 0 : 1;
}
