#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes of mpi.table the wrappers of Open MPI's Fortran calls.

    generate_fortran.py mpi.table OUTPUT MPI.H     # of what the host's mpi.h declares

Both Fortran interfaces pass the same arguments (addresses; lengths of characters behind them), so that
mpi_send_f08_ (`use mpi_f08`) is another name of mpi_send_ (mpif.h and `use mpi`). Collectives are handed on to
the MPI's own Fortran routine as they came; all other calls go to the handlers of the C calls, translated by type.
"""
import os
import re
import sys

import generate
import host_header
import mpi_table

HANDLE = "(MPI_(?:Comm|Datatype|Errhandler|File|Group|Info|Message|Op|Request|Session|Win))"

# C declaration -> type in the Fortran routine, the C argument made of it. {0} is the name, {1} the type,
# {count} the number of elements of an array.
TRANSLATIONS = [
    (r"(?:const )?void ?\* ?\w+", "void*", "choice({0})"),
    (r"(?:const )?int \w+", "MPI_Fint*", "*{0}"),
    (r"(MPI_Aint|MPI_Offset|MPI_Count) \w+", "{1}*", "*{0}"),
    (r"(?:const )?(MPI_Aint|MPI_Offset|MPI_Count) (?:\* ?\w+|\w+\[\])", "{1}*", "{0}"),
    (HANDLE + r" \w+", "MPI_Fint*", "handle<{1}>({0})"),
    (HANDLE + r" ?\* ?\w+", "MPI_Fint*", "NewHandle<{1}>({0})"),
    (r"(?:const )?" + HANDLE + r" \w+\[\]", "MPI_Fint*", "Handles<{1}>({0}, {count})"),
    (r"MPI_Status \*array_of_statuses|MPI_Status array_of_statuses\[\]", "MPI_Fint*", "statuses({0}, {count})"),
    (r"MPI_Status ?\* ?\w+", "MPI_Fint*", "status({0})"),
    (r"int \*index", "MPI_Fint*", "Indices({0}, 1)"),
    (r"int array_of_indices\[\]", "MPI_Fint*", "Indices({0}, {count})"),
    (r"int array_of_errcodes\[\]", "MPI_Fint*", "error_codes({0})"),
    (r"(?:const )?int (?:\* ?\w+|\w+\[\])", "MPI_Fint*", "{0}"),
    (r"const char \*\w+", "char*", "text({0}, {0}_length).c_str()"),
    (r"char \*\w+", "char*", "ReturnedText({0}, {0}_length)"),
    (r"char \*argv\[\]", "char*", "Arguments({0}, {0}_length, 1)"),
    (r"char \*array_of_commands\[\]", "char*",
     "Texts({0}, {0}_length, {count}, {0}_length)"),
    (r"char \*\*array_of_argv\[\]", "char*", "Arguments({0}, {0}_length, {count})"),
]
# The handle that goes in and comes back changed, by kind of call; every other one that comes back is new.
CHANGED_HANDLE = {"wait": "request", "test": "request", "request_free": "request", "cancel": "request",
                  "start": "request", "mreceive": "message", "imreceive": "message", "comm_disconnect": "comm",
                  "comm_free": "comm", "win_free": "win", "file_close": "fh", "session_finalize": "session"}
# An address that the C call returns, which programs can receive by mpi_f08 (as type(c_ptr)) alone.
F08_ONLY_OUTPUT = {"buffer_detach": "buffer", "own_buffer_detach": "buffer"}
ABSENT = {"int *argc": "nullptr", "char ***argv": "nullptr"}  # what Fortran's form of a call leaves out


class Parameter:
    def __init__(self, row, declaration, name):
        self.name = name
        if declaration in ABSENT:
            self.type, self.c_argument = None, ABSENT[declaration]
            return
        for pattern, self.type, argument in TRANSLATIONS:
            match = re.fullmatch(pattern, declaration)
            if match:
                break
        else:
            sys.exit(f"{row.name}: no translation from Fortran for {declaration!r}")
        if CHANGED_HANDLE.get(row.kind) == name:
            argument = "Handles<{1}>({0}, 1)"
        names = [name] + [group for group in match.groups() if group]
        self.type = self.type.format(*names)
        self.c_argument = argument.format(*names, count=element_count(row))
        if not re.match(r"\*?\w+$", self.c_argument):
            self.c_argument = "fortran::" + self.c_argument

    @property
    def is_text(self):
        return self.type == "char*"


def element_count(row):
    """C++ for the number of elements of an array."""
    if row.kind in mpi_table.COLLECTIVE:
        return "communicator.out_degree" if row.kind == "neighbour" else "communicator.peers"
    return "*" + next((name for name in row.arguments if name in ("count", "incount")), "no_count")


def size_expression(row, parameters):
    """The C wrapper's, with the Fortran arguments in place of C's."""
    c_arguments = {p.name: p.c_argument for p in parameters}
    return re.sub(r"(?<![.\w])[a-z]\w*(?!\w|\()", lambda word: c_arguments.get(word.group(), word.group()),
                  generate.size_expression(row))


def collective(row, parameters, size):
    names = ", ".join([p.name for p in parameters] + ["&code"] +
                      [f"{p.name}_length" for p in parameters if p.is_text])
    communicator = row.parameter(r"MPI_Comm \w+")
    root = row.parameter("int root")
    request = row.parameter(r"MPI_Request \*request")
    made = mpi_table.made_communicator(row)
    handler = "constructor" if made else "collective"
    handler = f"fortran::nonblocking_{handler}" if request else f"handle::{handler}"
    if row.call.endswith("_init"):
        handler = "fortran::persistent"
    uneven = "true" if row.size.startswith("uneven") else "false"
    unused = "" if "communicator" in size else "[[maybe_unused]] "
    routine = f"mpi_{row.name[4:].lower()}_"
    return (f"  static auto* const real = fortran::routine_as<decltype({routine})>(\"p{routine}\");\n"
            f"  const int error = {handler}(\n"
            f"      {{Call::{row.call}, Kind::{row.kind}, fortran::handle<MPI_Comm>({communicator}),\n"
            f"       {'*' + root if root else 'no_root'}, {uneven}}},\n"
            f"      [&]({unused}const Communicator& communicator) -> std::int64_t {{ return {size}; }},\n"
            f"      [&] {{\n        MPI_Fint code = MPI_SUCCESS;\n        real({names});\n        return code;\n      }}"
            f"{f', [=] {{ return fortran::handle<MPI_Comm>({made}); }}' if made else ''}"
            f"{', ' + request if request else ''});\n")


def translated(row, parameters, real):
    passed = ", ".join([f"Call::{row.call}", real] + [p.c_argument for p in parameters])
    return f"  const int error = handle::{row.kind}({passed});\n"


def pointer_name(base):
    """The form whose address is a type(c_ptr), of the same size; mpi_f08 has no other (MPI-3.1, 11.2.2)."""
    return f"mpi_{base}_cptr_"


def alias(returns, name, signature, target):
    return f'REVPROF_EXPORT {returns} {name}({signature}) __attribute__((alias("{target}")));\n'


def wrapper(row, real):
    base = row.name[4:].lower()
    routine = f"mpi_{base}_"
    if row.returns == "double":
        return (f"REVPROF_EXPORT double {routine}(void) {{\n{generate.entry(row)}"
                f"  return handle::{row.kind}(Call::{row.call}, P{row.name});\n}}\n")
    parameters = [Parameter(row, declaration, name) for declaration, name in
                  zip([p for p in row.parameters if p != "..."], row.arguments)]
    present = [p for p in parameters if p.type]
    types = [f"{p.type} {p.name}" for p in present]
    if row.kind != "pcontrol":  # the one subroutine without
        types.append("MPI_Fint* ierror")
    types += [f"std::size_t {p.name}_length" for p in present if p.is_text]
    signature = ", ".join(types)
    report = "  fortran::report(error, ierror);\n"
    if row.kind == "pcontrol":
        body, report = "  fortran::pcontrol(*level);\n", ""
    elif row.kind in mpi_table.COLLECTIVE:
        body = collective(row, present, size_expression(row, present))
    else:
        body = translated(row, parameters, real)
    body = generate.entry(row) + body
    names = [pointer_name(base)] if "baseptr" in row.arguments else []
    f08 = f"mpi_{base}_f08_"
    other = ""
    if row.kind in F08_ONLY_OUTPUT:
        other = f"REVPROF_EXPORT void {f08}({signature}) {{\n{body}{report}}}\n"
        output = F08_ONLY_OUTPUT[row.kind]
        body = f"  void* unseen = nullptr;\n  {output} = &unseen;\n{body}"
    else:
        names.append(f08)
    aliases = "".join(alias("void", name, signature, routine) for name in names)
    return f"REVPROF_EXPORT void {routine}({signature}) {{\n{body}{report}}}\n{aliases}{other}"


def main():
    table, output, header = sys.argv[1:]
    declared = host_header.read(header)
    body = "\n".join(wrapper(row, host_header.Signature(row, declared[row.name], row.name).real)
                     for row in mpi_table.read(table) if row.name in declared)
    text = (generate.HEAD.replace("generate.py", "generate_fortran.py") +
            '#include "revprof/fortran/library.hpp"\n' + generate.STOPWATCH + '\nusing namespace revprof;\n\n'
            '#define REVPROF_EXPORT __attribute__((visibility("default")))\n\n'
            'extern "C" {\n\n' + body + '\n}  // extern "C"\n')
    temporary = output + ".new"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
