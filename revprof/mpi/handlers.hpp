// SPDX-License-Identifier: BSD-3-Clause
// One handler per kind of call; the generated wrappers call them with their PMPI_ function and
// their arguments.
#pragma once

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/mpi/file/file_calls.hpp"
#include "revprof/mpi/message/attached_buffer.hpp"
#include "revprof/mpi/message/message_calls.hpp"
#include "revprof/mpi/message/size.hpp"
#include "revprof/mpi/request/request_calls.hpp"
#include "revprof/mpi/window/window_calls.hpp"
#include "revprof/mpi/world/world_calls.hpp"
