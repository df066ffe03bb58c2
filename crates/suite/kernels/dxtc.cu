// Texture compression: blocks of 4 x 4 colours in 64 bits each
//
// DXT1 compression by cluster fit, as in the CUDA SDK's dxtc. A block's 16 colours are sorted along their
// principal axis, found from their covariance by power iteration. Whatever the best two end colours are, the
// pixels next to each of four (or three) steps between them then follow one another, so that all ways to cut
// the sorted row into clusters can be tried: 992, a few of them twice. For each, least squares give the end
// colours, which are rounded to 16 bits, and the error. 64 threads try them for one block of the image, a
// reduction in shared memory finds the least error, and its thread writes the block. A CTA of 256 threads has
// four blocks.
//
// Phase-aware scheduling calls it DXTC: almost all of it is arithmetic on shared and constant memory, after
// two loads. Where a compiler might join a product with a sum, the product is a whole number that a float
// holds exactly: results depend on no compiler.

#define BLOCKS 4   // blocks of the image in a CTA
#define THREADS 64 // of each
#define PIXELS 16  // of each
#define MOST_3 160 // permutations tried with three steps

// A step between the end colours: how much of the first it holds, and the squares and the product of both
// shares, all as whole numbers. With four steps shares are thirds, scaled by 9; with three they are halves,
// scaled by 4.
struct Step {
    float share;
    int products;
};
__constant__ Step dxtc_steps4[4] = {{9.0f, 0x090000}, {0.0f, 0x000900}, {6.0f, 0x040102}, {3.0f, 0x010402}};
__constant__ Step dxtc_steps3[4] = {{4.0f, 0x040000}, {0.0f, 0x000400}, {2.0f, 0x010101}, {2.0f, 0x010101}};

