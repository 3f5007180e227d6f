#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""shmem_header.py FOLDER SHMEM.TABLE: which names of a header of OpenSHMEM 1.5 the rows of 1.4 stand for, and which not."""
import sys
import tempfile

folder, table = sys.argv[1:]
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
"""
EXPECTED = {"shmem_int_fetch": "shmem_atomic_fetch", "shmem_longlong_wait_until": "shmem_wait_until", "shmem_ctx_uint16_p": "shmem_p"}

with tempfile.NamedTemporaryFile("w", suffix=".h") as header:
    header.write(HEADER)
    header.flush()
    found = {call.name: call.row.name for call in shmem_table.declared(shmem_table.read(table), header.name)}
if found != EXPECTED:
    sys.exit(f"expected {EXPECTED}, found {found}")
