// SPDX-License-Identifier: BSD-3-Clause
// The datasheet as PDF: graphs built apart, the same bytes every time, errors of LaTeX.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "datasheet_samples.hpp"
#include "fit/datasheet/datasheet.hpp"
#include "fit/datasheet/datasheet_split.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// One that ended and that nobody has asked about yet does not.
bool runs(pid_t process) {
  const std::string stat = text_of("/proc/" + std::to_string(process) + "/stat");
  return !stat.empty() && stat.find(") Z ") == std::string::npos;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

class DatasheetPdf : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_program("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
    std::string pattern = (fs::temp_directory_path() / "datasheet-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override {
    if (!directory_.empty()) fs::remove_all(directory_);
  }
  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::string words(const std::string& pdf) const {
    const std::string text = path("words.txt");
    EXPECT_EQ(std::system(("pdftotext -layout '" + pdf + "' '" + text + "'").c_str()), 0);
    return text_of(text);
  }

 private:
  fs::path directory_;
};

std::string document_of_graphs(int graphs) {
  std::string tex =
      "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\nbefore\\par\n";
  for (int i = 0; i < graphs; ++i) {
    tex +=
        "\\begin{tikzpicture}[baseline=(current bounding box.south)]\n\\draw (0,0) -- (1,1) "
        "node {g" +
        std::to_string(i) + "};\n\\end{tikzpicture}\\par\n";
  }
  return tex + "after\n\\end{document}\n";
}

}  // namespace

TEST(DatasheetSplit, few_graphs_stay_where_they_are) {
  const std::string tex = document_of_graphs(15);
  const SplitDocument split = split_graphs(tex);
  EXPECT_EQ(split.whole, tex);
  EXPECT_TRUE(split.graphs.empty());
}

TEST(DatasheetSplit, many_graphs_go_around_the_parts) {
  const SplitDocument split = split_graphs(document_of_graphs(33));
  ASSERT_EQ(split.graphs.size(), 4u);
  EXPECT_EQ(split.whole.find("tikzpicture"), std::string::npos);
  EXPECT_NE(
      split.whole.find("before\\par\n\\includegraphics[page=1,trim=2mm 2mm 2mm 2mm]{graphs0.pdf}"),
      std::string::npos);
  EXPECT_NE(split.whole.find("[page=9,trim=2mm 2mm 2mm 2mm]{graphs0.pdf}\\par\nafter"),
            std::string::npos);
  EXPECT_NE(split.graphs[1].find("node {g1}"), std::string::npos);
  EXPECT_NE(split.graphs[1].find("node {g29}"), std::string::npos);
  EXPECT_EQ(split.graphs[1].find("node {g2}"), std::string::npos);
}

