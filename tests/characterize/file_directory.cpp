// SPDX-License-Identifier: BSD-3-Clause
// The directory of measured files comes, goes, and says what it is on.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "characterize/io_directory.hpp"
#include "characterize/options.hpp"

namespace revprof {
namespace {

namespace fs = std::filesystem;

TEST(IoDirectory, goes_with_all_that_is_in_it) {
  fs::path made;
  {
    IoDirectory directory;
    directory.make_in(".");
    made = directory.path();
    EXPECT_TRUE(made.is_absolute());
    EXPECT_TRUE(fs::is_directory(made));
    EXPECT_EQ(fs::canonical(made.parent_path()), fs::current_path());
    std::ofstream(made / "file") << "x";
  }
  EXPECT_FALSE(fs::exists(made));
}

TEST(IoDirectory, says_which_directory_it_cannot_use) {
  IoDirectory directory;
  try {
    directory.make_in("nowhere");
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_STREQ(
        error.what(),
        "--io-directory: expected a directory to write files to, found \"nowhere\": No such "
        "file or directory");
  }
  EXPECT_EQ(directory.path(), "");
}

TEST(IoDirectory, knows_how_much_fits) {
  EXPECT_GT(room_in("."), 0);
  EXPECT_EQ(room_in("/proc"), 0);
  EXPECT_EQ(room_in("nowhere"), 0);
}

TEST(IoDirectory, names_the_file_system) {
  EXPECT_EQ(with_file_system("/proc"), "/proc (file system 0x9fa0)");
  EXPECT_EQ(with_file_system("/dev/shm"), "/dev/shm (tmpfs)");
  EXPECT_EQ(with_file_system("nowhere"), "nowhere (unknown file system)");
}

}  // namespace
}  // namespace revprof
