// SPDX-License-Identifier: BSD-3-Clause
// Looks addresses up with libdwfl, which also finds debug information in files of its own.
#include "revprof/launch/look/source_places.hpp"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>

#include <cstdlib>
#include <filesystem>

namespace revprof {

namespace {

char* debug_information_path = nullptr;  // libdwfl's own: beside the file, /usr/lib/debug

const Dwfl_Callbacks callbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                  dwfl_offline_section_address, &debug_information_path};

std::string name_of(const std::string& file) { return std::filesystem::path(file).filename(); }

// Without its arguments, which can be long.
std::string function_name(const char* symbol) {
  int status = 0;
  char* const demangled = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string text = status == 0 ? demangled : symbol;
  std::free(demangled);
  const auto arguments = text.find('(');
  return arguments == 0 ? text : text.substr(0, arguments);
}

}  // namespace

struct SourcePlaces::Module {
  explicit Module(const std::string& file) : session(dwfl_begin(&callbacks)) {
    if (session == nullptr) return;
    dwfl_report_begin(session);
    module = dwfl_report_offline(session, "", file.c_str(), -1);
    dwfl_report_end(session, nullptr, nullptr);
    if (module != nullptr && dwfl_module_getelf(module, &bias) == nullptr) module = nullptr;
  }
  ~Module() {
    if (session != nullptr) dwfl_end(session);
  }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  Dwfl* session;
  Dwfl_Module* module = nullptr;
  GElf_Addr bias = 0;
};

SourcePlaces::SourcePlaces() = default;
SourcePlaces::~SourcePlaces() = default;

std::string SourcePlaces::at(const std::string& module, std::int64_t offset) {
  if (module.empty()) return "";
  std::unique_ptr<Module>& file = modules_[module];
  if (file == nullptr) file = std::make_unique<Module>(module);
  if (file->module == nullptr) return "";
  const GElf_Addr address = static_cast<GElf_Addr>(offset) + file->bias;
  if (Dwfl_Line* const line = dwfl_module_getsrc(file->module, address)) {
    int number = 0;
    const char* const source = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
    if (source != nullptr && number > 0) return name_of(source) + ":" + std::to_string(number);
  }
  const char* const symbol = dwfl_module_addrname(file->module, address);
  return symbol == nullptr ? "" : function_name(symbol) + "() of " + name_of(module);
}

}  // namespace revprof
