// SPDX-License-Identifier: BSD-3-Clause
// Says them in the trace; functions and upc_forall are regions, too.
#include "revprof/gasp/user_events.hpp"

#include <array>
#include <cstdio>

#include "revprof/gasp/rules.hpp"

namespace revprof {

unsigned UserEvents::add(const char* name, const char* description) {
  events_.push_back({name == nullptr ? "event" : name, description == nullptr ? "" : description});
  return static_cast<unsigned>(events_.size() - 1);
}

std::string UserEvent::text(va_list rest) const {
  if (description.empty()) return name;
  std::array<char, 1024> said{};
  std::vsnprintf(said.data(), said.size(), description.c_str(), rest);
  return name + ": " + said.data();
}

double UserEvent::first(va_list rest) const {
  const std::size_t percent = description.find('%');
  if (percent == std::string::npos) return 0;
  const std::size_t conversion = description.find_first_of("diuxfFeEgG", percent);
  if (conversion == std::string::npos) return 0;
  if (std::string("diux").find(description[conversion]) == std::string::npos) {
    return va_arg(rest, double);
  }
  const bool is_long = description.find_first_of("lzj", percent) < conversion;
  return is_long ? static_cast<double>(va_arg(rest, long)) : va_arg(rest, int);
}

namespace gasp {

void function(UpcThread& thread, const Notification& told) {
  const auto* const name = static_cast<const char*>(told.arguments.address('t'));
  if (told.starts()) {
    CallScope::begin_region(thread, name == nullptr ? "function" : name);
  } else {
    CallScope::end_region(thread);
  }
}

void forall(UpcThread& thread, const Notification& told) {
  told.starts() ? CallScope::begin_region(thread, "upc_forall") : CallScope::end_region(thread);
}

}  // namespace gasp
}  // namespace revprof
