// Laplace 3D: a step of Jacobi's iteration on a structured grid
//
// The Laplace solver of Giles, one of the applications that came with GPGPU-Sim. Each inner point of a
// three-dimensional grid becomes the mean of its six neighbours; points on the boundary keep their value. A
// CTA of 32 by 4 threads has a column of tiles and marches through its planes: three of them, each with a rim
// of one point, lie in shared memory, and with every step the two upper ones move down and a new one is read.
// Threads of the first three warps also read the rim: two of them its long sides, a part of the third its
// short sides, whose points are far apart in memory.
//
// PRO uses it as LPS (GPU_laplace3d), and so does MOTRR. It has 100 CTAs, less than a full wave, two barriers
// per plane, and warps with unequal work before them.

#define WIDTH 32 // points of a tile, and threads, in x
#define HEIGHT 4 // and in y
#define ROW (WIDTH + 2)
#define PLANE (ROW * (HEIGHT + 2))

// Rows of the grid begin `pitch` points apart.
extern "C" __global__ void lps_laplace3d(int size_x, int size_y, int size_z, int pitch, const float *from,
                                         float *to)
{
    // Below, here, above.
    __shared__ float points[3 * PLANE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int plane = pitch * size_y;

    // The point of the rim that this thread sees to, if any: first the two long sides, then both short ones.
    int thread = tx + ty * WIDTH;
    bool rim = thread < 2 * (WIDTH + HEIGHT + 2);
    int rim_place = 0, rim_point = 0;
    if (rim) {
        int x, y;
        if (ty < 2) {
            x = tx;
            y = ty * (HEIGHT + 1) - 1;
        } else {
            x = (thread % 2) * (WIDTH + 1) - 1;
            y = thread / 2 - WIDTH - 1;
        }
        rim_place = (x + 1) + (y + 1) * ROW + PLANE;
        x += blockIdx.x * WIDTH;
        y += blockIdx.y * HEIGHT;
        rim_point = x + y * pitch;
        rim = x >= 0 && x < size_x && y >= 0 && y < size_y;
    }

    int place = (tx + 1) + (ty + 1) * ROW + PLANE;
    int x = tx + blockIdx.x * WIDTH;
    int y = ty + blockIdx.y * HEIGHT;
    int point = x + y * pitch;
    bool active = x < size_x && y < size_y;

    // The first plane is put above; what is below it will not be asked for, but moves down with it.
    if (active) {
        points[place] = 0.0f;
        points[place + PLANE] = from[point];
    }
    if (rim) {
        points[rim_place] = 0.0f;
        points[rim_place + PLANE] = from[rim_point];
    }

    for (int z = 0; z < size_z; z++) {
        int here = point;
        if (active) {
            point += plane;
            points[place - PLANE] = points[place];
            points[place] = points[place + PLANE];
            if (z < size_z - 1)
                points[place + PLANE] = from[point];
        }
        if (rim) {
            rim_point += plane;
            points[rim_place - PLANE] = points[rim_place];
            points[rim_place] = points[rim_place + PLANE];
            if (z < size_z - 1)
                points[rim_place + PLANE] = from[rim_point];
        }
        __syncthreads();

        if (active) {
            float value;
            if (x == 0 || x == size_x - 1 || y == 0 || y == size_y - 1 || z == 0 || z == size_z - 1)
                value = points[place];
            else
                value = (points[place - 1] + points[place + 1] + points[place - ROW] + points[place + ROW]
                         + points[place - PLANE] + points[place + PLANE])
                        * (1.0f / 6.0f);
            to[here] = value;
        }
        __syncthreads();
    }
}
