// Binomial option pricing: a tree of prices rolled back in shared memory
//
// The binomial model lets a stock's price go up or down at each step of time; what an option is worth follows
// from the leaves of that tree back to its root. As in the AMD SDK's BinomialOption, a CTA prices one option:
// a thread per leaf computes the payoff there, and then each step back makes of every two neighbours their
// discounted mean, from one array in shared memory to the other and back again, with a barrier after each.
//
// The thesis uses it, with sizes that saturate the GPU and that do not. Every step has a barrier and one node
// fewer: warps whose nodes are all gone do nothing but wait at barriers for those that still work.

#define NODES 256 // threads of a CTA, and leaves at most

// steps is even and below NODES.
extern "C" __global__ void binomial_price(const float *random, float *values, int steps)
{
    __shared__ float even[NODES];
    __shared__ float odd[NODES];
    const float volatility = 0.30f, rate = 0.02f;
    int node = threadIdx.x;

    // One random number stands for an option.
    float part = random[blockIdx.x];
    float stock = 5.0f * (1.0f - part) + 30.0f * part;
    float strike = 1.0f * (1.0f - part) + 100.0f * part;
    float years = 0.25f * (1.0f - part) + 10.0f * part;

    float step = years / (float)steps;
    float spread = volatility * sqrtf(step);
    float growth = expf(rate * step);
    float up = expf(spread);
    float down = 1.0f / up;
    float chance = (growth - down) / (up - down);
    float up_weight = chance / growth;
    float down_weight = (1.0f - chance) / growth;

    // Leaf n has gone up n times.
    float price = stock * expf(spread * (float)(2 * node - steps));
    even[node] = fmaxf(price - strike, 0.0f);
    __syncthreads();

    for (int left = steps; left > 0; left -= 2) {
        if (node < left)
            odd[node] = up_weight * even[node + 1] + down_weight * even[node];
        __syncthreads();
        if (node < left - 1)
            even[node] = up_weight * odd[node + 1] + down_weight * odd[node];
        __syncthreads();
    }
    if (node == 0)
        values[blockIdx.x] = even[0];
}
