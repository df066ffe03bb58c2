// Stencil: Jacobi's iteration with seven points on a 3-D grid
//
// The stencil of the Parboil suite, as it is for GPUs with small caches. A CTA of 32 by 4 threads has a
// column of 64 by 4 points, two per thread, and marches through the planes: the middle plane lies in shared
// memory, a thread's points below and above are in its registers. Neighbours outside of the tile are read
// from memory: those of the next rows by whole warps, those at the sides by a single lane, so that every warp
// parts ways there.
//
// MOTRR uses it as STC. There are two barriers per plane, and the first and the last warp of a CTA have more
// loads to wait for between them than the others.

#define WIDTH 32 // threads in x, each with two points
#define HEIGHT 4 // threads in y
#ifndef GLOBAL
#define GLOBAL // AMD's compiler needs it: see gcn.h
#endif

extern "C" __global__ void stencil_jacobi(float centre, float around, const GLOBAL float *from, float *to,
                                          int size_x, int size_y, int size_z)
{
    __shared__ float tile[HEIGHT][2 * WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int tx2 = tx + WIDTH;
    int x = blockIdx.x * 2 * WIDTH + tx;
    int x2 = x + WIDTH;
    int y = blockIdx.y * HEIGHT + ty;
    int plane = size_x * size_y;
    int at = x + y * size_x;
    int at2 = at + WIDTH;

    bool inside = x < size_x && y < size_y;
    bool inside2 = x2 < size_x && y < size_y;
    bool inner = x > 0 && x < size_x - 1 && y > 0 && y < size_y - 1;
    bool inner2 = x2 < size_x - 1 && y > 0 && y < size_y - 1;

    float below = 0.0f, below2 = 0.0f, above = 0.0f, above2 = 0.0f;
    tile[ty][tx] = 0.0f;
    tile[ty][tx2] = 0.0f;
    if (inside) {
        below = from[at];
        tile[ty][tx] = from[at + plane];
    }
    if (inside2) {
        below2 = from[at2];
        tile[ty][tx2] = from[at2 + plane];
    }
    __syncthreads();

    for (int z = 1; z < size_z - 1; z++) {
        at += plane;
        at2 += plane;
        if (inside)
            above = from[at + plane];
        if (inner) {
            float south = ty < HEIGHT - 1 ? tile[ty + 1][tx] : from[at + size_x];
            float north = ty > 0 ? tile[ty - 1][tx] : from[at - size_x];
            float west = tx > 0 ? tile[ty][tx - 1] : from[at - 1];
            float sum = above + below + south + north + west + tile[ty][tx + 1];
            to[at] = sum * around - tile[ty][tx] * centre;
        }
        if (inside2)
            above2 = from[at2 + plane];
        if (inner2) {
            float south = ty < HEIGHT - 1 ? tile[ty + 1][tx2] : from[at2 + size_x];
            float north = ty > 0 ? tile[ty - 1][tx2] : from[at2 - size_x];
            float east = tx < WIDTH - 1 ? tile[ty][tx2 + 1] : from[at2 + 1];
            float sum = above2 + below2 + south + north + tile[ty][tx2 - 1] + east;
            to[at2] = sum * around - tile[ty][tx2] * centre;
        }

        // Nobody may need the middle plane any more when the upper one takes its place.
        __syncthreads();
        below = tile[ty][tx];
        tile[ty][tx] = above;
        below2 = tile[ty][tx2];
        tile[ty][tx2] = above2;
        __syncthreads();
    }
}
