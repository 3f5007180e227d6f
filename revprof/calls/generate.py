#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes of mpi.table the enumeration of calls, the C wrappers and the page of supported calls.

    generate.py mpi.table call.hpp|call.cpp|calls.md OUTPUT
    generate.py mpi.table wrappers_HOST.cpp OUTPUT MPI.H     # of what the host's mpi.h declares
"""
import os
import re
import sys

COLLECTIVE = ("all_to_all", "one_to_all", "all_to_one", "scan", "neighbour")
HEAD = "// SPDX-License-Identifier: BSD-3-Clause\n// Generated from mpi.table by generate.py.\n"


class Row:
    """One line of the table, its prototype taken apart."""

    def __init__(self, text, section, place):
        columns = re.split(r"\s{2,}", text.strip(), maxsplit=3)
        if len(columns) != 4:
            sys.exit(f"{place}: expected four columns: kind, size, stand-in, prototype")
        self.kind, self.size, self.stand_in, self.prototype = columns
        self.section = section
        self.returns, self.parameters = "int", []
        self.name = self.prototype
        if self.kind == "equation":
            return
        match = re.fullmatch(r"(int|double) (MPI_\w+)\((.*)\)", self.prototype)
        if not match:
            sys.exit(f"{place}: expected a C prototype, found {self.prototype!r}")
        self.returns, self.name, parameters = match.groups()
        if parameters != "void":
            self.parameters = [p.strip() for p in parameters.split(",")]

    @property
    def arguments(self):
        return [re.search(r"(\w+)(\[\])*$", p).group(1) for p in self.parameters if p != "..."]

    def parameter(self, pattern):
        """Name of the first parameter whose declaration fits."""
        for declaration, name in zip(self.parameters, self.arguments):
            if re.fullmatch(pattern, declaration):
                return name
        return None


def read(path):
    rows, section = [], ""
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            if line.startswith("#"):
                section = line[1:].strip()
            elif line.strip():
                rows.append(Row(line, section, f"{path}:{number}"))
    names = {row.name for row in rows}
    for row in rows:
        if row.stand_in != "-" and row.stand_in not in names:
            sys.exit(f"{path}: the stand-in {row.stand_in} of {row.name} has no row")
    return rows


def product(term):
    """a*t -> bytes_of(a, t); a plain number -> itself."""
    if term == "-":
        return "0"
    if "*" not in term:
        return term
    return "bytes_of({}, {})".format(*term.split("*"))


def mean(term, row):
    peers = "communicator.out_degree" if row.kind == "neighbour" else "communicator.peers"
    return "mean_bytes({}, {}, {})".format(*term.split("*"), peers)


def size_expression(row):
    """C++ for d; `communicator` is the handler's."""
    shape = re.fullmatch(r"(\w*mean|uneven)\(([^)]*)\)(?:\|(.*))?", row.size)
    if shape and shape.group(1) == "root_mean":
        root = row.parameter("int root")
        return f"communicator.is_root({root}) ? {mean(shape.group(2), row)} : {product(shape.group(3))}"
    function = (lambda term: mean(term, row)) if shape else product
    first, _, second = (shape.group(2) if shape else row.size).partition("|")
    if not second:
        return function(first)
    buffer = ("recv" if first.startswith("recv") else "send") + "buf"
    other = f"{buffer} == MPI_IN_PLACE"
    root = row.parameter("int root")
    if root:
        other += f" || {root} == MPI_ROOT"
    return f"({other}) ? {function(second)} : {function(first)}"


