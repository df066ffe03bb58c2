// A kernel for `warploom check`, with a bug and a slowdown that can be compiled in.
// Compile: nvcc -ptx -lineinfo -arch=compute_75 blur.cu -o blur.ptx
//   -DRACE leaves out the barrier between writing and reading the tile: race.ptx
//   -DSLOW adds squares, and square roots that undo them: slow.ptx

constexpr int THREADS = 256;

extern "C" __global__ void blur(const float *in, float *out, int n) {
  __shared__ float tile[THREADS + 2];
  int i = blockIdx.x * THREADS + threadIdx.x;
  tile[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 2 * in[i] - in[i + 1];
  if (threadIdx.x == THREADS - 1)
    tile[THREADS + 1] = i + 1 < n ? in[i + 1] : 2 * in[i] - in[i - 1];
#ifndef RACE
  __syncthreads();
#endif
  float left = tile[threadIdx.x], middle = tile[threadIdx.x + 1], right = tile[threadIdx.x + 2];
  float mean = (left + middle + right) / 3;
#ifdef SLOW
  for (int k = 0; k < 2; k++)
    mean = __fsqrt_rn(mean * mean);
#endif
  out[i] = mean;
}
