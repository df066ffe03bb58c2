// Bitonic sort: a sorting network, one launch per column of comparisons
//
// Sorts 2ⁿ unsigned integers with Batcher's bitonic network, as in the AMD SDK's BitonicSort. Stage s merges
// bitonic sequences of 2ˢ⁺¹ numbers in s + 1 passes; in each pass every number is compared with the one a
// certain distance away, and the distance halves from pass to pass. Each pass is a launch of its own, in
// which a thread loads one pair, puts it in order, ascending or descending as its part of the stage demands,
// and stores it again.
//
// The thesis calls it Bso. Its tables imply CTAs of a single thread: 2048 numbers make 66 launches of 1024
// CTAs. A warp therefore has one active lane, lives for a few dozen instructions, and shares nothing with
// others but the cache; the limit of CTAs per SM, not that of warps, bounds how many there are to choose
// from.

extern "C" __global__ void bitonic_stage(unsigned *values, unsigned stage, unsigned pass)
{
    unsigned pair = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned distance = 1u << (stage - pass);
    unsigned left = pair % distance + pair / distance * (2 * distance);
    unsigned right = left + distance;

    unsigned left_value = values[left];
    unsigned right_value = values[right];

    // Runs of 2^stage pairs ascend and descend in turn, so that two of them make a bitonic sequence.
    unsigned run = 1u << stage;
    bool ascending = pair / run % 2 == 0;
    unsigned lesser, greater;
    if (left_value > right_value) {
        greater = left_value;
        lesser = right_value;
    } else {
        greater = right_value;
        lesser = left_value;
    }
    if (ascending) {
        values[left] = lesser;
        values[right] = greater;
    } else {
        values[left] = greater;
        values[right] = lesser;
    }
}
