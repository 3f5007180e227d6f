/* SPDX-License-Identifier: BSD-3-Clause
 * A host that does as MPICH 4.2: who looks at a complete receive takes its status with it, and the
 * call that completes the request then has an empty one; and MPI_Abort returns. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>

enum { most = 256 };
static struct {
  MPI_Request request;
  int seen;
} receives[most];
static int count_of_receives;

static void* host(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

static int find(MPI_Request request) {
  for (int i = 0; i < count_of_receives; ++i) {
    if (receives[i].request == request) return i;
  }
  return -1;
}

static void note(MPI_Request request) {
  int i = find(request);
  if (i < 0 && count_of_receives < most) i = count_of_receives++;
  if (i < 0) return;
  receives[i].request = request;
  receives[i].seen = 0;
}

static void completed(MPI_Request request, MPI_Status* status) {
  const int i = find(request);
  if (i < 0 || !receives[i].seen) return;
  receives[i].seen = 0;
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = MPI_ANY_TAG;
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
}

typedef int ReceiveCall(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

int PMPI_Irecv(void* room, int count, MPI_Datatype type, int source, int tag, MPI_Comm communicator,
               MPI_Request* request) {
  const int error =
      ((ReceiveCall*)host("PMPI_Irecv"))(room, count, type, source, tag, communicator, request);
  if (error == MPI_SUCCESS) note(*request);
  return error;
}

int PMPI_Recv_init(void* room, int count, MPI_Datatype type, int source, int tag,
                   MPI_Comm communicator, MPI_Request* request) {
  const int error =
      ((ReceiveCall*)host("PMPI_Recv_init"))(room, count, type, source, tag, communicator, request);
  if (error == MPI_SUCCESS) note(*request);
  return error;
}

int PMPI_Start(MPI_Request* request) {
  const int i = find(*request);
  if (i >= 0) receives[i].seen = 0;
  return ((int (*)(MPI_Request*))host("PMPI_Start"))(request);
}

int PMPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  const int error = ((int (*)(MPI_Request, int*, MPI_Status*))host("PMPI_Request_get_status"))(
      request, flag, status);
  const int i = error == MPI_SUCCESS && *flag != 0 ? find(request) : -1;
  if (i >= 0) receives[i].seen = 1;
  return error;
}

int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  const MPI_Request before = *request;
  const int error = ((int (*)(MPI_Request*, MPI_Status*))host("PMPI_Wait"))(request, status);
  completed(before, status);
  return error;
}

int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const MPI_Request before = *request;
  const int error =
      ((int (*)(MPI_Request*, int*, MPI_Status*))host("PMPI_Test"))(request, flag, status);
  if (*flag != 0) completed(before, status);
  return error;
}

int PMPI_Abort(MPI_Comm communicator, int code) {
  (void)communicator, (void)code;
  return MPI_SUCCESS;
}
