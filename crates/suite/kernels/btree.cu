// B+ tree: keys and ranges of keys looked up in a tree of fan-out 256
//
// A B+ tree of up to a million keys, as in the Rodinia suite. A CTA of 256 threads answers one query: on each
// level every thread looks at one key of the node, and the one whose child covers the query's key stores that
// child's index; after a barrier the CTA goes down to it. In the leaf, the thread that holds the key writes
// the answer. find_range_k follows the two ends of a range at once and tells where it starts and how long it
// is.
//
// Phase-aware scheduling calls find_range_k B+T-K1 and find_k B+T-K2, and PRO uses both. Each level is a
// chain of loads that depend on one another, because the query's place in the tree is kept in global memory:
// many phases of a few instructions each, which let round robin gather all warps in the same one.

#define ORDER 256 // children of a node, and threads of a CTA

struct Node {
    int location;
    int indices[ORDER + 1]; // of children; in a leaf, of records
    int keys[ORDER + 1];    // keys[i] <= every key below child i < keys[i + 1]
    int is_leaf;
    int num_keys;
};

// current and next hold the node each query has come to, at first the root.
extern "C" __global__ void btree_find_k(int height, const Node *nodes, int node_count, const int *records,
                                        int *current, int *next, const int *keys, int *answers)
{
    int thread = threadIdx.x;
    int query = blockIdx.x;

#pragma unroll 1 // a phase is a place in the code, so copies of the loop would multiply phases
    for (int level = 0; level < height; level++) {
        const Node *node = &nodes[current[query]];
        if (node->keys[thread] <= keys[query] && node->keys[thread + 1] > keys[query]) {
            // Only one thread comes here. What it stores must stay inside the tree.
            if (nodes[next[query]].indices[thread] < node_count)
                next[query] = nodes[next[query]].indices[thread];
        }
        __syncthreads();
        if (thread == 0)
            current[query] = next[query];
        __syncthreads();
    }

    if (nodes[current[query]].keys[thread] == keys[query])
        answers[query] = records[nodes[current[query]].indices[thread]];
}

// The same for both ends of a range; records lie in the order of their keys.
extern "C" __global__ void btree_find_range_k(int height, const Node *nodes, int node_count, int *current,
                                              int *next, int *last_current, int *last_next, const int *starts,
                                              const int *ends, int *range_start, int *range_length)
{
    int thread = threadIdx.x;
    int query = blockIdx.x;

#pragma unroll 1 // a phase is a place in the code, so copies of the loop would multiply phases
    for (int level = 0; level < height; level++) {
        const Node *node = &nodes[current[query]];
        if (node->keys[thread] <= starts[query] && node->keys[thread + 1] > starts[query]) {
            if (node->indices[thread] < node_count)
                next[query] = node->indices[thread];
        }
        const Node *last = &nodes[last_current[query]];
        if (last->keys[thread] <= ends[query] && last->keys[thread + 1] > ends[query]) {
            if (last->indices[thread] < node_count)
                last_next[query] = last->indices[thread];
        }
        __syncthreads();
        if (thread == 0) {
            current[query] = next[query];
            last_current[query] = last_next[query];
        }
        __syncthreads();
    }

    if (nodes[current[query]].keys[thread] == starts[query])
        range_start[query] = nodes[current[query]].indices[thread];
    __syncthreads();
    if (nodes[last_current[query]].keys[thread] == ends[query])
        range_length[query] = nodes[last_current[query]].indices[thread] - range_start[query] + 1;
}
