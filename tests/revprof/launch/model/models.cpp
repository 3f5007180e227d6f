// SPDX-License-Identifier: BSD-3-Clause
// `revprof models` and `revprof model`.
#include "command_line.hpp"

namespace revprof {

using Models = CommandLine;

TEST_F(Models, lists_what_ships_with_ranges_and_quality) {
  const CapturedOutput list = revprof({"models"});
  EXPECT_EQ(list.exit_code, 0) << list.text;
  for (const char* name :
       {"alaska-openmpi", "cray-t3d", "exact", "fugaku", "marenostrum5", "orfeo", "pleiades",
        "simulated-dragonfly-64", "simulated-ethernet-32", "simulated-fat-tree-64",
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
  expect_refused(revprof({"models", "orfeo"}),
                 "orfeo: expected the key \"format\", which is missing");
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
  EXPECT_NE(later.text.find("later.json: version: expected 1, the only version so far"),
            std::string::npos)
      << later.text;
}

// Each change makes a file that can be read, of a machine that cannot be.
TEST_F(Models, check_finds_what_no_machine_does) {
  const std::string text = read(exact_model);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const std::size_t at = other.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) other.replace(at, from.size(), to);
    write("other.json", other);
    return revprof({"model", "check", "other.json"});
  };
  const std::string call = "\"MPI_Barrier\": ";
  const CapturedOutput misspelled = changed(call, "\"MPI_Bariier\": ");
  EXPECT_EQ(misspelled.exit_code, 1) << misspelled.text;
  EXPECT_NE(misspelled.text.find("unknown call \"MPI_Bariier\", did you mean MPI_Barrier?"),
            std::string::npos)
      << misspelled.text;
  // Nor does a prediction take the call's stand-in for it.
  expect_refused(
      revprof({"run", "--model", "other.json", "-n", "2", "--", programs + "/launch_sums"}),
      "did you mean MPI_Barrier?");
  const CapturedOutput control = changed("\"name\": \"", "\"name\": \"\\u001b[31m");
  EXPECT_EQ(control.exit_code, 1) << control.text;
  EXPECT_NE(control.text.find("machine.name: expected a text without control characters"),
            std::string::npos)
      << control.text;
  EXPECT_EQ(control.text.find('\x1b'), std::string::npos);
  const CapturedOutput key = changed("\"machine\": {", "\"\\u001bx\": 1, \"machine\": {");
  EXPECT_EQ(key.exit_code, 1) << key.text;
  EXPECT_EQ(key.text.find('\x1b'), std::string::npos) << key.text;

  write("times.csv",
        "# revprof-measurements 1\n# machine: test\x1b[31m\n"
        "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,"
        "maximum\nMPI_Barrier,beyond,2,0,10,1e-05,1e-05,1e-05,1e-05,1e-05\n");
  ASSERT_EQ(revprof({"fit", "times.csv", "-o", "one.json", "--no-datasheet"}).exit_code, 0);
  const std::string one = read("one.json");
  EXPECT_EQ(one.find("u001b"), std::string::npos) << one;
  const std::size_t at = one.find("\"c\": ");
  ASSERT_NE(at, std::string::npos);
  const std::size_t end = one.find(',', at);
  for (const auto& [value, words] :
       {std::pair<const char*, const char*>{"1e300", "expected times below 1e+06 s"},
        {"0", "expected a coefficient that is not 0"},
        {"-1e-6", "expected an equation that is positive somewhere"}}) {
    std::string other = one;
    other.replace(at, end - at, std::string("\"c\": ") + value);
    write("other.json", other);
    const CapturedOutput output = revprof({"model", "check", "other.json"});
    EXPECT_EQ(output.exit_code, 1) << value << output.text;
    EXPECT_NE(
        output.text.find(std::string("other.json: calls.MPI_Barrier[0].regimes[0]: ") + words),
        std::string::npos)
        << output.text;
  }
}

TEST_F(Models, usage) {
  expect_refused(revprof({"model"}), "model: expected check, eval or datasheet");
  expect_refused(revprof({"model", "check"}), "expected check FILE...");
  expect_refused(revprof({"model", "datasheet", "a", "b"}), "expected datasheet FILE");
}

TEST_F(Models, every_shipped_model_has_a_datasheet) {
  for (const char* name :
       {"alaska-intelmpi", "alaska-openmpi", "cray-t3d", "exact", "fugaku", "marenostrum5", "orfeo",
        "pleiades", "simulated-dragonfly-64", "simulated-ethernet-32", "simulated-fat-tree-64",
        "simulated-multicore-8", "simulated-torus-64"}) {
    const std::string file = std::string(name) + ".tex";
    // Without LaTeX in PATH: the document is written and not built.
    const CapturedOutput output =
        revprof({"model", "datasheet", name, "-o", file}, {"PATH=/nonexistent"});
    EXPECT_EQ(output.exit_code, 0) << output.text;
    EXPECT_NE(read(file).find("\\end{document}"), std::string::npos) << name;
  }
}

}  // namespace revprof
