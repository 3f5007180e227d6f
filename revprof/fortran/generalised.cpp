// SPDX-License-Identifier: BSD-3-Clause
// Generalised requests of Open MPI's Fortran programs: their functions are Fortran's, so the calls
// go to the MPI's own Fortran routines as they came.
#include "revprof/mpi/request/generalised.hpp"

#include "revprof/fortran/library.hpp"

extern "C" {

__attribute__((visibility("default"))) void mpi_grequest_start_(void* query_fn, void* free_fn,
                                                                void* cancel_fn, void* extra_state,
                                                                MPI_Fint* request,
                                                                MPI_Fint* ierror) {
  static auto* const real =
      revprof::fortran::routine_as<decltype(mpi_grequest_start_)>("pmpi_grequest_start_");
  MPI_Fint error = MPI_SUCCESS;
  real(query_fn, free_fn, cancel_fn, extra_state, request, &error);
  if (error == MPI_SUCCESS) {
    revprof::begin_generalised(revprof::fortran::handle<MPI_Request>(request));
  }
  revprof::fortran::report(error, ierror);
}
__attribute__((visibility("default"))) void mpi_grequest_start_f08_(
    void* query_fn, void* free_fn, void* cancel_fn, void* extra_state, MPI_Fint* request,
    MPI_Fint* ierror) __attribute__((alias("mpi_grequest_start_")));

__attribute__((visibility("default"))) void mpi_grequest_complete_(MPI_Fint* request,
                                                                   MPI_Fint* ierror) {
  static auto* const real =
      revprof::fortran::routine_as<decltype(mpi_grequest_complete_)>("pmpi_grequest_complete_");
  revprof::complete_generalised(revprof::fortran::handle<MPI_Request>(request));
  MPI_Fint error = MPI_SUCCESS;
  real(request, &error);
  revprof::fortran::report(error, ierror);
}
__attribute__((visibility("default"))) void mpi_grequest_complete_f08_(MPI_Fint* request,
                                                                       MPI_Fint* ierror)
    __attribute__((alias("mpi_grequest_complete_")));

}  // extern "C"
