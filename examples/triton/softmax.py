"""Softmax of the rows of a matrix in Triton, from a first version to a tuned one, with limits for `warploom check softmax.py`."""

import numpy as np
import triton
import triton.language as tl
import warploom.triton


@triton.jit
def softmax_in_passes(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    """The first version: a row is read three times, a block after the other."""
    row = tl.program_id(0).to(tl.int64) * columns
    largest = float("-inf")
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        largest = tl.maximum(largest, tl.max(tl.load(x_ptr + row + at, at < columns, float("-inf"))))
    total = 0.0
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.sum(tl.exp(tl.load(x_ptr + row + at, at < columns, float("-inf")) - largest))
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = tl.exp(tl.load(x_ptr + row + at, at < columns, float("-inf")) - largest)
        tl.store(out_ptr + row + at, value / total, at < columns)


@triton.jit
def softmax(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    """The row stays in registers: BLOCK is at least its length."""
    row = tl.program_id(0).to(tl.int64) * columns
    at = tl.arange(0, BLOCK)
    value = tl.load(x_ptr + row + at, at < columns, float("-inf"))
    value = tl.exp(value - tl.max(value))
    tl.store(out_ptr + row + at, value / tl.sum(value), at < columns)


def rows(count, columns):
    """A matrix, its softmax in double precision, and an array for the result."""
    x = np.random.default_rng(1).standard_normal((count, columns)).astype(np.float32)
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return x, e / e.sum(axis=1, keepdims=True), np.empty_like(x)


@warploom.triton.limits(machine="a100", cycles=9000, registers=32, spilled_bytes=0, coalescing=0.95)
def check_softmax():
    """The tuned version: results, races, and limits."""
    x, expected, out = rows(256, 1000)
    softmax[(len(x),)](x, out, x.shape[1], BLOCK=1024, num_warps=4)
    np.testing.assert_allclose(out, expected, rtol=1e-5)


@warploom.triton.limits(machine="a100", cycles=12000)
def check_softmax_in_passes():
    """The first version."""
    x, expected, out = rows(256, 1000)
    softmax_in_passes[(len(x),)](x, out, x.shape[1], BLOCK=128, num_warps=4)
    np.testing.assert_allclose(out, expected, rtol=1e-5)
