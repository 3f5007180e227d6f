// SPDX-License-Identifier: BSD-3-Clause
// The formats by name.
#include "revprof/trace/plain/factory.hpp"

#include <algorithm>
#include <iterator>

#include "revprof/trace/plain/plain_writer.hpp"

namespace revprof {

std::unique_ptr<EventSink> make_trace(const TraceOptions& options) {
  if (options.formats == std::vector<std::string>{"none"}) return nullptr;
  if (!options.selection.has_process(options.rank)) return nullptr;
  return std::make_unique<PlainWriter>(options);
}

std::string trace_file_name(const std::string& directory, int rank) {
  return directory + "/p" + std::to_string(rank) + ".trace";
}

const std::vector<ConvertedFormat>& all_converted_formats() {
  static const std::vector<ConvertedFormat> formats = {
      {"chrome", "one JSON file for https://ui.perfetto.dev or chrome://tracing", "trace.json"},
      {"otf2", "an archive for Vampir, Scalasca and others (OTF2)", "otf2"},
      {"paje", "one file for ViTE and pj_dump", "paje.trace"}};
  return formats;
}

const std::vector<std::string>& trace_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"plain"};
    for (const ConvertedFormat& format : all_converted_formats()) all.push_back(format.name);
    all.push_back("none");
    return all;
  }();
  return names;
}

std::vector<std::string> converted_formats(const std::vector<std::string>& formats) {
  std::vector<std::string> converted;
  std::copy_if(formats.begin(), formats.end(), std::back_inserter(converted),
               [](const std::string& name) { return name != "plain" && name != "none"; });
  return converted;
}

}  // namespace revprof
