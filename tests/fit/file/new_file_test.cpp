// SPDX-License-Identifier: BSD-3-Clause
// What stands where a file is to be written: replaced where that is a file, else written to.
#include "fit/file/new_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "fit/file/whole_file.hpp"

namespace revprof {
namespace {

namespace fs = std::filesystem;

class NewFiles : public testing::Test {
 protected:
  NewFiles() { fs::create_directories(directory_); }
  ~NewFiles() override { fs::remove_all(directory_); }

  std::string path(const std::string& name) const { return directory_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }
  // What write_file() says; empty: it has written.
  std::string complaint(const std::string& name) const {
    try {
      write_file(path(name), "new");
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  const fs::path directory_ =
      fs::temp_directory_path() / ("new_file_test-" + std::to_string(getpid()));
};

TEST_F(NewFiles, a_file_is_replaced) {
  write_file(path("a"), "old");
  fs::create_hard_link(path("a"), path("b"));
  write_file(path("a"), "new");
  EXPECT_EQ(read_file(path("a")), "new");
  EXPECT_EQ(read_file(path("b")), "old");
  EXPECT_EQ(files(), 2U);
}

TEST_F(NewFiles, what_a_link_names_is_replaced) {
  fs::create_directory(path("inner"));
  write_file(path("inner/a"), "old");
  fs::create_symlink("inner/a", path("relative"));
  fs::create_symlink(path("relative"), path("link"));
  fs::create_symlink("inner/missing", path("dangling"));
  EXPECT_EQ(complaint("link"), "");
  EXPECT_EQ(complaint("dangling"), "");
  EXPECT_EQ(read_file(path("inner/a")), "new");
  EXPECT_EQ(read_file(path("inner/missing")), "new");
  for (const char* link : {"relative", "link", "dangling"}) {
    EXPECT_TRUE(fs::is_symlink(path(link))) << link;
  }
  EXPECT_EQ(files(), 4U);
}

TEST_F(NewFiles, a_fifo_is_written_to) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  const int reader = open(path("fifo").c_str(), O_RDONLY | O_NONBLOCK);
  write_file(path("fifo"), "new");
  char text[8] = "";
  EXPECT_EQ(read(reader, text, sizeof text), 3);
  close(reader);
  EXPECT_STREQ(text, "new");
  EXPECT_TRUE(fs::is_fifo(path("fifo")));
  EXPECT_EQ(files(), 1U);
}

TEST_F(NewFiles, a_device_is_written_to) {
  constexpr unsigned memory = 1, null = 3, full = 7;
  const bool made = mknod(path("null").c_str(), S_IFCHR | 0600, makedev(memory, null)) == 0 &&
                    mknod(path("full").c_str(), S_IFCHR | 0600, makedev(memory, full)) == 0;
  const int device = made ? open(path("null").c_str(), O_WRONLY) : -1;
  if (device < 0) GTEST_SKIP() << "only root makes devices, and not on every file system";
  close(device);
  EXPECT_EQ(complaint("null"), "");
  EXPECT_EQ(complaint("full"), path("full") + ": cannot be written: No space left on device");
  EXPECT_TRUE(fs::is_character_file(path("null")) && fs::is_character_file(path("full")));
  EXPECT_EQ(files(), 2U);
}

// As `--junit /dev/stdout >log`.
TEST_F(NewFiles, the_own_output_goes_on) {
  fs::create_symlink("/proc/self/fd/1", path("link"));
  const int kept = dup(STDOUT_FILENO);
  const int log = open(path("log").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(log, STDOUT_FILENO);
  const bool wrote = write(STDOUT_FILENO, "before ", 7) == 7;
  const std::string said = complaint("link");
  const bool went_on = write(STDOUT_FILENO, " after", 6) == 6;
  dup2(kept, STDOUT_FILENO);
  close(log), close(kept);
  EXPECT_TRUE(wrote && went_on);
  EXPECT_EQ(said, "");
  EXPECT_EQ(read_file(path("log")), "before new after");
}

TEST_F(NewFiles, what_cannot_be_written_leaves_nothing) {
  fs::create_directory(path("directory"));
  fs::create_symlink("circle", path("circle"));
  EXPECT_EQ(complaint("directory"), path("directory") + ": cannot be written: Is a directory");
  EXPECT_EQ(complaint("none/a"), path("none/a") + ": cannot be written: No such file or directory");
  EXPECT_EQ(complaint("circle"),
            path("circle") + ": cannot be written: Too many levels of symbolic links");
  {
    const int file = NewFile(path("given_up")).open();
    close(file);
  }
  EXPECT_EQ(files(), 2U);
}

}  // namespace
}  // namespace revprof
