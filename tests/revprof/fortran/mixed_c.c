// SPDX-License-Identifier: BSD-3-Clause
// The C half of mixed.F90; requests and communicators go to and fro as Fortran's numbers.
#include <mpi.h>

enum { bytes = 1000 };
static char out[bytes], in[bytes], all[4 * bytes];

void c_receive(void) { MPI_Recv(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

void c_start_receive(MPI_Fint* number) {
  MPI_Request request;
  MPI_Irecv(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
  *number = MPI_Request_c2f(request);
}

void c_wait(MPI_Fint* number) {
  MPI_Request request = MPI_Request_f2c(*number);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  *number = MPI_Request_c2f(request);
}

void c_collectives(const MPI_Fint* communicator, MPI_Fint* number) {
  const MPI_Comm comm = MPI_Comm_f2c(*communicator);
  MPI_Request request;
  MPI_Allreduce(out, in, bytes, MPI_BYTE, MPI_BOR, comm);
  MPI_Barrier(comm);
  MPI_Bcast(in, bytes, MPI_BYTE, 2, comm);
  MPI_Reduce(out, in, bytes, MPI_BYTE, MPI_BOR, 0, comm);
  MPI_Gather(out, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, comm);
  MPI_Scan(out, in, bytes, MPI_BYTE, MPI_BOR, comm);
  MPI_Ibarrier(comm, &request);
  *number = MPI_Request_c2f(request);
}
