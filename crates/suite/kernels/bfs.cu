// Breadth-first search: how far every node of a graph is from the first
//
// The search goes level by level, a launch each, with a thread per node. A node that lies in the frontier
// leaves it and looks at its neighbours: those not yet visited cost one step more than itself and form the
// next frontier. Most threads find nothing to do, the others have as many neighbours as it happens, so warps
// diverge and read all over the graph. Several nodes may find the same neighbour at once; then all of them
// write the same. The host launches until no node was found.
//
// It is BFS of the ISPASS-2009 benchmarks, after Harish and Narayanan; PRO uses it, and so does MOTRR, as a
// case of irregular access to memory. Two frontiers take turns here, so that the result does not depend on
// the order in which CTAs run: nothing is read that a thread of the same launch has put into the frontier.

#define THREADS 256 // nodes per CTA

// first is where a node's neighbours begin in `neighbours`, degree how many there are.
struct Node {
    unsigned first;
    unsigned degree;
};

extern "C" __global__ void bfs_visit(const Node *nodes, const unsigned *neighbours, unsigned char *frontier,
                                     unsigned char *next, unsigned char *visited, unsigned *cost,
                                     unsigned *changed, unsigned count)
{
    unsigned node = blockIdx.x * THREADS + threadIdx.x;
    if (node < count && frontier[node]) {
        frontier[node] = 0;
        unsigned end = nodes[node].first + nodes[node].degree;
#pragma unroll 1
        for (unsigned i = nodes[node].first; i < end; i++) {
            unsigned neighbour = neighbours[i];
            if (!visited[neighbour]) {
                visited[neighbour] = 1;
                cost[neighbour] = cost[node] + 1;
                next[neighbour] = 1;
                *changed = 1;
            }
        }
    }
}
