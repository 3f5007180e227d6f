// SPDX-License-Identifier: BSD-3-Clause
// Which records a call makes: MPI-3.1 chapter 11 in the words of OTF2.
#include "revprof/trace/otf2/otf2_windows.hpp"

#include <algorithm>

#include "revprof/trace/otf2/otf2_window_calls.hpp"

namespace revprof {

namespace {

constexpr std::uint32_t everybody = OTF2_UNDEFINED_UINT32;
constexpr std::uint64_t atomic_bytes = 8;  // at most: a trace does not say how many
constexpr std::uint64_t only_lock = 0;     // a window has one for each of its processes

OTF2_LockType lock_of(const Step& step) {
  for (const Detail& detail : step.details) {
    if (const auto* lock = std::get_if<LockEvent>(&detail.what)) {
      return lock->exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
    }
  }
  // MPI_Win_lock_all; OpenSHMEM's.
  return is_symmetric(step.name) ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
}

const Partners* partners_of(const Step& step) {
  for (const Detail& detail : step.details) {
    if (const auto* partners = std::get_if<Partners>(&detail.what)) return partners;
  }
  return nullptr;
}

const RequestEvent* request_of(const Step& step) {
  for (const Detail& detail : step.details) {
    if (const auto* request = std::get_if<RequestEvent>(&detail.what)) return request;
  }
  return nullptr;
}

constexpr OTF2_RmaSyncLevel both_levels = OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;

// A barrier completes what was put before it; a sync does not, nor do the others.
bool completes_puts(std::string_view call) {
  return call == "shmem_barrier_all" || call == "shmem_barrier" || call == "upc_barrier" ||
         call == "upc_wait";
}

}  // namespace

void Otf2Windows::begin(const Step& step, const Otf2Window& window) {
  const auto time = static_cast<OTF2_TimeStamp>(step.begin);
  const auto bytes = static_cast<std::uint64_t>(step.call.bytes);
  const std::uint32_t target = window.communicator->find(step.call.peer);
  const OTF2_RmaWinRef win = window.reference;
  const auto transfer = [&] {
    open_.push_back({win, target, next_, false});
    const RequestEvent* const request = request_of(step);
    if (request != nullptr) requests_[request->number] = {win, next_};
    return next_++;
  };
  switch (what_does(step.name)) {
    case Does::put_whole:
    case Does::put:
      otf2_check(OTF2_EvtWriter_RmaPut(writer_, nullptr, time, win, target, bytes, transfer()));
      break;
    case Does::get_whole:
    case Does::get:
      otf2_check(OTF2_EvtWriter_RmaGet(writer_, nullptr, time, win, target, bytes, transfer()));
      break;
    case Does::accumulate:
      otf2_check(OTF2_EvtWriter_RmaAtomic(writer_, nullptr, time, win, target,
                                          OTF2_RMA_ATOMIC_TYPE_ACCUMULATE, bytes, 0, transfer()));
      break;
    case Does::fetch:
      otf2_check(OTF2_EvtWriter_RmaAtomic(writer_, nullptr, time, win, target,
                                          OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE, bytes, bytes,
                                          transfer()));
      break;
    case Does::compare:
      otf2_check(OTF2_EvtWriter_RmaAtomic(writer_, nullptr, time, win, target,
                                          OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP, bytes, bytes,
                                          transfer()));
      break;
    case Does::atomic:
    case Does::fetch_whole:
      atomic(step, window, target, transfer());
      break;
    case Does::try_lock:
      otf2_check(OTF2_EvtWriter_RmaTryLock(writer_, nullptr, time, win, target, only_lock,
                                           OTF2_LOCK_EXCLUSIVE));
      break;
    case Does::make:
    case Does::allocate:
    case Does::free:
    case Does::fence:
    case Does::heap:
      otf2_check(OTF2_EvtWriter_RmaCollectiveBegin(writer_, nullptr, time));
      break;
    case Does::lock:
      otf2_check(OTF2_EvtWriter_RmaRequestLock(writer_, nullptr, time, win, target, only_lock,
                                               lock_of(step)));
      break;
    default:
      break;
  }
}

void Otf2Windows::end(const Step& step, const Otf2Window& window) {
  const auto time = static_cast<OTF2_TimeStamp>(step.end);
  const std::uint32_t target = window.communicator->find(step.call.peer);
  const OTF2_RmaWinRef win = window.reference;
  const auto collective_end = [&](OTF2_CollectiveOp operation, OTF2_RmaSyncLevel level) {
    otf2_check(OTF2_EvtWriter_RmaCollectiveEnd(writer_, nullptr, time, operation, level, win,
                                               OTF2_COLLECTIVE_ROOT_NONE, 0, 0));
  };
  const auto group_sync = [&](OTF2_RmaSyncLevel level) {
    const Partners* const partners = partners_of(step);
    if (partners == nullptr) return;
    otf2_check(OTF2_EvtWriter_RmaGroupSync(writer_, nullptr, time, level, win,
                                           definitions_.group(partners->ranks)));
  };
  const Does does = what_does(step.name);
  switch (does) {
    case Does::make:
    case Does::allocate:
      otf2_check(OTF2_EvtWriter_RmaWinCreate(writer_, nullptr, time, win));
      definitions_.lives(win);
      collective_end(does == Does::make ? OTF2_COLLECTIVE_OP_CREATE_HANDLE
                                        : OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE,
                     OTF2_RMA_SYNC_LEVEL_PROCESS);
      break;
    case Does::free:
      complete_there(window, everybody, step.end);
      otf2_check(OTF2_EvtWriter_RmaWinDestroy(writer_, nullptr, time, win));
      definitions_.lives(win);
      collective_end(OTF2_COLLECTIVE_OP_DESTROY_HANDLE, OTF2_RMA_SYNC_LEVEL_PROCESS);
      break;
    case Does::fence:
      complete_there(window, everybody, step.end);
      collective_end(OTF2_COLLECTIVE_OP_BARRIER, both_levels);
      break;
    case Does::open_epoch:
      group_sync(OTF2_RMA_SYNC_LEVEL_NONE);
      break;
    case Does::end_access:
      complete_there(window, everybody, step.end);
      group_sync(OTF2_RMA_SYNC_LEVEL_MEMORY);
      break;
    case Does::end_exposure:
      group_sync(OTF2_RMA_SYNC_LEVEL_MEMORY);
      break;
    case Does::put_whole:
    case Does::atomic:
      complete_blocking(window, step.end, false);
      break;
    case Does::get_whole:
    case Does::fetch_whole:
      complete_blocking(window, step.end, true);
      break;
    case Does::wait_change:
      otf2_check(OTF2_EvtWriter_RmaWaitChange(writer_, nullptr, time, win));
      break;
    case Does::heap:
      complete_there(window, everybody, step.end);
      collective_end(step.name.find("free") == std::string_view::npos
                         ? OTF2_COLLECTIVE_OP_ALLOCATE
                         : OTF2_COLLECTIVE_OP_DEALLOCATE,
                     both_levels);
      break;
    case Does::try_lock:
    case Does::lock:
      otf2_check(OTF2_EvtWriter_RmaAcquireLock(writer_, nullptr, time, win, target, only_lock,
                                               lock_of(step)));
      break;
    case Does::unlock:
      complete_there(window, target, step.end);
      otf2_check(OTF2_EvtWriter_RmaReleaseLock(writer_, nullptr, time, win, target, only_lock));
      break;
    case Does::flush:
      complete_there(window, target, step.end);
      break;
    case Does::flush_here:
      complete_here(window, target, step.end);
      break;
    default:
      break;
  }
}

void Otf2Windows::begin_collective(const Step& step) {
  otf2_check(
      OTF2_EvtWriter_RmaCollectiveBegin(writer_, nullptr, static_cast<OTF2_TimeStamp>(step.begin)));
}

void Otf2Windows::end_collective(const Step& step, const Otf2Window& window,
                                 OTF2_CollectiveOp operation, std::uint32_t root,
                                 const Volumes& moved) {
  const bool completes = completes_puts(step.name);
  if (completes) complete_there(window, everybody, step.end);
  otf2_check(OTF2_EvtWriter_RmaCollectiveEnd(
      writer_, nullptr, static_cast<OTF2_TimeStamp>(step.end), operation,
      completes ? both_levels : OTF2_RmaSyncLevel{OTF2_RMA_SYNC_LEVEL_PROCESS}, window.reference,
      root, moved.sent, moved.received));
}

void Otf2Windows::atomic(const Step& step, const Otf2Window& window, std::uint32_t target,
                         std::uint64_t id) {
  const bool returns = what_does(step.name) == Does::fetch_whole;
  otf2_check(OTF2_EvtWriter_RmaAtomic(writer_, nullptr, static_cast<OTF2_TimeStamp>(step.begin),
                                      window.reference, target, atomic_type(step.name),
                                      atomic_bytes, returns ? atomic_bytes : 0, id));
}

void Otf2Windows::complete_blocking(const Otf2Window& window, SimTime time, bool at_both) {
  if (open_.empty() || open_.back().window != window.reference) return;
  otf2_check(OTF2_EvtWriter_RmaOpCompleteBlocking(
      writer_, nullptr, static_cast<OTF2_TimeStamp>(time), window.reference, open_.back().id));
  open_.back().local = true;
  if (at_both) open_.pop_back();
}

bool Otf2Windows::complete(std::int64_t request, SimTime time) {
  const auto found = requests_.find(request);
  if (found == requests_.end()) return false;
  const auto [win, id] = found->second;
  otf2_check(OTF2_EvtWriter_RmaOpCompleteNonBlocking(writer_, nullptr,
                                                     static_cast<OTF2_TimeStamp>(time), win, id));
  for (Transfer& transfer : open_) transfer.local = transfer.local || transfer.id == id;
  requests_.erase(found);
  return true;
}

void Otf2Windows::complete_there(const Otf2Window& window, std::uint32_t target, SimTime time) {
  const auto ends = [&](const Transfer& transfer) {
    return transfer.window == window.reference &&
           (target == everybody || transfer.target == target);
  };
  for (const Transfer& transfer : open_) {
    if (!ends(transfer)) continue;
    otf2_check(OTF2_EvtWriter_RmaOpCompleteRemote(
        writer_, nullptr, static_cast<OTF2_TimeStamp>(time), transfer.window, transfer.id));
  }
  open_.erase(std::remove_if(open_.begin(), open_.end(), ends), open_.end());
}

void Otf2Windows::complete_here(const Otf2Window& window, std::uint32_t target, SimTime time) {
  for (Transfer& transfer : open_) {
    const bool ends =
        transfer.window == window.reference && (target == everybody || transfer.target == target);
    if (!ends || transfer.local) continue;
    transfer.local = true;
    otf2_check(OTF2_EvtWriter_RmaOpCompleteNonBlocking(
        writer_, nullptr, static_cast<OTF2_TimeStamp>(time), transfer.window, transfer.id));
  }
}

}  // namespace revprof
