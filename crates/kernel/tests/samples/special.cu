// Special registers: coordinates in three dimensions, lane and warp, clocks, lane
// masks, sizes.

extern "C" __global__ void special(unsigned* out, unsigned long long* clocks) {
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = block * threads + thread;
    unsigned long long before = clock64();
    unsigned lane, warp, warps, le, ge, gt, dynamic;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm("mov.u32 %0, %%nwarpid;" : "=r"(warps));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
    unsigned smid, nsmid;
    asm("mov.u32 %0, %%smid;" : "=r"(smid));
    asm("mov.u32 %0, %%nsmid;" : "=r"(nsmid));
    unsigned long long timer;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    unsigned* o = out + 16 * i;
    o[0] = threadIdx.x;
    o[1] = threadIdx.y;
    o[2] = threadIdx.z;
    o[3] = blockIdx.x;
    o[4] = blockIdx.y;
    o[5] = blockIdx.z;
    o[6] = blockDim.x | blockDim.y << 8 | blockDim.z << 16;
    o[7] = gridDim.x | gridDim.y << 8 | gridDim.z << 16;
    o[8] = lane;
    o[9] = warp;
    o[10] = le;
    o[11] = ge;
    o[12] = gt;
    o[13] = dynamic;
    o[14] = (warp < warps) | (smid < nsmid) << 1 | (timer != 1) << 2;
    o[15] = warpSize;
    clock_t now = clock();
    unsigned long long after = clock64();
    clocks[i] = (after >= before) | (unsigned long long)(now != 0) << 1;
}
