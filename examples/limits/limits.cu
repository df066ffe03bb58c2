// Ten kernels, each with one known limit, for `warploom profile`.
// Compile: nvcc -ptx -lineinfo -arch=compute_75 limits.cu -o limits.ptx

// Arithmetic: eight independent chains of multiply-adds per thread.
extern "C" __global__ void peak_alu(float *out, float a, float b) {
  float x[8];
#pragma unroll
  for (int k = 0; k < 8; k++)
    x[k] = threadIdx.x + k;
  for (int i = 0; i < 8; i++) {
#pragma unroll
    for (int k = 0; k < 64; k++)
      x[k % 8] = x[k % 8] * a + b;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7];
}

// Special functions: four independent chains of reciprocal square roots per thread.
extern "C" __global__ void special(float *out) {
  float x[4];
#pragma unroll
  for (int k = 0; k < 4; k++)
    x[k] = 2.0f + threadIdx.x + k;
  for (int i = 0; i < 8; i++) {
#pragma unroll
    for (int k = 0; k < 16; k++)
      asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x[k % 4]));
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}

// Shared memory: the lanes of a warp read 32 words of the same bank.
extern "C" __global__ void bank_conflicts(float *out) {
  __shared__ float tile[32][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int row = warp; row < 32; row += 8)
    tile[row][lane] = lane;
  __syncthreads();
  float sum = 0;
#pragma unroll 8
  for (int i = 0; i < 32; i++)
    sum += tile[lane][(warp + i) % 32];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Coalescing: neighbouring threads read words that are 128 bytes apart.
extern "C" __global__ void uncoalesced(const float *in, float *out, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = 0; i < 16; i++)
    sum += in[(thread + i * threads) * 32 & (n - 1)];
  out[thread] = sum;
}

// L1 capacity: every CTA sweeps over 512 KB again and again, which no L1 can hold.
extern "C" __global__ void l1_thrash(const float *in, float *out, int n) {
  float sum = 0;
  for (int sweep = 0; sweep < 3; sweep++) {
#pragma unroll 4
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      sum += in[i];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static __device__ float total(float4 v) {
  return v.x + v.y + v.z + v.w;
}

// L2 bandwidth: CTAs read 4 MB that the L2 holds. The CTAs of an SM read different parts, so that the L1 cannot help.
extern "C" __global__ void l2_bandwidth(const float4 *in, float *out, int n) {
  const float4 *part = in + blockIdx.x / 57 % 16 * (n / 16) + threadIdx.x;
  float sum = 0;
#pragma unroll 8
  for (int i = 0; i < 64; i++)
    sum += total(part[i * 256]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// DRAM bandwidth: each thread reads and writes 16 bytes once.
extern "C" __global__ void dram_bandwidth(const float4 *x, float4 *y, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 u = x[i];
  float4 v = y[i];
  v.x += a * u.x;
  v.y += a * u.y;
  v.z += a * u.z;
  v.w += a * u.w;
  y[i] = v;
}

// Latency: one thread per CTA follows a chain of addresses.
extern "C" __global__ void chase(const int *next, int *out, int n) {
  int at = blockIdx.x * 977 % n;
  for (int i = 0; i < 256; i++)
    at = next[at];
  out[blockIdx.x] = at;
}

// Barriers: one warp of eight works, and the others wait for it.
extern "C" __global__ void barrier(float *out, float a) {
  float x = threadIdx.x;
  for (int round = 0; round < 32; round++) {
    if (threadIdx.x / 32 == round % 8) {
#pragma unroll
      for (int k = 0; k < 128; k++)
        x = x * a + 1.0f;
    }
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// Launch: many CTAs that have next to nothing to do.
extern "C" __global__ void tiny_ctas(float *out) {
  if (out == nullptr)
    out[threadIdx.x] = 0;
}
