// SPDX-License-Identifier: BSD-3-Clause
// The process's own words, which it may write without telling anybody.
#include "revprof/run/memory/remote_memory.hpp"

#include <sched.h>

#include <array>
#include <utility>

namespace revprof {

namespace {

// Of waiting for somebody who may have ended.
constexpr int most_rounds = 100'000;

template <class T>
std::uint64_t load(const volatile void* address) {
  return *static_cast<const volatile T*>(address);
}

}  // namespace

std::uint64_t word_at(const volatile void* address, std::int64_t bytes) {
  switch (bytes) {
    case 1:
      return load<std::uint8_t>(address);
    case 2:
      return load<std::uint16_t>(address);
    case 4:
      return load<std::uint32_t>(address);
    default:
      return load<std::uint64_t>(address);
  }
}

void RemoteMemory::catch_up() {
  std::array<std::uint64_t, most_watched> now{};
  for (std::size_t i = 0; i < watched.size(); ++i) {
    now[i] = word_at(watched[i].address, watched[i].bytes);
  }
  rings.read([&](Update&& update) {
    if (update.epoch >= epoch) received.take(std::move(update));
  });
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const auto& [address, key, bytes] = watched[i];
    if (!rings.is_changing(key, bytes)) received.look(key, bytes, now[i]);
  }
  for (; late < received.late(); ++late) run.choices.note(&ChoiceCounts::late);
}

// An atomic update that was told of is being made: it takes a moment, or the host's scheduler, or
// this process's help.
void RemoteMemory::await_all_told() {
  const auto told = rings.told();
  for (int round = 0; round < most_rounds; ++round) {
    {
      const Guard guard(run);
      catch_up();
      if (rings.has_read(told)) return;
    }
    run.team->make_progress();
    sched_yield();
  }
}

void RemoteMemory::note_put(int pe) {
  has_put_into.resize(static_cast<std::size_t>(run.team->processes()));
  if (has_put_into[static_cast<std::size_t>(pe)]) return;
  has_put_into[static_cast<std::size_t>(pe)] = true;
  put_into.push_back(pe);
}

void RemoteMemory::are_there() {
  for (const int pe : put_into) run.horizon.made_change(pe);
  put_into.clear();
  has_put_into.clear();
  run.horizon.all_are_there();
}

void RemoteMemory::watch(const volatile void* address, std::uint64_t key, std::int64_t bytes) {
  for (const Watched& word : watched) {
    if (word.key == key) return;
  }
  if (watched.size() == most_watched) {
    received.forget(watched.front().key);
    watched.pop_front();
  }
  watched.push_back({address, key, bytes});
}

void RemoteMemory::pass_barrier() {
  ++epoch;
  last_changes.pass_barrier(epoch);
  received.pass_barrier(epoch);
  catch_up();
}

}  // namespace revprof
