// SPDX-License-Identifier: BSD-3-Clause
// What is held of a model is what its file says, and nothing where that is no longer so.
#include "revprof/run/held_models.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fit/model/model_json.hpp"

namespace revprof {
namespace {

namespace fs = std::filesystem;

class HeldModelFiles : public testing::Test {
 protected:
  HeldModelFiles() { fs::create_directory(folder); }
  ~HeldModelFiles() override {
    ::unsetenv(held_models_variable);
    fs::remove_all(folder);
  }
  std::string copy_of(const char* name) const {
    const std::string copy = folder + "/" + name;
    fs::copy_file(std::string(REVPROF_TEST_MODELS "/") + name, copy);
    return copy;
  }
  static void point_to(const std::string& place) {
    ::setenv(held_models_variable, place.c_str(), 1);
  }
  const std::string folder = testing::TempDir() + "held." + std::to_string(getpid());
};

TEST_F(HeldModelFiles, are_found_as_their_texts_say) {
  const std::string exact = copy_of("exact.json"), torus = copy_of("simulated-torus-64.json");
  HeldModels held;
  held.get(exact);
  held.get(torus);
  EXPECT_EQ(held.get(exact), held.get(exact));  // read once
  point_to(held.place());
  for (const std::string& path : {exact, torus}) {
    const auto found = find_held_model(path);
    ASSERT_TRUE(found) << path;
    EXPECT_EQ(to_json(*found->model), to_json(read_model(path)));
    EXPECT_EQ(found->fingerprint, fingerprint_of(read_model_text(path)));
  }
  EXPECT_NE(find_held_model(exact)->fingerprint, find_held_model(torus)->fingerprint);
}

TEST_F(HeldModelFiles, are_not_found_after_a_change) {
  const std::string exact = copy_of("exact.json");
  HeldModels held;
  held.get(exact);
  point_to(held.place());
  ASSERT_TRUE(find_held_model(exact));
  std::ofstream(exact, std::ios::app) << '\n';
  EXPECT_FALSE(find_held_model(exact));
  fs::remove(exact);
  EXPECT_FALSE(find_held_model(exact));
  copy_of("exact.json");  // another file of the same name
  EXPECT_FALSE(find_held_model(exact));
}

TEST_F(HeldModelFiles, are_not_found_in_other_files) {
  const std::string exact = copy_of("exact.json");
  EXPECT_FALSE(find_held_model(exact));  // no variable
  const std::string fifo = folder + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& place : {std::string(), exact, folder, fifo, folder + "/none"}) {
    point_to(place);
    EXPECT_FALSE(find_held_model(exact)) << place;
  }
  HeldModels nothing;
  point_to(nothing.place());
  EXPECT_FALSE(find_held_model(exact));
}

TEST_F(HeldModelFiles, are_left_out_where_files_may_not_be_as_large) {
  const std::string exact = copy_of("exact.json"), torus = copy_of("simulated-torus-64.json");
  HeldModels held;
  held.get(exact);
  struct rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const struct rlimit small = {100'000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_EQ(to_json(*held.get(torus)), to_json(read_model(torus)));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  point_to(held.place());
  EXPECT_FALSE(find_held_model(torus));
}

TEST_F(HeldModelFiles, are_valid_models) {
  const std::string wrong = folder + "/wrong.json", exact = copy_of("exact.json");
  std::ofstream(wrong) << R"({"format": "revprof-model", "version": 1})";
  HeldModels held;
  EXPECT_THROW(held.get(wrong), FileError);
  held.get(exact);
  point_to(held.place());
  EXPECT_FALSE(find_held_model(wrong));
  EXPECT_TRUE(find_held_model(exact));
}

}  // namespace
}  // namespace revprof
