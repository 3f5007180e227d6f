// SPDX-License-Identifier: BSD-3-Clause
// Preprocessed once per host: what its mpi.h declares, for the generator; and Open MPI's
// extensions, among them the persistent collectives of MPI-4.
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