__device__ static inline float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ static inline float3 operator-(float3 a, float3 b)
{
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ static inline float3 operator*(float3 a, float3 b)
{
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
}

__device__ static inline float3 operator*(float a, float3 b)
{
    return make_float3(a * b.x, a * b.y, a * b.z);
}

__device__ static inline float dot(float x, float y, float z, float3 b)
{
    return fmaf(z, b.z, fmaf(y, b.y, x * b.x));
}

// The direction in which colours of this covariance differ most.
__device__ static inline float3 principal_axis(const float *covariance)
{
    float3 axis = make_float3(1.0f, 1.0f, 1.0f);
#pragma unroll 1
    for (int i = 0; i < 8; i++) {
        float x = dot(covariance[0], covariance[1], covariance[2], axis);
        float y = dot(covariance[1], covariance[3], covariance[4], axis);
        float z = dot(covariance[2], covariance[4], covariance[5], axis);
        float scale = 1.0f / fmaxf(fmaxf(x, y), z);
        axis = make_float3(x * scale, y * scale, z * scale);
    }
    return axis;
}

// Rounds one part of a colour to some bits, and sets it to what is read back from them.
__device__ static inline int quantise(float *part, int bits)
{
    float most = (float)((1 << bits) - 1);
    int level = __float2int_rn(fminf(fmaxf(*part, 0.0f), 255.0f) * (most / 255.0f));
    *part = (float)((level << (8 - bits)) | (level >> (2 * bits - 8)));
    return level;
}

__device__ static inline int quantise_565(float3 *colour)
{
    int red = quantise(&colour->x, 5);
    int green = quantise(&colour->y, 6);
    int blue = quantise(&colour->z, 5);
    return red << 11 | green << 5 | blue;
}

// The end colours that fit a permutation best, and their error, less what is the same for all.
__device__ static inline float evaluate(const float3 *colours, const float3 *sum, unsigned permutation, float scale,
                                        const Step *steps, int *start, int *end)
{
    float3 alpha_x = make_float3(0.0f, 0.0f, 0.0f);
    int squares = 0;
    // Keeps the compiler from holding 16 colours and their sum in registers from one permutation to the next:
    // four CTAs fit an SM of a Fermi, as in the paper.
    asm volatile("" ::: "memory");
#pragma unroll 4
    for (int i = 0; i < PIXELS; i++) {
        const Step *step = &steps[permutation >> (2 * i) & 3];
        alpha_x = alpha_x + step->share * colours[i];
        squares += step->products;
    }
    float alpha2 = (float)(squares >> 16);
    float beta2 = (float)(squares >> 8 & 0xff);
    float alpha_beta = (float)(squares & 0xff);
    float3 beta_x = scale * *sum - alpha_x;

    float factor = 1.0f / (alpha2 * beta2 - alpha_beta * alpha_beta);
    float3 a = factor * (beta2 * alpha_x - alpha_beta * beta_x);
    float3 b = factor * (alpha2 * beta_x - alpha_beta * alpha_x);
    *start = quantise_565(&a);
    *end = quantise_565(&b);

    float3 mixed = alpha_beta * (a * b) - a * alpha_x - b * beta_x;
    float3 error = alpha2 * (a * a) + beta2 * (b * b) + 2.0f * mixed;
    return (error.x + error.y + error.z) * (1.0f / scale);
}

// image holds pixels block by block. permutations hold a step in two bits per colour; all of the first
// `threes` (at most MOST_3) are without step 3, so they serve for three steps as well.
extern "C" __global__ void dxtc_compress(const unsigned *image, const unsigned *permutations, int fours,
                                         int threes, uint2 *result)
{
    __shared__ float3 sorted[BLOCKS][PIXELS];
    __shared__ float3 sums[BLOCKS][PIXELS];
    __shared__ float covariances[BLOCKS][PIXELS][6];
    __shared__ float places[BLOCKS][PIXELS];
    __shared__ int ranks[BLOCKS][PIXELS];
    __shared__ unsigned again[MOST_3];
    __shared__ float errors[BLOCKS][THREADS];
    __shared__ int threads[BLOCKS][THREADS];
    int own = threadIdx.x / THREADS;
    int thread = threadIdx.x % THREADS;
    int block = BLOCKS * blockIdx.x + own;

    // The 16 threads that have a pixel are in one warp.
    if (thread < PIXELS) {
        const unsigned all = (1u << PIXELS) - 1;
        unsigned pixel = image[PIXELS * block + thread];
        float3 colour = make_float3(pixel & 0xff, pixel >> 8 & 0xff, pixel >> 16 & 0xff);
        sums[own][thread] = colour;
        __syncwarp(all);
        for (int step = PIXELS / 2; step > 0; step /= 2) {
            if (thread < step)
                sums[own][thread] = sums[own][thread] + sums[own][thread + step];
            __syncwarp(all);
        }

        float3 away = 16.0f * colour - sums[own][0];
        float *covariance = covariances[own][thread];
        covariance[0] = away.x * away.x;
        covariance[1] = away.x * away.y;
        covariance[2] = away.x * away.z;
        covariance[3] = away.y * away.y;
        covariance[4] = away.y * away.z;
        covariance[5] = away.z * away.z;
        __syncwarp(all);
        for (int step = PIXELS / 2; step > 0; step /= 2) {
            if (thread < step) {
                for (int i = 0; i < 6; i++)
                    covariance[i] += covariances[own][thread + step][i];
            }
            __syncwarp(all);
        }

        float3 axis = principal_axis(covariances[own][0]);
        float place = dot(colour.x, colour.y, colour.z, axis);
        places[own][thread] = place;
        __syncwarp(all);
        int rank = 0;
        for (int i = 0; i < PIXELS; i++) {
            // Of the same place, and where there is none because all colours are the same, in order.
            float other = places[own][i];
            rank += i < thread ? !(place < other) : other < place;
        }
        ranks[own][thread] = rank;
        sorted[own][rank] = colour;
    }
    __syncthreads();

    const float3 *colours = sorted[own];
    const float3 *sum = &sums[own][0];
    float least = __int_as_float(0x7f800000);
    int best_start = 0, best_end = 0;
    unsigned best = 0;
#pragma unroll 1
    for (int i = thread; i < fours; i += THREADS) {
        unsigned permutation = permutations[i];
        if (own == 0 && i < threes)
            again[i] = permutation;
        int start, end;
        float error = evaluate(colours, sum, permutation, 9.0f, dxtc_steps4, &start, &end);
        if (error < least) {
            least = error;
            best = permutation;
            best_start = start;
            best_end = end;
        }
    }
    // What decodes to four steps has the larger number first.
    if (best_start < best_end) {
        int swapped = best_start;
        best_start = best_end;
        best_end = swapped;
        best ^= 0x55555555u;
    }
    __syncthreads();
#pragma unroll 1
    for (int i = thread; i < threes; i += THREADS) {
        unsigned permutation = again[i];
        int start, end;
        float error = evaluate(colours, sum, permutation, 4.0f, dxtc_steps3, &start, &end);
        if (error < least) {
            // Three steps have the smaller number first; only the ends change places.
            bool swap = start > end;
            least = error;
            best = swap ? permutation ^ (~permutation >> 1 & 0x55555555u) : permutation;
            best_start = swap ? end : start;
            best_end = swap ? start : end;
        }
    }

    errors[own][thread] = least;
    threads[own][thread] = thread;
    for (int step = THREADS / 2; step > 0; step /= 2) {
        __syncthreads();
        if (thread < step && errors[own][thread + step] < errors[own][thread]) {
            errors[own][thread] = errors[own][thread + step];
            threads[own][thread] = threads[own][thread + step];
        }
    }
    __syncthreads();

    if (thread == threads[own][0]) {
        // With one colour, any step would do.
        if (best_start == best_end)
            best = 0;
        unsigned steps = 0;
        for (int i = 0; i < PIXELS; i++)
            steps |= (best >> (2 * ranks[own][i]) & 3) << (2 * i);
        result[block] = make_uint2((unsigned)best_end << 16 | (unsigned)best_start, steps);
    }
}
