// SPDX-License-Identifier: BSD-3-Clause
// Puts libraries into the order in which they have to be loaded.
#include "revprof/launch/host/preload.hpp"

#include <algorithm>
#include <stdexcept>

#include "revprof/launch/look/profiling_tool.hpp"

namespace revprof {

namespace {

// GCC's and Clang's.
bool is_address_sanitizer(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.rfind("libasan.so", 0) == 0 || name.rfind("libclang_rt.asan", 0) == 0;
}

bool is_other_tool(const std::string& path) {
  try {
    const auto elf = read_elf_symbols(path);
    return elf && is_profiling_tool(path, *elf);
  } catch (const std::runtime_error&) {
    return false;  // the loader will say what is wrong with it
  }
}

// LD_PRELOAD's separators are colons and blanks (ld.so(8)).
std::vector<std::string> listed(const std::string& libraries) {
  std::vector<std::string> list(1);
  for (const char character : libraries) {
    if (character != ':' && character != ' ') {
      list.back() += character;
    } else if (!list.back().empty()) {
      list.emplace_back();
    }
  }
  if (list.back().empty()) list.pop_back();
  return list;
}

}  // namespace

std::string preload(const std::string& library, const std::string& present,
                    const std::vector<LoadedLibrary>& of_program) {
  std::vector<std::string> order = listed(present);
  for (const LoadedLibrary& loaded : of_program) {
    if (is_address_sanitizer(loaded.name) &&
        std::none_of(order.begin(), order.end(), is_address_sanitizer)) {
      order.push_back(loaded.path);
    }
  }
  const auto others = std::stable_partition(order.begin(), order.end(), is_address_sanitizer);
  order.insert(std::stable_partition(others, order.end(), is_other_tool), library);
  std::string text;
  for (const std::string& path : order) text += (text.empty() ? "" : ":") + path;
  return text;
}

}  // namespace revprof
