// SPDX-License-Identifier: BSD-3-Clause
// What tracing costs: time per event while the program runs, time and memory of each conversion.
// CPU time, user's and system's, so that other work on the machine does not count.
//
//     trace_cost DIR [EVENTS [PROCESSES]]      DIR must not exist; EVENTS of each process
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "revprof/trace/convert/conversion.hpp"
#include "revprof/trace/plain/factory.hpp"

namespace {

using revprof::SimTime;

double seconds(const rusage& usage) {
  const auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

double own_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return seconds(usage);
}

// A ring: each process computes, sends to the right and receives from the left; five events a
// round.
double record(const std::string& directory, int rank, int processes, std::int64_t events) {
  revprof::TraceOptions options;
  options.directory = directory;
  options.formats = {"plain"};
  options.rank = rank;
  options.processes = processes;
  options.program = "trace_cost";
  options.limit = events;
  const int right = (rank + 1) % processes, left = (rank + processes - 1) % processes;
  const auto sink = revprof::make_trace(options);
  revprof::CommunicatorEvent world{0, {}};
  for (int r = 0; r < processes; ++r) world.ranks.push_back(r);
  sink->communicator(world);
  const double begin = own_seconds();
  SimTime now = 0;
  for (std::int64_t round = 0; round < events / 5; ++round) {
    sink->compute({now, now + 1'000'000});
    now += 1'000'000;
    sink->send({right, now, 1024, 7, 0});
    sink->call({"MPI_Send", now, now + 2'000'000, 0, 1024, right, 0});
    sink->message({left, now, now + 5'000'000, now + 5'000'000, 1024, 7, 0});
    sink->call({"MPI_Recv", now + 2'000'000, now + 5'000'000, 1'000'000, 1024, left, 0});
    now += 5'000'000;
  }
  return own_seconds() - begin;
}

// In a process of its own, whose memory the kernel measures. False: it failed.
bool convert(const std::string& directory, const char* format, std::int64_t events) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      revprof::convert(revprof::find_traces(directory, {}), {}, format,
                       revprof::default_output(directory, format));
      ::_exit(0);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "trace_cost: %s\n", error.what());
      ::_exit(1);
    }
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  const double spent = seconds(usage);
  std::printf("to %-7s %8.2f s  %6.0f ns an event  %6.1f MB of memory\n", format, spent,
              spent * 1e9 / static_cast<double>(events),
              static_cast<double>(usage.ru_maxrss) / 1024);
  std::fflush(stdout);
  return status == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t events = argc > 2 ? std::atoll(argv[2]) : 1'000'000;
  const int processes = argc > 3 ? std::atoi(argv[3]) : 4;
  if (argc < 2 || argc > 4 || events < 5 || processes < 1 || std::filesystem::exists(argv[1])) {
    std::fprintf(stderr,
                 "usage: trace_cost DIR [EVENTS [PROCESSES]]\n"
                 "records EVENTS (1000000) of each of PROCESSES (4) into DIR, a new directory, and "
                 "converts them\n");
    return 2;
  }
  const std::string directory = argv[1];
  std::filesystem::create_directories(directory);
  std::uintmax_t bytes = 0;
  double spent = 0;
  for (int rank = 0; rank < processes; ++rank) {
    spent += record(directory, rank, processes, events);
    bytes += std::filesystem::file_size(directory + "/p" + std::to_string(rank) + ".trace");
  }
  const std::int64_t all = events * processes;
  std::printf("recorded   %8.2f s  %6.0f ns an event  %6.1f bytes an event\n", spent,
              spent * 1e9 / static_cast<double>(all),
              static_cast<double>(bytes) / static_cast<double>(all));
  std::fflush(stdout);
  bool good = true;
  for (const char* format : {"chrome", "otf2", "paje"}) {
    good = convert(directory, format, all) && good;
  }
  return good ? 0 : 1;
}
