// SPDX-License-Identifier: BSD-3-Clause
// The setting call-sites: lines of programs with debug information, functions of those without.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line.hpp"
#include "revprof/launch/look/source_places.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

class Sites : public CommandLine {
 protected:
  static CapturedOutput run(const std::string& program,
                            const std::vector<std::string>& settings = {}) {
    std::vector<std::string> line = {"run", "--model", exact_model, "--trace", "none",
                                     "-n",  "2",       "-o",        "run"};
    line.insert(line.end(), settings.begin(), settings.end());
    line.insert(line.end(), {"--", programs + "/" + program});
    const CapturedOutput output = revprof(line);
    EXPECT_EQ(output.exit_code, 0) << output.text;
    return output;
  }

  // A compiler that unrolls a loop makes several instructions of one line.
  static SiteSummary at(const Summary& summary, const std::string& place) {
    SiteSummary sum;
    for (const SiteSummary& site : summary.sites) {
      if (site.place != place) continue;
      sum.call = site.call;
      sum.count += site.count;
      sum.bytes += site.bytes;
      sum.seconds += site.seconds;
    }
    return sum;
  }

  static bool says(const CapturedOutput& output, const std::string& words) {
    return output.text.find(words) != std::string::npos;
  }
};

TEST_F(Sites, are_lines_where_there_is_debug_information) {
  const CapturedOutput output = run("sites", {"--call-sites", "1", "--critical-path", "1"});
  EXPECT_TRUE(says(output, "Calls by place")) << output.text;
  EXPECT_FALSE(says(output, "compile with -g")) << output.text;
  const Summary summary = read_summary("run/summary.json");
  const SiteSummary few = at(summary, "sites.c:8"), many = at(summary, "sites.c:15"),
                    barrier = at(summary, "sites.c:16");
  EXPECT_EQ(few.call, "MPI_Allreduce");
  EXPECT_EQ(few.count, 6);
  EXPECT_EQ(few.bytes, 6 * 8);
  EXPECT_EQ(many.count, 4);
  EXPECT_EQ(many.bytes, 4 * 800);
  EXPECT_EQ(barrier.call, "MPI_Barrier");
  const auto allreduce =
      std::find_if(summary.calls.begin(), summary.calls.end(),
                   [](const CallSummary& call) { return call.call == "MPI_Allreduce"; });
  ASSERT_NE(allreduce, summary.calls.end());
  EXPECT_DOUBLE_EQ(few.seconds + many.seconds, allreduce->seconds);

  // 10 us + 10 us log p + 4 ns log p d, of which the path holds two with 800 bytes.
  const CriticalPath path = read_critical_path("run/path.json");
  std::int64_t picoseconds = 0;
  for (const PathCharge& each : path.charges) {
    if (each.site < 0) continue;
    const PathSite& site = path.sites[static_cast<std::size_t>(each.site)];
    if (site.place == "sites.c:15") picoseconds += each.picoseconds;
  }
  EXPECT_EQ(picoseconds, 2 * 23'200'000);
  const CapturedOutput report = revprof({"report", "run"});
  EXPECT_TRUE(says(report, "sites.c:15     46.40 us")) << report.text;
  std::size_t rows = 0;
  for (const SiteSummary& line : sites_by_line(summary)) {
    if (line.place != "sites.c:8") continue;
    ++rows;
    EXPECT_EQ(line.count, 6);
  }
  EXPECT_EQ(rows, 1);
}

TEST_F(Sites, are_functions_where_there_is_none) {
  const CapturedOutput output = run("sites_without", {"--call-sites", "1"});
  EXPECT_TRUE(says(output, "main()")) << output.text;
  EXPECT_TRUE(says(output, "compile with -g")) << output.text;
}

// As after a run that `revprof run` has not started.
TEST_F(Sites, are_looked_up_by_the_report) {
  run("sites", {"--call-sites", "1", "--quiet", "1"});
  auto json = nlohmann::ordered_json::parse(read("run/summary.json"));
  for (auto& site : json["sites"]) site.erase("place");
  write("run/summary.json", json.dump(1));
  const CapturedOutput report = revprof({"report", "run", "--no-diagram"});
  EXPECT_EQ(report.exit_code, 0) << report.text;
  EXPECT_TRUE(says(report, "sites.c:16")) << report.text;
  EXPECT_EQ(at(read_summary("run/summary.json"), "sites.c:16").count, 4);
}

TEST_F(Sites, are_left_out_unless_asked_for) {
  run("sites");
  EXPECT_TRUE(read_summary("run/summary.json").sites.empty());
}

TEST(SourcePlaces, of_what_is_gone_are_unknown) {
  SourcePlaces places;
  EXPECT_EQ(places.at("/nowhere/a.out", 4660), "");
  EXPECT_EQ(places.at("", 4660), "");
  EXPECT_EQ(places.at(exact_model, 4660), "");
}

}  // namespace revprof
