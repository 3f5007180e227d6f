// SPDX-License-Identifier: BSD-3-Clause
// A flag, set by SIGINT, SIGTERM (what mpirun sends its processes on Ctrl-C) and SIGHUP.
#include "characterize/interruption.hpp"

#include <csignal>
#include <initializer_list>

namespace revprof {

namespace {

volatile std::sig_atomic_t flag = 0;

void set_flag(int) { flag = 1; }

}  // namespace

void catch_interruptions() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, set_flag);
}

bool interrupted() { return flag != 0; }

}  // namespace revprof
