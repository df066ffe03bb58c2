// A dense switch, which may become a jump table, with fall-through, shared targets and a
// default; and a sparse one, which becomes a tree of comparisons.
// flags: jump-tables

extern "C" __global__ void switches(const int* a, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], r = 0;
    switch (x) {
        case 0: r = i * 3; out[n + i] = 1; break;
        case 1: r = i ^ 0x55; break;
        case 2: r = __popc(i); out[n + i] = 2; break;
        case 3: r = i * i; break;
        case 4: r = 1000 - i; out[n + i] = 4;
        case 5: r += i << 2; break;
        case 6:
        case 7: r = i % 13; out[n + i] = 7; break;
        case 8: r = __clz(i); break;
        case 9: r = -i; out[n + i] = 9; break;
        case 10: r = i & 0xF0; break;
        case 11: r = i | 0x0F; out[n + i] = 11;
        case 12: r ^= 77; break;
        case 13: r = i / 3; break;
        case 14: r = (int)__brev(i); break;
        case 15: r = 15; out[n + i] = 15; break;
        default: r = -1; break;
    }
    switch (x * x) {
        case 4: r += 10; break;
        case 81: r += 20; break;
        case 144: r += 30; break;
        case 10000: r += 40; break;
    }
    out[i] = r;
}
