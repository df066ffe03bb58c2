// Floyd-Warshall: shortest paths between all pairs of nodes
//
// The lengths of the shortest paths between all nodes of a graph given by its matrix of distances, as in the
// AMD SDK's FloydWarshall. Pass k allows paths through node k: wherever the way from y to k and on to x is
// shorter than what is known, the length is replaced and k noted, from which the path itself can be read
// later. Every pass is a launch with a thread for each pair of nodes. All of them work in place, which is
// safe because pass k never changes row k or column k.
//
// The thesis calls it FW and counts it among the memory-intensive benchmarks: three loads, an addition and a
// comparison, and two stores where the way is shorter. That is so for many pairs in the first passes and for
// few in the last, so divergence fades from launch to launch.

extern "C" __global__ void floyd_warshall_pass(unsigned *distance, unsigned *through, unsigned nodes,
                                               unsigned k)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;

    unsigned known = distance[y * nodes + x];
    unsigned detour = distance[y * nodes + k] + distance[k * nodes + x];
    if (detour < known) {
        distance[y * nodes + x] = detour;
        through[y * nodes + x] = k;
    }
}
