// SPDX-License-Identifier: BSD-3-Clause
// Handlers of collectives, and of what is one without its name: the calls of the symmetric heap
// (OpenSHMEM 1.4, sections 9.3 and 9.8). Clocks are exchanged as those of MPI's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/shmem/symmetric.hpp"

namespace revprof::shmem {

struct CollectiveCall {
  Call call;
  Kind kind;
  ActiveSet members;
  int root;        // its number in the set, or no_root
  bool uneven;     // they see different sizes
  bool completes;  // what they have put before is there
};

class Collective {
 public:
  Collective(Symmetric& symmetric, const CollectiveCall& call, std::int64_t bytes);
  // This process can be followed there.
  bool is_followed() const { return communicator_ != nullptr; }
  // Makes the call, in which this process waits for the others.
  void wait(const std::function<void()>& real);
  // All have called it.
  void book(CallScope& scope);

 private:
  bool is_of_all() const;
  void announce();

  Symmetric& symmetric_;
  const CollectiveCall& call_;
  handle::CollectiveCall as_mpi_;
  Communicator* communicator_ = nullptr;
  std::unique_ptr<Request> record_;
};

template <class Real>
auto collective(const CollectiveCall& call, std::int64_t bytes, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real();
  CallScope scope(*active_process, call.call);
  Collective collective(*symmetric, call, bytes);
  if (!collective.is_followed()) return real();
  symmetric->land();
  if constexpr (std::is_void_v<std::invoke_result_t<Real>>) {
    collective.wait(real);
    collective.book(scope);
  } else {
    std::optional<std::invoke_result_t<Real>> result;
    collective.wait([&] { result = real(); });
    collective.book(scope);
    return *result;
  }
}

}  // namespace revprof::shmem
