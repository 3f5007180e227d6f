// SPDX-License-Identifier: BSD-3-Clause
// By the call's kind, or its name.
#include "revprof/trace/otf2/otf2_window_calls.hpp"

#include "revprof/calls/known_call.hpp"
#include "revprof/trace/otf2/otf2_calls.hpp"

namespace revprof {

namespace {

struct Row {
  Kind kind;
  Does does;
};
constexpr Row rows[] = {{Kind::put, Does::put},
                        {Kind::rput, Does::put},
                        {Kind::get, Does::get},
                        {Kind::rget, Does::get},
                        {Kind::accumulate, Does::accumulate},
                        {Kind::raccumulate, Does::accumulate},
                        {Kind::get_accumulate, Does::fetch},
                        {Kind::rget_accumulate, Does::fetch},
                        {Kind::fetch_and_op, Does::fetch},
                        {Kind::compare_and_swap, Does::compare},
                        {Kind::win_create, Does::make},
                        {Kind::win_create_dynamic, Does::make},
                        {Kind::win_allocate, Does::allocate},
                        {Kind::win_free, Does::free},
                        {Kind::win_fence, Does::fence},
                        {Kind::win_post, Does::open_epoch},
                        {Kind::win_start, Does::open_epoch},
                        {Kind::win_complete, Does::end_access},
                        {Kind::win_wait, Does::end_exposure},
                        {Kind::win_test, Does::end_exposure},
                        {Kind::win_lock, Does::lock},
                        {Kind::win_lock_all, Does::lock},
                        {Kind::win_unlock, Does::unlock},
                        {Kind::win_unlock_all, Does::unlock},
                        {Kind::win_flush, Does::flush},
                        {Kind::win_flush_all, Does::flush},
                        {Kind::p, Does::put_whole},
                        {Kind::iput, Does::put_whole},
                        {Kind::put_nbi, Does::put},
                        {Kind::g, Does::get_whole},
                        {Kind::iget, Does::get_whole},
                        {Kind::get_nbi, Does::get},
                        {Kind::atomic, Does::atomic},
                        {Kind::fetching, Does::fetch_whole},
                        {Kind::compare, Does::fetch_whole},
                        {Kind::heap, Does::heap},
                        {Kind::flag_wait, Does::wait_change},
                        {Kind::flag_change, Does::wait_change},
                        {Kind::flag_test, Does::wait_change},
                        {Kind::lock, Does::lock},
                        {Kind::test_lock, Does::try_lock},
                        {Kind::unlock, Does::unlock},
                        {Kind::quiet, Does::flush},
                        {Kind::trysync, Does::flush},
                        {Kind::ctx_destroy, Does::flush}};

// OpenSHMEM's atomics as OTF2 tells them apart; the others accumulate.
struct AtomicRow {
  const char* name;
  OTF2_RmaAtomicType type;
};
constexpr AtomicRow atomics[] = {
    {"shmem_atomic_inc", OTF2_RMA_ATOMIC_TYPE_INCREMENT},
    {"shmem_atomic_set", OTF2_RMA_ATOMIC_TYPE_SWAP},
    {"shmem_atomic_swap", OTF2_RMA_ATOMIC_TYPE_SWAP},
    {"shmem_atomic_fetch_add", OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ADD},
    {"shmem_atomic_fetch_inc", OTF2_RMA_ATOMIC_TYPE_FETCH_AND_INCREMENT},
    {"shmem_atomic_compare_swap", OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP},
    {"shmem_atomic_fetch", OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE},
    {"shmem_atomic_fetch_and", OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE},
    {"shmem_atomic_fetch_or", OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE},
    {"shmem_atomic_fetch_xor", OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE}};

}  // namespace

Does what_does(std::string_view name) {
  const CallTraits* const call = find_traits(name);
  if (call == nullptr) return Does::nothing;
  if (call->ends_here) return Does::flush_here;
  if (is_symmetric(name) && call->kind == Kind::put) return Does::put_whole;
  if (is_symmetric(name) && call->kind == Kind::get) return Does::get_whole;
  for (const Row& row : rows) {
    if (row.kind == call->kind) return row.does;
  }
  return Does::nothing;
}

OTF2_RmaAtomicType atomic_type(std::string_view call) {
  for (const AtomicRow& row : atomics) {
    if (call == row.name) return row.type;
  }
  return OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
}

}  // namespace revprof
