// SPDX-License-Identifier: BSD-3-Clause
// `revprof models` and `revprof model`.
#include "command_line.hpp"

namespace revprof {

using Models = CommandLine;

TEST_F(Models, lists_what_ships_with_ranges_and_quality) {
  const CapturedOutput list = revprof({"models"});
  EXPECT_EQ(list.exit_code, 0) << list.text;
  for (const char* name : {"alaska-openmpi", "cray-t3d", "exact", "fugaku", "marenostrum5", "orfeo",
                           "pleiades", "simulated-ethernet-32", "simulated-fat-tree-64",
                           "simulated-multicore-8", "simulated-torus-64"}) {
    EXPECT_NE(list.text.find(std::string("  ") + name + " "), std::string::npos) << list.text;
  }
  EXPECT_NE(list.text.find("8-8,192   4 B-512 MiB"), std::string::npos) << list.text;
  EXPECT_EQ(list.text.find("schema"), std::string::npos) << list.text;
}

TEST_F(Models, shows_a_shipped_one_by_its_name) {
  const CapturedOutput page = revprof({"models", "orfeo"});
  EXPECT_EQ(page.exit_code, 0) << page.text;
  EXPECT_NE(page.text.find("MIT licence"), std::string::npos) << page.text;
  EXPECT_NE(page.text.find("transit     within 128"), std::string::npos) << page.text;
  EXPECT_NE(page.text.find("no equation for MPI_Send"), std::string::npos) << page.text;
}

TEST_F(Models, a_file_of_that_name_goes_first) {
  write("orfeo", "{}");
  expect_refused(revprof({"models", "orfeo"}), "orfeo: expected an object with the key \"format\"");
  expect_refused(revprof({"models", "no-such-machine"}), "no-such-machine");
}

TEST_F(Models, check_tells_sound_from_broken) {
  const CapturedOutput sound = revprof({"model", "check", exact_model, "fugaku"});
  EXPECT_EQ(sound.exit_code, 0) << sound.text;
  EXPECT_NE(sound.text.find("exact.json: sound, "), std::string::npos) << sound.text;
  EXPECT_NE(sound.text.find("no `transit`"), std::string::npos) << sound.text;

  std::string text = read(exact_model);
  text.replace(text.find("\"version\": 1"), 12, "\"version\": 2");
  write("later.json", text);
  const CapturedOutput later = revprof({"model", "check", exact_model, "later.json"});
  EXPECT_EQ(later.exit_code, 1) << later.text;
  EXPECT_NE(later.text.find("later.json: version: expected 1, the version that this revprof reads"),
            std::string::npos)
      << later.text;
}

TEST_F(Models, usage) {
  expect_refused(revprof({"model"}), "model: expected check or datasheet");
  expect_refused(revprof({"model", "check"}), "expected check FILE...");
  expect_refused(revprof({"model", "datasheet", "a", "b"}), "expected datasheet FILE");
}

TEST_F(Models, every_shipped_model_has_a_datasheet) {
  for (const char* name :
       {"alaska-intelmpi", "alaska-openmpi", "cray-t3d", "exact", "fugaku", "marenostrum5", "orfeo",
        "pleiades", "simulated-ethernet-32", "simulated-fat-tree-64", "simulated-multicore-8",
        "simulated-torus-64"}) {
    const std::string file = std::string(name) + ".tex";
    // Without LaTeX in PATH: the document is written and not built.
    const CapturedOutput output =
        revprof({"model", "datasheet", name, "-o", file}, {"PATH=/nonexistent"});
    EXPECT_EQ(output.exit_code, 0) << output.text;
    EXPECT_NE(read(file).find("\\end{document}"), std::string::npos) << name;
  }
}

}  // namespace revprof
