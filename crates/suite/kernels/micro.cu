// Microbenchmarks: one property of a GPU each, to compare a simulated machine with a real one.
//
// No paper evaluates on these. Every kernel repeats one thing and is launched three times: once to warm what can
// be warm, then with n and with 2n steps. What the third launch takes longer than the second, by the n steps it
// does more, is free of launch overhead, of cold caches and of what stands before and after the loop.
//
// - Latency: a chain in which each step needs the result of the one before (ffma_chain, chase_*, conflict_*,
//   atomic_chain), by one warp or one thread.
// - Throughput: as many independent steps as an SM (ffma_many, stream_l1, misses, atomic_*) or the whole GPU
//   (stream_l2, stream_dram, empty) takes.
//
// The chases follow true pointers, so that a step is a load and nothing else. chase_dram, stream_dram and
// misses read memory that nobody has read before: that comes from DRAM whatever the size of the L2. The ring
// of chase_l2 is larger than any L1 and, like stream_l2, it reads by ld.global.cg, which passes by the L1
// of a real GPU in any case.
//
// Loops are short enough for the smallest cache of instructions (2 KB), and are not unrolled further.
//
// With a GPU: nvcc -DMICRO_MAIN -arch=native micro.cu -o micro && ./micro

typedef unsigned int u32;
typedef unsigned long long u64;

// ---- Arithmetic

// One warp, one chain of dependent FFMA. `factors` is what every step multiplies by and adds.
extern "C" __global__ void micro_ffma_chain(const float *in, const float *factors, float *out, int steps) {
    float x = in[threadIdx.x], a = factors[0], b = factors[1];
#pragma unroll 1
    for (int i = 0; i < steps; i += 32) {
#pragma unroll
        for (int k = 0; k < 32; k++) x = fmaf(x, a, b);
    }
    out[threadIdx.x] = x;
}

// A full SM, four independent chains in every thread: how many FFMA it does in a cycle.
extern "C" __global__ void micro_ffma_many(const float *in, const float *factors, float *out, int steps) {
    float a = factors[0], b = factors[1];
    float x0 = in[threadIdx.x], x1 = x0 + 1, x2 = x0 + 2, x3 = x0 + 3;
#pragma unroll 1
    for (int i = 0; i < steps; i += 32) {
#pragma unroll
        for (int k = 0; k < 8; k++) {
            x0 = fmaf(x0, a, b);
            x1 = fmaf(x1, a, b);
            x2 = fmaf(x2, a, b);
            x3 = fmaf(x3, a, b);
        }
    }
    out[threadIdx.x] = (x0 + x1) + (x2 + x3);
}

// ---- Latency of loads, by level

// One thread goes from word to word of shared memory, by nine words at a time, so that banks change.
extern "C" __global__ void micro_chase_shared(u32 *out, int steps) {
    __shared__ u32 ring[256];
    u32 base = (u32)__cvta_generic_to_shared(ring), p = base;
    for (int i = 0; i < 256; i++) ring[i] = base + (i * 4 + 36) % 1024;
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(p)::"memory");
    }
    out[0] = p - base;
}

// One thread follows pointers around a ring of 4 KB, which an L1 holds.
extern "C" __global__ void micro_chase_l1(u64 ring, u64 *out, int steps) {
    u64 p = ring;
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(p));
    }
    out[0] = p;
}

// The same around a ring of 512 KB: no L1 holds it, every L2 does.
extern "C" __global__ void micro_chase_l2(u64 ring, u64 *out, int steps) {
    u64 p = ring;
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p));
    }
    out[0] = p;
}

// The same along a path that goes back and forth through fresh memory, and nowhere twice.
extern "C" __global__ void micro_chase_dram(u64 path, u64 *out, int steps) {
    u64 p = path;
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p));
    }
    out[0] = p;
}

// ---- Bank conflicts

// One warp: lane l begins at word l * WAYS of shared memory, so that WAYS words lie in a bank. Lanes but the last take
// turns at the words, so that every step meets the same conflicts.
template <int WAYS>
__device__ __forceinline__ void conflict(u32 *out, int steps) {
    __shared__ u32 words[32 * WAYS];
    u32 base = (u32)__cvta_generic_to_shared(words), lane = threadIdx.x;
    words[lane * WAYS] = base + (lane < 31 ? (lane + 1) % 31 : lane) * WAYS * 4;
    u32 p = base + lane * WAYS * 4;
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(p)::"memory");
    }
    out[lane] = p - base;
}

