// Arrays in local memory, because their indices are only known at run time: an
// insertion sort and a permutation.

extern "C" __global__ void local_array(const int* a, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int values[16];
    for (int k = 0; k < 16; ++k) values[k] = a[i * 16 + k];
    for (int k = 1; k < 16; ++k) {
        int v = values[k], j = k;
        while (j > 0 && values[j - 1] > v) {
            values[j] = values[j - 1];
            --j;
        }
        values[j] = v;
    }
    short order[16];
    for (int k = 0; k < 16; ++k) order[k] = (short)((k * 5 + i) & 15);
    for (int k = 0; k < 16; ++k) out[i * 16 + k] = values[order[k]];
}
