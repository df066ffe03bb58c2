// Carry chains: 128-bit arithmetic in the language, and 96- and 128-bit sums,
// differences and products by add.cc, addc, sub.cc, subc, mad.cc and madc.

struct Wide {
    unsigned long long low, high;
};

__device__ unsigned __int128 join(Wide w) {
    return ((unsigned __int128)w.high << 64) | w.low;
}

__device__ Wide split(unsigned __int128 x) {
    return {(unsigned long long)x, (unsigned long long)(x >> 64)};
}

extern "C" __global__ void carry128(const Wide* a, const Wide* b, Wide* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned __int128 x = join(a[i]), y = join(b[i]);
    out[i] = split(x + y);
    out[n + i] = split(x - y);
    out[2 * n + i] = split(x * y);
    out[3 * n + i] = split(x << (b[i].low & 127));
    out[4 * n + i] = split(x >> (b[i].low & 127));
}

extern "C" __global__ void carry_asm(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned *x = a + 3 * i, *y = b + 3 * i;
    unsigned* r = out + 10 * i;
    asm("add.cc.u32 %0, %3, %6;\n\t"
        "addc.cc.u32 %1, %4, %7;\n\t"
        "addc.u32 %2, %5, %8;"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(y[0]), "r"(y[1]), "r"(y[2]));
    asm("sub.cc.u32 %0, %3, %6;\n\t"
        "subc.cc.u32 %1, %4, %7;\n\t"
        "subc.u32 %2, %5, %8;"
        : "=r"(r[3]), "=r"(r[4]), "=r"(r[5])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(y[0]), "r"(y[1]), "r"(y[2]));
    // (x1, x0) times y0, plus (y2, y1, x2): four words.
    unsigned p0, p1, p2, p3;
    asm("{\n\t"
        "mad.lo.cc.u32 %0, %4, %6, %7;\n\t"
        "madc.hi.cc.u32 %1, %4, %6, %8;\n\t"
        "addc.cc.u32 %2, %9, 0;\n\t"
        "addc.u32 %3, 0, 0;\n\t"
        "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
        "madc.hi.cc.u32 %2, %5, %6, %2;\n\t"
        "addc.u32 %3, %3, 0;\n\t"
        "}"
        : "=&r"(p0), "=&r"(p1), "=&r"(p2), "=&r"(p3)
        : "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(x[2]), "r"(y[1]), "r"(y[2]));
    r[6] = p0;
    r[7] = p1;
    r[8] = p2;
    r[9] = p3;
}
