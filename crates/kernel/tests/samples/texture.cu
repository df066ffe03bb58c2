// Texture fetches by texture objects: linear memory, arrays of one to three dimensions, layers, cubemaps, a given
// level of detail, gradients, and the four texels around a point.

extern "C" __global__ void texture_linear(cudaTextureObject_t words, cudaTextureObject_t bytes, int* out, float* scaled,
                                          int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // Two before the first and two after the last: outside, all is 0.
    out[i] = tex1Dfetch<int>(words, i - 2);
    uchar4 four = tex1Dfetch<uchar4>(bytes, i - 2);
    scaled[i] = four.x + 256.0f * four.y + 65536.0f * four.z + 0.5f * four.w;
}

extern "C" __global__ void texture_plane(cudaTextureObject_t plane, const float* x, const float* y, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = tex2D<float>(plane, x[i], y[i]);
    out[n + i] = tex2DLod<float>(plane, x[i], y[i], 3.0f);
    float2 dx = make_float2(0.25f, 0.0f), dy = make_float2(0.0f, 4.0f);
    out[2 * n + i] = tex2DGrad<float>(plane, x[i], y[i], dx, dy);
    float4 around = tex2Dgather<float4>(plane, x[i], y[i], 0);
    out[3 * n + i] = around.x;
    out[4 * n + i] = around.y;
    out[5 * n + i] = around.z;
    out[6 * n + i] = around.w;
}

extern "C" __global__ void texture_shapes(cudaTextureObject_t line, cudaTextureObject_t box, cudaTextureObject_t lines,
                                          cudaTextureObject_t planes, cudaTextureObject_t cube, const float* x,
                                          const float* y, const float* z, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = tex1D<float>(line, x[i]);
    out[n + i] = tex3D<float>(box, x[i], y[i], z[i]);
    out[2 * n + i] = tex1DLayered<float>(lines, x[i], i % 3);
    out[3 * n + i] = tex2DLayered<float>(planes, x[i], y[i], i % 3);
    out[4 * n + i] = texCubemap<float>(cube, x[i] - 4.0f, y[i] - 4.0f, z[i] - 4.0f);
}

// A stencil that reads its neighbours through a texture, as image filters do.
extern "C" __global__ void texture_blur(cudaTextureObject_t picture, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += tex2D<float>(picture, x + dx + 0.5f, y + dy + 0.5f);
    out[y * width + x] = sum;
}
