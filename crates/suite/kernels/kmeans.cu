// K-means: points assigned to the nearest of a few centres
//
// One step of k-means clustering as in the Rodinia suite: each thread takes one point, computes its squared
// distance from every centre, feature by feature, and writes the number of the nearest. Features are stored
// feature after feature, so that a warp's loads are consecutive; they are loaded as read-only data, where the
// original reads a texture. Centres lie in constant memory, where all lanes read the same word. CTAs form a
// square grid, rounded up, so the last ones may have no points. The host moves the centres to the middle of
// their points before the next step.
//
// Phase-aware scheduling calls it KM. There it has but two phases, one loop in another with a load in each
// turn, and a short phase at the end, which makes it suffer from the tail within a CTA.

#define THREADS 256
#define MOST_CENTRE_FEATURES 512 // centres times features that fit the constant memory set aside

__constant__ float kmeans_centres[MOST_CENTRE_FEATURES]; // [centres][features]

// by_feature is [features][points].
extern "C" __global__ void kmeans_assign(const float *__restrict__ by_feature, int features, int points,
                                         int centres, int *nearest)
{
    int cta = gridDim.x * blockIdx.y + blockIdx.x;
    int point = cta * THREADS + threadIdx.x;

    // Keeps the compiler from adding a second loop over the centres for points without features.
    __builtin_assume(centres > 0 && features > 0);
    if (point < points) {
        int best = -1;
        float best_distance = 3.4e38f;
#pragma unroll 1
        for (int centre = 0; centre < centres; centre++) {
            int first = centre * features;
            float distance = 0;
#pragma unroll 1
            for (int feature = 0; feature < features; feature++) {
                float difference = by_feature[feature * points + point] - kmeans_centres[first + feature];
                distance += difference * difference;
            }
            if (distance < best_distance) {
                best_distance = distance;
                best = centre;
            }
        }
        nearest[point] = best;
    }
}
