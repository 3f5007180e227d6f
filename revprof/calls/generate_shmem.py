#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes of shmem.table the wrappers of the OpenSHMEM calls that a host's shmem.h declares.

    generate_shmem.py shmem.table OUTPUT SHMEM.H PASSED.TABLE
    generate_shmem.py shmem.table OUTPUT            # the names that each row stands for, as expressions
"""
import os
import sys

import passed
import shmem_table

HEAD = """// SPDX-License-Identifier: BSD-3-Clause
// Generated from shmem.table by generate_shmem.py.
#include "revprof/mpi/world/unknown_call.hpp"
#include "revprof/run/call_observer.hpp"
#include "revprof/shmem/handlers.hpp"

using namespace revprof;

#define REVPROF_EXPORT __attribute__((visibility("default")))

extern "C" {
"""
ALL_TO_ALL_OF_ALL = ("shmem_barrier_all", "shmem_sync_all")
# What completes the puts of before.
COMPLETES = ("shmem_barrier_all", "shmem_barrier")
NOT_TIMED = ("init", "init_thread", "start_pes", "finalize", "global_exit")


def operation(family):
    """What an atomic does with its word, and its operand where it has none."""
    word = family.rsplit("_", 1)[1]
    if word == "inc":
        return "Change::add", "1"
    if family == "shmem_atomic_fetch":
        return "Change::none", "0"
    return {"swap": "Change::set", "and": "Change::bit_and", "or": "Change::bit_or",
            "xor": "Change::bit_xor"}.get(word, f"Change::{word}"), "value"


def fetching_form(call):
    """The call that returns what was there before, for one that does not: its row's own type."""
    family = call.row.name
    kind = call.name.split("_")[2] if call.name.split("_")[1] == "ctx" else call.name.split("_")[1]
    word = {"shmem_atomic_set": "swap"}.get(family, "fetch_" + family.rsplit("_", 1)[1])
    prefix = "pshmem_ctx" if call.has_context else "pshmem"
    if call.name.startswith("shmemx_"):
        words = {"swap": "swap", "fetch_add": "fadd", "fetch_inc": "finc"}
        return f"pshmemx_{kind}_" + words.get(word, "atomic_" + word)
    return f"{prefix}_{kind}_atomic_{word}"


def target(call, address):
    context = "ctx" if call.has_context else "SHMEM_CTX_DEFAULT"
    bytes_of = {"count": f"count * {call.width}", "one": call.width}.get(call.row.size, call.width)
    extent = "0" if "stride" not in call.roles else f"shmem::strided(count, stride, {call.width})"
    return (f"{{Call::{call.row.name}, {context}, {address}, static_cast<std::int64_t>({bytes_of}), {extent}, pe}}")


def collective(call, real):
    row = call.row
    everybody = row.name in ALL_TO_ALL_OF_ALL or row.kind == "heap"
    members = "ActiveSet()" if everybody else "ActiveSet{start, log_stride, size}"
    root = "root" if "root" in call.roles else "no_root"
    size = f"static_cast<std::int64_t>(static_cast<std::size_t>(count) * {call.width})" if row.size in ("count", "mean") else "0"
    uneven = "true" if row.size == "mean" else "false"
    completes = "true" if row.name in COMPLETES or row.kind == "heap" else "false"
    kind = "all_to_all" if row.kind == "heap" else row.kind
    return (f"shmem::collective({{Call::{row.name}, Kind::{kind}, {members}, {root}, {uneven}, {completes}}}, {size}, {real})")


def body(call):
    row = call.row
    real = f"[&] {{ return p{call.name}({call.arguments}); }}"
    context = "ctx" if call.has_context or "ctx" in call.roles else "SHMEM_CTX_DEFAULT"
    if row.kind in ("all_to_all", "one_to_all", "heap"):
        return collective(call, real)
    if row.kind in ("put", "iput", "put_nbi"):
        return f"shmem::{'put_nbi' if row.kind == 'put_nbi' else 'put'}({target(call, 'dest')}, source, {real})"
    if row.kind == "p":
        return f"shmem::put({target(call, 'dest')}, &value, {real})"
    if row.kind in ("get", "iget"):
        return f"shmem::get({target(call, 'source')}, dest, {real})"
    if row.kind == "get_nbi":
        return f"shmem::get_nbi({target(call, 'source')}, {real})"
    if row.kind == "g":
        return f"shmem::g({target(call, 'source')}, {real})"
    if row.kind == "compare":
        return f"shmem::compare_and_swap({target(call, 'dest')}, condition, value, {real})"
    if row.kind == "fetching":
        what, operand = operation(row.name)
        return f"shmem::fetching({target(call, 'dest')}, Way::result, {what}, {operand}, {real})"
    if row.kind == "atomic":
        what, operand = operation(row.name)
        fetch = f"[&] {{ return {fetching_form(call)}({call.arguments}); }}"
        if what.startswith("Change::bit_"):
            return f"shmem::bitwise({target(call, 'dest')}, {what}, dest, {operand}, {fetch})"
        return f"static_cast<void>(shmem::fetching({target(call, 'dest')}, Way::atomic, {what}, {operand}, {fetch}))"
    if row.kind == "flag_wait":
        return f"shmem::flag_wait(Call::{row.name}, flag, comparison, value, {real})"
    if row.kind == "flag_change":
        return f"shmem::flag_wait(Call::{row.name}, flag, SHMEM_CMP_NE, value, {real})"
    if row.kind == "flag_test":
        return f"shmem::flag_test(Call::{row.name}, flag, comparison, value, {real})"
    if row.kind in ("fence", "quiet", "ctx_destroy"):
        return f"shmem::{'quiet' if row.kind != 'fence' else 'fence'}(Call::{row.name}, {context}, {real})"
    passed = ", ".join(["Call::" + row.name, "p" + call.name] + call.roles)
    return f"shmem::{row.kind}({passed})"


def wrapper(call):
    timed = "" if call.row.kind in NOT_TIMED else (
        "  const CallSite site(__builtin_return_address(0));\n"
        f"  const TimedCall timed(Call::{call.row.name});\n")
    returns = "" if call.returns == "void" else "return "
    return f"REVPROF_EXPORT {call.returns} {call.name}({call.parameters}) {{\n{timed}  {returns}{body(call)};\n}}\n"


def unknown_wrapper(name, returns, types):
    """It may put, get, or order what others do: a run that makes it ends."""
    arguments = [f"a{i}" for i in range(len(types))]
    parameters = ", ".join(f"{kind} {argument}" for kind, argument in zip(types, arguments)) or "void"
    return (f"REVPROF_EXPORT {returns} {name}({parameters}) {{\n"
            f'  unknown_call("{name}", UnknownCall::moves_data);\n'
            f"  return p{name}({', '.join(arguments)});\n}}\n")


def wrappers(rows, header, passed_table):
    passed_rows = passed.read(passed_table)
    unknown = shmem_table.unknown(rows, lambda name: passed.reason(passed_rows, name), header)
    if unknown:
        print(f"warning: shmem.h declares calls that revprof does not know: {', '.join(unknown)}. A run that makes one ends with a "
              "message (revprof/calls/README.md)", file=sys.stderr)
    texts = [wrapper(call) for call in shmem_table.declared(rows, header)]
    texts += [unknown_wrapper(name, *facts) for name, facts in unknown.items()]
    return HEAD + "\n" + "\n".join(texts) + '\n}  // extern "C"\n'


def forms_hpp(rows):
    lines = [f'    {{"{row.name}", "{row.expression().pattern}"}},' for row in rows if row.forms]
    return (HEAD.partition("#include")[0] + "#pragma once\n\nnamespace revprof {\n\n"
            "struct ShmemForm {\n  const char* family;\n  const char* expression;\n};\n\n"
            "constexpr ShmemForm shmem_forms[] = {\n" + "\n".join(lines) + "\n};\n\n}  // namespace revprof\n")


def main():
    table, output, *host = sys.argv[1:]
    rows = shmem_table.read(table)
    text = wrappers(rows, *host) if host else forms_hpp(rows)
    with open(output + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(output + ".new", output)


if __name__ == "__main__":
    main()
