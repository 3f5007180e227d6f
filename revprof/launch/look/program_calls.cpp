// SPDX-License-Identifier: BSD-3-Clause
// Sorts the symbols that files import.
#include "revprof/launch/look/program_calls.hpp"

#include <algorithm>

#include "revprof/launch/look/clock_table.hpp"
#include "revprof/launch/look/mpi_symbol.hpp"
#include "revprof/launch/look/profiling_tool.hpp"

namespace revprof {

namespace {

// Whether revprof's library is before this symbol. Other names of Fortran's routines go to those
// that it has (revprof/mpi/world/namesakes.cpp). MPICH's Fortran library calls MPI_Send of C (or
// is made to: revprof/fortran/mpich_f08.cpp), so that the library needs no mpi_send_ there. What a
// tool calls by its name for profiling comes to it, too.
bool is_seen(const MpiSymbol& symbol, const Interception& interception, bool by_tool) {
  if (symbol.profiled && !by_tool) return false;
  if (interception.symbols.empty()) return true;
  const bool by_c = symbol.interface == MpiSymbol::Interface::fortran && interception.mpi == &mpich;
  return interception.symbols.count(by_c ? symbol.call : symbol.written) != 0;
}

// A routine of the program's own that happens to be named mpi_...
bool is_own_routine(const std::string& symbol, const std::vector<ProgramFile>& files) {
  return std::any_of(files.begin(), files.end(), [&](const ProgramFile& file) {
    return file.elf.mpi_defined.count(symbol) != 0;
  });
}

bool makes_mpi_calls(const ProgramFile& file) {
  return std::any_of(file.elf.imported.begin(), file.elf.imported.end(),
                     [](const std::string& symbol) { return read_mpi_symbol(symbol).has_value(); });
}

}  // namespace

std::map<std::string, ProgramCall> program_calls(const std::vector<ProgramFile>& files,
                                                 const Interception& interception,
                                                 const Model* model) {
  std::map<std::string, ProgramCall> calls;
  for (const ProgramFile& file : files) {
    const bool tool = is_profiling_tool(file.path, file.elf);
    for (const std::string& text : file.elf.imported) {
      const auto symbol = read_mpi_symbol(text);
      if (!symbol) continue;
      const bool seen = is_seen(*symbol, interception, tool);
      const bool is_renamed = !symbol->profiled && text != symbol->written;
      if ((!seen || is_renamed) && is_own_routine(text, files)) continue;
      ProgramCall& call = calls[symbol->call];
      call.symbols.insert(text);
      if (!seen) call.unseen.insert(text);
      if (call.files.empty() || call.files.back() != file.name) call.files.push_back(file.name);
    }
  }
  for (auto& [name, call] : calls) {
    call.forecast = forecast_call(name, call.unseen.empty(), model);
  }
  return calls;
}

std::vector<ClockUse> clock_readings(const std::vector<ProgramFile>& files) {
  std::vector<ClockUse> readings;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::map<std::string, std::set<std::string>> clocks;
    for (const std::string& symbol : files[i].elf.imported) {
      if (const char* clock = clock_read_by(symbol)) clocks[clock].insert(symbol);
    }
    const bool by_mpi_code = i == 0 || makes_mpi_calls(files[i]);
    for (const auto& [clock, symbols] : clocks) {
      readings.push_back({clock, symbols, files[i].name, by_mpi_code});
    }
  }
  return readings;
}

}  // namespace revprof
