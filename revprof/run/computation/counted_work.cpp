// SPDX-License-Identifier: BSD-3-Clause
// Reads the notes of loaded files (ELF specification, "Note Section") in memory.
#include "revprof/run/computation/counted_work.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "revprof/counted/count.hpp"
#include "revprof/counted/note.hpp"

namespace {

__attribute__((tls_model("initial-exec"))) thread_local std::uint64_t handed_over = 0;
__attribute__((tls_model("initial-exec"))) thread_local std::uint64_t handed_over_bytes = 0;
__attribute__((tls_model("initial-exec"))) thread_local std::uint64_t
    library_calls_made[revprof::library_table_words] = {};
bool is_own[revprof::library_call_count] = {};  // counts itself, wherever in the program it is
double parts_of_one = 1;                        // what is handed over is in such parts

}  // namespace

// Called by counted code, which keeps no other registers than general ones.
#ifdef __x86_64__
#define REVPROF_GENERAL_REGISTERS __attribute__((target("general-regs-only")))
#else
#define REVPROF_GENERAL_REGISTERS
#endif
extern "C" __attribute__((visibility("default"))) REVPROF_GENERAL_REGISTERS void revprof_add_count(
    std::uint64_t amount) {
  handed_over += amount;
}

extern "C" __attribute__((visibility("default"))) REVPROF_GENERAL_REGISTERS void revprof_add_bytes(
    std::uint64_t bytes) {
  handed_over_bytes += bytes;
}

// The thread's table in the program or library that calls. One of another version of revprof, with
// other functions, is left out.
extern "C" __attribute__((visibility("default"))) REVPROF_GENERAL_REGISTERS void
revprof_add_library_calls(std::uint64_t* table, std::uint64_t words) {
  if (words != revprof::library_table_words) return;
  for (std::size_t word = 0; word < revprof::library_table_words; ++word) {
    library_calls_made[word] += table[word];
    table[word] = 0;
  }
}

namespace revprof {

namespace {

std::size_t aligned(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

// Adds the notes between two addresses: owner's length, content's length, type; owner; content.
void add_notes(const char* note, const char* end, LoadedCode& code) {
  while (end - note >= static_cast<std::ptrdiff_t>(sizeof(ElfW(Nhdr)))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, note, sizeof head);
    const char* const owner = note + sizeof head;
    const char* const content = owner + aligned(head.n_namesz);
    std::uint64_t own = 0;
    const bool is_ours = head.n_namesz == sizeof count_note_owner &&
                         std::memcmp(owner, count_note_owner, sizeof count_note_owner) == 0;
    const auto type = is_ours ? static_cast<NoteType>(head.n_type) : NoteType();
    if (type == NoteType::counted_code && head.n_descsz >= sizeof own) {
      std::memcpy(&own, content, sizeof own);
      code.processors.emplace(content + sizeof own, head.n_descsz - sizeof own);
    }
    if (type == NoteType::own_function) code.own_functions.emplace(content, head.n_descsz);
    code.counted_bytes += own;
    note = content + aligned(head.n_descsz);
  }
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
    if (part.p_type == PT_NOTE) add_notes(begin, begin + part.p_memsz, code);
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

double take_counted_work() {
  const auto work = static_cast<double>(handed_over) / parts_of_one;
  handed_over = 0;
  return work;
}

std::uint64_t take_counted_bytes() {
  const std::uint64_t bytes = handed_over_bytes;
  handed_over_bytes = 0;
  return bytes;
}

LibraryTable take_library_calls() {
  LibraryTable calls{};
  for (std::size_t i = 0; i < library_call_count; ++i) {
    if (is_own[i]) continue;
    calls[i] = library_calls_made[i];
    if (says_work(library_calls[i])) calls[work_word(i)] = library_calls_made[work_word(i)];
  }
  std::fill(std::begin(library_calls_made), std::end(library_calls_made), 0);
  return calls;
}

void leave_out_own_functions(const std::vector<LoadedCode>& code) {
  for (const LoadedCode& file : code) {
    for (const std::string& function : file.own_functions) {
      const std::size_t index = library_call(function);
      if (index < library_call_count) is_own[index] = true;
    }
  }
}

double instructions_of(const LibraryTable& calls) {
  double instructions = 0;
  for (std::size_t i = 0; i < library_call_count; ++i) {
    const LibraryFunction& function = library_calls[i];
    instructions += static_cast<double>(calls[i]) * function.instructions;
    if (!says_work(function)) continue;
    instructions += static_cast<double>(calls[work_word(i)]) * function.instructions_a_unit;
  }
  return instructions;
}

void add_counted_work(double work) {
  handed_over += static_cast<std::uint64_t>(work * parts_of_one);
}

std::vector<LoadedCode> loaded_code() {
  std::vector<LoadedCode> list;
  dl_iterate_phdr(add_file, &list);
  return list;
}

bool is_any_counted(const std::vector<LoadedCode>& code) {
  return std::any_of(code.begin(), code.end(),
                     [](const LoadedCode& file) { return file.counted_bytes > 0; });
}

std::string set_counted_processor(const std::vector<LoadedCode>& code) {
  std::set<std::string> all;
  for (const LoadedCode& file : code) all.insert(file.processors.begin(), file.processors.end());
  if (all.size() > 1) {
    const auto text = [](const std::string& processor) {
      return processor.empty() ? "instructions" : "cycles of " + processor;
    };
    throw std::runtime_error("of this program some code counts " + text(*all.begin()) + ", some " +
                             text(*all.rbegin()) +
                             "; expected that all of it is compiled with the same `revprof flags`");
  }
  const std::string processor = all.empty() ? "" : *all.begin();
  parts_of_one = processor.empty() ? 1 : cycle_parts;
  return processor;
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
