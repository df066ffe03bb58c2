// Heart wall: points of a beating heart followed from frame to frame
//
// Follows points of a mouse heart's inner and outer wall through an ultrasound recording, as in the Rodinia
// suite. Each CTA has one point. It takes the window of the new frame around the point's last place and
// correlates it with the point's template: a direct convolution; cumulative sums down and across, whose
// shifted differences are the sums and squared sums under every position of the template; from them the
// normalised correlation. A mask keeps the search near the last place, the maximum is the point's new one,
// and the template takes on some of what is seen there. All of it is one kernel of some thirty stages, each a
// loop over elements in steps of the CTA's width with a barrier at its end; all data is in global memory.
//
// Phase-aware scheduling uses it as Heart: by far the longest kernel, in the paper 45 phases, several
// long, in a grid that does not even fill the GPU once. Round robin does better than greedy there.

#define THREADS 256

// Loops in steps of THREADS are kept from being unrolled: the kernel would become twice as long as it was.

// Copies a square of the frame whose upper left pixel is (top, left).
__device__ __forceinline__ void cut(const float *frame, int frame_columns, int top, int left, int side,
                                    float *square)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < side * side; i += THREADS) {
        int row = i / side, column = i % side;
        square[i] = frame[(top + row) * frame_columns + left + column];
    }
}

// Full convolution of two squares: every place at which they overlap.
__device__ __forceinline__ void convolve(const float *a, int a_side, const float *b, int b_side,
                                         float *result)
{
    int side = a_side + b_side - 1;
#pragma unroll 1
    for (int i = threadIdx.x; i < side * side; i += THREADS) {
        int row = i / side, column = i % side;
        int first_row = max(0, row - b_side + 1), last_row = min(a_side - 1, row);
        int first_column = max(0, column - b_side + 1), last_column = min(a_side - 1, column);
        float sum = 0;
        for (int y = first_row; y <= last_row; y++) {
            for (int x = first_column; x <= last_column; x++)
                sum += a[y * a_side + x] * b[(row - y) * b_side + column - x];
        }
        result[i] = sum;
    }
}

// Puts a square amid zeros.
__device__ __forceinline__ void pad(const float *square, int side, int margin, int padded_side, float *padded)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < padded_side * padded_side; i += THREADS) {
        int row = i / padded_side - margin, column = i % padded_side - margin;
        bool inside = row >= 0 && row < side && column >= 0 && column < side;
        padded[i] = inside ? square[row * side + column] : 0;
    }
}

// Every element becomes the sum of itself and all above it: one thread per column.
__device__ __forceinline__ void sum_down(float *matrix, int rows, int columns)
{
#pragma unroll 1
    for (int column = threadIdx.x; column < columns; column += THREADS) {
        float sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += matrix[row * columns + column];
            matrix[row * columns + column] = sum;
        }
    }
}

// Every element becomes the sum of itself and all left of it: one thread per row.
__device__ __forceinline__ void sum_across(float *matrix, int rows, int columns)
{
#pragma unroll 1
    for (int row = threadIdx.x; row < rows; row += THREADS) {
        float sum = 0;
        for (int column = 0; column < columns; column++) {
            sum += matrix[row * columns + column];
            matrix[row * columns + column] = sum;
        }
    }
}

// Copies the part of a matrix that begins at (top, left).
__device__ __forceinline__ void select_part(const float *matrix, int columns, int top, int left,
                                            int selected_rows, int selected_columns, float *selected)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < selected_rows * selected_columns; i += THREADS) {
        int row = i / selected_columns, column = i % selected_columns;
        selected[i] = matrix[(top + row) * columns + left + column];
    }
}

__device__ __forceinline__ void subtract(const float *a, const float *b, int elements, float *difference)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < elements; i += THREADS)
        difference[i] = a[i] - b[i];
}

__device__ __forceinline__ void square_each(const float *values, int elements, float *squares)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < elements; i += THREADS) {
        float value = values[i];
        squares[i] = value * value;
    }
}

