#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes of mpi.table the enumeration of calls, the C wrappers and the page of supported calls.

    generate.py mpi.table call.hpp|call.cpp|calls.md|otf2_operations.hpp OUTPUT
    generate.py mpi.table wrappers_HOST.cpp OUTPUT MPI.H     # of what the host's mpi.h declares
"""
import os
import re
import sys

from mpi_table import COLLECTIVE, GROUPS, MULTIPLES, group, has_request, is_persistent_collective, made_communicator, polls, read

# Written by hand: their sizes have no datatype.
NOT_LARGE = ("buffer_attach", "buffer_detach", "win_create", "win_allocate")
# Not part of what the setting `measure` times.
NOT_TIMED = ("wtick", "pcontrol", "init", "init_thread", "finalize", "abort", "session_init",
             "session_finalize")
STOPWATCH = '#include "revprof/run/stopwatch.hpp"\n'
LARGE = '#include "revprof/mpi/message/large_count.hpp"\n'
HEAD = "// SPDX-License-Identifier: BSD-3-Clause\n// Generated from mpi.table by generate.py.\n"


# Whom a mean is taken over, in the handler's words: so many counts the arrays have.
MEMBERS = {"mean": "communicator.peers", "local_mean": "communicator.size", "out_mean": "communicator.out_degree"}


def term(text):
    """a*t -> bytes_of(a, t); mean(a*t) -> mean_bytes(a, t, members); a plain number -> itself."""
    if text == "-":
        return "0"
    mean = re.fullmatch(r"(\w+)\((\w+)\*(\w+)\)", text)
    if mean:
        return f"mean_bytes({mean[2]}, {mean[3]}, {MEMBERS[mean[1]]})"
    return "bytes_of({}, {})".format(*text.split("*")) if "*" in text else text


def size_expression(row):
    """C++ for d; `communicator` is the handler's."""
    uneven = re.fullmatch(r"uneven\((.*)\)", row.size)
    terms = [f"mean({factors})" for factors in uneven[1].split("|")] if uneven else row.size.split("|")
    values = [term(text) for text in terms]
    if len(values) == 1:
        return values[0]
    root = row.parameter("int root")
    is_other = f"communicator.is_root({root})" if root else "sendbuf == MPI_IN_PLACE"
    return f"{is_other} ? {values[1]} : {values[0]}"


def timed(row):
    """The wrapper's first statements: what the settings `call-sites` and `measure` see of the call."""
    if row.kind in NOT_TIMED:
        return ""
    return ("  const CallSite site(__builtin_return_address(0));\n"
            f"  const TimedCall timed(Call::{row.call});\n")


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
        return f"{signature} {{\n{timed(row)}  return handle::{row.kind}({passed});\n}}\n"
    communicator = row.parameter(r"MPI_Comm \w+")
    root = row.parameter("int root") or "no_root"
    request = row.parameter(r"MPI_Request \*request")
    uneven = "true" if row.size.startswith("uneven") else "false"
    size = size_expression(row)
    unused = "" if "communicator" in size else "[[maybe_unused]] "
    made = made_communicator(row)
    handler = "constructor" if made else "collective"
    if request:
        handler = "nonblocking_" + handler
    if is_persistent_collective(row):
        handler = "persistent_collective"
    target = (f", [=] {{ return *{made}; }}" if made else "") + (f", {request}" if request else "")
    return (f"{signature} {{\n{timed(row)}"
            f"  return handle::{handler}(\n"
            f"      {{Call::{row.call}, Kind::{row.kind}, {communicator}, {root}, {uneven}}},\n"
            f"      [&]({unused}const Communicator& communicator) -> std::int64_t {{ return {size}; }},\n"
            f"      [&] {{ return P{row.name}({arguments}); }}{target});\n}}\n")


def large_wrapper(row, wide):
    """Hands on what fits an int, and one element of a type that holds all the others."""
    narrowed, replaced = [], {}
    for i, name in enumerate(row.arguments):
        if row.parameters[i] == f"int {name}" and wide.parameters[i] == f"MPI_Count {name}":
            datatype = row.arguments[i + 1]
            narrowed.append(f"  const NarrowCount narrow_{name}({name}, {datatype});\n")
            replaced[name] = f"narrow_{name}.count()"
            replaced[datatype] = f"narrow_{name}.datatype()"
    passed = [replaced.get(name, name) for name in row.arguments]
    arguments = ", ".join([f"Call::{row.name}", f"P{row.name}"] + passed)
    return (f"REVPROF_EXPORT {row.returns} {wide.name}({', '.join(wide.parameters)}) {{\n"
            f"{timed(row)}{''.join(narrowed)}  return handle::{row.kind}({arguments});\n}}\n")