extern "C" __global__ void micro_conflict_1(u32 *out, int steps) { conflict<1>(out, steps); }
extern "C" __global__ void micro_conflict_2(u32 *out, int steps) { conflict<2>(out, steps); }
extern "C" __global__ void micro_conflict_4(u32 *out, int steps) { conflict<4>(out, steps); }
extern "C" __global__ void micro_conflict_8(u32 *out, int steps) { conflict<8>(out, steps); }
extern "C" __global__ void micro_conflict_16(u32 *out, int steps) { conflict<16>(out, steps); }
extern "C" __global__ void micro_conflict_32(u32 *out, int steps) { conflict<32>(out, steps); }

// ---- Bandwidth, by level

// 256 threads read 8 KB over and over; every step of a thread is four words. No word is read twice in a turn of the loop, nor the same
// words in the next, or the assembler would read them once.
extern "C" __global__ void micro_stream_l1(const uint4 *in, u32 *out, int steps) {
    u32 sum = 0;
#pragma unroll 1
    for (int i = 0; i < steps; i += 8) {
        const uint4 *mine = in + threadIdx.x + (i & 8);
        uint4 word[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const uint4 *place = mine + k * 32;
            asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(word[k].x), "=r"(word[k].y), "=r"(word[k].z), "=r"(word[k].w)
                         : "l"(place));
        }
#pragma unroll
        for (int k = 0; k < 8; k++) sum += (word[k].x + word[k].y) + (word[k].z + word[k].w);
    }
    out[threadIdx.x] = sum;
}

// The whole GPU reads 512 KB, each CTA beginning elsewhere. A row is the 4 KB that a CTA reads at once. CTAs add what they
// found to one row, so that what is written takes no room in the L2.
extern "C" __global__ void micro_stream_l2(const u32 *in, u32 *out, int steps) {
    u32 row = blockIdx.x * 16 / gridDim.x * 8, sum = 0;
#pragma unroll 1
    for (int i = 0; i < steps; i += 8) {
        const u32 *mine = in + (row + i) % 128 * 1024 + threadIdx.x;
        u32 word[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const u32 *place = mine + k * 1024;
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word[k]) : "l"(place));
        }
#pragma unroll
        for (int k = 0; k < 8; k++) sum += word[k];
    }
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(out + threadIdx.x), "r"(sum) : "memory");
}

// The whole GPU reads fresh memory, neighbouring CTAs neighbouring rows.
extern "C" __global__ void micro_stream_dram(const u32 *in, u32 *out, int steps) {
    const u32 *place = in + blockIdx.x * 1024 + threadIdx.x;
    u32 sum = 0, row = gridDim.x * 1024;
#pragma unroll 1
    for (int i = 0; i < steps; i += 8) {
        u32 word[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word[k]) : "l"(place));
            place += row;
        }
#pragma unroll
        for (int k = 0; k < 8; k++) sum += word[k];
    }
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(out + threadIdx.x), "r"(sum) : "memory");
}

// ---- Misses under way

// One CTA of 256 threads; every lane of every load has a line of fresh memory to itself, and eight loads follow on each other.
extern "C" __global__ void micro_misses(const u32 *in, u32 *out, int steps) {
    const u32 *mine = in + threadIdx.x * 32;
    u32 sum = 0;
#pragma unroll 1
    for (int i = 0; i < steps; i += 8, mine += 8 * 256 * 32) {
        u32 word[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const u32 *place = mine + k * 256 * 32;
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word[k]) : "l"(place));
        }
#pragma unroll
        for (int k = 0; k < 8; k++) sum += word[k];
    }
    out[threadIdx.x] = sum;
}

// ---- Atomics

// `apart` is how many words apart the threads' words lie. The assembler must not know when that is 0, or it adds up a warp's first.

// One thread; each atomic adds what the one before has found.
extern "C" __global__ void micro_atomic_chain(u32 *place, u32 *out, int apart, int steps) {
    u32 v = 1, *mine = place + threadIdx.x * apart;
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) v = atomicAdd(mine, v);
    }
    out[0] = v;
}

