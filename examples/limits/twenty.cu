// Twenty kernels as engineers write them, each with a limit that follows from its construction. expected.toml has the limits.
// Compile: nvcc -ptx -lineinfo -arch=compute_75 twenty.cu -o twenty.ptx
//
// Rates and cycles below are those of one SM; crates/gpu/machines has them for v100 and h100.

// Autocorrelation of windows of 32 samples, one window per warp, for 16 lags. A lag takes six shuffles, and seven multiplies,
// adds and comparisons of integers.
// v100 executes all thirteen on its integer units, at 2 per cycle: 6.5 cycles, against 3.3 for the schedulers.
// h100 has shuffle units, at 1 per cycle: 6 cycles, against 3.5 for the integer units.
extern "C" __global__ void autocorrelation(const int *samples, int *strength) {
  int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  for (int w = 0; w < 2; w++) {
    int x = samples[(warp * 2 + w) * 32 + lane];
    int best = -2147483647;
#pragma unroll
    for (int lag = 1; lag <= 16; lag++) {
      int sum = x * __shfl_sync(0xffffffff, x, lane + lag);
#pragma unroll
      for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
      best = max(best, sum);
    }
    if (lane == 0)
      strength[warp * 2 + w] = best;
  }
}

// Sum and sum of squares of each channel of a batch, one CTA per channel. There are 16 channels.
// 16 CTAs leave 64 of 80 SMs, or 98 of 114, without work for the whole launch.
extern "C" __global__ void batch_statistics(const float *values, float *statistics, int n) {
  __shared__ float sums[256], squares[256];
  const float *channel = values + blockIdx.x * n;
  float sum = 0, square = 0;
#pragma unroll 4
  for (int i = threadIdx.x; i < n; i += 256) {
    float x = channel[i];
    sum += x;
    square += x * x;
  }
  sums[threadIdx.x] = sum;
  squares[threadIdx.x] = square;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
      squares[threadIdx.x] += squares[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    statistics[2 * blockIdx.x] = sums[0];
    statistics[2 * blockIdx.x + 1] = squares[0];
  }
}

// Mean of 96 rows of an image, for each pixel, straight from global memory. A CTA has 32 columns and 16 rows.
// A warp reads 96 times 4 sectors for a row. The L1 accepts 4 per cycle, so that a CTA takes 1536 cycles of the L1. All but 444
// sectors hit: 111 rows of 128 bytes. With 64 stored ones, the L2 needs 635 cycles at 0.8 per cycle (v100) or 508 at 1 (h100).
// The schedulers need 1010 cycles, the additions 768 (v100) or 384 (h100), and DRAM fewer than 500.
extern "C" __global__ void blur_columns(const float *image, float *blurred) {
  const int pitch = 1056;
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int y = blockIdx.y * 16 + threadIdx.y; y < (blockIdx.y + 1) * 16; y += 8) {
    float sum = 0;
#pragma unroll 16
    for (int k = 0; k < 96; k++)
      sum += image[(y + k) * pitch + x];
    blurred[y * pitch + x] = sum * (1.0f / 96.0f);
  }
}

// Stream compaction: each thread that keeps its value takes the next index of the output from one counter.
// Half of 65536 threads do, and the L2 slice that has the counter executes one of these atomics per cycle: 32768 cycles.
// All other traffic is a few hundred kilobytes.
extern "C" __global__ void compact(const float *in, float *kept, unsigned *count, float least) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (x >= least)
    kept[atomicAdd(count, 1u)] = x;
}

