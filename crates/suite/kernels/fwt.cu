// Fast Walsh transform: convolution by sums and differences alone
//
// The Walsh-Hadamard transform is to "exclusive or" what Fourier's is to addition: the product of two
// transforms is the transform of their dyadic convolution. As in the CUDA SDK's fastWalshTransform, data and
// kernel are transformed, multiplied (modulate), and the product transformed back. A long transform starts
// with radix-4 stages in global memory (batch2), a launch each, until 2,048 elements lie together; these a
// CTA of 512 threads finishes in shared memory (batch1). The AMD SDK's FastWalshTransform is the naive one: a
// launch of `step` for each of the log2(n) radix-2 stages.
//
// Phase-aware scheduling calls batch1 FWT: one of the few kernels on which round robin wins, since after one
// short phase of loads all is one long phase, if blocks start none. The thesis evaluates on the naive one.

// Four elements and the sums and differences they become.
struct Four {
    float a, b, c, d;
};

__device__ static inline Four butterfly(Four x)
{
    float ac = x.a + x.c, a_c = x.a - x.c;
    float bd = x.b + x.d, b_d = x.b - x.d;
    return Four{ac + bd, ac - bd, a_c + b_d, a_c - b_d};
}

// Transforms of 2^log2_len elements each, one per CTA of a quarter as many threads.
extern "C" __global__ void fwt_batch1(float *output, const float *input, int log2_len)
{
    extern __shared__ float data[];
    int len = 1 << log2_len;
    const float *source = input + (blockIdx.x << log2_len);
    float *destination = output + (blockIdx.x << log2_len);
    int thread = threadIdx.x;

    for (int i = thread; i < len; i += blockDim.x)
        data[i] = source[i];

#pragma unroll 1
    for (int stride = len / 4; stride > 0; stride >>= 2) {
        int low = thread & (stride - 1);
        int i0 = ((thread - low) << 2) + low;
        int i1 = i0 + stride;
        int i2 = i1 + stride;
        int i3 = i2 + stride;
        __syncthreads();
        Four x = butterfly(Four{data[i0], data[i1], data[i2], data[i3]});
        data[i0] = x.a;
        data[i1] = x.b;
        data[i2] = x.c;
        data[i3] = x.d;
    }

    // An odd power of two leaves one radix-2 stage.
    if (log2_len & 1) {
        __syncthreads();
        for (int i = thread; i < len / 2; i += blockDim.x) {
            float left = data[2 * i];
            float right = data[2 * i + 1];
            data[2 * i] = left + right;
            data[2 * i + 1] = left - right;
        }
    }

    __syncthreads();
    for (int i = thread; i < len; i += blockDim.x)
        destination[i] = data[i];
}

// One radix-4 stage of each of gridDim.y transforms; stride is a quarter of their length.
extern "C" __global__ void fwt_batch2(float *output, const float *input, int stride)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int len = blockDim.x * gridDim.x * 4;
    const float *source = input + blockIdx.y * len;
    float *destination = output + blockIdx.y * len;

    int low = thread & (stride - 1);
    int i0 = ((thread - low) << 2) + low;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;
    Four x = butterfly(Four{source[i0], source[i1], source[i2], source[i3]});
    destination[i0] = x.a;
    destination[i1] = x.b;
    destination[i2] = x.c;
    destination[i3] = x.d;
}

// Product of both, over the length of a transform, without which the transform is its own inverse.
extern "C" __global__ void fwt_modulate(float *product, const float *factor, int len, float scale)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += blockDim.x * gridDim.x)
        product[i] *= scale * factor[i];
}

// One radix-2 stage in place, a thread per pair.
extern "C" __global__ void fwt_step(float *data, unsigned stride)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned low = thread % stride;
    unsigned pair = 2 * stride * (thread / stride) + low;
    unsigned match = pair + stride;

    float left = data[pair];
    float right = data[match];
    data[pair] = left + right;
    data[match] = left - right;
}
