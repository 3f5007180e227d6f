// SPDX-License-Identifier: BSD-3-Clause
// MPICH's library for `use mpi_f08` calls MPI_Send in C, but PMPI_Wait, PMPI_Init and all else that
// has no buffer. Where that library is loaded, its slots for those names are made to hold revprof's
// MPI_Wait and MPI_Init before the program begins; handles, statuses, logicals and characters are
// then still translated by MPICH.
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace revprof {

namespace {

// The routine by which the library is known.
constexpr const char* f08_init = "mpi_init_f08_";

// The file that an address belongs to; nullptr: none.
const void* file_of(const void* address) {
  Dl_info found{};
  return address != nullptr && dladdr(address, &found) != 0 ? found.dli_fbase : nullptr;
}

// What a loaded file's dynamic section says of the symbols that it takes from others (ELF
// specification, "Dynamic Linking").
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

// The linker may have made the slot's page read-only.
void write_slot(void** slot, void* function) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(slot) & ~(page - 1));
  if (mprotect(begin, page, PROT_READ | PROT_WRITE) == 0) *slot = function;
}

__attribute__((constructor)) void get_before_f08() {
  const void* const routine = dlsym(RTLD_DEFAULT, f08_init);
  Dl_info unused{};
  void* found = nullptr;
  if (routine == nullptr || dladdr1(routine, &unused, &found, RTLD_DL_LINKMAP) == 0) return;
  const link_map& file = *static_cast<const link_map*>(found);
  const Imports imports = imports_of(file);
  const void* const own = file_of(reinterpret_cast<const void*>(&get_before_f08));
  for (int table = 0; table < 2; ++table) {
    const std::size_t count = imports.bytes[table] / sizeof(ElfW(Rela));
    for (std::size_t i = 0; i < count; ++i) {
      const ElfW(Rela)& entry = imports.tables[table][i];
      const char* const name = imports.names + imports.symbols[ELF64_R_SYM(entry.r_info)].st_name;
      if (std::strncmp(name, "PMPI_", 5) != 0) continue;
      void* const function = dlsym(RTLD_DEFAULT, name + 1);
      if (file_of(function) != own) continue;  // a call that revprof has nothing to do with
      write_slot(reinterpret_cast<void**>(file.l_addr + entry.r_offset), function);
    }
  }
}

}  // namespace

}  // namespace revprof
