// SPDX-License-Identifier: BSD-3-Clause
// Takes compilers' underscores and the mpi_f08 libraries' suffixes off (MPI-3.1 section 17.1.5).
#include "revprof/launch/look/mpi_symbol.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "revprof/calls/passed.hpp"
#include "revprof/calls/shmem_names.hpp"
#include "revprof/launch/look/call_forecast.hpp"
#include "revprof/launch/look/elf_symbols.hpp"

namespace revprof {

namespace {

bool take_off_end(std::string& text, const char* suffix) {
  const std::size_t length = std::strlen(suffix);
  if (text.size() <= length || text.compare(text.size() - length, length, suffix) != 0) {
    return false;
  }
  text.resize(text.size() - length);
  return true;
}

bool has_lower(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c); });
}

// Functions that programs pass, and variables that stand for MPI_BOTTOM and the like.
bool is_no_call(const std::string& base) {
  std::string rest = base;
  return starts_with(base, "fortran_") || take_off_end(rest, "_fn") ||
         take_off_end(rest, "_fn_null");
}

bool is_routine_of_mpi(const std::string& call) {
  return is_mpi_call(call) || why_passed(call) != nullptr;
}

// "send_f08ts_large" and the like, in lower case and without underscores at the end.
MpiSymbol fortran_call(std::string base, bool profiled) {
  MpiSymbol symbol{"", MpiSymbol::Interface::fortran, profiled, "mpi_" + base + "_"};
  const bool large = take_off_end(base, "_large");
  if (!take_off_end(base, "_f08")) take_off_end(base, "_f08ts");
  take_off_end(base, "_cptr");
  base[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(base[0])));
  symbol.call = "MPI_" + base + (large ? "_c" : "");
  return symbol;
}

}  // namespace

std::optional<MpiSymbol> read_mpi_symbol(const std::string& text) {
  if (is_shmem_symbol(text)) {
    const bool profiled = text[0] == 'p';
    return MpiSymbol{shmem_call(text), MpiSymbol::Interface::c, profiled,
                     profiled ? text.substr(1) : text};
  }
  const bool profiled = starts_with(text, "PMPI") || starts_with(text, "pmpi");
  std::string name = profiled ? text.substr(1) : text;
  if (starts_with(name, "MPIX_") && has_lower(name)) {
    std::string rest = name;
    const std::string written = name;
    if (take_off_end(rest, "_init")) name.erase(3, 1);  // a persistent collective, as in MPI-4
    return MpiSymbol{name, MpiSymbol::Interface::c, profiled, written};
  }
  if (!starts_with(name, "MPI_") && !starts_with(name, "mpi_")) return std::nullopt;
  if (starts_with(name, "MPI_") && has_lower(name)) {
    return MpiSymbol{name, MpiSymbol::Interface::c, profiled, name};
  }
  std::string base = name.substr(4);
  while (!base.empty() && base.back() == '_') base.pop_back();
  std::transform(base.begin(), base.end(), base.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (base.empty() || is_no_call(base)) return std::nullopt;
  const MpiSymbol symbol = fortran_call(base, profiled);
  // The user's own routine in C, unless MPI has it.
  const bool is_bare = starts_with(name, "mpi_") && name.back() != '_';
  if (is_bare && !is_routine_of_mpi(symbol.call)) return std::nullopt;
  return symbol;
}

}  // namespace revprof
