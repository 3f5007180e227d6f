// SPDX-License-Identifier: BSD-3-Clause
// Puts a report into words.
#include <algorithm>

#include "revprof/calls/shmem_names.hpp"
#include "revprof/launch/host/host_shmem.hpp"
#include "revprof/launch/look/check_output.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t columns = 80;

struct Group {
  Forecast forecast;
  const char* heading;
};
constexpr Group groups[] = {
    {Forecast::measured, "by their own equation, or always by that of another call (in brackets)"},
    {Forecast::stand_in, "by the equation of a stand-in (in brackets)"},
    {Forecast::assumed, "assumed to take 1 us + d / (10 GB/s)"},
    {Forecast::intercepted, "predicted; --model FILE says by which equation"},
    {Forecast::unsupported, "not seen by revprof: nothing is charged"},
    {Forecast::no_cost, "seen, and without a cost of their own"},
    {Forecast::passed_through, "left to the library below, as they have no meaning for time"},
};

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// As many equally wide columns as fit.
std::string grid(const std::vector<std::string>& cells, std::size_t indent) {
  std::size_t widest = 0;
  for (const std::string& cell : cells) widest = std::max(widest, cell.size());
  const std::size_t fitting = std::max<std::size_t>(1, (columns - indent + 2) / (widest + 2));
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool last = i % fitting == fitting - 1 || i + 1 == cells.size();
    if (i % fitting == 0) text += std::string(indent, ' ');
    text += cells[i] + (last ? "\n" : std::string(widest + 2 - cells[i].size(), ' '));
  }
  return text;
}

std::string labelled(const std::string& label, const std::string& text) {
  constexpr std::size_t width = 15;
  return "  " + label + std::string(width - 2 - label.size(), ' ') + wrapped(text, width) + "\n";
}

// What the program calls: MPI, unless it calls OpenSHMEM alone.
struct CallCounts {
  std::size_t mpi = 0;
  std::size_t openshmem = 0;
};

CallCounts count_calls(const ProgramReport& report) {
  CallCounts counts;
  for (const auto& [name, call] : report.calls) {
    ++(is_shmem_symbol(name) ? counts.openshmem : counts.mpi);
  }
  return counts;
}

std::string library_called(const ProgramReport& report) {
  const CallCounts counts = count_calls(report);
  if (counts.openshmem == 0) return "MPI";
  return counts.mpi == 0 ? "OpenSHMEM" : "MPI and OpenSHMEM";
}

std::string linked_with(const ProgramReport& report) {
  const HostMpi* const mpi = report.look.mpi;
  if (mpi != nullptr) {
    const std::string openshmem = has_openshmem(report.look.libraries) ? " with OpenSHMEM" : "";
    return mpi->name + openshmem + " (" + report.look.mpi_library().name + ")";
  }
  if (!report.look.mpi_libraries.empty()) return joined(report.look.mpi_library_names(), ", ");
  if (!report.look.elf.mpi_defined.empty()) return "MPI, statically";
  return report.look.is_script() ? "not known of a script" : "no MPI";
}

std::string preloading_text(const ProgramReport& report) {
  if (report.obstacle) return "will not work: " + report.obstacle->reason;
  const std::string library = report.host.library.substr(report.host.library.rfind('/') + 1);
  if (report.is_upc()) {
    return "works: a UPC program that is linked with " + library + ", started by " +
           report.host.launcher;
  }
  const std::string how = library + " is put before its " + library_called(report) +
                          " calls, and it is started by " + report.host.launcher;
  if (report.preloading == Preloading::works) return "works: " + how;
  return "not known before it runs, as no MPI call of its own can be seen; " + how;
}

std::string files_text(const ProgramReport& report) {
  std::vector<std::string> with_calls;
  for (const ProgramFile& file : report.files) {
    const bool calls = std::any_of(report.calls.begin(), report.calls.end(), [&](const auto& call) {
      const auto& files = call.second.files;
      return std::find(files.begin(), files.end(), file.name) != files.end();
    });
    if (calls) with_calls.push_back(file.name);
  }
  std::string text = plural(report.files.size(), "file");
  if (!with_calls.empty()) {
    text += "; " + library_called(report) + " calls are in " + joined(with_calls, ", ");
  }
  return text;
}

std::string call_cell(const std::string& name, const ProgramCall& call) {
  const std::string& equation = call.forecast.equation;
  if (call.forecast.forecast == Forecast::unsupported && call.unseen.count(name) == 0) {
    return name + " (" + *call.unseen.begin() + ")";
  }
  return equation.empty() || equation == name ? name : name + " (" + equation + ")";
}

std::string calls_text(const ProgramReport& report) {
  if (report.calls.empty()) return "";
  const CallCounts counts = count_calls(report);
  std::vector<std::string> kinds;
  if (counts.mpi > 0) kinds.push_back(plural(counts.mpi, "MPI call"));
  if (counts.openshmem > 0) kinds.push_back(plural(counts.openshmem, "OpenSHMEM call"));
  std::string text = "\n" + joined(kinds, " and ") + " can be made" +
                     (report.obstacle ? ", if revprof could get before them:\n" : ":\n");
  for (const Group& group : groups) {
    std::vector<std::string> cells;
    for (const auto& [name, call] : report.calls) {
      if (call.forecast.forecast == group.forecast) cells.push_back(call_cell(name, call));
    }
    if (cells.empty()) continue;
    text += "\n  " + std::to_string(cells.size()) + " " + group.heading + "\n" + grid(cells, 4);
  }
  return text;
}

std::string clocks_text(const ProgramReport& report) {
  if (report.clocks.empty()) return "";
  TextTable table({Align::left, Align::left});
  std::vector<std::string> elsewhere;
  for (const ClockUse& reading : report.clocks) {
    if (reading.by_mpi_code) {
      table.add({reading.clock, reading.file});
    } else if (elsewhere.empty() || elsewhere.back() != reading.file) {
      elsewhere.push_back(reading.file);
    }
  }
  std::string text = "\nClocks that are read and not simulated:\n\n" + table.text(4);
  if (!elsewhere.empty()) {
    text += "    " +
            wrapped("and in libraries without " + library_called(report) +
                        " calls: " + joined(elsewhere, ", "),
                    4) +
            "\n";
  }
  return text;
}

std::string remarks(const std::string& word, const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    text += "  " + word + ": " + wrapped(sentence, word.size() + 4) + "\n";
  }
  return text;
}

}  // namespace

std::string check_text(const ProgramReport& report) {
  std::string text = report.look.path + "\n";
  if (report.look.is_script()) {
    text += labelled("script for", joined(report.look.interpreters, ", a script for "));
  }
  text += labelled("linked with", linked_with(report));
  text += labelled("preloading", preloading_text(report));
  if (!report.model_file.empty()) {
    text += labelled("model", report.machine + " (" + report.model_file + ")");
  }
  text += labelled("looked at", files_text(report));
  text += calls_text(report) + clocks_text(report) + "\n";
  return text + remarks("warning", check_warnings(report)) +
         remarks("note", check_unknowns(report));
}

}  // namespace revprof