// Convolution of a series of 8 channels with 64 filters of 16 taps on tensor cores, and the maximum of each filter over time.
// A warp has 64 positions and all filters: 32 products of 16 x 8 x 8 for a tap, from 16 loads without bank conflicts.
// A product occupies a tensor core for 8 cycles (v100) or 4 (h100). For four warps, the 128 products of a tap take 256 or
// 128 cycles of four tensor cores, and their 64 loads 64 cycles of shared memory.
extern "C" __global__ void convolve_tensor(const uint4 *series, const uint4 *filters, float *peaks) {
  __shared__ uint4 taps[16 * 64], window[272];
  for (int i = threadIdx.x; i < 16 * 64; i += 128)
    taps[i] = filters[i];
  for (int i = threadIdx.x; i < 271; i += 128)
    window[i] = series[blockIdx.x * 256 + i];
  __syncthreads();
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned *rows = (const unsigned *)window + warp * 64 * 4 + lane;
  const unsigned *columns = (const unsigned *)taps + lane;
  float sum[4][8][4] = {};
#pragma unroll 1
  for (int tap = 0; tap < 16; tap++) {
    unsigned a[4][2], b[8];
#pragma unroll
    for (int m = 0; m < 4; m++) {
      a[m][0] = rows[(m * 16 + tap) * 4];
      a[m][1] = rows[(m * 16 + tap + 8) * 4];
    }
#pragma unroll
    for (int n = 0; n < 8; n++)
      b[n] = columns[(tap * 64 + n * 8) * 4];
#pragma unroll
    for (int m = 0; m < 4; m++) {
#pragma unroll
      for (int n = 0; n < 8; n++)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                     : "+f"(sum[m][n][0]), "+f"(sum[m][n][1]), "+f"(sum[m][n][2]), "+f"(sum[m][n][3])
                     : "r"(a[m][0]), "r"(a[m][1]), "r"(b[n]));
    }
  }
#pragma unroll
  for (int n = 0; n < 8; n++) {
#pragma unroll
    for (int column = 0; column < 2; column++) {
      float most = 0;
#pragma unroll
      for (int m = 0; m < 4; m++)
        most = fmaxf(most, fmaxf(sum[m][n][column], sum[m][n][column + 2]));
#pragma unroll
      for (int d = 4; d < 32; d *= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
      if (lane < 4)
        peaks[(blockIdx.x * 4 + warp) * 64 + n * 8 + lane * 2 + column] = most;
    }
  }
}

