// 64-bit integers: arithmetic, wide and high products, division by 32- and
// 64-bit values, minimum, maximum, shifts.
// flags: lineinfo

extern "C" __global__ void int64_signed(const long long* a, const long long* b, long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long x = a[i], y = b[i];
    int k = i;
    out[k] = x + y;                            k += n;
    out[k] = x - y;                            k += n;
    out[k] = x * y;                            k += n;
    out[k] = x / y;                            k += n;
    out[k] = x % y;                            k += n;
    out[k] = __mul64hi(x, y);                  k += n;
    out[k] = min(x, y);                        k += n;
    out[k] = max(x, y);                        k += n;
    out[k] = llabs(x);                         k += n;
    out[k] = -x;                               k += n;
    out[k] = x >> (y & 63);                    k += n;
    out[k] = (long long)(int)x * (int)y;       k += n;
    out[k] = (long long)(int)x * (int)y + x;   k += n;
    out[k] = x * y + i;                        k += n;
    out[k] = x / 1000;
}

extern "C" __global__ void int64_unsigned(const unsigned long long* a, const unsigned long long* b,
                                          unsigned long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = a[i], y = b[i];
    int k = i;
    out[k] = x / y;                                          k += n;
    out[k] = x % y;                                          k += n;
    out[k] = __umul64hi(x, y);                               k += n;
    out[k] = min(x, y);                                      k += n;
    out[k] = max(x, y);                                      k += n;
    out[k] = x & y;                                          k += n;
    out[k] = x | y;                                          k += n;
    out[k] = x ^ y;                                          k += n;
    out[k] = ~x;                                             k += n;
    out[k] = x << (y & 63);                                  k += n;
    out[k] = x >> (y & 63);                                  k += n;
    out[k] = (unsigned long long)(unsigned)x * (unsigned)y;  k += n;
    out[k] = x / 7u;
}
