// The hyperbolic tangent of the special function unit, in single and half precision.
// arch: 75

extern "C" __global__ void tanh75(const float* a, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r;
    asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(a[i]));
    out[i] = r;
    asm("{\n\t.reg .b16 h;\n\t"
        "cvt.rn.f16.f32 h, %1;\n\t"
        "tanh.approx.f16 h, h;\n\t"
        "cvt.f32.f16 %0, h;\n\t}" : "=f"(r) : "f"(a[i]));
    out[n + i] = r;
    asm("{\n\t.reg .b16 h;\n\t"
        "cvt.rn.f16.f32 h, %1;\n\t"
        "ex2.approx.f16 h, h;\n\t"
        "cvt.f32.f16 %0, h;\n\t}" : "=f"(r) : "f"(a[i]));
    out[2 * n + i] = r;
}
