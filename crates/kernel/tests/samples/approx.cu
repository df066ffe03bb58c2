// The fast approximations of the special function unit: sine, cosine, powers and
// logarithms of two, reciprocal, reciprocal square root, division.
// Row k of `out` is the result of the k-th function.

extern "C" __global__ void approx(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], r;
    int k = i;
    out[k] = __sinf(x);            k += n;
    out[k] = __cosf(x);            k += n;
    out[k] = exp2f(x);             k += n;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    out[k] = r;                    k += n;
    out[k] = __expf(x);            k += n;
    out[k] = __log2f(y);           k += n;
    out[k] = __logf(y);            k += n;
    out[k] = __log10f(y);          k += n;
    out[k] = __powf(y, x);         k += n;
    out[k] = __fdividef(x, y);     k += n;
    asm("div.full.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    out[k] = r;                    k += n;
    asm("rcp.approx.f32 %0, %1;" : "=f"(r) : "f"(y));
    out[k] = r;                    k += n;
    out[k] = rsqrtf(y);            k += n;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(y));
    out[k] = r;                    k += n;
    out[k] = __frsqrt_rn(y);
}

extern "C" __global__ void approx_double(const double* a, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a[i]));
    out[i] = r;
    asm("rsqrt.approx.f64 %0, %1;" : "=d"(r) : "d"(a[i]));
    out[n + i] = r;
    out[2 * n + i] = rsqrt(a[i]);
}
