// SPDX-License-Identifier: BSD-3-Clause
// A program that has chosen a locale with a decimal comma is predicted as any other.
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "course_fixture.hpp"

namespace revprof {
namespace {

// Made here: a host may have none but C and POSIX.
class ProgramLocale : public Course {
 protected:
  ProgramLocale() {
    std::filesystem::create_directories(locales());
    std::ofstream(locales() + "/source") << "comment_char %\nescape_char /\nLC_NUMERIC\n"
                                            "decimal_point \",\"\nthousands_sep \".\"\n"
                                            "grouping 3;3\nEND LC_NUMERIC\n";
    const std::string command = "localedef -c -i " + locales() + "/source " + locales() +
                                "/comma >" + locales() + "/said 2>&1";
    static_cast<void>(std::system(command.c_str()));
    set("LOCPATH", locales());
  }
  ~ProgramLocale() override {
    std::setlocale(LC_NUMERIC, "C");
    std::filesystem::remove_all(locales());
  }
  std::string locales() const { return output() + ".locales"; }
};

TEST_F(ProgramLocale, has_no_part_in_settings_and_summary) {
  if (std::setlocale(LC_NUMERIC, "comma") == nullptr) GTEST_SKIP() << "no localedef here";
  set("REVPROF_STEP", "1.5e-6");
  set("REVPROF_QUIET", "0");
  testing::internal::CaptureStderr();
  predict(1, [](auto& run) { run.engine->compute(1000); });
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("predicted time  1.500 ms"), std::string::npos) << said;
  EXPECT_EQ(summary().predicted(0).predicted, 1500 * us);
  EXPECT_STREQ(std::localeconv()->decimal_point, ",");  // the program's own is as it was
}

}  // namespace
}  // namespace revprof
