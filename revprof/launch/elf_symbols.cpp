// SPDX-License-Identifier: BSD-3-Clause
// Reads an ELF file's program headers, dynamic section and symbol tables with libelf.
#include "revprof/launch/elf_symbols.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace revprof {

namespace {

#if defined(__x86_64__)
constexpr GElf_Half own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr GElf_Half own_machine = EM_AARCH64;
#elif defined(__powerpc64__)
constexpr GElf_Half own_machine = EM_PPC64;
#elif defined(__riscv)
constexpr GElf_Half own_machine = EM_RISCV;
#else
constexpr GElf_Half own_machine = EM_NONE;  // any: the kernel will say
#endif

struct Descriptor {
  int number;
  explicit Descriptor(const std::string& path) : number(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

using ElfPointer = std::unique_ptr<Elf, int (*)(Elf*)>;

[[noreturn]] void damaged(const std::string& path) {
  throw std::runtime_error(path + ": a damaged ELF file: " + elf_errmsg(-1));
}

[[noreturn]] void cut_off(const std::string& path) {
  throw std::runtime_error(path + ": a damaged ELF file: its end is missing");
}

bool starts_with(const std::string& text, const char* prefix) {
  return text.compare(0, std::strlen(prefix), prefix) == 0;
}

// MPI_Send and PMPI_Send of C, mpi_send_ and mpi_send_f08_ of Fortran; not Open MPI's data symbols.
bool is_mpi_call(const std::string& symbol) {
  if (starts_with(symbol, "MPI_") || starts_with(symbol, "PMPI_")) return true;
  return starts_with(symbol, "mpi_") && symbol.back() == '_';
}

bool is_code(const GElf_Sym& symbol) {
  const int type = GELF_ST_TYPE(symbol.st_info);
  return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
}

void add_symbol(const std::string& symbol, const GElf_Sym& entry, ElfSymbols& elf) {
  if (symbol.empty() || !is_code(entry)) return;
  const bool imported = entry.st_shndx == SHN_UNDEF;
  if (!imported) {
    if (is_mpi_call(symbol)) elf.mpi_defined.insert(symbol);
    return;
  }
  elf.imported.insert(symbol);
  if (symbol == "dlopen" || symbol == "dlmopen") elf.loads_libraries = true;
  if (starts_with(symbol, "exec") || starts_with(symbol, "posix_spawn")) elf.starts_programs = true;
}

void read_symbols(Elf* file, Elf_Scn* section, const GElf_Shdr& header, const std::string& path,
                  ElfSymbols& elf) {
  Elf_Data* entries = elf_getdata(section, nullptr);
  if (entries == nullptr || header.sh_entsize == 0) damaged(path);
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym entry;
    if (gelf_getsym(entries, i, &entry) == nullptr) damaged(path);
    const char* symbol = elf_strptr(file, header.sh_link, entry.st_name);
    if (symbol == nullptr) continue;
    // The full table writes versions behind the name (dlopen@GLIBC_2.34), the dynamic one does not.
    add_symbol(std::string(symbol, std::strcspn(symbol, "@")), entry, elf);
  }
}

void read_needed(Elf* file, Elf_Scn* section, const GElf_Shdr& header, const std::string& path,
                 ElfSymbols& elf) {
  Elf_Data* entries = elf_getdata(section, nullptr);
  if (entries == nullptr || header.sh_entsize == 0) damaged(path);
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(entries, i, &entry) == nullptr) damaged(path);
    if (entry.d_tag != DT_NEEDED) continue;
    if (const char* library = elf_strptr(file, header.sh_link, entry.d_un.d_val)) {
      elf.needed.insert(library);
    }
  }
}

std::string read_interpreter(Elf* file, const std::string& path) {
  std::size_t count = 0;
  if (elf_getphdrnum(file, &count) != 0) damaged(path);
  std::size_t size = 0;
  const char* bytes = elf_rawfile(file, &size);
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file, static_cast<int>(i), &header) == nullptr) damaged(path);
    if (header.p_type != PT_INTERP) continue;
    if (bytes == nullptr || header.p_offset >= size || header.p_filesz > size - header.p_offset) {
      cut_off(path);
    }
    return std::string(bytes + header.p_offset, strnlen(bytes + header.p_offset, header.p_filesz));
  }
  return "";
}

}  // namespace

std::optional<ElfSymbols> read_elf_symbols(const std::string& path) {
  elf_version(EV_CURRENT);
  const Descriptor descriptor(path);
  if (descriptor.number < 0) throw std::runtime_error(path + ": " + std::strerror(errno));
  const ElfPointer file(elf_begin(descriptor.number, ELF_C_READ, nullptr), elf_end);
  if (!file) damaged(path);
  if (elf_kind(file.get()) != ELF_K_ELF) return std::nullopt;

  ElfSymbols elf;
  GElf_Ehdr header;
  if (gelf_getehdr(file.get(), &header) == nullptr) damaged(path);
  const int own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  elf.bits = gelf_getclass(file.get()) == ELFCLASS64 ? 64 : 32;
  elf.for_this_machine = gelf_getclass(file.get()) == own_class &&
                         (own_machine == EM_NONE || header.e_machine == own_machine);
  std::size_t sections = 0;
  if (elf_getshdrnum(file.get(), &sections) != 0) damaged(path);
  if (header.e_shoff != 0 && sections == 0) cut_off(path);
  elf.interpreter = read_interpreter(file.get(), path);
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(file.get(), section)) != nullptr) {
    GElf_Shdr section_header;
    if (gelf_getshdr(section, &section_header) == nullptr) damaged(path);
    if (section_header.sh_type == SHT_DYNSYM || section_header.sh_type == SHT_SYMTAB) {
      read_symbols(file.get(), section, section_header, path, elf);
    } else if (section_header.sh_type == SHT_DYNAMIC) {
      read_needed(file.get(), section, section_header, path, elf);
    }
  }
  return elf;
}

}  // namespace revprof
