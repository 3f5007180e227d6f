// SPDX-License-Identifier: BSD-3-Clause
// What the program has left over at its end.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "revprof/mpi/wait/wait.hpp"

namespace revprof {

namespace {

void note_requests(Process& process) {
  std::map<std::string, int> left;
  process.requests.for_each_live([&](MPI_Request, const Request& record) {
    if (!record.active) return;
    if (record.as<Request::Send>() != nullptr) ++left["of a send"];
    if (record.as<Request::Receive>() != nullptr) ++left["of a receive"];
    if (const auto* const collective = record.as<Request::Collective>()) {
      ++left["of " + std::string(traits(collective->call).name)];
    }
    if (record.as<Request::Transfer>() != nullptr) ++left["of a one-sided transfer"];
  });
  for (const auto& [what, number] : left) {
    process.misuse.note_own("has " + std::to_string(number) + " request" +
                            (number == 1 ? " " : "s ") + what + " that it never completed");
  }
}

// The counts say where to look: a message that MPI has refused, or cut, is counted as well. Only
// what is there on MPI_COMM_WORLD is named.
void note_messages(Process& process) {
  const Watch& watch = process.watch;
  int has_world = 0;
  PMPI_Initialized(&has_world);
  if (!watch.is_open() || has_world == 0) return;
  const int own = watch.rank();
  for (int from = 0; from < watch.processes(); ++from) {
    std::uint32_t messages = 0;
    for (unsigned kind = 0; kind < Watch::kinds; ++kind) {
      messages += watch.under_way(from, own, kind);
    }
    int is_there = 0;
    MPI_Status status;
    if (messages == 0 || PMPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status) != 0 ||
        is_there == 0) {
      continue;
    }
    process.misuse.note_own("has not received a message from process " + std::to_string(from) +
                            " with tag " + std::to_string(status.MPI_TAG));
  }
}

void note_communicators(Process& process) {
  const std::size_t left = process.communicators.not_freed();
  if (left == 0) return;
  process.misuse.note_own("has not freed " + std::to_string(left) +
                          (left == 1 ? " communicator" : " communicators"));
}

}  // namespace

void note_leaks(Process& process) {
  process.requests.progress(process.stamp_bytes);
  note_requests(process);
  note_messages(process);
  note_communicators(process);
}

}  // namespace revprof
