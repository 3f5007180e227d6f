#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a script on mpi4py does, for a second or two: arithmetic, pickled objects, arrays, reductions.

python_exchange.py ROUNDS
"""
import sys

import numpy
from mpi4py import MPI

WORLD = MPI.COMM_WORLD
RANK, SIZE = WORLD.Get_rank(), WORLD.Get_size()
NEXT, PREVIOUS = (RANK + 1) % SIZE, (RANK + SIZE - 1) % SIZE


def main():
    field = numpy.linspace(RANK, RANK + 1, 100_000)
    halo = numpy.empty(1000)
    for number in range(int(sys.argv[1])):
        field = numpy.sqrt(field * field + 1e-3)
        request = WORLD.Irecv(halo, source=PREVIOUS, tag=1)
        WORLD.Send(field[-1000:], dest=NEXT, tag=1)
        request.Wait()
        field[:1000] = 0.5 * (field[:1000] + halo)
        largest = WORLD.allreduce(float(field.max()), op=MPI.MAX)
        note = WORLD.sendrecv({"round": number, "largest": largest}, dest=NEXT, source=PREVIOUS)
        assert note["round"] == number, note
    if RANK == 0:
        print(f"largest {largest:.12f}")


if __name__ == "__main__":
    main()
