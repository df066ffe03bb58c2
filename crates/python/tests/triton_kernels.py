"""Triton kernels, some with a mistake."""

# mypy: ignore-errors

import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=mask) + tl.load(y_ptr + at, mask=mask), mask=mask)


@triton.jit
def scale_kernel(x_ptr, out_ptr, factor, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=at < n) * factor, mask=at < n)


@triton.jit
def unmasked_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x_ptr + at)  # seeded mistake: no mask
    tl.store(out_ptr + at, value)


@triton.jit
def total_kernel(x_ptr, total_ptr, BLOCK: tl.constexpr, ATOMIC: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    part = tl.sum(tl.load(x_ptr + at))
    if ATOMIC:
        tl.atomic_add(total_ptr, part)
    else:
        tl.store(total_ptr, tl.load(total_ptr) + part)  # seeded mistake: not atomic


@triton.jit
def transpose_kernel(x_ptr, out_ptr, rows, stride, N: tl.constexpr):
    row, columns = tl.program_id(0), tl.arange(0, N)
    tl.store(out_ptr + columns * stride + row, tl.load(x_ptr + row * N + columns))  # the caller's stride


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, K, N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows, columns, ks = tl.arange(0, N), tl.arange(0, N), tl.arange(0, BLOCK_K)
    sums = tl.zeros((N, N), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        a = tl.load(a_ptr + rows[:, None] * K + (k + ks)[None, :])
        b = tl.load(b_ptr + (k + ks)[:, None] * N + columns[None, :])
        sums = tl.dot(a, b, sums)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], sums)


@triton.jit
def print_kernel(x_ptr, limit):
    value = tl.load(x_ptr + tl.program_id(0))
    tl.device_print("value", value)
    tl.device_assert(value < limit, "value is too large")


@triton.jit
def softmax_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x_ptr + at, mask=at < n, other=float("-inf"))
    largest = tl.max(value)
    value = tl.exp(value - largest)
    tl.store(out_ptr + at, value / tl.sum(value), mask=at < n)
