// CTAs that wait for values of later CTAs, without a cooperative launch.

extern "C" __global__ void flags(volatile int* flag, int* out) {
    if (threadIdx.x == 0) {
        int after = 0;
        if (blockIdx.x + 1 < gridDim.x) {
            while (flag[blockIdx.x + 1] == 0) {}
            after = flag[blockIdx.x + 1];
        }
        flag[blockIdx.x] = after + 1;
        out[blockIdx.x] = after;
    }
}
