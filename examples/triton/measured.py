"""A product of 8 × 2048 and 2048 × 3072 in nine configurations: simulated time beside the time that was measured on a GPU.

The measurements are those in vLLM's design document of `torch.compile` (AUTOTUNE mm(8x2048, 2048x3072), bfloat16), which does not name
its GPU. The kernels are not the same source: this one has the same blocks, stages and warps, and float16.
"""

import itertools
import sys

import numpy as np
import triton
import triton.language as tl
import warploom.triton

# Microseconds, BLOCK_K, BLOCK_N, stages and warps. BLOCK_M is 16.
MEASURED = [
    (13.0, 128, 32, 5, 2),
    (13.4, 128, 64, 5, 4),
    (14.8, 128, 128, 4, 4),
    (16.5, 64, 128, 5, 8),
    (19.9, 32, 32, 5, 2),
    (20.3, 128, 32, 2, 2),
    (20.3, 64, 64, 3, 4),
    (20.8, 32, 64, 5, 4),
    (21.5, 64, 128, 3, 4),
]
M, N, K = 8, 3072, 2048


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """C = A Bᵀ of row-major matrices, whose A has at most 16 rows."""
    rows, steps = tl.arange(0, 16), tl.arange(0, BLOCK_K)
    columns = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    a = a_ptr + (rows % M)[:, None] * K + steps[None, :]
    b = b_ptr + columns[None, :] * K + steps[:, None]
    sums = tl.zeros((16, BLOCK_N), dtype=tl.float32)
    for _ in range(0, K, BLOCK_K):
        sums = tl.dot(tl.load(a), tl.load(b), sums)
        a += BLOCK_K
        b += BLOCK_K
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], sums.to(tl.float16), (rows < M)[:, None])


def main(machine):
    """Prints both times of each configuration, and how many pairs are in the same order."""
    warploom.triton.use(machine)
    random = np.random.default_rng(1)
    a, b = (random.standard_normal((rows, K)).astype(np.float16) for rows in (M, N))
    c = np.empty((M, N), np.float16)
    times = []
    print(f"BLOCK_K  BLOCK_N  stages  warps  measured  simulated ({machine})")
    for measured, k, n, stages, warps in MEASURED:
        def launch():
            matmul[(N // n,)](a, b, c, M, N, K, BLOCK_N=n, BLOCK_K=k, num_stages=stages, num_warps=warps)

        launch()
        np.testing.assert_allclose(c, a.astype(np.float64) @ b.T.astype(np.float64), rtol=2e-3, atol=0.1)
        times.append((measured, 1000 * triton.testing.do_bench(launch)))
        print("%7d  %7d  %6d  %5d  %8.1f  %9.1f" % (k, n, stages, warps, *times[-1]))
    pairs = [(x, y) for x, y in itertools.combinations(times, 2) if x[0] != y[0]]
    same = sum((x[0] < y[0]) == (x[1] < y[1]) for x, y in pairs)
    print(f"{same} of {len(pairs)} pairs are in the same order")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "h100")
