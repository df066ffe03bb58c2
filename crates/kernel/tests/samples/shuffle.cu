// Shuffles: up, down, butterfly and indexed, in segments of several widths, of 32- and
// 64-bit values and floats; a warp-wide sum; a warp barrier.

extern "C" __global__ void shuffle(const int* a, int* out, long long* wide, float* floats, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned all = 0xFFFFFFFFu;
    int x = a[i];
    int k = i;
    out[k] = __shfl_up_sync(all, x, 1);                      k += n;
    out[k] = __shfl_down_sync(all, x, 3);                    k += n;
    out[k] = __shfl_xor_sync(all, x, 5);                     k += n;
    out[k] = __shfl_sync(all, x, x & 31);                    k += n;
    out[k] = __shfl_up_sync(all, x, 2, 8);                   k += n;
    out[k] = __shfl_down_sync(all, x, 2, 16);                k += n;
    out[k] = __shfl_xor_sync(all, x, 3, 4);                  k += n;
    out[k] = __shfl_sync(all, x, x, 8);                      k += n;
    int sum = x;
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(all, sum, offset);
    out[k] = sum;                                            k += n;
    unsigned inside;
    int got;
    asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.up.b32 %0|p, %2, 4, 0, 0xffffffff;\n\tselp.u32 %1, 1, 0, p;\n\t}"
                 : "=r"(got), "=r"(inside) : "r"(x));
    out[k] = inside ? got : -1;                              k += n;
    // Half of the warp exchanges among itself.
    out[k] = x;
    if ((i & 31) < 16) {
        out[k] = __shfl_xor_sync(0xFFFFu, x, 1);
        __syncwarp(0xFFFFu);
    }
    __syncwarp();
    wide[i] = __shfl_down_sync(all, (long long)x * 0x100000001LL, 1);
    floats[i] = __shfl_sync(all, 0.25f * x, 31 - (i & 31));
}
