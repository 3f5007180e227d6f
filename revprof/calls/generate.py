#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes of mpi.table the enumeration of calls, the C wrappers and the page of supported calls.

    generate.py mpi.table call.hpp|call.cpp|calls.md|otf2_operations.hpp OUTPUT shmem.table gasp.table     # of all rows
    generate.py mpi.table wrappers_HOST.cpp OUTPUT MPI.H passed.table     # of what the host's mpi.h declares
    generate.py mpi.table declared_HOST.hpp OUTPUT MPI.H                  # which of the table's calls those are
"""
import os
import re
import sys

import gasp_table
import host_header
import passed
import shmem_table
import unknown
from mpi_table import (COLLECTIVE, GROUPS, MULTIPLES, completes_later, group, is_persistent_collective, made_communicator, polls,
                       read)

# Written by hand: a displacement unit has no datatype.
NOT_LARGE = ("win_create", "win_allocate")
# Their handlers have the table's types, whatever the host's; others' those that the host declares, which are the same.
ADAPTED = ("send", "isend", "receive", "ireceive", "send_init", "receive_init", "psend_init", "precv_init", "pready",
           "pready_range", "pready_list", "parrived", "request_get_status_any", "request_get_status_all",
           "request_get_status_some")
# Their handlers take sizes as the host's call has them.
AS_DECLARED = ("buffer_attach", "buffer_detach", "own_buffer_attach", "own_buffer_detach")
# They wait for no other process, or complete what they wait for; all others, but blocking collectives, which look for
# themselves, have the receives posted that are held back (revprof/mpi/request/held.hpp). So has the start of a nonblocking
# collective: nothing else would post them in a loop of MPI_Test, while who has not come waits for one of them.
KEEP_HELD = ("isend", "ireceive", "send", "iprobe", "improbe", "wait", "waitany", "waitall", "waitsome", "test", "testany",
             "testall", "testsome", "request_get_status", "request_get_status_any", "request_get_status_all",
             "request_get_status_some", "send_init", "receive_init", "start", "startall", "request_free", "cancel",
             "comm_free", "wtime", "wtick", "processor_name", "pcontrol", "init", "init_thread", "session_init", "abort")
# Not part of what the setting `measure` times.
NOT_TIMED = ("wtick", "pcontrol", "init", "init_thread", "finalize", "abort", "session_init",
             "session_finalize")
STOPWATCH = '#include "revprof/run/call_observer.hpp"\n'
EXTENSIONS = "#if __has_include(<mpi-ext.h>)\n#include <mpi-ext.h>\n#endif\n"
LARGE = '#include "revprof/mpi/message/large_count.hpp"\n'
UNKNOWN = '#include "revprof/mpi/world/unknown_call.hpp"\n'
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


def entry(row):
    """The wrapper's first statements: what is posted before, and what the settings `call-sites` and `measure` see of
    the call."""
    blocking = row.kind in COLLECTIVE and not row.parameter(r"MPI_Request \*request")
    posts = "" if row.kind in KEEP_HELD or blocking else "  post_held();\n"
    if row.kind in NOT_TIMED:
        return posts
    return (f"{posts}  const CallSite site(__builtin_return_address(0));\n"
            f"  const TimedCall timed(Call::{row.call});\n")


def wrapper(row, signature):
    """Of a row, or of its form with large counts: the signature says which."""
    head = f"REVPROF_EXPORT {row.returns} {signature.name}({signature.parameters})"
    arguments = ", ".join(row.arguments)
    if row.kind not in COLLECTIVE:
        if row.parameters[-1:] == ["..."]:
            return (f"{head} {{\n  va_list rest;\n  va_start(rest, {row.arguments[-1]});\n"
                    f"  const {row.returns} result = handle::{row.kind}(Call::{row.name}, {arguments}, rest);\n"
                    f"  va_end(rest);\n  return result;\n}}\n")
        if row.kind not in ADAPTED + AS_DECLARED:
            signature.expect_known()
        if row.kind in AS_DECLARED:
            passed = [f"P{signature.name}"] + row.arguments
        else:
            passed = [signature.real] + [signature.as_known(name) for name in row.arguments]
        passed = ", ".join([f"Call::{row.name}"] + passed)
        return f"{head} {{\n{entry(row)}  return handle::{row.kind}({passed});\n}}\n"
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
    return (f"{head} {{\n{entry(row)}"
            f"  return handle::{handler}(\n"
            f"      {{Call::{row.call}, Kind::{row.kind}, {communicator}, {root}, {uneven}}},\n"
            f"      [&]({unused}const Communicator& communicator) -> std::int64_t {{ return {size}; }},\n"
            f"      [&] {{ return P{signature.name}({arguments}); }}{target});\n}}\n")


def large_wrapper(row, wide, plain):
    """Hands on what fits an int, and one element of a type that holds all the others."""
    narrowed, replaced = [], {}
    if row.kind in AS_DECLARED:
        return wrapper(row, wide)
    for name, known, declared in zip(row.arguments, wide.known, wide.types):
        if (known, declared) == ("int", "MPI_Count"):
            datatype = row.arguments[row.arguments.index(name) + 1]
            narrowed.append(f"  const NarrowCount narrow_{name}({name}, {datatype});\n")
            replaced[name] = f"narrow_{name}.count()"
            replaced[datatype] = f"narrow_{name}.datatype()"
    if not narrowed:  # the row itself has large counts (MPI_Psend_init)
        return wrapper(row, wide)
    passed = [replaced.get(name) or wide.as_known(name) for name in row.arguments]
    arguments = ", ".join([f"Call::{row.name}", plain.real] + passed)
    return (f"REVPROF_EXPORT {row.returns} {wide.name}({wide.parameters}) {{\n"
            f"{entry(row)}{''.join(narrowed)}  return handle::{row.kind}({arguments});\n}}\n")


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

// Every row of mpi.table, then of shmem.table and gasp.table, in their order.
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
  bool by_members;     // d is how many processes the group has that a constructor makes
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
             f'Multiple::{MULTIPLES[row.facts.get("bus", "")]}, {yes(polls(row))}, {yes(completes_later(row))}, '
             f'{yes("ends" in row.facts)}, {yes("d" in row.facts)}}},'
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


def wrappers_cpp(rows, header, passed_table):
    declared = host_header.read(header)
    patterns = passed.read(passed_table)
    extensions = [row.extension() for row in rows if is_persistent_collective(row)]
    extensions = [row for row in extensions if row.name in declared]

    def signature(row, name):
        return host_header.Signature(row, declared[name], name)

    wrappers = [wrapper(row, signature(row, row.name)) for row in rows + extensions if row.name in declared]
    large = [(row, signature(row, row.name + "_c")) for row in rows
             if row.name + "_c" in declared and row.kind not in NOT_LARGE]
    wrappers += [wrapper(row, wide) if row.kind in COLLECTIVE else large_wrapper(row, wide, signature(row, row.name))
                 for row, wide in large]
    strange = unknown.names(declared, rows, lambda call: passed.reason(patterns, call))
    unknown.warn(os.path.basename(header), strange)
    guards = unknown.wrappers(declared, strange)
    body = "\n".join(wrappers + guards)
    return HEAD + ('#include "revprof/mpi/handlers.hpp"\n' + (LARGE if large else "") + STOPWATCH +
                   (UNKNOWN if guards else "") + EXTENSIONS + "\n"
                   "using namespace revprof;\n\n"
                   '#define REVPROF_EXPORT __attribute__((visibility("default")))\n\n'
                   'extern "C" {\n\n' + body + '\n}  // extern "C"\n')


def declared_hpp(header):
    """For what is written by hand: a macro for each call of the host's."""
    lines = [f"#define REVPROF_DECLARES_{name}" for name in sorted(host_header.read(header))]
    return HEAD.replace("mpi.table", "the host's mpi.h") + "#pragma once\n\n" + "\n".join(lines) + "\n"


def calls_md(rows):
    lines = ["| section | call | kind | d | stand-in |", "|---|---|---|---|---|"]
    for row in rows:
        if row.kind != "equation":
            size = row.size.replace("|", " or ")
            lines.append(f"| {row.section.split(' ')[0]} | `{row.name}` | {row.kind} | {size} | {row.stand_in} |")
    return "# Calls that move a simulated clock\n\n" + "\n".join(lines) + "\n"


def main():
    table, what, output, *more = sys.argv[1:]
    of_all = {"call.hpp": call_hpp, "call.cpp": call_cpp, "calls.md": calls_md, "otf2_operations.hpp": otf2_operations_hpp}
    makers = {"wrappers": wrappers_cpp, "declared": lambda rows, header: declared_hpp(header)}
    rows = read(table)
    if what in of_all:
        rows += shmem_table.read(more[0]) + gasp_table.read(more[1])
        shmem_table.check_stand_ins(rows, " or ".join(more))
        text = of_all[what](rows)
    else:
        text = makers[what.split("_")[0]](rows, *more)
    temporary = output + ".new"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