// The columns of a square summed, one thread each.
__device__ __forceinline__ void add_columns(const float *square, int side, float *sums)
{
#pragma unroll 1
    for (int column = threadIdx.x; column < side; column += THREADS) {
        float sum = 0;
        for (int row = 0; row < side; row++)
            sum += square[row * side + column];
        sums[column] = sum;
    }
}

__device__ __forceinline__ float add(const float *values, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

// One frame. Points of the inner wall come first. templates is [points][template_side²], correlations
// [points][(template_side + window_side - 1)²]; each point has workspace_size floats for what lies between.
// Sides of template, window and mask are odd.
extern "C" __global__ void heartwall_track(const float *__restrict__ frame, int frame_columns,
                                           int inner_points, int *inner_rows, int *inner_columns,
                                           int *outer_rows, int *outer_columns, int template_side,
                                           int window_side, int mask_side, float *templates,
                                           float *correlations, float *workspaces, int workspace_size)
{
    __shared__ float template_sum, template_sum_of_squares;
    __shared__ float template_mean, template_deviation;
    __shared__ int new_row, new_column;
    int tx = threadIdx.x;
    int point = blockIdx.x;
    int template_elements = template_side * template_side;
    int window_elements = window_side * window_side;
    // Places at which template and window overlap, in each direction.
    int places = template_side + window_side - 1;
    int all_places = places * places;
    int padded_side = window_side + 2 * template_side - 1;
    int padded_elements = padded_side * padded_side;

    int *rows, *columns;
    int which;
    if (point < inner_points) {
        rows = inner_rows;
        columns = inner_columns;
        which = point;
    } else {
        rows = outer_rows;
        columns = outer_columns;
        which = point - inner_points;
    }

    float *own_template = templates + point * template_elements;
    float *correlation = correlations + point * all_places;
    float *window = workspaces + point * workspace_size;
    float *rotated = window + window_elements;
    float *convolved = rotated + template_elements;
    float *padded = convolved + all_places;
    float *lower = padded + padded_elements;
    float *upper = lower + places * padded_side;
    float *right = upper + places * padded_side;
    float *left = right + all_places;
    float *sums = left + all_places;
    float *sums_of_squares = sums + all_places;
    float *window_squares = sums_of_squares + all_places;
    float *template_squares = window_squares + window_elements;
    float *column_sums = template_squares + template_elements;
    float *column_sums_of_squares = column_sums + template_side;
    float *deviations = column_sums_of_squares + template_side;
    float *expected = deviations + all_places;
    float *mask = expected + all_places;
    float *allowed = mask + mask_side * mask_side;
    float *row_maxima = allowed + (places + mask_side - 1) * (places + mask_side - 1);
    int *row_maxima_columns = (int *)(row_maxima + places);

    // The window around the point's last place.
    int top = rows[which] - window_side / 2;
    int left_most = columns[which] - window_side / 2;
    cut(frame, frame_columns, top, left_most, window_side, window);

    // The template turned by half a turn: convolution with it is correlation with the template.
#pragma unroll 1
    for (int i = tx; i < template_elements; i += THREADS) {
        int row = i / template_side, column = i % template_side;
        rotated[i] = own_template[(template_side - 1 - row) * template_side + template_side - 1 - column];
    }
    __syncthreads();

    convolve(rotated, template_side, window, window_side, convolved);
    __syncthreads();

    // Sums under the template at every place: cumulative sums down, differences a template's height apart...
    pad(window, window_side, template_side, padded_side, padded);
    __syncthreads();
    sum_down(padded, padded_side, padded_side);
    __syncthreads();
    select_part(padded, padded_side, template_side, 0, places, padded_side, lower);
    __syncthreads();
    select_part(padded, padded_side, 0, 0, places, padded_side, upper);
    __syncthreads();
    subtract(lower, upper, places * padded_side, lower);
    __syncthreads();

    // ...then cumulative sums across, differences a template's width apart.
    sum_across(lower, places, padded_side);
    __syncthreads();
    select_part(lower, padded_side, 0, template_side, places, places, right);
    __syncthreads();
    select_part(lower, padded_side, 0, 0, places, places, left);
    __syncthreads();
    subtract(right, left, all_places, sums);
    __syncthreads();

    // The same of the squares.
    square_each(window, window_elements, window_squares);
    __syncthreads();
    pad(window_squares, window_side, template_side, padded_side, padded);
    __syncthreads();
    sum_down(padded, padded_side, padded_side);
    __syncthreads();
    select_part(padded, padded_side, template_side, 0, places, padded_side, lower);
    __syncthreads();
    select_part(padded, padded_side, 0, 0, places, padded_side, upper);
    __syncthreads();
    subtract(lower, upper, places * padded_side, lower);
    __syncthreads();
    sum_across(lower, places, padded_side);
    __syncthreads();
    select_part(lower, padded_side, 0, template_side, places, places, right);
    __syncthreads();
    select_part(lower, padded_side, 0, 0, places, places, left);
    __syncthreads();
    subtract(right, left, all_places, sums_of_squares);
    __syncthreads();

    // How far the pixels under the template deviate from their mean, at every place.
#pragma unroll 1
    for (int i = tx; i < all_places; i += THREADS) {
        float sum = sums[i];
        float squared_deviation = sums_of_squares[i] - sum * sum / template_elements;
        deviations[i] = squared_deviation > 0 ? sqrtf(squared_deviation) : 0;
    }
    __syncthreads();

    // The same of the template itself.
    square_each(rotated, template_elements, template_squares);
    __syncthreads();
    add_columns(rotated, template_side, column_sums);
    __syncthreads();
    add_columns(template_squares, template_side, column_sums_of_squares);
    __syncthreads();
    if (tx == 0)
        template_sum = add(column_sums, template_side);
    else if (tx == 1)
        template_sum_of_squares = add(column_sums_of_squares, template_side);
    __syncthreads();
    if (tx == 0) {
        template_mean = template_sum / template_elements;
        template_deviation = sqrtf(template_sum_of_squares - template_sum * template_mean);
    }
    __syncthreads();

    // Normalised correlation: the numerators, then the quotients.
#pragma unroll 1
    for (int i = tx; i < all_places; i += THREADS)
        convolved[i] -= sums[i] * template_mean;
    __syncthreads();
#pragma unroll 1
    for (int i = tx; i < all_places; i += THREADS) {
        float denominator = deviations[i] * template_deviation;
        correlation[i] = denominator > 0 ? convolved[i] / denominator : 0;
    }
    __syncthreads();

    // Where the point may be: a mask of ones around where it was, made by convolution with a single one.
#pragma unroll 1
    for (int i = tx; i < all_places; i += THREADS) {
        int row = i / places, column = i % places;
        expected[i] = row == places / 2 && column == places / 2 ? 1 : 0;
    }
#pragma unroll 1
    for (int i = tx; i < mask_side * mask_side; i += THREADS)
        mask[i] = 1;
    __syncthreads();
    convolve(mask, mask_side, expected, places, allowed);
    __syncthreads();
#pragma unroll 1
    for (int i = tx; i < all_places; i += THREADS) {
        int row = i / places + mask_side / 2, column = i % places + mask_side / 2;
        convolved[i] = correlation[i] * allowed[row * (places + mask_side - 1) + column];
    }
    __syncthreads();

    // The maximum: of each row, then of all rows.
#pragma unroll 1
    for (int row = tx; row < places; row += THREADS) {
        float best = -1;
        int best_column = 0;
        for (int column = 0; column < places; column++) {
            float value = convolved[row * places + column];
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
        for (int row = 0; row < places; row++) {
            float value = row_maxima[row];
            if (value > best) {
                best = value;
                best_row = row;
            }
        }
        // A place is where the template's last row and column lie; the point is in its middle.
        new_row = top + best_row - template_side / 2;
        new_column = left_most + row_maxima_columns[best_row] - template_side / 2;
        rows[which] = new_row;
        columns[which] = new_column;
    }
    __syncthreads();

    // The template takes on some of what the point looks like now.
    top = new_row - template_side / 2;
    left_most = new_column - template_side / 2;
#pragma unroll 1
    for (int i = tx; i < template_elements; i += THREADS) {
        int row = i / template_side, column = i % template_side;
        float seen = frame[(top + row) * frame_columns + left_most + column];
        own_template[i] = 0.75f * own_template[i] + 0.25f * seen;
    }
}
