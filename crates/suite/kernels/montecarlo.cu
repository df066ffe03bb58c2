// Monte Carlo option pricing: normal samples once, then one CTA per option
//
// Prices European call options by simulating where the stock may end, as the CUDA SDK's MonteCarlo does.
// inverse_cnd makes the samples: it takes equally spaced probabilities (or a sequence it is given) through
// the inverse of the cumulative normal distribution by Moro's approximation, one rational function in the
// middle and one of logarithms in the tails. one_block then gives every option a CTA: all its threads walk
// over the samples, add up the payoff and its square, and two trees of additions in shared memory, with a
// barrier per level, leave the two sums of which the host takes the mean and the width of its confidence.
//
// Phase-aware scheduling calls one_block MCO: a short phase comes first, where round robin gathers all warps
// at once. PRO uses both kernels and MOTRR the application. All CTAs of one_block walk over the same samples,
// so warps that keep together find in the cache what others have just fetched.

#define OPTIONS 2048 // at most
#define THREADS 256  // per option

struct Option {
    float stock;  // price now
    float strike; // price at which it may be bought
    float drift;  // of the logarithm of the price, over the option's time
    float spread; // standard deviation of that logarithm
};

__constant__ Option montecarlo_options[OPTIONS];

// The number whose cumulative normal probability is (point + 0.5) / 2^32.
__device__ float inverse_normal(unsigned point)
{
    // Both halves are alike: what is above the middle is mirrored.
    bool upper = point >= 0x80000000u;
    if (upper)
        point = 0xffffffffu - point;
    float p = ((float)point + 0.5f) * (1.0f / 4294967296.0f);
    float y = p - 0.5f;
    float x;
    if (y > -0.42f) {
        float z = y * y;
        float above = ((-25.44106049637f * z + 41.39119773534f) * z - 18.61500062529f) * z + 2.50662823884f;
        float below = 3.13082909833f * z - 21.06224101826f;
        below = ((below * z + 23.08336743743f) * z - 8.47351093090f) * z + 1.0f;
        x = y * above / below;
    } else {
        float z = __logf(-__logf(p));
        x = 0.0000003960315187f;
        x = x * z + 0.0000002888167364f;
        x = x * z + 0.0000321767881768f;
        x = x * z + 0.0003951896511919f;
        x = x * z + 0.0038405729373609f;
        x = x * z + 0.0276438810333863f;
        x = x * z + 0.1607979714918209f;
        x = x * z + 0.9761690190917186f;
        x = x * z + 0.3374754822726147f;
        x = -x;
    }
    return upper ? -x : x;
}

// points may be null: then the samples are spread evenly.
extern "C" __global__ void montecarlo_inverse_cnd(const unsigned *points, float *samples, unsigned count)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned threads = gridDim.x * blockDim.x;
    if (points) {
        for (unsigned i = first; i < count; i += threads)
            samples[i] = inverse_normal(points[i]);
    } else {
        unsigned distance = 0xffffffffu / (count + 1);
        for (unsigned i = first; i < count; i += threads)
            samples[i] = inverse_normal((i + 1) * distance);
    }
}

extern "C" __global__ void montecarlo_one_block(const float *samples, float2 *sums, unsigned paths)
{
    __shared__ float payoffs[THREADS];
    __shared__ float squares[THREADS];
    Option option = montecarlo_options[blockIdx.x];

    float sum = 0.0f, square = 0.0f;
    for (unsigned i = threadIdx.x; i < paths; i += THREADS) {
        float price = option.stock * __expf(option.drift + option.spread * samples[i]);
        float payoff = fmaxf(price - option.strike, 0.0f);
        sum += payoff;
        square += payoff * payoff;
    }
    payoffs[threadIdx.x] = sum;
    squares[threadIdx.x] = square;

    for (unsigned step = THREADS / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step) {
            payoffs[threadIdx.x] += payoffs[threadIdx.x + step];
            squares[threadIdx.x] += squares[threadIdx.x + step];
        }
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = make_float2(payoffs[0], squares[0]);
}
