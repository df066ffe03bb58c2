// Conversions between integers and floats in every rounding, with saturation
// at the ends of the integer ranges; between the float widths; to integral
// floats (floor, ceil, truncate, nearest even).
// Row k of an output is the result of the k-th conversion.

extern "C" __global__ void cvt_from_float(const float* a, int* s32, unsigned* u32, long long* s64,
                                          unsigned long long* u64, float* f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i];
    s32[i] = __float2int_rn(x);
    s32[n + i] = __float2int_rz(x);
    s32[2 * n + i] = __float2int_ru(x);
    s32[3 * n + i] = __float2int_rd(x);
    u32[i] = __float2uint_rn(x);
    u32[n + i] = __float2uint_rz(x);
    s64[i] = __float2ll_rn(x);
    s64[n + i] = __float2ll_rd(x);
    u64[i] = __float2ull_rz(x);
    u64[n + i] = __float2ull_ru(x);
    f32[i] = floorf(x);
    f32[n + i] = ceilf(x);
    f32[2 * n + i] = truncf(x);
    f32[3 * n + i] = rintf(x);
    short narrow;
    asm("cvt.rzi.s16.f32 %0, %1;" : "=h"(narrow) : "f"(x));
    s32[4 * n + i] = narrow;
    unsigned byte;
    asm("cvt.rni.u8.f32 %0, %1;" : "=r"(byte) : "f"(x));
    u32[2 * n + i] = byte & 0xFF;
}

extern "C" __global__ void cvt_from_double(const double* a, int* s32, unsigned long long* u64, float* f32,
                                           double* f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = a[i];
    s32[i] = __double2int_rn(x);
    s32[n + i] = __double2int_rd(x);
    u64[i] = __double2ull_rz(x);
    u64[n + i] = __double2ull_ru(x);
    f32[i] = __double2float_rn(x);
    f32[n + i] = __double2float_rz(x);
    f32[2 * n + i] = __double2float_ru(x);
    f32[3 * n + i] = __double2float_rd(x);
    f64[i] = floor(x);
    f64[n + i] = ceil(x);
    f64[2 * n + i] = trunc(x);
    f64[3 * n + i] = rint(x);
    f64[4 * n + i] = (double)(float)x;
}

// In assembly, because clang 19 rounds its intrinsics of these names to nearest.
__device__ float int2float_rz(int x) {
    float d;
    asm("cvt.rz.f32.s32 %0, %1;" : "=f"(d) : "r"(x));
    return d;
}

__device__ float ull2float_rz(unsigned long long x) {
    float d;
    asm("cvt.rz.f32.u64 %0, %1;" : "=f"(d) : "l"(x));
    return d;
}

extern "C" __global__ void cvt_from_int(const int* a, const long long* b, float* f32, double* f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i];
    long long y = b[i];
    f32[i] = __int2float_rn(x);
    f32[n + i] = int2float_rz(x);
    f32[2 * n + i] = __uint2float_ru(x);
    f32[3 * n + i] = __uint2float_rd(x);
    f32[4 * n + i] = __ll2float_rn(y);
    f32[5 * n + i] = ull2float_rz(y);
    f64[i] = x;
    f64[n + i] = __ll2double_rn(y);
    f64[2 * n + i] = __ull2double_ru(y);
    f64[3 * n + i] = __ll2double_rd(y);
    f64[4 * n + i] = (unsigned)x;
    f64[5 * n + i] = (signed char)x;
}

extern "C" __global__ void cvt_int_int(const long long* a, int* s32, long long* s64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long x = a[i];
    int r;
    s32[i] = (int)x;
    s32[n + i] = (signed char)x;
    s32[2 * n + i] = (unsigned char)x;
    s32[3 * n + i] = (short)x;
    s32[4 * n + i] = (unsigned short)x;
    asm("cvt.sat.s32.s64 %0, %1;" : "=r"(r) : "l"(x));
    s32[5 * n + i] = r;
    asm("cvt.sat.s8.s32 %0, %1;" : "=r"(r) : "r"((int)x));
    s32[6 * n + i] = r;
    asm("cvt.sat.u16.s64 %0, %1;" : "=r"(r) : "l"(x));
    s32[7 * n + i] = r;
    asm("cvt.sat.u32.s64 %0, %1;" : "=r"(r) : "l"(x));
    s32[8 * n + i] = r;
    s64[i] = (int)x;
    s64[n + i] = (unsigned)x;
    s64[2 * n + i] = __float_as_int(__int_as_float((int)x & 0x7F7FFFFF));
    s64[3 * n + i] = __double_as_longlong(__hiloint2double((int)(x >> 32) & 0x7FEFFFFF, (int)x));
}
