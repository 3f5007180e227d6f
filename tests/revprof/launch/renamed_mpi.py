#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Copies MPICH's library, its SONAME libmpich.so.12 made the libmpi.so.12 that it has where it is not Debian's.

    renamed_mpi.py LIBRARY COPY
"""
import os
import sys


def main():
    library, copy = sys.argv[1:]
    with open(library, "rb") as file:
        code = file.read()
    old, new = b"libmpich.so.12\0", b"libmpi.so.12\0\0\0"
    if code.count(old) != 1 and b"libmpi.so.12\0" not in code:
        sys.exit(f"{library}: expected libmpich.so.12 once, found it {code.count(old)} times")
    os.makedirs(os.path.dirname(copy), exist_ok=True)
    with open(copy + ".new", "wb") as file:
        file.write(code.replace(old, new))
    os.replace(copy + ".new", copy)


if __name__ == "__main__":
    main()
