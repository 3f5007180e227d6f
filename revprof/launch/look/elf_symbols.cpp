// SPDX-License-Identifier: BSD-3-Clause
// Reads an ELF file's program headers, dynamic section and symbol tables (elf(5)).
#include "revprof/launch/look/elf_symbols.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "revprof/calls/shmem_names.hpp"
#include "revprof/launch/look/mpi_symbol.hpp"

namespace revprof {

namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);
using Dynamic = ElfW(Dyn);

#if defined(__x86_64__)
constexpr int own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int own_machine = EM_AARCH64;
#elif defined(__powerpc64__)
constexpr int own_machine = EM_PPC64;
#elif defined(__riscv)
constexpr int own_machine = EM_RISCV;
#else
constexpr int own_machine = EM_NONE;  // any: the kernel will say
#endif
constexpr int own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr int own_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": a damaged ELF file: " + what);
}

// A file of which only the parts that are asked for are read.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : path_(path) {
    errno = 0;
    stream_.open(path, std::ios::binary);
    if (std::filesystem::is_directory(path)) errno = EISDIR;
    if (!stream_ || errno == EISDIR) throw std::runtime_error(path + ": " + std::strerror(errno));
    stream_.seekg(0, std::ios::end);
    size_ = static_cast<std::size_t>(stream_.tellg());
  }

  std::size_t size() const { return size_; }

  // Records that stand one after the other; `entry` is their size in the file.
  template <typename Record>
  std::vector<Record> records(std::size_t at, std::size_t count, std::size_t entry) {
    if (count > 0 && entry < sizeof(Record)) damaged(path_, "a table with too small entries");
    if (count > size_ / std::max<std::size_t>(1, entry)) cut_off();
    const std::string bytes = text(at, count * entry);
    std::vector<Record> records(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&records[i], bytes.data() + i * entry, sizeof(Record));
    }
    return records;
  }

  std::string text(std::size_t at, std::size_t length) {
    if (at > size_ || length > size_ - at) cut_off();
    std::string bytes(length, '\0');
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(at));
    stream_.read(bytes.data(), static_cast<std::streamsize>(length));
    if (!stream_) cut_off();
    return bytes;
  }

 private:
  [[noreturn]] void cut_off() const { damaged(path_, "its end is missing"); }

  const std::string path_;
  std::ifstream stream_;
  std::size_t size_ = 0;
};

// MPI_Send and PMPI_Send of C, mpi_send_, mpi_send and mpi_send_f08_ of Fortran; not Open MPI's
// data symbols. OpenSHMEM's, too.
bool is_call_of_mpi(const std::string& symbol) {
  if (is_shmem_symbol(symbol)) return true;
  if (starts_with(symbol, "MPI_") || starts_with(symbol, "PMPI_")) return true;
  if (!starts_with(symbol, "mpi_")) return false;
  return symbol.back() == '_' || read_mpi_symbol(symbol).has_value();
}

bool is_code(const Symbol& symbol) {
  const int type = ELF64_ST_TYPE(symbol.st_info);  // the same in 32 bits
  return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
}

void add_symbol(const std::string& symbol, const Symbol& entry, ElfSymbols& elf) {
  if (symbol.empty() || !is_code(entry)) return;
  const bool imported = entry.st_shndx == SHN_UNDEF;
  if (!imported) {
    if (is_call_of_mpi(symbol)) elf.mpi_defined.insert(symbol);
    if (starts_with(symbol, "ompi_mpi_")) elf.open_mpi = true;
    return;
  }
  elf.imported.insert(symbol);
  if (symbol == "dlopen" || symbol == "dlmopen") elf.loads_libraries = true;
  if (starts_with(symbol, "exec") || starts_with(symbol, "posix_spawn")) elf.starts_programs = true;
}

// The symbol tables, and the names of libraries, of a file for machines like this one.
class Tables {
 public:
  Tables(ElfFile& file, const Header& header, const std::string& path)
      : file_(file), header_(header), path_(path) {
    if (header.e_shoff == 0) return;
    std::size_t count = header.e_shnum;
    if (count == 0) {  // more than 65,279: the first one says how many
      count = file.records<Section>(header.e_shoff, 1, header.e_shentsize)[0].sh_size;
    }
    sections_ = file.records<Section>(header.e_shoff, count, header.e_shentsize);
  }

  std::string interpreter() {
    for (const Segment& segment :
         file_.records<Segment>(header_.e_phoff, header_.e_phnum, header_.e_phentsize)) {
      if (segment.p_type != PT_INTERP) continue;
      return file_.text(segment.p_offset, segment.p_filesz).c_str();  // up to its end
    }
    return "";
  }

  void read(ElfSymbols& elf) {
    for (const Section& section : sections_) {
      if (section.sh_type == SHT_DYNSYM || section.sh_type == SHT_SYMTAB) {
        const std::string names = names_of(section);
        for (const Symbol& entry : entries<Symbol>(section)) {
          // The full table writes versions behind the name (dlopen@GLIBC_2.34), the dynamic one
          // does not.
          const std::string name = name_at(names, entry.st_name);
          add_symbol(name.substr(0, name.find('@')), entry, elf);
        }
      } else if (section.sh_type == SHT_DYNAMIC) {
        const std::string names = names_of(section);
        for (const Dynamic& entry : entries<Dynamic>(section)) {
          if (entry.d_tag == DT_NEEDED) elf.needed.insert(name_at(names, entry.d_un.d_val));
        }
      }
    }
  }

 private:
  template <typename Record>
  std::vector<Record> entries(const Section& section) {
    if (section.sh_entsize == 0) damaged(path_, "a table with entries of no size");
    return file_.records<Record>(section.sh_offset, section.sh_size / section.sh_entsize,
                                 section.sh_entsize);
  }

  std::string names_of(const Section& section) {
    if (section.sh_link >= sections_.size()) damaged(path_, "a table without names");
    const Section& names = sections_[section.sh_link];
    return file_.text(names.sh_offset, names.sh_size);
  }

  static std::string name_at(const std::string& names, std::size_t at) {
    return at < names.size() ? names.c_str() + at : "";
  }

  ElfFile& file_;
  const Header& header_;
  const std::string& path_;
  std::vector<Section> sections_;
};

}  // namespace

std::optional<ElfSymbols> read_elf_symbols(const std::string& path) {
  ElfFile file(path);
  const std::string identity = file.text(0, std::min<std::size_t>(file.size(), EI_NIDENT));
  if (identity.compare(0, SELFMAG, ELFMAG) != 0) return std::nullopt;
  if (identity.size() < EI_NIDENT) damaged(path, "its end is missing");

  ElfSymbols elf;
  elf.bits = identity[EI_CLASS] == ELFCLASS64 ? 64 : 32;
  elf.for_this_machine = identity[EI_CLASS] == own_class && identity[EI_DATA] == own_order;
  if (!elf.for_this_machine) return elf;
  const Header header = file.records<Header>(0, 1, sizeof(Header))[0];
  elf.for_this_machine = own_machine == EM_NONE || header.e_machine == own_machine;
  Tables tables(file, header, path);
  elf.interpreter = tables.interpreter();
  tables.read(elf);
  return elf;
}

}  // namespace revprof
