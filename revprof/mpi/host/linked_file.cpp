// SPDX-License-Identifier: BSD-3-Clause
// Reads the dynamic sections of loaded files, where they are in memory.
#include "revprof/mpi/host/linked_file.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace revprof {

namespace {

// What a file's dynamic section says of the symbols that it takes from others.
struct Imports {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * tables[2] = {};  // of functions called and of addresses taken
  std::size_t bytes[2] = {};
};

Imports imports_of(const link_map& file) {
  Imports imports;
  for (const ElfW(Dyn)* entry = file.l_ld; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_SYMTAB:
        imports.symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
        break;
      case DT_STRTAB:
        imports.names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
        break;
      case DT_JMPREL:
        imports.tables[0] = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
        break;
      case DT_PLTRELSZ:
        imports.bytes[0] = entry->d_un.d_val;
        break;
      case DT_RELA:
        imports.tables[1] = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
        break;
      case DT_RELASZ:
        imports.bytes[1] = entry->d_un.d_val;
        break;
      default:
        break;
    }
  }
  return imports;
}

}  // namespace

std::vector<LinkedFile> LinkedFile::all() {
  std::vector<LinkedFile> files;
  for (const link_map* map = _r_debug.r_map; map != nullptr; map = map->l_next) {
    files.emplace_back(*map);
  }
  return files;
}

const link_map* LinkedFile::of(const void* address) {
  Dl_info unused{};
  void* found = nullptr;
  if (address == nullptr || dladdr1(address, &unused, &found, RTLD_DL_LINKMAP) == 0) return nullptr;
  return static_cast<const link_map*>(found);
}

void* LinkedFile::definition(const char* name) const {
  void* const found = find(name);
  return of(found) == map_ ? found : nullptr;
}

void* LinkedFile::find(const char* name) const {
  const bool is_program = map_->l_name[0] == '\0';
  void* const handle = dlopen(is_program ? nullptr : map_->l_name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;  // the kernel's own file
  void* const found = dlsym(handle, name);
  dlclose(handle);
  return found;
}

std::vector<LinkedFile::Slot> LinkedFile::slots(bool of_defined) const {
  std::vector<Slot> slots;
  const Imports imports = imports_of(*map_);
  for (int table = 0; table < 2; ++table) {
    const std::size_t count = imports.bytes[table] / sizeof(ElfW(Rela));
    for (std::size_t i = 0; i < count; ++i) {
      const ElfW(Rela)& entry = imports.tables[table][i];
      const auto number = ELF64_R_SYM(entry.r_info);
      if (number == STN_UNDEF) continue;  // an address of the file's own, without a name
      const ElfW(Sym)& symbol = imports.symbols[number];
      if ((symbol.st_shndx != SHN_UNDEF) != of_defined) continue;
      slots.push_back({imports.names + symbol.st_name,
                       reinterpret_cast<void**>(map_->l_addr + entry.r_offset)});
    }
  }
  return slots;
}

bool LinkedFile::holds(const std::string& text) const {
  struct Search {
    const std::string& text;
    const ElfW(Dyn) * dynamic;
    bool found;
  } search = {text, map_->l_ld, false};
  dl_iterate_phdr(
      [](dl_phdr_info* file, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        const auto address = [&](const ElfW(Phdr) & part) {
          return reinterpret_cast<const char*>(file->dlpi_addr + part.p_vaddr);
        };
        const ElfW(Phdr)* const end = file->dlpi_phdr + file->dlpi_phnum;
        const bool is_it = std::any_of(file->dlpi_phdr, end, [&](const ElfW(Phdr) & part) {
          return part.p_type == PT_DYNAMIC &&
                 address(part) == reinterpret_cast<const char*>(wanted.dynamic);
        });
        if (!is_it) return 0;
        wanted.found = std::any_of(file->dlpi_phdr, end, [&](const ElfW(Phdr) & part) {
          return part.p_type == PT_LOAD && (part.p_flags & (PF_R | PF_W)) == PF_R &&
                 memmem(address(part), part.p_memsz, wanted.text.data(), wanted.text.size()) !=
                     nullptr;
        });
        return 1;
      },
      &search);
  return search.found;
}

void write_slot(const LinkedFile::Slot& slot, void* function) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const begin =
      reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(slot.place) & ~(page - 1));
  if (mprotect(begin, page, PROT_READ | PROT_WRITE) == 0) *slot.place = function;
}

}  // namespace revprof