def wrapper(row):
    variadic = row.parameters[-1:] == ["..."]
    signature = f"REVPROF_EXPORT {row.returns} {row.name}({', '.join(row.parameters) or 'void'})"
    arguments = ", ".join(row.arguments)
    if row.kind not in COLLECTIVE:
        if variadic:
            return (f"{signature} {{\n  va_list rest;\n  va_start(rest, {row.arguments[-1]});\n"
                    f"  const {row.returns} result = handle::{row.kind}(Call::{row.name}, {arguments}, rest);\n"
                    f"  va_end(rest);\n  return result;\n}}\n")
        passed = ", ".join([f"Call::{row.name}", f"P{row.name}"] + row.arguments)
        return f"{signature} {{\n  return handle::{row.kind}({passed});\n}}\n"
    communicator = row.parameter(r"MPI_Comm \w+")
    root = row.parameter("int root") or "no_root"
    request = row.parameter(r"MPI_Request \*request")
    uneven = "true" if row.size.startswith("uneven") else "false"
    size = size_expression(row)
    unused = "" if "communicator" in size else "[[maybe_unused]] "
    handler = "nonblocking_collective" if request else "collective"
    target = f", {request}" if request else ""
    return (f"{signature} {{\n"
            f"  return handle::{handler}(\n"
            f"      {{Call::{row.name}, Kind::{row.kind}, {communicator}, {root}, {uneven}}},\n"
            f"      [&]({unused}const Communicator& communicator) -> std::int64_t {{ return {size}; }},\n"
            f"      [&] {{ return P{row.name}({arguments}); }}{target});\n}}\n")


def call_hpp(rows):
    kinds = list(dict.fromkeys(row.kind for row in rows))
    return HEAD + f"""#pragma once

#include <cstdint>

namespace revprof {{

// What a call is; names its handler.
enum class Kind : std::uint8_t {{ {', '.join(kinds)} }};

// Every row of mpi.table, in its order.
enum class Call : std::uint16_t {{
  {', '.join(row.name for row in rows)}
}};

constexpr int call_count = {len(rows)};

struct CallTraits {{
  const char* name;
  Kind kind;
  int stand_in;  // the Call whose equation serves in its place; -1: none
}};

extern const CallTraits call_traits[call_count];

inline const CallTraits& traits(Call call) {{ return call_traits[static_cast<int>(call)]; }}
inline const char* name(Call call) {{ return traits(call).name; }}

}}  // namespace revprof
"""


def call_cpp(rows):
    index = {row.name: number for number, row in enumerate(rows)}
    lines = [f'    {{"{row.name}", Kind::{row.kind}, {index.get(row.stand_in, -1)}}},' for row in rows]
    return HEAD + ('#include "call.hpp"\n\nnamespace revprof {\n\n'
                   "const CallTraits call_traits[call_count] = {\n" + "\n".join(lines) +
                   "\n};\n\n}  // namespace revprof\n")


def wrappers_cpp(rows, header):
    with open(header, encoding="utf-8") as file:
        declared = set(re.findall(r"\bMPI_\w+(?=\()", file.read()))
    body = "\n".join(wrapper(row) for row in rows if row.name in declared)
    return HEAD + ('#include "revprof/mpi/handlers.hpp"\n\n'
                   "using namespace revprof;\n\n"
                   '#define REVPROF_EXPORT __attribute__((visibility("default")))\n\n'
                   'extern "C" {\n\n' + body + '\n}  // extern "C"\n')


def calls_md(rows):
    lines = ["| MPI-3.1 | call | kind | d | stand-in |", "|---|---|---|---|---|"]
    for row in rows:
        if row.kind != "equation":
            size = row.size.replace("|", " or ")
            lines.append(f"| {row.section.split(' ')[0]} | `{row.name}` | {row.kind} | {size} | {row.stand_in} |")
    return "# Calls that move a simulated clock\n\n" + "\n".join(lines) + "\n"


def main():
    table, what, output, *header = sys.argv[1:]
    makers = {"call.hpp": call_hpp, "call.cpp": call_cpp, "calls.md": calls_md}
    rows = read(table)
    text = wrappers_cpp(rows, *header) if what.startswith("wrappers_") else makers[what](rows)
    temporary = output + ".new"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
