// SPDX-License-Identifier: BSD-3-Clause
// Asks the dynamic linker for the file that an address comes from, while it is loaded.
#include "revprof/run/call_site.hpp"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace revprof {

thread_local const void* CallSite::address_ = nullptr;
thread_local Call CallSite::call_{};

CallSites::Site CallSites::at(Call call, const void* return_address) {
  if (return_address == nullptr) return {call, "", 0};
  // The instruction before the one that is returned to: the call itself.
  const char* const address = static_cast<const char*>(return_address) - 1;
  Dl_info info;
  link_map* map = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
      map == nullptr) {
    return {call, "", static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(address))};
  }
  std::error_code error;
  const bool is_program = map->l_name == nullptr || map->l_name[0] == '\0';
  const std::string file = is_program ? "/proc/self/exe" : map->l_name;
  const std::filesystem::path path = std::filesystem::canonical(file, error);
  const auto offset =
      reinterpret_cast<std::intptr_t>(address) - static_cast<std::intptr_t>(map->l_addr);
  return {call, error ? file : path.string(), static_cast<std::int64_t>(offset)};
}

int CallSites::number(Call call, const void* return_address) {
  const auto [found, is_new] =
      numbers_.try_emplace({return_address, call}, static_cast<int>(list_.size()));
  if (is_new) list_.push_back(at(call, return_address));
  return found->second;
}

}  // namespace revprof
