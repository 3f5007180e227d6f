// SPDX-License-Identifier: BSD-3-Clause
// Who writes which format.
#include "revprof/trace/convert/conversion.hpp"

#include <filesystem>
#include <stdexcept>

#include "revprof/trace/convert/chrome_writer.hpp"
#include "revprof/trace/convert/paje_writer.hpp"
#include "revprof/trace/otf2/otf2_conversion.hpp"
#include "revprof/trace/plain/factory.hpp"

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

// In the order of all_converted_formats().
constexpr std::string (*converters[])(const RunTraces&, const Target&, const std::string&) = {
    to_chrome, convert_to_otf2, to_paje};

std::size_t place_of(const std::string& name) {
  const auto& formats = all_converted_formats();
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (name == formats[i].name) return i;
  }
  throw std::runtime_error("no trace is converted to \"" + name + "\"");
}

}  // namespace

std::string default_output(const std::string& directory, const std::string& format) {
  return (fs::path(directory) / all_converted_formats()[place_of(format)].output).string();
}

std::string convert(const RunTraces& traces, const Target& target, const std::string& format,
                    const std::string& output) {
  return converters[place_of(format)](traces, target, output);
}

}  // namespace revprof
