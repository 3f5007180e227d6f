// SPDX-License-Identifier: BSD-3-Clause
// Compares what the program's files ask for with what the library wraps.
#include "revprof/launch/look/unseen_calls.hpp"

#include "revprof/launch/look/program_calls.hpp"

namespace revprof {

namespace {

bool is_profiled(const std::string& symbol) {
  return symbol.compare(0, 4, "PMPI") == 0 || symbol.compare(0, 4, "pmpi") == 0;
}

void add(std::string& list, const std::string& symbol) {
  list += (list.empty() ? "" : ", ") + symbol;
}

bool is_extension(const std::string& symbol) { return symbol.compare(0, 5, "MPIX_") == 0; }

}  // namespace

std::string unseen_calls_note(const ProgramLook& look, const HostMpi& mpi,
                              const std::string& library) {
  const auto elf = read_elf_symbols(library);
  if (look.is_script() || !elf || elf->mpi_defined.empty()) return "";
  const auto calls = program_calls(program_files(look.path, look.elf, look.libraries),
                                   {&mpi, elf->mpi_defined}, nullptr);
  std::string names, profiled;
  for (const auto& [name, call] : calls) {
    if (call.forecast.forecast != Forecast::unsupported) continue;
    for (const std::string& symbol : call.unseen) {
      if (is_extension(symbol)) continue;
      const bool has_cost = forecast_call(name, true, nullptr).forecast == Forecast::intercepted;
      if (!is_profiled(symbol)) add(names, symbol);
      if (is_profiled(symbol) && has_cost) add(profiled, symbol);
    }
  }
  std::string note;
  if (!names.empty()) {
    note = look.path + " can call " + names +
           ", which this revprof does not see (it was built with an MPI without it): if it does, "
           "the prediction, and messages, may be wrong. Expected a revprof that is built with the "
           "program's own mpicc";
  }
  if (!profiled.empty()) {
    note += (note.empty() ? "" : "; ") + look.path + " can call " + profiled +
            " by the name for profiling, which no profiling library sees: such calls cost nothing "
            "here, and a message or request that is PMPI's at one end and MPI's at the other goes "
            "wrong. Expected the calls' MPI_ names";
  }
  return note;
}

}  // namespace revprof
