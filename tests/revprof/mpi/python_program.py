#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A Python program on mpi4py: pickled objects and buffers, nonblocking, one-sided, spawned processes.

Prints what it computed, in an order that the host cannot change.
"""
import sys

import numpy
from mpi4py import MPI

WORLD = MPI.COMM_WORLD
RANK, SIZE = WORLD.Get_rank(), WORLD.Get_size()
NEXT, PREVIOUS = (RANK + 1) % SIZE, (RANK + SIZE - 1) % SIZE


def pickled():
    """Objects of unknown size: mpi4py probes, then receives."""
    sent = {"rank": RANK, "words": ["x" * n for n in (0, 10, 5000)], "set": {1, 2, RANK}}
    got = WORLD.sendrecv(sent, dest=NEXT, source=PREVIOUS)
    assert got["rank"] == PREVIOUS and got["set"] == {1, 2, PREVIOUS}, got
    request = WORLD.isend(list(range(2000)), dest=NEXT, tag=1)
    assert WORLD.irecv(bytearray(1 << 16), source=PREVIOUS, tag=1).wait()[-1] == 1999
    request.wait()
    objects = WORLD.gather((RANK, "a" * RANK), root=0)
    assert WORLD.bcast(objects, root=0) == [(r, "a" * r) for r in range(SIZE)]
    assert WORLD.alltoall([RANK * 100 + to for to in range(SIZE)]) == \
        [source * 100 + RANK for source in range(SIZE)]
    return WORLD.allreduce(RANK + 1) + WORLD.scatter(range(SIZE) if RANK == 0 else None)


def buffers():
    """Arrays: contiguous, a column with gaps, in place."""
    total = 0.0
    for length in (1, 500, 50_000):
        out = numpy.arange(length, dtype="d") + RANK
        into = numpy.empty(length)
        requests = [WORLD.Irecv(into, PREVIOUS, 2), WORLD.Isend(out, NEXT, 2)]
        MPI.Request.Waitall(requests)
        assert (into == numpy.arange(length) + PREVIOUS).all()
        WORLD.Allreduce(MPI.IN_PLACE, into)
        total += into.sum()
    column = MPI.DOUBLE.Create_vector(20, 1, 20).Commit()
    matrix = numpy.full((20, 20), float(RANK))
    flat = matrix.reshape(-1)
    WORLD.Sendrecv([flat, 1, column], NEXT, 3, [flat[5:], 1, column], PREVIOUS, 3)
    assert (matrix[:, 5] == PREVIOUS).all() and (matrix[:, 6] == RANK).all()
    column.Free()
    status = MPI.Status()
    request = WORLD.Isend(numpy.zeros(RANK + 3, dtype="i"), NEXT, 4)
    WORLD.Probe(MPI.ANY_SOURCE, 4, status)
    assert status.Get_count(MPI.INT) == PREVIOUS + 3
    WORLD.Recv(numpy.empty(PREVIOUS + 3, dtype="i"), status.Get_source(), 4)
    request.Wait()
    return total


def one_sided():
    memory = numpy.zeros(SIZE, dtype="i")
    window = MPI.Win.Create(memory, memory.itemsize, comm=WORLD)
    own = numpy.array([RANK + 1], dtype="i")
    window.Fence()
    for target in range(SIZE):
        window.Put(own, target, target=RANK)
    window.Fence()
    window.Free()
    return [int(value) for value in memory]


def spawned():
    children = WORLD.Spawn(sys.executable, [__file__], maxprocs=2)
    total = children.allreduce(RANK)
    children.Disconnect()
    return total


def main():
    parents = MPI.Comm.Get_parent()
    if parents != MPI.COMM_NULL:
        parents.allreduce(10 + RANK)
        parents.Disconnect()
        return
    values = (pickled(), buffers(), one_sided(), spawned())
    for row in WORLD.gather(values, root=0) or []:
        print(*row)


main()
