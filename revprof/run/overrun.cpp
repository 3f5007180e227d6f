// SPDX-License-Identifier: BSD-3-Clause
// Whoever makes the file first speaks; the others leave it the time to.
#include "revprof/run/overrun.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "revprof/run/stand_by.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

namespace {

using std::chrono::milliseconds;
constexpr milliseconds longest_silence{10'000};

// On a node that does not see the run's directory, processes speak in the order of their ranks, if
// nobody else has meanwhile.
milliseconds turn(int rank) { return std::min(milliseconds(1000 + 50 * rank), longest_silence); }

// The program's words may be many.
std::string first_word(const std::string& program) { return program.substr(0, program.find(' ')); }

}  // namespace

void end_at_overrun(const Run& run, const std::string& what) {
  const std::string text = first_word(run.program) + ": " + what +
                           ". Look at --step and the steps of revprof_compute(), at what the "
                           "lane's model says of the call (`revprof model eval`), at the "
                           "scenario's factors, and at --cpu-scale and --wtime-tick\n";
  const std::string name = run.output + "/" + overrun_file;
  const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  const bool known = file < 0 && errno == EEXIST;
  if (known) {
    stand_by(longest_silence);
  } else {
    if (file < 0) stand_by(turn(run.engine->rank()));
    std::fprintf(stderr, "revprof: %s", text.c_str());
    if (file >= 0 && ::write(file, text.data(), text.size()) < 0) ::unlink(name.c_str());
    if (run.trace != nullptr) run.trace->flush();
  }
  run.team->abort(overrun_exit_code);
}

}  // namespace revprof
