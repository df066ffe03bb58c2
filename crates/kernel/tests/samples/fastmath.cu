// Code compiled with fast math: approximate and flushing forms everywhere.
// flags: fast-math

extern "C" __global__ void fastmath(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i];
    out[i] = x / y + sqrtf(y);
    out[n + i] = sinf(x) * expf(-y);
    out[2 * n + i] = fmaxf(x, 0.5f) * 2.0f - fabsf(y);
    // A subnormal product is flushed to zero.
    out[3 * n + i] = (x * 1e-30f) * (y * 1e-15f);
}
