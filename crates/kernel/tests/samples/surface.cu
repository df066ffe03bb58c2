// Surface reads and writes by surface objects, in each boundary mode, and of layers and faces.
// skip: clang19

extern "C" __global__ void surface_copy(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 texel = surf2Dread<uchar4>(from, 4 * x, y);
    uchar4 mixed = make_uchar4(texel.w, texel.z, texel.y, texel.x + 1);
    surf2Dwrite(mixed, to, 4 * (width - 1 - x), y);
}

extern "C" __global__ void surface_edges(cudaSurfaceObject_t line, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // From three before the first texel on.
    out[i] = surf1Dread<int>(line, 4 * (i - 3), cudaBoundaryModeClamp);
    out[n + i] = surf1Dread<int>(line, 4 * (i - 3), cudaBoundaryModeZero);
    surf1Dwrite(out[i] + 1000, line, 4 * (i + 100), cudaBoundaryModeZero);
}

extern "C" __global__ void surface_shapes(cudaSurfaceObject_t box, cudaSurfaceObject_t lines, cudaSurfaceObject_t planes,
                                          cudaSurfaceObject_t cube, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % 8, y = i / 8 % 8, z = i / 64 % 3;
    float4 v = surf3Dread<float4>(box, 16 * x, y, z);
    short s = surf1DLayeredread<short>(lines, 2 * x, z);
    surf1DLayeredwrite((short)(s + 5), lines, 2 * (x + 8), z);
    long long d = (long long)i << 32 | 2 * i;
    surf2DLayeredwrite(d, planes, 8 * x, y, z);
    surfCubemapwrite(make_int2(i, -i), cube, 8 * x, y, z);
    out[i] = make_float4(v.w, v.z + s, v.y, v.x);
}
