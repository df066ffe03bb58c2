"""Matrix product in Triton: blocks, tensor cores, and a choice of twelve configurations by simulated time."""

import sys

import numpy as np
import triton
import triton.language as tl
import warploom.triton


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr):
    """C = A B of row-major matrices. Programs of GROUP rows of blocks are neighbours, so that they share blocks of B in the L2."""
    program, across, down = tl.program_id(0), tl.cdiv(N, BLOCK_N), tl.cdiv(M, BLOCK_M)
    first = program // (GROUP * across) * GROUP
    height = min(down - first, GROUP)
    rows = (first + program % (GROUP * across) % height) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = program % (GROUP * across) // height * BLOCK_N + tl.arange(0, BLOCK_N)
    steps = tl.arange(0, BLOCK_K)
    # Rows and columns beyond the end are read again, and not stored.
    a = a_ptr + (rows % M)[:, None] * K + steps[None, :]
    b = b_ptr + steps[:, None] * N + (columns % N)[None, :]
    sums = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        is_inside = steps < K - start
        sums = tl.dot(tl.load(a, is_inside[None, :], 0.0), tl.load(b, is_inside[:, None], 0.0), sums)
        a += BLOCK_K
        b += BLOCK_K * N
    is_inside = (rows < M)[:, None] & (columns < N)[None, :]
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], sums.to(tl.float16), is_inside)


def config(m, n, k, stages, warps):
    """A configuration of `matmul`."""
    return triton.Config({"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k, "GROUP": 8}, num_stages=stages, num_warps=warps)


CONFIGS = [
    config(16, 32, 32, 4, 2),
    config(32, 32, 16, 1, 2),
    config(32, 32, 128, 2, 4),
    config(64, 32, 32, 5, 8),
    config(64, 64, 16, 2, 4),
    config(64, 64, 32, 2, 4),
    config(64, 64, 64, 3, 8),
    config(64, 128, 32, 3, 4),
    config(64, 128, 64, 3, 4),
    config(128, 64, 32, 2, 2),
    config(128, 128, 32, 4, 4),
    config(128, 128, 64, 3, 8),
]

tuned = triton.autotune(configs=CONFIGS, key=["M", "N", "K"])(matmul)


def grid(meta):
    """A program for each block of C."""
    return (triton.cdiv(meta["M"], meta["BLOCK_M"]) * triton.cdiv(meta["N"], meta["BLOCK_N"]),)


def matrices(n):
    """Two matrices, and an array for their product."""
    random = np.random.default_rng(1)
    a, b = (random.standard_normal((n, n)).astype(np.float16) for _ in range(2))
    return a, b, np.empty((n, n), np.float16)


@warploom.triton.limits(machine="a100", cycles=25000, spilled_bytes=0)
def check_matmul():
    """A product whose sides are no multiples of the blocks."""
    a, b, c = matrices(200)
    matmul[grid](a, b, c, M=200, N=200, K=200, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, GROUP=8, num_stages=2, num_warps=4)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=2e-3, atol=1e-2)


def main(n):
    """Chooses a configuration by simulated time, and prints the time of each."""
    a, b, c = matrices(n)
    tuned[grid](a, b, c, n, n, n)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=2e-3, atol=0.05)
    print("BLOCK_M  BLOCK_N  BLOCK_K  stages  warps  microseconds")
    for one, milliseconds in tuned.configs_timings.items():
        mark = "  <" if one == tuned.best_config else ""
        sides = [one.kwargs[side] for side in ("BLOCK_M", "BLOCK_N", "BLOCK_K")]
        print("%7d  %7d  %7d  %6d  %5d  %12.2f" % (*sides, one.num_stages, one.num_warps, 1000 * milliseconds[0]) + mark)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 256)
