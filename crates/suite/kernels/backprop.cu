// Back propagation: a layer of a neural network, forward and back
//
// A layer with many inputs and 16 hidden nodes, as in the back propagation of the Rodinia suite. The forward
// kernel multiplies every weight by its input and sums the products of each 16 inputs in shared memory, a
// tree of additions with a barrier per level. As in the original, each level computes its power of two and
// takes a remainder by it at run time. The host adds the partial sums and squashes them. The backward kernel
// then moves every weight by its node's error, its input, and some of its last movement, in double precision.
//
// Phase-aware scheduling calls the kernels BP-K1 and BP-K2: short phases at the start of BP-K2 let
// round robin gather all warps there at once. PRO and the thesis use them too.

#define NODES 16 // hidden nodes and inputs that a CTA works on

// weights is [1 + inputs][1 + hidden]; row 0 belongs to the bias input, column 0 is unused. The products take
// the weights' place: the host copies the weights to the device again before the backward kernel.
extern "C" __global__ void backprop_layerforward(const float *input, float *weights, float *partial,
                                                 int hidden)
{
    __shared__ float node[NODES];
    __shared__ float product[NODES][NODES];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = NODES * blockIdx.y + ty + 1;
    int weight = row * (hidden + 1) + tx + 1;

    if (tx == 0)
        node[ty] = input[row];
    __syncthreads();
    product[ty][tx] = weights[weight];
    __syncthreads();
    product[ty][tx] *= node[ty];
    __syncthreads();

    // At level i every row that is a multiple of 2^i takes in the row 2^(i - 1) below it: after the last
    // level row 0 holds each hidden node's sum. The powers are computed, not shifted.
#pragma unroll 1
    for (int i = 1; i <= __log2f(NODES); i++) {
        int power = __powf(2.0f, i);
        if (ty % power == 0)
            product[ty][tx] += product[ty + power / 2][tx];
        __syncthreads();
    }
    weights[weight] = product[ty][tx];
    __syncthreads();
    if (tx == 0)
        partial[blockIdx.y * hidden + ty] = product[0][ty];
}

extern "C" __global__ void backprop_adjust_weights(const float *delta, const float *input, float *weights,
                                                   float *moved, int hidden)
{
    const double rate = 0.3, momentum = 0.3;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = NODES * blockIdx.y + ty + 1;
    int weight = row * (hidden + 1) + tx + 1;

    // Each statement loads all it needs: to the compiler the store before it may have changed any of it.
    weights[weight] += rate * delta[tx + 1] * input[row] + momentum * moved[weight];
    moved[weight] = rate * delta[tx + 1] * input[row] + momentum * moved[weight];
    __syncthreads();

    // The bias input is always 1.
    if (ty == 0 && blockIdx.y == 0) {
        weights[tx + 1] += rate * delta[tx + 1] + momentum * moved[tx + 1];
        moved[tx + 1] = rate * delta[tx + 1] + momentum * moved[tx + 1];
    }
}
