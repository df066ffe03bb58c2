// The part of CUDA that the suite's kernels use, for clang's AMD targets: `cargo xtask kernels --gcn` includes
// this file before each of them.
//
// It needs no header and no device library of AMD. Functions that CUDA names for their rounding (`__fmul_rn`)
// round as named; all other arithmetic is as precise as the compiler's options make it.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
// A function of this file. Its instructions count as the caller's source line.
#define GCN __device__ static __forceinline__ __attribute__((nodebug))
// For a pointer to global memory, where an expression reads either through it or from shared memory. Without
// it, clang selects the address and then loads once, for which gfx600 has no instruction.
#define GLOBAL __attribute__((address_space(1)))

// Indices and sizes. A kernel's hidden arguments begin with the grid's number of workgroups in x, y and z.
#define GCN_INDEX(name, X, Y, Z)                                                                            \
    struct name##_t {                                                                                       \
        GCN unsigned get_x() { return X; }                                                                  \
        GCN unsigned get_y() { return Y; }                                                                  \
        GCN unsigned get_z() { return Z; }                                                                  \
        __declspec(property(get = get_x)) unsigned x;                                                       \
        __declspec(property(get = get_y)) unsigned y;                                                       \
        __declspec(property(get = get_z)) unsigned z;                                                       \
    };                                                                                                      \
    extern const __device__ name##_t name;
typedef const __attribute__((address_space(4))) unsigned *GcnArguments;
#define GCN_GROUPS(axis) ((GcnArguments)__builtin_amdgcn_implicitarg_ptr())[axis]
GCN_INDEX(threadIdx, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
          __builtin_amdgcn_workitem_id_z())
GCN_INDEX(blockIdx, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
          __builtin_amdgcn_workgroup_id_z())
GCN_INDEX(blockDim, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
          __builtin_amdgcn_workgroup_size_z())
GCN_INDEX(gridDim, GCN_GROUPS(0), GCN_GROUPS(1), GCN_GROUPS(2))

// Vectors, aligned as CUDA's.
struct __attribute__((aligned(8))) int2 { int x, y; };
struct __attribute__((aligned(8))) uint2 { unsigned x, y; };
struct __attribute__((aligned(8))) float2 { float x, y; };
struct float3 { float x, y, z; };
struct __attribute__((aligned(16))) uint4 { unsigned x, y, z, w; };
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };
GCN int2 make_int2(int x, int y) { return {x, y}; }
GCN uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
GCN float2 make_float2(float x, float y) { return {x, y}; }
GCN float3 make_float3(float x, float y, float z) { return {x, y, z}; }
GCN uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
GCN float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

// Synchronisation. The 64 lanes of a wavefront are in lock step, so that `__syncwarp` needs no instruction: it
// only keeps the compiler from moving accesses across it.
GCN void __syncthreads()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
GCN void __syncwarp(unsigned = ~0u)
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
GCN unsigned atomicAdd(unsigned *place, unsigned value)
{
    return __hip_atomic_fetch_add(place, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// Integers and bits.
GCN int min(int a, int b) { return a < b ? a : b; }
GCN int max(int a, int b) { return a < b ? b : a; }
GCN int __ffs(int x) { return __builtin_ffs(x); }
GCN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
GCN unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}
GCN int __float2int_rn(float x) { return (int)__builtin_rintf(x); }
GCN int __float2int_rd(float x) { return (int)__builtin_floorf(x); }

// Arithmetic with stated rounding. `-ffp-contract=on` fuses nothing across calls. The compiler's options make
// division and root of f32 approximations, so both are computed in f64, whose error is too small to change the
// rounded f32. clang would narrow a division written with `/` to f32, and switch the mode of subnormals for it.
GCN float __fadd_rn(float a, float b) { return a + b; }
GCN float __fsub_rn(float a, float b) { return a - b; }
GCN float __fmul_rn(float a, float b) { return a * b; }
GCN float __fdiv_rn(float a, float b)
{
    double above = a, below = b, inverse = __builtin_amdgcn_rcp(below);
    inverse = __builtin_fma(__builtin_fma(-below, inverse, 1.0), inverse, inverse);
    inverse = __builtin_fma(__builtin_fma(-below, inverse, 1.0), inverse, inverse);
    double quotient = above * inverse;
    quotient = __builtin_fma(__builtin_fma(-below, quotient, above), inverse, quotient);
    return (float)__builtin_amdgcn_div_fixup(quotient, below, above);
}
GCN float __fsqrt_rn(float x) { return (float)__builtin_sqrt((double)x); }

// Functions of the C library.
GCN float fabsf(float x) { return __builtin_fabsf(x); }
GCN float fminf(float a, float b) { return __builtin_fminf(a, b); }
GCN float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
GCN float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
GCN float sqrtf(float x) { return __builtin_sqrtf(x); }
GCN float rsqrtf(float x) { return __builtin_amdgcn_rsqf(x); }
GCN float expf(float x) { return __builtin_expf(x); }
GCN float logf(float x) { return __builtin_logf(x); }
// Within 2 ulp: a polynomial near 0, where the other formula would cancel.
GCN float tanhf(float x)
{
    float square = x * x;
    float small = -0.00609671418f;
    small = small * square + 0.0209971797f;
    small = small * square - 0.0538509078f;
    small = small * square + 0.133327693f;
    small = small * square - 0.333333284f;
    small = x * square * small + x;
    float large = 1.0f - 2.0f * __builtin_amdgcn_rcpf(expf(2.0f * fabsf(x)) + 1.0f);
    return fabsf(x) < 0.625f ? small : __builtin_copysignf(large, x);
}

// Fast functions: the machine's power and logarithm of two, as on NVIDIA's.
GCN float __log2f(float x) { return __builtin_amdgcn_logf(x); }
GCN float __logf(float x) { return __builtin_amdgcn_logf(x) * 0.693147181f; }
GCN float __expf(float x) { return __builtin_amdgcn_exp2f(x * 1.44269504f); }
GCN float __powf(float x, float y) { return __builtin_amdgcn_exp2f(y * __builtin_amdgcn_logf(x)); }
