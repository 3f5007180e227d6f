// SPDX-License-Identifier: BSD-3-Clause
// The setting `call-sites`: which place in the program makes a call. Only return addresses are kept
// while it runs; `revprof` finds out later which lines they are.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "revprof/calls/call.hpp"

namespace revprof {

// One MPI call of the program from entry to return. A call that another one makes is made where
// that one is.
class CallSite {
 public:
  explicit CallSite(const void* return_address) : outermost_(address_ == nullptr) {
    if (outermost_) address_ = return_address;
  }
  ~CallSite() {
    if (outermost_) address_ = nullptr;
  }
  CallSite(const CallSite&) = delete;
  CallSite& operator=(const CallSite&) = delete;

  // Of this thread's call; nullptr: none is under way.
  static const void* address() { return address_; }
  // Which one it is, as its scope has said.
  static Call call() { return call_; }
  static void making(Call call) { call_ = call; }

 private:
  // initial-exec: a plain load instead of a call of the dynamic linker for every use.
  static __attribute__((tls_model("initial-exec"))) thread_local const void* address_;
  static __attribute__((tls_model("initial-exec"))) thread_local Call call_;
  bool outermost_;
};

// The places of one process that have made calls, numbered from 0: each of one call.
class CallSites {
 public:
  struct Site {
    Call call;
    std::string module;       // the file that holds the code
    std::int64_t offset = 0;  // of the instruction, in that file's own addresses
  };

  // Where in which file; without a module where the address is none.
  static Site at(Call call, const void* return_address);

  int number(Call call, const void* return_address);
  const std::vector<Site>& list() const { return list_; }

 private:
  struct Key {
    const void* address;
    Call call;
    bool operator==(const Key& other) const {
      return address == other.address && call == other.call;
    }
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>()(key.address) ^ (static_cast<std::size_t>(key.call) << 48);
    }
  };

  std::unordered_map<Key, int, Hash> numbers_;
  std::vector<Site> list_;
};

}  // namespace revprof
