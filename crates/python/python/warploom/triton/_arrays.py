"""Arrays as Triton and the simulated GPU see them."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._warploom import WorkError


LARGEST_ELEMENT = 8
"""Bytes of the largest element that kernels have."""


class Array:
    """A NumPy array as an argument of a kernel: with an address, and with the few methods of a tensor that Triton itself calls."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    @property
    def dtype(self) -> np.dtype[Any]:
        kind: np.dtype[Any] = self.array.dtype
        return kind

    def data_ptr(self) -> int:
        return int(self.array.__array_interface__["data"][0])

    def zero_(self) -> None:
        self.array[...] = 0

    def clone(self) -> Array:
        return Array(self.array.copy())

    def copy_(self, other: Array) -> None:
        self.array[...] = other.array

    def numel(self) -> int:
        return self.array.size

    def stride(self, axis: int) -> int:
        return self.array.strides[axis] // self.array.itemsize

    def __getattr__(self, name: str) -> Any:
        return getattr(self.array, name)


def wrapped(argument: Any) -> Any:
    """The argument as Triton takes it: NumPy's arrays with an address, its scalars as Python's."""
    if isinstance(argument, np.ndarray):
        if argument.dtype.kind not in "biuf" or not argument.dtype.isnative or argument.dtype.itemsize > LARGEST_ELEMENT:
            raise TypeError(f"kernels take arrays of booleans, integers and floats of up to 64 bits, not of {argument.dtype}")
        return Array(argument)
    if isinstance(argument, np.generic):
        return argument.item()
    if type(argument) is tuple:
        return tuple(wrapped(part) for part in argument)
    return argument


def zeros(size: int) -> Array:
    """Bytes for the kernel's own use."""
    return Array(np.zeros(size, np.uint8))


def _bounds(array: np.ndarray[Any, Any]) -> tuple[int, int]:
    """Lowest address and bytes from there to the end of an array."""
    address = int(array.__array_interface__["data"][0])
    if array.size == 0:
        return address, 0
    spans = [(length - 1) * stride for length, stride in zip(array.shape, array.strides, strict=True)]
    lowest = sum(span for span in spans if span < 0)
    highest = sum(span for span in spans if span > 0)
    return address + lowest, highest - lowest + array.itemsize


@dataclass(frozen=True)
class Allocation:
    """Memory that an array is a view of."""

    name: str
    start: int
    size: int
    writable: bool
    owner: Any
    """What keeps the memory alive."""

    def content(self) -> tuple[str, int, bytes]:
        """Name, address and bytes."""
        return self.name, self.start, ctypes.string_at(self.start, self.size)

    def change(self, content: bytes) -> None:
        """Writes what a kernel left."""
        if not self.writable:
            raise WorkError(f"the kernel wrote `{self.name}`, which is read-only")
        ctypes.memmove(self.start, content, self.size)


def allocation(name: str, argument: Any) -> Allocation:
    """The memory that an array is a view of."""
    if isinstance(argument, Array):
        owner = argument.array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        return Allocation(name, *_bounds(owner), bool(argument.array.flags.writeable), owner)
    if hasattr(argument, "untyped_storage"):
        if argument.device.type != "cpu":
            raise TypeError(f"`{name}` is on {argument.device}: kernels take tensors on the CPU here")
        storage = argument.untyped_storage()
        return Allocation(name, storage.data_ptr(), storage.nbytes(), True, storage)
    if hasattr(argument, "base") and hasattr(argument.base, "data_ptr"):
        return allocation(name, argument.base)
    raise TypeError(f"`{name}` is neither a NumPy array nor a CPU tensor, but a {type(argument).__name__}")


def pointer(name: str, value: Any, arrays: list[Allocation]) -> bytes | tuple[int, int]:
    """A pointer argument: the number of its array on the list, to which it is added, and the offset in it."""
    if value is None or (isinstance(value, int) and value == 0):
        return bytes(8)
    if isinstance(value, int):
        raise TypeError(f"`{name}` is a bare address: pass the array")
    own = allocation(name, value)
    for number, other in enumerate(arrays):
        if other.start <= own.start and own.start + own.size <= other.start + other.size:
            break
    else:
        number = len(arrays)
        arrays.append(own)
    return number, value.data_ptr() - arrays[number].start
