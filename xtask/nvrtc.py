"""Compiles one CUDA file to PTX with NVRTC: nvrtc.py LIBRARY SOURCE OUTPUT [OPTION...].

NVRTC is a library without a command, so this is the command.
"""

import ctypes
import sys


def text(library, program, what):
    """The log or the PTX, each behind a pair of size and copy functions."""
    size = ctypes.c_size_t()
    getattr(library, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    getattr(library, f"nvrtcGet{what}")(program, buffer)
    return buffer.value.decode()


def main(path, source, output, *options):
    library = ctypes.CDLL(path)
    program = ctypes.c_void_p()
    with open(source, "rb") as file:
        library.nvrtcCreateProgram(
            ctypes.byref(program), file.read(), source.encode(), 0, None, None
        )
    arguments = (ctypes.c_char_p * len(options))(*(o.encode() for o in options))
    failed = library.nvrtcCompileProgram(program, len(options), arguments)
    if failed:
        sys.exit(text(library, program, "ProgramLog"))
    with open(output, "w", encoding="utf-8", newline="\n") as file:
        file.write(text(library, program, "PTX"))


if __name__ == "__main__":
    main(*sys.argv[1:])
