// Which lanes hold the same value: match any and all, 32- and 64-bit.
// arch: 70

extern "C" __global__ void matching(const int* a, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned all = 0xFFFFFFFFu;
    int x = a[i];
    int uniform;
    out[i] = __match_any_sync(all, x);
    out[n + i] = __match_any_sync(all, (long long)x << 33);
    out[2 * n + i] = __match_all_sync(all, x / 1000, &uniform);
    out[3 * n + i] = uniform;
    out[4 * n + i] = __match_all_sync(all, (long long)x, &uniform);
    out[5 * n + i] = uniform;
    __nanosleep(20);
}