// 256 threads add, without asking what was there.
__device__ __forceinline__ void add(u32 *place, int apart, int steps) {
    u32 v = threadIdx.x + 1, *mine = place + threadIdx.x * apart;
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(mine), "r"(v) : "memory");
    }
}

// All to one word: 0 apart.
extern "C" __global__ void micro_atomic_same(u32 *place, int apart, int steps) { add(place, apart, steps); }

// Each to its own, neighbours to neighbours: 1 apart.
extern "C" __global__ void micro_atomic_spread(u32 *place, int apart, int steps) { add(place, apart, steps); }

// ---- Barrier and CTA launch

// 256 threads meet at a barrier, over and over.
extern "C" __global__ void micro_barrier(u32 *out, int steps) {
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++) __syncthreads();
    }
    out[threadIdx.x] = steps + threadIdx.x;
}

// CTAs of one warp that do next to nothing: a step is a CTA.
extern "C" __global__ void micro_empty(u32 *out) {
    if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x + 1;
}

#ifdef MICRO_MAIN
// ---- On a real GPU: the same kernels, with more steps, timed by events and told in cycles of the SMs

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define MUST(call) must((call), #call)

static void must(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

// Spins for so many cycles: tells how many of them a second has.
__global__ void spin(long long cycles) {
    for (long long begin = clock64(); clock64() - begin < cycles;) {}
}

static char *flushed;
static const size_t FLUSHED = 512u << 20;  // more than any L2

// The seconds that a launch takes, after what others have left in the L2 was driven out, if that is asked for.
template <class Launch>
static double seconds(Launch launch, int steps, bool flush) {
    static cudaEvent_t begin, end;
    if (!begin) {
        MUST(cudaEventCreate(&begin));
        MUST(cudaEventCreate(&end));
    }
    if (flush) MUST(cudaMemset(flushed, 1, FLUSHED));
    MUST(cudaEventRecord(begin));
    launch(steps);
    MUST(cudaGetLastError());
    MUST(cudaEventRecord(end));
    MUST(cudaEventSynchronize(end));
    float milliseconds;
    MUST(cudaEventElapsedTime(&milliseconds, begin, end));
    return milliseconds / 1e3;
}

// The seconds that n steps take: what 2n take longer than n, the median of nine.
template <class Launch>
static double measured(Launch launch, int n, bool flush = false) {
    std::vector<double> all;
    seconds(launch, n, flush);
    for (int i = 0; i < 9; i++) {
        double once = seconds(launch, n, flush);
        all.push_back(seconds(launch, 2 * n, flush) - once);
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

template <class T>
static T *memory(size_t count) {
    T *place;
    MUST(cudaMalloc(&place, count * sizeof(T)));
    MUST(cudaMemset(place, 0, count * sizeof(T)));
    return place;
}

// Places `stride` bytes apart, each with the address of the next, in an order by chance; where the first is.
static u64 ring(size_t places, size_t stride) {
    u64 *words = memory<u64>(places * stride / 8), base = (u64)words;
    std::vector<u32> order(places);
    for (size_t i = 0; i < places; i++) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    std::vector<u64> image(places * stride / 8);
    for (size_t i = 0; i < places; i++) image[order[i] * stride / 8] = base + order[(i + 1) % places] * stride;
    MUST(cudaMemcpy(words, image.data(), image.size() * 8, cudaMemcpyHostToDevice));
    return base + order[0] * stride;
}

static void tell(const char *name, double figure, const char *unit) {
    printf("%-14s %10.2f %s\n", name, figure, unit);
    fflush(stdout);
}

int main() {
    cudaDeviceProp device;
    MUST(cudaGetDeviceProperties(&device, 0));
    flushed = memory<char>(FLUSHED);
    int ctas = 264;
    float *numbers = memory<float>(1024), *results = memory<float>(1024);
    u32 *words = memory<u32>(128 * 1024), *out = memory<u32>(1 << 20);
    u32 *fresh = memory<u32>((size_t)ctas * 1024 * 256);
    u64 *pointer = memory<u64>(1);

    double hertz = (1 << 24) / measured([](int n) { spin<<<1, 1>>>(n); }, 1 << 24);
    printf("# %s, %d SMs, %.0f MHz\n", device.name, device.multiProcessorCount, hertz / 1e6);
    auto cycles = [&](double seconds) { return seconds * hertz; };

    int n = 1 << 16;
    tell("ffma_chain", cycles(measured([&](int n) { micro_ffma_chain<<<1, 32>>>(numbers, numbers, results, n); }, n)) / n,
         "cycles per FFMA");
    tell("ffma_many",
         1024.0 * n / cycles(measured([&](int n) { micro_ffma_many<<<1, 1024>>>(numbers, numbers, results, n); }, n)),
         "FFMA per cycle and SM");
    tell("chase_shared", cycles(measured([&](int n) { micro_chase_shared<<<1, 1>>>(out, n); }, n)) / n, "cycles per load");
    u64 l1 = ring(31, 128), l2 = ring(4096, 128), dram = ring((1 << 16) + 1, 1024);
    tell("chase_l1", cycles(measured([&](int n) { micro_chase_l1<<<1, 1>>>(l1, pointer, n); }, n)) / n, "cycles per load");
    tell("chase_l2", cycles(measured([&](int n) { micro_chase_l2<<<1, 1>>>(l2, pointer, n); }, n)) / n, "cycles per load");
    n = 1 << 15;
    double latency = cycles(measured([&](int n) { micro_chase_dram<<<1, 1>>>(dram, pointer, n); }, n, true)) / n;
    tell("chase_dram", latency, "cycles per load");

    n = 1 << 16;
    tell("conflict_1", cycles(measured([&](int n) { micro_conflict_1<<<1, 32>>>(out, n); }, n)) / n, "cycles per load");
    tell("conflict_2", cycles(measured([&](int n) { micro_conflict_2<<<1, 32>>>(out, n); }, n)) / n, "cycles per load");
    tell("conflict_4", cycles(measured([&](int n) { micro_conflict_4<<<1, 32>>>(out, n); }, n)) / n, "cycles per load");
    tell("conflict_8", cycles(measured([&](int n) { micro_conflict_8<<<1, 32>>>(out, n); }, n)) / n, "cycles per load");
    tell("conflict_16", cycles(measured([&](int n) { micro_conflict_16<<<1, 32>>>(out, n); }, n)) / n, "cycles per load");
    tell("conflict_32", cycles(measured([&](int n) { micro_conflict_32<<<1, 32>>>(out, n); }, n)) / n, "cycles per load");

    tell("stream_l1", 4096.0 * n / cycles(measured([&](int n) { micro_stream_l1<<<1, 256>>>((uint4 *)words, out, n); }, n)),
         "bytes per cycle and SM");
    n = 1 << 12;
    tell("stream_l2",
         4096.0 * ctas * n / cycles(measured([&](int n) { micro_stream_l2<<<ctas, 1024>>>(words, out, n); }, n)),
         "bytes per cycle");
    n = 128;
    tell("stream_dram",
         4096.0 * ctas * n / 1e9 / measured([&](int n) { micro_stream_dram<<<ctas, 1024>>>(fresh, out, n); }, n, true),
         "GB/s");
    n = 1 << 12;
    tell("misses",
         256.0 * n * latency / cycles(measured([&](int n) { micro_misses<<<1, 256>>>(fresh, out, n); }, n, true)),
         "misses under way in an SM");

    tell("atomic_chain", cycles(measured([&](int n) { micro_atomic_chain<<<1, 1>>>(out, out + 1, 0, n); }, n)) / n,
         "cycles per atomic");
    tell("atomic_same", 256.0 * n / cycles(measured([&](int n) { micro_atomic_same<<<1, 256>>>(out, 0, n); }, n)),
         "atomics per cycle");
    tell("atomic_spread", 256.0 * n / cycles(measured([&](int n) { micro_atomic_spread<<<1, 256>>>(out, 1, n); }, n)),
         "atomics per cycle");
    n = 1 << 16;
    tell("barrier", cycles(measured([&](int n) { micro_barrier<<<1, 256>>>(out, n); }, n)) / n, "cycles per barrier");
    n = 1 << 18;
    tell("empty", cycles(measured([&](int n) { micro_empty<<<n, 32>>>(out); }, n)) / n, "cycles per CTA");
}
#endif
