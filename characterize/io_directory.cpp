// SPDX-License-Identifier: BSD-3-Clause
// Makes the directory of measured files, and says what kind of file system it is on (statfs(2)).
#include "characterize/io_directory.hpp"

#include <sys/vfs.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "characterize/options.hpp"

namespace revprof {

namespace {

struct FileSystem {
  unsigned long magic;
  const char* name;
};

// Those of linux/magic.h that programs write to, and the parallel ones, which it lacks.
constexpr FileSystem file_systems[] = {
    {0xef53, "ext4"},       {0x58465342, "xfs"},      {0x9123683e, "btrfs"},   {0x2fc12fc1, "zfs"},
    {0x01021994, "tmpfs"},  {0x858458f6, "ramfs"},    {0x794c7630, "overlay"}, {0x65735546, "fuse"},
    {0x6969, "nfs"},        {0xff534d42, "cifs"},     {0xfe534d42, "smb2"},    {0x01021997, "9p"},
    {0x0bd00bd0, "lustre"}, {0x47504653, "gpfs"},     {0x19830326, "beegfs"},  {0x00c36400, "ceph"},
    {0xaad7aaea, "panfs"},  {0x20030528, "orangefs"}, {0xf2f52010, "f2fs"},
};

std::string file_system_of(const std::string& directory) {
  struct statfs status;
  if (statfs(directory.c_str(), &status) != 0) return "unknown file system";
  const auto magic = static_cast<unsigned long>(status.f_type) & 0xffffffffUL;
  for (const FileSystem& known : file_systems) {
    if (known.magic == magic) return known.name;
  }
  char text[48];
  std::snprintf(text, sizeof text, "file system 0x%lx", magic);
  return text;
}

}  // namespace

IoDirectory::~IoDirectory() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void IoDirectory::make_in(const std::string& parent) {
  std::string name = std::filesystem::absolute(parent) / "characterize-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw OptionError("--io-directory: expected a directory to write files to, found \"" + parent +
                      "\": " + std::strerror(errno));
  }
  path_ = name;
}

std::int64_t room_in(const std::string& directory) {
  struct statfs status;
  if (statfs(directory.c_str(), &status) != 0) return 0;
  return static_cast<std::int64_t>(status.f_bavail) * static_cast<std::int64_t>(status.f_bsize);
}

std::string with_file_system(const std::string& directory) {
  return directory + " (" + file_system_of(directory) + ")";
}

}  // namespace revprof
