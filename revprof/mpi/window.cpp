// SPDX-License-Identifier: BSD-3-Clause
// Windows' records come with the window and go with it.
#include "revprof/mpi/window.hpp"

#include <numeric>

#include "revprof/mpi/process.hpp"

namespace revprof {

void Notices::send(const std::vector<int>& ranks, Tag tag, const Clock& now) {
  for (const int rank : ranks) {
    under_way_.push_back({MPI_REQUEST_NULL, now});
    Sent& sent = under_way_.back();
    PMPI_Isend(sent.clock.data(), static_cast<int>(values_), MPI_INT64_T, rank, tag, communicator_,
               &sent.request);
  }
  under_way_.remove_if([](Sent& sent) {
    int done = 0;
    PMPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

std::vector<SimTime> Notices::receive(const std::vector<int>& ranks, Tag tag) const {
  std::vector<SimTime> clocks(ranks.size() * values_);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    PMPI_Recv(&clocks[i * values_], static_cast<int>(values_), MPI_INT64_T, ranks[i], tag,
              communicator_, MPI_STATUS_IGNORE);
  }
  return clocks;
}

void Notices::finish() {
  for (Sent& sent : under_way_) PMPI_Wait(&sent.request, MPI_STATUS_IGNORE);
  under_way_.clear();
}

std::vector<int> Window::ranks_of(MPI_Group members) const {
  int size = 0;
  PMPI_Group_size(members, &size);
  std::vector<int> theirs(static_cast<std::size_t>(size)), ranks(theirs.size());
  std::iota(theirs.begin(), theirs.end(), 0);
  PMPI_Group_translate_ranks(members, size, theirs.data(), group, ranks.data());
  return ranks;
}

std::vector<int> Window::world_ranks(const std::vector<int>& ranks) const {
  std::vector<int> translated;
  for (const int rank : ranks) translated.push_back(place.world_rank(rank));
  return translated;
}

std::unique_ptr<Window> make_window(MPI_Comm communicator, const Communicator& place,
                                    std::size_t clock_values) {
  auto window = std::make_unique<Window>();
  window->place = place;
  // Not a duplicate, which would call back for the user's attributes.
  PMPI_Comm_group(communicator, &window->group);
  PMPI_Comm_create(communicator, window->group, &window->clocks);
  PMPI_Comm_set_errhandler(window->clocks, MPI_ERRORS_RETURN);
  window->notices.start(window->clocks, clock_values);
  window->locks.start(window->clocks, clock_values, active_process->engine->path() != nullptr);
  return window;
}

void free_window(Window& window) {
  window.notices.finish();
  window.locks.stop();
  PMPI_Group_free(&window.group);
  PMPI_Comm_free(&window.clocks);
}

}  // namespace revprof
