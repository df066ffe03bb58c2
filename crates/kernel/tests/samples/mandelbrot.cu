// Escape times: a loop whose length differs wildly between neighbours. Without
// contraction, so that the counts are the same everywhere.
// flags: no-fma

extern "C" __global__ void mandelbrot(unsigned char* out, int width, int height, float x0, float y0, float step) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = x0 + step * px, cy = y0 + step * py, x = 0.0f, y = 0.0f;
    int count = 0;
#pragma unroll 1
    while (x * x + y * y < 4.0f && count < 100) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
    }
    out[py * width + px] = (unsigned char)count;
}
