// SPDX-License-Identifier: BSD-3-Clause
// Writes a report as JSON, its keys in a fixed order.
#include <nlohmann/json.hpp>

#include "revprof/launch/look/check_output.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json mpi_of(const ProgramReport& report) {
  const HostMpi* const mpi = report.look.mpi;
  if (mpi == nullptr) return Json();
  return {{"name", mpi->name},
          {"library", report.look.mpi_library().name},
          {"path", text_or_null(report.look.mpi_library().path)}};
}

Json preloading_of(const ProgramReport& report) {
  const auto& obstacle = report.obstacle;
  return {{"verdict", name(report.preloading)},
          {"obstacle", obstacle ? Json(obstacle->name) : Json()},
          {"reason", obstacle ? Json(obstacle->reason) : Json()},
          {"mpi", report.host.mpi == nullptr ? Json() : Json(report.host.mpi->name)},
          {"library", text_or_null(report.host.library)},
          {"launcher", text_or_null(report.host.launcher)}};
}

Json model_of(const ProgramReport& report) {
  if (report.model_file.empty()) return Json();
  return {{"file", report.model_file}, {"machine", report.machine}};
}

Json files_of(const ProgramReport& report) {
  Json files = Json::array();
  for (const ProgramFile& file : report.files) {
    files.push_back({{"name", file.name},
                     {"path", file.path},
                     {"loads_libraries", file.elf.loads_libraries},
                     {"starts_programs", file.elf.starts_programs}});
  }
  return files;
}

Json calls_of(const ProgramReport& report) {
  Json calls = Json::array();
  for (const auto& [call, found] : report.calls) {
    calls.push_back({{"call", call},
                     {"prediction", name(found.forecast.forecast)},
                     {"equation", text_or_null(found.forecast.equation)},
                     {"symbols", found.symbols},
                     {"files", found.files}});
  }
  return calls;
}

Json clocks_of(const ProgramReport& report) {
  Json clocks = Json::array();
  for (const ClockUse& reading : report.clocks) {
    clocks.push_back({{"clock", reading.clock},
                      {"symbols", reading.symbols},
                      {"file", reading.file},
                      {"mpi_code", reading.by_mpi_code}});
  }
  return clocks;
}

}  // namespace

std::string check_json(const ProgramReport& report) {
  const Json json = {{"format", "revprof-check"},
                     {"version", 1},
                     {"program", report.look.path},
                     {"interpreters", report.look.interpreters},
                     {"mpi", mpi_of(report)},
                     {"mpi_libraries", report.look.mpi_library_names()},
                     {"preloading", preloading_of(report)},
                     {"model", model_of(report)},
                     {"files", files_of(report)},
                     {"calls", calls_of(report)},
                     {"clocks", clocks_of(report)},
                     {"warnings", check_warnings(report)},
                     {"unknowns", check_unknowns(report)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace revprof
