// SPDX-License-Identifier: BSD-3-Clause
// Looks a name up among the forms of shmem.table.
#include "revprof/calls/shmem_names.hpp"

#include <algorithm>
#include <iterator>
#include <regex>

#include "revprof/calls/shmem_forms.hpp"

namespace revprof {

namespace {

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

// Those without OpenSHMEM's prefix.
constexpr const char* old_names[] = {"start_pes",  "shmalloc", "shfree",  "shrealloc",
                                     "shmemalign", "_my_pe",   "_num_pes"};

std::string without_profiling(const std::string& symbol) {
  return starts_with(symbol, "pshmem") ? symbol.substr(1) : symbol;
}

}  // namespace

bool is_shmem_symbol(const std::string& symbol) {
  const std::string name = without_profiling(symbol);
  return starts_with(name, "shmem_") || starts_with(name, "shmemx_") ||
         std::find(std::begin(old_names), std::end(old_names), name) != std::end(old_names);
}

std::string shmem_call(const std::string& symbol) {
  const std::string name = without_profiling(symbol);
  for (const ShmemForm& form : shmem_forms) {
    if (std::regex_match(name, std::regex(form.expression))) return form.family;
  }
  return name;
}

}  // namespace revprof
