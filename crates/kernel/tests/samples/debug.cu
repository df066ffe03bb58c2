// Compiled for a debugger: unoptimised, every variable in its place, and DWARF sections
// from those compilers that write them.
// flags: debug

#ifdef __clang__
// The tool gives clang no headers here: full debug information would describe every
// system header, which differ between machines.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define INDEX \
    (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#else
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#endif

struct Point {
    int x, y;
};

__device__ int manhattan(Point a, Point b) {
    int dx = a.x - b.x;
    int dy = a.y - b.y;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

extern "C" __global__ void debug(const Point* points, int* nearest, int n) {
    int i = INDEX;
    if (i >= n) return;
    int best = 0x7FFFFFFF;
    int index = -1;
    for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        int distance = manhattan(points[i], points[j]);
        if (distance < best) {
            best = distance;
            index = j;
        }
    }
    nearest[i] = index;
}
