// The single precision math library: long code, tables in global memory, an array in
// local memory for the reduction of large angles.
// Row k of `out` is the result of the k-th function; `a` may be large, `b` is
// positive, `c` in [-1, 1].

extern "C" __global__ void libm32(const float* a, const float* b, const float* c, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], z = c[i];
    int k = i;
    out[k] = sinf(x);          k += n;
    out[k] = cosf(x);          k += n;
    out[k] = tanf(z);          k += n;
    out[k] = asinf(z);         k += n;
    out[k] = acosf(z);         k += n;
    out[k] = atan2f(x, y);     k += n;
    out[k] = expf(z);          k += n;
    out[k] = logf(y);          k += n;
    out[k] = log1pf(y);        k += n;
    out[k] = powf(y, z);       k += n;
    out[k] = cbrtf(x);         k += n;
    out[k] = hypotf(y, z);     k += n;
    out[k] = tanhf(z);         k += n;
    out[k] = sinhf(z);         k += n;
    out[k] = fmodf(x, y);      k += n;
    out[k] = roundf(x);        k += n;
    out[k] = ldexpf(z, 3);
}
