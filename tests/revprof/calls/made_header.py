#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Wrappers made for an mpi.h that is neither of this machine's: all calls of the tables, MPI-4.1's too, some with another
const or width than the table's, and three that nobody knows.

    made_header.py --source DIR --generated DIR --compiler "c++ ..." --scratch DIR
"""
import argparse
import os
import re
import shlex
import subprocess
import sys

HANDLES = ("Comm", "Datatype", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request", "Session", "Win")
TYPES = """
typedef long MPI_Aint; typedef long long MPI_Count, MPI_Offset; typedef int MPI_Fint;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR, rest[5]; } MPI_Status;
typedef void MPI_Datarep_conversion_function(void);
"""
NUMBERS = ("SUCCESS ANY_SOURCE ANY_TAG PROC_NULL ROOT UNDEFINED THREAD_MULTIPLE THREAD_SERIALIZED MAX_PROCESSOR_NAME BSEND_OVERHEAD "
           "COMBINER_NAMED KEYVAL_INVALID COMM_TYPE_SHARED LOCK_EXCLUSIVE MODE_NOPRECEDE MODE_NOCHECK ERR_OTHER").split()
CONSTANTS = ("COMM_WORLD COMM_SELF COMM_NULL DATATYPE_NULL REQUEST_NULL MESSAGE_NULL INFO_NULL WIN_NULL FILE_NULL GROUP_NULL SESSION_NULL "
             "OP_NULL ERRHANDLER_NULL ERRORS_ARE_FATAL BYTE INT INT64_T").split()
POINTERS = "IN_PLACE BOTTOM STATUS_IGNORE STATUSES_IGNORE ARGV_NULL ERRCODES_IGNORE".split()
# What revprof's headers call beside the table's.
ALSO = """
int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
int MPI_Type_commit(MPI_Datatype *datatype)
int MPI_Type_free(MPI_Datatype *datatype)
int MPI_Type_get_envelope(MPI_Datatype datatype, int *integers, int *addresses, int *types, int *combiner)
int MPI_Comm_free(MPI_Comm *comm)
int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
int MPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
int MPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)
int MPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count *size)
""".strip().splitlines()
# As some mpi.h have them.
CHANGED = {
    "MPI_Pready_list": "int MPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)",
    "MPI_Psend_init": "int MPI_Psend_init(const void *, int, int, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request *)",
    "MPI_Waitall": "int MPI_Waitall(int count, MPI_Request *array_of_requests, MPI_Status array_of_statuses[])",
    "MPI_Testall": "int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses)",
    "MPI_Send": "int MPI_Send(void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)",
    "MPI_Bcast": "int MPI_Bcast(const void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)",
}
UNKNOWN = ["int MPI_Made_send(const void *buf, int count, MPI_Datatype datatype, int dest, MPI_Comm comm)",
           "int MPI_Made_start(MPI_Comm comm, MPI_Request *request)",
           "int MPI_Made_query(MPI_Comm comm, int *flag)",
           "int MPI_Made_number(int *number)"]


def header_text(rows, changed):
    prototypes = [changed.get(row.name, row.prototype) for row in rows if row.kind != "equation" and row.name == row.call
                  and not row.name.endswith("_init") or row.name in ("MPI_Psend_init", "MPI_Precv_init", "MPI_Send_init",
                                                                     "MPI_Recv_init", "MPI_Session_init")]
    prototypes += ALSO + UNKNOWN
    lines = [f"typedef struct Made{name} *MPI_{name};" for name in HANDLES] + [TYPES]
    lines += [f"#define MPI_{name} {-number}" for number, name in enumerate(NUMBERS)]
    lines += [f"#define MPI_{name} ((MPI_{type_of_constant(name)})0)" for name in CONSTANTS]
    lines += [f"#define MPI_{name} ((void*)0)" for name in POINTERS[:2]]
    lines += ["#define MPI_STATUS_IGNORE ((MPI_Status*)0)", "#define MPI_STATUSES_IGNORE ((MPI_Status*)0)"]
    for prototype in prototypes:
        lines += [prototype + ";", re.sub(r"\bMPI_(\w+)\(", r"PMPI_\1(", prototype, count=1) + ";"]
    return '#pragma once\nextern "C" {\n' + "\n".join(lines) + "\n}\n"


def type_of_constant(name):
    kinds = {"COMM": "Comm", "REQUEST": "Request", "MESSAGE": "Message", "INFO": "Info", "WIN": "Win", "FILE": "File", "GROUP": "Group",
             "SESSION": "Session", "OP": "Op", "ERRHANDLER": "Errhandler", "ERRORS": "Errhandler"}
    return kinds.get(name.split("_")[0], "Datatype")


class Test:
    def __init__(self, options):
        self.options, self.wrong = options, 0
        self.calls = os.path.join(options.source, "revprof", "calls")
        sys.path.insert(0, self.calls)
        import generate
        self.rows = generate.read(os.path.join(self.calls, "mpi.table"))
        os.makedirs(os.path.join(options.scratch, "revprof", "calls"), exist_ok=True)

    def generate(self, what, output, header):
        words = [sys.executable, os.path.join(self.calls, "generate.py"), os.path.join(self.calls, "mpi.table"), what, output, header]
        if what.startswith("wrappers"):
            words.append(os.path.join(self.calls, "passed.table"))
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def expect(self, condition, what):
        if not condition:
            print("not true: " + what)
            self.wrong += 1

    def write_header(self, changed):
        path = os.path.join(self.options.scratch, "mpi.h")
        with open(path, "w", encoding="utf-8") as file:
            file.write(header_text(self.rows, changed))
        return path

    def wrappers_compile(self):
        scratch = self.options.scratch
        header, output = self.write_header(CHANGED), os.path.join(scratch, "wrappers.cpp")
        ended = self.generate("wrappers_made.cpp", output, header)
        self.expect(ended.returncode == 0, f"made: {ended.stderr}")
        self.generate("declared_made.hpp", os.path.join(scratch, "revprof", "calls", "declared_made.hpp"), header)
        names = "MPI_Made_number, MPI_Made_query, MPI_Made_send, MPI_Made_start. A run"
        self.expect("declares calls that revprof does not know: " + names in ended.stderr, "a warning: " + ended.stderr)
        with open(output, encoding="utf-8") as file:
            text = file.read()
        for call, sort in (("send", "moves_data"), ("start", "moves_data"), ("query", "asks")):
            self.expect(f'unknown_call("MPI_Made_{call}", UnknownCall::{sort});' in text, f"MPI_Made_{call} is {sort}")
        self.expect("MPI_Made_number" not in text, "MPI_Made_number is left alone")
        for call in ("MPI_Request_get_status_all", "MPI_Comm_attach_buffer_c", "MPI_Session_detach_buffer", "MPI_Alltoallv_c"):
            self.expect(f" {call}(" in text, f"{call} is wrapped")
        words = shlex.split(self.options.compiler) + [
            "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror", "-I" + scratch,
            "-I" + self.options.source, "-I" + self.options.generated,
            '-DREVPROF_DECLARED_CALLS="revprof/calls/declared_made.hpp"', output]
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        self.expect(ended.returncode == 0, "the wrappers compile:\n" + ended.stderr[:4000])

    def refused(self, name, prototype, words):
        header = self.write_header({**CHANGED, name: prototype})
        ended = self.generate("wrappers_made.cpp", os.path.join(self.options.scratch, "refused.cpp"), header)
        self.expect(ended.returncode != 0 and words in ended.stderr, f"{name} is refused: {ended.returncode} {ended.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("source", "generated", "compiler", "scratch"):
        parser.add_argument("--" + name, required=True)
    test = Test(parser.parse_args())
    test.wrappers_compile()
    test.refused("MPI_Barrier", "int MPI_Barrier(MPI_Comm comm, int how)", "MPI_Barrier: expected as in int MPI_Barrier(MPI_Comm comm)")
    test.refused("MPI_Probe", "int MPI_Probe(int source, double tag, MPI_Comm comm, MPI_Status *status)",
                 "MPI_Probe: its tag is of type double; expected int")
    test.refused("MPI_Cancel", "int MPI_Cancel(const MPI_Request *request)",
                 "MPI_Cancel: its request is of type const MPI_Request*; expected MPI_Request*")
    sys.exit(1 if test.wrong else 0)


if __name__ == "__main__":
    main()
