// The double precision math library, as libm32.cu does for single.

extern "C" __global__ void libm64(const double* a, const double* b, const double* c, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = a[i], y = b[i], z = c[i];
    int k = i;
    out[k] = sin(x);          k += n;
    out[k] = cos(x);          k += n;
    out[k] = atan2(x, y);     k += n;
    out[k] = exp(z);          k += n;
    out[k] = log(y);          k += n;
    out[k] = pow(y, z);       k += n;
    out[k] = cbrt(x);         k += n;
    out[k] = tanh(z);         k += n;
    out[k] = fmod(x, y);      k += n;
    out[k] = round(x);
}
