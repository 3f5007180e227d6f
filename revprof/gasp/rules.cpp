// SPDX-License-Identifier: BSD-3-Clause
// The table of rules.
#include "revprof/gasp/rules.hpp"

namespace revprof::gasp {

namespace {

void nothing(UpcThread&, const Notification&) {}

struct Row {
  GaspRule rule;
  EventRule handler;
  bool is_call;
};
constexpr Row rows[] = {{GaspRule::function, function, false},
                        {GaspRule::nothing, nothing, false},
                        {GaspRule::exit, come_to_end, true},
                        {GaspRule::abort, break_off, false},
                        {GaspRule::notify, notify, true},
                        {GaspRule::wait, wait, true},
                        {GaspRule::barrier, barrier, true},
                        {GaspRule::fence, fence, true},
                        {GaspRule::forall, forall, false},
                        {GaspRule::allocation, collective, true},
                        {GaspRule::lock, lock, true},
                        {GaspRule::attempt, lock_attempt, true},
                        {GaspRule::unlock, unlock, true},
                        {GaspRule::copy, copy, true},
                        {GaspRule::get_block, get, true},
                        {GaspRule::put_block, put, true},
                        {GaspRule::get, get, true},
                        {GaspRule::put, put, true},
                        {GaspRule::get_init, begin_get, true},
                        {GaspRule::put_init, begin_put, true},
                        {GaspRule::copy_init, begin_copy, true},
                        {GaspRule::sync, sync, true},
                        {GaspRule::trysync, sync, true},
                        {GaspRule::one_to_all, collective, true},
                        {GaspRule::all_to_one, collective, true},
                        {GaspRule::all_to_all, collective, true},
                        {GaspRule::neighbour, collective, true},
                        {GaspRule::scan, collective, true}};

const Row& row_of(GaspRule rule) {
  for (const Row& row : rows) {
    if (row.rule == rule) return row;
  }
  return rows[1];
}

}  // namespace

EventRule rule_of(GaspRule rule) { return row_of(rule).handler; }
bool is_call(GaspRule rule) { return row_of(rule).is_call; }

}  // namespace revprof::gasp
