// SPDX-License-Identifier: BSD-3-Clause
// Windows' records come with the window and go with it.
#include "revprof/mpi/window/window.hpp"

#include <limits>
#include <numeric>

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

// Apart from the numbers of collectives.
std::int64_t number_of(Window::Notice notice) {
  return std::numeric_limits<std::int64_t>::min() + static_cast<std::int64_t>(notice);
}

}  // namespace

void Window::tell(const std::vector<int>& ranks, Notice notice, const Clock& now) const {
  std::vector<SimTime> record(now.begin(), now.end());
  record.resize(Exchange::values(*active_process->engine));
  for (const int rank : ranks) place.channel->send(rank, number_of(notice), record.data());
}

std::vector<SimTime> Window::hear(const std::vector<int>& ranks, Notice notice) const {
  const Engine& engine = *active_process->engine;
  std::vector<SimTime> clocks, record(Exchange::values(engine));
  for (const int rank : ranks) {
    place.channel->receive(rank, number_of(notice), record.data());
    clocks.insert(clocks.end(), record.begin(),
                  record.begin() + static_cast<std::ptrdiff_t>(engine.clock_values()));
  }
  return clocks;
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
                                    Exchange& exchange, int number) {
  auto window = std::make_unique<Window>();
  window->number = number;
  window->place = place;
  window->place.channel = exchange.make_channel();
  PMPI_Comm_group(communicator, &window->group);
  const Engine& engine = *active_process->engine;
  window->locks.start(communicator, window->place.channel, engine.clock_values(),
                      engine.path() != nullptr);
  return window;
}

void free_window(Window& window) {
  window.locks.stop();
  PMPI_Group_free(&window.group);
}

}  // namespace revprof
