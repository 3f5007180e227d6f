// SPDX-License-Identifier: BSD-3-Clause
// Reads the table of symbols that a file has beside the one for the dynamic linker, which knows no
// static functions (ELF specification, "Symbol Table").
#include "revprof/run/computation/function_names.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "revprof/run/call_site.hpp"

namespace revprof {

namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

// A record at an offset; of zeros where the file ends before.
template <class Record>
Record record_at(const std::string& file, std::uint64_t offset) {
  Record record{};
  if (offset <= file.size() && file.size() - offset >= sizeof record) {
    std::memcpy(&record, file.data() + offset, sizeof record);
  }
  return record;
}

std::map<std::uint64_t, std::string> symbols_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  std::map<std::uint64_t, std::string> symbols;
  const auto head = record_at<ElfW(Ehdr)>(file, 0);
  for (int s = 0; s < head.e_shnum; ++s) {
    const auto place = head.e_shoff + static_cast<std::uint64_t>(s) * sizeof(ElfW(Shdr));
    const auto section = record_at<ElfW(Shdr)>(file, place);
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) continue;
    const auto names = record_at<ElfW(Shdr)>(
        file, head.e_shoff + std::uint64_t{section.sh_link} * sizeof(ElfW(Shdr)));
    for (std::uint64_t at = 0; at + sizeof(ElfW(Sym)) <= section.sh_size; at += sizeof(ElfW(Sym))) {
      const auto symbol = record_at<ElfW(Sym)>(file, section.sh_offset + at);
      const std::uint64_t name = names.sh_offset + symbol.st_name;
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || name >= file.size()) continue;
      symbols.try_emplace(symbol.st_value, file.c_str() + name);
    }
  }
  return symbols;
}

}  // namespace

const std::string& FunctionNames::at(const void* function) {
  const auto [found, is_new] = names_.try_emplace(function);
  if (!is_new) return found->second;
  // An address behind the first instruction's: one that returns from a call is asked for there.
  const CallSites::Site site = CallSites::at({}, static_cast<const char*>(function) + 1);
  const auto [file, unread] = files_.try_emplace(site.module);
  if (unread) file->second = symbols_of(site.module);
  const auto symbol = file->second.find(static_cast<std::uint64_t>(site.offset));
  if (symbol != file->second.end()) return found->second = demangled(symbol->second.c_str());
  char text[32];
  std::snprintf(text, sizeof text, "+0x%llx", static_cast<unsigned long long>(site.offset));
  return found->second = site.module.substr(site.module.rfind('/') + 1) + text;
}

}  // namespace revprof