// Whoever ends it, and with a pdflatex that would go on for an hour.
TEST(Datasheet, a_killed_run_leaves_no_directory_and_no_pdflatex) {
  std::string pattern = (fs::temp_directory_path() / "datasheet-test-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  const fs::path scratch = pattern, temporary = scratch / "tmp", started = scratch / "started";
  fs::create_directory(temporary);
  std::ofstream(scratch / "sheet.tex") << "nobody reads this";
  std::ofstream(scratch / "pdflatex")
      << "#!/bin/sh\necho $$ > " << started.string() << ".new\nmv " << started.string() << ".new "
      << started.string() << "\nexec sleep 3600\n";
  fs::permissions(scratch / "pdflatex", fs::perms::owner_all);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGKILL}) {
    const pid_t run = fork();
    ASSERT_GE(run, 0);
    if (run == 0) {
      setenv("TMPDIR", temporary.c_str(), 1);
      setenv("PATH", (scratch.string() + ":" + getenv("PATH")).c_str(), 1);
      build_pdf((scratch / "sheet.tex").string());
      _exit(0);
    }
    while (!fs::exists(started)) usleep(10'000);
    const pid_t pdflatex = std::stoi(text_of(started));
    EXPECT_FALSE(fs::is_empty(temporary));
    kill(run, signal);
    int status = 0;
    waitpid(run, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << signal;
    for (int i = 0; i < 6000 && (!fs::is_empty(temporary) || runs(pdflatex)); ++i) {
      usleep(10'000);
    }
    EXPECT_TRUE(fs::is_empty(temporary)) << signal;
    EXPECT_FALSE(runs(pdflatex)) << signal;
    fs::remove(started);
  }
  fs::remove_all(scratch);
}

TEST(Datasheet, without_pdflatex_the_message_names_the_packages) {
  const fs::path tex =
      fs::temp_directory_path() / ("no-latex-" + std::to_string(getpid()) + ".tex");
  write_datasheet(Model{}, nullptr, tex.string());
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/no/such/directory", 1);
  try {
    build_pdf(tex.string());
    ADD_FAILURE() << "expected PdflatexMissing";
  } catch (const PdflatexMissing& error) {
    EXPECT_NE(std::string(error.what()).find("texlive-latex-recommended"), std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(fs::exists(tex));
  fs::remove(tex);
}

TEST_F(DatasheetPdf, holds_the_equations_and_is_the_same_every_time) {
  const Measurements measured = measurements_of("MPI_Bcast", howell_regime());
  const Model model = model_of("MPI_Bcast", {howell_regime()});
  write_datasheet(model, &measured, path("one.tex"));
  EXPECT_EQ(build_pdf(path("one.tex")), path("one.pdf"));
  fs::copy_file(path("one.tex"), path("two.tex"));
  build_pdf(path("two.tex"));
  const std::string one = text_of(path("one.pdf"));
  EXPECT_EQ(one.substr(0, 5), "%PDF-");
  EXPECT_TRUE(one == text_of(path("two.pdf")));
  if (!has_program("pdftotext")) GTEST_SKIP() << "pdftotext is not installed";
  const std::string text = words(path("one.pdf"));
  EXPECT_NE(text.find("t = (50 ± 20) + (40 ± 1) p + (1.0 ± 0.9)"), std::string::npos) << text;
  EXPECT_NE(text.find("MPI_Bcast"), std::string::npos);
  EXPECT_NE(text.find("characterize --max-bytes 65536"), std::string::npos);
}

TEST_F(DatasheetPdf, ranges_of_processes_stay_on_one_line) {
  Regime wide = howell_regime();
  wide.min_processes = 16384;
  wide.max_processes = 1048576;
  write_datasheet(model_of("MPI_Bcast", {wide}), nullptr, path("wide.tex"));
  build_pdf(path("wide.tex"));
  if (!has_program("pdftotext")) GTEST_SKIP() << "pdftotext is not installed";
  const std::string text = words(path("wide.pdf"));
  std::size_t found = 0;
  for (std::size_t at = text.find("16384–"); at != std::string::npos;
       at = text.find("16384–", at + 1)) {
    EXPECT_EQ(text.compare(at, 15, "16384–1048576"), 0) << text.substr(at, 40);
    ++found;
  }
  EXPECT_GE(found, 2u) << text;  // at a glance, and on the call's page
}

TEST_F(DatasheetPdf, graphs_built_apart_stand_in_their_places) {
  std::ofstream(path("many.tex")) << document_of_graphs(20);
  fs::copy_file(path("many.tex"), path("again.tex"));
  build_pdf(path("many.tex"));
  build_pdf(path("again.tex"));
  EXPECT_TRUE(text_of(path("many.pdf")) == text_of(path("again.pdf")));
  if (!has_program("pdftotext")) GTEST_SKIP() << "pdftotext is not installed";
  const std::string text = words(path("many.pdf"));
  std::size_t last = text.find("before");
  for (const char* const word : {"g0", "g1", "g7", "g19", "after"}) {
    const std::size_t place = text.find(word, last);
    ASSERT_NE(place, std::string::npos) << word << " after its predecessor in\n" << text;
    last = place;
  }
}

TEST_F(DatasheetPdf, an_error_in_a_graph_is_named_by_its_line_in_the_document) {
  std::string tex = document_of_graphs(20);
  tex.replace(tex.find("{g3}"), 4, "{\\undefinedmacro}");
  std::ofstream(path("broken.tex")) << tex;
  try {
    build_pdf(path("broken.tex"));
    FAIL() << "expected DatasheetError";
  } catch (const DatasheetError& error) {
    EXPECT_NE(std::string(error.what()).find("datasheet.tex:15: Undefined control sequence"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(DatasheetPdf, prints_any_text) {
  std::string every_character;
  for (int code = 1; code < 128; ++code) every_character += static_cast<char>(code);
  for (int code = 0xA0; code < 0x180; ++code) {
    every_character += static_cast<char>(0xC0 | (code >> 6));
    every_character += static_cast<char>(0x80 | (code & 0x3F));
  }
  Model model = model_of("call_%&#~^{}\\$" + std::string(80, 'x'), {howell_regime()});
  model.machine.name = "100% & \\input{x} #1_~^{}$";
  model.machine.description = every_character + " \xE4\xB8\xAD \xF0\x9F\x98\x80 \xFF";
  model.machine.source = std::string(300, 'y');
  write_datasheet(model, nullptr, path("any.tex"));
  EXPECT_NO_THROW(build_pdf(path("any.tex")));
  EXPECT_TRUE(fs::exists(path("any.pdf")));
}

TEST_F(DatasheetPdf, a_broken_document_is_an_error_with_latex_lines_and_a_log) {
  std::ofstream(path("broken.tex")) << "\\documentclass{article}\\begin{document}\\undefinedmacro";
  try {
    build_pdf(path("broken.tex"));
    FAIL() << "expected DatasheetError";
  } catch (const DatasheetError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("Undefined control sequence"), std::string::npos) << what;
    EXPECT_NE(what.find(path("broken.tex.log")), std::string::npos) << what;
  }
  EXPECT_TRUE(fs::exists(path("broken.tex.log")));
  EXPECT_FALSE(fs::exists(path("broken.pdf")));
}

}  // namespace revprof