def yes(truth):
    return "true" if truth else "false"


def call_hpp(rows):
    kinds = list(dict.fromkeys(row.kind for row in rows))
    return HEAD + f"""#pragma once

#include <cstdint>

#include "revprof/calls/call_table.hpp"

namespace revprof {{

// What a call is; names its handler.
enum class Kind : std::uint8_t {{ {', '.join(kinds)} }};

// Every row of mpi.table, in its order.
enum class Call : std::uint16_t {{
  {', '.join(row.name for row in rows)}
}};

constexpr int call_count = {len(rows)};

// Whose equation the rule of a call's kind asks for.
enum class Charge : std::uint8_t {{
  own,
  stand_in,  // always that one's: MPI_Waitall completes as MPI_Wait does
  nothing
}};

// What reports tell apart: one colour each.
enum class CallGroup : std::uint8_t {{ {', '.join(GROUPS)} }};

struct CallTraits {{
  const char* name;
  Kind kind;
  Charge charge;
  int stand_in;  // the Call whose equation serves in its place; -1: none
  CallGroup group;
  Multiple messages;  // of d, that each process of a collective sends
  Multiple bus;       // what passes each process's port at least, in units of d
  bool polls;         // it may return with nothing done: a program calls it until something is
  bool nonblocking;   // of a collective: another call completes it
  bool ends_here;     // what it completes is complete at the origin alone
}};

extern const CallTraits call_traits[call_count];

inline const CallTraits& traits(Call call) {{ return call_traits[static_cast<int>(call)]; }}
inline const char* name(Call call) {{ return traits(call).name; }}

}}  // namespace revprof
"""


def call_cpp(rows):
    index = {row.name: number for number, row in enumerate(rows)}
    lines = [f'    {{"{row.name}", Kind::{row.kind}, Charge::{row.charge}, {index.get(row.stand_in, -1)}, '
             f'CallGroup::{group(row)}, Multiple::{MULTIPLES[row.facts.get("messages", "")]}, '
             f'Multiple::{MULTIPLES[row.facts.get("bus", "")]}, {yes(polls(row))}, {yes(has_request(row))}, '
             f'{yes("ends" in row.facts)}}},'
             for row in rows]
    return HEAD + ('#include "call.hpp"\n\nnamespace revprof {\n\n'
                   "const CallTraits call_traits[call_count] = {\n" + "\n".join(lines) +
                   "\n};\n\n}  // namespace revprof\n")


def otf2_operations_hpp(rows):
    """By a call's number, in the words of OTF2's header; for the trace writer alone."""
    lines = []
    for row in rows:
        operation, _, volume = row.facts.get("otf2", "").partition(":")
        if group(row) == "communicator":
            operation, volume = "CREATE_HANDLE", "nothing"
        lines.append(f"    {{{yes(operation)}, OTF2_COLLECTIVE_OP_{operation or 'BARRIER'}, Volume::{volume or 'nothing'}}},")
    return HEAD + ("constexpr Otf2Operation otf2_operations[call_count] = {\n" + "\n".join(lines) + "\n};\n")


def wrappers_cpp(rows, header):
    with open(header, encoding="utf-8") as file:
        declared = dict(re.findall(r"\b(MPIX?_\w+)\s*\(([^()]*)\)", file.read()))
    large = [(row, row.large(declared[row.name + "_c"])) for row in rows if row.name + "_c" in declared]
    extensions = [row.extension() for row in rows if is_persistent_collective(row)]
    extensions = [row for row in extensions if row.name in declared]
    wrappers = [wrapper(row) for row in rows + extensions if row.name in declared]
    wrappers += [wrapper(wide) if row.kind in COLLECTIVE else large_wrapper(row, wide)
                 for row, wide in large if row.kind not in NOT_LARGE]
    body = "\n".join(wrappers)
    return HEAD + ('#include "revprof/mpi/handlers.hpp"\n' + (LARGE if large else "") + STOPWATCH +
                   ("#include <mpi-ext.h>\n" if extensions else "") + "\n"
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
    makers = {"call.hpp": call_hpp, "call.cpp": call_cpp, "calls.md": calls_md,
              "otf2_operations.hpp": otf2_operations_hpp}
    rows = read(table)
    text = wrappers_cpp(rows, *header) if what.startswith("wrappers_") else makers[what](rows)
    temporary = output + ".new"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
