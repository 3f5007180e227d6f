// SPDX-License-Identifier: BSD-3-Clause
// Compares what the program's files ask for with what the library wraps.
#include "revprof/launch/look/unseen_calls.hpp"

#include "revprof/launch/look/program_calls.hpp"

namespace revprof {

namespace {

bool is_profiled(const std::string& symbol) {
  return symbol.compare(0, 4, "PMPI") == 0 || symbol.compare(0, 4, "pmpi") == 0;
}

bool is_extension(const std::string& symbol) { return symbol.compare(0, 5, "MPIX_") == 0; }

}  // namespace

std::string unseen_calls_note(const ProgramLook& look, const HostMpi& mpi,
                              const std::string& library) {
  const auto elf = read_elf_symbols(library);
  if (look.is_script() || !elf || elf->mpi_defined.empty()) return "";
  const auto calls = program_calls(program_files(look.path, look.elf, look.libraries),
                                   {&mpi, elf->mpi_defined}, nullptr);
  std::string names;
  for (const auto& [name, call] : calls) {
    if (call.forecast.forecast != Forecast::unsupported) continue;
    for (const std::string& symbol : call.unseen) {
      if (is_profiled(symbol) || is_extension(symbol)) continue;
      names += (names.empty() ? "" : ", ") + symbol;
    }
  }
  if (names.empty()) return "";
  return look.path + " can call " + names +
         ", which this revprof does not see (it was built with an MPI without it): if it does, the "
         "prediction, and "
         "messages, may be wrong. Expected a revprof that is built with the program's own mpicc";
}

}  // namespace revprof
