// Heart wall: points of a beating heart followed from frame to frame
//
// Follows points of a mouse heart's inner and outer wall through an ultrasound recording, as in the Rodinia
// suite. Each CTA has one point. It takes the window of the new frame around the point and correlates it with
// the point's template: a direct convolution; cumulative sums down and across, whose shifted differences are
// the sums and squared sums under every position of the template; from them the normalised correlation. A
// mask keeps the search near the last place, and the maximum is the point's new place. Every so many frames
// the window moves there, and the template takes on some of what is seen there.
//
// All of it is one kernel of some thirty stages, each a loop over elements in steps of the CTA's width with a
// barrier at its end. As in the original, the rotated template and the partial results of sums and maximum
// are in shared memory (11.9 KB, so that four CTAs fit an SM of a Fermi); every stage's matrix is in global
// memory.
//
// Phase-aware scheduling uses it as Heart: by far the longest kernel, in the paper 45 phases, several
// long, in a grid that does not even fill the GPU once. Round robin does better than greedy there.

#define THREADS 256
#define MOST_TEMPLATE_SIDE 51
#define MOST_PLACES 131

// Sizes, and where each intermediate result begins in a point's workspace: the same for all points. Sides of
// template, window and mask are odd.
struct Common {
    int frame_columns, inner_count;
    int template_side, template_elements;
    int window_side, window_elements;
    int places, all_places; // at which template and window overlap: in each direction, in all
    int padded_side, padded_elements;
    int strip_elements; // places * padded_side
    int mask_side, mask_elements;
    int allowed_side, allowed_elements;
    int update_every; // frames
    int workspace_size;
    int window, convolved, padded, lower, upper, right, left, sums, sums_of_squares, window_squares;
    int template_squares, deviations, expected, mask, allowed;
};

__constant__ Common heartwall_common;

#define C heartwall_common

// No loop is unrolled: bounds are known at run time only, and each copy of a load would wait for itself.

// Column (x) and row (y) of a matrix's element. Elements are counted from one on the way, as in the original,
// which was translated from MATLAB.
__device__ __forceinline__ int2 element(int i, int columns)
{
    int column = (i + 1) % columns - 1, row = (i + 1) / columns;
    if ((i + 1) % columns == 0) {
        column = columns - 1;
        row = row - 1;
    }
    return make_int2(column, row);
}

// Functions below name a matrix by its first element's index in `work`, all points' workspaces.

// Full convolution of a square and one in `work`: every place at which they overlap.
__device__ __forceinline__ void convolve(const float *a, int first_of_a, int a_side, float *work, int b,
                                         int b_side, int side, int elements, int result)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < elements; i += THREADS) {
        int2 at = element(i, side);
        int row = at.y, column = at.x;
        int first_row = max(0, row - b_side + 1), last_row = min(a_side - 1, row);
        int first_column = max(0, column - b_side + 1), last_column = min(a_side - 1, column);
        float sum = 0;
#pragma unroll 1
        for (int y = first_row; y <= last_row; y++) {
#pragma unroll 1
            for (int x = first_column; x <= last_column; x++)
                sum += a[first_of_a + y * a_side + x] * work[b + (row - y) * b_side + column - x];
        }
        work[result + i] = sum;
    }
}

// Puts a square amid zeros.
__device__ __forceinline__ void pad(float *work, int square, int padded)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < C.padded_elements; i += THREADS) {
        int2 at = element(i, C.padded_side);
        int row = at.y - C.template_side, column = at.x - C.template_side;
        float value = 0;
        if (row >= 0 && row < C.window_side && column >= 0 && column < C.window_side)
            value = work[square + row * C.window_side + column];
        work[padded + i] = value;
    }
}

// Every element becomes the sum of itself and all above it: one thread per column.
__device__ __forceinline__ void sum_down(float *work, int matrix, int rows, int columns)
{
#pragma unroll 1
    for (int column = threadIdx.x; column < columns; column += THREADS) {
        float sum = 0;
#pragma unroll 1
        for (int row = 0; row < rows; row++) {
            sum += work[matrix + row * columns + column];
            work[matrix + row * columns + column] = sum;
        }
    }
}

// Every element becomes the sum of itself and all left of it: one thread per row.
__device__ __forceinline__ void sum_across(float *work, int matrix, int rows, int columns)
{
#pragma unroll 1
    for (int row = threadIdx.x; row < rows; row += THREADS) {
        float sum = 0;
#pragma unroll 1
        for (int column = 0; column < columns; column++) {
            sum += work[matrix + row * columns + column];
            work[matrix + row * columns + column] = sum;
        }
    }
}

// Copies the part of a matrix that begins at (top, left).
__device__ __forceinline__ void select_part(float *work, int matrix, int top, int left, int selected_columns,
                                            int elements, int selected)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < elements; i += THREADS) {
        int2 at = element(i, selected_columns);
        int row = at.y, column = at.x;
        work[selected + i] = work[matrix + (top + row) * C.padded_side + left + column];
    }
}

