// PathFinder: the cheapest way down a grid, row by row
//
// The dynamic programme of the Rodinia suite. Every cell of a grid has a cost; a path moves from the first
// row to the last, in each row straight on or to one of the two neighbours. The least cost of reaching a cell
// is its own plus the least of the three above. A CTA of 256 threads holds a piece of a row in shared memory
// and goes on for 20 rows before it writes back: with each row a cell at either end becomes invalid (ghost
// zones), so that 216 cells are results. A launch moves all columns on by these 20 rows.
//
// PRO and MOTRR use it (MOTRR as PF). Two barriers per row with a load from memory between them: warps that
// get their cost early wait for those that do not.

#define CELLS 256 // cells of a row, and threads, per CTA

extern "C" __global__ void pathfinder_dynproc(int steps, const int *cost, const int *reach_from,
                                              int *reach_to, int columns, int first_row)
{
    __shared__ int reach[CELLS];
    __shared__ int next[CELLS];
    int tx = threadIdx.x;

    // Pieces overlap: one cell per side and step is computed for the sake of the results inside.
    int left = (CELLS - 2 * steps) * blockIdx.x - steps;
    int x = left + tx;

    // The part of the piece that lies on the grid.
    int first = left < 0 ? -left : 0;
    int last = left + CELLS > columns ? columns - 1 - left : CELLS - 1;
    bool on_grid = tx >= first && tx <= last;
    int west = max(tx - 1, first);
    int east = min(tx + 1, last);

    if (x >= 0 && x < columns)
        reach[tx] = reach_from[x];
    __syncthreads();

    bool computed = false;
    for (int step = 1; step <= steps; step++) {
        computed = false;
        if (tx >= step && tx < CELLS - step && on_grid) {
            computed = true;
            int least = min(min(reach[west], reach[tx]), reach[east]);
            next[tx] = least + cost[columns * (first_row + step - 1) + x];
        }
        __syncthreads();
        if (step == steps)
            break;
        if (computed)
            reach[tx] = next[tx];
        __syncthreads();
    }
    if (computed)
        reach_to[x] = next[tx];
}
