// The sum of a pixel and its eight neighbours, read through a texture and written to a surface.
extern "C" __global__ void blur(cudaTextureObject_t from, cudaSurfaceObject_t to, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += tex2D<float>(from, x + dx + 0.5f, y + dy + 0.5f);
    surf2Dwrite(sum, to, 4 * x, y);
}