__device__ __forceinline__ void subtract(float *work, int a, int b, int elements, int difference)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < elements; i += THREADS)
        work[difference + i] = work[a + i] - work[b + i];
}

__device__ __forceinline__ void square_each(const float *values, int first, int elements, float *work,
                                            int squares)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < elements; i += THREADS) {
        float value = values[first + i];
        work[squares + i] = value * value;
    }
}

// The columns of a square summed, one thread each.
__device__ __forceinline__ void add_columns(const float *square, int first, int side, float *sums)
{
#pragma unroll 1
    for (int column = threadIdx.x; column < side; column += THREADS) {
        float sum = 0;
#pragma unroll 1
        for (int row = 0; row < side; row++)
            sum += square[first + row * side + column];
        sums[column] = sum;
    }
}

__device__ __forceinline__ float add(const float *values, int count)
{
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

// Sums under the template at every place of a square: cumulative sums down, differences a template's height
// apart, then cumulative sums across, differences a template's width apart.
__device__ __forceinline__ void sums_under_template(float *work, int own, int square, int sums)
{
    pad(work, own + square, own + C.padded);
    __syncthreads();
    sum_down(work, own + C.padded, C.padded_side, C.padded_side);
    __syncthreads();
    select_part(work, own + C.padded, C.template_side, 0, C.padded_side, C.strip_elements, own + C.lower);
    __syncthreads();
    select_part(work, own + C.padded, 0, 0, C.padded_side, C.strip_elements, own + C.upper);
    __syncthreads();
    subtract(work, own + C.lower, own + C.upper, C.strip_elements, own + C.lower);
    __syncthreads();
    sum_across(work, own + C.lower, C.places, C.padded_side);
    __syncthreads();
    select_part(work, own + C.lower, 0, C.template_side, C.places, C.all_places, own + C.right);
    __syncthreads();
    select_part(work, own + C.lower, 0, 0, C.places, C.all_places, own + C.left);
    __syncthreads();
    subtract(work, own + C.right, own + C.left, C.all_places, own + sums);
    __syncthreads();
}

// One frame. Points of the inner wall come first. The points, x across and y down, are where their windows
// lie; their places in the last frame may differ. Every so many frames the points move to their new places.
// templates is [points][template_elements], correlations [points][all_places], work [points][workspace_size].
extern "C" __global__ void heartwall_track(const float *__restrict__ frame, int frame_number,
                                           int2 *inner_points, int2 *outer_points, const int2 *last_places,
                                           int2 *new_places, float *templates, float *correlations,
                                           float *work)
{
    // The template turned by half a turn, the sums of its columns, and the maxima of the correlation's rows.
    __shared__ float rotated[MOST_TEMPLATE_SIDE * MOST_TEMPLATE_SIDE];
    __shared__ float column_sums[MOST_TEMPLATE_SIDE], column_sums_of_squares[MOST_TEMPLATE_SIDE];
    __shared__ float row_maxima[MOST_PLACES];
    __shared__ int row_maxima_columns[MOST_PLACES];
    __shared__ float template_sum, template_sum_of_squares;
    __shared__ float template_mean, template_deviation;
    __shared__ int2 new_place;
    int tx = threadIdx.x;
    int point = blockIdx.x;
    bool inner = point < C.inner_count;
    int2 *points = inner ? inner_points : outer_points;
    int which = inner ? point : point - C.inner_count;
    int own_template = point * C.template_elements;
    int correlation = point * C.all_places;
    int own = point * C.workspace_size;

    // The window around the point.
    int2 centre = points[which];
    int top = centre.y - C.window_side / 2, left_most = centre.x - C.window_side / 2;
#pragma unroll 1
    for (int i = tx; i < C.window_elements; i += THREADS) {
        int2 at = element(i, C.window_side);
        int row = at.y, column = at.x;
        work[own + C.window + i] = frame[(top + row) * C.frame_columns + left_most + column];
    }

    // Convolution with the rotated template is correlation with the template.
#pragma unroll 1
    for (int i = tx; i < C.template_elements; i += THREADS) {
        int2 at = element(i, C.template_side);
        int row = at.y, column = at.x;
        int opposite = (C.template_side - 1 - row) * C.template_side + C.template_side - 1 - column;
        rotated[i] = templates[own_template + opposite];
    }
    __syncthreads();
    convolve(rotated, 0, C.template_side, work, own + C.window, C.window_side, C.places, C.all_places,
             own + C.convolved);
    __syncthreads();

    // Sums and sums of squares under the template at every place.
    sums_under_template(work, own, C.window, C.sums);
    square_each(work, own + C.window, C.window_elements, work, own + C.window_squares);
    __syncthreads();
    sums_under_template(work, own, C.window_squares, C.sums_of_squares);

    // How far the pixels under the template deviate from their mean, at every place.
#pragma unroll 1
    for (int i = tx; i < C.all_places; i += THREADS) {
        float sum = work[own + C.sums + i];
        float squared_deviation = work[own + C.sums_of_squares + i] - sum * sum / C.template_elements;
        work[own + C.deviations + i] = squared_deviation > 0 ? sqrtf(squared_deviation) : 0;
    }
    __syncthreads();

    // The same of the template itself.
    square_each(templates, own_template, C.template_elements, work, own + C.template_squares);
    __syncthreads();
    add_columns(templates, own_template, C.template_side, column_sums);
    __syncthreads();
    add_columns(work, own + C.template_squares, C.template_side, column_sums_of_squares);
    __syncthreads();
    if (tx == 0)
        template_sum = add(column_sums, C.template_side);
    else if (tx == 1)
        template_sum_of_squares = add(column_sums_of_squares, C.template_side);
    __syncthreads();
    if (tx == 0) {
        template_mean = template_sum / C.template_elements;
        template_deviation = sqrtf(template_sum_of_squares - template_sum * template_mean);
    }
    __syncthreads();

    // Normalised correlation: the denominators, the numerators, then the quotients.
#pragma unroll 1
    for (int i = tx; i < C.all_places; i += THREADS)
        work[own + C.deviations + i] *= template_deviation;
    __syncthreads();
#pragma unroll 1
    for (int i = tx; i < C.all_places; i += THREADS)
        work[own + C.convolved + i] -= work[own + C.sums + i] * template_mean;
    __syncthreads();
#pragma unroll 1
    for (int i = tx; i < C.all_places; i += THREADS) {
        float numerator = work[own + C.convolved + i], denominator = work[own + C.deviations + i];
        correlations[correlation + i] = denominator > 0 ? numerator / denominator : 0;
    }
    __syncthreads();

    // Where the point may be: a mask of ones around where it was, made by convolution with a single one.
    int2 last = last_places[point];
    centre = points[which];
    int last_row = C.places / 2 + last.y - centre.y, last_column = C.places / 2 + last.x - centre.x;
#pragma unroll 1
    for (int i = tx; i < C.all_places; i += THREADS) {
        int2 at = element(i, C.places);
        int row = at.y, column = at.x;
        work[own + C.expected + i] = row == last_row && column == last_column ? 1 : 0;
    }
#pragma unroll 1
    for (int i = tx; i < C.mask_elements; i += THREADS)
        work[own + C.mask + i] = 1;
    __syncthreads();
    convolve(work, own + C.mask, C.mask_side, work, own + C.expected, C.places, C.allowed_side,
             C.allowed_elements, own + C.allowed);
    __syncthreads();
#pragma unroll 1
    for (int i = tx; i < C.all_places; i += THREADS) {
        int2 at = element(i, C.places);
        int row = at.y + C.mask_side / 2, column = at.x + C.mask_side / 2;
        float allowed = work[own + C.allowed + row * C.allowed_side + column];
        work[own + C.convolved + i] = correlations[correlation + i] * allowed;
    }
    __syncthreads();

    // The maximum: of each row, then of all rows.
#pragma unroll 1
    for (int row = tx; row < C.places; row += THREADS) {
        float best = -1;
        int best_column = 0;
#pragma unroll 1
        for (int column = 0; column < C.places; column++) {
            float value = work[own + C.convolved + row * C.places + column];
            if (value > best) {
                best = value;
                best_column = column;
            }
        }
        row_maxima[row] = best;
        row_maxima_columns[row] = best_column;
    }
    __syncthreads();
    if (tx == 0) {
        float best = -1;
        int best_row = 0;
#pragma unroll 1
        for (int row = 0; row < C.places; row++) {
            float value = row_maxima[row];
            if (value > best) {
                best = value;
                best_row = row;
            }
        }
        // A place is where the template's last row and column lie; the point is in its middle.
        centre = points[which];
        int row = centre.y - C.window_side / 2 + best_row - C.template_side / 2;
        int column = centre.x - C.window_side / 2 + row_maxima_columns[best_row] - C.template_side / 2;
        new_place = make_int2(column, row);
        new_places[point] = new_place;
    }
    __syncthreads();
    if (frame_number % C.update_every != 0)
        return;

    // The window moves, and the template takes on some of what the point looks like now.
    if (tx == 0)
        points[which] = new_place;
    top = new_place.y - C.template_side / 2;
    left_most = new_place.x - C.template_side / 2;
#pragma unroll 1
    for (int i = tx; i < C.template_elements; i += THREADS) {
        int2 at = element(i, C.template_side);
        int row = at.y, column = at.x;
        float seen = frame[(top + row) * C.frame_columns + left_most + column];
        templates[own_template + i] = 0.75f * templates[own_template + i] + 0.25f * seen;
    }
}
