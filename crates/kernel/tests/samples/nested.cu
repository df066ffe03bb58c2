// Nested and chained branches, short-circuit conditions, and jumps that no
// structured statement makes, into and out of a loop.

extern "C" __global__ void nested(const int* a, const int* b, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i], r = 0;
    if (x > 0) {
        if (y > 0) {
            r = x % 100;
            if ((x ^ y) & 1) {
                r += out[i];
            } else if (x > y) {
                r -= out[n + i];
            } else {
                r *= 3;
            }
        } else if (y < -50 || (x > 50 && out[i] > 2)) {
            r = y / 3;
        }
    } else if (x == 0 || y == 0) {
        r = 12345;
    } else {
        r = x > y ? x - y : out[n + i] * 5;
    }
    out[i] = r;
}

extern "C" __global__ void jumps(const int* a, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], steps = 0;
    volatile int* log = out + n;
    if (x & 1) goto middle;
head:
    x = x * 3 + 1;
    if (++steps > 40) goto done;
    log[i] = steps;
middle:
    x >>= 1;
    if (x % 5 == 0) goto last;
    if (++steps < 30) goto head;
last:
    x += 1000;
    if (steps & 4) goto done;
    x = -x;
done:
    out[i] = x;
}
