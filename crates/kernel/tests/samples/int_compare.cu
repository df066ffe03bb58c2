// Comparisons of integers of each width and signedness, predicate logic, and
// choices by selp instead of branches.

extern "C" __global__ void int_compare(const int* a, const int* b, const long long* c, const long long* d,
                                       unsigned* masks, long long* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i];
    unsigned ux = x, uy = y;
    long long v = c[i], w = d[i];
    unsigned long long uv = v, uw = w;
    short sx = (short)x, sy = (short)y;
    unsigned m = 0;
    m |= (x < y) << 0;
    m |= (x <= y) << 1;
    m |= (x > y) << 2;
    m |= (x >= y) << 3;
    m |= (x == y) << 4;
    m |= (x != y) << 5;
    m |= (ux < uy) << 6;
    m |= (ux <= uy) << 7;
    m |= (ux > uy) << 8;
    m |= (ux >= uy) << 9;
    m |= (v < w) << 10;
    m |= (v >= w) << 11;
    m |= (v == w) << 12;
    m |= (uv < uw) << 13;
    m |= (uv > uw) << 14;
    m |= (sx < sy) << 15;
    m |= (sx == sy) << 16;
    m |= ((unsigned short)sx > (unsigned short)sy) << 17;
    m |= (x < y && v < w) << 18;
    m |= (x < y || v < w) << 19;
    m |= ((x < y) != (v < w)) << 20;
    unsigned test;
    asm("{\n\t.reg .pred p, q, r;\n\t"
        "setp.lt.s32 p|q, %1, %2;\n\t"
        "setp.hi.and.u32 r, %1, %2, !q;\n\t"
        "not.pred r, r;\n\t"
        "and.pred p, p, r;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t}" : "=r"(test) : "r"(x), "r"(y));
    m |= test << 21;
    masks[i] = m;
    values[i] = x < y ? v : w;
    values[n + i] = v < w ? x : y;
}
