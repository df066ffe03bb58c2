// Double precision in all four roundings, as float32.cu does for single.

#define ROUNDINGS(X) X(rn) X(rz) X(ru) X(rd)

extern "C" __global__ void float64(const double* a, const double* b, const double* c, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = a[i], y = b[i], z = c[i], s = fabs(x);
    int k = i;
#define ALL(r)                                \
    out[k] = __dadd_##r(x, y);       k += n;  \
    out[k] = __dsub_##r(x, y);       k += n;  \
    out[k] = __dmul_##r(x, y);       k += n;  \
    out[k] = __fma_##r(x, y, z);     k += n;  \
    out[k] = __ddiv_##r(x, y);       k += n;  \
    out[k] = __drcp_##r(y);          k += n;  \
    out[k] = __dsqrt_##r(s);         k += n;
    ROUNDINGS(ALL)
    out[k] = s;                      k += n;
    out[k] = -x;                     k += n;
    out[k] = fmin(x, y);             k += n;
    out[k] = fmax(x, y);             k += n;
    out[k] = x / y;                  k += n;
    out[k] = sqrt(s);
}
