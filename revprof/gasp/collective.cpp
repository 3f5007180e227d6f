// SPDX-License-Identifier: BSD-3-Clause
// Collectives (UPC 1.2, section 7.3), and allocations by all.
#include <array>

#include "revprof/gasp/rules.hpp"
#include "revprof/gasp/up_calls.h"

namespace revprof::gasp {

namespace {

// Of gasp_upc_reduction_t: C, UC, S, US, I, UI, L, UL, F, D, LD.
constexpr std::array<std::int64_t, 11> element_bytes = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 16};
constexpr std::int64_t pointer_bytes = 8;

struct What {
  int root = -1;  // -1: none
  std::int64_t bytes = 0;
  From from = From::all;
};

bool reduces(const Notification& told) { return told.arguments.has('a'); }

std::int64_t bytes_of(const Notification& told) {
  if (told.event.rule == GaspRule::allocation) return pointer_bytes;
  if (!reduces(told)) return told.arguments.number('n');
  const auto type = static_cast<std::size_t>(told.arguments.number('i', 2));
  return type < element_bytes.size() ? element_bytes[type] : pointer_bytes;
}

int root_of(const Notification& told) {
  const Asking asking;
  switch (told.event.rule) {
    case GaspRule::one_to_all:
      return revprof_upc_threadof(told.arguments.address('s', 1));
    case GaspRule::all_to_one:
      return revprof_upc_threadof(told.arguments.address('s', 0));
    case GaspRule::allocation:
      return 0;  // who has got it for all, as a rule
    default:
      return -1;
  }
}

// Where data are waited for, and nobody else.
From from_of_data(GaspRule rule, bool is_root) {
  switch (rule) {
    case GaspRule::one_to_all:
    case GaspRule::allocation:
      return is_root ? From::nobody : From::one;
    case GaspRule::all_to_one:
      return is_root ? From::all : From::nobody;
    case GaspRule::all_to_all:
      return From::all;
    case GaspRule::scan:
      return From::lower;
    default:
      return From::nobody;
  }
}

// For whom UPC itself has waited: with UPC_IN_ALLSYNC or UPC_OUT_ALLSYNC for all; with MYSYNC at
// both ends for those whose data it needs; else for nobody, as the program has seen to that.
From from_of(const Notification& told, bool is_root) {
  const From of_data = from_of_data(told.event.rule, is_root);
  if (told.event.rule == GaspRule::allocation) return of_data;
  const Asking asking;
  const int flags = static_cast<int>(told.arguments.number('i', reduces(told) ? 1 : 0));
  const int sync = revprof_upc_sync(flags);
  const int in = sync % 4, out = sync / 4;
  if (in == REVPROF_UPC_ALLSYNC || out == REVPROF_UPC_ALLSYNC) return From::all;
  return in == REVPROF_UPC_MYSYNC && out == REVPROF_UPC_MYSYNC ? of_data : From::nobody;
}

}  // namespace

void collective(UpcThread& thread, const Notification& told) {
  Engine& engine = *thread.engine;
  const Call call = told.event.call;
  What what;
  what.root = root_of(told);
  what.bytes = bytes_of(told);
  what.from = from_of(told, what.root == thread.rank());
  // Each thread has one it gets from.
  const int processes =
      told.event.rule == GaspRule::neighbour && thread.threads() > 1 ? 2 : thread.threads();
  const bool first = what.root < 0 ? thread.rank() == 0 : thread.rank() == what.root;
  const Member member = first ? Member::first : Member::other;
  const GroupCall group_call = {call, processes, what.bytes, span_of_all(thread)};
  if (told.starts()) {
    Clock arrival(engine.clock_values());
    engine.arrive(group_call, member, arrival.data());
    thread.open = begin_meeting(thread, call, arrival.data());
    return;
  }
  end_meeting(thread, thread.open, call, what.from, what.root);
  thread.scope->book(
      what.bytes, what.root, 0,
      [&](Engine& booked) { booked.collective(group_call, thread.open.ready.data(), member); },
      thread.memory.window);
}

}  // namespace revprof::gasp
