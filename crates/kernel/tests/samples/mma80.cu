// mma.sync of Ampere in inline assembly: a tiled product of halves, and one of each other type.
// arch: 80

#include <cuda_fp16.h>

// D = A B for each warp: A 16 x 64 and B 64 x 8, both with k contiguous, in four steps.
extern "C" __global__ void mma_tile(const half* a, const half* b, float* d) {
    __shared__ __align__(16) half sa[2][16 * 72], sb[2][8 * 72];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int unit = blockIdx.x * (blockDim.x / 32) + warp;
    for (int i = lane; i < 1024; i += 32) sa[warp][i / 64 * 72 + i % 64] = a[unit * 1024 + i];
    for (int i = lane; i < 512; i += 32) sb[warp][i / 64 * 72 + i % 64] = b[unit * 512 + i];
    __syncwarp();
    float f[4] = {0, 0, 0, 0};
    for (int k = 0; k < 64; k += 16) {
        unsigned ra[4], rb[2];
        unsigned pa = (unsigned)__cvta_generic_to_shared(&sa[warp][lane % 16 * 72 + lane / 16 * 8 + k]);
        unsigned pb = (unsigned)__cvta_generic_to_shared(&sb[warp][lane % 8 * 72 + lane / 8 % 2 * 8 + k]);
        asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
                     : "r"(pa));
        asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])
            : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    }
    float* pd = d + unit * 128 + lane / 4 * 8 + lane % 4 * 2;
    pd[0] = f[0];
    pd[1] = f[1];
    pd[64] = f[2];
    pd[65] = f[3];
}

// Words of A and B are given by lane; D by lane, four words each: bf16, tf32, bytes.
extern "C" __global__ void mma_types(const unsigned* a, const unsigned* b, const float* fa, const float* fb, float* d,
                                     int* e) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float f[4] = {0, 0, 0, 0}, g[4] = {1, 1, 1, 1};
    int h[4];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])
        : "r"(a[4 * i]), "r"(a[4 * i + 1]), "r"(a[4 * i + 2]), "r"(a[4 * i + 3]), "r"(b[2 * i]), "r"(b[2 * i + 1]));
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(g[0]), "+f"(g[1]), "+f"(g[2]), "+f"(g[3])
        : "r"(__float_as_uint(fa[4 * i])), "r"(__float_as_uint(fa[4 * i + 1])), "r"(__float_as_uint(fa[4 * i + 2])),
          "r"(__float_as_uint(fa[4 * i + 3])), "r"(__float_as_uint(fb[2 * i])), "r"(__float_as_uint(fb[2 * i + 1])));
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
        : "=r"(h[0]), "=r"(h[1]), "=r"(h[2]), "=r"(h[3])
        : "r"(a[4 * i]), "r"(a[4 * i + 1]), "r"(a[4 * i + 2]), "r"(a[4 * i + 3]), "r"(b[2 * i]), "r"(b[2 * i + 1]), "r"(5));
    for (int n = 0; n < 4; n++) {
        d[8 * i + n] = f[n];
        d[8 * i + 4 + n] = g[n];
        e[4 * i + n] = h[n];
    }
}

// D = A B + C in double precision: A 8 x 4 by rows, B 4 x 8 by columns.
extern "C" __global__ void mma_double(const double* a, const double* b, const double* c, double* d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = c[2 * i], y = c[2 * i + 1];
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64.rn {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(x), "+d"(y)
                 : "d"(a[i]), "d"(b[i]));
    d[2 * i] = x;
    d[2 * i + 1] = y;
}
