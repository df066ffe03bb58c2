// Bulk copies of architecture 90: to shared memory with an mbarrier, back in groups, and the cluster of one CTA.
// arch: 90

static __device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

static __device__ void wait(unsigned bar, unsigned parity) {
    asm volatile(
        "{ .reg .pred p;\nAGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN; }" ::"r"(bar), "r"(parity)
        : "memory");
}

// Tiles of 256 ints, with two stages; the results go back as a bulk copy.
extern "C" __global__ void bulk90(const int* in, int* out, int tiles) {
    __shared__ __align__(128) int stage[2][256];
    __shared__ __align__(128) int result[256];
    __shared__ unsigned long long full[2];
    int t = threadIdx.x;
    const int* tile = in + blockIdx.x * tiles * 256;
    if (t == 0) {
        for (int s = 0; s < 2; s++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[s])) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    auto fetch = [&](int k) {
        unsigned bar = shared_address(&full[k & 1]);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(1024) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         shared_address(stage[k & 1])),
                     "l"(tile + k * 256), "r"(1024), "r"(bar)
                     : "memory");
    };
    if (t == 0) fetch(0);
    int sum = 0;
    for (int k = 0; k < tiles; k++) {
        if (t == 0 && k + 1 < tiles) fetch(k + 1);
        wait(shared_address(&full[k & 1]), k >> 1 & 1);
        sum = sum * 3 + stage[k & 1][255 - t];
        __syncthreads();
    }
    result[t] = sum;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + blockIdx.x * 256),
                     "r"(shared_address(result)), "r"(1024)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(out + gridDim.x * 256),
                     "r"(shared_address(result)), "r"(1024)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// What a thread can ask about its cluster.
extern "C" __global__ void cluster(unsigned* out) {
    __shared__ unsigned word;
    unsigned v[8], rank;
    asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(v[0]));
    asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(v[1]));
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(v[2]));
    asm("mov.u32 %0, %%nclusterid.x;" : "=r"(v[3]));
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(v[4]));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(v[5]));
    asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(v[6]));
    unsigned own = shared_address(&word), far;
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(far) : "r"(own));
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(far));
    if (threadIdx.x == 0) asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(far), "r"(77 + rank) : "memory");
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v[7]) : "r"(far) : "memory");
    for (int k = 0; k < 8; k++) out[(blockIdx.x * blockDim.x + threadIdx.x) * 8 + k] = v[k];
}
