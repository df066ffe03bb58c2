// mma.sync of Turing in inline assembly, with fragments loaded by ldmatrix.
// arch: 75

#include <cuda_fp16.h>

// D = A B + C for each warp: A 16 x 8 by rows, B 8 x 8 by rows (transposed while it is loaded), C 16 x 8.
extern "C" __global__ void mma_half(const half* a, const half* b, const float* c, float* d) {
    __shared__ __align__(16) half sa[2][128], sb[2][64];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int unit = blockIdx.x * (blockDim.x / 32) + warp;
    for (int i = lane; i < 128; i += 32) sa[warp][i] = a[unit * 128 + i];
    for (int i = lane; i < 64; i += 32) sb[warp][i] = b[unit * 64 + i];
    __syncwarp();
    unsigned ra[2], rb;
    unsigned pa = (unsigned)__cvta_generic_to_shared(&sa[warp][lane % 16 * 8]);
    unsigned pb = (unsigned)__cvta_generic_to_shared(&sb[warp][lane % 8 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(ra[0]), "=r"(ra[1]) : "r"(pa));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(rb) : "r"(pb));
    int row = lane / 4, column = lane % 4 * 2;
    const float* pc = c + unit * 128;
    float f[4] = {pc[row * 8 + column], pc[row * 8 + column + 1], pc[row * 8 + 64 + column], pc[row * 8 + 65 + column]};
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(rb));
    float* pd = d + unit * 128;
    pd[row * 8 + column] = f[0];
    pd[row * 8 + column + 1] = f[1];
    pd[row * 8 + 64 + column] = f[2];
    pd[row * 8 + 65 + column] = f[3];
}

// D = A B for each warp: bytes, A 8 x 16 by rows, B 16 x 8 by columns.
extern "C" __global__ void mma_byte(const int* a, const int* b, int* d) {
    int lane = threadIdx.x % 32;
    int unit = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int x, y;
    asm volatile("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=r"(x), "=r"(y)
                 : "r"(a[unit * 32 + lane]), "r"(b[unit * 32 + lane]), "r"(0), "r"(0));
    d[unit * 64 + lane * 2] = x;
    d[unit * 64 + lane * 2 + 1] = y;
}

// Transposes an 8 x 8 matrix of each warp in registers.
extern "C" __global__ void mma_move(const unsigned* a, unsigned* d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(x) : "r"(a[i]));
    d[i] = x;
}
