// SPDX-License-Identifier: BSD-3-Clause
// In parts that fit the mail.
#include "revprof/gasp/upc_team.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>

#include "revprof/gasp/up_calls.h"

namespace revprof {

namespace {

// In front of a part.
struct Head {
  std::int64_t number, bytes, rest;
};
constexpr std::size_t part_bytes = REVPROF_UPC_MAIL_BYTES - sizeof(Head);

void write_part(std::int64_t number, const std::string& text, std::size_t from) {
  const std::size_t rest = text.size() - std::min(from, text.size());
  const std::size_t bytes = std::min(rest, part_bytes);
  const Head head = {number, static_cast<std::int64_t>(bytes),
                     static_cast<std::int64_t>(rest - bytes)};
  if (bytes > 0) revprof_upc_write(sizeof head, text.data() + from, bytes);
  revprof_upc_write(0, &head, sizeof head);
}

Head head_of(int thread) {
  Head head{};
  revprof_upc_read(thread, 0, &head, sizeof head);
  return head;
}

void read_part(int thread, const Head& head, std::string& text) {
  const std::size_t before = text.size();
  text.resize(before + static_cast<std::size_t>(head.bytes));
  if (head.bytes == 0) return;
  revprof_upc_read(thread, sizeof head, &text[before], static_cast<std::size_t>(head.bytes));
}

// The other one has read, or written, that part.
Head await(int thread, std::int64_t number) {
  for (;; sched_yield()) {
    const Head head = head_of(thread);
    if (head.number == number) return head;
  }
}

}  // namespace

UpcTeam::UpcTeam()
    : Team({"UPC", "the start of main", "the end of main"}, revprof_upc_mythread(),
           revprof_upc_threads()) {}

std::vector<std::string> UpcTeam::all_say(const std::string& own) {
  std::vector<std::string> all(static_cast<std::size_t>(processes()));
  std::size_t said = 0;
  for (bool more = true; more; said += part_bytes) {
    write_part(0, own, said);
    revprof_upc_barrier();
    more = false;
    for (int thread = 0; thread < processes(); ++thread) {
      const Head head = head_of(thread);
      read_part(thread, head, all[static_cast<std::size_t>(thread)]);
      more = more || head.rest > 0;
    }
    revprof_upc_barrier();
  }
  return all;
}

template <class Merge>
std::vector<std::int64_t> UpcTeam::merge(const std::vector<std::int64_t>& own, Merge two) {
  const std::string bytes(reinterpret_cast<const char*>(own.data()), own.size() * sizeof own[0]);
  std::vector<std::int64_t> merged;
  for (const std::string& theirs : all_say(bytes)) {
    std::vector<std::int64_t> numbers(own.size());
    std::memcpy(numbers.data(), theirs.data(), std::min(theirs.size(), bytes.size()));
    if (merged.empty()) {
      merged = numbers;
    } else {
      std::transform(merged.begin(), merged.end(), numbers.begin(), merged.begin(), two);
    }
  }
  return merged;
}

std::vector<std::string> UpcTeam::gather(const std::string& own) {
  std::vector<std::string> all = all_say(own);
  if (rank() != 0) all.clear();
  return all;
}

std::vector<std::int64_t> UpcTeam::sum(const std::vector<std::int64_t>& own) {
  return merge(own, [](std::int64_t a, std::int64_t b) { return a + b; });
}

std::vector<std::int64_t> UpcTeam::maximum(const std::vector<std::int64_t>& own) {
  return merge(own, [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
}

std::string UpcTeam::tell(const std::string& text) { return all_say(rank() == 0 ? text : "")[0]; }

// UPC's barrier cannot be given up.
bool UpcTeam::meet(const std::function<bool()>&) {
  meet();
  return true;
}

void UpcTeam::meet() { revprof_upc_barrier(); }

bool UpcTeam::on_one_node() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  gethostname(name.data(), name.size() - 1);
  const std::vector<std::string> all = all_say(name.data());
  return std::all_of(all.begin(), all.end(),
                     [&](const std::string& node) { return node == all[0]; });
}

// Parts are numbered from 1 on; process 0 says which it has read.
std::string UpcTeam::hand_in(int from, const std::string& own) {
  std::string text;
  const int other = rank() == from ? 0 : from;
  std::size_t said = 0;
  for (bool more = true; more; said += part_bytes) {
    ++handed_;
    if (rank() == from) {
      write_part(handed_, own, said);
      await(other, handed_);
      more = own.size() > said + part_bytes;
    } else {
      const Head head = await(other, handed_);
      read_part(other, head, text);
      write_part(handed_, "", 0);
      more = head.rest > 0;
    }
  }
  return text;
}

void UpcTeam::leave() { revprof_upc_barrier(); }

void UpcTeam::stop_all(int code) {
  revprof_upc_exit(code);
  std::_Exit(code);
}

}  // namespace revprof
