// SPDX-License-Identifier: BSD-3-Clause
// Calls by place in a build without libdw: one line says that places stay addresses.
#include "command_line.hpp"

namespace revprof {

class CallSitesUnknown : public CommandLine {};

TEST_F(CallSitesUnknown, one_line_says_so) {
  const CapturedOutput output = revprof(
      {"run", "--model", exact_model, "-n", "2", "--call-sites", "1", "--", programs + "/sites"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  const std::string line =
      "revprof: the places of calls stay addresses: this revprof is built without libdw";
  const auto found = output.text.find(line);
  ASSERT_NE(found, std::string::npos) << output.text;
  EXPECT_EQ(output.text.find(line, found + 1), std::string::npos) << output.text;
}

}  // namespace revprof
