// Single precision in all four roundings: sum, difference, product, fused
// multiply-add, quotient, reciprocal, square root; then absolute value,
// negation, minimum, maximum, saturation. Every result is exactly defined.
// Row k of `out` is the result of the k-th operation.

#define ROUNDINGS(X) X(rn) X(rz) X(ru) X(rd)

extern "C" __global__ void float32(const float* a, const float* b, const float* c, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], z = c[i], s = fabsf(x);
    int k = i;
#define ALL(r)                                 \
    out[k] = __fadd_##r(x, y);        k += n;  \
    out[k] = __fsub_##r(x, y);        k += n;  \
    out[k] = __fmul_##r(x, y);        k += n;  \
    out[k] = __fmaf_##r(x, y, z);     k += n;  \
    out[k] = __fdiv_##r(x, y);        k += n;  \
    out[k] = __frcp_##r(y);           k += n;  \
    out[k] = __fsqrt_##r(s);          k += n;
    ROUNDINGS(ALL)
    out[k] = s;                       k += n;
    out[k] = -x;                      k += n;
    out[k] = fminf(x, y);             k += n;
    out[k] = fmaxf(x, y);             k += n;
    out[k] = __saturatef(y);          k += n;
    out[k] = x / y;                   k += n;
    out[k] = sqrtf(s);
}
