# SPDX-License-Identifier: BSD-3-Clause
"""Calls that a host's mpi.h declares and no table knows: what is said of them, and their wrappers."""
import sys

import host_header

HANDLES = {"MPI_Comm", "MPI_Win", "MPI_File", "MPI_Session"}
# What may move the program's bytes, or complete what does: a stamp would be taken for data, or the other way round.
MOVES = {"MPI_Request*", "MPI_Message*"}


def names(declared, rows, why_passed):
    """Those of neither table. An extension (MPIX_) is as the standard's call of that name."""
    known = {row.name for row in rows} | {row.name + "_c" for row in rows}
    standard = {name: name.replace("MPIX_", "MPI_") for name in declared}
    return sorted(name for name, plain in standard.items() if plain not in known and not why_passed(plain))


def moves_data(declaration):
    types = {host_header.base(kind) for kind in declaration.types}
    return bool(types & MOVES) or {"void*", "MPI_Datatype"} <= types


def needs_wrapper(declaration):
    types = {host_header.base(kind).rstrip("*") for kind in declaration.types}
    return moves_data(declaration) or bool(types & HANDLES)


def can_wrap(declaration):
    return declaration.profiled and "..." not in declaration.types


def wrapper(name, declaration):
    arguments = [f"a{i}" for i in range(len(declaration.parameters))]
    parameters = ", ".join(f"{kind} {argument}" for kind, argument in zip(declaration.types, arguments)) or "void"
    sort = "moves_data" if moves_data(declaration) else "asks"
    return (f"REVPROF_EXPORT {declaration.returns} {name}({parameters}) {{\n"
            f'  unknown_call("{name}", UnknownCall::{sort});\n'
            f"  return P{name}({', '.join(arguments)});\n}}\n")


def wrappers(declared, unknown):
    return [wrapper(name, declared[name]) for name in unknown if can_wrap(declared[name]) and needs_wrapper(declared[name])]


def warn(host, unknown):
    """The standard's; a library's own extensions are many, and few programs use them."""
    standard = [name for name in unknown if not name.startswith("MPIX_")]
    if standard:
        print(f"warning: {host}'s mpi.h declares calls that revprof does not know: {', '.join(standard)}. A run that "
              "makes one ends with a message if it may move data, else passes it on, at no cost "
              "(revprof/calls/README.md)", file=sys.stderr)