// Histogram of a dark image in 16 bins of shared memory for each CTA. 16 of 18 grey levels are in the first bin.
// An atomic of a warp has 28 lanes in that bin on average. They take 56 passes over the banks (v100: two for each further lane)
// or 28 (h100: one). The other instructions for a pixel are about five: 1.25 cycles of the schedulers.
extern "C" __global__ void dark_histogram(const unsigned *pixels, unsigned *bins, int n) {
  __shared__ unsigned own[16];
  if (threadIdx.x < 16)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned four = pixels[i];
#pragma unroll
    for (int k = 0; k < 4; k++)
      atomicAdd(&own[four >> (8 * k + 4) & 15], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Dense layer, 512 x 512, one sample at a time: two CTAs for each of 114 samples, and each reads its half of the weights once.
// The L2 holds the 1 MB of weights. An SM reads a half once, or on v100 sometimes twice, so that the L1 cannot help.
// A row of weights is 64 sectors: 80 cycles of an SM's share of the L2 (v100: 64 slices for 80 SMs, one sector each per
// cycle), or 64 cycles of the SM's port (h100: one sector per cycle; its 160 slices could deliver 1.4).
// Arithmetic for a row is 16 multiply-adds, 5 shuffles and 5 additions: fewer than 15 cycles.
extern "C" __global__ void dense_layer(const float4 *weights, const float4 *samples, float *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float4 x[4];
#pragma unroll
  for (int k = 0; k < 4; k++)
    x[k] = samples[blockIdx.x * 128 + k * 32 + lane];
#pragma unroll 2
  for (int i = 0; i < 16; i++) {
    // Samples begin at different rows, so that they do not read the same slices at the same time.
    int row = blockIdx.y * 256 + ((i * 16 + warp + blockIdx.x * 37) & 255);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      float4 w = weights[row * 128 + k * 32 + lane];
      sum += w.x * x[k].x + w.y * x[k].y + w.z * x[k].z + w.w * x[k].w;
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0)
      out[blockIdx.x * 512 + row] = sum;
  }
}

// Discrete Fourier transform by its definition, one frequency per thread.
// A term takes a sine and a cosine, three instructions of the float units and one load that all lanes share.
// Special functions start at 0.5 per cycle: 4 cycles. Floats need 1.5 cycles (v100) or 0.75 (h100), shared memory 1.
extern "C" __global__ void dft(const float *signal, float2 *spectrum, float unit) {
  __shared__ float samples[64];
  if (threadIdx.x < 64)
    samples[threadIdx.x] = signal[threadIdx.x];
  __syncthreads();
  int frequency = blockIdx.x * blockDim.x + threadIdx.x;
  float step = unit * frequency, angle = 0, real = 0, imaginary = 0;
#pragma unroll 8
  for (int i = 0; i < 64; i++) {
    real += samples[i] * __cosf(angle);
    imaginary += samples[i] * __sinf(angle);
    angle += step;
  }
  spectrum[frequency] = make_float2(real, imaginary);
}

// One Jacobi step for a Poisson equation. A thread goes down 8 rows of a column.
// A cell takes 8 bytes from DRAM and later 4 bytes back: on h100 the L2 keeps the results, on v100 about half of them.
// Time of a warp's 32 cells: at least 27 cycles of an SM's share of DRAM (v100: 9.6 bytes per cycle), or 25 (h100: 10.2).
// The L2 has 14 sectors for them: 17 or 14 cycles. The L1 needs 5 to 7 cycles, and the schedulers about 3.
extern "C" __global__ void jacobi(const float *__restrict__ u, const float *__restrict__ f, float *__restrict__ next,
                                  int pitch) {
  int at = (blockIdx.y * 8 + 1) * pitch + blockIdx.x * 128 + threadIdx.x + 32;
  float above = u[at - pitch], here = u[at];
#pragma unroll
  for (int row = 0; row < 8; row++) {
    float below = u[at + pitch];
    next[at] = 0.25f * (above + below + u[at - 1] + u[at + 1] - f[at]);
    above = here;
    here = below;
    at += pitch;
  }
}

// Lennard-Jones forces in double precision between the particles of a CTA and 40 of the next CTA.
// A pair takes 15 instructions of the double-precision units: 15 cycles (v100, 1 per cycle) or 7.5 (h100, 2 per cycle).
// Its three loads from shared memory, which all lanes share, take 3 cycles, and the schedulers need 5.
extern "C" __global__ void lennard_jones(const double *x, const double *y, const double *z, double *force) {
  __shared__ double other_x[40], other_y[40], other_z[40];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 40) {
    int other = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
    other_x[threadIdx.x] = x[other];
    other_y[threadIdx.x] = y[other];
    other_z[threadIdx.x] = z[other];
  }
  __syncthreads();
  double own_x = x[i], own_y = y[i], own_z = z[i], force_x = 0, force_y = 0, force_z = 0;
#pragma unroll 4
  for (int j = 0; j < 40; j++) {
    double dx = own_x - other_x[j], dy = own_y - other_y[j], dz = own_z - other_z[j];
    double inverse = 1.0 / fma(dz, dz, fma(dy, dy, fma(dx, dx, 0.01)));
    double sixth = inverse * inverse * inverse;
    double scale = sixth * inverse * fma(2.0, sixth, -1.0);
    force_x = fma(scale, dx, force_x);
    force_y = fma(scale, dy, force_y);
    force_z = fma(scale, dz, force_z);
  }
  int particles = gridDim.x * blockDim.x;
  force[i] = force_x;
  force[i + particles] = force_y;
  force[i + 2 * particles] = force_z;
}

// Matrix product with tiles of 16 x 16 in shared memory and one element of the result per thread. No bank conflicts.
// A multiply-add takes two loads from shared memory, which has 1 pass per cycle: 2 cycles.
// The float units need 0.5 cycles (v100) or 0.25 (h100), the schedulers 0.75 and the L2 0.7 or less.
extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, int n, int depth) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < depth; k += 16) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * depth + k + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; i++)
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// MurmurHash3 of a key of 64 words for each thread; the words count up from the thread's number.
// A word takes about eight integer instructions and nothing else. The integer units start 2 per cycle, half of what the
// schedulers issue.
extern "C" __global__ void murmur(unsigned *hashes) {
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, h = 0;
#pragma unroll 8
  for (unsigned i = 0; i < 64; i++) {
    unsigned k = (thread ^ i) * 0xcc9e2d51u;
    k = __funnelshift_l(k, k, 15) * 0x1b873593u;
    h ^= k;
    h = __funnelshift_l(h, h, 13) * 5u + 0xe6546b64u;
  }
  hashes[thread] = h;
}

