// SPDX-License-Identifier: BSD-3-Clause
// Reads the notes of loaded files (ELF specification, "Note Section") in memory.
#include "revprof/run/computation/counted_work.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "revprof/counted/note.hpp"

namespace {

__attribute__((tls_model("initial-exec"))) thread_local std::uint64_t handed_over = 0;
__attribute__((tls_model("initial-exec"))) thread_local std::uint64_t
    library_calls_made[revprof::library_table_words] = {};

}  // namespace

// Called by counted code, which keeps no other registers than general ones.
#ifdef __x86_64__
#define REVPROF_GENERAL_REGISTERS __attribute__((target("general-regs-only")))
#else
#define REVPROF_GENERAL_REGISTERS
#endif
extern "C" __attribute__((visibility("default"))) REVPROF_GENERAL_REGISTERS void revprof_add_count(
    std::uint64_t instructions) {
  handed_over += instructions;
}

// The thread's table in the program or library that calls.
extern "C" __attribute__((visibility("default"))) REVPROF_GENERAL_REGISTERS void
revprof_add_library_calls(std::uint64_t* table) {
  for (std::size_t word = 0; word < revprof::library_table_words; ++word) {
    library_calls_made[word] += table[word];
    table[word] = 0;
  }
}

namespace revprof {

namespace {

std::size_t aligned(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

// The notes between two addresses: owner's length, content's length, type; owner; content.
std::uint64_t counted_bytes_in(const char* note, const char* end) {
  std::uint64_t bytes = 0;
  while (end - note >= static_cast<std::ptrdiff_t>(sizeof(ElfW(Nhdr)))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, note, sizeof head);
    const char* const owner = note + sizeof head;
    const char* const content = owner + aligned(head.n_namesz);
    std::uint64_t own = 0;
    if (head.n_namesz == sizeof count_note_owner && head.n_descsz == sizeof own &&
        std::strcmp(owner, count_note_owner) == 0) {
      std::memcpy(&own, content, sizeof own);
    }
    bytes += own;
    note = content + aligned(head.n_descsz);
  }
  return bytes;
}

int add_file(dl_phdr_info* info, std::size_t, void* list) {
  LoadedCode code;
  const bool is_program = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
  code.file = is_program ? "/proc/self/exe" : info->dlpi_name;
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const char* const begin = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) code.bytes += part.p_filesz;
    if (part.p_type == PT_NOTE) code.counted_bytes += counted_bytes_in(begin, begin + part.p_memsz);
    if (part.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
  }
  if (code.counted_bytes > 0 && dynamic != nullptr) {
    const char* names = nullptr;
    for (const auto* entry = dynamic; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    }
    for (const auto* entry = dynamic; names != nullptr && entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_NEEDED) code.needed.emplace_back(names + entry->d_un.d_val);
    }
  }
  static_cast<std::vector<LoadedCode>*>(list)->push_back(std::move(code));
  return 0;
}

std::string file_name(const std::string& path) {
  std::error_code error;
  std::filesystem::path whole = path;
  if (path == "/proc/self/exe") whole = std::filesystem::read_symlink(path, error);
  return whole.filename().string();
}

bool is_communication(const std::string& library) {
  return library.find("mpi") != std::string::npos || library.find("mpich") != std::string::npos ||
         library.find("shmem") != std::string::npos || library.find("revprof") != std::string::npos;
}

}  // namespace

std::uint64_t take_counted_work() {
  const std::uint64_t work = handed_over;
  handed_over = 0;
  return work;
}

LibraryTable take_library_calls() {
  LibraryTable calls;
  for (std::size_t word = 0; word < calls.size(); ++word) {
    calls[word] = library_calls_made[word];
    library_calls_made[word] = 0;
  }
  return calls;
}

double instructions_of(const LibraryTable& calls) {
  double instructions = 0;
  for (std::size_t i = 0; i < library_call_count; ++i) {
    const LibraryFunction& function = library_calls[i];
    instructions += static_cast<double>(calls[i]) * function.instructions;
    if (!takes_bytes(function)) continue;
    instructions += static_cast<double>(calls[bytes_word(i)]) * function.instructions_a_byte;
  }
  return instructions;
}

void add_counted_work(std::uint64_t instructions) { handed_over += instructions; }

std::vector<LoadedCode> loaded_code() {
  std::vector<LoadedCode> list;
  dl_iterate_phdr(add_file, &list);
  return list;
}

bool is_any_counted(const std::vector<LoadedCode>& code) {
  return std::any_of(code.begin(), code.end(),
                     [](const LoadedCode& file) { return file.counted_bytes > 0; });
}

std::string counted_text(const std::vector<LoadedCode>& code) {
  std::vector<std::string> counted, others;
  std::string list;
  for (const LoadedCode& file : code) {
    if (file.counted_bytes == 0) continue;
    counted.push_back(file_name(file.file));
    // Of a file's code a little is the linker's and the compiler's own.
    const double share = static_cast<double>(file.counted_bytes) / static_cast<double>(file.bytes);
    list += (list.empty() ? "" : ", ") + counted.back() + " (" +
            std::to_string(std::lround(100 * std::min(share, 1.0))) + " % of its code)";
  }
  for (const LoadedCode& file : code) {
    for (const std::string& library : file.needed) {
      const auto is_it = [&](const std::string& known) { return known == library; };
      if (is_communication(library) || std::any_of(counted.begin(), counted.end(), is_it) ||
          std::any_of(others.begin(), others.end(), is_it)) {
        continue;
      }
      others.push_back(library);
    }
  }
  std::string missing;
  for (const std::string& library : others) missing += (missing.empty() ? "" : ", ") + library;
  if (list.empty() || missing.empty()) return list;
  return list + "; not what it calls in " + missing;
}

}  // namespace revprof
