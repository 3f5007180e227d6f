// SPDX-License-Identifier: BSD-3-Clause
// The formats by name, and where they go.
#include "revprof/trace/convert/conversion.hpp"

#include <filesystem>
#include <stdexcept>

#include "revprof/trace/convert/chrome_writer.hpp"
#include "revprof/trace/convert/paje_writer.hpp"
#include "revprof/trace/otf2/otf2_conversion.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

std::string to_chrome(const RunTraces& traces, const Target& target, const std::string& output) {
  ChromeWriter writer(output, traces, target);
  walk(traces, WalkOrder::by_time, writer);
  return output;
}

std::string to_paje(const RunTraces& traces, const Target& target, const std::string& output) {
  PajeWriter writer(output, traces, target);
  walk(traces, WalkOrder::by_time, writer);
  return output;
}

struct Format {
  const char* name;
  const char* output;
  std::string (*convert)(const RunTraces&, const Target&, const std::string&);
};
constexpr Format formats[] = {{"chrome", "trace.json", to_chrome},
                              {"otf2", "otf2", convert_to_otf2},
                              {"paje", "paje.trace", to_paje}};

const Format& find_format(const std::string& name) {
  for (const Format& format : formats) {
    if (name == format.name) return format;
  }
  throw std::runtime_error("expected one of the formats chrome, otf2, paje, found \"" + name +
                           "\"");
}

}  // namespace

std::string default_output(const std::string& directory, const std::string& format) {
  return (fs::path(directory) / find_format(format).output).string();
}

std::string convert(const RunTraces& traces, const Target& target, const std::string& format,
                    const std::string& output) {
  return find_format(format).convert(traces, target, output);
}

}  // namespace revprof
