// SPDX-License-Identifier: BSD-3-Clause
// A command whose standard input, output or error the shell has closed ends as any other.
#include "command_line.hpp"

namespace revprof {

using ClosedStreams = CommandLine;

TEST_F(ClosedStreams, a_run_ends) {
  for (const std::string closed : {"2>&- >&-", "2>&- <&-", ">&-", "<&- >&- 2>&-"}) {
    const CapturedOutput output =
        capture({"timeout", "--kill-after=5", "60", "sh", "-c",
                 "exec '" REVPROF_TEST_COMMAND "' run --model '" + exact_model +
                     "' -n 2 --trace none -o out -- '" + programs + "/sums' " + closed});
    EXPECT_EQ(output.exit_code, 0) << closed << output.text;
    EXPECT_TRUE(std::filesystem::exists("out/summary.json")) << closed;
    std::filesystem::remove_all("out");
  }
}

}  // namespace revprof