// Distance to the nearest of 24576 reference points, for three queries one after the other: each sweeps over all points.
// The points take 384 KB, more than an L1 (128 KB on v100, at most 256 KB on h100), so that the second and third sweep fetch
// them again: two thirds of the fetched sectors or more had been in the L1.
// A load of a warp has 16 sectors: 20 cycles of an SM's share of the L2 (v100) or 16 (h100). Its arithmetic needs 5.
extern "C" __global__ void nearest(const float4 *points, const float4 *queries, float *least, int n) {
  for (int q = 0; q < 3; q++) {
    float4 query = queries[blockIdx.x * 3 + q];
    float best = 1e30f;
#pragma unroll 4
    for (int i = threadIdx.x; i < n; i += 512) {
      float4 p = points[i];
      float x = p.x - query.x, y = p.y - query.y, z = p.z - query.z, w = p.w - query.w;
      best = fminf(best, x * x + y * y + z * z + w * w);
    }
    least[(blockIdx.x * 3 + q) * 512 + threadIdx.x] = best;
  }
}

// A mark for each value that is not a number, 32 values for each CTA. It is part of every step of a program, but switched off.
// Each of 60000 CTAs tests the switch and ends: two instructions. There is no other work than starting CTAs.
// h100 starts one CTA in 1.042 cycles on the whole GPU. On v100 an SM starts at most one per cycle; that takes 750 cycles, as
// long as its branch units need for the ends of the CTAs, and twice as long as the integer units need.
extern "C" __global__ void optional_check(const float *values, int *marks, int enabled) {
  if (!enabled)
    return;
  int i = blockIdx.x * 32 + threadIdx.x;
  marks[i] = values[i] != values[i];
}

__constant__ float4 colours[256];

// Mean colour of eight pixels for each thread. The palette is in constant memory, and each lane has another index.
// The 256 colours take 64 lines of 64 bytes. A lookup of 32 random pixels touches 25 of them, one per cycle: 25 cycles.
// The other instructions for a pixel are about nine: 2.3 cycles of the schedulers. DRAM needs at most 10 cycles per lookup.
extern "C" __global__ void palette(const uint2 *pixels, float4 *means) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint2 eight = pixels[i];
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
  for (int k = 0; k < 8; k++) {
    float4 colour = colours[(k < 4 ? eight.x : eight.y) >> (k % 4 * 8) & 255];
    sum.x += colour.x;
    sum.y += colour.y;
    sum.z += colour.z;
    sum.w += colour.w;
  }
  means[i] = make_float4(sum.x / 8, sum.y / 8, sum.z / 8, sum.w / 8);
}

// Orbits of the quadratic map, x * x + c, for a bifurcation diagram: one chain of multiply-adds per thread.
// Each scheduler has one warp, on 34 SMs of v100 two. A multiply-add waits for the one before it: 7 cycles (v100) or 4 (h100).
// The float units are in use for 2 of 7 cycles per warp, or for 1 of 4.
extern "C" __global__ void quadratic_map(float *orbits, float scale, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float c = i * scale - 2.0f, x = 0;
#pragma unroll 16
  for (int k = 0; k < steps; k++)
    x = fmaf(x, x, c);
  orbits[i] = x;
}

