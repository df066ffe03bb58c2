// Coulombic potential: the electric field of atoms on a plane of points
//
// A plane lies in a molecule's space; at each point of a lattice on it the potentials of all atoms add up,
// charge over distance. The atoms lie in constant memory, from which all threads of a warp read the same one
// at once, their height above the plane already squared. A thread computes eight points of a row, a CTA's
// width apart, so that what depends on the row alone is computed once and results are written together.
// The kernel adds to what the plane holds already: for more atoms than constant memory has room for, the
// host launches again.
//
// It is CP of the ISPASS-2009 benchmarks; PRO uses it (cenergy). It computes almost without touching global
// memory, its reciprocal square roots in the special function unit.

#define MAX_ATOMS 4000
#define POINTS 8 // per thread
#define WIDTH 16 // of a CTA, in threads
#define HEIGHT 8

// x, y, z squared and charge of each atom.
__constant__ float4 atoms[MAX_ATOMS];

extern "C" __global__ void cp_energy(int count, float spacing, float *energy)
{
    unsigned x = blockIdx.x * WIDTH * POINTS + threadIdx.x;
    unsigned y = blockIdx.y * HEIGHT + threadIdx.y;
    unsigned point = y * gridDim.x * WIDTH * POINTS + x;
    float at_x = spacing * (float)x;
    float at_y = spacing * (float)y;
    float step = spacing * (float)WIDTH;

    float sum[POINTS];
#pragma unroll
    for (int i = 0; i < POINTS; i++)
        sum[i] = 0.0f;

#pragma unroll 1
    for (int n = 0; n < count; n++) {
        float4 atom = atoms[n];
        float dy = at_y - atom.y;
        float beside = dy * dy + atom.z;
        float dx = at_x - atom.x;
#pragma unroll
        for (int i = 0; i < POINTS; i++) {
            sum[i] += atom.w * rsqrtf(dx * dx + beside);
            dx += step;
        }
    }

#pragma unroll
    for (int i = 0; i < POINTS; i++)
        energy[point + i * WIDTH] += sum[i];
}
