// Votes of a whole and of a divided warp; the mask of active lanes; lane masks.

extern "C" __global__ void vote(const int* a, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned all = 0xFFFFFFFFu;
    int x = a[i];
    int k = i;
    out[k] = __ballot_sync(all, x & 1);                      k += n;
    out[k] = __any_sync(all, x == 17);                       k += n;
    out[k] = __all_sync(all, x >= 0);                        k += n;
    out[k] = __uni_sync(all, x < 50);                        k += n;
    unsigned mask = 0;
    if (x & 2) {
        mask = __activemask();
    }
    // Lanes that are active together are a subset of those that took the branch.
    out[k] = mask;                                           k += n;
    unsigned chosen = __ballot_sync(all, x % 3 == 0);
    if (x % 3 == 0) {
        out[k] = __ballot_sync(chosen, x & 4);
    } else {
        out[k] = __popc(chosen);
    }
    k += n;
    unsigned below, equal;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(equal));
    out[k] = __popc(chosen & below) + (equal & 1);
}
