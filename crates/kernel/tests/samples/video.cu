// Video instructions: bytes and halves of words, by inline PTX and by the intrinsics for packed words.

extern "C" __global__ void video(const int* a, const int* b, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i], r;
    int k = i;
#define ROW(text)                                                \
    asm(text : "=r"(r) : "r"(x), "r"(y), "r"(i));                \
    out[k] = r;                                                  \
    k += n
    ROW("vadd.s32.s32.s32.sat %0, %1, %2;");
    ROW("vadd.s32.u32.s32 %0, %1.b3, %2.h0;");
    ROW("vsub.s32.s32.s32.sat.add %0, %1.h1, %2.h0, %3;");
    ROW("vabsdiff.u32.s32.s32.max %0, %1.b1, %2.b2, %3;");
    ROW("vmin.s32.s32.s32 %0.h1, %1.h0, %2.h1, %3;");
    ROW("vmax.u32.u32.u32 %0.b2, %1.b0, %2.b3, %3;");
    ROW("vshl.u32.u32.u32.wrap %0, %1, %2.b0;");
    ROW("vshr.s32.s32.u32.clamp.min %0, %1, %2.b1, %3;");
    ROW("vmad.s32.s32.s32 %0, %1.h0, -%2.h1, %3;");
    ROW("vmad.u32.u32.u32.po.shr7 %0, %1.b2, %2.b1, %3;");
    ROW("vmad.s32.s32.s32.sat.shr15 %0, %1, %2, %3;");
    ROW("vset.s32.u32.lt.add %0, %1.h1, %2.b0, %3;");
    ROW("vadd2.s32.s32.s32.sat %0, %1, %2, %3;");
    ROW("vsub2.s32.u32.u32.add %0, %1, %2, %3;");
    ROW("vavrg2.s32.s32.s32 %0.h1, %1.h01, %2.h23, %3;");
    ROW("vset2.s32.s32.ge %0, %1, %2, %3;");
    ROW("vadd4.u32.u32.u32.sat %0, %1, %2, %3;");
    ROW("vavrg4.u32.u32.u32 %0.b20, %1.b0123, %2.b4567, %3;");
    ROW("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;");
    ROW("vmax4.s32.s32.s32 %0.b310, %1.b7531, %2.b6420, %3;");
    ROW("vset4.u32.u32.gt.add %0, %1, %2, %3;");
    // Compilers expand some of these into ordinary instructions.
    out[k] = __vabsdiffu4(x, y);                                  k += n;
    out[k] = __vsadu4(x, y);                                      k += n;
    out[k] = __vaddss2(x, y);                                     k += n;
    out[k] = __vavgu4(x, y);                                      k += n;
    out[k] = __vmins4(x, y);                                      k += n;
    out[k] = __vcmpgtu2(x, y);
}

// The best match of 8 bytes at each place of a row within the 16 places to its right, as in stereo vision.
extern "C" __global__ void block_match(const unsigned* left, const unsigned* right, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned best = 0xffffffff;
    int at = 0;
    for (int d = 0; d < 16; d++) {
        unsigned sum = 0;
        for (int w = 0; w < 2; w++) {
            asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(sum) : "r"(left[i + w]), "r"(right[i + w + d]), "r"(sum));
        }
        if (sum < best) {
            best = sum;
            at = d;
        }
    }
    out[i] = at << 16 | best;
}
