// 32-bit integers, signed and unsigned: arithmetic, high products, division,
// remainder, minimum, maximum, absolute value, logic and shifts.
// Row k of `out` is the result of the k-th operation.

extern "C" __global__ void int32_signed(const int* a, const int* b, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i];
    int k = i;
    out[k] = x + y;              k += n;
    out[k] = x - y;              k += n;
    out[k] = x * y;              k += n;
    out[k] = x / y;              k += n;
    out[k] = x % y;              k += n;
    out[k] = __mulhi(x, y);      k += n;
    out[k] = __mul24(x, y);      k += n;
    out[k] = min(x, y);          k += n;
    out[k] = max(x, y);          k += n;
    out[k] = abs(x);             k += n;
    out[k] = -x;                 k += n;
    out[k] = x * y + i;          k += n;
    out[k] = x >> (y & 31);      k += n;
    out[k] = __hadd(x, y);       k += n;
    out[k] = __rhadd(x, y);      k += n;
    out[k] = __sad(x, y, 7u);    k += n;
    out[k] = x / 10;             k += n;
    out[k] = x % 1000;           k += n;
    int r;
    asm("mul24.lo.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    out[k] = r;                  k += n;
    asm("mul24.hi.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    out[k] = r;                  k += n;
    asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(i));
    out[k] = r;                  k += n;
    asm("add.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    out[k] = r;                  k += n;
    asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
    out[k] = r;                  k += n;
    asm("mad.hi.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(i));
    out[k] = r;
}

extern "C" __global__ void int32_unsigned(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], y = b[i];
    int k = i;
    out[k] = x / y;              k += n;
    out[k] = x % y;              k += n;
    out[k] = __umulhi(x, y);     k += n;
    out[k] = __umul24(x, y);     k += n;
    out[k] = min(x, y);          k += n;
    out[k] = max(x, y);          k += n;
    out[k] = x & y;              k += n;
    out[k] = x | y;              k += n;
    out[k] = x ^ y;              k += n;
    out[k] = ~x;                 k += n;
    out[k] = x << (y & 31);      k += n;
    out[k] = x >> (y & 31);      k += n;
    out[k] = __usad(x, y, 7u);   k += n;
    out[k] = __uhadd(x, y);      k += n;
    out[k] = __urhadd(x, y);     k += n;
    out[k] = x / 7u;             k += n;
    out[k] = !x;
}
