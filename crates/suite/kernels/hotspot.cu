// HotSpot: temperatures of a chip from its floor plan's power
//
// The thermal simulation of the Rodinia suite. A chip is cut into square cells; in a step of time each cell
// gains the heat it produces and what flows in from its four neighbours and from the heat sink, which is
// modelled as a network of resistances and a capacity per cell. A CTA of 16 by 16 threads holds a tile in
// shared memory and takes several steps on it before anything goes back to memory: with each step the
// outermost ring of the tile becomes invalid (ghost zones, a pyramid of two steps here), so that 12 by 12
// cells are results and nearly half of the threads do work that other CTAs do as well.
//
// PRO uses it as hotspot, the thesis as HS. Two barriers per step, threads that drop out from the edges of
// the tile inwards, and memory touched only at the beginning and the end: where CTAs are placed, and thus
// what the caches hold, hardly matters to it.

#define TILE 16 // cells and threads per side of a CTA

extern "C" __global__ void hotspot_calculate_temp(int steps, const float *power, const float *temp_from,
                                                  float *temp_to, int columns, int rows, float capacity,
                                                  float resistance_x, float resistance_y, float resistance_z,
                                                  float time_step)
{
    __shared__ float temp[TILE][TILE];
    __shared__ float heat[TILE][TILE];
    __shared__ float next[TILE][TILE];
    const float ambient = 80.0f;
    int tx = threadIdx.x, ty = threadIdx.y;

    float gain = time_step / capacity;
    float per_x = 1 / resistance_x;
    float per_y = 1 / resistance_y;
    float per_z = 1 / resistance_z;

    // Tiles overlap: one ring per step is computed for the sake of the results inside.
    int results = TILE - 2 * steps;
    int left = results * blockIdx.x - steps;
    int top = results * blockIdx.y - steps;
    int x = left + tx, y = top + ty;
    int cell = columns * y + x;
    if (x >= 0 && x < columns && y >= 0 && y < rows) {
        temp[ty][tx] = temp_from[cell];
        heat[ty][tx] = power[cell];
    }
    __syncthreads();

    // The part of the tile that lies on the chip.
    int first_x = left < 0 ? -left : 0;
    int first_y = top < 0 ? -top : 0;
    int last_x = left + TILE > columns ? columns - 1 - left : TILE - 1;
    int last_y = top + TILE > rows ? rows - 1 - top : TILE - 1;
    bool on_chip = tx >= first_x && tx <= last_x && ty >= first_y && ty <= last_y;

    // No heat flows across the chip's edge: the neighbour there is the cell itself.
    int north = max(ty - 1, first_y);
    int south = min(ty + 1, last_y);
    int west = max(tx - 1, first_x);
    int east = min(tx + 1, last_x);

    bool computed = false;
    for (int step = 1; step <= steps; step++) {
        computed = false;
        if (tx >= step && tx < TILE - step && ty >= step && ty < TILE - step && on_chip) {
            computed = true;
            float own = temp[ty][tx];
            next[ty][tx] = own + gain * (heat[ty][tx]
                                         + (temp[south][tx] + temp[north][tx] - 2.0f * own) * per_y
                                         + (temp[ty][east] + temp[ty][west] - 2.0f * own) * per_x
                                         + (ambient - own) * per_z);
        }
        __syncthreads();
        if (step == steps)
            break;
        if (computed)
            temp[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (computed)
        temp_to[cell] = next[ty][tx];
}
