// SPDX-License-Identifier: BSD-3-Clause
// One handler per kind of call; the generated wrappers call them with a function that makes the
// program's own call.
#pragma once

#include <pshmem.h>
#include <pshmemx.h>
#include <shmem.h>
#include <shmemx.h>

#include "revprof/shmem/collective_calls.hpp"
#include "revprof/shmem/course_calls.hpp"
#include "revprof/shmem/order_calls.hpp"
#include "revprof/shmem/transfer_calls.hpp"