// Prefix sums of rows of 1024 integers. Groups of 8 threads scan 8 values each, then one thread scans the sums of 128 groups.
// Its loop is a chain of 128 loads, additions and branches, about 30 cycles each: 3800 cycles for a row, while 31 of 32 warps
// wait at the barrier. The rest of a row is about 35 instructions per warp, most of them of integers: at most 600 cycles.
// The load of the next row is in flight meanwhile.
extern "C" __global__ void scan_serial(const int *in, int *out, int rows) {
  __shared__ int totals[128];
  int lane = threadIdx.x % 8, group = threadIdx.x / 8;
  int at = blockIdx.x * rows * 1024 + threadIdx.x, next = in[at];
  for (int row = 0; row < rows; row++) {
    int x = next;
    if (row + 1 < rows)
      next = in[at + 1024];
#pragma unroll
    for (int d = 1; d < 8; d *= 2) {
      int before = __shfl_up_sync(0xffffffff, x, d, 8);
      if (lane >= d)
        x += before;
    }
    if (lane == 7)
      totals[group] = x;
    __syncthreads();
    if (threadIdx.x == 0) {
      int sum = 0;
#pragma unroll 1
      for (int g = 0; g < 128; g++) {
        int total = totals[g];
        totals[g] = sum;
        sum += total;
      }
    }
    __syncthreads();
    out[at] = x + totals[group];
    at += 1024;
    __syncthreads();
  }
}

// Search in linked lists of nodes of 128 bytes, one list per warp: 31 keys, one for each lane, and the next node.
// A node's address is known when the node before it has arrived from DRAM: 350 cycles (v100) or 650 (h100), 64 times.
// Each scheduler has one warp, on 34 SMs of v100 two. Together they request 22 % (v100) or 8 % (h100) of what DRAM delivers.
extern "C" __global__ void slab_list(const unsigned *nodes, unsigned *last, unsigned mask, unsigned key) {
  unsigned lane = threadIdx.x % 32, list = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  unsigned at = list * 2654435761u & mask;
  for (int i = 0; i < 64; i++) {
    unsigned word = nodes[at * 32 + lane];
    if (__any_sync(0xffffffff, lane < 31 && word == key))
      break;
    at = __shfl_sync(0xffffffff, word, 31) & mask;
  }
  if (lane == 0)
    last[list] = at;
}

// Transposition of a matrix without a tile: a warp reads a row, and writes a column.
// A store has 32 sectors for its 128 bytes, a load 4: eight ninths of the sectors carry 4 bytes of 32.
// The stores alone take 40 cycles of an SM's share of the L2 (v100) or 32 of its port (h100) for each warp; with whole sectors
// they would take 5 or 4. DRAM needs 27 or 25 at most.
extern "C" __global__ void transpose(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int row = 0; row < 32; row += 8)
    out[x * n + y + row] = in[(y + row) * n + x];
}

__constant__ unsigned steps[16];
__constant__ float decays[16];

// Wavetable synthesis: the sum of 16 voices that decay, one sample of time per lane.
// A voice takes four integer and five float instructions, two loads from shared memory without bank conflicts and one special
// function. With loop and start, a warp issues 13.5 instructions per voice: 3.4 cycles of the schedulers.
// The integer units need 2.5 cycles, the float units 2.5 (v100) or 1.3 (h100), shared memory 2 and special functions 2.
extern "C" __global__ void wavetable(const float *wave, float *sound, float rate) {
  __shared__ float table[513];
  for (int i = threadIdx.x; i < 513; i += 256)
    table[i] = wave[i];
  __syncthreads();
  for (int block = 0; block < 4; block++) {
    int time = (blockIdx.x * 4 + block) * 256 + threadIdx.x;
    float seconds = time * rate, sum = 0;
#pragma unroll
    for (int voice = 0; voice < 16; voice++) {
      unsigned phase = time * steps[voice], index = phase >> 23, bits;
      // (phase & 0x7fffff) | 0x3f800000: a float from 1 to 2.
      asm("lop3.b32 %0, %1, 0x7fffff, 0x3f800000, 0xea;" : "=r"(bits) : "r"(phase));
      float fraction = __uint_as_float(bits) - 1.0f, loudness;
      float value = table[index] + fraction * (table[index + 1] - table[index]);
      asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(loudness) : "f"(seconds * decays[voice]));
      sum += loudness * value;
    }
    sound[time] = sum;
  }
}
