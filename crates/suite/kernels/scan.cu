// Scan of large arrays: the sum of all that comes before each element
//
// An exclusive prefix sum, as in the AMD SDK's ScanLargeArrays. A CTA of 128 threads scans 256 elements in
// shared memory with as few additions as there can be: sums of pairs, of pairs of pairs and so on up to the
// whole (each level half as many threads, and a barrier), then back down, each sum handed to its right half.
// The CTAs' own sums are scanned by the same kernel, and theirs again, until one CTA suffices; then `add`
// adds to each CTA's elements the scanned sum of those before it.
//
// The thesis evaluates on it, both with enough CTAs for the GPU and with far too few. Almost nothing in it is
// an access to global memory.

#define ELEMENTS 256 // of a CTA, two for each thread

extern "C" __global__ void scan_block(float *output, const float *input, float *sums, int count)
{
    __shared__ float block[ELEMENTS];
    int thread = threadIdx.x;
    int first = ELEMENTS * blockIdx.x + 2 * thread;

    block[2 * thread] = first < count ? input[first] : 0.0f;
    block[2 * thread + 1] = first + 1 < count ? input[first + 1] : 0.0f;

    int distance = 1;
#pragma unroll 1
    for (int active = ELEMENTS / 2; active > 0; active >>= 1) {
        __syncthreads();
        if (thread < active) {
            int left = distance * (2 * thread + 1) - 1;
            int right = distance * (2 * thread + 2) - 1;
            block[right] += block[left];
        }
        distance *= 2;
    }

    __syncthreads();
    if (thread == 0) {
        sums[blockIdx.x] = block[ELEMENTS - 1];
        block[ELEMENTS - 1] = 0.0f;
    }

#pragma unroll 1
    for (int active = 1; active < ELEMENTS; active *= 2) {
        distance >>= 1;
        __syncthreads();
        if (thread < active) {
            int left = distance * (2 * thread + 1) - 1;
            int right = distance * (2 * thread + 2) - 1;
            float before = block[right];
            block[right] = before + block[left];
            block[left] = before;
        }
    }

    __syncthreads();
    if (first < count)
        output[first] = block[2 * thread];
    if (first + 1 < count)
        output[first + 1] = block[2 * thread + 1];
}

extern "C" __global__ void scan_add(float *output, const float *before, int count)
{
    __shared__ float sum;
    int first = ELEMENTS * blockIdx.x + 2 * threadIdx.x;

    if (threadIdx.x == 0)
        sum = before[blockIdx.x];
    __syncthreads();
    if (first < count)
        output[first] += sum;
    if (first + 1 < count)
        output[first + 1] += sum;
}
