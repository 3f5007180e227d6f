// SPDX-License-Identifier: BSD-3-Clause
// Preprocessed once: what the host's OpenSHMEM declares, also under its names for profiling, for
// the generator.
#include <pshmem.h>
#include <pshmemx.h>
#include <shmem.h>
#include <shmemx.h>
