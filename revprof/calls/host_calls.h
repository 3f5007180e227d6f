// SPDX-License-Identifier: BSD-3-Clause
// Preprocessed once per host: what its mpi.h declares, for the generator.
#include <mpi.h>
