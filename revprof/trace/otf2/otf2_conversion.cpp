// SPDX-License-Identifier: BSD-3-Clause
// Writes the archive beside its place, and puts it there when it is whole.
#include "revprof/trace/otf2/otf2_conversion.hpp"

#include <filesystem>
#include <stdexcept>

#include "fit/file/new_file.hpp"
#include "revprof/trace/otf2/otf2_writer.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

// Nothing but an older archive is replaced.
void require_replaceable(const fs::path& output, const fs::path& anchor) {
  if (!fs::exists(output) || fs::is_regular_file(output / anchor)) return;
  if (fs::is_directory(output) && fs::is_empty(output)) return;
  throw std::runtime_error(output.string() + ": exists, and is no OTF2 archive to replace");
}

}  // namespace

std::string convert_to_otf2(const RunTraces& traces, const Target& target,
                            const std::string& output) {
  const std::string anchor = std::string(Otf2Writer::name) + ".otf2";
  require_replaceable(output, anchor);
  NewFile made(output);
  try {
    Otf2Writer writer(made.name(), traces, target);
    walk(traces, WalkOrder::by_process, writer);
    fs::remove_all(made.place());
  } catch (const std::exception& error) {
    throw std::runtime_error(output + ": " + error.what());
  }
  made.put_in_place();
  return (fs::path(output) / anchor).string();
}

}  // namespace revprof
