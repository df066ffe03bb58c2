// Divergent loops: trip counts by lane, break, continue, nested loops, return from
// within, do-while, and an exit in the middle of the kernel.

extern "C" __global__ void loops(const unsigned* a, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], sum = 0;
    for (unsigned k = 0; k < (x & 63); ++k) {
        if ((k ^ x) % 7 == 3) continue;
        if (sum > 200000) break;
        for (unsigned j = k; j < 20; j += 1 + (x & 3)) {
            sum += j * k;
            if ((sum & 0xFF) == 0x80) break;
        }
        if (sum % 1009 == 5) {
            out[i] = sum | 0x80000000u;
            return;
        }
    }
    unsigned steps = 0;
    do {
        x = x * 1664525u + 1013904223u;
        ++steps;
    } while ((x >> 28) > 2 && steps < 100);
    out[i] = sum;
    out[n + i] = steps;
    if (steps % 3 == 0) asm volatile("exit;");
    out[2 * n + i] = x;
}
