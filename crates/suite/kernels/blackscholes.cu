// Black-Scholes: call and put prices in closed form, four options per thread
//
// The Black-Scholes formula prices a European call and put from the stock's price, the strike price, the
// time, the rate of interest and the volatility. As in the AMD SDK's BlackScholes, one random number stands
// for an option: all five quantities are interpolated from it. A thread loads four such numbers at once,
// works through logarithm, square root, exponentials and four times the polynomial for the cumulative normal
// distribution, and stores four calls and four puts.
//
// The thesis uses it. Of some two hundred instructions one goes to memory, so that what a scheduler does for
// the cache changes little: allocating neighbouring CTAs to the same compute unit improves its hit rate, but
// not its time.

struct Prices {
    float call, put;
};

// The cumulative normal distribution, by the polynomial of Abramowitz and Stegun (26.2.17).
__device__ float normal(float x)
{
    const float by_root_of_two_pi = 0.398942280401f;
    float distance = fabsf(x);
    float t = 1.0f / (1.0f + 0.2316419f * distance);
    float polynomial = t * (0.319381530f + t * (-0.356563782f + t * (1.781477937f +
                       t * (-1.821255978f + t * 1.330274429f))));
    float upper = 1.0f - by_root_of_two_pi * expf(-0.5f * x * x) * polynomial;
    return x < 0.0f ? 1.0f - upper : upper;
}

__device__ float between(float low, float high, float part)
{
    return low * part + high * (1.0f - part);
}

__device__ Prices price(float random)
{
    // The dearer the stock, the cheaper the strike: some calls and some puts are worth nothing.
    float stock = between(10.0f, 100.0f, random);
    float strike = between(100.0f, 10.0f, random);
    float years = between(1.0f, 10.0f, random);
    float rate = between(0.01f, 0.05f, random);
    float volatility = between(0.01f, 0.10f, random);

    float spread = volatility * sqrtf(years);
    float d1 = (logf(stock / strike) + (rate + 0.5f * volatility * volatility) * years) / spread;
    float d2 = d1 - spread;
    float discounted = strike * expf(-rate * years);

    Prices prices;
    prices.call = stock * normal(d1) - discounted * normal(d2);
    prices.put = discounted * normal(-d2) - stock * normal(-d1);
    return prices;
}

extern "C" __global__ void blackscholes_price(const float4 *random, float4 *call, float4 *put)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 from = random[i];
    Prices x = price(from.x);
    Prices y = price(from.y);
    Prices z = price(from.z);
    Prices w = price(from.w);
    call[i] = make_float4(x.call, y.call, z.call, w.call);
    put[i] = make_float4(x.put, y.put, z.put, w.put);
}
