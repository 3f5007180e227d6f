// SPDX-License-Identifier: BSD-3-Clause
// Makes the program's calls go to the tool's MPI_Send, and what that calls PMPI_Send come here: the
// loader bound the first to revprof's where that was loaded before, and the second to the MPI's
// own.
#include "revprof/mpi/world/tools.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "revprof/mpi/host/linked_file.hpp"
#include "revprof/mpi/world/tool_entries.hpp"

namespace revprof {

namespace {

bool starts_with(const std::string& text, const char* head) { return text.rfind(head, 0) == 0; }

// "PMPI_Send" -> "MPI_Send", "pmpi_send_" -> "mpi_send_"; all else -> "".
std::string unprofiled(const std::string& name) {
  return starts_with(name, "PMPI_") || starts_with(name, "pmpi_") ? name.substr(1) : "";
}

// "MPI_Send" -> "mpi_send_"; a Fortran name stays.
std::string in_fortran(std::string name) {
  if (!starts_with(name, "MPI_")) return name;
  for (char& character : name) {
    character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
  }
  return name + "_";
}

bool defines(const LinkedFile& file, const std::string& name) {
  return file.definition(name.c_str()) != nullptr;
}

// In C or in Fortran.
bool wraps(const LinkedFile& file, const std::string& name) {
  return defines(file, name) || defines(file, in_fortran(name));
}

}  // namespace

bool is_tool(const LinkedFile& file) {
  const std::vector<LinkedFile::Slot> slots = file.slots();
  const auto profiled = [](const LinkedFile::Slot& slot) { return !unprofiled(slot.name).empty(); };
  if (std::none_of(slots.begin(), slots.end(), profiled)) return false;
  if (defines(file, "PMPI_Init") || defines(file, "pmpi_init_")) return false;
  const auto wrapped = [&](const LinkedFile::Slot& slot) {
    return profiled(slot) && wraps(file, unprofiled(slot.name));
  };
  return std::any_of(slots.begin(), slots.end(), wrapped) && !file.holds(librevprof_mark);
}

namespace {

void* first_definition(const std::vector<LinkedFile>& files, const char* name) {
  for (const LinkedFile& file : files) {
    if (void* const found = file.definition(name)) return found;
  }
  return nullptr;
}

bool is_call(const std::string& name) {
  return starts_with(name, "MPI_") || starts_with(name, "MPIX_") || starts_with(name, "mpi_");
}

// A tool that only reads the clock for itself reads the host's: the simulated one moves whenever it
// is read.
bool is_clock(const std::string& call) {
  const std::string name = in_fortran(call);
  return name == "mpi_wtime_" || name == "mpi_wtick_";
}

__attribute__((constructor)) void get_behind_tools() {
  const LinkedFile own(*LinkedFile::of(reinterpret_cast<const void*>(&get_behind_tools)));
  std::vector<LinkedFile> others = LinkedFile::all();
  const auto is_own = [&](const LinkedFile& file) { return file.map() == own.map(); };
  others.erase(std::remove_if(others.begin(), others.end(), is_own), others.end());
  std::vector<LinkedFile> tools;
  std::copy_if(others.begin(), others.end(), std::back_inserter(tools), is_tool);
  if (tools.empty()) return;
  for (const LinkedFile& file : others) {
    for (const LinkedFile::Slot& slot : file.slots()) {
      if (!is_call(slot.name)) continue;
      void* const tool = first_definition(tools, slot.name);
      if (tool != nullptr) write_slot(slot, entry_to(tool, slot.name));
    }
  }
  for (const LinkedFile& file : tools) {
    for (const LinkedFile::Slot& slot : file.slots()) {
      const std::string call = unprofiled(slot.name);
      void* const ours = call.empty() ? nullptr : own.definition(call.c_str());
      if (ours == nullptr || (is_clock(call) && !wraps(file, call))) continue;
      write_slot(slot, entry_from_tool(ours, call));
    }
  }
}

}  // namespace

}  // namespace revprof
