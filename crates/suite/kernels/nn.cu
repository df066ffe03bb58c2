// Neural network: handwritten digits recognised by a convolutional network
//
// Pictures of 29 × 29 pixels pass four layers. The first slides six windows of 5 × 5 weights over a picture,
// two pixels at a step, and gives six maps of 13 × 13 neurons; the second does so over all six maps together
// and gives 50 maps of 5 × 5; the third connects each of 100 neurons to all of these, the fourth ten, one
// per digit, to those 100. A CTA is a map of a picture, or a neuron of it: 169 threads in the first layer,
// 25 in the second, and a single one in the last two.
//
// It is NN of the ISPASS-2009 benchmarks; PRO uses its four kernels (executeFirstLayer to executeFourthLayer)
// with 28 pictures. Warps are filled partly, down to one lane in 32, and the last two layers wait for memory
// at every step, with only as many warps to hide it as an SM has room for CTAs: among PRO's applications it
// is one of those with the most scoreboard stalls.

#define WINDOW 25 // 5 x 5 weights
#define PICTURE 29
#define SIDE1 13 // of a map of layer 1
#define MAPS1 6
#define SIDE2 5 // of a map of layer 2
#define MAPS2 50

// Where a window's neurons lie, from its first, in pictures and in maps of layer 1.
__constant__ int window1[WINDOW] = {0,  1,  2,  3,  4,  29, 30, 31, 32,  33,  58,  59, 60,
                                    61, 62, 87, 88, 89, 90, 91, 116, 117, 118, 119, 120};
__constant__ int window2[WINDOW] = {0,  1,  2,  3,  4,  13, 14, 15, 16, 17, 26, 27, 28,
                                    29, 30, 39, 40, 41, 42, 43, 52, 53, 54, 55, 56};

static __device__ float squash(float sum)
{
    return 1.7159f * tanhf(0.66666667f * sum);
}

// Everywhere blockIdx.x is the map or neuron and blockIdx.y the picture; its weights follow its bias.

extern "C" __global__ void nn_layer1(const float *pictures, const float *weights, float *maps)
{
    int map = blockIdx.x, x = threadIdx.x, y = threadIdx.y;
    const float *weight = weights + map * (1 + WINDOW);
    const float *corner = pictures + blockIdx.y * PICTURE * PICTURE + 2 * y * PICTURE + 2 * x;

    float sum = weight[0];
    for (int i = 0; i < WINDOW; i++)
        sum += corner[window1[i]] * weight[1 + i];
    maps[(blockIdx.y * MAPS1 + map) * SIDE1 * SIDE1 + y * SIDE1 + x] = squash(sum);
}

extern "C" __global__ void nn_layer2(const float *maps, const float *weights, float *features)
{
    int map = blockIdx.x, x = threadIdx.x, y = threadIdx.y;
    const float *weight = weights + map * (1 + WINDOW * MAPS1);
    const float *corner = maps + blockIdx.y * MAPS1 * SIDE1 * SIDE1 + 2 * y * SIDE1 + 2 * x;

    float sum = weight[0];
#pragma unroll 1
    for (int i = 0; i < WINDOW; i++) {
#pragma unroll
        for (int from = 0; from < MAPS1; from++)
            sum += corner[from * SIDE1 * SIDE1 + window2[i]] * weight[1 + i * MAPS1 + from];
    }
    features[(blockIdx.y * MAPS2 + map) * SIDE2 * SIDE2 + y * SIDE2 + x] = squash(sum);
}

// One neuron of a layer connected to all `count` of the layer before.
static __device__ void connect(const float *before, const float *weights, float *neurons, int count)
{
    const float *weight = weights + blockIdx.x * (1 + count);
    const float *from = before + blockIdx.y * count;

    float sum = weight[0];
#pragma unroll 10
    for (int i = 0; i < count; i++)
        sum += from[i] * weight[1 + i];
    neurons[blockIdx.y * gridDim.x + blockIdx.x] = squash(sum);
}

extern "C" __global__ void nn_layer3(const float *features, const float *weights, float *neurons)
{
    connect(features, weights, neurons, MAPS2 * SIDE2 * SIDE2);
}

extern "C" __global__ void nn_layer4(const float *neurons, const float *weights, float *digits, int count)
{
    connect(neurons, weights, digits, count);
}
