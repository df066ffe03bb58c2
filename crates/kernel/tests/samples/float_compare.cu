// Comparisons of floats, ordered and unordered, with NaN, infinities and
// signed zeros among the inputs; classification; copysign; set, slct, testp.

extern "C" __global__ void float_compare(const float* a, const float* b, unsigned* masks, float* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i];
    unsigned m = 0;
    m |= (x < y) << 0;
    m |= (x <= y) << 1;
    m |= (x > y) << 2;
    m |= (x >= y) << 3;
    m |= (x == y) << 4;
    m |= (x != y) << 5;
    m |= !(x < y) << 6;
    m |= !(x >= y) << 7;
    m |= (isnan(x) || isnan(y)) << 8;
    m |= (isinf(x) ? 1 : 0) << 9;
    m |= (isfinite(y) ? 1 : 0) << 10;
    m |= (signbit(x) ? 1 : 0) << 11;
    unsigned test;
#define TEST(kind, shift)                                                     \
    asm("{\n\t.reg .pred p;\n\ttestp." kind ".f32 p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" \
        : "=r"(test) : "f"(x));                                               \
    m |= test << shift;
    TEST("finite", 12)
    TEST("infinite", 13)
    TEST("number", 14)
    TEST("notanumber", 15)
    TEST("normal", 16)
    TEST("subnormal", 17)
    unsigned set;
    asm("set.gtu.u32.f32 %0, %1, %2;" : "=r"(set) : "f"(x), "f"(y));
    m |= (set == 0xFFFFFFFFu) << 18;
    asm("{\n\t.reg .pred p, q;\n\t"
        "setp.lt.f32 q, %2, 0f00000000;\n\t"
        "setp.num.xor.f32 p, %1, %2, q;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t}" : "=r"(test) : "f"(x), "f"(y));
    m |= test << 19;
    asm("{\n\t.reg .pred p, q;\n\t"
        "setp.equ.f32 p|q, %1, %2;\n\t"
        "selp.u32 %0, 1, 2, p;\n\t"
        "@q add.u32 %0, %0, 1;\n\t}" : "=r"(test) : "f"(x), "f"(y));
    m |= test << 20;
    masks[i] = m;
    values[i] = copysignf(x, y);
    float chosen, ones;
    asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(chosen) : "f"(1.5f), "f"(2.5f), "f"(x));
    values[n + i] = chosen;
    asm("slct.f32.s32 %0, %1, %2, %3;" : "=f"(chosen) : "f"(1.5f), "f"(2.5f), "r"(i - 5));
    values[2 * n + i] = chosen;
    asm("set.le.f32.f32 %0, %1, %2;" : "=f"(ones) : "f"(x), "f"(y));
    values[3 * n + i] = ones;
    values[4 * n + i] = fminf(x, y);
    values[5 * n + i] = fmaxf(x, y);
}

extern "C" __global__ void double_compare(const double* a, const double* b, unsigned* masks, double* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = a[i], y = b[i];
    unsigned m = 0;
    m |= (x < y) << 0;
    m |= (x <= y) << 1;
    m |= (x == y) << 2;
    m |= !(x > y) << 3;
    m |= (isnan(x) ? 1 : 0) << 4;
    m |= (isinf(y) ? 1 : 0) << 5;
    masks[i] = m;
    values[i] = copysign(x, y);
}
