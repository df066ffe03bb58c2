// Back propagation: a layer of a neural network, forward and back
//
// A layer with many inputs and 16 hidden nodes, as in the back propagation of the Rodinia suite. The forward
// kernel multiplies every weight by its input and sums the products of each 16 inputs in shared memory, a
// tree of additions with a barrier per level; the host adds the partial sums and squashes them. The backward
// kernel then moves every weight by its node's error, its input, and some of its last movement.
//
// Phase-aware scheduling calls the kernels BP-K1 and BP-K2: short phases at the start of BP-K2 let
// round robin gather all warps there at once. PRO and the thesis use them too.

#define NODES 16 // hidden nodes, and inputs per CTA

// weights is [1 + inputs][1 + NODES]; row 0 belongs to the bias input, column 0 is unused.
extern "C" __global__ void backprop_layerforward(const float *input, float *weights, float *partial)
{
    __shared__ float node[NODES];
    __shared__ float product[NODES][NODES];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = NODES * blockIdx.y + ty + 1;
    int weight = row * (NODES + 1) + tx + 1;

    if (tx == 0)
        node[ty] = input[row];
    __syncthreads();
    product[ty][tx] = weights[weight];
    __syncthreads();
    product[ty][tx] *= node[ty];
    __syncthreads();

    // Row r takes in row r + step: after the last level row 0 holds each hidden node's sum.
    for (int step = 1; step < NODES; step *= 2) {
        if (ty % (2 * step) == 0)
            product[ty][tx] += product[ty + step][tx];
        __syncthreads();
    }
    if (tx == 0)
        partial[blockIdx.y * NODES + ty] = product[0][ty];
}

extern "C" __global__ void backprop_adjust_weights(const float *delta, const float *input, float *weights,
                                                   float *moved)
{
    const float rate = 0.3f, momentum = 0.3f;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = NODES * blockIdx.y + ty + 1;
    int weight = row * (NODES + 1) + tx + 1;

    float step = rate * delta[tx + 1] * input[row] + momentum * moved[weight];
    weights[weight] += step;
    moved[weight] = step;
    __syncthreads();

    // The bias input is always 1.
    if (ty == 0 && blockIdx.y == 0) {
        float bias = rate * delta[tx + 1] + momentum * moved[tx + 1];
        weights[tx + 1] += bias;
        moved[tx + 1] = bias;
    }
}
