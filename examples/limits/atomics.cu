// Atomics on one word and on many, for `warploom profile`.
// Compile: nvcc -ptx -lineinfo -arch=compute_75 atomics.cu -o atomics.ptx

// A histogram of 256 bins in global memory: every word is an atomic at the L2.
extern "C" __global__ void histogram(const unsigned *in, unsigned *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] & 255], 1);
}

// The same with bins of its own for each CTA, in shared memory.
extern "C" __global__ void histogram_by_cta(const unsigned *in, unsigned *bins, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i] & 255], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// All lanes of a warp at one word of shared memory.
extern "C" __global__ void one_word(unsigned *out) {
  __shared__ unsigned words[256];
  words[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 4
  for (int i = 0; i < 64; i++)
    atomicAdd(&words[threadIdx.x / 32], i);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x];
}

// The lanes of a warp at words of different banks.
extern "C" __global__ void a_word_each(unsigned *out) {
  __shared__ unsigned words[256];
  words[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 4
  for (int i = 0; i < 64; i++)
    atomicAdd(&words[threadIdx.x], i);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x];
}
