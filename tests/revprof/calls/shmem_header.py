#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""shmem_header.py FOLDER: which names of a header of OpenSHMEM 1.5 the rows of 1.4 stand for, and that a run which makes another ends."""
import os
import re
import subprocess
import sys
import tempfile

folder = sys.argv[1]
table = folder + "/shmem.table"
sys.path.insert(0, folder)
import shmem_table  # pylint: disable=import-error,wrong-import-position

HEADER = """
uint64_t shmem_signal_fetch(const uint64_t *sig_addr); uint64_t pshmem_signal_fetch(const uint64_t *sig_addr);
uint64_t shmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t value);
uint64_t pshmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t value);
int shmem_int_alltoall(shmem_team_t team, int *target, const int *source, size_t nelems);
int pshmem_int_alltoall(shmem_team_t team, int *target, const int *source, size_t nelems);
int shmem_int_fetch(const int *target, int pe); int pshmem_int_fetch(const int *target, int pe);
void shmem_longlong_wait_until(long long *addr, int cmp, long long value);
void pshmem_longlong_wait_until(long long *addr, int cmp, long long value);
void shmem_ctx_uint16_p(shmem_ctx_t ctx, uint16_t *addr, uint16_t value, int pe);
void pshmem_ctx_uint16_p(shmem_ctx_t ctx, uint16_t *addr, uint16_t value, int pe);
size_t shmem_int_wait_until_some(int *ivars, size_t nelems, size_t indices[], const int status[], int cmp, int value);
size_t pshmem_int_wait_until_some(int *ivars, size_t nelems, size_t indices[], const int status[], int cmp, int value);
int shmem_team_my_pe(shmem_team_t team); int pshmem_team_my_pe(shmem_team_t team);
void shmemx_no_profiling(int pe);
"""
EXPECTED = {"shmem_int_fetch": "shmem_atomic_fetch", "shmem_longlong_wait_until": "shmem_wait_until", "shmem_ctx_uint16_p": "shmem_p"}

UNKNOWN = {
    "shmem_signal_fetch": "uint64_t shmem_signal_fetch(const uint64_t* a0)",
    "shmem_signal_wait_until": "uint64_t shmem_signal_wait_until(uint64_t* a0, int a1, uint64_t a2)",
    "shmem_int_alltoall": "int shmem_int_alltoall(shmem_team_t a0, int* a1, const int* a2, size_t a3)",
    "shmem_int_wait_until_some": "size_t shmem_int_wait_until_some(int* a0, size_t a1, size_t* a2, const int* a3, int a4, int a5)",
}

with tempfile.NamedTemporaryFile("w", suffix=".h") as header:
    header.write(HEADER)
    header.flush()
    made = subprocess.run([sys.executable, folder + "/generate_shmem.py", table, header.name + ".cpp", header.name, folder + "/passed.table"],
                          capture_output=True, text=True, check=True)
    with open(header.name + ".cpp", encoding="utf-8") as file:
        wrappers = file.read()
    os.remove(header.name + ".cpp")
    found = {call.name: call.row.name for call in shmem_table.declared(shmem_table.read(table), header.name)}
if found != EXPECTED:
    sys.exit(f"expected {EXPECTED}, found {found}")

ends = dict(re.findall(r'REVPROF_EXPORT ([^{]*) \{\n  unknown_call\("(\w+)", UnknownCall::moves_data\);', wrappers))
if {name: head for head, name in ends.items()} != UNKNOWN:
    sys.exit(f"expected wrappers that end a run for {UNKNOWN}, found {ends}")
if "declares calls that revprof does not know: " + ", ".join(UNKNOWN) not in made.stderr:
    sys.exit(f"expected a warning of {list(UNKNOWN)}, found: {made.stderr}")
