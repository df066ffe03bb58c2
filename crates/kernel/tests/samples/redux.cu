// Reductions across a warp in one instruction.
// arch: 80

extern "C" __global__ void redux(const int* a, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned all = 0xFFFFFFFFu;
    int x = a[i];
    int k = i;
    out[k] = __reduce_add_sync(all, x);                      k += n;
    out[k] = __reduce_min_sync(all, x);                      k += n;
    out[k] = __reduce_max_sync(all, x);                      k += n;
    out[k] = __reduce_min_sync(all, (unsigned)x);            k += n;
    out[k] = __reduce_max_sync(all, (unsigned)x);            k += n;
    out[k] = __reduce_and_sync(all, (unsigned)x);            k += n;
    out[k] = __reduce_or_sync(all, (unsigned)x);             k += n;
    out[k] = __reduce_xor_sync(all, (unsigned)x);            k += n;
    if (x & 1) {
        out[k] = 0;
    } else {
        unsigned even = __activemask();
        out[k] = __reduce_add_sync(even, 1) == __popc(even) ? 1 : 2;
    }
}
