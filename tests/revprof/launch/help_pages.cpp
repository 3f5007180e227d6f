// SPDX-License-Identifier: BSD-3-Clause
// The help pages, and the settings' table in RUN.md, say the same as the table of settings.
#include "command_line.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/settings.hpp"

namespace revprof {

using HelpPages = CommandLine;

TEST_F(HelpPages, every_command_has_examples) {
  const std::string overview = revprof({"help"}).text;
  for (const Command& command : all_commands()) {
    EXPECT_NE(overview.find(std::string("  ") + command.name + " "), std::string::npos);
    const CapturedOutput page = revprof({command.name, "--help"});
    EXPECT_EQ(page.exit_code, 0);
    EXPECT_NE(page.text.find("Examples:\n  revprof " + std::string(command.name)),
              std::string::npos)
        << page.text;
    EXPECT_EQ(page.text, revprof({"help", command.name}).text);
  }
}

TEST_F(HelpPages, version) { EXPECT_EQ(revprof({"--version"}).text.compare(0, 8, "revprof "), 0); }

TEST_F(HelpPages, run_lists_every_setting) {
  const std::string page = revprof({"run", "--help"}).text;
  for (const Setting& setting : all_settings()) {
    EXPECT_NE(page.find("--" + std::string(setting.name) + " "), std::string::npos) << setting.name;
  }
}

TEST_F(HelpPages, readme_names_the_page_of_every_command) {
  const std::string readme = read(REVPROF_TEST_PAGES "README.md");
  for (const Command& command : all_commands()) {
    EXPECT_NE(readme.find("\n| `revprof " + std::string(command.name) + "` | "), std::string::npos)
        << command.name;
  }
}

// | `--trace-limit EVENTS` | `1000000` | events kept ... |
TEST_F(HelpPages, page_has_the_table_of_settings) {
  const std::string page = read(REVPROF_TEST_PAGES "RUN.md");
  std::string expected;
  for (const Setting& setting : all_settings()) {
    std::string argument = setting.type.argument;
    for (std::size_t at = 0; (at = argument.find('|', at)) != std::string::npos; at += 2) {
      argument.insert(at, "\\");
    }
    const std::string value =
        *setting.default_value == '\0' ? "" : "`" + std::string(setting.default_value) + "`";
    expected += "| `--" + std::string(setting.name) + " " + argument + "` | " + value + " | " +
                setting.help + " |\n";
  }
  EXPECT_NE(page.find(expected), std::string::npos) << "RUN.md should hold\n" << expected;
}

}  // namespace revprof
